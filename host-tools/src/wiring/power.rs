//! How much a board draws, and the supply it needs.
//!
//! Budgets, not measurements: each is what the part may draw at most.

use super::emitters::{self, CURRENT};
use super::{Build, parts};
use rules_core::board::curtain::Phase;
use rules_core::lights::Setting;

/// A Hall sensor, in mA.
const HALL: u32 = 10;
/// The emitter of a reflective sensor, in mA: 220 Ω from 5 V.
const OPTIC: u32 = 17;
/// The pull-up of a lit detector, in µA: 10 kΩ from 3.3 V.
const DETECTOR: u32 = 330;
/// A logic chip, in mA.
const CHIP: u32 = 1;
/// What the regulator has to take away of 5 V, in mV.
const DROP: u32 = 1_700;
/// The Pico, in mA.
const PICO: u32 = 100;
/// The buzzer, in mA.
const BUZZER: u32 = 30;
/// Reads of a frame, of which one is in the dark.
const READS: u32 = 5;

/// What draws how much, in mA.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Load {
    /// Who.
    pub who: String,
    /// From which rail; 3.3 V is made of 5 V by a linear regulator, so what is
    /// drawn there is drawn from 5 V as well.
    pub rail: &'static str,
    /// At most, for a moment.
    pub peak: u32,
    /// At most, on average.
    pub mean: u32,
}

/// All loads of a board.
#[must_use]
pub fn loads(build: &Build) -> Vec<Load> {
    let profile = build.profile;
    let count = parts::Count::of(build);
    let whole = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let steady = |who: String, rail, drawn| Load {
        who,
        rail,
        peak: drawn,
        mean: drawn,
    };
    let mut all = Vec::new();
    if let Some(curtain) = &profile.curtain {
        let strings = emitters::of_a_side(curtain);
        let of = |phase| strings.iter().filter(|it| it.phase == phase).count();
        let most = 4 * Phase::ALL.map(of).into_iter().max().unwrap_or(0);
        let all_phases = 4 * strings.len();
        all.push(Load {
            who: format!("emitters: at most {most} strings at once, {CURRENT} mA each"),
            rail: "5 V",
            peak: whole(most) * CURRENT,
            mean: (whole(all_phases) * CURRENT).div_ceil(READS),
        });
        let beams = u32::from(curtain.beams());
        all.push(steady(
            format!("{beams} detectors with their pull-ups"),
            "3.3 V",
            (beams * DETECTOR).div_ceil(1000),
        ));
    }
    let budget = u32::from(Setting::USUAL.budget.0);
    all.push(Load {
        who: format!("{} LEDs, kept to {budget} mA by the firmware", profile.leds),
        rail: "5 V",
        peak: budget,
        mean: budget,
    });
    if count.optics > 0 {
        let drawn = whole(count.optics) * OPTIC;
        all.push(steady(
            format!("emitters of {} reflective sensors", count.optics),
            "5 V",
            drawn,
        ));
    }
    let halls = whole(count.halls());
    all.push(steady(
        format!("{halls} Hall sensors, {HALL} mA each"),
        "3.3 V",
        halls * HALL,
    ));
    let chips = whole(count.chips());
    all.push(steady(
        format!("{chips} logic chips, {CHIP} mA each"),
        "3.3 V",
        chips * CHIP,
    ));
    let shifter = "level shifter of the strip".to_owned();
    all.push(steady(shifter, "5 V", CHIP));
    all.push(steady("Pico".to_owned(), "5 V", PICO));
    all.push(Load {
        who: "buzzer".to_owned(),
        rail: "5 V",
        peak: BUZZER,
        mean: 0,
    });
    all
}

/// What the 3.3 V regulator carries at most, in mA.
#[must_use]
pub fn regulated(loads: &[Load]) -> u32 {
    let on_it = loads.iter().filter(|it| it.rail == "3.3 V");
    on_it.map(|it| it.peak).sum()
}

/// What the regulator turns into heat, in mW.
#[must_use]
pub fn heat(loads: &[Load]) -> u32 {
    regulated(loads) * DROP / 1000
}

/// Whether that needs a heat sink: 0.8 W make a bare TO-220 50 degrees warmer.
#[must_use]
pub fn is_hot(loads: &[Load]) -> bool {
    heat(loads) >= 800
}

/// All loads together, in mA: peak and mean.
#[must_use]
pub fn total(loads: &[Load]) -> (u32, u32) {
    let peak = loads.iter().map(|it| it.peak).sum();
    (peak, loads.iter().map(|it| it.mean).sum())
}

/// The supply to buy, in A: half as much again as the peak, in whole amperes.
///
/// ```
/// use host_tools::wiring::{Build, power};
/// use rules_core::board::{Dimensions, Name};
///
/// let ring = Build::new(Name::Ring, Dimensions::ASSUMED);
/// assert_eq!(power::supply(&power::loads(&ring)), 3);
/// ```
#[must_use]
pub fn supply(loads: &[Load]) -> u32 {
    (total(loads).0 * 3 / 2).div_ceil(1000)
}
