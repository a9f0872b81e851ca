//! One set of calibration values.
//!
//! Rests are sums of four readings, as a scan delivers them; levels are in steps
//! of the converter, as distances from the rest. Every value says where it comes
//! from: what a person measured beats what the machine proposes, and both beat
//! what is assumed.

use super::migration::Misfit;
use crate::board::hall::{Channel, MOST_CHANNELS, OVERSAMPLE, Part, Role};
use crate::board::{Name, Profile};
use crate::closed::closed;
use crate::sensing::magnet::{ByStrength, Strength};
use heapless::Vec;

closed! {
    /// Where a value comes from, the weakest first.
    enum Provenance {
        /// Assumed from data sheets.
        Default = "default",
        /// Proposed by the machine.
        Automatic = "automatic",
        /// Measured with a person who said what was there.
        Manual = "manual",
    }
}

closed! {
    /// Channels that look at the same kind of thing.
    enum Group {
        /// Marker slots of the posts.
        Slots = "marker slots",
        /// Cells of a grid board.
        Cells = "cells",
        /// The platform's magnets at a corner.
        Docks = "docks",
        /// A magnet in the element on the platform.
        Elements = "platform magnets",
        /// Light thrown back by the element on the platform.
        Optics = "platform optics",
        /// The row of sensors along each edge.
        Edges = "edge row",
    }
    map ByGroup
}

impl Group {
    /// The group a role belongs to; the references belong to none.
    #[must_use]
    pub const fn of(role: Role) -> Option<Self> {
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

/// What a channel reads when nothing is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Rest {
    /// The sum of four readings.
    pub sum: u16,
    /// Where it comes from.
    pub from: Provenance,
}

/// How far things move the channels of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Levels {
    /// Steps away from the rest, by strength. For optics: a finger is weak,
    /// wood is strong. For the edge row: the platform's magnet straight before a
    /// sensor is strong.
    pub steps: ByStrength<u16>,
    /// Where they come from.
    pub from: Provenance,
}

/// What a magnet over one sensor does to others, in 1024ths of what it does to
/// its own; negative because the field turns back beside a magnet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Leakage {
    /// From a slot to the slots one, two and three numbers away. The four stand
    /// in a square, so that one and three away are equally near.
    pub slots: [i16; 3],
    /// From a cell to each of its neighbours.
    pub cells: i16,
}

/// A complete set.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Calibration {
    /// The board it was made for.
    pub board: Name,
    /// By channel number.
    pub rests: Vec<Rest, MOST_CHANNELS>,
    /// By group.
    pub levels: ByGroup<Levels>,
    /// Between neighbours.
    pub leakage: Leakage,
}

/// Where a Hall sensor rests: half of full scale.
pub const HALL_REST: u16 = 2048 * OVERSAMPLE;

/// What an uncovered reflective sensor reads.
pub const OPTIC_REST: u16 = 200 * OVERSAMPLE;

/// What a divider reads: three quarters of full scale.
pub const DIVIDER_REST: u16 = 3072 * OVERSAMPLE;

/// What a channel is expected to read when nothing is there.
#[must_use]
pub const fn expected_rest(channel: Channel) -> u16 {
    match channel {
        Channel::Used(_, Part::Reflective) => OPTIC_REST,
        Channel::Used(_, Part::Resistors) => DIVIDER_REST,
        Channel::Used(_, Part::A1 | Part::A2 | Part::A3) | Channel::Spare => HALL_REST,
    }
}

impl Calibration {
    /// What is assumed until somebody calibrates.
    ///
    /// ```
    /// use rules_core::board::{Name, Profile};
    /// use rules_core::sensing::calibration::Calibration;
    ///
    /// let ring = Calibration::nominal(Profile::of(Name::Ring));
    /// assert_eq!(ring.rests.len(), 69);
    /// assert_eq!(ring.rests.first().map(|rest| rest.sum), Some(4 * 3072), "a divider");
    /// ```
    #[must_use]
    pub fn nominal(profile: &Profile) -> Self {
        let from = Provenance::Default;
        let rests = profile.hall.channels.iter().take(MOST_CHANNELS);
        let rests = rests.map(|&channel| Rest {
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
                // Of a strong magnet 20 mm aside a sensor feels 1 mT upwards, of 53;
                // across the square (28 mm) half of it.
                slots: [-20, -10, -20],
                // 1.6 % at 20 mm, with the third power of the distance: 25 mm
                // between hexagons, 30 mm between squares.
                cells: match profile.name {
                    Name::GridHex => -8,
                    _ => -5,
                },
            },
        }
    }

    /// What a channel reads when nothing is there.
    #[must_use]
    pub fn rest(&self, channel: usize) -> Option<Rest> {
        self.rests.get(channel).copied()
    }

    /// Steps for a group and strength.
    #[must_use]
    pub fn steps(&self, group: Group, strength: Strength) -> u16 {
        self.levels[group].steps[strength]
    }

    /// Takes over what `proposal` knows at least as well: an automatic value
    /// never replaces a manual one. Leakage goes with the levels it was measured
    /// with.
    ///
    /// ```
    /// use rules_core::board::{Name, Profile};
    /// use rules_core::sensing::calibration::{Calibration, Provenance};
    ///
    /// let mut kept = Calibration::nominal(Profile::of(Name::Ring));
    /// let mut proposal = kept.clone();
    /// kept.rests[5].from = Provenance::Manual;
    /// for rest in &mut proposal.rests {
    ///     rest.sum += 12;
    ///     rest.from = Provenance::Automatic;
    /// }
    /// kept.adopt(&proposal)?;
    /// assert_eq!(kept.rests[4].sum, 4 * 2048 + 12, "nobody had measured it");
    /// assert_eq!(kept.rests[5].sum, 4 * 2048, "a person had");
    /// # Ok::<(), rules_core::sensing::calibration::migration::Misfit>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The proposal was made for another board; nothing is taken over.
    pub fn adopt(&mut self, proposal: &Self) -> Result<(), Misfit> {
        if proposal.board != self.board {
            return Err(Misfit::Board {
                stored: proposal.board,
                here: self.board,
            });
        }
        for (mine, theirs) in self.rests.iter_mut().zip(&proposal.rests) {
            if theirs.from >= mine.from {
                *mine = *theirs;
            }
        }
        for group in Group::ALL {
            let theirs = proposal.levels[group];
            if theirs.from < self.levels[group].from {
                continue;
            }
            self.levels[group] = theirs;
            match group {
                Group::Slots => self.leakage.slots = proposal.leakage.slots,
                Group::Cells => self.leakage.cells = proposal.leakage.cells,
                _ => {}
            }
        }
        Ok(())
    }
}

/// Weak, middle, strong.
const fn nominal_steps(group: Group) -> ByStrength<u16> {
    match group {
        // A3, 6 mm: 12 and 53 mT. Nothing is ever in between.
        Group::Slots => ByStrength([225, 608, 990]),
        // A2, 5 mm: 6, 14 and 31 mT.
        Group::Cells => ByStrength([222, 518, 1148]),
        // A2: 35 mT; a quarter of it already counts.
        Group::Docks => ByStrength([300, 650, 1300]),
        // A2 through platform and disc: 6x2 mm (3.6 and 5.5 mT), 8x3 mm (10 mT).
        Group::Elements => ByStrength([170, 270, 372]),
        // A finger tip; wood.
        Group::Optics => ByStrength([850, 1275, 1700]),
        // A1: the weakest passage that counts; a token's; the platform's magnet
        // straight before a sensor, 6.5 mT.
        Group::Edges => ByStrength([30, 200, 488]),
    }
}
