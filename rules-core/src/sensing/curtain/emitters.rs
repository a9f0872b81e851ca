//! Health of the emitter drivers, one per phase.
//!
//! If nearly all beams of a phase read dark at once, on all sides, their driver is dead,
//! because no body darkens them all. The readings of those beams are ignored in such a
//! frame.

use super::beams::{BeamWords, Beams, NONE};
use crate::board::curtain::{ByPhase, EmitterPhase};
#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;

/// Number of consecutive dark frames until the driver of a phase counts as dead.
const FAULT_FRAMES: u8 = 8;

/// Number of consecutive lit samples until the driver of a phase works again.
const RECOVERY_SAMPLES: u8 = 40;

/// Health of the emitter drivers of the four phases.
#[derive(Debug, Clone)]
pub(super) struct EmitterDrivers {
    phases: ByPhase<EmitterDriver>,
    /// Number of dark beams below which no phase can be dead.
    least: u32,
}

#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct EmitterDriver {
    /// Number of beams of the phase.
    beams: u32,
    /// Number of consecutive dark frames or, if the driver is dead, lit samples.
    run: u8,
    dead: bool,
}

impl EmitterDriver {
    const NEW: Self = Self {
        beams: 0,
        run: 0,
        dead: false,
    };
}

fn count(words: &BeamWords) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

fn both(a: &BeamWords, b: &BeamWords) -> BeamWords {
    core::array::from_fn(|n| a[n] & b[n])
}

impl EmitterDrivers {
    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn archive(&mut self, archive: &mut impl Archive) {
        archive.archive(&mut self.phases);
    }

    /// Drivers of a board without a curtain.
    pub const BLANK: Self = Self {
        phases: ByPhase([EmitterDriver::NEW; EmitterPhase::ALL.len()]),
        least: 0,
    };

    pub fn new(beams: &Beams) -> Self {
        let phases = ByPhase::from_fn(|phase| EmitterDriver {
            beams: count(beams.of_phase(phase)),
            ..EmitterDriver::NEW
        });
        let least = phases
            .0
            .iter()
            .map(|driver| driver.beams)
            .min()
            .unwrap_or(0);
        Self {
            phases,
            least: (least / 2).max(1),
        }
    }

    /// Checks a frame that is not quiet. Returns the beams of the phases that are dark as
    /// a whole; calls `died` for each phase whose driver is now dead.
    pub fn check(
        &mut self,
        beams: &Beams,
        dark: &BeamWords,
        died: &mut dyn FnMut(EmitterPhase),
    ) -> BeamWords {
        let few = count(dark) < self.least;
        let mut hold = NONE;
        for phase in EmitterPhase::ALL {
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
            if driver.run >= FAULT_FRAMES {
                (driver.dead, driver.run) = (true, 0);
                died(phase);
            }
        }
        hold
    }

    /// Evaluates a sample of all beams, masked or not; calls `revived` for each phase
    /// that works again.
    pub fn sample(
        &mut self,
        beams: &Beams,
        dark: &BeamWords,
        revived: &mut dyn FnMut(EmitterPhase),
    ) {
        for phase in EmitterPhase::ALL {
            let driver = &mut self.phases[phase];
            if !driver.dead {
                continue;
            }
            let lit = driver.beams - count(&both(dark, beams.of_phase(phase))).min(driver.beams);
            driver.run = if lit > driver.beams / 2 {
                driver.run + 1
            } else {
                0
            };
            if driver.run >= RECOVERY_SAMPLES {
                (driver.dead, driver.run) = (false, 0);
                revived(phase);
            }
        }
    }

    pub fn is_dead(&self, phase: EmitterPhase) -> bool {
        self.phases[phase].dead
    }

    /// True if a phase was dark as a whole in the last frame and its driver may be dying.
    pub fn are_worried(&self) -> bool {
        self.phases
            .0
            .iter()
            .any(|driver| driver.run > 0 && !driver.dead)
    }
}
