//! Power budget of a board, and the supply it needs.
//!
//! All figures are calculated: the largest current that each part may draw.

use super::emitters::{CurtainCurrent, StringCurrent, TSAL4400};
use super::{Build, bom};
use rules_core::lights::LightSettings;

/// Current of a Hall sensor, in mA.
const HALL: u32 = 10;
/// Current of a reflective sensor's emitter, in mA: 220 ohms from 5 V.
const OPTIC: u32 = 17;
/// Current through the pull-up of a lit detector, in uA: 8.2 kilohms from 3.3 V.
const DETECTOR: u32 = 402;
/// Current of a logic chip, in mA.
const CHIP: u32 = 1;
/// Voltage drop over the regulator, from 5 V to 3.3 V, in mV.
const DROP: u32 = 1_700;
/// Current of the Pico, in mA.
const PICO: u32 = 100;
/// Current of the buzzer, in mA.
const BUZZER: u32 = 30;
/// Largest current of the 3.3 V regulator, an LD1117V33, in mA.
pub const REGULATOR: u32 = 800;

/// Load on a supply rail; currents in mA.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PowerLoad {
    /// Name of the load.
    pub who: String,
    /// Supply rail of the load. A linear regulator makes 3.3 V from 5 V, so a current on
    /// 3.3 V is also drawn from 5 V.
    pub rail: &'static str,
    /// Largest momentary current of the load.
    pub peak: u32,
    /// Largest average current of the load.
    pub mean: u32,
}

/// Lists all loads of a board.
#[must_use]
pub fn loads(build: &Build) -> Vec<PowerLoad> {
    let profile = build.profile;
    let count = bom::Count::for_build(build);
    let whole = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let steady = |who: String, rail, drawn| PowerLoad {
        who,
        rail,
        peak: drawn,
        mean: drawn,
    };
    let mut all = Vec::new();
    if let Some(curtain) = &profile.curtain {
        let drawn = CurtainCurrent::new(curtain, &TSAL4400);
        let string = StringCurrent::of_pair(&TSAL4400);
        all.push(PowerLoad {
            who: format!(
                "emitters: {} strings at once, {} mA each ({} to {} at worst)",
                drawn.pulse / string.nominal.max(1),
                string.nominal,
                string.least,
                string.most
            ),
            rail: "5 V",
            peak: drawn.pulse,
            mean: drawn.mean,
        });
        let beams = u32::from(curtain.beams());
        all.push(steady(
            format!("{beams} detectors with their pull-ups"),
            "3.3 V",
            (beams * DETECTOR).div_ceil(1000),
        ));
    }
    let budget = u32::from(LightSettings::DEFAULT.budget.0);
    all.push(PowerLoad {
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
    all.push(PowerLoad {
        who: "buzzer".to_owned(),
        rail: "5 V",
        peak: BUZZER,
        mean: 0,
    });
    all
}

/// Returns the largest load of the 3.3 V regulator, in mA.
#[must_use]
pub fn regulated(loads: &[PowerLoad]) -> u32 {
    let on_it = loads.iter().filter(|load| load.rail == "3.3 V");
    on_it.map(|load| load.peak).sum()
}

/// Returns the heat of the regulator at its largest load, in mW.
#[must_use]
pub fn heat(loads: &[PowerLoad]) -> u32 {
    regulated(loads) * DROP / 1000
}

/// True if the regulator needs a heat sink: 0.8 W make a bare TO-220 50 degrees warmer.
#[must_use]
pub fn is_hot(loads: &[PowerLoad]) -> bool {
    heat(loads) >= 800
}

/// Returns the sum of all loads, in mA: peak and mean.
#[must_use]
pub fn total(loads: &[PowerLoad]) -> (u32, u32) {
    let peak = loads.iter().map(|load| load.peak).sum();
    (peak, loads.iter().map(|load| load.mean).sum())
}

/// Returns the rating of the supply to buy, in A: one and a half times the mean, in whole
/// amperes. Pulses of the emitters come from the capacitors of the sides, which lose 50 mV
/// in one.
///
/// ```
/// use host_tools::wiring::{Build, power};
/// use rules_core::board::{BoardId, Dimensions};
///
/// let ring = Build::new(BoardId::Ring, Dimensions::ASSUMED);
/// let loads = power::loads(&ring);
/// assert_eq!(power::supply(&loads), 4);
/// assert!(power::regulated(&loads) <= power::REGULATOR);
/// ```
#[must_use]
pub fn supply(loads: &[PowerLoad]) -> u32 {
    (total(loads).1 * 3 / 2).div_ceil(1000)
}
