//! One set of calibration values.
//!
//! Rest levels are sums of four readings, as a scan delivers them. The levels of magnets
//! are distances from the rest level, in ADC steps. Every value has its provenance: a
//! value that a person measured takes precedence over an automatic one, and both over an
//! assumed one.

use crate::board::hall::{Channel, MAX_CHANNELS, OVERSAMPLE, Role, SensorPart};
use crate::board::{BoardId, Profile};
use crate::closed_enum::closed_enum;
use crate::sensing::magnet::{ByStrength, Strength};
use heapless::Vec;

closed_enum! {
    /// Provenance of a calibration value, the weakest first.
    enum Provenance {
        /// The value is assumed from data sheets.
        Default = "default",
        /// The machine proposed the value. Reserved: no code stores such a value today.
        Automatic = "automatic",
        /// The value was measured with a person, who put the pieces where the guide
        /// asked.
        Manual = "manual",
    }
}

closed_enum! {
    /// Group of analog channels that sense the same kind of object.
    enum ChannelGroup {
        /// Hall sensors under the marker slots of the posts.
        Slots = "marker slots",
        /// Hall sensors under the cells of a grid board.
        Cells = "cells",
        /// Hall sensors for the magnets of the platform at a corner.
        Docks = "docks",
        /// Hall sensors for the magnet in the element on the platform.
        Elements = "platform magnets",
        /// Reflective sensors for the element on the platform.
        Optics = "platform optics",
        /// Hall sensors along the edges.
        Edges = "edge row",
    }
    map ByGroup
}

impl ChannelGroup {
    /// Returns the group of channels with this role; `None` for the references.
    #[must_use]
    pub const fn for_role(role: Role) -> Option<Self> {
        match role {
            Role::Slot(..) => Some(Self::Slots),
            Role::Cell(_) => Some(Self::Cells),
            Role::Dock(..) => Some(Self::Docks),
            Role::Element(..) => Some(Self::Elements),
            Role::Optic(..) => Some(Self::Optics),
            Role::Edge(..) => Some(Self::Edges),
            Role::Quiet | Role::Divider => None,
        }
    }
}

/// Reading of a channel at rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct RestLevel {
    /// Sum of four ADC readings: 0 to 16380.
    pub sum: u16,
    /// Provenance of the rest level.
    pub from: Provenance,
}

/// Changes that objects make to the readings of a group of channels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Levels {
    /// Distance of the reading from the rest level, in ADC steps, by strength of the
    /// magnet. For optics: a finger is weak, wood is strong. For the edge row: the
    /// platform's magnet straight before a sensor is strong.
    pub steps: ByStrength<u16>,
    /// Provenance of the levels.
    pub from: Provenance,
}

/// Effect of a magnet on neighbouring sensors, in 1024ths of its effect on the sensor
/// below it; negative because the field turns back beside a magnet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Leakage {
    /// Leakage from a slot to the slots one, two and three numbers away. The four slots
    /// of a post form a square, so that one and three away are equally near.
    pub slots: [i16; 3],
    /// Leakage from a cell to each adjacent cell.
    pub cells: i16,
}

/// A complete calibration of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Calibration {
    /// Board for which the calibration was made.
    pub board: BoardId,
    /// Rest level of each analog channel, by channel number.
    pub rests: Vec<RestLevel, MAX_CHANNELS>,
    /// Changes that magnets and pieces make, by group of channels.
    pub levels: ByGroup<Levels>,
    /// Leakage of magnets to neighbouring sensors.
    pub leakage: Leakage,
}

/// Nominal rest level of a Hall sensor, as a sum of four readings: half of full scale.
pub const HALL_REST: u16 = 2048 * OVERSAMPLE;

/// Nominal reading of an uncovered reflective sensor, as a sum of four readings.
pub const OPTIC_REST: u16 = 200 * OVERSAMPLE;

/// Nominal reading of a resistor divider, as a sum of four readings: three quarters of
/// full scale.
pub const DIVIDER_REST: u16 = 3072 * OVERSAMPLE;

/// Returns the nominal reading of a channel at rest, as a sum of four readings.
#[must_use]
pub const fn expected_rest(channel: Channel) -> u16 {
    match channel {
        Channel::Used(_, SensorPart::Reflective) => OPTIC_REST,
        Channel::Used(_, SensorPart::Resistors) => DIVIDER_REST,
        Channel::Used(_, SensorPart::A1 | SensorPart::A2 | SensorPart::A3) | Channel::Spare => {
            HALL_REST
        }
    }
}

impl Calibration {
    /// Calibration of no channels, before that of a board is known.
    #[cfg(feature = "ring")]
    pub(crate) const BLANK: Self = Self {
        board: BoardId::Ring,
        rests: Vec::new(),
        levels: ByGroup(
            [Levels {
                steps: ByStrength([0; 3]),
                from: Provenance::Default,
            }; ChannelGroup::ALL.len()],
        ),
        leakage: Leakage {
            slots: [0; 3],
            cells: 0,
        },
    };

    /// Returns the calibration that is assumed until a person calibrates.
    ///
    /// ```
    /// use rules_core::board::{BoardId, Profile};
    /// use rules_core::sensing::calibration::Calibration;
    ///
    /// let ring = Calibration::nominal(Profile::of(BoardId::Ring));
    /// assert_eq!(ring.rests.len(), 69);
    /// assert_eq!(ring.rests.first().map(|rest| rest.sum), Some(4 * 3072), "a divider");
    /// ```
    #[must_use]
    pub fn nominal(profile: &Profile) -> Self {
        let from = Provenance::Default;
        let rests = profile.hall.channels.iter().take(MAX_CHANNELS);
        let rests = rests.map(|&channel| RestLevel {
            sum: expected_rest(channel),
            from,
        });
        Self {
            board: profile.name,
            rests: rests.collect(),
            levels: ByGroup::from_fn(|group| Levels {
                steps: nominal_steps(group),
                from,
            }),
            leakage: Leakage {
                // A sensor 20 mm beside a strong magnet reads 1 mT upwards, of 53; across
                // the square (28 mm) half of it.
                slots: [-20, -10, -20],
                // 1.6 % at 20 mm, with the third power of the distance: 25 mm
                // between hexagons, 30 mm between squares.
                cells: match profile.name {
                    BoardId::GridHex => -8,
                    _ => -5,
                },
            },
        }
    }

    /// Returns the rest level of a channel; `None` if the board has no such channel.
    #[must_use]
    pub fn rest(&self, channel: usize) -> Option<RestLevel> {
        self.rests.get(channel).copied()
    }

    /// Returns the change that a magnet of this strength makes to the readings of a
    /// group, in ADC steps.
    #[must_use]
    pub fn steps(&self, group: ChannelGroup, strength: Strength) -> u16 {
        self.levels[group].steps[strength]
    }
}

/// Returns the nominal changes of a group's readings for a weak, middle and strong
/// magnet, in ADC steps.
const fn nominal_steps(group: ChannelGroup) -> ByStrength<u16> {
    match group {
        // A3, 6 mm: 12 and 53 mT. No magnet is ever in between.
        ChannelGroup::Slots => ByStrength([225, 608, 990]),
        // A2, 5 mm: 6, 14 and 31 mT.
        ChannelGroup::Cells => ByStrength([222, 518, 1148]),
        // A2: 35 mT; a quarter of it already counts.
        ChannelGroup::Docks => ByStrength([300, 650, 1300]),
        // A2 through platform and disc: 6x2 mm (3.6 and 5.5 mT), 8x3 mm (10 mT).
        ChannelGroup::Elements => ByStrength([170, 270, 372]),
        // A finger tip; wood.
        ChannelGroup::Optics => ByStrength([850, 1275, 1700]),
        // A1: the weakest passage that counts; a token's; the platform's magnet
        // straight before a sensor, 6.5 mT.
        ChannelGroup::Edges => ByStrength([30, 200, 488]),
    }
}
