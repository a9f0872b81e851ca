//! List of the faulty analog channels, inputs and address lines.

use super::{HallTracker, health};
use crate::board::hall::Role;
use crate::sensing::sensor::{Sensor, SensorFault};

impl HallTracker {
    /// Iterates over the faulty channels, inputs and address lines and the stream of
    /// scans, each with its fault.
    pub fn faults(&self) -> impl Iterator<Item = (Sensor, SensorFault)> {
        let channels = health::used(self.profile).flat_map(|(channel, role)| {
            let state = self
                .channels
                .get(channel)
                .filter(|state| state.faults.has_any());
            let faults = state.into_iter().flat_map(health::own_faults);
            faults.map(move |fault| (Sensor::Channel(channel, role), fault))
        });
        let named = self.references.named;
        let line = named.map(|fault| (Sensor::AddressLine(fault.line()), SensorFault::LineStuck));
        let weak = self.cells.weak().filter_map(|cell| {
            let channel = self
                .wiring
                .cells
                .get(usize::from(cell))
                .copied()
                .flatten()?;
            Some((
                Sensor::Channel(channel, Role::Cell(cell)),
                SensorFault::Weak,
            ))
        });
        (self.health.shared().chain(line))
            .chain(channels)
            .chain(weak)
    }

    /// True if no channel, input or address line is faulty, nor the stream of scans.
    /// Callers check this first, because listing the faults is expensive.
    pub(in crate::sensing) fn is_well(&self) -> bool {
        self.references.named.is_none()
            && self.channels.are_well()
            && self.cells.are_well()
            && self.health.shared().next().is_none()
    }
}
