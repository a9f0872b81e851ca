//! Archiving of the Hall tracker's state, for captures and their replay.

use super::HallTracker;
use super::channels::Channels;
use super::edge::EdgeSnapshot;
use crate::board::hall::Role;
use crate::board::{BoardId, Profile};
use crate::sensing::archive::Archive;

/// Copy of the state of every analog channel at one instant. Archiving it takes longer
/// than a frame, so it is copied first and archived later.
#[derive(Debug, Clone)]
pub struct ChannelSnapshot {
    profile: &'static Profile,
    channels: Channels,
    edges: EdgeSnapshot,
}

impl ChannelSnapshot {
    /// Copy of nothing, before [`ChannelSnapshot::begin_anew`].
    pub(crate) const BLANK: Self = Self {
        profile: Profile::of(BoardId::Ring),
        channels: Channels::BLANK,
        edges: EdgeSnapshot::NEW,
    };

    /// Prepares for the channels of a board. All that was copied before must be copied
    /// again before it is archived.
    pub(crate) fn begin_anew(&mut self, profile: &'static Profile) {
        self.profile = profile;
        self.channels.make_room(profile);
    }

    /// Archives the copied state of one channel.
    pub(crate) fn archive_channel(&mut self, channel: u8, archive: &mut impl Archive) {
        if let Some(state) = self.channels.get_mut(channel) {
            state.archive(archive);
        }
        let wired = self.profile.hall.channels.get(usize::from(channel));
        if let Some(Role::Edge(edge, n)) = wired.and_then(|channel| channel.role()) {
            self.edges.archive_row(edge, n, archive);
        }
    }
}

impl HallTracker {
    /// Saves or restores the state of one channel, in the format of [`ChannelSnapshot`].
    pub(in crate::sensing) fn archive_channel(&mut self, channel: u8, archive: &mut impl Archive) {
        if let Some(state) = self.channels.get_mut(channel) {
            state.archive(archive);
        }
        if let Some(Role::Edge(edge, n)) = self.role(channel) {
            self.edges.archive_row(edge, n, archive);
        }
    }

    /// Copies the present state of all analog channels into `memory`.
    pub(in crate::sensing) fn remember(&self, memory: &mut ChannelSnapshot) {
        self.channels.remember(&mut memory.channels);
        self.edges.snapshot(&mut memory.edges);
    }

    /// Saves or restores the state that does not follow from the board and its
    /// calibration and does not belong to one channel.
    pub(in crate::sensing) fn archive(&mut self, archive: &mut impl Archive) {
        self.channels.archive(archive);
        self.markers.archive(archive);
        self.dock.archive(archive);
        self.platform.archive(archive);
        self.edges.archive(archive);
        archive.archive(&mut self.references);
        archive.archive(&mut self.health);
        archive.archive(&mut self.sound);
        archive.archive(&mut self.now);
        archive.archive(&mut self.last);
        archive.archive(&mut self.phase);
        archive.archive(&mut self.cursor);
        if self.profile.curtain.is_none() {
            self.cells.archive(archive);
        }
    }
}
