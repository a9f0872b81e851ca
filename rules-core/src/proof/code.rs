//! How frames become bits, and bits frames again.
//!
//! One stream, the *order*, holds the frames of the curtain and says when a scan
//! came; the sums of a scan are in a stream for each group of channels, so that
//! a decision takes only the groups it rests on.
//!
//! ```text
//!   0      the next scan; its sums as differences to what is expected
//!   10     the next frame of the curtain, as the one before
//!   110    the next frame, with up to 63 flipped bits: count, places
//!   1110   any frame: number, then all its bits
//!   1111   any scan: number, overrun; its sums likewise
//! ```
//!
//! Expected is the mean of late, which noise moves less than the value before;
//! but from the sensors along the edges, which feel the hum of the mains, the
//! value before. Differences of a channel are written in about as many bits as
//! they needed in the segment before. Both go on from segment to segment; what
//! the first of some evidence starts from is written with what sensing knew
//! ([`Start`]). The first frame is compared with that of a clear curtain.

use super::bits::{Pending, Source};
use super::groups::{EDGES, GROUPS, Groups, Map};
use super::pool::{Chain, Pool};
use crate::board::Profile;
use crate::board::curtain::{Bit, Phase};
use crate::board::hall::MOST_CHANNELS;
use crate::place::Edge;
use crate::sensing::frame::{CurtainFrame, HallScan, Read, WORDS, mask_of};

/// Streams of a segment: the order, then one for each group.
pub(super) const STREAMS: usize = 1 + GROUPS;

/// More flips than this are not counted.
const MOST_FLIPS: u32 = 63;

/// A difference of noise that is assumed at first: 2 to the power of this.
const USUAL: u8 = 2;

/// No channel is so noisy: 2 to the power of this.
const NOISIEST: u8 = 9;

/// What both ways remember of the last frames of a segment.
#[derive(Debug, Clone)]
struct Before {
    reads: [Read; 5],
    frame: Option<u32>,
    scan: Option<u32>,
}

impl Before {
    fn new(profile: &Profile) -> Self {
        Self {
            reads: clear(profile),
            frame: None,
            scan: None,
        }
    }
}

/// What both ways know of a channel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expected {
    /// Twice what it is expected to read next.
    twice: u32,
    /// Its differences in this segment, added up.
    total: u16,
    /// Bits of them that are written in full.
    bits: u8,
}

impl Expected {
    pub const NOTHING: Self = Self {
        twice: 0,
        total: 0,
        bits: USUAL,
    };

    /// Takes a reading; returns how far off it is, as a small number.
    #[inline]
    fn take(&mut self, sum: u16, stream: usize) -> u32 {
        let difference = i32::from(sum) - (self.twice >> 1).cast_signed();
        follow(&mut self.twice, difference, stream);
        let coded = folded(difference);
        // Movement is not noise. Where scans are short it may wrap, for both alike.
        self.total = self.total.wrapping_add(coded.min(255) as u16);
        coded
    }
}

/// Adapts the bits of each channel to its differences in the last so many scans.
fn adapt(all: &mut [Expected], scans: u16) {
    if scans == 0 {
        return;
    }
    // As many as the mean has, which seldom changes: so it is not computed unless it
    // does.
    let scans = u32::from(scans);
    for it in all {
        let total = u32::from(core::mem::take(&mut it.total));
        let least = (scans << it.bits) - scans;
        let most = least + (scans << it.bits);
        if total < least || total >= most {
            it.bits = ((total / scans + 1).ilog2() as u8).min(NOISIEST);
        }
    }
}

/// What was expected of a channel when a segment began.
#[derive(Debug, Clone, Copy, Default, serde::Serialize, serde::Deserialize)]
pub(super) struct Start(u32);

impl Start {
    const BITS: u32 = 4;

    const fn of(it: &Expected) -> Self {
        Self(it.twice << Self::BITS | it.bits as u32)
    }

    /// Nothing if there cannot be so many bits.
    pub fn expected(self) -> Option<Expected> {
        let bits = (self.0 & ((1 << Self::BITS) - 1)) as u8;
        (bits <= NOISIEST).then_some(Expected {
            twice: self.0 >> Self::BITS,
            total: 0,
            bits,
        })
    }
}

/// A frame of a clear curtain: each beam is lit in its phase only.
fn clear(profile: &Profile) -> [Read; 5] {
    let mut reads = [[u32::MAX; WORDS]; 5];
    let Some(curtain) = profile.curtain else {
        return [[0; WORDS]; 5];
    };
    for lane in Edge::ALL {
        for place in 0..curtain.bits {
            let Some(bit) = curtain.bit(lane, place) else {
                continue;
            };
            let lit = curtain.phase(bit).map(Phase::index);
            for (n, read) in reads.iter_mut().enumerate() {
                let low = matches!(bit, Bit::Strap(false)) || lit.is_some_and(|lit| lit + 1 == n);
                if low && let Some(word) = read.get_mut(usize::from(place / 8)) {
                    *word &= !mask_of(lane, place);
                }
            }
        }
    }
    reads
}

/// Where the bits of a segment go.
#[derive(Debug)]
pub(super) struct Out<'a, const N: usize> {
    pub pool: &'a mut Pool<N>,
    pub streams: &'a mut [Chain; STREAMS],
}

/// Frames on their way into the streams of a segment.
#[derive(Debug, Clone)]
pub(super) struct Coder {
    clear: [Read; 5],
    before: Before,
    pending: [Pending; STREAMS],
    expected: [Expected; MOST_CHANNELS],
    /// As it was when this segment began.
    starts: [Start; MOST_CHANNELS],
    /// Channels there are.
    channels: usize,
    /// Scans in this segment.
    scans: u16,
}

impl Coder {
    pub fn new(profile: &Profile) -> Self {
        let before = Before::new(profile);
        Self {
            clear: before.reads,
            before,
            pending: [Pending::default(); STREAMS],
            expected: [Expected::NOTHING; MOST_CHANNELS],
            starts: [Start::default(); MOST_CHANNELS],
            channels: profile.hall.channels.len().min(MOST_CHANNELS),
            scans: 0,
        }
    }

    /// Starts a segment.
    pub fn begin(&mut self) {
        self.before.reads = self.clear;
        (self.before.frame, self.before.scan) = (None, None);
        self.pending = [Pending::default(); STREAMS];
        let there = self.expected.get_mut(..self.channels).unwrap_or_default();
        adapt(there, core::mem::take(&mut self.scans));
        for (start, it) in self.starts.iter_mut().zip(there) {
            *start = Start::of(it);
        }
    }

    /// What was expected of a channel when this segment began.
    pub fn start(&self, channel: u8) -> Start {
        let start = self.starts.get(usize::from(channel));
        start.copied().unwrap_or_default()
    }

    /// Ends a segment; says whether there was room for its last bits.
    pub fn end<const N: usize>(&mut self, out: &mut Out<'_, N>) -> bool {
        let mut fits = true;
        for (pending, chain) in self.pending.iter_mut().zip(out.streams.iter_mut()) {
            if let Some(rest) = core::mem::take(pending).rest() {
                fits &= out.pool.push(chain, rest);
            }
        }
        fits
    }

    #[inline]
    fn put<const N: usize>(
        &mut self,
        out: &mut Out<'_, N>,
        stream: usize,
        value: u32,
        bits: u8,
    ) -> bool {
        match (self.pending.get_mut(stream), out.streams.get_mut(stream)) {
            (Some(pending), Some(chain)) => pending.put(out.pool, chain, value, bits),
            _ => false,
        }
    }

    fn put_number<const N: usize>(&mut self, out: &mut Out<'_, N>, value: u32) -> bool {
        self.put(out, 0, value & 0xFFFF, 16) & self.put(out, 0, value >> 16, 16)
    }

    /// Bits of a stream that do not fill a byte yet.
    pub fn rest(&self, stream: usize) -> Option<u8> {
        self.pending.get(stream).and_then(|pending| pending.rest())
    }

    #[inline(never)]
    pub fn curtain<const N: usize>(&mut self, frame: &CurtainFrame, out: &mut Out<'_, N>) -> bool {
        let next = self.before.frame.map(|last| last.wrapping_add(1));
        self.before.frame = Some(frame.index);
        let is_next = next == Some(frame.index);
        if is_next && is_same(&frame.reads, &self.before.reads) {
            return self.put(out, 0, 0b01, 2);
        }
        let before = core::mem::replace(&mut self.before.reads, frame.reads);
        let words = || before.as_flattened().iter().zip(frame.reads.as_flattened());
        // To count ones takes the chip long, and most words have none.
        let changed = words().map(|(a, b)| a ^ b).filter(|&it| it != 0);
        let flips: u32 = changed.map(u32::count_ones).sum();
        let mut fits = true;
        if is_next && flips <= MOST_FLIPS {
            fits &= self.put(out, 0, 0b011 | flips << 3, 9);
            for (n, (a, b)) in (0..).zip(words()) {
                let mut left = a ^ b;
                while left != 0 {
                    fits &= self.put(out, 0, n * 32 + left.trailing_zeros(), 10);
                    left &= left - 1;
                }
            }
            return fits;
        }
        fits &= self.put(out, 0, 0b0111, 4) & self.put_number(out, frame.index);
        for (a, b) in words() {
            // Words as they were are one bit.
            fits &= self.put(out, 0, u32::from(a != b), 1);
            if a != b {
                fits &= self.put_number(out, *b);
            }
        }
        fits
    }

    /// That a scan came; its sums are put by [`Coder::put_differences`].
    pub fn hall<const N: usize>(&mut self, scan: &HallScan, out: &mut Out<'_, N>) -> bool {
        let next = self.before.scan.map(|last| last.wrapping_add(1));
        self.before.scan = Some(scan.index);
        if next == Some(scan.index) && !scan.overrun {
            self.put(out, 0, 0, 1)
        } else {
            self.put(out, 0, 0b1111, 4)
                & self.put_number(out, scan.index)
                & self.put(out, 0, u32::from(scan.overrun), 1)
        }
    }

    /// The sums of a scan as differences to what is expected. This is most of what
    /// a scan costs on the chip: group by group, so that what is at hand stays at
    /// hand.
    #[inline(never)]
    pub fn put_differences<const N: usize>(
        &mut self,
        scan: &HallScan,
        map: &Map,
        out: &mut Out<'_, N>,
    ) -> bool {
        self.scans = self.scans.saturating_add(1);
        let mut fits = true;
        let ([_, pending @ ..], [_, chains @ ..]) = (&mut self.pending, &mut *out.streams);
        let streams = pending.iter_mut().zip(chains);
        for ((stream, channels), (kept, chain)) in (1..).zip(map.by_group()).zip(streams) {
            let mut pending = *kept;
            for &channel in channels {
                let channel = usize::from(channel);
                let (Some(&sum), Some(expected)) =
                    (scan.sums.get(channel), self.expected.get_mut(channel))
                else {
                    return false;
                };
                let coded = expected.take(sum, stream);
                fits &= pending.put_around(out.pool, chain, coded, expected.bits);
            }
            *kept = pending;
        }
        fits
    }
}

/// A frame of either kind, as it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// Of the curtain.
    Curtain(CurtainFrame),
    /// Of the analog channels. A channel that was not kept reads 0.
    Hall(HallScan),
}

/// Frames out of the streams of a segment.
#[derive(Debug, Clone)]
pub(super) struct Decoder<'a> {
    before: Before,
    streams: [Source<'a>; STREAMS],
    expected: [Expected; MOST_CHANNELS],
    scans: u16,
}

impl<'a> Decoder<'a> {
    /// Streams of groups that were not kept are empty.
    pub fn new(
        profile: &Profile,
        expected: [Expected; MOST_CHANNELS],
        streams: [&'a [u8]; STREAMS],
    ) -> Self {
        Self {
            before: Before::new(profile),
            streams: streams.map(Source::new),
            expected,
            scans: 0,
        }
    }

    /// Goes on with the segment that follows.
    pub fn follow_up(&self, profile: &Profile, streams: [&'a [u8]; STREAMS]) -> Self {
        let mut expected = self.expected;
        adapt(&mut expected, self.scans);
        Self::new(profile, expected, streams)
    }

    /// The next frame; nothing if the bits make no sense.
    pub fn next(&mut self, map: &Map, groups: Groups) -> Option<Frame> {
        let [order, ..] = &mut self.streams;
        let mut kind = 0;
        while kind < 4 && order.take(1)? == 1 {
            kind += 1;
        }
        let index = match kind {
            0 => self.before.scan?.wrapping_add(1),
            1 | 2 => self.before.frame?.wrapping_add(1),
            _ => order.take(32)?,
        };
        match kind {
            1 => {}
            2 => {
                for _ in 0..order.take(6)? {
                    let at = order.take(10)?;
                    let word = self
                        .before
                        .reads
                        .iter_mut()
                        .flatten()
                        .nth(at as usize / 32)?;
                    *word ^= 1 << (at % 32);
                }
            }
            3 => {
                for word in self.before.reads.iter_mut().flatten() {
                    if order.take(1)? == 1 {
                        *word = order.take(32)?;
                    }
                }
            }
            _ => return self.scan(index, kind == 0, map, groups),
        }
        self.before.frame = Some(index);
        let reads = self.before.reads;
        Some(Frame::Curtain(CurtainFrame { index, reads }))
    }

    fn scan(&mut self, index: u32, usual: bool, map: &Map, groups: Groups) -> Option<Frame> {
        let overrun = match usual {
            true => false,
            false => self.streams.first_mut()?.take(1)? == 1,
        };
        let mut sums = [0; MOST_CHANNELS];
        for (channel, group) in map.channels().filter(|it| groups.has(it.1)) {
            let stream = self.streams.get_mut(1 + group)?;
            let (sum, it) = (sums.get_mut(channel)?, self.expected.get_mut(channel)?);
            let difference = unfolded(stream.take_around(u32::from(it.bits))?);
            *sum = u16::try_from((it.twice >> 1).cast_signed().checked_add(difference)?).ok()?;
            it.take(*sum, 1 + group);
        }
        self.scans = self.scans.saturating_add(1);
        self.before.scan = Some(index);
        Some(Frame::Hall(HallScan {
            index,
            sums,
            overrun,
        }))
    }
}

/// Word by word: the chip would compare them byte by byte.
fn is_same(one: &[Read; 5], other: &[Read; 5]) -> bool {
    let words = one.as_flattened().iter().zip(other.as_flattened());
    words.fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

/// Follows a reading by half, or all the way where hum is felt.
#[inline]
fn follow(mean: &mut u32, difference: i32, stream: usize) {
    let step = if stream > usize::from(EDGES) {
        (*mean & !1).wrapping_add_signed(2 * difference)
    } else {
        mean.wrapping_add_signed(difference)
    };
    *mean = step;
}

/// Small numbers of either sign as small numbers: 0, -1, 1, -2 ...
fn folded(value: i32) -> u32 {
    ((value << 1) ^ (value >> 31)).cast_unsigned()
}

fn unfolded(value: u32) -> i32 {
    (value >> 1).cast_signed() ^ -((value & 1).cast_signed())
}
