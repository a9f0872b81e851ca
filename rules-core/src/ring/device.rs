//! Crash and health of the device, which the firmware measures and hosts receive.

use super::Ring;
use crate::wire::device::{Crash, DeviceHealth};
use crate::wire::message::WatchStream;

/// Uptime after which hosts that watch the device receive its health again, in seconds.
const REPORT_INTERVAL: u32 = 60;

impl<const CHUNKS: usize> Ring<CHUNKS> {
    /// Sets the crash that led to the last start of the device.
    pub fn set_crash(&mut self, crash: Option<Crash>) {
        self.crash = crash;
    }

    /// Returns the health of the device, as last measured; `None` if it was not measured.
    #[must_use]
    pub const fn device_health(&self) -> Option<&DeviceHealth> {
        self.health.as_ref()
    }

    /// Stores the health of the device, and queues it for a host that watches it once a
    /// [`REPORT_INTERVAL`].
    pub(super) fn on_health(&mut self, health: &DeviceHealth) {
        let interval = |health: &DeviceHealth| health.uptime / REPORT_INTERVAL;
        let before = self.health.replace(DeviceHealth {
            erases: self.wear.erases,
            ..*health
        });
        let is_due = before.is_some_and(|before| interval(&before) != interval(health));
        self.link.sends.device |= is_due && self.link.streams.contains(WatchStream::Device);
    }
}
