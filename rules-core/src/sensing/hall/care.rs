//! How well each channel is, which are left out, and what drift made of them.

use super::cells::Cells;
use super::line::Faults;
use super::{HallWatch, health, post, reference};
use crate::board::hall::{INPUTS, Role};
use crate::sensing::calibration::record::Group;
use crate::sensing::calibration::{Calibration, Provenance};
use crate::sensing::magnet::Strength;
use crate::sensing::sensor::{Sensor, Trouble};

/// Where readings change their meaning, in steps from the rest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thresholds {
    slots: [i32; 2],
    cells: [i32; 3],
    docks: i32,
    elements: i32,
    optics: [i32; 2],
    edges: i32,
}

impl Thresholds {
    pub(super) fn new(calibration: &Calibration, cells: &Cells) -> Self {
        let steps = |group, strength| i32::from(calibration.steps(group, strength));
        let finger = steps(Group::Optics, Strength::Weak);
        let wood = steps(Group::Optics, Strength::Strong);
        Self {
            slots: post::thresholds(calibration),
            cells: cells.thresholds(),
            docks: steps(Group::Docks, Strength::Weak),
            elements: steps(Group::Elements, Strength::Weak) / 2,
            optics: [finger / 5 * 3, finger + (wood - finger) / 5],
            edges: steps(Group::Edges, Strength::Weak),
        }
    }
}

impl HallWatch {
    /// Everything that is in trouble now.
    pub fn troubles(&self) -> impl Iterator<Item = (Sensor, Trouble)> {
        let channels = health::used(self.profile).flat_map(|(channel, role)| {
            let line = self.lines.line(channel).filter(|it| it.faults.has_any());
            let troubles = line.into_iter().flat_map(health::of_line);
            troubles.map(move |trouble| (Sensor::Channel(channel, role), trouble))
        });
        let named = self.references.named;
        let line = named.map(|it| (Sensor::AddressLine(it.line()), Trouble::LineStuck));
        self.health.shared().chain(line).chain(channels)
    }

    /// Whether nothing is in trouble. To be asked first: to go through all that
    /// could be takes long.
    pub(in crate::sensing) fn is_well(&self) -> bool {
        self.references.named.is_none()
            && self.lines.are_well()
            && self.health.shared().next().is_none()
    }

    /// How far a channel's reading is from where it would change its meaning, in
    /// units of its noise; nothing for a channel that has no meaning.
    #[must_use]
    pub fn margin(&self, channel: u8) -> Option<u16> {
        let role = self.role(channel)?;
        let away = i32::from(self.lines.away(channel));
        let limits = &self.thresholds;
        let nearest = |of: &[i32]| of.iter().map(|it| away.abs().abs_diff(*it)).min();
        let distance = match role {
            Role::Slot(..) => nearest(&limits.slots),
            Role::Cell(_) => nearest(&limits.cells),
            Role::Dock(..) => nearest(&[limits.docks]),
            Role::Element(..) => nearest(&[limits.elements]),
            Role::Optic(..) => nearest(&limits.optics),
            Role::Edge(..) => nearest(&[limits.edges]),
            Role::Divider => Some(reference::OFF.abs_diff(away.abs() as i16).into()),
            Role::Quiet => None,
        }?;
        let noise = u32::from(self.lines.sigma(channel).max(1));
        Some(u16::try_from(distance / noise).unwrap_or(u16::MAX))
    }

    /// Leaves a sensor out, or takes it in again. What rests on it is asked.
    pub fn mask(&mut self, sensor: Sensor, masked: bool) {
        for (channel, _) in health::used(self.profile) {
            let meant = match sensor {
                Sensor::Channel(number, _) => number == channel,
                Sensor::Input(input) => channel % INPUTS as u8 == input,
                _ => false,
            };
            if meant && let Some(line) = self.lines.line_mut(channel) {
                line.faults.set(Faults::MASKED, masked);
            }
        }
    }

    /// What drift has made of the rests so far, as a proposal: only what nobody
    /// measured may be replaced by it.
    #[must_use]
    pub fn proposal(&self, calibration: &Calibration) -> Calibration {
        let mut proposal = calibration.clone();
        for (channel, rest) in (0..).zip(&mut proposal.rests) {
            if let Some(line) = self.lines.line(channel) {
                rest.sum = line.rest.sum();
                rest.from = Provenance::Automatic;
            }
        }
        proposal
    }
}
