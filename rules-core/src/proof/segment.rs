//! What runs along: the segment now and the one before.

use super::code::{Coder, Out, STREAMS};
use super::evidence::{Header, MAGIC, VERSION};
use super::groups::{GROUPS, Map};
use super::pool::{Chain, Pool};
use super::state::Writer;
use crate::board::Profile;
use crate::checksum;
use crate::place::{Post, Posts};
use crate::sensing::Sensing;
use crate::sensing::frame::{CurtainFrame, HallScan};
use crate::time::{Instant, Span};
use postcard::ser_flavors;

/// How long a segment is. With the one before it, 90 to 180 ms are there: a fall
/// is said 60 to 115 ms after its onset. Longer segments leave less room for
/// decisions, shorter ones cost more time.
pub(super) const LENGTH: Span = Span::millis(90);

/// One segment.
#[derive(Debug)]
pub(super) struct Segment {
    began: Instant,
    /// What sensing knew when it began: in common, then by group.
    state: Chain,
    /// Where each part of that ends.
    ends: [u16; STREAMS],
    streams: [Chain; STREAMS],
    frames: u16,
    /// Posts that were decoded in it.
    decoded: Posts,
    /// All of it was written.
    fits: bool,
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
}

/// Chunks a segment is expected to take at first.
const FIRST_ROOM: u16 = 280;

impl Running {
    pub fn new(profile: &Profile) -> Self {
        Self {
            before: None,
            now: None,
            coder: Coder::new(profile),
            room: FIRST_ROOM,
        }
    }

    /// Whether another segment is to begin.
    pub fn is_over(&self, now: Instant) -> bool {
        match &self.now {
            // A clock that starts over starts a segment.
            Some(segment) => {
                now < segment.began || now.since(segment.began) >= LENGTH || !segment.fits
            }
            None => true,
        }
    }

    /// Chunks to have at hand before a segment begins.
    pub const fn room(&self) -> u16 {
        self.room
    }

    /// Lets go of the segment before, if another is to begin.
    pub fn let_go<const N: usize>(&mut self, pool: &mut Pool<N>) {
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
    pub fn restart<const N: usize>(&mut self, pool: &mut Pool<N>) {
        self.let_go(pool);
        self.let_go(pool);
    }

    /// Begins a segment with what sensing knows.
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
        let mut writer = Writer::new(pool, &mut segment.state);
        sensing.carry(&mut writer);
        for (n, end) in segment.ends.iter_mut().enumerate() {
            if let Some(group) = n.checked_sub(1) {
                for &channel in map.of_group(group) {
                    sensing.carry_channel(channel, &mut writer);
                }
            }
            let here = writer.end();
            segment.fits &= here.is_some();
            *end = here.unwrap_or(0);
        }
        let mut out = Out {
            pool,
            streams: &mut segment.streams,
        };
        segment.fits &= self.coder.begin(map, &mut out);
        // The state; frames make their room as they come.
        self.room = before.saturating_sub(pool.left()) + 32;
        self.now = Some(segment);
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

    /// Writes evidence; nothing if it does not fit.
    pub fn copy<const N: usize>(
        &self,
        header: &Header,
        pool: &mut Pool<N>,
        into: &mut Chain,
    ) -> Option<()> {
        let now = self.now.as_ref()?;
        let before = self.before.as_ref().filter(|_| header.segments == 2);
        let first = before.unwrap_or(now);
        let mut copy = Copy { pool, into };
        copy.bytes(&MAGIC)?;
        copy.bytes(&[VERSION])?;
        copy.value(header)?;
        let groups = (0..GROUPS).filter(|&group| header.groups.has(group));
        let parts = || [0].into_iter().chain(groups.clone().map(|group| 1 + group));
        for part in parts() {
            let from = part.checked_sub(1).map_or(0, |before| first.ends[before]);
            copy.part(&first.state, from, first.ends[part], None)?;
        }
        for segment in before.into_iter().chain([now]) {
            let is_now = segment.began == now.began;
            copy.bytes(&segment.frames.to_le_bytes())?;
            for part in parts() {
                let rest = if is_now { self.coder.rest(part) } else { None };
                let stream = &segment.streams[part];
                copy.part(stream, 0, stream.len(), rest)?;
            }
        }
        copy.end()
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

/// Evidence on its way.
struct Copy<'a, const N: usize> {
    pool: &'a mut Pool<N>,
    into: &'a mut Chain,
}

impl<const N: usize> Copy<'_, N> {
    fn bytes(&mut self, bytes: &[u8]) -> Option<()> {
        self.pool.extend(self.into, bytes).then_some(())
    }

    fn value(&mut self, header: &Header) -> Option<()> {
        postcard::serialize_with_flavor(header, self).ok()
    }

    /// A part of a chain, and what is still on its way there, behind its length.
    fn part(&mut self, of: &Chain, from: u16, to: u16, rest: Option<u8>) -> Option<()> {
        let len = to.saturating_sub(from) + u16::from(rest.is_some());
        self.bytes(&len.to_le_bytes())?;
        self.pool.copy(of, from, to, self.into).then_some(())?;
        rest.map_or(Some(()), |byte| self.bytes(&[byte]))
    }

    fn end(&mut self) -> Option<()> {
        let mut digest = checksum::digest();
        for piece in self.pool.pieces(self.into, 0) {
            digest.update(piece);
        }
        self.bytes(&digest.finalize().to_le_bytes())
    }
}

impl<const N: usize> ser_flavors::Flavor for &mut Copy<'_, N> {
    type Output = ();

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.bytes(&[byte])
            .ok_or(postcard::Error::SerializeBufferFull)
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}
