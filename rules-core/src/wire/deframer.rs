//! Deframer: decodes the bytes of the wire to payloads.
//!
//! ```text
//!            byte                 too many bytes
//!   between ------> within a frame ------------> skipping
//!      ^                  |                          |
//!      +------- 0x00 -----+---------- 0x00 ----------+
//!        checked and counted       counted
//! ```
//!
//! Any zero byte leads back to the start, so that damage never reaches beyond the next
//! end of a frame. Consecutive zero bytes are not frames and are not counted: a sender
//! may put one before its first frame to end whatever was on the line.

use super::frame::{BODY_MAX, END};
use crate::checksum;
use cobs::{DecodeResult, DecoderState};

/// Number of frames received, by result. Each counter saturates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FrameCounts {
    /// Number of frames whose payload was returned.
    pub good: u32,
    /// Number of complete frames whose checksum does not match.
    pub bad_crc: u32,
    /// Number of frames longer than the longest payload allows.
    pub oversized: u32,
    /// Number of frames that were cut short: invalid COBS, or too short for a payload and
    /// its checksum.
    pub malformed: u32,
}

/// State of the deframer until the next end of a frame.
#[derive(Debug)]
enum DeframerState {
    /// The deframer decodes bytes.
    Decoding(DecoderState),
    /// The deframer drops bytes, because the frame is too long already.
    Skipping,
}

/// Decoder that accepts bytes in portions of any size and returns the payloads in them.
///
/// The deframer never fails: it counts and skips bytes that are not a frame.
#[derive(Debug)]
pub struct Deframer {
    state: DeframerState,
    body: [u8; BODY_MAX],
    /// Number of decoded bytes in `body`.
    length: usize,
    counts: FrameCounts,
}

impl Default for Deframer {
    fn default() -> Self {
        Self::new()
    }
}

impl Deframer {
    /// Creates a deframer that expects the start of a frame.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            state: DeframerState::Decoding(DecoderState::Idle),
            body: [0; BODY_MAX],
            length: 0,
            counts: FrameCounts {
                good: 0,
                bad_crc: 0,
                oversized: 0,
                malformed: 0,
            },
        }
    }

    /// Returns the number of frames received so far, by result.
    #[must_use]
    pub const fn counts(&self) -> FrameCounts {
        self.counts
    }

    /// Removes bytes from the front of `input` up to the end of the next good frame, and
    /// returns its payload; `None` if `input` is used up first.
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
            if let Some(length) = self.push_byte(byte) {
                return self.body.get(..length);
            }
        }
        None
    }

    /// Consumes all of `bytes` and calls `each` with every payload in them.
    pub fn push(&mut self, mut bytes: &[u8], mut each: impl FnMut(&[u8])) {
        while let Some(payload) = self.next(&mut bytes) {
            each(payload);
        }
    }

    /// Decodes one byte. Returns the length of the payload if the byte ended a good
    /// frame; otherwise `None`.
    fn push_byte(&mut self, byte: u8) -> Option<usize> {
        let decoder = match &mut self.state {
            DeframerState::Decoding(decoder) => decoder,
            DeframerState::Skipping => {
                if byte == END {
                    self.state = DeframerState::Decoding(DecoderState::Idle);
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
                    self.state = DeframerState::Skipping;
                    count(&mut self.counts.oversized);
                }
                None
            }
            Ok(DecodeResult::DataComplete) => self.finish_frame(),
            Err(_) => {
                count(&mut self.counts.malformed);
                None
            }
        }
    }

    /// Checks and counts the frame that just ended. Returns the length of its payload;
    /// `None` if the frame is not good.
    fn finish_frame(&mut self) -> Option<usize> {
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
