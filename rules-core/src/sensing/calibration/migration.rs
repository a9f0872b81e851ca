//! Calibration as it lies in the flash, of this or an earlier version.
//!
//! The version is the enum's number, the first byte on flash. Checks for damage
//! are the journal's; what is checked here is that a whole record belongs to
//! this board and can be true.

use super::guide::UNCOVERED;
use super::record::{Calibration, Group, Provenance, Rest, expected_rest};
use crate::board::hall::{Channel, MOST_CHANNELS, OVERSAMPLE, Part};
use crate::board::{Name, Profile};
use crate::sensing::magnet::Strength;
use core::fmt;
use heapless::Vec;

/// A record of any version.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(
    clippy::large_enum_variant,
    reason = "read once at power-up, and there is no heap to box it on"
)]
pub enum Stored {
    /// Version 1: single readings, marker levels only, no provenance.
    V1(V1),
    /// Version 2.
    V2(Calibration),
}

/// Version 1. Everything in it had been measured with a person.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct V1 {
    /// The board it was made for.
    pub board: Name,
    /// One reading for each channel, by channel number.
    pub rests: Vec<u16, MOST_CHANNELS>,
    /// Steps of a weak and a strong marker.
    pub markers: [u16; 2],
}

/// Why a record cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misfit {
    /// It was made for another board.
    Board {
        /// The board it was made for.
        stored: Name,
        /// The board it is read on.
        here: Name,
    },
    /// It has another number of channels.
    Channels {
        /// In the record.
        stored: usize,
        /// On the board.
        here: usize,
    },
    /// A channel cannot rest there.
    Rest {
        /// The channel.
        channel: u8,
        /// Its rest as a single reading.
        reading: u16,
    },
    /// The levels of a group are not in order.
    Levels(Group),
}

/// A Hall sensor rests within so many steps of the middle: more than the guide takes,
/// for what drift proposes may be kept too.
const REST_TOLERANCE: u16 = 250;

impl Stored {
    /// The record as this version's, if it fits the board.
    ///
    /// ```
    /// use rules_core::board::{Name, Profile};
    /// use rules_core::sensing::calibration::Calibration;
    /// use rules_core::sensing::calibration::migration::Stored;
    ///
    /// let (ring, grid) = (Profile::of(Name::Ring), Profile::of(Name::GridHex));
    /// let stored = Stored::V2(Calibration::nominal(grid));
    /// let refused = stored.open(ring).map_err(|why| why.to_string());
    /// let sentence = "calibration is for grid-hex but this is ring: calibrate this board";
    /// assert_eq!(refused, Err(sentence.to_string()));
    /// ```
    ///
    /// # Errors
    ///
    /// What does not fit.
    pub fn open(self, profile: &Profile) -> Result<Calibration, Misfit> {
        let calibration = match self {
            Self::V1(old) => old.migrate(profile)?,
            Self::V2(calibration) => calibration,
        };
        check(&calibration, profile)?;
        Ok(calibration)
    }
}

impl V1 {
    /// What version 1 did not know is assumed.
    fn migrate(self, profile: &Profile) -> Result<Calibration, Misfit> {
        let mut calibration = Calibration::nominal(profile);
        fits(self.board, self.rests.len(), profile)?;
        let from = Provenance::Manual;
        for (rest, reading) in calibration.rests.iter_mut().zip(&self.rests) {
            *rest = Rest {
                sum: reading.saturating_mul(OVERSAMPLE),
                from,
            };
        }
        let [weak, strong] = self.markers;
        let levels = &mut calibration.levels[Group::Slots];
        levels.steps[Strength::Weak] = weak;
        levels.steps[Strength::Strong] = strong;
        levels.steps[Strength::Middle] = weak.saturating_add(strong) / 2;
        levels.from = from;
        Ok(calibration)
    }
}

fn fits(board: Name, channels: usize, profile: &Profile) -> Result<(), Misfit> {
    if board != profile.name {
        return Err(Misfit::Board {
            stored: board,
            here: profile.name,
        });
    }
    let here = profile.hall.channels.len();
    if channels != here {
        return Err(Misfit::Channels {
            stored: channels,
            here,
        });
    }
    Ok(())
}

/// Whether a sound sensor can rest there. An input without a sensor floats anywhere.
fn can_rest(channel: Channel, reading: u16) -> bool {
    match channel {
        Channel::Spare => true,
        Channel::Used(_, Part::Reflective) => reading <= UNCOVERED,
        Channel::Used(..) => {
            reading.abs_diff(expected_rest(channel) / OVERSAMPLE) <= REST_TOLERANCE
        }
    }
}

fn check(calibration: &Calibration, profile: &Profile) -> Result<(), Misfit> {
    fits(calibration.board, calibration.rests.len(), profile)?;
    let channels = profile.hall.channels.iter();
    for (number, (&channel, rest)) in (0..).zip(channels.zip(&calibration.rests)) {
        let reading = rest.sum / OVERSAMPLE;
        if !can_rest(channel, reading) {
            return Err(Misfit::Rest {
                channel: number,
                reading,
            });
        }
    }
    for (group, levels) in calibration.levels.iter() {
        let [weak, middle, strong] = levels.steps.0;
        if !(0 < weak && weak < middle && middle < strong && strong < 2048) {
            return Err(Misfit::Levels(group));
        }
    }
    Ok(())
}

impl fmt::Display for Misfit {
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

impl core::error::Error for Misfit {}
