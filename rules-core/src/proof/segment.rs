//! What runs along: the segment now and the one before.

use super::code::{Coder, Out, STREAMS};
use super::groups::{GROUPS, Map};
use super::pool::{Chain, Pool};
use super::state::{Plain, Writer};
use crate::board::Profile;
use crate::board::hall::MOST_CHANNELS;
use crate::place::{Post, Posts};
use crate::sensing::Sensing;
use crate::sensing::carry::Carrier as _;
use crate::sensing::frame::{CurtainFrame, HallScan};
use crate::sensing::hall::ChannelMemory;
use crate::time::{Instant, Span};

/// How long a segment is. With the one before it, 80 to 160 ms are there: a fall
/// is said 60 to 115 ms after its onset. Longer segments leave less room for
/// decisions, shorter ones cost more time.
pub(super) const LENGTH: Span = Span::millis(80);

/// How long it lasts at most while something begins to fall: a little longer,
/// until a fall is told from a flicker.
const LATEST: Span = Span(LENGTH.0 + 4_000);

/// How long it lasts at most while evidence is copied out of it, or while it is not
/// written what was known when it began.
const COPIED: Span = Span(LENGTH.0 + 60_000);

/// Frames come when they are complete, so one that took longer may have begun
/// before another that came first: by a scan at most.
const OVERTAKEN: Span = Span::millis(2);

/// So long it waits at most until it is taken down what is known.
const UNKNOWN: Span = Span::millis(40);

/// How long it lasts at most if there is never time to begin another.
const OVERDUE: Span = Span(COPIED.0 + 20_000);

/// What a segment that has lasted long enough waits for: to begin another takes
/// nearly as long as a frame lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// Nothing.
    None,
    /// Something is seen, or is being looked for.
    Stirring,
    /// Evidence is copied.
    Copying,
}

/// Chunks for the first frames after a state.
const FIRST_FRAMES: u16 = 32;

/// Bytes of what is known in common that are written with one frame.
const PORTION: usize = 120;

/// What is there of what sensing knew when a segment began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Knowledge {
    /// Nothing yet.
    None,
    /// What it knew of the analog channels.
    Channels,
    /// All that is needed to go on from here.
    All {
        /// From when on.
        since: Instant,
    },
}

/// One segment.
#[derive(Debug)]
pub(super) struct Segment {
    began: Instant,
    /// What is there of what sensing knew.
    known: Knowledge,
    /// Scans and frames of the curtain that came before it was taken down what was
    /// known of them: replayed alone, the segment begins after those.
    unfelt: u16,
    unwatched: u16,
    /// What sensing knew when it began: in common, then by group.
    pub state: Chain,
    /// Where each part of that ends.
    pub ends: [u16; STREAMS],
    pub streams: [Chain; STREAMS],
    pub frames: u16,
    /// Posts that were decoded in it.
    decoded: Posts,
    /// All of it was written.
    pub fits: bool,
}

impl Segment {
    /// Since when it can be judged by itself what is seen.
    fn known_since(&self) -> Option<Instant> {
        match self.known {
            Knowledge::All { since } if self.fits => Some(since),
            _ => None,
        }
    }

    fn drop<const N: usize>(&mut self, pool: &mut Pool<N>) {
        pool.drop(&mut self.state);
        for stream in &mut self.streams {
            pool.drop(stream);
        }
    }
}

/// The segments, and what writes them.
#[derive(Debug)]
pub(super) struct Running {
    before: Option<Segment>,
    now: Option<Segment>,
    coder: Coder,
    /// The last scan, and whether its sums are written.
    scan: HallScan,
    is_coded: bool,
    /// Chunks the last state took, and some for its first frames.
    room: u16,
    /// What sensing knew when the segment began, in common and of the channels, and
    /// how much of that is written.
    common: Chain,
    memory: ChannelMemory,
    written: Written,
}

/// How much of the state of the segment now is written.
#[derive(Debug, Clone, Copy)]
struct Written {
    /// Bytes of what is known in common.
    common: u16,
    /// The group that is under way; [`GROUPS`] if all are written.
    group: usize,
    /// How many of its channels are.
    channels: usize,
    /// Zeros that are not.
    zeros: u8,
    /// Chunks it took so far.
    chunks: u16,
}

impl Written {
    const NOTHING: Self = Self {
        common: 0,
        group: 0,
        channels: 0,
        zeros: 0,
        chunks: 0,
    };
}

/// Chunks a segment is expected to take at first.
const FIRST_ROOM: u16 = 280;

impl Running {
    pub fn new(profile: &'static Profile) -> Self {
        Self {
            before: None,
            now: None,
            coder: Coder::new(profile),
            scan: HallScan {
                index: 0,
                sums: [0; MOST_CHANNELS],
                overrun: false,
            },
            is_coded: true,
            room: FIRST_ROOM,
            written: Written::NOTHING,
            common: Chain::EMPTY,
            memory: ChannelMemory::new(profile),
        }
    }

    /// Forgets everything.
    pub fn begin_anew(&mut self, profile: &Profile) {
        (self.before, self.now) = (None, None);
        self.coder = Coder::new(profile);
        self.is_coded = true;
        (self.room, self.written) = (FIRST_ROOM, Written::NOTHING);
        self.common = Chain::EMPTY;
    }

    /// Whether another segment is to begin when there is time.
    pub fn is_over(&self, now: Instant, wait: Wait) -> bool {
        let goes_on = |it: &Segment| {
            let is_written = self.written.group == GROUPS;
            let end = match wait {
                Wait::None if is_written => LENGTH,
                Wait::Stirring if is_written => LATEST,
                _ => COPIED,
            };
            it.fits && now.since(it.began) < end
        };
        !self.now.as_ref().is_some_and(goes_on)
    }

    /// Whether another segment must begin before the frame of this time is taken.
    pub fn is_overdue(&self, now: Instant) -> bool {
        // A clock that starts over starts a segment.
        let goes_on = |it: &Segment| now + OVERTAKEN >= it.began && now.since(it.began) < OVERDUE;
        !self.now.as_ref().is_some_and(goes_on)
    }

    /// Chunks to have at hand before a segment begins.
    pub const fn room(&self) -> u16 {
        self.room
    }

    /// Lets go of the segment before, if another is to begin.
    pub fn let_go<const N: usize>(&mut self, map: &Map, pool: &mut Pool<N>) {
        self.code(map, pool);
        self.complete(map, pool);
        if let Some(mut before) = self.before.take() {
            before.drop(pool);
        }
        self.before = self.now.take();
        if let Some(segment) = &mut self.before {
            segment.fits &= segment.known_since().is_some();
            pool.drop(&mut self.common);
            let streams = &mut segment.streams;
            segment.fits &= self.coder.end(&mut Out { pool, streams });
        }
    }

    /// Lets go of all.
    pub fn restart<const N: usize>(&mut self, map: &Map, pool: &mut Pool<N>) {
        self.let_go(map, pool);
        self.let_go(map, pool);
    }

    /// Begins a segment. The one before must be let go.
    pub fn begin(&mut self, now: Instant, decoding: Posts) {
        self.coder.begin();
        self.written = Written::NOTHING;
        self.now = Some(Segment {
            began: now,
            known: Knowledge::None,
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

    /// Takes down what sensing knows: of the analog channels, the next time of the
    /// curtain, for both would take longer than a frame lasts. While something is seen
    /// it waits, but not for ever: frames are more work then. Says whether anything was
    /// done.
    ///
    /// It is remembered, and written bit by bit while frames come: that takes longer
    /// still.
    pub fn learn<const N: usize>(
        &mut self,
        now: Instant,
        pool: &mut Pool<N>,
        sensing: &mut Sensing,
    ) -> bool {
        let Some(segment) = &mut self.now else {
            return false;
        };
        let is_early = now.since(segment.began) < UNKNOWN;
        let is_to_wait = match segment.known {
            // The first frame of a segment is written in full.
            Knowledge::None if segment.unwatched == 1 => true,
            Knowledge::None | Knowledge::Channels => sensing.is_stirring() && is_early,
            Knowledge::All { .. } => true,
        };
        if is_to_wait {
            return false;
        }
        let before = pool.left();
        let mut plain = Plain::new(pool, &mut self.common);
        if segment.known == Knowledge::None {
            plain.carry(&mut segment.unfelt);
            sensing.carry_hall(&mut plain);
            sensing.remember_channels(&mut self.memory);
            segment.known = Knowledge::Channels;
        } else {
            plain.carry(&mut segment.unwatched);
            sensing.carry_curtain(&mut plain);
            segment.known = Knowledge::All { since: now };
        }
        segment.fits &= plain.end();
        self.written.chunks += before.saturating_sub(pool.left());
        true
    }

    /// Writes some more of what was known; says whether any was left.
    pub fn write_on<const N: usize>(&mut self, map: &Map, pool: &mut Pool<N>) -> bool {
        let Written { group, zeros, .. } = self.written;
        let is_to_write =
            |it: &&mut Segment| group < GROUPS && matches!(it.known, Knowledge::All { .. });
        let Some(segment) = self.now.as_mut().filter(is_to_write) else {
            return false;
        };
        let before = pool.left();
        let zeros = if self.common.len() > 0 {
            let mut bytes = [0; PORTION];
            let count = pool.read(&self.common, self.written.common, &mut bytes);
            self.written.common += count as u16;
            let is_all = self.written.common >= self.common.len();
            if is_all {
                pool.drop(&mut self.common);
            }
            let mut writer = Writer::new(pool, &mut segment.state, zeros);
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
            let mut writer = Writer::new(pool, &mut segment.state, zeros);
            let channels = map.of_group(group);
            if self.written.channels == 0 {
                for &channel in channels {
                    writer.carry(&mut self.coder.start(channel));
                }
            }
            match channels.get(self.written.channels) {
                Some(&channel) => {
                    self.memory.carry_channel(channel, &mut writer);
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

    /// Writes all of it.
    pub fn complete<const N: usize>(&mut self, map: &Map, pool: &mut Pool<N>) {
        while self.write_on(map, pool) {}
    }

    pub fn curtain<const N: usize>(&mut self, frame: &CurtainFrame, pool: &mut Pool<N>) {
        if let Some(it) = &mut self.now
            && !matches!(it.known, Knowledge::All { .. })
        {
            it.unwatched = it.unwatched.saturating_add(1);
        }
        let coder = &mut self.coder;
        write(&mut self.now, pool, |out| coder.curtain(frame, out));
    }

    pub fn hall<const N: usize>(&mut self, scan: &HallScan, map: &Map, pool: &mut Pool<N>) {
        if let Some(it) = &mut self.now
            && it.known == Knowledge::None
        {
            it.unfelt = it.unfelt.saturating_add(1);
        }
        self.code(map, pool);
        let coder = &mut self.coder;
        write(&mut self.now, pool, |out| coder.hall(scan, out));
        self.scan.clone_from(scan);
        self.is_coded = false;
    }

    /// Writes the sums of the last scan, if that is not done yet; says whether it was
    /// not. They are half of what a scan costs, so they wait for a time when nobody
    /// waits for them.
    pub fn code<const N: usize>(&mut self, map: &Map, pool: &mut Pool<N>) -> bool {
        if core::mem::replace(&mut self.is_coded, true) {
            return false;
        }
        if let Some(segment) = self.now.as_mut().filter(|it| it.fits) {
            let streams = &mut segment.streams;
            let out = &mut Out { pool, streams };
            segment.fits = self.coder.put_differences(&self.scan, map, out);
        }
        true
    }

    /// How many segments, of the last two, evidence since this instant takes,
    /// and whether they reach back so far.
    pub fn since(&self, onset: Instant) -> (u8, bool) {
        let reaches = |segment: Option<&Segment>| {
            let since = segment.and_then(Segment::known_since);
            since.is_some_and(|it| it <= onset)
        };
        let before = self.before.as_ref().filter(|it| it.fits);
        match (reaches(self.now.as_ref()), before) {
            (true, _) => (1, true),
            (false, Some(_)) => (2, reaches(before)),
            (false, None) => (1, false),
        }
    }

    /// Takes down which posts are being decoded.
    pub fn decoding(&mut self, posts: Posts) {
        if let Some(segment) = &mut self.now {
            segment.decoded = posts.iter().fold(segment.decoded, Posts::with);
        }
    }

    /// The posts that were decoded in the last so many segments.
    pub fn decoded(&self, segments: u8) -> impl Iterator<Item = Post> {
        let before = self.before.as_ref().filter(|_| segments == 2);
        let both = self.now.iter().chain(before);
        both.flat_map(|segment| segment.decoded.iter())
    }

    /// When the first of so many segments began.
    pub fn began(&self, segments: u8) -> Instant {
        let first = match segments {
            1 => &self.now,
            _ => &self.before,
        };
        first.as_ref().map_or(Instant::ZERO, |it| it.began)
    }

    /// Whether so many segments are there.
    pub fn is_usable(&self, segments: u8) -> bool {
        let is_known = |it: &Segment| it.known_since().is_some();
        match (&self.now, &self.before) {
            (Some(now), _) if segments == 1 => is_known(now),
            (Some(now), Some(before)) => now.fits && is_known(before),
            _ => false,
        }
    }

    /// The segment now, and the one before.
    pub const fn segments(&self) -> (Option<&Segment>, Option<&Segment>) {
        (self.now.as_ref(), self.before.as_ref())
    }

    /// Bits of a stream of the segment now that do not fill a byte yet.
    pub fn rest(&self, stream: usize) -> Option<u8> {
        self.coder.rest(stream)
    }
}

fn write<const N: usize>(
    now: &mut Option<Segment>,
    pool: &mut Pool<N>,
    code: impl FnOnce(&mut Out<'_, N>) -> bool,
) {
    let Some(segment) = now.as_mut().filter(|segment| segment.fits) else {
        return;
    };
    let streams = &mut segment.streams;
    segment.fits = code(&mut Out { pool, streams }) && segment.frames < u16::MAX;
    segment.frames = segment.frames.saturating_add(1);
}

#[cfg(test)]
mod tests;
