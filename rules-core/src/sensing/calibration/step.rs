//! Steps of a calibration, with the sentences for the person who does them, and the
//! reasons to refuse a measurement.

use crate::board::BoardId;
use crate::place::Post;
use crate::sensing::magnet::Strength;
use crate::sensing::sensor::Sensor;
use core::fmt;

/// Action of the person in one step of a calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CalibrationStep {
    /// Take everything off the board.
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

/// Reason why a measurement was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum StepRefusal {
    /// Magnet near a sensor that should be at rest.
    Magnet(Sensor),
    /// Covered reflective sensor.
    Covered(Sensor),
    /// Sensor with too much noise.
    Noisy(Sensor),
    /// Divider off its level.
    OffLevel(Sensor),
    /// Sensor that the step should have changed and did not.
    Unchanged(Sensor),
    /// Sensor that changed, but not as this step should.
    Unlikely(Sensor),
    /// Another sensor that changed as well.
    Elsewhere(Sensor),
}

const RING: [CalibrationStep; 8] = [
    CalibrationStep::Empty,
    CalibrationStep::Marker(Strength::Weak),
    CalibrationStep::Marker(Strength::Strong),
    CalibrationStep::Platform(Post::One),
    CalibrationStep::Platform(Post::Two),
    CalibrationStep::Platform(Post::Three),
    CalibrationStep::Platform(Post::Four),
    CalibrationStep::Disc,
];

/// Steps of the square grid: SUMOO has tokens of three strengths.
const SQUARES: [CalibrationStep; 4] = [
    CalibrationStep::Empty,
    CalibrationStep::Piece(Strength::Weak),
    CalibrationStep::Piece(Strength::Middle),
    CalibrationStep::Piece(Strength::Strong),
];

/// Steps of the hexagonal grid: Abalone has marbles of two strengths.
const HEXAGONS: [CalibrationStep; 3] = [
    CalibrationStep::Empty,
    CalibrationStep::Piece(Strength::Weak),
    CalibrationStep::Piece(Strength::Strong),
];

/// Returns the steps of a board, in order.
pub(super) const fn for_board(board: BoardId) -> &'static [CalibrationStep] {
    match board {
        BoardId::Ring | BoardId::RingLite => &RING,
        BoardId::GridHex => &HEXAGONS,
        BoardId::GridSquare => &SQUARES,
    }
}

impl fmt::Display for CalibrationStep {
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

impl fmt::Display for StepRefusal {
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
