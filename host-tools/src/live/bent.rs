//! Analog channels bent by hand: a magnet, or a broken wire.

use rules_core::board::Profile;
use rules_core::board::hall::{MOST_CHANNELS, OVERSAMPLE};

/// The highest reading of the converter, and the most a channel can be bent by.
pub const MOST: i16 = 4095;

/// By how many steps of the converter each channel is off.
#[derive(Debug)]
pub struct Bent {
    steps: [i16; MOST_CHANNELS],
    /// Channels there are.
    channels: usize,
}

impl Bent {
    /// None of a board's channels.
    #[must_use]
    pub const fn new(profile: &Profile) -> Self {
        Self {
            steps: [0; MOST_CHANNELS],
            channels: profile.hall.channels.len(),
        }
    }

    /// Bends a channel by so many steps.
    ///
    /// # Errors
    /// If there is no such channel.
    pub fn bend(&mut self, channel: usize, steps: i16) -> Result<(), String> {
        match self.steps.iter_mut().take(self.channels).nth(channel) {
            Some(bent) => {
                *bent = steps;
                Ok(())
            }
            None => Err(format!(
                "there is no channel {channel} on this board; write a number below {}",
                self.channels
            )),
        }
    }

    /// The sums of a scan that reads so much without it.
    pub fn apply(&self, sums: &mut [u16]) {
        for (sum, &steps) in sums.iter_mut().zip(&self.steps) {
            *sum = sum_of(i32::from(*sum) + i32::from(steps) * i32::from(OVERSAMPLE));
        }
    }
}

/// A sum of readings, as far as the converter goes.
#[must_use]
pub fn sum_of(value: i32) -> u16 {
    let most = i32::from(MOST) * i32::from(OVERSAMPLE);
    u16::try_from(value.clamp(0, most)).unwrap_or(0)
}
