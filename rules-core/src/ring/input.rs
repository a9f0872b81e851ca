//! What a ring is given.

use super::job::Report;
use crate::board::Buttons;
use crate::sensing::frame::{CurtainFrame, HallScan};
use crate::sensing::observation::Observation;

/// Something that happens to a ring.
#[derive(Debug, Clone, Copy)]
pub enum Input<'a> {
    /// A frame of the curtain.
    Curtain(&'a CurtainFrame),
    /// A scan of the analog channels.
    Hall(&'a HallScan),
    /// Something seen by other eyes: a script, a test, a sensor of one's own.
    Seen(&'a Observation),
    /// The buttons that are down now.
    Buttons(Buttons),
    /// Bytes from the host.
    Bytes(&'a [u8]),
    /// Whether a host is there.
    Host(Presence),
    /// What became of the last job.
    Storage(&'a Report),
    /// Nothing but time.
    Time,
}

/// Whether a host is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Presence {
    /// It has opened the port.
    There,
    /// It has closed it, or the cable is gone.
    Gone,
}
