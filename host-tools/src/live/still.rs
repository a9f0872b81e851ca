//! Sensors that read as if nothing were on the board, with a step of noise on the
//! analog channels, so that a builder's verbs have something to look at. Each
//! channel can be bent by hand: a magnet, or a broken wire.

use super::bent::{Bent, sum_of};
use super::clear::Clear;
use rules_core::board::hall::MOST_CHANNELS;
use rules_core::board::{Name, Profile};
use rules_core::ring::Input;
use rules_core::sensing::calibration::record::expected_rest;
use rules_core::sensing::frame::HallScan;
use rules_core::time::Instant;

/// Scans and frames that are made at a time; who was asleep for longer catches up
/// with the next ones.
const MOST_AT_ONCE: u32 = 3_000;

/// Sensors at rest.
#[derive(Debug)]
pub struct Still {
    profile: &'static Profile,
    /// The curtain of a ring.
    pub curtain: Option<Clear>,
    /// The channels that do not read what they read at rest.
    pub bent: Bent,
    /// The next scan.
    index: u32,
}

impl Still {
    /// The sensors of a board.
    #[must_use]
    pub fn new(board: Name) -> Self {
        let profile = Profile::of(board);
        Self {
            profile,
            curtain: Clear::new(profile),
            bent: Bent::new(profile),
            index: 0,
        }
    }

    /// Makes all scans and frames up to `now`, in the order of time.
    pub fn until(&mut self, now: Instant, mut each: impl FnMut(Instant, Input)) {
        for _ in 0..MOST_AT_ONCE {
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
        let mut sums = [0; MOST_CHANNELS];
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
