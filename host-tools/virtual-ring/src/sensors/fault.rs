//! Simulated sensor faults by name: kinds and severities.
//!
//! On a command line a fault is written `NAME`, `NAME:VALUE` or, with the second in which
//! it begins, `NAME:VALUE@SECOND`. The seed determines the affected sensors: see
//! [`PlacedFault`](super::PlacedFault).

use rules_core::board::Profile;
use rules_core::time::Instant;

/// Default onset of a fault: 5 s, late enough for everything to have settled.
pub const ONSET: Instant = Instant(5_000_000);

/// Simulated fault with its onset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// Kind of fault.
    pub kind: SensorFaultKind,
    /// Time from which the fault is active.
    pub onset: Instant,
}

/// Kind of simulated sensor fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SensorFaultKind {
    /// Noise of the ADC.
    Gaussian {
        /// Standard deviation, in ADC steps.
        lsb: u8,
    },
    /// Uneven steps of the ADC (erratum E11).
    E11,
    /// Magnetic hum of the mains.
    Hum {
        /// Amplitude of the hum in microtesla.
        microtesla: u16,
    },
    /// Lamp on the mains that shines on a side.
    Ambient {
        /// Flicker frequency: 100 or 120 Hz.
        hertz: u8,
        /// Depth of the flicker in per cent of the light.
        percent: u8,
    },
    /// Dimmed lamp that switches on and off.
    Pwm {
        /// Switching frequency in Hz.
        hertz: u16,
    },
    /// Sunlight on a part of a side.
    Sun,
    /// Remote control in use.
    Remote,
    /// Drift of the rest level of all Hall sensors.
    Drift {
        /// Largest drift of a sensor in 30 minutes, in ADC steps.
        lsb: u8,
    },
    /// Sudden change of the rest level of all Hall sensors.
    Step {
        /// Size of the change, in ADC steps.
        lsb: u8,
    },
    /// Emitters that have lost 30 % of their light: the weakest tenth reads wrong.
    LedAgeing,
    /// Detectors that always read dark.
    StuckDark {
        /// Number of faulty detectors.
        count: u8,
    },
    /// Detectors that always read lit.
    StuckLit {
        /// Number of faulty detectors.
        count: u8,
    },
    /// Beams that fail one twentieth of the time.
    Flaky {
        /// Number of faulty beams.
        count: u8,
    },
    /// Emitters without light.
    DeadLed {
        /// Number of faulty emitters.
        count: u8,
    },
    /// Analog sensors at an end of their range.
    HallStuck {
        /// Number of faulty sensors.
        count: u8,
    },
    /// Analog sensors that drop out one twentieth of the time.
    HallFlaky {
        /// Number of faulty sensors.
        count: u8,
    },
    /// Leakage of a channel into the one read after it.
    Crosstalk {
        /// Leaking fraction of a channel, in thousandths.
        permille: u8,
    },
    /// Address line of the multiplexers that is stuck at one level.
    MuxLine {
        /// Number of the address line, 0 to 4 for S0 to S4.
        line: u8,
        /// True if the line is stuck high.
        high: bool,
    },
    /// Multiplexer that is never enabled.
    EnStuck,
    /// Shift-register chain that is read one clock too early or too late.
    ChainSlip,
    /// Broken shift-register chain.
    ChainBroken,
    /// Two shift-register chains plugged into each other's place.
    LanesSwapped,
    /// Loss of curtain frames, once a second.
    Dropped {
        /// Number of consecutive frames lost.
        frames: u8,
    },
    /// Pause of all readings, once in ten seconds.
    Stall {
        /// Duration of the pause in ms.
        millis: u16,
    },
    /// Light of the ring's own LED strip on the curtain's detectors.
    LedLight,
}

/// Catalogue entry of a fault: name, values and description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FaultEntry {
    /// Name of the fault on the command line.
    pub name: &'static str,
    /// Values that the measurements use, the first being the default; empty if the fault
    /// takes none.
    pub values: &'static [&'static str],
    /// Description of the fault in one line.
    pub about: &'static str,
}

/// Catalogue of all faults.
pub const LIST: &[FaultEntry] = &[
    entry("gaussian", &["3", "1", "8"], "noise of the ADC, in steps"),
    entry("e11", &[], "uneven steps of the ADC (erratum E11)"),
    entry(
        "hum",
        &["0.2", "0.05", "0.5"],
        "magnetic hum of the mains, VALUE mT",
    ),
    entry(
        "ambient-100",
        &["100", "20", "50"],
        "a lamp on 50 Hz mains shines on one side, VALUE % flicker",
    ),
    entry(
        "ambient-120",
        &["100", "20", "50"],
        "a lamp on 60 Hz mains shines on one side, VALUE % flicker",
    ),
    entry(
        "pwm",
        &["1000", "200", "4000"],
        "a lamp dimmed at VALUE Hz shines on one side",
    ),
    entry(
        "sun-step",
        &[],
        "sunlight suddenly reaches a part of one side",
    ),
    entry("remote-bursts", &[], "a 38 kHz remote control is in use"),
    entry(
        "drift",
        &["40"],
        "Hall sensors drift by VALUE steps in 30 minutes",
    ),
    entry("step", &["10"], "Hall sensors jump by VALUE steps"),
    entry(
        "led-ageing",
        &[],
        "emitters have lost 30 % of their light: a tenth of the beams is weak",
    ),
    entry(
        "stuck-dark",
        &["1", "3", "8"],
        "VALUE detectors always read dark",
    ),
    entry(
        "stuck-lit",
        &["1", "3", "8"],
        "VALUE detectors always read lit",
    ),
    entry(
        "flaky",
        &["1", "3", "8"],
        "VALUE beams fail 5 % of the time",
    ),
    entry("dead-led", &["1", "3", "8"], "VALUE emitters give no light"),
    entry(
        "hall-stuck",
        &["1", "3", "8"],
        "VALUE analog sensors are stuck at an end of their range",
    ),
    entry(
        "hall-flaky",
        &["1", "3", "8"],
        "VALUE analog sensors drop out 5 % of the time",
    ),
    entry(
        "crosstalk",
        &["2", "0.5", "5"],
        "each channel leaks VALUE % into the next",
    ),
    entry("mux-s0", &["0", "1"], "address line S0 is stuck at VALUE"),
    entry("mux-s1", &["0", "1"], "address line S1 is stuck at VALUE"),
    entry("mux-s2", &["0", "1"], "address line S2 is stuck at VALUE"),
    entry("mux-s3", &["0", "1"], "address line S3 is stuck at VALUE"),
    entry(
        "mux-s4",
        &["0", "1"],
        "address line S4 (the bank) is stuck at VALUE",
    ),
    entry("en-stuck", &[], "one multiplexer is never enabled"),
    entry(
        "chain-slip",
        &[],
        "a chain of shift registers is read one clock early or late",
    ),
    entry("chain-broken", &[], "a chain of shift registers is broken"),
    entry(
        "lanes-swapped",
        &[],
        "two chains are plugged into each other's place",
    ),
    entry(
        "dropped-frames",
        &["3", "1", "10"],
        "VALUE curtain frames are lost every second",
    ),
    entry(
        "stall",
        &["45", "3", "400"],
        "all readings stop for VALUE ms every ten seconds",
    ),
    entry(
        "led-light",
        &[],
        "the ring's own LED strip shines on the detectors",
    ),
];

const fn entry(
    name: &'static str,
    values: &'static [&'static str],
    about: &'static str,
) -> FaultEntry {
    FaultEntry {
        name,
        values,
        about,
    }
}

impl Fault {
    /// Returns every fault with every value of [`LIST`], each beginning at [`ONSET`].
    pub fn all() -> impl Iterator<Item = Self> {
        LIST.iter().flat_map(|entry| {
            let bare = entry.values.is_empty().then(|| entry.name.to_owned());
            let valued = entry
                .values
                .iter()
                .map(|value| format!("{}:{value}", entry.name));
            let words: Vec<String> = bare.into_iter().chain(valued).collect();
            words.into_iter().filter_map(|word| word.parse().ok())
        })
    }

    /// Parses a fault from `--fault` and checks that it can occur on this board.
    ///
    /// # Errors
    /// A sentence that says what to write instead.
    pub fn striking(word: &str, profile: &Profile) -> Result<Self, String> {
        let fault: Self = word
            .parse()
            .map_err(|why| format!("--fault {word}: {why}"))?;
        match fault.concerns(profile) {
            true => Ok(fault),
            false => Err(format!(
                "--fault {word} cannot strike {}, which has no such sensors; leave it out",
                profile.name
            )),
        }
    }

    /// True if the fault can occur on this board: beams, for example, fail only where
    /// there are some.
    #[must_use]
    pub const fn concerns(self, profile: &Profile) -> bool {
        match self.kind {
            SensorFaultKind::Gaussian { .. }
            | SensorFaultKind::E11
            | SensorFaultKind::Hum { .. }
            | SensorFaultKind::Drift { .. }
            | SensorFaultKind::Step { .. }
            | SensorFaultKind::HallStuck { .. }
            | SensorFaultKind::HallFlaky { .. }
            | SensorFaultKind::Crosstalk { .. }
            | SensorFaultKind::MuxLine { .. }
            | SensorFaultKind::EnStuck
            | SensorFaultKind::Stall { .. } => true,
            SensorFaultKind::Ambient { .. }
            | SensorFaultKind::Pwm { .. }
            | SensorFaultKind::Sun
            | SensorFaultKind::Remote
            | SensorFaultKind::LedAgeing
            | SensorFaultKind::StuckDark { .. }
            | SensorFaultKind::StuckLit { .. }
            | SensorFaultKind::Flaky { .. }
            | SensorFaultKind::DeadLed { .. }
            | SensorFaultKind::ChainSlip
            | SensorFaultKind::ChainBroken
            | SensorFaultKind::LanesSwapped
            | SensorFaultKind::Dropped { .. }
            | SensorFaultKind::LedLight => profile.curtain.is_some(),
        }
    }
}
