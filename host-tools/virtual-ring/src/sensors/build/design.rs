//! Designs: parts and workmanship of a ring's light curtain, as data.
//!
//! Spreads without another mark are assumed. Emitters vary lognormally with sigma 0.25,
//! cut at 0.5 and 2.2, their forward voltages by 0.05 V; thresholds by 0.035 of the
//! supply; charges and capacitances of detectors by 25 %. [`Build`](super::Build) draws
//! them.

use crate::sensors::light::bore::Bore;
use crate::sensors::light::threshold::Thresholds;

/// Range of a quantity, with the value of a nominal ring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ValueRange {
    /// Lowest value.
    pub from: f64,
    /// Highest value.
    pub to: f64,
    /// Value in a nominal ring.
    pub nominal: f64,
}

const fn range(from: f64, to: f64, nominal: f64) -> ValueRange {
    ValueRange { from, to, nominal }
}

/// Type of infrared emitter with its string.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EmitterType {
    /// Part number, or the words of the parts list.
    pub part: &'static str,
    /// Half angle, in degrees.
    pub half_angle: f64,
    /// Typical intensity on the axis, in mW/sr, at `nominal_current`.
    pub peak: f64,
    /// Current at which the data sheet states the intensity, in mA.
    pub nominal_current: f64,
    /// Emitters in series.
    pub in_series: u8,
    /// Resistor of a full string, in ohms. A shorter string has one that gives the same
    /// current at 5.0 V.
    pub resistor: f64,
}

/// Type of phototransistor with its pull-up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DetectorType {
    /// Part number, or the words of the parts list.
    pub part: &'static str,
    /// Half angle, in degrees.
    pub half_angle: f64,
    /// Bins, each with its lowest and highest gain in mA per mW/cm². The detectors of a
    /// side are of one bin.
    pub bins: &'static [(f64, f64)],
    /// Pull-up, in kilohms.
    pub pull_up: f64,
}

/// Type of shift register.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RegisterType {
    /// Part number.
    pub part: &'static str,
    /// Typical thresholds.
    pub thresholds: Thresholds,
    /// Propagation delay from clock to output, in ns: typical, and at most at 85 °C.
    pub delay: (f64, f64),
}

/// Times of a frame's reads, in us.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReadTimes {
    /// Time that emitters are lit before their read.
    pub lit: f64,
    /// Time from one lit read to the next.
    pub between: f64,
    /// Length of the dark read.
    pub dark: f64,
}

/// Clock line of the shift-register chains.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClockLine {
    /// Time from the clock's rising edge to the sample, in ns.
    pub window: f64,
    /// Resistance of pin and series resistor, in ohms.
    pub resistance: f64,
}

/// Parts and workmanship of a ring's light curtain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Design {
    /// Word on the command line.
    pub word: &'static str,
    /// Difference from the proposed design, for people.
    pub about: &'static str,
    /// Emitters.
    pub emitter: EmitterType,
    /// Detectors.
    pub detector: DetectorType,
    /// Registers.
    pub register: RegisterType,
    /// Bores of emitters and detectors; `None` for parts that stand free at the walls.
    pub bore: Option<Bore>,
    /// Standard deviation of a bore's direction, about each of two axes, in degrees.
    pub aim: f64,
    /// Supply of the emitters, in V.
    pub supply: ValueRange,
    /// Intensity of the emitters relative to new ones.
    pub age: ValueRange,
    /// Light of the room, relative to a living room.
    pub room: f64,
    /// Distance from the ring's edge to the wall with the emitters, in mm.
    pub ledge: f64,
    /// True if the posts' feet are notched before the first and last beams.
    pub notched: bool,
    /// Times of a frame.
    pub times: ReadTimes,
    /// Clock line of the chains.
    pub clock: ClockLine,
}

const TSAL4400: EmitterType = EmitterType {
    part: "TSAL4400",
    half_angle: 25.0,
    peak: 36.0,
    nominal_current: 100.0,
    in_series: 2,
    resistor: 22.0,
};

const SFH309FA: DetectorType = DetectorType {
    part: "SFH 309 FA-4/5",
    half_angle: 12.0,
    bins: &[(2.0, 3.2), (4.0, 6.4)],
    pull_up: 8.2,
};

/// Parts of any bin in one bag.
const MIXED: &[(f64, f64)] = &[(0.8, 5.2)];

const HCS165: RegisterType = RegisterType {
    part: "SN74HCS165",
    thresholds: Thresholds {
        falling: 0.33,
        rising: 0.575,
    },
    delay: (17.0, 25.0),
};

const HC165: RegisterType = RegisterType {
    part: "74HC165",
    thresholds: Thresholds {
        falling: 0.485,
        rising: 0.485,
    },
    delay: (27.0, 80.0),
};

const MATT: Bore = Bore {
    radius: 1.5,
    length: 10.0,
    reflectance: 0.1,
};

/// Proposed design: parts with numbers, one bin of detectors, matt printed bores.
pub const PROPOSED: Design = Design {
    word: "proposed",
    about: "TSAL4400, SFH 309 FA of one bin, SN74HCS165, printed matt bores",
    emitter: TSAL4400,
    detector: SFH309FA,
    register: HCS165,
    bore: Some(MATT),
    aim: 0.5,
    supply: range(4.75, 5.2, 5.0),
    age: range(0.8, 1.0, 1.0),
    room: 1.0,
    ledge: 3.0,
    notched: true,
    times: ReadTimes {
        lit: 48.0,
        between: 74.0,
        dark: 104.0,
    },
    clock: ClockLine {
        window: 160.0,
        resistance: 70.5,
    },
};

/// Design of the parts list before bores were asked for: free parts at the walls, three
/// emitters in series, a read of 60 us.
const BEFORE: Design = Design {
    word: "before-10",
    about: "as drawn before: emitters of 10 degrees, mixed bins, no bores",
    emitter: EmitterType {
        part: "any 940 nm emitter of 10 degrees",
        half_angle: 10.0,
        peak: 9.0,
        nominal_current: 30.0,
        in_series: 3,
        resistor: 33.0,
    },
    detector: DetectorType {
        part: "any 3 mm phototransistor with a filter",
        bins: MIXED,
        pull_up: 10.0,
        ..SFH309FA
    },
    register: HC165,
    bore: None,
    aim: 3.0,
    ledge: 0.0,
    notched: false,
    times: ReadTimes {
        lit: 60.0,
        between: 67.0,
        dark: 67.0,
    },
    clock: ClockLine {
        window: 80.0,
        resistance: 150.0,
    },
    ..PROPOSED
};

/// All designs, the proposed one first.
pub const DESIGNS: [Design; 15] = [
    PROPOSED,
    Design {
        word: "vslb3940",
        about: "VSLB3940, pairs on 47 ohms: half the current",
        emitter: EmitterType {
            part: "VSLB3940",
            half_angle: 22.0,
            peak: 65.0,
            resistor: 47.0,
            ..TSAL4400
        },
        ..PROPOSED
    },
    Design {
        word: "74hc165",
        about: "registers without Schmitt inputs",
        register: HC165,
        ..PROPOSED
    },
    Design {
        word: "drill-stand",
        about: "bores drilled on a stand: aim 1.5 degrees",
        aim: 1.5,
        ..PROPOSED
    },
    Design {
        word: "by-hand",
        about: "bores drilled by hand: aim 3 degrees",
        aim: 3.0,
        ..PROPOSED
    },
    Design {
        word: "glossy",
        about: "bores with glossy walls: reflectance 0.4",
        bore: Some(Bore {
            reflectance: 0.4,
            ..MATT
        }),
        ..PROPOSED
    },
    Design {
        word: "no-bores",
        about: "parts stand free at the walls",
        bore: None,
        ..PROPOSED
    },
    Design {
        word: "low-supply",
        about: "supply of 4.5 to 4.75 V",
        supply: range(4.5, 4.75, 4.6),
        ..PROPOSED
    },
    Design {
        word: "aged",
        about: "emitters aged by up to 40 %",
        age: range(0.6, 1.0, 0.8),
        ..PROPOSED
    },
    Design {
        word: "mixed-bins",
        about: "detectors of all bins",
        detector: DetectorType {
            bins: MIXED,
            ..SFH309FA
        },
        ..PROPOSED
    },
    Design {
        word: "three-in-series",
        about: "three emitters in series on 33 ohms",
        emitter: EmitterType {
            in_series: 3,
            resistor: 33.0,
            ..TSAL4400
        },
        ..PROPOSED
    },
    Design {
        word: "sunlit",
        about: "five times the light of the room",
        room: 5.0,
        ..PROPOSED
    },
    Design {
        word: "combination",
        about: "aim 1.5 degrees, reflectance 0.2, 4.6 V, aged by up to 30 %, twice the room's light",
        aim: 1.5,
        bore: Some(Bore {
            reflectance: 0.2,
            ..MATT
        }),
        supply: range(4.6, 4.6, 4.6),
        age: range(0.7, 1.0, 0.85),
        room: 2.0,
        ..PROPOSED
    },
    BEFORE,
    Design {
        word: "before-20",
        about: "as drawn before: bright emitters of 20 degrees, one bin, no bores",
        emitter: EmitterType {
            part: "any 940 nm emitter of 20 degrees, a bright one",
            half_angle: 20.0,
            peak: 30.0,
            ..BEFORE.emitter
        },
        detector: DetectorType {
            bins: SFH309FA.bins,
            ..BEFORE.detector
        },
        ..BEFORE
    },
];

impl DetectorType {
    /// Returns the lowest and the highest gain of all bins, in mA per mW/cm².
    #[must_use]
    pub fn gains(&self) -> (f64, f64) {
        let bins = self.bins.iter().copied();
        bins.fold((f64::INFINITY, 0.0), |all, bin| {
            (bin.0.min(all.0), bin.1.max(all.1))
        })
    }
}

impl Design {
    /// Returns the design of this command-line word; `None` if there is none.
    ///
    /// ```
    /// use virtual_ring::sensors::build::Design;
    ///
    /// assert_eq!(Design::parse("by-hand").map(|design| design.aim), Some(3.0));
    /// assert!(Design::parse("by-foot").is_none());
    /// ```
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        DESIGNS.into_iter().find(|design| design.word == word)
    }
}
