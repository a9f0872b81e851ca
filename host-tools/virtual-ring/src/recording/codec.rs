//! Codec of recorded frames: frames to bits, and back.
//!
//! Encoder and decoder keep the same state and update it equally, frame by frame.

use super::bits::{BitReader, BitWriter};
use rules_core::board::hall::MAX_CHANNELS;
use rules_core::sensing::frame::{CurtainFrame, CurtainRead, HallScan, WORDS};

/// Number of bits in a curtain frame.
const FRAME_BITS: u32 = 5 * WORDS as u32 * 32;

/// Largest number of flipped bits of a frame that are listed; with more, the frame is
/// written in full.
const MAX_FLIPS: u32 = 80;

/// Count of flipped bits that marks a frame written in full: more than there are bits.
const WHOLE: u32 = FRAME_BITS + 1;

/// Encoder of curtain frames into a block: for each change, the number of equal frames
/// before it, the number of missing frames, and the flipped bits.
#[derive(Debug, Clone)]
pub(super) struct CurtainEncoder {
    sink: BitWriter,
    last: Option<CurtainFrame>,
    /// Number of frames equal to the last one that are not written yet.
    alike: u32,
}

impl CurtainEncoder {
    pub fn new() -> Self {
        Self {
            sink: BitWriter::default(),
            last: None,
            alike: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.sink.len()
    }

    pub fn push(&mut self, frame: CurtainFrame) {
        let (next, before) = match self.last {
            Some(last) => (last.index.wrapping_add(1), last.reads),
            None => (0, EMPTY),
        };
        if self.last.is_some() && frame.index == next && frame.reads == before {
            self.alike += 1;
        } else {
            self.sink.put_varint(self.alike);
            self.alike = 0;
            self.sink.put_varint(frame.index.wrapping_sub(next));
            self.put_flips(&before, &frame.reads);
        }
        self.last = Some(frame);
    }

    fn put_flips(&mut self, before: &[CurtainRead; 5], after: &[CurtainRead; 5]) {
        let words = || before.iter().flatten().zip(after.iter().flatten());
        let flips: u32 = words().map(|(a, b)| (a ^ b).count_ones()).sum();
        if flips > MAX_FLIPS {
            self.sink.put_varint(WHOLE);
            words().for_each(|(_, word)| self.sink.put(*word, 32));
            return;
        }
        self.sink.put_varint(flips);
        for (n, (a, b)) in (0..).zip(words()) {
            let mut left = a ^ b;
            while left != 0 {
                // Ten bits for an index below 960.
                self.sink.put(n * 32 + left.trailing_zeros(), 10);
                left &= left - 1;
            }
        }
    }

    /// Returns the encoded bytes; the number of repetitions follows the last change.
    pub fn finish(mut self) -> Vec<u8> {
        if self.last.is_some() {
            self.sink.put_varint(self.alike);
        }
        self.sink.finish()
    }
}

const EMPTY: [CurtainRead; 5] = [[0; WORDS]; 5];

/// Decoder of curtain frames from a block.
#[derive(Debug, Clone)]
pub(super) struct CurtainDecoder<'a> {
    source: BitReader<'a>,
    last: Option<CurtainFrame>,
    alike: u32,
    left: u32,
}

impl<'a> CurtainDecoder<'a> {
    /// Creates a decoder of `count` curtain frames from these bytes.
    pub fn new(bytes: &'a [u8], count: u32) -> Self {
        Self {
            source: BitReader::new(bytes),
            last: None,
            alike: 0,
            left: count,
        }
    }

    /// Returns the next frame; `None` behind the last, `Some(None)` if the bytes are
    /// invalid.
    pub fn next(&mut self) -> Option<Option<CurtainFrame>> {
        self.left = self.left.checked_sub(1)?;
        Some(self.frame())
    }

    fn frame(&mut self) -> Option<CurtainFrame> {
        if self.last.is_none() || self.alike == 0 {
            return self.changed();
        }
        self.alike -= 1;
        let last = self.last.as_mut()?;
        last.index = last.index.wrapping_add(1);
        Some(*last)
    }

    fn changed(&mut self) -> Option<CurtainFrame> {
        if self.last.is_none() {
            self.source.get_varint()?;
        }
        let (next, mut reads) = match self.last {
            Some(last) => (last.index.wrapping_add(1), last.reads),
            None => (0, EMPTY),
        };
        let index = next.wrapping_add(self.source.get_varint()?);
        let flips = self.source.get_varint()?;
        if flips == WHOLE {
            for word in reads.iter_mut().flatten() {
                *word = self.source.get(32)?;
            }
        } else {
            for _ in 0..flips.min(WHOLE) {
                let at = self.source.get(10)?;
                let word = reads.iter_mut().flatten().nth(at as usize / 32)?;
                *word ^= 1 << (at % 32);
            }
        }
        let frame = CurtainFrame { index, reads };
        self.last = Some(frame);
        self.alike = self.source.get_varint()?;
        Some(frame)
    }
}

/// Predictor of one analog channel's sums, equal in encoder and decoder.
#[derive(Debug, Clone, Copy)]
struct ChannelPredictor {
    last: u16,
    /// Running mean of the zigzag-coded differences, times sixteen.
    usual: u32,
}

impl ChannelPredictor {
    const NEW: Self = Self {
        last: 0,
        usual: 16 * 8,
    };

    /// Returns the number of bits of a difference to write in full.
    fn bits(&self) -> u32 {
        // Logarithm of the mean, rounded down.
        (self.usual / 16 + 1).ilog2()
    }

    fn learn(&mut self, value: u16, coded: u32) {
        self.last = value;
        // One sixteenth of the new, fifteen of the old.
        self.usual = self.usual - self.usual / 16 + coded.min(1 << 16);
    }
}

/// Encoder of analog scans into a block: differences of each channel from its last sum,
/// in Rice code.
#[derive(Debug, Clone)]
pub(super) struct HallEncoder {
    sink: BitWriter,
    next: u32,
    tracks: [ChannelPredictor; MAX_CHANNELS],
}

impl HallEncoder {
    pub fn new() -> Self {
        Self {
            sink: BitWriter::default(),
            next: 0,
            tracks: [ChannelPredictor::NEW; MAX_CHANNELS],
        }
    }

    pub fn len(&self) -> usize {
        self.sink.len()
    }

    pub fn push(&mut self, scan: &HallScan) {
        let missing = scan.index.wrapping_sub(self.next);
        self.next = scan.index.wrapping_add(1);
        self.sink.put_rice(missing, 0);
        self.sink.put(u32::from(scan.overrun), 1);
        // Unchanged channels at the end need no bits.
        let changed = |(track, sum): (&ChannelPredictor, &u16)| track.last != *sum;
        let used = self.tracks.iter().zip(&scan.sums).rposition(changed);
        let used = used.map_or(0, |last| last + 1);
        self.sink.put(used as u32, 7);
        for (track, &sum) in self.tracks.iter_mut().zip(&scan.sums).take(used) {
            let coded = folded(i32::from(sum) - i32::from(track.last));
            self.sink.put_rice(coded, track.bits());
            track.learn(sum, coded);
        }
    }

    pub fn finish(self) -> Vec<u8> {
        self.sink.finish()
    }
}

/// Decoder of analog scans from a block.
#[derive(Debug, Clone)]
pub(super) struct HallDecoder<'a> {
    source: BitReader<'a>,
    next: u32,
    tracks: [ChannelPredictor; MAX_CHANNELS],
    left: u32,
}

impl<'a> HallDecoder<'a> {
    /// Creates a decoder of `count` scans from these bytes.
    pub fn new(bytes: &'a [u8], count: u32) -> Self {
        Self {
            source: BitReader::new(bytes),
            next: 0,
            tracks: [ChannelPredictor::NEW; MAX_CHANNELS],
            left: count,
        }
    }

    /// Returns the next scan; `None` behind the last, `Some(None)` if the bytes are
    /// invalid.
    pub fn next(&mut self) -> Option<Option<HallScan>> {
        self.left = self.left.checked_sub(1)?;
        Some(self.scan())
    }

    fn scan(&mut self) -> Option<HallScan> {
        let index = self.next.wrapping_add(self.source.get_rice(0)?);
        self.next = index.wrapping_add(1);
        let overrun = self.source.get(1)? == 1;
        let used = self.source.get(7)? as usize;
        for track in self.tracks.iter_mut().take(used) {
            let coded = self.source.get_rice(track.bits())?;
            let value = i32::from(track.last).checked_add(unfolded(coded))?;
            track.learn(u16::try_from(value).ok()?, coded);
        }
        Some(HallScan {
            index,
            sums: self.tracks.map(|track| track.last),
            overrun,
        })
    }
}

/// Returns the zigzag code of a number, which maps small numbers of either sign to small
/// numbers: 0, -1, 1, -2 ...
fn folded(value: i32) -> u32 {
    ((value << 1) ^ (value >> 31)).cast_unsigned()
}

fn unfolded(value: u32) -> i32 {
    (value >> 1).cast_signed() ^ -((value & 1).cast_signed())
}
