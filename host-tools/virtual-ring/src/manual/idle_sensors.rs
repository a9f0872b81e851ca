//! Idle sensors: readings of an empty board, with one ADC step of noise on the analog
//! channels, so that the verbs for builders have something to show. Each channel can be
//! given an offset, as from a magnet or a broken wire.

use super::channel_offsets::{ChannelOffsets, sum_of};
use super::idle_curtain::IdleCurtain;
use rules_core::board::hall::MAX_CHANNELS;
use rules_core::board::{BoardId, Profile};
use rules_core::ring::Input;
use rules_core::sensing::calibration::values::expected_rest;
use rules_core::sensing::frame::HallScan;
use rules_core::time::Instant;

/// Largest number of scans and frames produced by one call; a caller that slept longer
/// catches up with the next calls.
const MAX_INPUTS_PER_CALL: u32 = 3_000;

/// Simulated sensors of an empty board.
#[derive(Debug)]
pub struct IdleSensors {
    profile: &'static Profile,
    /// Light curtain; `None` on a grid board.
    pub curtain: Option<IdleCurtain>,
    /// Offsets of the analog channels from their rest levels.
    pub bent: ChannelOffsets,
    /// Number of the next scan.
    index: u32,
}

impl IdleSensors {
    /// Creates the sensors of a board.
    #[must_use]
    pub fn new(board: BoardId) -> Self {
        let profile = Profile::of(board);
        Self {
            profile,
            curtain: IdleCurtain::new(profile),
            bent: ChannelOffsets::new(profile),
            index: 0,
        }
    }

    /// Calls `each` with all scans and curtain frames that are due up to `now`, in order
    /// of time.
    pub fn until(&mut self, now: Instant, mut each: impl FnMut(Instant, Input)) {
        for _ in 0..MAX_INPUTS_PER_CALL {
            let scan = self.scan();
            let scanned = scan.at(&self.profile.hall);
            let frame = self.curtain.as_ref().map(|clear| {
                let frame = clear.peek();
                (frame.at(clear.curtain()), frame)
            });
            match (frame, &mut self.curtain) {
                (Some((at, frame)), Some(clear)) if at < scanned => {
                    if at > now {
                        return;
                    }
                    each(at, Input::Curtain(&frame));
                    clear.advance();
                }
                _ => {
                    if scanned > now {
                        return;
                    }
                    each(scanned, Input::Hall(&scan));
                    self.index += 1;
                }
            }
        }
    }

    fn scan(&self) -> HallScan {
        let mut sums = [0; MAX_CHANNELS];
        let channels = self.profile.hall.channels.iter();
        for (n, (sum, channel)) in (0_u32..).zip(sums.iter_mut().zip(channels)) {
            let noise = (self.index.wrapping_mul(7).wrapping_add(n * 13) >> 2) % 3;
            let rest = i32::from(expected_rest(*channel));
            *sum = sum_of(rest + i32::try_from(noise).unwrap_or(0) - 1);
        }
        self.bent.apply(&mut sums);
        HallScan {
            index: self.index,
            sums,
            overrun: false,
        }
    }
}
