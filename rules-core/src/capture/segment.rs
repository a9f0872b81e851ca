//! Recorder of segments: 80 ms of frames each, with a snapshot of sensing near the start.
//! The present segment and the one before are in memory.

use super::channel_groups::{GROUPS, GroupMap};
use super::codec::{Encoder, EncoderStreams, STREAMS};
use super::pool::{Chain, Pool};
use super::snapshot::{RawWriter, RunLengthWriter};
use crate::board::Profile;
use crate::board::hall::MAX_CHANNELS;
use crate::place::{Post, Posts};
use crate::sensing::Sensing;
use crate::sensing::archive::Archive as _;
use crate::sensing::frame::{CurtainFrame, HallScan};
use crate::sensing::hall::ChannelSnapshot;
use crate::time::{Instant, Span};

/// Duration of a segment. Together with the one before, the memory holds the last 80 to
/// 160 ms; a fall is reported 60 to 115 ms after its onset. Longer segments leave less
/// room for captures, shorter ones cost more time.
pub(super) const LENGTH: Span = Span::millis(80);

/// Maximum duration of a segment while the curtain is active: 4 ms longer, until a fall
/// is told from a flicker.
const MAX_STIRRING_LENGTH: Span = Span(LENGTH.0 + 4_000);

/// Maximum duration of a segment while a capture is copied out of it, or while its
/// snapshot is not completely written.
const MAX_COPYING_LENGTH: Span = Span(LENGTH.0 + 60_000);

/// Largest time by which a frame can have begun before one that arrived earlier. Frames
/// arrive when they are complete, so that a scan, which takes longer, may come later than
/// a curtain frame that began after it.
const OVERTAKEN: Span = Span::millis(2);

/// Longest delay of a segment's state snapshot while the curtain is active: 40 ms.
const SNAPSHOT_TIMEOUT: Span = Span::millis(40);

/// Maximum duration of a segment in any case; after it the next frame starts another.
const MAX_LENGTH: Span = Span(MAX_COPYING_LENGTH.0 + 20_000);

/// Reason to put off the start of the next segment, which takes nearly a frame period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RolloverWait {
    /// There is no reason to wait.
    None,
    /// The curtain needs every frame, because a beam is dark or a sensor is suspect.
    Stirring,
    /// A capture is being copied.
    Copying,
}

/// Number of chunks reserved for the first frames of a segment.
const FIRST_FRAMES: u16 = 32;

/// Number of bytes of the snapshot's common part that are run-length coded in one call.
const MAX_SNAPSHOT_BYTES: usize = 120;

/// Part of a segment's snapshot that has been taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SnapshotStatus {
    /// No part has been taken.
    None,
    /// The state of the analog channels has been taken.
    Channels,
    /// The state of channels and curtain has been taken: sufficient for a replay.
    All {
        /// Time from which a replay can start.
        since: Instant,
    },
}

/// Recording of 80 ms: the frames, and a snapshot of sensing to replay them from.
#[derive(Debug)]
pub(super) struct Segment {
    began: Instant,
    /// Part of the snapshot that has been taken.
    known: SnapshotStatus,
    /// Number of scans before the snapshot of the channels; a replay that starts in this
    /// segment skips them.
    unfelt: u16,
    /// Number of curtain frames before the snapshot of the curtain, likewise skipped.
    unwatched: u16,
    /// Snapshot of sensing: the common part, then one part per group.
    pub state: Chain,
    /// Byte offset of the end of each part in `state`.
    pub ends: [u16; STREAMS],
    pub streams: [Chain; STREAMS],
    pub frames: u16,
    /// Posts whose slots were decoded during the segment.
    decoded: Posts,
    /// True if the pool had room for everything so far.
    pub fits: bool,
}

impl Segment {
    /// Returns the time from which the segment can be replayed on its own; `None` if it
    /// cannot.
    fn known_since(&self) -> Option<Instant> {
        match self.known {
            SnapshotStatus::All { since } if self.fits => Some(since),
            _ => None,
        }
    }

    fn drop<const N: usize>(&mut self, pool: &mut Pool<N>) {
        pool.free(&mut self.state);
        for stream in &mut self.streams {
            pool.free(stream);
        }
    }
}

/// Recorder of the present segment, which also holds the one before.
#[derive(Debug)]
pub(super) struct SegmentRecorder {
    before: Option<Segment>,
    now: Option<Segment>,
    coder: Encoder,
    /// Last scan, whose sums may still have to be written.
    scan: HallScan,
    /// True if the sums of `scan` are written.
    is_coded: bool,
    /// Number of chunks that the last snapshot took, and [`FIRST_FRAMES`] more.
    room: u16,
    /// Common part of the present segment's snapshot, before run-length coding.
    common: Chain,
    /// Channels' part of the present segment's snapshot, before it is written.
    memory: ChannelSnapshot,
    written: SnapshotProgress,
}

/// Progress of writing the present segment's snapshot.
#[derive(Debug, Clone, Copy)]
struct SnapshotProgress {
    /// Number of bytes of the common part that are written.
    common: u16,
    /// Group that is being written; [`GROUPS`] if all are written.
    group: usize,
    /// Number of the group's channels that are written.
    channels: usize,
    /// Number of zeros at the end that are not written yet.
    zeros: u8,
    /// Number of chunks that the snapshot took so far.
    chunks: u16,
}

impl SnapshotProgress {
    const NOTHING: Self = Self {
        common: 0,
        group: 0,
        channels: 0,
        zeros: 0,
        chunks: 0,
    };
}

/// Number of chunks that must be free before the first segment starts.
const FIRST_ROOM: u16 = 280;

impl SegmentRecorder {
    /// Recorder for no board, before [`SegmentRecorder::begin_anew`].
    pub const BLANK: Self = Self {
        before: None,
        now: None,
        coder: Encoder::BLANK,
        scan: HallScan {
            index: 0,
            sums: [0; MAX_CHANNELS],
            overrun: false,
        },
        is_coded: true,
        room: FIRST_ROOM,
        written: SnapshotProgress::NOTHING,
        common: Chain::EMPTY,
        memory: ChannelSnapshot::BLANK,
    };

    /// Drops all segments and takes over a board, in place, after the pool's memory was
    /// cleared.
    pub fn begin_anew(&mut self, profile: &'static Profile) {
        self.before = None;
        self.now = None;
        self.coder.begin_anew(profile);
        self.is_coded = true;
        (self.room, self.written) = (FIRST_ROOM, SnapshotProgress::NOTHING);
        self.common = Chain::EMPTY;
        self.memory.begin_anew(profile);
    }

    /// True if the present segment has lasted long enough that another should start when
    /// there is time.
    pub fn is_over(&self, now: Instant, wait: RolloverWait) -> bool {
        let goes_on = |segment: &Segment| {
            let is_written = self.written.group == GROUPS;
            let end = match wait {
                RolloverWait::None if is_written => LENGTH,
                RolloverWait::Stirring if is_written => MAX_STIRRING_LENGTH,
                _ => MAX_COPYING_LENGTH,
            };
            segment.fits && now.since(segment.began) < end
        };
        !self.now.as_ref().is_some_and(goes_on)
    }

    /// True if another segment must start before a frame of time `now` is recorded.
    pub fn is_overdue(&self, now: Instant) -> bool {
        // A clock that starts over starts a segment.
        let goes_on = |segment: &Segment| {
            now + OVERTAKEN >= segment.began && now.since(segment.began) < MAX_LENGTH
        };
        !self.now.as_ref().is_some_and(goes_on)
    }

    /// Returns the number of chunks that must be free before a segment starts.
    pub const fn room(&self) -> u16 {
        self.room
    }

    /// Returns the number of chunks that the rest of the present snapshot may take: what
    /// the last snapshot took, less what is written.
    pub const fn unwritten(&self) -> u16 {
        match self.written.group < GROUPS {
            true => self.room.saturating_sub(self.written.chunks),
            false => 0,
        }
    }

    /// Ends the present segment and keeps it as the one before; drops the one that was
    /// before it.
    pub fn drop_previous<const N: usize>(&mut self, map: &GroupMap, pool: &mut Pool<N>) {
        self.code(map, pool);
        self.complete(map, pool);
        if let Some(mut before) = self.before.take() {
            before.drop(pool);
        }
        self.before = self.now.take();
        if let Some(segment) = &mut self.before {
            segment.fits &= segment.known_since().is_some();
            pool.free(&mut self.common);
            let streams = &mut segment.streams;
            segment.fits &= self.coder.end(&mut EncoderStreams { pool, streams });
        }
    }

    /// Starts a segment; [`SegmentRecorder::drop_previous`] must have ended the last one.
    pub fn begin(&mut self, now: Instant, decoding: Posts) {
        self.coder.begin();
        self.written = SnapshotProgress::NOTHING;
        self.now = Some(Segment {
            began: now,
            known: SnapshotStatus::None,
            unfelt: 0,
            unwatched: 0,
            state: Chain::EMPTY,
            ends: [0; STREAMS],
            streams: [const { Chain::EMPTY }; STREAMS],
            frames: 0,
            decoded: decoding,
            fits: true,
        });
    }

    /// Takes the next part of the segment's snapshot: the analog channels, and with the
    /// next call the curtain, because both together take longer than a frame. While the
    /// curtain needs every frame, the snapshot waits up to 40 ms. Returns true if a part
    /// was taken.
    ///
    /// The snapshot is copied first and written in small parts while frames come, because
    /// writing takes longer still.
    pub fn start_snapshot<const N: usize>(
        &mut self,
        now: Instant,
        pool: &mut Pool<N>,
        sensing: &mut Sensing,
    ) -> bool {
        let Some(segment) = &mut self.now else {
            return false;
        };
        let is_early = now.since(segment.began) < SNAPSHOT_TIMEOUT;
        let is_to_wait = match segment.known {
            // The first frame of a segment is written in full.
            SnapshotStatus::None if segment.unwatched == 1 => true,
            SnapshotStatus::None | SnapshotStatus::Channels => sensing.is_stirring() && is_early,
            SnapshotStatus::All { .. } => true,
        };
        if is_to_wait {
            return false;
        }
        self.take_snapshot_part(now, pool, sensing);
        true
    }

    #[inline(never)]
    fn take_snapshot_part<const N: usize>(
        &mut self,
        now: Instant,
        pool: &mut Pool<N>,
        sensing: &mut Sensing,
    ) {
        let Some(segment) = &mut self.now else {
            return;
        };
        let before = pool.left();
        let mut plain = RawWriter::new(pool, &mut self.common);
        if segment.known == SnapshotStatus::None {
            plain.archive(&mut segment.unfelt);
            sensing.archive_hall(&mut plain);
            sensing.remember_channels(&mut self.memory);
            segment.known = SnapshotStatus::Channels;
        } else {
            plain.archive(&mut segment.unwatched);
            sensing.archive_curtain(&mut plain);
            segment.known = SnapshotStatus::All { since: now };
        }
        segment.fits &= plain.end();
        self.written.chunks += before.saturating_sub(pool.left());
    }

    /// Writes the next part of the snapshot that was taken; returns true if any was left.
    pub fn continue_snapshot<const N: usize>(
        &mut self,
        map: &GroupMap,
        pool: &mut Pool<N>,
    ) -> bool {
        let SnapshotProgress { group, zeros, .. } = self.written;
        let is_to_write = |segment: &&mut Segment| {
            group < GROUPS && matches!(segment.known, SnapshotStatus::All { .. })
        };
        let Some(segment) = self.now.as_mut().filter(is_to_write) else {
            return false;
        };
        let before = pool.left();
        let zeros = if self.common.len() > 0 {
            let mut bytes = [0; MAX_SNAPSHOT_BYTES];
            let count = pool.read(&self.common, self.written.common, &mut bytes);
            self.written.common += count as u16;
            let is_all = self.written.common >= self.common.len();
            if is_all {
                pool.free(&mut self.common);
            }
            let mut writer = RunLengthWriter::new(pool, &mut segment.state, zeros);
            for &byte in bytes.iter().take(count) {
                writer.push(byte);
            }
            if is_all {
                let end = writer.end();
                segment.ends[0] = end.unwrap_or(0);
                end.map(|_| 0)
            } else {
                writer.stop()
            }
        } else {
            let mut writer = RunLengthWriter::new(pool, &mut segment.state, zeros);
            let channels = map.of_group(group);
            if self.written.channels == 0 {
                for &channel in channels {
                    writer.archive(&mut self.coder.start(channel));
                }
            }
            match channels.get(self.written.channels) {
                Some(&channel) => {
                    self.memory.archive_channel(channel, &mut writer);
                    self.written.channels += 1;
                    writer.stop()
                }
                None => {
                    (self.written.group, self.written.channels) = (group + 1, 0);
                    let end = writer.end();
                    segment.ends[1 + group] = end.unwrap_or(0);
                    end.map(|_| 0)
                }
            }
        };
        segment.fits &= zeros.is_some();
        self.written.zeros = zeros.unwrap_or(0);
        self.written.chunks += before.saturating_sub(pool.left());
        if self.written.group == GROUPS {
            // Later frames make their room as they come.
            self.room = self.written.chunks + FIRST_FRAMES;
        }
        true
    }

    /// Writes all that is left of the snapshot that was taken.
    pub fn complete<const N: usize>(&mut self, map: &GroupMap, pool: &mut Pool<N>) {
        while self.continue_snapshot(map, pool) {}
    }

    /// Records a curtain frame.
    pub fn curtain<const N: usize>(&mut self, frame: &CurtainFrame, pool: &mut Pool<N>) {
        if let Some(segment) = &mut self.now
            && !matches!(segment.known, SnapshotStatus::All { .. })
        {
            segment.unwatched = segment.unwatched.saturating_add(1);
        }
        let coder = &mut self.coder;
        write(&mut self.now, pool, |out| coder.curtain(frame, out));
    }

    /// Records a scan; [`SegmentRecorder::code`] writes its sums later.
    pub fn hall<const N: usize>(&mut self, scan: &HallScan, map: &GroupMap, pool: &mut Pool<N>) {
        if let Some(segment) = &mut self.now
            && segment.known == SnapshotStatus::None
        {
            segment.unfelt = segment.unfelt.saturating_add(1);
        }
        self.code(map, pool);
        let coder = &mut self.coder;
        write(&mut self.now, pool, |out| coder.hall(scan, out));
        self.scan.clone_from(scan);
        self.is_coded = false;
    }

    /// Writes the sums of the last scan; returns false if they were written before. They
    /// are half of the cost of a scan, so that they wait until no frame does.
    pub fn code<const N: usize>(&mut self, map: &GroupMap, pool: &mut Pool<N>) -> bool {
        if core::mem::replace(&mut self.is_coded, true) {
            return false;
        }
        if let Some(segment) = self.now.as_mut().filter(|segment| segment.fits) {
            let streams = &mut segment.streams;
            let out = &mut EncoderStreams { pool, streams };
            segment.fits = self.coder.put_differences(&self.scan, map, out);
        }
        true
    }

    /// Returns the number of segments, 1 or 2, that a capture from `onset` on needs, and
    /// true if they reach back so far.
    pub fn since(&self, onset: Instant) -> (u8, bool) {
        let reaches = |segment: Option<&Segment>| {
            let since = segment.and_then(Segment::known_since);
            since.is_some_and(|since| since <= onset)
        };
        let before = self.before.as_ref().filter(|segment| segment.fits);
        match (reaches(self.now.as_ref()), before) {
            (true, _) => (1, true),
            (false, Some(_)) => (2, reaches(before)),
            (false, None) => (1, false),
        }
    }

    /// Adds the posts whose slots are being decoded to those of the present segment.
    pub fn decoding(&mut self, posts: Posts) {
        if let Some(segment) = &mut self.now {
            segment.decoded = posts.iter().fold(segment.decoded, Posts::with);
        }
    }

    /// Iterates over the posts whose slots were decoded in the last `segments` segments.
    pub fn decoded(&self, segments: u8) -> impl Iterator<Item = Post> {
        let before = self.before.as_ref().filter(|_| segments == 2);
        let both = self.now.iter().chain(before);
        both.flat_map(|segment| segment.decoded.iter())
    }

    /// Returns the time at which the first of the last `segments` segments began.
    pub fn began(&self, segments: u8) -> Instant {
        let first = match segments {
            1 => &self.now,
            _ => &self.before,
        };
        first
            .as_ref()
            .map_or(Instant::ZERO, |segment| segment.began)
    }

    /// True if the last `segments` segments can be replayed.
    pub fn is_usable(&self, segments: u8) -> bool {
        let is_known = |segment: &Segment| segment.known_since().is_some();
        match (&self.now, &self.before) {
            (Some(now), _) if segments == 1 => is_known(now),
            (Some(now), Some(before)) => now.fits && is_known(before),
            _ => false,
        }
    }

    /// Returns the present segment, and the one before.
    pub const fn segments(&self) -> (Option<&Segment>, Option<&Segment>) {
        (self.now.as_ref(), self.before.as_ref())
    }

    /// Returns the last bits of a stream of the present segment, which do not fill a byte
    /// yet; `None` if there are none.
    pub fn rest(&self, stream: usize) -> Option<u8> {
        self.coder.rest(stream)
    }
}

fn write<const N: usize>(
    now: &mut Option<Segment>,
    pool: &mut Pool<N>,
    code: impl FnOnce(&mut EncoderStreams<'_, N>) -> bool,
) {
    let Some(segment) = now.as_mut().filter(|segment| segment.fits) else {
        return;
    };
    let streams = &mut segment.streams;
    segment.fits = code(&mut EncoderStreams { pool, streams }) && segment.frames < u16::MAX;
    segment.frames = segment.frames.saturating_add(1);
}

#[cfg(test)]
mod tests;
