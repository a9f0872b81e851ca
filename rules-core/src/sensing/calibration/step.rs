//! The steps of a calibration, in the words for the person who does them, and why
//! one is not taken.

use crate::board::Name;
use crate::place::Post;
use crate::sensing::magnet::Strength;
use crate::sensing::sensor::Sensor;
use core::fmt;

/// What a person has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Step {
    /// Take everything away.
    Empty,
    /// Put a marker of this strength into the first slot of the first post.
    Marker(Strength),
    /// Lay the platform at this post, short edge to the ring.
    Platform(Post),
    /// Lay a medium disc on the platform, over its back sensor.
    Disc,
    /// Put a piece of this strength on the middle cell.
    Piece(Strength),
}

/// Why a measurement was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Refusal {
    /// Something is there that should not be.
    Magnet(Sensor),
    /// Something covers a reflective sensor.
    Covered(Sensor),
    /// A sensor is too noisy.
    Noisy(Sensor),
    /// A divider is off its level.
    OffLevel(Sensor),
    /// What the step should have changed did not change.
    Unchanged(Sensor),
    /// It changed, but not as this step should.
    Unlikely(Sensor),
    /// Another sensor changed as well.
    Elsewhere(Sensor),
}

const RING: [Step; 8] = [
    Step::Empty,
    Step::Marker(Strength::Weak),
    Step::Marker(Strength::Strong),
    Step::Platform(Post::One),
    Step::Platform(Post::Two),
    Step::Platform(Post::Three),
    Step::Platform(Post::Four),
    Step::Disc,
];

/// SUMOO has tokens of three strengths,
const SQUARES: [Step; 4] = [
    Step::Empty,
    Step::Piece(Strength::Weak),
    Step::Piece(Strength::Middle),
    Step::Piece(Strength::Strong),
];

/// and Abalone pieces of two.
const HEXAGONS: [Step; 3] = [
    Step::Empty,
    Step::Piece(Strength::Weak),
    Step::Piece(Strength::Strong),
];

/// The steps of a board, in order.
pub(super) const fn of(board: Name) -> &'static [Step] {
    match board {
        Name::Ring | Name::RingLite => &RING,
        Name::GridHex => &HEXAGONS,
        Name::GridSquare => &SQUARES,
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("take everything off the board"),
            Self::Marker(strength) => write!(
                f,
                "put a {strength} marker into slot 1 of post 1 and nothing else"
            ),
            Self::Platform(post) => write!(
                f,
                "lay the empty platform at post {post}, short edge to the ring"
            ),
            Self::Disc => f.write_str("lay a medium disc on the platform, over its back sensor"),
            Self::Piece(strength) => write!(
                f,
                "put a {strength} piece on the middle cell and nothing else"
            ),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magnet(sensor) => {
                write!(f, "a magnet is near {sensor}: take it away and try again")
            }
            Self::Covered(sensor) => write!(f, "{sensor} is covered: clear it and try again"),
            Self::Noisy(sensor) => write!(
                f,
                "{sensor} is too noisy: move chargers and hands away and try again"
            ),
            Self::OffLevel(sensor) => write!(
                f,
                "{sensor} is off its level: check its resistors and the supply"
            ),
            Self::Unchanged(sensor) => write!(
                f,
                "{sensor} has not changed: put it there and hold it still for a second"
            ),
            Self::Unlikely(sensor) => write!(
                f,
                "{sensor} changed by what this step cannot make: check strength and side"
            ),
            Self::Elsewhere(sensor) => write!(
                f,
                "{sensor} changed as well: leave only what this step asks for"
            ),
        }
    }
}
