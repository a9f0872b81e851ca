//! What runs along: the segment now and the one before.

use super::code::{Coder, Out, STREAMS};
use super::groups::{GROUPS, Map};
use super::pool::{Chain, Pool};
use super::state::Writer;
use crate::board::Profile;
use crate::place::{Post, Posts};
use crate::sensing::Sensing;
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

/// How long it lasts at most while evidence is copied out of it.
const COPIED: Span = Span(LENGTH.0 + 60_000);

/// Frames come when they are complete, so one that took longer may have begun
/// before another that came first: by a scan at most.
const OVERTAKEN: Span = Span::millis(2);

/// After this time a frame of the curtain begins a segment, whatever a scan would
/// wait for: there seem to be none.
const NO_SCANS: Span = Span(COPIED.0 + 20_000);

/// What comes next. A segment begins with a scan, so that the curtain, on which the
/// eye of the referee is, need not wait for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// A frame of the curtain.
    Frame,
    /// A scan of the analog channels.
    Scan,
}

/// What a segment that has lasted long enough waits for: to begin another takes as
/// long as two frames last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// Nothing.
    None,
    /// Something begins to fall.
    Stirring,
    /// Evidence is copied.
    Copying,
}

/// One segment.
#[derive(Debug)]
pub(super) struct Segment {
    began: Instant,
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
    /// Chunks the last state and its segment took.
    room: u16,
    /// What sensing knew of the channels when the segment began, and how much of
    /// that is written.
    memory: ChannelMemory,
    written: Written,
}

/// How much of the state of the segment now is written.
#[derive(Debug, Clone, Copy)]
struct Written {
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
    const ALL: Self = Self {
        group: GROUPS,
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
            room: FIRST_ROOM,
            written: Written::ALL,
            memory: ChannelMemory::new(profile),
        }
    }

    /// Forgets everything.
    pub fn begin_anew(&mut self, profile: &Profile) {
        (self.before, self.now) = (None, None);
        self.coder = Coder::new(profile);
        (self.room, self.written) = (FIRST_ROOM, Written::ALL);
    }

    /// Whether another segment is to begin.
    pub fn is_over(&self, now: Instant, next: Next, wait: Wait) -> bool {
        match &self.now {
            // A clock that starts over starts a segment.
            Some(segment) => {
                let end = match wait {
                    Wait::None => LENGTH,
                    Wait::Stirring => LATEST,
                    Wait::Copying => COPIED,
                };
                let is_anew = now + OVERTAKEN < segment.began;
                let lasted = now.since(segment.began);
                is_anew
                    || match next {
                        Next::Scan => lasted >= end || !segment.fits,
                        Next::Frame => lasted >= NO_SCANS,
                    }
            }
            None => true,
        }
    }

    /// Chunks to have at hand before a segment begins.
    pub const fn room(&self) -> u16 {
        self.room
    }

    /// Lets go of the segment before, if another is to begin.
    pub fn let_go<const N: usize>(&mut self, map: &Map, pool: &mut Pool<N>) {
        self.complete(map, pool);
        if let Some(mut before) = self.before.take() {
            before.drop(pool);
        }
        self.before = self.now.take();
        if let Some(segment) = &mut self.before {
            let streams = &mut segment.streams;
            segment.fits &= self.coder.end(&mut Out { pool, streams });
        }
    }

    /// Lets go of all.
    pub fn restart<const N: usize>(&mut self, map: &Map, pool: &mut Pool<N>) {
        self.let_go(map, pool);
        self.let_go(map, pool);
    }

    /// Begins a segment with what sensing knows. Of the channels it is remembered
    /// and written bit by bit while frames come: all at once would hold up several
    /// of them.
    pub fn begin<const N: usize>(
        &mut self,
        now: Instant,
        map: &Map,
        pool: &mut Pool<N>,
        sensing: &mut Sensing,
    ) {
        let before = pool.left();
        let mut segment = Segment {
            began: now,
            state: Chain::EMPTY,
            ends: [0; STREAMS],
            streams: [const { Chain::EMPTY }; STREAMS],
            frames: 0,
            decoded: sensing.decoding(),
            fits: true,
        };
        let mut writer = Writer::new(pool, &mut segment.state, 0);
        sensing.carry(&mut writer);
        let here = writer.end();
        segment.fits &= here.is_some();
        segment.ends[0] = here.unwrap_or(0);
        sensing.remember_channels(&mut self.memory);
        let mut out = Out {
            pool,
            streams: &mut segment.streams,
        };
        segment.fits &= self.coder.begin(map, &mut out);
        self.written = Written {
            group: 0,
            channels: 0,
            zeros: 0,
            chunks: before.saturating_sub(pool.left()),
        };
        self.now = Some(segment);
    }

    /// Writes what was known of the next channel; says whether one was left.
    pub fn write_on<const N: usize>(&mut self, map: &Map, pool: &mut Pool<N>) -> bool {
        let Written { group, .. } = self.written;
        let Some(segment) = self.now.as_mut().filter(|_| group < GROUPS) else {
            return false;
        };
        let before = pool.left();
        let mut writer = Writer::new(pool, &mut segment.state, self.written.zeros);
        let zeros = match map.of_group(group).get(self.written.channels) {
            Some(&channel) => {
                self.memory.carry_channel(channel, &mut writer);
                self.written.channels += 1;
                writer.stop()
            }
            None => {
                let end = writer.end();
                segment.ends[1 + group] = end.unwrap_or(0);
                (self.written.group, self.written.channels) = (group + 1, 0);
                end.map(|_| 0)
            }
        };
        segment.fits &= zeros.is_some();
        self.written.zeros = zeros.unwrap_or(0);
        self.written.chunks += before.saturating_sub(pool.left());
        if self.written.group == GROUPS {
            // The state; frames make their room as they come.
            self.room = self.written.chunks + 32;
        }
        true
    }

    /// Writes all of it.
    pub fn complete<const N: usize>(&mut self, map: &Map, pool: &mut Pool<N>) {
        while self.write_on(map, pool) {}
    }

    pub fn curtain<const N: usize>(&mut self, frame: &CurtainFrame, pool: &mut Pool<N>) {
        let coder = &mut self.coder;
        write(&mut self.now, pool, |out| coder.curtain(frame, out));
    }

    pub fn hall<const N: usize>(&mut self, scan: &HallScan, map: &Map, pool: &mut Pool<N>) {
        let coder = &mut self.coder;
        write(&mut self.now, pool, |out| coder.hall(scan, map, out));
    }

    /// How many segments, of the last two, evidence since this instant takes,
    /// and whether they reach back so far.
    pub fn since(&self, onset: Instant) -> (u8, bool) {
        let reaches = |segment: &Option<Segment>| {
            (segment.as_ref()).is_some_and(|it| it.fits && it.began <= onset)
        };
        let has_before = self.before.as_ref().is_some_and(|it| it.fits);
        match (reaches(&self.now), has_before) {
            (true, _) => (1, true),
            (false, true) => (2, reaches(&self.before)),
            (false, false) => (1, false),
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
        let now = self.now.as_ref().is_some_and(|it| it.fits);
        let before = self.before.as_ref().is_some_and(|it| it.fits);
        now && (segments == 1 || before)
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
mod tests {
    use super::*;
    use crate::board::{Dimensions, Name};
    use crate::sensing::calibration::Calibration;

    #[test]
    fn a_scan_that_began_before_the_frame_that_came_first_goes_into_its_segment() {
        let (board, dimensions) = (Profile::of(Name::Ring), Dimensions::ASSUMED);
        let mut sensing = Sensing::new(board, &dimensions, &Calibration::nominal(board));
        let mut running = Running::new(board);
        let mut pool = Pool::<400>::new();
        let map = Map::of(board);
        let frame = Instant(900_000);
        let over = |running: &Running, at, wait| running.is_over(at, Next::Scan, wait);
        assert!(over(&running, frame, Wait::None));
        running.begin(frame, &map, &mut pool, &mut sensing);
        assert!(!over(&running, frame - Span(690), Wait::None));
        assert!(
            over(&running, Instant(400), Wait::None),
            "a clock that starts over"
        );
        assert!(over(&running, frame + LENGTH, Wait::None));
        assert!(!over(&running, frame + LENGTH, Wait::Stirring));
        assert!(over(&running, frame + LATEST, Wait::Stirring));
        assert!(!over(&running, frame + LATEST, Wait::Copying));
        assert!(over(&running, frame + COPIED, Wait::Copying));
    }

    #[test]
    fn a_segment_begins_with_a_scan_unless_there_are_none() {
        let (board, dimensions) = (Profile::of(Name::Ring), Dimensions::ASSUMED);
        let mut sensing = Sensing::new(board, &dimensions, &Calibration::nominal(board));
        let mut running = Running::new(board);
        let mut pool = Pool::<400>::new();
        let began = Instant(900_000);
        running.begin(began, &Map::of(board), &mut pool, &mut sensing);
        let over = |at, next| running.is_over(at, next, Wait::None);
        let end = began + LENGTH;
        assert!(over(end, Next::Scan) && !over(end, Next::Frame));
        // Nor when the copying it waited for has just ended.
        assert!(!over(began + COPIED, Next::Frame));
        assert!(over(began + NO_SCANS, Next::Frame));
    }
}
