//! Which move was made? From a known position and what the board shows.
//!
//! Every legal move is tried: its result is compared with the sight, and so is
//! every stage on the way to it, where each marble that moves is still at its
//! old point, in somebody's hand, or at its new point. Marbles of one colour
//! are alike, so a line of three may also be moved by carrying its rear marble
//! to the front.
//!
//! Work: one comparison of a few dozen word operations for each legal move, at
//! most [`MOST_MOVES`](super::MOST_MOVES), and one for "nothing moved"; the
//! iterators walk the list once more. Nothing is stored. Colours resolve more
//! than occupancy; masked sensors (`Seen::Unknown`) fit anything, so with many
//! of them many moves explain a sight.
//!
//! What it does not do: believe a move that is not legal. If none fits, the
//! nearest legal results are named, with what a person would have to put right.

use super::board::Board;
use super::cell::Cell;
use super::cells::Cells;
use super::generate::Moves;
use super::judge::run;
use super::moves::Move;
use super::player::Player;
use super::position::Position;
use super::sight::Sight;
use crate::games::seen::{Finality, Repair};

/// What may have led to a sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Cause {
    /// Nothing moved since the known position.
    Unmoved,
    /// This legal move was made.
    Moved(Move),
}

/// A cause, and what still differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Explanation {
    /// What was done.
    pub cause: Cause,
    /// The board it leads to.
    pub board: Board,
    /// How many single repairs are left; 0 if the cause explains all.
    pub repairs: u8,
    /// The first of them.
    pub repair: Option<Repair<Cell, Player>>,
}

/// What a sight says about a position.
#[derive(Debug, Clone, Copy)]
pub struct Inference<'a> {
    position: &'a Position,
    sight: &'a Sight,
    explaining: u16,
    underway: u16,
    nearest: u8,
    finality: Finality,
}

/// Compares `sight` with every legal continuation of `position`.
///
/// ```
/// use rules_core::games::abalone::{Move, Sight, Start, infer};
/// use rules_core::games::seen::Finality;
///
/// let before = Start::Standard.position();
/// let mut after = before;
/// let played: Move = "a1b2".parse().unwrap();
/// after.play(played).unwrap();
/// let sight = Sight::occupancy(after.board());
/// let inference = infer(&before, &sight);
/// assert_eq!(inference.only(), Some(played));
/// assert_eq!(inference.finality(), Finality::Final);
/// ```
#[must_use]
pub fn infer<'a>(position: &'a Position, sight: &'a Sight) -> Inference<'a> {
    let mut found = Inference {
        position,
        sight,
        explaining: 0,
        underway: 0,
        nearest: sight.distance(position.board()),
        finality: Finality::Final,
    };
    for action in position.moves() {
        let path = Path::of(position, action);
        let distance = sight.distance(&path.after);
        found.nearest = found.nearest.min(distance);
        let continues = if distance == 0 {
            found.explaining += 1;
            path.may_be_in_the_hand(sight)
        } else {
            let underway = path.may_show(sight);
            found.underway += u16::from(underway);
            underway
        };
        if continues {
            found.finality = Finality::MayContinue;
        }
    }
    found
}

impl<'a> Inference<'a> {
    /// The legal moves whose result may be what is seen.
    pub fn explaining(&self) -> impl Iterator<Item = Move> + use<'a> {
        let (position, sight) = (self.position, self.sight);
        position
            .moves()
            .filter(move |&action| sight.distance(&Path::of(position, action).after) == 0)
    }

    /// The legal moves that what is seen may be a stage of, but not the end.
    pub fn underway(&self) -> impl Iterator<Item = Move> + use<'a> {
        let (position, sight) = (self.position, self.sight);
        position.moves().filter(move |&action| {
            let path = Path::of(position, action);
            sight.distance(&path.after) > 0 && path.may_show(sight)
        })
    }

    /// How many legal moves explain all that is seen.
    #[must_use]
    pub const fn count_explaining(&self) -> u16 {
        self.explaining
    }

    /// How many legal moves may be half made.
    #[must_use]
    pub const fn count_underway(&self) -> u16 {
        self.underway
    }

    /// Whether nothing may have moved at all.
    #[must_use]
    pub fn may_be_unmoved(&self) -> bool {
        self.sight.distance(self.position.board()) == 0
    }

    /// The move, if exactly one explains what is seen and something did move.
    /// A pass changes nothing to be seen and so is never the only answer.
    #[must_use]
    pub fn only(&self) -> Option<Move> {
        if self.explaining == 1 && !self.may_be_unmoved() {
            self.explaining().next()
        } else {
            None
        }
    }

    /// Whether what is seen may be on the way of a legal move: a stage of a
    /// wider one, the known position while somebody can move, or a move whose
    /// marble may still be in the hand. Then one has to wait or be
    /// told, even if only one move explains what is seen.
    #[must_use]
    pub const fn finality(&self) -> Finality {
        self.finality
    }

    /// How many single repairs the nearest explanations leave; 0 if at least
    /// one explains all.
    #[must_use]
    pub const fn repairs(&self) -> u8 {
        self.nearest
    }

    /// The causes that leave the fewest repairs, each with the next of them.
    #[must_use]
    pub fn nearest(&self) -> Nearest<'a> {
        Nearest {
            position: self.position,
            sight: self.sight,
            repairs: self.nearest,
            unmoved: Some(Cause::Unmoved),
            moves: self.position.moves(),
        }
    }
}

/// The nearest explanations, "nothing moved" first.
#[derive(Debug, Clone)]
pub struct Nearest<'a> {
    position: &'a Position,
    sight: &'a Sight,
    repairs: u8,
    unmoved: Option<Cause>,
    moves: Moves,
}

impl Iterator for Nearest<'_> {
    type Item = Explanation;

    fn next(&mut self) -> Option<Explanation> {
        loop {
            let (cause, board) = match self.unmoved.take() {
                Some(unmoved) => (unmoved, *self.position.board()),
                None => {
                    let action = self.moves.next()?;
                    (Cause::Moved(action), Path::of(self.position, action).after)
                }
            };
            if self.sight.distance(&board) == self.repairs {
                return Some(Explanation {
                    cause,
                    board,
                    repairs: self.repairs,
                    repair: self.sight.repair(&board),
                });
            }
        }
    }
}

/// A legal move as something that takes time.
struct Path {
    before: Board,
    after: Board,
    /// Where the marbles that move come from.
    from: Cells,
    /// Those points and where they go.
    zone: Cells,
}

impl Path {
    /// The way of a legal move.
    fn of(position: &Position, action: Move) -> Self {
        let before = *position.board();
        let (from, toward) = match action {
            Move::InLine(m) => (run(m.rear(), m.toward(), before.occupied()), m.toward()),
            Move::Sideways(m) => (m.set(), m.toward()),
            Move::Pass => (Cells::EMPTY, super::Direction::East),
        };
        Self {
            before,
            after: before.shifted(from, toward),
            from,
            zone: from | from.step(toward),
        }
    }

    /// Whether `sight`, which fits the end, fits a stage with a marble in the
    /// hand too: over a masked point; or, if one falls, the rear one just lifted,
    /// for then as many are left on the same points, and only their colours
    /// tell. If it fits the known position as well, one of the two is the case.
    fn may_be_in_the_hand(&self, sight: &Sight) -> bool {
        let arrived = self.after.occupied() & self.zone;
        let falls = arrived.len() < self.from.len();
        let recoloured = Player::ALL.into_iter().fold(Cells::EMPTY, |set, player| {
            set | (self.before.of(player) & arrived & !self.after.of(player))
        });
        let unseen = arrived & sight.unknown();
        let uncoloured = recoloured & sight.occupied;
        !unseen.is_empty() || (falls && !uncoloured.is_empty())
    }

    /// Whether `sight` may be a stage of it: outside its zone nothing has
    /// changed; inside, every marble seen is one of those that move, at a point
    /// a marble of its colour comes from or goes to, and none is seen twice.
    fn may_show(&self, sight: &Sight) -> bool {
        let still = !self.zone;
        let mut changed =
            (sight.empty & self.before.occupied()) | (sight.occupied & !self.before.occupied());
        let mut elsewhere = Cells::EMPTY;
        let mut seen = (sight.occupied & self.zone).len();
        for player in Player::ALL {
            let looks = sight.looks_like(player);
            let (old, new) = (self.before.of(player), self.after.of(player));
            changed |= looks & !old;
            elsewhere |= looks & self.zone & !(old | new);
            let count = (looks & self.zone).len();
            if count > (old & self.from).len() {
                return false;
            }
            seen += count;
        }
        (changed & still).is_empty() && elsewhere.is_empty() && seen <= self.from.len()
    }
}
