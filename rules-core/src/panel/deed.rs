//! What people want done.

use super::sound::Volume;
use crate::player::Players;
use crate::referee::Command;

/// Something that people at the table want done.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "made and done on the spot, and there is no heap"
)]
pub enum Deed {
    /// Tell the referee.
    Tell(Command),
    /// Do what the host waits to have allowed.
    Allow,
    /// Do not.
    Refuse,
    /// Begin a match. One that is over is put away by that.
    Begin(Start),
    /// Calibrate.
    Calibrate(Guidance),
    /// Make the lights so bright, in 255ths.
    Brighten(u8),
    /// Sound on or off.
    Sound(Volume),
}

/// A match that can be begun without a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Start {
    /// The last one again, from its start.
    Again,
    /// A [plain](super::plain) one.
    Plain(Players),
}

/// What a person says to the guide of a calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Guidance {
    /// Begin.
    Begin,
    /// What the step asks for is there: measure.
    Ready,
    /// Leave everything as it was.
    Cancel,
}
