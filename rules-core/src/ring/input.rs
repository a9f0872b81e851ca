//! Inputs of [`Ring::step`](super::Ring::step).

use super::job::Report;
use crate::board::Buttons;
use crate::sensing::frame::{CurtainFrame, HallScan};
use crate::sensing::observation::Observation;
use crate::wire::device::DeviceHealth;

/// An input of [`Ring::step`](super::Ring::step).
#[derive(Debug, Clone, Copy)]
pub enum Input<'a> {
    /// Frame of the light curtain: one reading of all beams.
    Curtain(&'a CurtainFrame),
    /// Scan of the analog channels: one reading of all Hall and reflective sensors.
    Hall(&'a HallScan),
    /// Observation from another source: a script, a test or a custom sensor.
    Seen(&'a Observation),
    /// Buttons that are down now; they may still bounce.
    Buttons(Buttons),
    /// Bytes received from the host, in pieces of any size.
    Bytes(&'a [u8]),
    /// Arrival or departure of a host.
    Host(HostPresence),
    /// Health of the device, measured once a second.
    Device(&'a DeviceHealth),
    /// Report of the last flash job.
    Storage(&'a Report),
    /// Passage of time without another input.
    Time,
}

/// Presence of a host at the other end of the USB connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum HostPresence {
    /// The host has opened the port.
    There,
    /// The host has closed the port, or the cable is unplugged.
    Gone,
}
