//! Moves as text, in Aba-Pro notation.
//!
//! - In line: the rear point, then the point it moves to: `a1b2`. The number moved and
//!   the marbles pushed follow from the position.
//! - Sideways: both ends of the line, the lower one first, then the point where the
//!   first arrives: `c3c5d4`. The parser accepts the ends in either order.
//! - `pass`, for a player who cannot move.
//!
//! The notation does not depend on the number of players: the mover follows from the
//! order of play.

use super::cell::Cell;
use super::direction::Axis;
use super::moves::{InLine, Length, Move, Sideways};
use super::reason::Reason;
use crate::clause::Clause;
use core::fmt;
use core::str::FromStr;

/// Error of a text that is not a move: either it is not notation at all, or it names a
/// move that [`MoveParseError::clause`] forbids in every position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum MoveParseError {
    /// The text is neither two points, three points nor `pass`.
    Shape,
    /// A pair of characters is not a point of the board; the number is its index in the
    /// text, from 0.
    NoSuchCell(u8),
    /// The two points, start and arrival of a marble, are not neighbours.
    NotNeighbours(Cell, Cell),
    /// The two ends of a sideways move are not in one line.
    NotInLine(Cell, Cell),
    /// The two ends of a sideways move are further apart than three points.
    TooLong {
        /// Number of points from end to end, both included.
        count: u8,
    },
    /// A move of one marble is written with three points; its notation is these two.
    OneMarble(Cell, Cell),
    /// A line that moves along itself is written with three points; its notation is these
    /// two.
    AlongTheLine(Cell, Cell),
    /// The lower end of the line, this point, would arrive off the board, so that no
    /// notation for the move begins with it. Such a move is never legal (AB-6).
    LeavesTheBoard(Cell),
}

impl fmt::Display for MoveParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Shape => f.write_str(
                "not a move; write two points in line (a1b2), three sideways (c3c5d4), or pass",
            ),
            Self::NoSuchCell(nth) => {
                write!(f, "point {} of the move is not on the board", nth + 1)
            }
            Self::NotNeighbours(from, to) => {
                write!(
                    f,
                    "{from} and {to} are not neighbours; a marble moves one point"
                )
            }
            Self::NotInLine(one, other) => write!(f, "{one} and {other} are not in one line"),
            Self::TooLong { count } => Reason::TooLong { count }.fmt(f),
            Self::OneMarble(from, to) => write!(f, "this is one marble; write {from}{to}"),
            Self::AlongTheLine(rear, to) => {
                write!(f, "this line moves along itself; write {rear}{to}")
            }
            Self::LeavesTheBoard(cell) => {
                write!(f, "one's own marble on {cell} would leave the board")
            }
        }
    }
}

impl MoveParseError {
    /// Returns the clause that forbids the written move in every position. `None` if
    /// the text is not notation, or if the move has another spelling.
    ///
    /// ```
    /// use rules_core::clause::Clause;
    /// use rules_core::games::abalone::Move;
    ///
    /// let four_sideways = "b1b4c1".parse::<Move>().unwrap_err();
    /// assert_eq!(four_sideways.clause(), Some(Clause::Ab3));
    /// assert_eq!("nonsense".parse::<Move>().unwrap_err().clause(), None);
    /// ```
    #[must_use]
    pub const fn clause(self) -> Option<Clause> {
        match self {
            Self::Shape | Self::NoSuchCell(_) | Self::OneMarble(..) | Self::AlongTheLine(..) => {
                None
            }
            Self::NotNeighbours(..) | Self::NotInLine(..) => Some(Clause::Ab2),
            Self::TooLong { .. } => Some(Clause::Ab3),
            Self::LeavesTheBoard(_) => Some(Clause::Ab6),
        }
    }
}

impl core::error::Error for MoveParseError {}

/// Parses a move in Aba-Pro notation.
///
/// ```
/// use rules_core::games::abalone::Move;
///
/// let sideways: Move = "c3c5d4".parse().unwrap();
/// assert_eq!(sideways.to_string(), "c3c5d4");
/// assert_eq!("c5c3d6".parse(), Ok(sideways));
/// assert!("a1c3".parse::<Move>().is_err());
/// ```
impl FromStr for Move {
    type Err = MoveParseError;

    fn from_str(text: &str) -> Result<Self, MoveParseError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        let point = |nth: u8| -> Result<Cell, MoveParseError> {
            let from = usize::from(nth) * 2;
            text.get(from..from + 2)
                .and_then(|name| name.parse().ok())
                .ok_or(MoveParseError::NoSuchCell(nth))
        };
        match text.len() {
            4 => in_line(point(0)?, point(1)?).map(Self::InLine),
            6 => sideways(point(0)?, point(1)?, point(2)?).map(Self::Sideways),
            _ => Err(MoveParseError::Shape),
        }
    }
}

fn in_line(rear: Cell, to: Cell) -> Result<InLine, MoveParseError> {
    rear.direction_to(to)
        .and_then(|toward| InLine::new(rear, toward))
        .ok_or(MoveParseError::NotNeighbours(rear, to))
}

fn sideways(first: Cell, second: Cell, arrival: Cell) -> Result<Sideways, MoveParseError> {
    let toward = first
        .direction_to(arrival)
        .ok_or(MoveParseError::NotNeighbours(first, arrival))?;
    let (lower, upper) = (first.min(second), first.max(second));
    let (axis, count) = line(lower, upper).ok_or(MoveParseError::NotInLine(first, second))?;
    let length = match count {
        1 => return Err(MoveParseError::OneMarble(first, arrival)),
        2 => Length::Two,
        3 => Length::Three,
        _ => return Err(MoveParseError::TooLong { count }),
    };
    if toward.axis() == axis {
        let rear = if toward == axis.upward() {
            lower
        } else {
            upper
        };
        let to = rear.step(toward).unwrap_or(rear);
        return Err(MoveParseError::AlongTheLine(rear, to));
    }
    Sideways::new(lower, axis, length, toward).ok_or(MoveParseError::LeavesTheBoard(lower))
}

/// Returns the kind of line between two ends and its number of points, both ends
/// included; `None` if they are not in one line.
fn line(lower: Cell, upper: Cell) -> Option<(Axis, u8)> {
    Axis::ALL.into_iter().find_map(|axis| {
        core::iter::successors(Some(lower), |cell| cell.step(axis.upward()))
            .zip(1..)
            .find_map(|(cell, count)| (cell == upper).then_some((axis, count)))
    })
}

/// Writes the move in Aba-Pro notation.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = |from: Cell, toward| from.step(toward).unwrap_or(from);
        match *self {
            Self::InLine(m) => write!(f, "{}{}", m.rear(), to(m.rear(), m.toward())),
            Self::Sideways(m) => {
                let arrival = to(m.lower(), m.toward());
                write!(f, "{}{}{arrival}", m.lower(), m.upper())
            }
            Self::Pass => f.write_str("pass"),
        }
    }
}
