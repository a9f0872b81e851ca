//! Bytes back to payloads.
//!
//! ```text
//!            byte                 too many bytes
//!   between ------> within a frame ------------> skipping
//!      ^                  |                          |
//!      +------- 0x00 -----+---------- 0x00 ----------+
//!        judged and counted        counted
//! ```
//!
//! Any zero byte leads back to the start, so damage never reaches beyond the
//! next end of a frame. Zero bytes in a row are no frames and are not counted:
//! a sender may put one before its first frame to end whatever was on the line.

use super::frame::{BODY_MAX, END};
use crate::checksum;
use cobs::{DecodeResult, DecoderState};

/// How many frames came, by what became of them. Each stops at its highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Counts {
    /// Handed out.
    pub good: u32,
    /// Whole, but the checksum is that of something else.
    pub bad_crc: u32,
    /// Longer than any payload may be.
    pub oversized: u32,
    /// Cut short: no COBS, or too short for a payload and its checksum.
    pub malformed: u32,
}

/// What becomes of the bytes up to the next end of a frame.
#[derive(Debug)]
enum State {
    /// They are decoded.
    Decoding(DecoderState),
    /// They are dropped: the frame is too long already.
    Skipping,
}

/// Takes bytes in any portions and hands out the payloads in them.
///
/// It never fails and never stops: what is no frame is counted and passed over.
#[derive(Debug)]
pub struct Deframer {
    state: State,
    body: [u8; BODY_MAX],
    /// How much of `body` is decoded.
    length: usize,
    counts: Counts,
}

impl Default for Deframer {
    fn default() -> Self {
        Self::new()
    }
}

impl Deframer {
    /// One that expects the start of a frame.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            state: State::Decoding(DecoderState::Idle),
            body: [0; BODY_MAX],
            length: 0,
            counts: Counts {
                good: 0,
                bad_crc: 0,
                oversized: 0,
                malformed: 0,
            },
        }
    }

    /// What came so far.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// Takes bytes off the front of `input` up to the end of the next good
    /// frame, and returns its payload. `None`: `input` is used up.
    ///
    /// ```
    /// use rules_core::wire::Deframer;
    ///
    /// let mut deframer = Deframer::new();
    /// let mut input: &[u8] = &[0x07, b'h', b'i', 0xdd, 0x92, 0xe6, 0xaa, 0x00, 0x33];
    /// assert_eq!(deframer.next(&mut input), Some(&b"hi"[..]));
    /// assert_eq!(deframer.next(&mut input), None);
    /// ```
    pub fn next(&mut self, input: &mut &[u8]) -> Option<&[u8]> {
        while let Some((&byte, rest)) = input.split_first() {
            *input = rest;
            if let Some(length) = self.take(byte) {
                return self.body.get(..length);
            }
        }
        None
    }

    /// Takes all of `bytes` and shows `each` payload in them.
    pub fn push(&mut self, mut bytes: &[u8], mut each: impl FnMut(&[u8])) {
        while let Some(payload) = self.next(&mut bytes) {
            each(payload);
        }
    }

    /// Takes one byte; the length of the payload if it ended a good frame.
    fn take(&mut self, byte: u8) -> Option<usize> {
        let decoder = match &mut self.state {
            State::Decoding(decoder) => decoder,
            State::Skipping => {
                if byte == END {
                    self.state = State::Decoding(DecoderState::Idle);
                }
                return None;
            }
        };
        match decoder.feed(byte) {
            Ok(DecodeResult::NoData) => None,
            Ok(DecodeResult::DataStart) => {
                self.length = 0;
                None
            }
            Ok(DecodeResult::DataContinue(decoded)) => {
                if let Some(place) = self.body.get_mut(self.length) {
                    *place = decoded;
                    self.length += 1;
                } else {
                    self.state = State::Skipping;
                    count(&mut self.counts.oversized);
                }
                None
            }
            Ok(DecodeResult::DataComplete) => self.judge(),
            Err(_) => {
                count(&mut self.counts.malformed);
                None
            }
        }
    }

    /// The length of the payload, if the frame that just ended is good.
    fn judge(&mut self) -> Option<usize> {
        let split = self
            .body
            .get(..self.length)
            .and_then(<[u8]>::split_last_chunk)
            .filter(|(payload, _)| !payload.is_empty());
        let Some((payload, crc)) = split else {
            count(&mut self.counts.malformed);
            return None;
        };
        if *crc == checksum::with_length(payload) {
            count(&mut self.counts.good);
            Some(payload.len())
        } else {
            count(&mut self.counts.bad_crc);
            None
        }
    }
}

fn count(of: &mut u32) {
    *of = of.saturating_add(1);
}
