//! Intents: actions that people request at the table.

use super::sound::Volume;
use crate::player::Players;
use crate::referee::Command;

/// An action that people at the table request.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "made and done on the spot, and there is no heap"
)]
pub enum Intent {
    /// Give the referee a command.
    Command(Command),
    /// Allow the request that a host waits for.
    Allow,
    /// Refuse the request that a host waits for.
    Refuse,
    /// Begin a match. A match that is over is closed by that.
    Begin(QuickStart),
    /// Control the guided calibration.
    Calibrate(CalibrationInput),
    /// Set the brightness of the lights, in 255ths.
    Brighten(u8),
    /// Turn the sound on or off.
    Sound(Volume),
}

/// A match that can begin without a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum QuickStart {
    /// The last match again, from its start.
    Again,
    /// A [quick match](super::quick_match) with this number of players.
    Plain(Players),
}

/// Input of a person to the guide of a calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CalibrationInput {
    /// Start the calibration.
    Begin,
    /// Measure: the step is prepared.
    Ready,
    /// Cancel, and leave everything unchanged.
    Cancel,
}
