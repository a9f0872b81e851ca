//! Analog channels with a typed offset, as from a magnet or a broken wire.

use host_core::table_event::MAX_CHANNEL_OFFSET;
use rules_core::board::Profile;
use rules_core::board::hall::{MAX_CHANNELS, OVERSAMPLE};

/// Offset of each analog channel, in ADC steps (-4095 to 4095).
#[derive(Debug)]
pub struct ChannelOffsets {
    steps: [i16; MAX_CHANNELS],
    /// Number of analog channels of the board.
    channels: usize,
}

impl ChannelOffsets {
    /// Creates offsets of zero for all channels of a board.
    #[must_use]
    pub const fn new(profile: &Profile) -> Self {
        Self {
            steps: [0; MAX_CHANNELS],
            channels: profile.hall.channels.len(),
        }
    }

    /// Sets the offset of an analog channel, in ADC steps (-4095 to 4095).
    ///
    /// # Errors
    /// A sentence if the board has no such channel.
    pub fn set_offset(&mut self, channel: usize, steps: i16) -> Result<(), String> {
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

    /// Adds the offsets to the sums of a scan, four readings per channel, clamped to the
    /// range of the ADC.
    pub fn apply(&self, sums: &mut [u16]) {
        for (sum, &steps) in sums.iter_mut().zip(&self.steps) {
            *sum = sum_of(i32::from(*sum) + i32::from(steps) * i32::from(OVERSAMPLE));
        }
    }
}

/// Clamps a sum of readings to the range of the ADC.
#[must_use]
pub fn sum_of(value: i32) -> u16 {
    let most = i32::from(MAX_CHANNEL_OFFSET) * i32::from(OVERSAMPLE);
    u16::try_from(value.clamp(0, most)).unwrap_or(0)
}
