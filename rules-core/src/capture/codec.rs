//! Codec of captures: frames to bits, and bits back to frames.
//!
//! One stream, the *order*, holds the curtain frames and marks each scan among them. The
//! sums of a scan are in one stream per group of channels, so that a capture needs only
//! the groups it rests on. The order consists of these codes:
//!
//! ```text
//!   0      the next scan; its sums as differences to the prediction
//!   10     the next frame of the curtain, same as the one before
//!   110    the next frame, with up to 63 flipped bits: count, places
//!   1110   any frame: number, then all its bits
//!   1111   any scan: number, overrun; its sums likewise
//! ```
//!
//! The prediction of a channel is a running mean, which noise moves less than the
//! previous value. For the sensors along the edges and the shared references, of which
//! most read the hum of the mains, it is the previous value. Differences of a channel are
//! written in about as many bits as they needed in the segment before. Both continue from
//! segment to segment. The predictions at the start of a capture's first segment are
//! stored with its sensing state ([`PredictorSeed`]). The first frame of a segment is
//! compared with that of a clear curtain.

use super::bits::{BitReader, BitWriter};
use super::channel_groups::{EDGES, GROUPS, GroupMap, GroupSet};
use super::pool::{Chain, Pool};
use crate::board::Profile;
use crate::board::curtain::{ChainBit, EmitterPhase};
use crate::board::hall::MAX_CHANNELS;
use crate::place::Edge;
use crate::sensing::frame::{CurtainFrame, CurtainRead, HallScan, WORDS, mask_of};

/// Number of bit streams of a segment: the order of the frames, then one per group of
/// channels.
pub(super) const STREAMS: usize = 1 + GROUPS;

/// Maximum number of bits that differ from the frame before and are listed one by one.
const MAX_FLIPS: u32 = 63;

/// Initial number of low bits of a difference that are written in full.
const DEFAULT_BITS: u8 = 2;

/// Maximum number of low bits of a difference that are written in full.
const MAX_BITS: u8 = 9;

/// State that encoder and decoder share within a segment: the last frame and the numbers
/// of the last frame and scan.
#[derive(Debug, Clone)]
struct CodecState {
    reads: [CurtainRead; 5],
    frame: Option<u32>,
    scan: Option<u32>,
}

impl CodecState {
    fn new(profile: &Profile) -> Self {
        Self {
            reads: clear(profile),
            frame: None,
            scan: None,
        }
    }
}

/// Predictor of the next sum of a channel, the same in encoder and decoder.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChannelPredictor {
    /// Twice the predicted sum.
    twice: u32,
    /// Sum of the channel's coded differences in this segment, wrapping.
    total: u16,
    /// Low bits of a difference that are written in full.
    bits: u8,
}

impl ChannelPredictor {
    pub const NOTHING: Self = Self {
        twice: 0,
        total: 0,
        bits: DEFAULT_BITS,
    };

    /// Updates the prediction with a sum; returns the zigzag-coded difference.
    #[inline]
    fn residual(&mut self, sum: u16, stream: usize) -> u32 {
        let difference = i32::from(sum) - (self.twice >> 1).cast_signed();
        follow(&mut self.twice, difference, stream);
        let coded = zigzag(difference);
        // Movement is not noise. Where scans are short, a segment holds enough of them for
        // the total to wrap, in encoder and decoder alike.
        self.total = self.total.wrapping_add(coded.min(255) as u16);
        coded
    }
}

/// Adapts the bits of each channel to its differences in the last `scans` scans.
fn adapt(all: &mut [ChannelPredictor], scans: u16) {
    if scans == 0 {
        return;
    }
    // Number of bits of the mean. It seldom changes, so the division is done only then.
    let scans = u32::from(scans);
    for channel in all {
        let total = u32::from(core::mem::take(&mut channel.total));
        let least = (scans << channel.bits) - scans;
        let most = least + (scans << channel.bits);
        if total < least || total >= most {
            channel.bits = ((total / scans + 1).ilog2() as u8).min(MAX_BITS);
        }
    }
}

/// Prediction of a channel at the start of a segment, packed into 32 bits.
#[derive(Debug, Clone, Copy, Default, serde::Serialize, serde::Deserialize)]
pub(super) struct PredictorSeed(u32);

impl PredictorSeed {
    const BITS: u32 = 4;

    const fn from_predictor(predictor: &ChannelPredictor) -> Self {
        Self(predictor.twice << Self::BITS | predictor.bits as u32)
    }

    /// Unpacks the prediction; `None` if its number of bits is out of range.
    pub fn expected(self) -> Option<ChannelPredictor> {
        let bits = (self.0 & ((1 << Self::BITS) - 1)) as u8;
        (bits <= MAX_BITS).then_some(ChannelPredictor {
            twice: self.0 >> Self::BITS,
            total: 0,
            bits,
        })
    }
}

/// Returns the frame of a clear curtain: each beam is lit in its phase only.
fn clear(profile: &Profile) -> [CurtainRead; 5] {
    let mut reads = [[u32::MAX; WORDS]; 5];
    let Some(curtain) = profile.curtain else {
        return [[0; WORDS]; 5];
    };
    for lane in Edge::ALL {
        for place in 0..curtain.bits {
            let Some(bit) = curtain.bit(lane, place) else {
                continue;
            };
            let lit = curtain.phase(bit).map(EmitterPhase::index);
            for (n, read) in reads.iter_mut().enumerate() {
                let low =
                    matches!(bit, ChainBit::Strap(false)) || lit.is_some_and(|lit| lit + 1 == n);
                if low && let Some(word) = read.get_mut(usize::from(place / 8)) {
                    *word &= !mask_of(lane, place);
                }
            }
        }
    }
    reads
}

/// Destination of a segment's bits: the memory pool, and the chain of each stream.
#[derive(Debug)]
pub(super) struct EncoderStreams<'a, const N: usize> {
    pub pool: &'a mut Pool<N>,
    pub streams: &'a mut [Chain; STREAMS],
}

/// Encoder of frames into the streams of a segment.
#[derive(Debug, Clone)]
pub(super) struct Encoder {
    clear: [CurtainRead; 5],
    before: CodecState,
    pending: [BitWriter; STREAMS],
    expected: [ChannelPredictor; MAX_CHANNELS],
    /// Predictions at the start of this segment.
    starts: [PredictorSeed; MAX_CHANNELS],
    /// Number of channels.
    channels: usize,
    /// Number of scans in this segment.
    scans: u16,
}

impl Encoder {
    /// Encoder for no board, before [`Encoder::begin_anew`].
    pub const BLANK: Self = Self {
        clear: [[0; WORDS]; 5],
        before: CodecState {
            reads: [[0; WORDS]; 5],
            frame: None,
            scan: None,
        },
        pending: [BitWriter::EMPTY; STREAMS],
        expected: [ChannelPredictor::NOTHING; MAX_CHANNELS],
        starts: [PredictorSeed(0); MAX_CHANNELS],
        channels: 0,
        scans: 0,
    };

    /// Becomes the encoder for a board, in place.
    #[inline(never)]
    pub fn begin_anew(&mut self, profile: &Profile) {
        self.before = CodecState::new(profile);
        self.clear = self.before.reads;
        self.pending = [BitWriter::EMPTY; STREAMS];
        self.expected = [ChannelPredictor::NOTHING; MAX_CHANNELS];
        self.starts = [PredictorSeed(0); MAX_CHANNELS];
        self.channels = profile.hall.channels.len().min(MAX_CHANNELS);
        self.scans = 0;
    }

    /// Starts a segment: the curtain counts as clear, and the predictions continue.
    pub fn begin(&mut self) {
        self.before.reads = self.clear;
        (self.before.frame, self.before.scan) = (None, None);
        self.pending = [BitWriter::EMPTY; STREAMS];
        let there = self.expected.get_mut(..self.channels).unwrap_or_default();
        adapt(there, core::mem::take(&mut self.scans));
        for (start, predictor) in self.starts.iter_mut().zip(there) {
            *start = PredictorSeed::from_predictor(predictor);
        }
    }

    /// Returns the prediction of a channel at the start of this segment.
    pub fn start(&self, channel: u8) -> PredictorSeed {
        let start = self.starts.get(usize::from(channel));
        start.copied().unwrap_or_default()
    }

    /// Ends a segment; returns true if there was room for its last bits.
    pub fn end<const N: usize>(&mut self, out: &mut EncoderStreams<'_, N>) -> bool {
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
        out: &mut EncoderStreams<'_, N>,
        stream: usize,
        value: u32,
        bits: u8,
    ) -> bool {
        match (self.pending.get_mut(stream), out.streams.get_mut(stream)) {
            (Some(pending), Some(chain)) => pending.put(out.pool, chain, value, bits),
            _ => false,
        }
    }

    fn put_number<const N: usize>(&mut self, out: &mut EncoderStreams<'_, N>, value: u32) -> bool {
        self.put(out, 0, value & 0xFFFF, 16) & self.put(out, 0, value >> 16, 16)
    }

    /// Returns the last bits of a stream, which do not fill a byte yet; `None` if there
    /// are none.
    pub fn rest(&self, stream: usize) -> Option<u8> {
        self.pending.get(stream).and_then(|pending| pending.rest())
    }

    /// Writes a curtain frame into the order; returns true if there was room.
    #[inline(never)]
    pub fn curtain<const N: usize>(
        &mut self,
        frame: &CurtainFrame,
        out: &mut EncoderStreams<'_, N>,
    ) -> bool {
        let next = self.before.frame.map(|last| last.wrapping_add(1));
        self.before.frame = Some(frame.index);
        let is_next = next == Some(frame.index);
        if is_next && is_same(&frame.reads, &self.before.reads) {
            return self.put(out, 0, 0b01, 2);
        }
        let before = core::mem::replace(&mut self.before.reads, frame.reads);
        let words = || before.as_flattened().iter().zip(frame.reads.as_flattened());
        // Counting ones is slow on the RP2040, and most words have none.
        let changed = words().map(|(a, b)| a ^ b).filter(|&word| word != 0);
        let flips: u32 = changed.map(u32::count_ones).sum();
        let mut fits = true;
        if is_next && flips <= MAX_FLIPS {
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
            // Unchanged words are one bit.
            fits &= self.put(out, 0, u32::from(a != b), 1);
            if a != b {
                fits &= self.put_number(out, *b);
            }
        }
        fits
    }

    /// Writes the mark of a scan into the order; [`Encoder::put_differences`] writes its
    /// sums. Returns true if there was room.
    pub fn hall<const N: usize>(
        &mut self,
        scan: &HallScan,
        out: &mut EncoderStreams<'_, N>,
    ) -> bool {
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

    /// Writes the sums of a scan as differences to the prediction; returns true if there
    /// was room. This is most of the cost of a scan on the RP2040, and it goes group by
    /// group, so that the bits of a stream stay in registers.
    #[inline(never)]
    pub fn put_differences<const N: usize>(
        &mut self,
        scan: &HallScan,
        map: &GroupMap,
        out: &mut EncoderStreams<'_, N>,
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
                let coded = expected.residual(sum, stream);
                fits &= pending.put_rice(out.pool, chain, coded, expected.bits);
            }
            *kept = pending;
        }
        fits
    }
}

/// A recorded frame of either kind, as it was fed to sensing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnyFrame {
    /// Curtain frame.
    Curtain(CurtainFrame),
    /// Analog scan. A channel that is not in the capture reads 0.
    Hall(HallScan),
}

/// Decoder of frames from the streams of a segment.
#[derive(Debug, Clone)]
pub(super) struct Decoder<'a> {
    before: CodecState,
    streams: [BitReader<'a>; STREAMS],
    expected: [ChannelPredictor; MAX_CHANNELS],
    scans: u16,
}

impl<'a> Decoder<'a> {
    /// Creates the decoder of a capture's first segment. Streams of groups that are not
    /// in the capture are empty.
    pub fn new(
        profile: &Profile,
        expected: [ChannelPredictor; MAX_CHANNELS],
        streams: [&'a [u8]; STREAMS],
    ) -> Self {
        Self {
            before: CodecState::new(profile),
            streams: streams.map(BitReader::new),
            expected,
            scans: 0,
        }
    }

    /// Creates the decoder of the next segment, with the predictions of this one.
    pub fn follow_up(&self, profile: &Profile, streams: [&'a [u8]; STREAMS]) -> Self {
        let mut expected = self.expected;
        adapt(&mut expected, self.scans);
        Self::new(profile, expected, streams)
    }

    /// Decodes the next frame; `None` if the bits are not valid.
    pub fn next(&mut self, map: &GroupMap, groups: GroupSet) -> Option<AnyFrame> {
        let [order, ..] = &mut self.streams;
        let mut kind = 0;
        while kind < 4 && order.get(1)? == 1 {
            kind += 1;
        }
        let index = match kind {
            0 => self.before.scan?.wrapping_add(1),
            1 | 2 => self.before.frame?.wrapping_add(1),
            _ => order.get(32)?,
        };
        match kind {
            1 => {}
            2 => {
                for _ in 0..order.get(6)? {
                    let at = order.get(10)?;
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
                    if order.get(1)? == 1 {
                        *word = order.get(32)?;
                    }
                }
            }
            _ => return self.scan(index, kind == 0, map, groups),
        }
        self.before.frame = Some(index);
        let reads = self.before.reads;
        Some(AnyFrame::Curtain(CurtainFrame { index, reads }))
    }

    fn scan(
        &mut self,
        index: u32,
        usual: bool,
        map: &GroupMap,
        groups: GroupSet,
    ) -> Option<AnyFrame> {
        let overrun = !usual && self.streams.first_mut()?.get(1)? == 1;
        let mut sums = [0; MAX_CHANNELS];
        for (channel, group) in map.channels().filter(|&(_, group)| groups.has(group)) {
            let stream = self.streams.get_mut(1 + group)?;
            let (sum, predictor) = (sums.get_mut(channel)?, self.expected.get_mut(channel)?);
            let difference = unzigzag(stream.get_rice(u32::from(predictor.bits))?);
            *sum = u16::try_from(
                (predictor.twice >> 1)
                    .cast_signed()
                    .checked_add(difference)?,
            )
            .ok()?;
            predictor.residual(*sum, 1 + group);
        }
        self.scans = self.scans.saturating_add(1);
        self.before.scan = Some(index);
        Some(AnyFrame::Hall(HallScan {
            index,
            sums,
            overrun,
        }))
    }
}

/// True if two frames are equal. Compares word by word; the compiler would compare byte
/// by byte.
fn is_same(one: &[CurtainRead; 5], other: &[CurtainRead; 5]) -> bool {
    let words = one.as_flattened().iter().zip(other.as_flattened());
    words.fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

/// Moves a prediction, given as twice the sum, halfway to a reading; all the way for the
/// streams of the edges and the shared references, which read hum.
#[inline]
fn follow(mean: &mut u32, difference: i32, stream: usize) {
    let step = if stream > usize::from(EDGES) {
        (*mean & !1).wrapping_add_signed(2 * difference)
    } else {
        mean.wrapping_add_signed(difference)
    };
    *mean = step;
}

/// Maps small numbers of either sign to small numbers: 0, -1, 1, -2 ...
fn zigzag(value: i32) -> u32 {
    ((value << 1) ^ (value >> 31)).cast_unsigned()
}

fn unzigzag(value: u32) -> i32 {
    (value >> 1).cast_signed() ^ -((value & 1).cast_signed())
}
