//! Sensors that read as if nothing were on the board, with a step of noise on the
//! analog channels, so that a builder's verbs have something to look at. Each
//! channel can be bent by hand: a magnet, or a broken wire.

use super::clear::Clear;
use rules_core::board::hall::{MOST_CHANNELS, OVERSAMPLE};
use rules_core::board::{Name, Profile};
use rules_core::ring::Input;
use rules_core::sensing::calibration::record::expected_rest;
use rules_core::sensing::frame::HallScan;
use rules_core::time::Instant;

/// The highest sum of four readings.
const MOST: i32 = 4095 * OVERSAMPLE as i32;

/// Scans and frames that are made up for at a time; who was asleep for longer goes on from
/// now.
const MOST_AT_ONCE: u32 = 3_000;

/// Sensors at rest.
#[derive(Debug)]
pub struct Still {
    profile: &'static Profile,
    /// The curtain of a ring.
    pub curtain: Option<Clear>,
    /// The next scan.
    index: u32,
    /// By how many steps of the converter each channel is off its rest.
    bent: [i32; MOST_CHANNELS],
}

impl Still {
    /// The sensors of a board.
    #[must_use]
    pub fn new(board: Name) -> Self {
        Self {
            profile: Profile::of(board),
            curtain: Clear::new(Profile::of(board)),
            index: 0,
            bent: [0; MOST_CHANNELS],
        }
    }

    /// Bends a channel by so many steps; says whether there is one.
    pub fn bend(&mut self, channel: usize, steps: i32) -> bool {
        let there = channel < self.profile.hall.channels.len();
        if there && let Some(bent) = self.bent.get_mut(channel) {
            *bent = steps;
        }
        there
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
        for (n, ((sum, channel), bent)) in
            (0_u32..).zip(sums.iter_mut().zip(channels).zip(&self.bent))
        {
            let noise = (self.index.wrapping_mul(7).wrapping_add(n * 13) >> 2) % 3;
            let value = i32::from(expected_rest(*channel))
                + bent * i32::from(OVERSAMPLE)
                + i32::try_from(noise).unwrap_or(0)
                - 1;
            *sum = u16::try_from(value.clamp(0, MOST)).unwrap_or(0);
        }
        HallScan {
            index: self.index,
            sums,
            overrun: false,
        }
    }
}
