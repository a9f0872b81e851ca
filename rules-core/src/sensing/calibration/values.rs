//! One set of calibration values.
//!
//! Rest levels are sums of four readings, as a scan delivers them. Levels are in steps of
//! the converter, as distances from the rest level. Every value has its provenance: a
//! value that a person measured takes precedence over an automatic one, and both over an
//! assumed one.

use crate::board::hall::{Channel, MOST_CHANNELS, OVERSAMPLE, Role, SensorPart};
use crate::board::{BoardId, Profile};
use crate::closed_enum::closed_enum;
use crate::sensing::magnet::{ByStrength, Strength};
use heapless::Vec;

closed_enum! {
    /// Provenance of a value, the weakest first.
    enum Provenance {
        /// Assumed from data sheets.
        Default = "default",
        /// Proposed by the machine.
        Automatic = "automatic",
        /// Measured with a person who stated what was there.
        Manual = "manual",
    }
}

closed_enum! {
    /// Channels that sense the same kind of object.
    enum ChannelGroup {
        /// Marker slots of the posts.
        Slots = "marker slots",
        /// Cells of a grid board.
        Cells = "cells",
        /// Magnets of the platform at a corner.
        Docks = "docks",
        /// Magnet in the element on the platform.
        Elements = "platform magnets",
        /// Light reflected by the element on the platform.
        Optics = "platform optics",
        /// Row of sensors along each edge.
        Edges = "edge row",
    }
    map ByGroup
}

impl ChannelGroup {
    /// Returns the group of a role; `None` for the references.
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
    /// Sum of four readings.
    pub sum: u16,
    /// Provenance of the level.
    pub from: Provenance,
}

/// Distances by which objects move the channels of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Levels {
    /// Steps away from the rest level, by strength. For optics: a finger is weak, wood is
    /// strong. For the edge row: the platform's magnet straight before a sensor is
    /// strong.
    pub steps: ByStrength<u16>,
    /// Provenance of the levels.
    pub from: Provenance,
}

/// Effect of a magnet over one sensor on others, in 1024ths of its effect on its own;
/// negative because the field turns back beside a magnet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Leakage {
    /// Leakage from a slot to the slots one, two and three numbers away. The four stand
    /// in a square, so that one and three away are equally near.
    pub slots: [i16; 3],
    /// Leakage from a cell to each of its neighbours.
    pub cells: i16,
}

/// A complete calibration of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Calibration {
    /// Board for which it was made.
    pub board: BoardId,
    /// Rest levels, by channel number.
    pub rests: Vec<RestLevel, MOST_CHANNELS>,
    /// Levels, by group.
    pub levels: ByGroup<Levels>,
    /// Leakage between neighbours.
    pub leakage: Leakage,
}

/// Rest level of a Hall sensor: half of full scale.
pub const HALL_REST: u16 = 2048 * OVERSAMPLE;

/// Reading of an uncovered reflective sensor.
pub const OPTIC_REST: u16 = 200 * OVERSAMPLE;

/// Reading of a divider: three quarters of full scale.
pub const DIVIDER_REST: u16 = 3072 * OVERSAMPLE;

/// Returns the expected reading of a channel at rest.
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
        let rests = profile.hall.channels.iter().take(MOST_CHANNELS);
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

    /// Returns the level of a group for a strength, in steps.
    #[must_use]
    pub fn steps(&self, group: ChannelGroup, strength: Strength) -> u16 {
        self.levels[group].steps[strength]
    }
}

/// Returns the nominal levels of a group: weak, middle, strong.
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
