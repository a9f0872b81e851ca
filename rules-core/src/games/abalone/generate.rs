//! Generator of all legal moves, by set operations: no trial and error, no storage
//! beyond the moves of one direction.
//!
//! `legality.rs` checks single moves and names clauses. A property test asserts that
//! the two agree on every conceivable move.

use super::cell::Cell;
use super::cells::Cells;
use super::direction::{Axis, Direction};
use super::moves::{InLine, Length, Move, Sideways};
use super::position::{MoverView, Position};

/// Upper bound of the number of moves in any position: 14 marbles have 6 in-line moves
/// each, at most 29 neighbouring pairs and at most 29 threes in line, each with 4
/// sideways moves (84 + 116 + 116).
pub const MAX_MOVES: u16 = 316;

/// Legal moves in one direction.
#[derive(Debug, Clone, Copy)]
pub(super) struct DirectionMoves {
    /// Rear marbles of in-line moves. The rear determines the marbles that move and
    /// those they push, so each is one move.
    pub rears: Cells,
    /// Lower ends of the pairs and of the threes that move sideways, for each of the two
    /// kinds of line that the direction crosses.
    pub sideways: [(Axis, Cells, Cells); 2],
}

impl DirectionMoves {
    /// Computes the moves of the player to move in one direction.
    #[inline(always)]
    pub fn new(view: &MoverView, toward: Direction) -> Self {
        let back = toward.opposite();
        let before_free = view.free.step(back);
        // AB-2, AB-3: rears of one, two, three own marbles with a free point ahead.
        let one = view.own & before_free;
        let two = view.own & one.step(back);
        let three = view.own & two.step(back);
        // AB-4, AB-6: the last of one or two enemy marbles that can give way.
        let gives_way = view.enemy & (before_free | Cells::edge(toward));
        let before_one = gives_way.step(back);
        let before_two = (view.enemy & before_one).step(back);
        // AB-5: one against one and two against two do not push, but a third marble
        // behind them does.
        let two_to_one = view.team & (view.team & before_one).step(back);
        let two_to_two = view.team & (view.team & before_two).step(back);
        let three_to = view.team & (two_to_one | two_to_two).step(back);
        // AB-9: whoever's marbles help, the rear is the mover's own.
        let pushing = view.own & (two_to_one | three_to);
        Self {
            rears: one | two | three | pushing,
            // AB-5: sideways only onto free points.
            sideways: toward.axis().others().map(|axis| {
                let down = axis.upward().opposite();
                let pairs = one & one.step(down);
                (axis, pairs, pairs & pairs.step(down))
            }),
        }
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        let [(_, pairs, threes), (_, more_pairs, more_threes)] = self.sideways;
        // Three bits of a point are added to a sum and a carry, so that three words are
        // counted instead of five: many processors have no fast population count.
        let (ones, twos) = add([pairs, threes, more_pairs].map(Cells::bits));
        let (ones, more_twos) = add([ones, more_threes.bits(), self.rears.bits()]);
        ones.count_ones() + 2 * (twos.count_ones() + more_twos.count_ones())
    }
}

/// Adds three words bit by bit; returns the word of sums and the word of carries.
#[inline(always)]
const fn add([a, b, c]: [u64; 3]) -> (u64, u64) {
    let either = a ^ b;
    (either ^ c, (a & b) | (either & c))
}

impl MoverView {
    /// Returns the number of legal moves, without a pass.
    #[inline]
    pub(super) fn count(&self) -> u16 {
        let count = DirectionMoves::new(self, Direction::East).count()
            + DirectionMoves::new(self, Direction::NorthEast).count()
            + DirectionMoves::new(self, Direction::NorthWest).count()
            + DirectionMoves::new(self, Direction::West).count()
            + DirectionMoves::new(self, Direction::SouthWest).count()
            + DirectionMoves::new(self, Direction::SouthEast).count();
        count as u16
    }
}

impl Position {
    /// Iterates over every legal move once. A player who cannot move passes (AB-11); a
    /// game that is won has no moves.
    #[must_use]
    pub fn moves(&self) -> Moves {
        let view = self.view();
        let stage = if self.winner().is_some() {
            GeneratorStage::Done
        } else if view.count() == 0 {
            GeneratorStage::Pass
        } else {
            GeneratorStage::open(&view, Direction::East)
        };
        Moves { view, stage }
    }

    /// Returns the number of legal moves, without a pass, also if the game is already
    /// won.
    #[must_use]
    pub fn count_moves(&self) -> u16 {
        self.view().count()
    }
}

/// Iterator over the legal moves of a position.
#[derive(Debug, Clone)]
pub struct Moves {
    view: MoverView,
    stage: GeneratorStage,
}

#[derive(Debug, Clone)]
enum GeneratorStage {
    /// The iterator yields the moves in one direction.
    Toward(Direction, DirectionMoves),
    /// The iterator yields only a pass.
    Pass,
    /// The iterator is exhausted.
    Done,
}

impl GeneratorStage {
    fn open(view: &MoverView, toward: Direction) -> Self {
        Self::Toward(toward, DirectionMoves::new(view, toward))
    }

    fn following(view: &MoverView, toward: Direction) -> Self {
        match toward {
            Direction::East => Self::open(view, Direction::NorthEast),
            Direction::NorthEast => Self::open(view, Direction::NorthWest),
            Direction::NorthWest => Self::open(view, Direction::West),
            Direction::West => Self::open(view, Direction::SouthWest),
            Direction::SouthWest => Self::open(view, Direction::SouthEast),
            Direction::SouthEast => Self::Done,
        }
    }
}

impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        loop {
            match &mut self.stage {
                GeneratorStage::Toward(toward, ways) => {
                    let toward = *toward;
                    if let Some(found) = next_in_direction(ways, toward) {
                        return Some(found);
                    }
                    self.stage = GeneratorStage::following(&self.view, toward);
                }
                GeneratorStage::Pass => {
                    self.stage = GeneratorStage::Done;
                    return Some(Move::Pass);
                }
                GeneratorStage::Done => return None,
            }
        }
    }
}

fn next_in_direction(ways: &mut DirectionMoves, toward: Direction) -> Option<Move> {
    if let Some(rear) = pop(&mut ways.rears) {
        return Some(Move::InLine(InLine::unchecked(rear, toward)));
    }
    for (axis, pairs, threes) in &mut ways.sideways {
        for (set, length) in [(pairs, Length::Two), (threes, Length::Three)] {
            if let Some(lower) = pop(set) {
                let sideways = Sideways::unchecked(lower, *axis, length, toward);
                return Some(Move::Sideways(sideways));
            }
        }
    }
    None
}

#[inline]
fn pop(set: &mut Cells) -> Option<Cell> {
    let first = set.first()?;
    *set &= !Cells::of(first);
    Some(first)
}
