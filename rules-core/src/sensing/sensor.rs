//! Names of sensors, and of the faults they can have.

use crate::board::curtain::{EmitterPhase, Plane};
use crate::board::hall::Role;
use crate::closed_enum::closed_enum;
use crate::place::Edge;
use core::fmt;

/// A sensor, or a wire that many of them share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Sensor {
    /// Beam across the gutter: side, plane and number from 0.
    Beam(Edge, Plane, u8),
    /// Guard beam along a side.
    Guard(Edge, Plane),
    /// Shift-register chain of a side.
    Lane(Edge),
    /// All emitters of a phase.
    Phase(EmitterPhase),
    /// Analog channel and its role.
    Channel(u8, Role),
    /// Address line of the multiplexers, S0 to S4.
    AddressLine(u8),
    /// Input of the converter.
    Input(u8),
    /// Stream of curtain frames.
    CurtainFrames,
    /// Stream of analog scans.
    HallScans,
}

closed_enum! {
    /// Fault of a sensor or a shared wire.
    enum SensorFault {
        /// Beam reads dark without an obstacle: a dead emitter or detector.
        StuckDark = "stuck dark",
        /// Beam reads lit even with its emitter off.
        StuckLit = "stuck lit",
        /// Ambient light reaches the detector.
        Blinded = "blinded",
        /// Reading changes all the time.
        Flaky = "flaky",
        /// Analog value does not move at all, or sits at an end of its range.
        Stuck = "stuck",
        /// Line keeps its level.
        LineStuck = "line stuck",
        /// Bits of a chain arrive out of place.
        Slipped = "slipped",
        /// Chain ends too early.
        Broken = "broken",
        /// Chain shows the code of another.
        Swapped = "swapped",
        /// Reference is off its level.
        OffLevel = "off level",
        /// Frames did not arrive.
        Lost = "frames lost",
        /// Values may belong to another channel.
        Overrun = "overrun",
        /// Sensor works, with little margin.
        Weak = "weak",
    }
}

impl fmt::Display for Sensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beam(edge, plane, n) => write!(f, "{edge} {plane} beam {}", n + 1),
            Self::Guard(edge, plane) => write!(f, "{edge} {plane} guard"),
            Self::Lane(edge) => write!(f, "{edge} chain"),
            Self::Phase(phase) => write!(f, "emitters of phase {phase}"),
            Self::Channel(n, role) => write!(f, "channel {n} ({role})"),
            Self::AddressLine(n) => write!(f, "address line S{n}"),
            Self::Input(n) => write!(f, "analog input {n}"),
            Self::CurtainFrames => f.write_str("curtain frames"),
            Self::HallScans => f.write_str("analog scans"),
        }
    }
}
