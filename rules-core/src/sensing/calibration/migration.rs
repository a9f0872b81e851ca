//! Calibration as stored in flash, of this or an earlier version.
//!
//! The version is the enum's number, the first byte in flash. The journal checks for
//! damage; this module checks that an intact record belongs to this board and is
//! plausible.

use super::guide::UNCOVERED;
use super::values::{Calibration, ChannelGroup, Provenance, RestLevel, expected_rest};
use crate::board::hall::{Channel, MAX_CHANNELS, OVERSAMPLE, SensorPart};
use crate::board::{BoardId, Profile};
use crate::sensing::magnet::Strength;
use core::fmt;
use heapless::Vec;

/// Calibration record in flash, of any version.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(
    clippy::large_enum_variant,
    reason = "read once at power-up, and there is no heap to box it on"
)]
pub enum StoredCalibration {
    /// Record of version 1: single readings, marker levels only, no provenance.
    V1(CalibrationV1),
    /// Record of version 2, the current one.
    V2(Calibration),
}

/// Calibration record of version 1. All its values were measured with a person.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CalibrationV1 {
    /// Board for which the calibration was made.
    pub board: BoardId,
    /// Rest level of each channel, by channel number: a single ADC reading.
    pub rests: Vec<u16, MAX_CHANNELS>,
    /// Levels of a weak and a strong marker, as distances from rest in ADC steps.
    pub markers: [u16; 2],
}

/// Reason why a stored calibration cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CalibrationError {
    /// The calibration was made for another board.
    Board {
        /// Board for which the calibration was made.
        stored: BoardId,
        /// Board on which it is read.
        here: BoardId,
    },
    /// The calibration has another number of channels than the board.
    Channels {
        /// Number of channels in the record.
        stored: usize,
        /// Number of channels of the board.
        here: usize,
    },
    /// The calibration has a rest level that no working sensor has.
    Rest {
        /// Number of the channel.
        channel: u8,
        /// Rest level of the channel, as a single ADC reading.
        reading: u16,
    },
    /// The levels of this group do not rise from weak to strong, or exceed the range.
    Levels(ChannelGroup),
}

/// Largest distance of a stored rest level from its nominal value, in ADC steps. The
/// guide accepts 60; the wider limit is meant for automatic proposals that follow drift,
/// which no code stores today.
const REST_TOLERANCE: u16 = 250;

impl StoredCalibration {
    /// Converts the record to the current version and checks that it fits the board.
    ///
    /// ```
    /// use rules_core::board::{BoardId, Profile};
    /// use rules_core::sensing::calibration::Calibration;
    /// use rules_core::sensing::calibration::migration::StoredCalibration;
    ///
    /// let (ring, grid) = (Profile::of(BoardId::Ring), Profile::of(BoardId::GridHex));
    /// let stored = StoredCalibration::V2(Calibration::nominal(grid));
    /// let refused = stored.open(ring).map_err(|error| error.to_string());
    /// let sentence = "calibration is for grid-hex but this is ring: calibrate this board";
    /// assert_eq!(refused, Err(sentence.to_string()));
    /// ```
    ///
    /// # Errors
    ///
    /// [`CalibrationError`] if board, number of channels, a rest level or the levels of a
    /// group do not fit.
    pub fn open(self, profile: &Profile) -> Result<Calibration, CalibrationError> {
        let calibration = match self {
            Self::V1(old) => old.migrate(profile)?,
            Self::V2(calibration) => calibration,
        };
        check(&calibration, profile)?;
        Ok(calibration)
    }
}

impl CalibrationV1 {
    /// Converts the record to the current version, with nominal values for all that
    /// version 1 did not store.
    fn migrate(self, profile: &Profile) -> Result<Calibration, CalibrationError> {
        let mut calibration = Calibration::nominal(profile);
        fits(self.board, self.rests.len(), profile)?;
        let from = Provenance::Manual;
        for (rest, reading) in calibration.rests.iter_mut().zip(&self.rests) {
            *rest = RestLevel {
                sum: reading.saturating_mul(OVERSAMPLE),
                from,
            };
        }
        let [weak, strong] = self.markers;
        let levels = &mut calibration.levels[ChannelGroup::Slots];
        levels.steps[Strength::Weak] = weak;
        levels.steps[Strength::Strong] = strong;
        levels.steps[Strength::Middle] = weak.saturating_add(strong) / 2;
        levels.from = from;
        Ok(calibration)
    }
}

fn fits(board: BoardId, channels: usize, profile: &Profile) -> Result<(), CalibrationError> {
    if board != profile.name {
        return Err(CalibrationError::Board {
            stored: board,
            here: profile.name,
        });
    }
    let here = profile.hall.channels.len();
    if channels != here {
        return Err(CalibrationError::Channels {
            stored: channels,
            here,
        });
    }
    Ok(())
}

/// True if a working sensor can rest at `reading`. An input without a sensor floats and
/// can rest anywhere.
fn can_rest(channel: Channel, reading: u16) -> bool {
    match channel {
        Channel::Spare => true,
        Channel::Used(_, SensorPart::Reflective) => reading <= UNCOVERED,
        Channel::Used(..) => {
            reading.abs_diff(expected_rest(channel) / OVERSAMPLE) <= REST_TOLERANCE
        }
    }
}

fn check(calibration: &Calibration, profile: &Profile) -> Result<(), CalibrationError> {
    fits(calibration.board, calibration.rests.len(), profile)?;
    let channels = profile.hall.channels.iter();
    for (number, (&channel, rest)) in (0..).zip(channels.zip(&calibration.rests)) {
        let reading = rest.sum / OVERSAMPLE;
        if !can_rest(channel, reading) {
            return Err(CalibrationError::Rest {
                channel: number,
                reading,
            });
        }
    }
    for (group, levels) in calibration.levels.iter() {
        let [weak, middle, strong] = levels.steps.0;
        if !(0 < weak && weak < middle && middle < strong && strong < 2048) {
            return Err(CalibrationError::Levels(group));
        }
    }
    Ok(())
}

impl fmt::Display for CalibrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { stored, here } => write!(
                f,
                "calibration is for {stored} but this is {here}: calibrate this board"
            ),
            Self::Channels { stored, here } => write!(
                f,
                "calibration has {stored} channels but this board has {here}: calibrate this board"
            ),
            Self::Rest { channel, reading } => write!(
                f,
                "calibration says channel {channel} rests at {reading}, which no sound sensor \
                 does: empty the board and calibrate again"
            ),
            Self::Levels(group) => write!(
                f,
                "calibration of the {group} does not rise from weak to strong: calibrate them again"
            ),
        }
    }
}

impl core::error::Error for CalibrationError {}
