//! The name of a sensor, and what can be wrong with it.

use crate::board::curtain::{Phase, Plane};
use crate::board::hall::Role;
use crate::closed::closed;
use crate::place::Edge;
use core::fmt;

/// A sensor, or a wire that many of them share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Sensor {
    /// A beam across the gutter.
    Beam(Edge, Plane, u8),
    /// The beam along a side.
    Guard(Edge, Plane),
    /// The chain of shift registers of a side.
    Lane(Edge),
    /// All emitters of a phase.
    Phase(Phase),
    /// An analog channel and what it looks at.
    Channel(u8, Role),
    /// An address line of the multiplexers, S0 to S4.
    AddressLine(u8),
    /// An input of the converter.
    Input(u8),
    /// The stream of curtain frames.
    CurtainFrames,
    /// The stream of analog scans.
    HallScans,
}

closed! {
    /// What is wrong with a sensor.
    enum Trouble {
        /// It reads dark though nothing is there: a dead emitter or detector.
        StuckDark = "stuck dark",
        /// It reads lit even with its emitter off.
        StuckLit = "stuck lit",
        /// Foreign light reaches it.
        Blinded = "blinded",
        /// It changes its mind all the time.
        Flaky = "flaky",
        /// An analog value does not move at all, or sits at an end.
        Stuck = "stuck",
        /// A line keeps its level.
        LineStuck = "line stuck",
        /// Bits of a chain arrive out of place.
        Slipped = "slipped",
        /// A chain ends too early.
        Broken = "broken",
        /// A chain shows the code of another.
        Swapped = "swapped",
        /// A reference is off its level.
        OffLevel = "off level",
        /// Frames did not arrive.
        Lost = "frames lost",
        /// Values may sit on the wrong channel.
        Overrun = "overrun",
        /// It works, with little in hand.
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
