//! Move inference: the legal moves that lead from a known position to a board reading.
//!
//! Every legal move is tried. Its result is compared with the reading, and so is every
//! stage on the way to it, at which each marble that moves is still at its old point,
//! in a player's hand, or at its new point. Marbles of one colour are alike, so a line
//! of three may also be moved by carrying its rear marble to the front.
//!
//! Work: one comparison of a few dozen word operations for each legal move, at most
//! [`MAX_MOVES`](super::MAX_MOVES), and one for "nothing moved". The iterators
//! generate and compare the moves a second time instead of storing them. Colours
//! resolve more than occupancy. Masked sensors (`CellReading::Unknown`) fit anything,
//! so with many of them many moves explain a reading.
//!
//! An illegal move is never inferred. If no legal move fits, the nearest legal results
//! are returned, with the repairs that people would have to make.

use super::board::Board;
use super::board_reading::BoardReading;
use super::cell::Cell;
use super::cells::Cells;
use super::generate::Moves;
use super::legality::run;
use super::moves::Move;
use super::player::Player;
use super::position::Position;
use crate::games::cell_reading::{Finality, GridRepair};

/// Candidate explanation of a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum PlayHypothesis {
    /// No marble moved since the known position.
    Unmoved,
    /// A player made this legal move.
    Moved(Move),
}

/// Explanation of a board reading: a hypothesis, and the repairs that it leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Explanation {
    /// Hypothesis: a legal move, or none.
    pub cause: PlayHypothesis,
    /// Board after the hypothetical move.
    pub board: Board,
    /// Number of single repairs that are left; 0 if the hypothesis explains the whole
    /// reading.
    pub repairs: u8,
    /// First of the repairs that are left; `None` if none is.
    pub repair: Option<GridRepair<Cell, Player>>,
}

/// Comparison of a reading with every legal continuation of a position.
#[derive(Debug, Clone, Copy)]
pub struct Inference<'a> {
    position: &'a Position,
    reading: &'a BoardReading,
    explaining: u16,
    underway: u16,
    nearest: u8,
    finality: Finality,
}

/// Compares `reading` with every legal continuation of `position`.
///
/// ```
/// use rules_core::games::abalone::{BoardReading, Move, StartPosition, infer};
/// use rules_core::games::cell_reading::Finality;
///
/// let before = StartPosition::Standard.position();
/// let mut after = before;
/// let played: Move = "a1b2".parse().unwrap();
/// after.play(played).unwrap();
/// let reading = BoardReading::occupancy(after.board());
/// let inference = infer(&before, &reading);
/// assert_eq!(inference.only(), Some(played));
/// assert_eq!(inference.finality(), Finality::Final);
/// ```
#[must_use]
pub fn infer<'a>(position: &'a Position, reading: &'a BoardReading) -> Inference<'a> {
    let mut found = Inference {
        position,
        reading,
        explaining: 0,
        underway: 0,
        nearest: reading.distance(position.board()),
        finality: Finality::Final,
    };
    for action in position.moves() {
        let path = MoveTimeline::new(position, action);
        let distance = reading.distance(&path.after);
        found.nearest = found.nearest.min(distance);
        let continues = if distance == 0 {
            found.explaining += 1;
            path.may_be_in_the_hand(reading)
        } else {
            let underway = path.may_show(reading);
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
    /// Iterates over the legal moves whose result is compatible with the reading.
    pub fn explaining(&self) -> impl Iterator<Item = Move> + use<'a> {
        let (position, reading) = (self.position, self.reading);
        position.moves().filter(move |&action| {
            reading.distance(&MoveTimeline::new(position, action).after) == 0
        })
    }

    /// Iterates over the legal moves of which the reading may show a stage, but not the
    /// end.
    pub fn underway(&self) -> impl Iterator<Item = Move> + use<'a> {
        let (position, reading) = (self.position, self.reading);
        position.moves().filter(move |&action| {
            let path = MoveTimeline::new(position, action);
            reading.distance(&path.after) > 0 && path.may_show(reading)
        })
    }

    /// Returns the number of legal moves whose result is compatible with the reading.
    #[must_use]
    pub const fn count_explaining(&self) -> u16 {
        self.explaining
    }

    /// Returns the number of legal moves of which the reading may show a stage, but not
    /// the end.
    #[must_use]
    pub const fn count_underway(&self) -> u16 {
        self.underway
    }

    /// True if the reading is compatible with the known position, so that perhaps no
    /// marble moved.
    #[must_use]
    pub fn may_be_unmoved(&self) -> bool {
        self.reading.distance(self.position.board()) == 0
    }

    /// Returns the move if exactly one explains the reading and a marble did move;
    /// otherwise `None`. A pass changes no reading and is therefore never the only
    /// explanation.
    #[must_use]
    pub fn only(&self) -> Option<Move> {
        if self.explaining == 1 && !self.may_be_unmoved() {
            self.explaining().next()
        } else {
            None
        }
    }

    /// Returns `MayContinue` if the reading may be a stage of a legal move, even if one
    /// move explains all of it. Examples are a move of more marbles, the known position
    /// while a player can move, and a marble that may still be in the hand. The caller
    /// then has to wait or ask.
    #[must_use]
    pub const fn finality(&self) -> Finality {
        self.finality
    }

    /// Returns the number of single repairs that the nearest explanations leave; 0 if
    /// at least one explains the whole reading.
    #[must_use]
    pub const fn repairs(&self) -> u8 {
        self.nearest
    }

    /// Iterates over the hypotheses that leave the fewest repairs, each with the first
    /// repair.
    #[must_use]
    pub fn nearest(&self) -> Nearest<'a> {
        Nearest {
            position: self.position,
            reading: self.reading,
            repairs: self.nearest,
            unmoved: Some(PlayHypothesis::Unmoved),
            moves: self.position.moves(),
        }
    }
}

/// Iterator over the explanations with the fewest repairs, "nothing moved" first.
#[derive(Debug, Clone)]
pub struct Nearest<'a> {
    position: &'a Position,
    reading: &'a BoardReading,
    repairs: u8,
    unmoved: Option<PlayHypothesis>,
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
                    (
                        PlayHypothesis::Moved(action),
                        MoveTimeline::new(self.position, action).after,
                    )
                }
            };
            if self.reading.distance(&board) == self.repairs {
                return Some(Explanation {
                    cause,
                    board,
                    repairs: self.repairs,
                    repair: self.reading.repair(&board),
                });
            }
        }
    }
}

/// Legal move as a process in time: the board before and after, and the points in
/// between.
struct MoveTimeline {
    before: Board,
    after: Board,
    /// Points that the moving marbles leave.
    from: Cells,
    /// Points that the moving marbles leave or arrive on.
    zone: Cells,
}

impl MoveTimeline {
    /// Computes the timeline of a legal move.
    fn new(position: &Position, action: Move) -> Self {
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

    /// True if `reading`, which fits the end of the move, also fits a stage with a marble
    /// in the hand. This happens over a masked point; or, if a marble falls, while the
    /// rear one is just lifted, because then as many marbles are left on the same
    /// points and only their colours differ. If `reading` fits the known position as
    /// well, one of these two is the case.
    fn may_be_in_the_hand(&self, reading: &BoardReading) -> bool {
        let arrived = self.after.occupied() & self.zone;
        let falls = arrived.len() < self.from.len();
        let recoloured = Player::ALL.into_iter().fold(Cells::EMPTY, |set, player| {
            set | (self.before.marbles_of(player) & arrived & !self.after.marbles_of(player))
        });
        let unseen = arrived & reading.unknown();
        let uncoloured = recoloured & reading.occupied;
        !unseen.is_empty() || (falls && !uncoloured.is_empty())
    }

    /// True if `reading` may be a stage of the move. Outside its zone no point has
    /// changed; inside, every marble read is one of those that move, at a point a
    /// marble of its colour leaves or arrives on, and none is read twice.
    fn may_show(&self, reading: &BoardReading) -> bool {
        let still = !self.zone;
        let mut changed =
            (reading.empty & self.before.occupied()) | (reading.occupied & !self.before.occupied());
        let mut elsewhere = Cells::EMPTY;
        let mut seen = (reading.occupied & self.zone).len();
        for player in Player::ALL {
            let looks = reading.cells_matching(player);
            let (old, new) = (
                self.before.marbles_of(player),
                self.after.marbles_of(player),
            );
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
