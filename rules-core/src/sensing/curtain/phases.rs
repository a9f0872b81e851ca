//! Whole phases: are the emitters that light together alive?
//!
//! If nearly all beams of a phase read dark at once, on all sides, it is not
//! bodies: their driver is dead. Such a frame says nothing about those beams.

use super::beams::{Beams, NONE, Words};
use crate::board::curtain::{ByPhase, Phase};
#[cfg(feature = "ring")]
use crate::sensing::carry::Carrier;

/// Frames on end until a phase is dead.
const SURE: u8 = 8;

/// Samples on end until it is alive again.
const WELL: u8 = 40;

/// The four drivers.
#[derive(Debug, Clone)]
pub(super) struct Drivers {
    /// Beams of each phase, and for how long it has been dark or, if it is
    /// dead, lit.
    phases: ByPhase<Driver>,
    /// With fewer dark beams no phase can be dead.
    least: u32,
}

#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Driver {
    beams: u32,
    run: u8,
    dead: bool,
}

fn count(words: &Words) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

fn both(a: &Words, b: &Words) -> Words {
    core::array::from_fn(|n| a[n] & b[n])
}

impl Drivers {
    /// Hands over what is not known from the board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn carry(&mut self, carrier: &mut impl Carrier) {
        carrier.carry(&mut self.phases);
    }

    pub fn new(beams: &Beams) -> Self {
        let phases = ByPhase::from_fn(|phase| Driver {
            beams: count(beams.of_phase(phase)),
            ..Driver::default()
        });
        let least = phases.0.iter().map(|it| it.beams).min().unwrap_or(0);
        Self {
            phases,
            least: (least / 2).max(1),
        }
    }

    /// Checks a frame that is not quiet. Returns the beams of the phases that
    /// are dark as a whole; `died` hears of those that are now dead.
    pub fn check(&mut self, beams: &Beams, dark: &Words, died: &mut dyn FnMut(Phase)) -> Words {
        let few = count(dark) < self.least;
        let mut hold = NONE;
        for phase in Phase::ALL {
            let driver = &mut self.phases[phase];
            if driver.dead {
                continue;
            }
            if few {
                driver.run = 0;
                continue;
            }
            let words = beams.of_phase(phase);
            let watched = count(&core::array::from_fn(|n| words[n] & !beams.off()[n]));
            let lit = watched - count(&both(dark, words)).min(watched);
            if watched < driver.beams / 2 || lit > watched / 8 {
                driver.run = 0;
                continue;
            }
            driver.run = driver.run.saturating_add(1);
            for (hold, word) in hold.iter_mut().zip(words) {
                *hold |= word;
            }
            if driver.run >= SURE {
                (driver.dead, driver.run) = (true, 0);
                died(phase);
            }
        }
        hold
    }

    /// A sample of all beams, looked at or not; `revived` hears of the phases
    /// that are alive again.
    pub fn sample(&mut self, beams: &Beams, dark: &Words, revived: &mut dyn FnMut(Phase)) {
        for phase in Phase::ALL {
            let driver = &mut self.phases[phase];
            if !driver.dead {
                continue;
            }
            let lit = driver.beams - count(&both(dark, beams.of_phase(phase))).min(driver.beams);
            driver.run = match lit > driver.beams / 2 {
                true => driver.run + 1,
                false => 0,
            };
            if driver.run >= WELL {
                (driver.dead, driver.run) = (false, 0);
                revived(phase);
            }
        }
    }

    pub fn is_dead(&self, phase: Phase) -> bool {
        self.phases[phase].dead
    }

    /// Whether a phase may be about to be dead.
    pub fn are_worried(&self) -> bool {
        self.phases.0.iter().any(|it| it.run > 0 && !it.dead)
    }
}
