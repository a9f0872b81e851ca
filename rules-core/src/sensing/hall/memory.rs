//! Handing over what the watch knows: to be kept as evidence, and taken up again
//! in a replay.

use super::HallWatch;
use super::edge::EdgeMemory;
use super::lines::Lines;
use crate::board::Profile;
use crate::board::hall::Role;
use crate::sensing::calibration::Calibration;
use crate::sensing::carry::Carrier;

/// What is known of every channel at one instant, to be handed over later: to
/// hand it over takes longer than a frame.
#[derive(Debug, Clone)]
pub struct ChannelMemory {
    profile: &'static Profile,
    lines: Lines,
    edges: EdgeMemory,
}

impl ChannelMemory {
    pub(crate) fn new(profile: &'static Profile) -> Self {
        Self {
            profile,
            lines: Lines::new(profile, &Calibration::nominal(profile), 0),
            edges: EdgeMemory::new(),
        }
    }

    /// Hands over what was known of one channel.
    pub(crate) fn carry_channel(&mut self, channel: u8, carrier: &mut impl Carrier) {
        if let Some(line) = self.lines.line_mut(channel) {
            line.carry(carrier);
        }
        let wired = self.profile.hall.channels.get(usize::from(channel));
        if let Some(Role::Edge(edge, n)) = wired.and_then(|channel| channel.role()) {
            self.edges.carry_row(edge, n, carrier);
        }
    }
}

impl HallWatch {
    /// Hands over what is known of one channel, like [`ChannelMemory`].
    pub(in crate::sensing) fn carry_channel(&mut self, channel: u8, carrier: &mut impl Carrier) {
        if let Some(line) = self.lines.line_mut(channel) {
            line.carry(carrier);
        }
        if let Some(Role::Edge(edge, n)) = self.role(channel) {
            self.edges.carry_row(edge, n, carrier);
        }
    }

    /// What is known of all channels, as it is now.
    pub(in crate::sensing) fn remember(&self, memory: &mut ChannelMemory) {
        self.lines.remember(&mut memory.lines);
        self.edges.remember(&mut memory.edges);
    }

    /// Hands over what is not known from the board and its calibration, and is
    /// not of one channel.
    pub(in crate::sensing) fn carry(&mut self, carrier: &mut impl Carrier) {
        self.lines.carry(carrier);
        self.markers.carry(carrier);
        self.dock.carry(carrier);
        self.platform.carry(carrier);
        self.edges.carry(carrier);
        carrier.carry(&mut self.references);
        carrier.carry(&mut self.health);
        carrier.carry(&mut self.sound);
        carrier.carry(&mut self.now);
        carrier.carry(&mut self.last);
        carrier.carry(&mut self.phase);
        carrier.carry(&mut self.cursor);
        if self.profile.curtain.is_none() {
            self.cells.carry(carrier);
        }
    }
}
