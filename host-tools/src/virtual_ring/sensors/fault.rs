//! The faults there are, by name: what disturbs the sensors, and how badly.
//!
//! On a command line a fault is written `NAME`, `NAME:VALUE` or, with the second
//! in which it begins, `NAME:VALUE@SECOND`. Where exactly it strikes is drawn by
//! the seed: see [`Placed`](super::Placed).

use rules_core::board::Profile;
use rules_core::time::Instant;

/// When a fault begins if nobody says so: late enough for everything to have
/// settled.
pub const ONSET: Instant = Instant(5_000_000);

/// A fault and when it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// What it is.
    pub kind: Kind,
    /// From when on.
    pub onset: Instant,
}

/// What can go wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The converter's noise is this many steps.
    Gaussian {
        /// In steps of the converter.
        lsb: u8,
    },
    /// The converter's steps are uneven.
    E11,
    /// Magnetic hum of the mains.
    Hum {
        /// Its amplitude.
        microtesla: u16,
    },
    /// A lamp on the mains shines on a side.
    Ambient {
        /// How often it flickers: 100 or 120.
        hertz: u8,
        /// How deeply.
        percent: u8,
    },
    /// A dimmed lamp switches on and off.
    Pwm {
        /// How often.
        hertz: u16,
    },
    /// The sun shines on a part of a side.
    Sun,
    /// A remote control is used.
    Remote,
    /// All Hall sensors wander.
    Drift {
        /// At most so far in 30 minutes, in steps.
        lsb: u8,
    },
    /// All Hall sensors jump.
    Step {
        /// So far, in steps.
        lsb: u8,
    },
    /// Emitters have lost 30 % of their light: the weakest tenth reads wrong.
    LedAgeing,
    /// Detectors that read dark whatever comes.
    StuckDark {
        /// So many.
        count: u8,
    },
    /// Detectors that read lit whatever comes.
    StuckLit {
        /// So many.
        count: u8,
    },
    /// Beams that fail one twentieth of the time.
    Flaky {
        /// So many.
        count: u8,
    },
    /// Emitters without light.
    DeadLed {
        /// So many.
        count: u8,
    },
    /// Analog sensors that sit at an end.
    HallStuck {
        /// So many.
        count: u8,
    },
    /// Analog sensors that drop out one twentieth of the time.
    HallFlaky {
        /// So many.
        count: u8,
    },
    /// A channel leaks into the one read after it.
    Crosstalk {
        /// How much of it.
        permille: u8,
    },
    /// An address line of the multiplexers keeps its level.
    MuxLine {
        /// S0 to S4.
        line: u8,
        /// The level.
        high: bool,
    },
    /// One multiplexer is never enabled.
    EnStuck,
    /// A chain of shift registers is a clock off.
    ChainSlip,
    /// A chain of shift registers is broken.
    ChainBroken,
    /// Two chains are plugged the wrong way round.
    LanesSwapped,
    /// Frames of the curtain are lost, once a second.
    Dropped {
        /// So many together.
        frames: u8,
    },
    /// Nothing is read at all for a while, once in ten seconds.
    Stall {
        /// How long.
        millis: u16,
    },
    /// The ring's own LED strip flashes into detectors.
    LedLight,
}

/// A name, the values that the measurements use (the first if none is given), and
/// what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The name on the command line.
    pub name: &'static str,
    /// The values; none if it takes none.
    pub values: &'static [&'static str],
    /// What it is, in a line.
    pub about: &'static str,
}

/// Every fault by name.
pub const LIST: &[Entry] = &[
    entry("gaussian", &["3", "1", "8"], "converter noise, in steps"),
    entry("e11", &[], "uneven steps of the converter (erratum E11)"),
    entry(
        "hum",
        &["0.2", "0.05", "0.5"],
        "magnetic hum of the mains, in mT",
    ),
    entry(
        "ambient-100",
        &["100", "20", "50"],
        "a lamp on 50 Hz mains on one side, depth in %",
    ),
    entry(
        "ambient-120",
        &["100", "20", "50"],
        "a lamp on 60 Hz mains on one side, depth in %",
    ),
    entry(
        "pwm",
        &["1000", "200", "4000"],
        "a dimmed lamp on one side, in Hz",
    ),
    entry("sun-step", &[], "the sun comes out on a part of one side"),
    entry("remote-bursts", &[], "a remote control of 38 kHz is used"),
    entry(
        "drift",
        &["40"],
        "Hall sensors wander by so many steps in 30 minutes",
    ),
    entry("step", &["10"], "Hall sensors jump by so many steps"),
    entry(
        "led-ageing",
        &[],
        "emitters have lost 30 %: a tenth of the beams is weak",
    ),
    entry(
        "stuck-dark",
        &["1", "3", "8"],
        "detectors that always read dark",
    ),
    entry(
        "stuck-lit",
        &["1", "3", "8"],
        "detectors that always read lit",
    ),
    entry("flaky", &["1", "3", "8"], "beams that fail 5 % of the time"),
    entry("dead-led", &["1", "3", "8"], "emitters without light"),
    entry(
        "hall-stuck",
        &["1", "3", "8"],
        "analog sensors that sit at an end",
    ),
    entry(
        "hall-flaky",
        &["1", "3", "8"],
        "analog sensors that drop out 5 % of the time",
    ),
    entry(
        "crosstalk",
        &["2", "0.5", "5"],
        "a channel leaks into the next, in %",
    ),
    entry("mux-s0", &["0", "1"], "address line S0 stuck at this level"),
    entry("mux-s1", &["0", "1"], "address line S1 stuck at this level"),
    entry("mux-s2", &["0", "1"], "address line S2 stuck at this level"),
    entry("mux-s3", &["0", "1"], "address line S3 stuck at this level"),
    entry(
        "mux-s4",
        &["0", "1"],
        "address line S4 (the bank) stuck at this level",
    ),
    entry("en-stuck", &[], "one multiplexer is never enabled"),
    entry(
        "chain-slip",
        &[],
        "a chain of shift registers is a clock off",
    ),
    entry("chain-broken", &[], "a chain of shift registers is broken"),
    entry(
        "lanes-swapped",
        &[],
        "two chains are plugged the wrong way round",
    ),
    entry(
        "dropped-frames",
        &["3", "1", "10"],
        "so many curtain frames are lost, every second",
    ),
    entry(
        "stall",
        &["45", "3", "400"],
        "nothing is read for so many ms, every ten seconds",
    ),
    entry(
        "led-light",
        &[],
        "the ring's own LED strip flashes into detectors",
    ),
];

const fn entry(name: &'static str, values: &'static [&'static str], about: &'static str) -> Entry {
    Entry {
        name,
        values,
        about,
    }
}

impl Fault {
    /// Every fault with every value of [`LIST`], each beginning at [`ONSET`].
    pub fn all() -> impl Iterator<Item = Self> {
        LIST.iter().flat_map(|entry| {
            let bare = entry.values.is_empty().then(|| entry.name.to_owned());
            let valued = entry.values.iter().map(|it| format!("{}:{it}", entry.name));
            let words: Vec<String> = bare.into_iter().chain(valued).collect();
            words.into_iter().filter_map(|word| word.parse().ok())
        })
    }

    /// The fault that people named with `--fault`, on a board that it can strike.
    ///
    /// # Errors
    /// What to write instead.
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

    /// Whether it can strike this board: beams fail only where there are some.
    #[must_use]
    pub const fn concerns(self, profile: &Profile) -> bool {
        match self.kind {
            Kind::Gaussian { .. }
            | Kind::E11
            | Kind::Hum { .. }
            | Kind::Drift { .. }
            | Kind::Step { .. }
            | Kind::HallStuck { .. }
            | Kind::HallFlaky { .. }
            | Kind::Crosstalk { .. }
            | Kind::MuxLine { .. }
            | Kind::EnStuck
            | Kind::Stall { .. } => true,
            Kind::Ambient { .. }
            | Kind::Pwm { .. }
            | Kind::Sun
            | Kind::Remote
            | Kind::LedAgeing
            | Kind::StuckDark { .. }
            | Kind::StuckLit { .. }
            | Kind::Flaky { .. }
            | Kind::DeadLed { .. }
            | Kind::ChainSlip
            | Kind::ChainBroken
            | Kind::LanesSwapped
            | Kind::Dropped { .. }
            | Kind::LedLight => profile.curtain.is_some(),
        }
    }
}
