//! Steps of a calibration and reasons to refuse a measurement, each with its sentence for
//! the person who calibrates.

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

/// Reason why the measurement of a calibration step was refused, with the sensor that
/// shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum StepRefusal {
    /// A magnet is near a sensor that should be at rest.
    Magnet(Sensor),
    /// A reflective sensor is covered that should be clear.
    Covered(Sensor),
    /// A sensor has too much noise.
    Noisy(Sensor),
    /// A resistor divider is off its level.
    OffLevel(Sensor),
    /// The reading of a sensor has not changed, although the step should change it.
    Unchanged(Sensor),
    /// The reading of a sensor has changed by an amount that the step cannot make.
    Unlikely(Sensor),
    /// The reading of a sensor has changed, although the step concerns others.
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

/// Steps of the square grid board: SUMOO has tokens of three strengths.
const SQUARES: [CalibrationStep; 4] = [
    CalibrationStep::Empty,
    CalibrationStep::Piece(Strength::Weak),
    CalibrationStep::Piece(Strength::Middle),
    CalibrationStep::Piece(Strength::Strong),
];

/// Steps of the hexagonal grid board: Abalone has marbles of two strengths.
const HEXAGONS: [CalibrationStep; 3] = [
    CalibrationStep::Empty,
    CalibrationStep::Piece(Strength::Weak),
    CalibrationStep::Piece(Strength::Strong),
];

/// Returns the calibration steps of a board, in order.
pub(super) const fn for_board(board: BoardId) -> &'static [CalibrationStep] {
    match board {
        BoardId::Ring => &RING,
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
