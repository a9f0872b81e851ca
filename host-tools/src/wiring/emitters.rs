//! Strings of infrared emitters: pairs of one side and phase, in series with a resistor.
//!
//! The current of a string follows from the supply, the forward voltages and the resistor
//! in one place, [`StringCurrent`]. A third emitter in series would leave so little voltage
//! for the resistor that the current could fall to nothing.

use rules_core::board::chain_timing::LIGHT;
use rules_core::board::curtain::{ChainBit, Curtain, EmitterPhase};
use rules_core::place::Edge;

/// Number of emitters in series from 5 V.
pub const IN_SERIES: usize = 2;

/// Voltage over the transistor of a phase and its wires, in mV.
const SWITCH: u32 = 100;
/// Supply voltage of a string, in mV: 5 V less 5 %, 5 V, 5 V and 5 %.
const SUPPLY: [u32; 3] = [4_750, 5_000, 5_250];

/// Infrared emitter that a string can be built of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmitterPart {
    /// Name of the part.
    pub name: &'static str,
    /// Half angle of its light, in degrees.
    pub half_angle: u32,
    /// Forward voltage at the string's current, in mV: largest, typical, least.
    pub forward: [u32; 3],
    /// Resistor of a string, in ohms.
    pub resistor: u32,
}

/// Emitter of the parts list.
pub const TSAL4400: EmitterPart = EmitterPart {
    name: "Vishay TSAL4400",
    half_angle: 25,
    forward: [1_600, 1_350, 1_200],
    resistor: 22,
};

/// Second source: brighter, so that it needs half the current.
pub const VSLB3940: EmitterPart = EmitterPart {
    name: "Vishay VSLB3940",
    half_angle: 22,
    forward: [1_600, 1_350, 1_200],
    resistor: 47,
};

/// Current of a lit string, in mA.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StringCurrent {
    /// Least current: low supply, highest forward voltages.
    pub least: u32,
    /// Nominal current.
    pub nominal: u32,
    /// Largest current: high supply, lowest forward voltages.
    pub most: u32,
}

impl StringCurrent {
    /// Computes the current of a string of this many emitters behind a resistor, in ohms.
    ///
    /// ```
    /// use host_tools::wiring::emitters::{StringCurrent, TSAL4400};
    ///
    /// let pair = StringCurrent::new(&TSAL4400, 2, 22);
    /// assert_eq!((pair.least, pair.nominal, pair.most), (66, 100, 125));
    /// let three = StringCurrent::new(&TSAL4400, 3, 33);
    /// assert_eq!((three.least, three.most), (0, 47), "why there are no strings of three");
    /// ```
    #[must_use]
    pub fn new(part: &EmitterPart, count: u32, resistor: u32) -> Self {
        let current = |case: usize| {
            let over = SUPPLY[case].saturating_sub(SWITCH + count * part.forward[case]);
            (over + resistor / 2) / resistor.max(1)
        };
        Self {
            least: current(0),
            nominal: current(1),
            most: current(2),
        }
    }

    /// Computes the current of a pair of this part behind its resistor.
    #[must_use]
    pub fn of_pair(part: &EmitterPart) -> Self {
        Self::new(part, IN_SERIES as u32, part.resistor)
    }
}

/// Currents of all emitters of a ring, in mA.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurtainCurrent {
    /// Current while a phase is lit.
    pub pulse: u32,
    /// Mean current over a frame.
    pub mean: u32,
}

impl CurtainCurrent {
    /// Computes the currents of a curtain whose strings carry the nominal current of a part.
    ///
    /// ```
    /// use host_tools::wiring::emitters::{CurtainCurrent, TSAL4400};
    /// use rules_core::board::{BoardId, Profile};
    ///
    /// let curtain = Profile::of(BoardId::Ring).curtain.ok_or("a ring has a curtain")?;
    /// let drawn = CurtainCurrent::new(&curtain, &TSAL4400);
    /// assert_eq!((drawn.pulse, drawn.mean), (2_000, 960));
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn new(curtain: &Curtain, part: &EmitterPart) -> Self {
        let strings = of_a_side(curtain);
        let of = |phase| {
            strings
                .iter()
                .filter(|string| string.phase == phase)
                .count()
        };
        let lit = EmitterPhase::ALL.map(|phase| 4 * of(phase) as u32);
        let current = StringCurrent::of_pair(part).nominal;
        let all: u32 = lit.iter().sum();
        Self {
            pulse: lit.into_iter().max().unwrap_or(0) * current,
            mean: (all * current * LIGHT.0).div_ceil(curtain.period.0.max(1)),
        }
    }
}

/// String of emitters in series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmitterString {
    /// Phase of a frame in which the emitters light.
    pub phase: EmitterPhase,
    /// Bits of the beams to which the emitters belong.
    pub beams: Vec<ChainBit>,
}

/// Returns the emitter strings of one side, by phase. All sides are equal.
#[must_use]
pub fn of_a_side(curtain: &Curtain) -> Vec<EmitterString> {
    let bits: Vec<ChainBit> = (0..curtain.bits)
        .filter_map(|place| curtain.bit(Edge::North, place))
        .collect();
    let mut chains = Vec::new();
    for phase in EmitterPhase::ALL {
        let lit: Vec<ChainBit> = bits
            .iter()
            .copied()
            .filter(|&bit| curtain.phase(bit) == Some(phase))
            .collect();
        chains.extend(lit.chunks(IN_SERIES).map(|beams| EmitterString {
            phase,
            beams: beams.to_vec(),
        }));
    }
    chains
}

/// Returns the name of a beam or strap (an input with a fixed level) for people, counted
/// from 1: `upper 1`.
#[must_use]
pub fn name(bit: ChainBit) -> String {
    match bit {
        ChainBit::Beam(plane, n) => format!("{plane} {}", n + 1),
        ChainBit::Strap(true) => "3.3 V".to_owned(),
        ChainBit::Strap(false) => "ground".to_owned(),
    }
}
