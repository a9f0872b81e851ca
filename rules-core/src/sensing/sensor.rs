//! Names of sensors, and of the faults they can have.

use crate::board::curtain::{EmitterPhase, Plane};
use crate::board::hall::Role;
use crate::closed_enum::closed_enum;
use crate::place::Edge;
use core::fmt;

/// Name of a sensor, or of a wire that many of them share. Numbers count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Sensor {
    /// Beam across the gutter: side, plane, and number clockwise along the side.
    Beam(Edge, Plane, u8),
    /// Number of the guard beams in old journals; no board has any.
    Guard(Unused),
    /// Shift-register chain of a side.
    Lane(Edge),
    /// Driver of all infrared emitters of a phase.
    Phase(EmitterPhase),
    /// Analog channel and its role.
    Channel(u8, Role),
    /// Address line of the multiplexers, S0 to S4.
    AddressLine(u8),
    /// Input of the ADC.
    Input(u8),
    /// Stream of curtain frames.
    CurtainFrames,
    /// Stream of analog scans.
    HallScans,
}

/// Content of a variant that only keeps its number, so that it has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Unused {}

closed_enum! {
    /// Fault of a sensor or a shared wire.
    enum SensorFault {
        /// The beam reads dark without an obstacle: its emitter or detector is dead.
        StuckDark = "stuck dark",
        /// The beam reads lit even with its emitter off.
        StuckLit = "stuck lit",
        /// Ambient light reaches the detector of the beam or the reflective sensor.
        Blinded = "blinded",
        /// The reading changes all the time.
        Flaky = "flaky",
        /// The analog value does not move at all, or sits at an end of its range.
        Stuck = "stuck",
        /// The address line or the data line of a chain keeps its level.
        LineStuck = "line stuck",
        /// The bits of the shift-register chain arrive out of place.
        Slipped = "slipped",
        /// The shift-register chain ends too early.
        Broken = "broken",
        /// The shift-register chain shows the code of another side.
        Swapped = "swapped",
        /// The resistor divider is off its level.
        OffLevel = "off level",
        /// Curtain frames or scans did not arrive.
        Lost = "frames lost",
        /// The ADC was read too late, so that values may belong to another channel.
        Overrun = "overrun",
        /// The sensor or input works with little margin.
        Weak = "weak",
    }
}

impl fmt::Display for Sensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beam(edge, plane, n) => write!(f, "{edge} {plane} beam {}", n + 1),
            Self::Guard(unused) => match *unused {},
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
