//! Timing of a board at worst case: drive of the outputs, limits of the shift-register
//! chains, settling of the analog channels.
//!
//! The chains are computed in [`rules_core::board::chain_timing`], which the firmware
//! checks when it is compiled. The analog channels are computed here: a channel charges
//! the common pins of its input's multiplexers through its own resistance, and what is
//! left of the step when the first reading begins is an error of that reading.

use super::text::table;
use super::{Build, pins, plugs};
use rules_core::board::chain_timing::{
    ChainLimit, ChainTiming, LIGHT, LIT_READ, LimitCheck, dark_read,
};
use rules_core::board::hall::{Channel, INPUTS, OVERSAMPLE, ScanPlan, SensorPart};
use rules_core::board::output::SlewRate;
use std::fmt::Write;

/// Capacitance of the common pin of a 74HC4067, in pF (Nexperia, typical).
const COMMON_PIN: f64 = 45.0;
/// Capacitance of an ADC input and its wire, in pF: supposed.
const ADC_INPUT: f64 = 15.0;
/// Resistance of a closed switch of a 74HC4067 at 3.3 V, in ohms: supposed, twice the
/// largest stated for 4.5 V.
const SWITCH: f64 = 450.0;
/// Time from a change of the address to the switch, in us: 74HC4067, largest at 4.5 V and
/// 85 °C, scaled to 3.3 V as the times of the shift registers.
const SWITCHING: f64 = 0.2;
/// Number of ADC steps in full scale.
const FULL_SCALE: f64 = 4096.0;

/// Returns the timing of the chains; `None` for a board without a curtain.
#[must_use]
pub fn chains(build: &Build) -> Option<ChainTiming> {
    let curtain = build.profile.curtain.as_ref()?;
    Some(ChainTiming::new(curtain, build.profile.pins.outputs.clock))
}

/// Returns the part of a full-scale step, in ADC steps, that is left when the first used
/// reading of a channel begins, if its source has these ohms and is on this input.
#[must_use]
pub fn left_of_a_step(scan: &ScanPlan, source: u32, input: usize) -> f64 {
    let capacitance = plugs::banks(scan) as f64 * COMMON_PIN + ADC_INPUT;
    // Ohms times pF are millionths of a us.
    let constant = (f64::from(source) + SWITCH) * capacitance / 1e6;
    let settling = f64::from(ScanPlan::settling(input).0) - SWITCHING;
    FULL_SCALE * (-settling / constant).exp()
}

/// Returns the section with the timing of a board.
#[must_use]
pub fn section(build: &Build) -> String {
    let mut text = drives(build);
    if let Some(timing) = chains(build) {
        text += &chain_section(build, &timing);
    }
    text + &analog_section(build)
}

fn drives(build: &Build) -> String {
    let profile = build.profile;
    let used = profile.pins.used();
    let rows = used.filter(|&(_, signal)| pins::is_used(profile, signal));
    let rows = rows.filter_map(|(gpio, signal)| {
        let drive = profile.pins.output(signal)?;
        let slew = match drive.slew {
            SlewRate::Slow => "slow",
            SlewRate::Fast => "fast",
        };
        let strength = format!("{} mA", drive.strength.milliamperes());
        Some(vec![
            format!("GP{gpio}"),
            pins::meaning(signal).0,
            strength,
            slew.to_owned(),
        ])
    });
    table(&["GPIO", "output", "drive", "slew"], rows)
}

fn chain_section(build: &Build, timing: &ChainTiming) -> String {
    let Some(curtain) = &build.profile.curtain else {
        return String::new();
    };
    let rows = timing.checks.iter().map(|check| {
        let verdict = if check.holds() {
            "holds"
        } else {
            "does not hold"
        };
        vec![
            check.limit.to_string(),
            check.needed.to_string(),
            check.given.to_string(),
            check.margin().to_string(),
            verdict.to_owned(),
        ]
    });
    let mut text = format!(
        "\nLoad and clock each drive {} pF: the shift registers of all sides and four cables \
         of {}. Through {} Ω an edge takes {} ns at most. Worst case of the data sheets at \
         3.3 V ± 5 % and up to 85 °C; cables are supposed to have 100 pF a metre.\n\n{}",
        timing.capacitance,
        curtain.cable,
        curtain.series,
        timing.edge,
        table(&["limit", "needs, ns", "has, ns", "margin, ns", ""], rows),
    );
    let _ = match timing.broken() {
        None => writeln!(
            text,
            "\nEvery limit holds. Take the shift registers of a side from one reel, and no \
             cable longer than that. A lit read takes {} us, {} us of them with light; the dark \
             one takes {} us.",
            LIT_READ.0,
            LIGHT.0,
            dark_read(curtain).0
        ),
        Some(check) => writeln!(text, "\n{}", remedy(check)),
    };
    text
}

/// Returns a sentence that says which limit is broken, and what to change.
fn remedy(check: LimitCheck) -> String {
    let change = match check.limit {
        ChainLimit::Settling => "take fewer bits a side, or a longer period",
        ChainLimit::Sample
        | ChainLimit::ClockPulse
        | ChainLimit::LoadPulse
        | ChainLimit::Recovery
        | ChainLimit::Hold => {
            "shorten the cables, drive the lines more strongly, or give each cable a buffer"
        }
    };
    format!(
        "**This board cannot work reliably:** the limit \"{}\" is missed by {} ns, and the \
         firmware refuses to be built for it. In the board's profile, {change}.",
        check.limit,
        -check.margin()
    )
}

fn analog_section(build: &Build) -> String {
    let scan = &build.profile.hall;
    let parts = [
        (
            "Hall sensors",
            &[SensorPart::A1, SensorPart::A2, SensorPart::A3][..],
        ),
        ("dividers", &[SensorPart::Resistors]),
        ("reflective sensors", &[SensorPart::Reflective]),
    ];
    let counted = parts.map(|(name, alike)| (name, alike, count(scan, alike)));
    let there = counted
        .into_iter()
        .filter(|(_, _, on)| on.iter().sum::<usize>() > 0);
    let rows: Vec<Vec<String>> = there
        .map(|(name, alike, on)| {
            let part = alike.first().copied().unwrap_or(SensorPart::A1);
            let mut row = vec![name.to_owned(), part.source().to_string()];
            row.extend((0..INPUTS).map(|input| {
                let left = left_of_a_step(scan, part.source(), input);
                format!("{} on it, {left:.1} left", on[input])
            }));
            row
        })
        .collect();
    let heads: Vec<String> = (0..INPUTS)
        .map(|input| {
            format!(
                "input {input}, read after {} us",
                ScanPlan::settling(input).0
            )
        })
        .collect();
    let mut all = vec!["source", "ohms"];
    all.extend(heads.iter().map(String::as_str));
    format!(
        "\nAnalog channels: how many of a source are on an input, and how much of a step of \
         the whole scale is left in the first of {OVERSAMPLE} readings, in steps of 4,096. \
         Capacitors at the multiplexers' outputs would make it more: fit none. Input 2 settles longest, so \
         that what can be there and has a high resistance is there.\n\n{}",
        table(&all, rows)
    )
}

/// Counts the channels with one of these parts, by ADC input.
fn count(scan: &ScanPlan, parts: &[SensorPart]) -> [usize; INPUTS] {
    let mut on = [0; INPUTS];
    for (n, channel) in scan.channels.iter().enumerate() {
        if let Channel::Used(_, part) = channel
            && parts.contains(part)
        {
            on[n % INPUTS] += 1;
        }
    }
    on
}
