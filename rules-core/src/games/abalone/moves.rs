//! Moves of Abalone and their effects.

use super::cell::Cell;
use super::cells::Cells;
use super::direction::{Axis, Direction};
use super::player::Player;

/// Move of one player (AB-2), written and read in Aba-Pro notation (`notation.rs`).
///
/// An in-line move is its rear marble and a direction: every marble in contact ahead of
/// it moves along, so the number moved and the marbles pushed follow from the position.
/// Each pair of a set of marbles and a direction is therefore exactly one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Move {
    /// Move of one to three marbles of a line, along that line.
    InLine(InLine),
    /// Move of two or three marbles of a line, across that line.
    Sideways(Sideways),
    /// No movement, for a player without a legal move (AB-11).
    Pass,
}

/// In-line move: the rear marble of a line and the direction in which all of it moves.
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
    /// Creates the movement that starts on `rear`; `None` if its first step leads off
    /// the board.
    #[must_use]
    pub fn new(rear: Cell, toward: Direction) -> Option<Self> {
        rear.step(toward).map(|_| Self { rear, toward })
    }

    /// Creates the movement without checking it: the caller guarantees that
    /// [`Self::new`] would return it.
    pub(super) const fn unchecked(rear: Cell, toward: Direction) -> Self {
        Self { rear, toward }
    }

    /// Returns the point of the rear marble, where the movement starts.
    #[must_use]
    pub const fn rear(self) -> Cell {
        self.rear
    }

    /// Returns the direction of the movement.
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

/// Sideways move: a line of two or three marbles that moves across its own direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(into = "SidewaysBytes", try_from = "SidewaysBytes")
)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Sideways {
    lower: Cell,
    axis: Axis,
    length: Length,
    toward: Direction,
}

/// Number of marbles that move sideways together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Length {
    /// Two marbles move together.
    Two,
    /// Three marbles move together.
    Three,
}

impl Sideways {
    /// Creates the movement of the line from `lower` along `axis`, one step `toward`.
    /// `None` if the line or the point where `lower` arrives is not on the board, or if
    /// `toward` runs along the line.
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

    /// Creates the movement without checking it: the caller guarantees that
    /// [`Self::new`] would return it.
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

    /// Returns the point of the lower end of the line of marbles.
    #[must_use]
    pub const fn lower(self) -> Cell {
        self.lower
    }

    /// Returns the point of the upper end of the line of marbles.
    #[must_use]
    pub fn upper(self) -> Cell {
        self.cells().last().unwrap_or(self.lower)
    }

    /// Returns the direction of the movement.
    #[must_use]
    pub const fn toward(self) -> Direction {
        self.toward
    }

    /// Iterates over the points of the line, the lower end first.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let upward = self.axis.upward();
        core::iter::successors(Some(self.lower), move |cell| cell.step(upward))
            .take(self.length.count())
    }

    /// Returns the points of the line as a set.
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
    /// Returns the number of marbles: 2 or 3.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Three => 3,
        }
    }
}

/// Serialised form of [`Sideways`], checked when read.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct SidewaysBytes(Cell, Axis, Length, Direction);

#[cfg(feature = "serde")]
impl From<Sideways> for SidewaysBytes {
    fn from(s: Sideways) -> Self {
        Self(s.lower, s.axis, s.length, s.toward)
    }
}

#[cfg(feature = "serde")]
impl TryFrom<SidewaysBytes> for Sideways {
    type Error = &'static str;

    fn try_from(
        SidewaysBytes(lower, axis, length, toward): SidewaysBytes,
    ) -> Result<Self, Self::Error> {
        Self::new(lower, axis, length, toward).ok_or("no sideways move on this board")
    }
}

/// Effect of a legal move: the marbles it moves, pushes and ejects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Effect {
    /// Points of all marbles that move, with their direction; `None` for a pass.
    pub(super) shift: Option<(Cells, Direction)>,
    /// Points from which marbles of the mover's side moved.
    pub moved: Cells,
    /// Points of [`moved`](Self::moved) with marbles of the partner (AB-9).
    pub assisting: Cells,
    /// Points from which enemy marbles were pushed (AB-4).
    pub pushed: Cells,
    /// Owner of the marble pushed off the board, and the point from which it left
    /// (AB-6); `None` if no marble was ejected.
    pub ejected: Option<(Player, Cell)>,
}

impl Effect {
    /// Effect of a pass.
    pub(super) const NOTHING: Self = Self {
        shift: None,
        moved: Cells::EMPTY,
        assisting: Cells::EMPTY,
        pushed: Cells::EMPTY,
        ejected: None,
    };

    /// Returns the direction in which all marbles moved; `None` for a pass.
    #[must_use]
    pub fn toward(&self) -> Option<Direction> {
        self.shift.map(|(_, toward)| toward)
    }
}
