//! Inputs of a ring.

use super::job::Report;
use crate::board::Buttons;
use crate::sensing::frame::{CurtainFrame, HallScan};
use crate::sensing::observation::Observation;

/// An input of a ring.
#[derive(Debug, Clone, Copy)]
pub enum Input<'a> {
    /// Frame of the curtain.
    Curtain(&'a CurtainFrame),
    /// Scan of the analog channels.
    Hall(&'a HallScan),
    /// Observation from another source: a script, a test or a custom sensor.
    Seen(&'a Observation),
    /// Buttons that are down now.
    Buttons(Buttons),
    /// Bytes from the host.
    Bytes(&'a [u8]),
    /// Change of the host's presence.
    Host(HostPresence),
    /// Report of the last flash job.
    Storage(&'a Report),
    /// Passage of time alone.
    Time,
}

/// Presence of a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum HostPresence {
    /// The host has opened the port.
    There,
    /// The host has closed the port, or the cable is unplugged.
    Gone,
}
