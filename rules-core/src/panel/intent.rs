//! Intents: actions that people at the table request with the buttons.

use super::sound::Volume;
use crate::player::Players;
use crate::referee::Command;

/// An action that a person requests with the buttons; the ring performs it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "made and done on the spot, and there is no heap"
)]
pub enum Intent {
    /// Give the referee a command.
    Command(Command),
    /// Allow the host's request that waits for a touch.
    Allow,
    /// Refuse the host's request that waits for a touch.
    Refuse,
    /// Begin a match, and close the one that is over.
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

/// Command of a person to the guided calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CalibrationInput {
    /// Start the calibration.
    Begin,
    /// Measure the present step, which the person has prepared.
    Ready,
    /// Cancel, and leave the calibration unchanged.
    Cancel,
}
