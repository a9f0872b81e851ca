//! What a player can ask for, and what came of it.

use super::cell::Cell;
use super::cells::Cells;
use super::direction::{Axis, Direction};
use super::player::Player;

/// One move (AB-2), written and read in Aba-Pro notation (`notation.rs`).
///
/// An in-line move is its rear marble and a direction: every marble in contact
/// ahead of it goes along, so the number moved and the marbles pushed follow
/// from the position. That makes each (set of marbles, direction) one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Move {
    /// One to three marbles of a line, along that line.
    InLine(InLine),
    /// Two or three marbles of a line, across that line.
    Sideways(Sideways),
    /// Nothing, for want of a legal move (AB-11).
    Pass,
}

/// The marble a movement along a line starts from, and where to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(into = "(Cell, Direction)", try_from = "(Cell, Direction)")
)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct InLine {
    rear: Cell,
    toward: Direction,
}

impl InLine {
    /// The movement that starts on `rear`; `None` if it leads off the board at once.
    #[must_use]
    pub fn new(rear: Cell, toward: Direction) -> Option<Self> {
        rear.step(toward).map(|_| Self { rear, toward })
    }

    /// Trusts the caller that [`Self::new`] would agree.
    pub(super) const fn unchecked(rear: Cell, toward: Direction) -> Self {
        Self { rear, toward }
    }

    /// The marble the movement starts from.
    #[must_use]
    pub const fn rear(self) -> Cell {
        self.rear
    }

    /// Where to.
    #[must_use]
    pub const fn toward(self) -> Direction {
        self.toward
    }
}

impl From<InLine> for (Cell, Direction) {
    fn from(in_line: InLine) -> Self {
        (in_line.rear, in_line.toward)
    }
}

impl TryFrom<(Cell, Direction)> for InLine {
    type Error = &'static str;

    fn try_from((rear, toward): (Cell, Direction)) -> Result<Self, Self::Error> {
        Self::new(rear, toward).ok_or("leads off the board")
    }
}

/// A line of two or three points and a direction across it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "Written", try_from = "Written"))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Sideways {
    lower: Cell,
    axis: Axis,
    length: Length,
    toward: Direction,
}

/// How many marbles go sideways together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Length {
    /// Two.
    Two,
    /// Three.
    Three,
}

impl Sideways {
    /// The line from `lower` along `axis`, moved `toward`; `None` if the line
    /// or where it should arrive is not on the board, or `toward` runs along it.
    #[must_use]
    pub fn new(lower: Cell, axis: Axis, length: Length, toward: Direction) -> Option<Self> {
        let sideways = Self {
            lower,
            axis,
            length,
            toward,
        };
        let arrival = lower.step(toward).is_some();
        (toward.axis() != axis && sideways.cells().count() == length.count() && arrival)
            .then_some(sideways)
    }

    /// Trusts the caller that [`Self::new`] would agree.
    pub(super) const fn unchecked(
        lower: Cell,
        axis: Axis,
        length: Length,
        toward: Direction,
    ) -> Self {
        Self {
            lower,
            axis,
            length,
            toward,
        }
    }

    /// The lower end of the line.
    #[must_use]
    pub const fn lower(self) -> Cell {
        self.lower
    }

    /// The upper end of the line.
    #[must_use]
    pub fn upper(self) -> Cell {
        self.cells().last().unwrap_or(self.lower)
    }

    /// Where to.
    #[must_use]
    pub const fn toward(self) -> Direction {
        self.toward
    }

    /// Its points, the lower end first.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let upward = self.axis.upward();
        core::iter::successors(Some(self.lower), move |cell| cell.step(upward))
            .take(self.length.count())
    }

    /// Its points as a set.
    #[must_use]
    #[inline]
    pub(super) fn set(self) -> Cells {
        let upward = self.axis.upward();
        let one = Cells::of(self.lower);
        let two = one | one.step(upward);
        match self.length {
            Length::Two => two,
            Length::Three => two | two.step(upward),
        }
    }
}

impl Length {
    /// As a number.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Three => 3,
        }
    }
}

/// [`Sideways`] in bytes, checked on the way in.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Written(Cell, Axis, Length, Direction);

#[cfg(feature = "serde")]
impl From<Sideways> for Written {
    fn from(s: Sideways) -> Self {
        Self(s.lower, s.axis, s.length, s.toward)
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Written> for Sideways {
    type Error = &'static str;

    fn try_from(Written(lower, axis, length, toward): Written) -> Result<Self, Self::Error> {
        Self::new(lower, axis, length, toward).ok_or("no sideways move on this board")
    }
}

/// What a legal move does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Effect {
    /// All marbles that go, with where to; nothing for a pass.
    pub(super) shift: Option<(Cells, Direction)>,
    /// Where marbles of the mover's side were that moved.
    pub moved: Cells,
    /// Those among [`moved`](Self::moved) that are the partner's (AB-9).
    pub assisting: Cells,
    /// Where enemy marbles were that were pushed (AB-4).
    pub pushed: Cells,
    /// The marble pushed off the board, and where it left (AB-6).
    pub ejected: Option<(Player, Cell)>,
}

impl Effect {
    /// A pass.
    pub(super) const NOTHING: Self = Self {
        shift: None,
        moved: Cells::EMPTY,
        assisting: Cells::EMPTY,
        pushed: Cells::EMPTY,
        ejected: None,
    };

    /// The direction all marbles went; `None` for a pass.
    #[must_use]
    pub fn toward(&self) -> Option<Direction> {
        self.shift.map(|(_, toward)| toward)
    }
}
