//! Strings of infrared emitters: up to three emitters of one side and phase, in series
//! with a resistor.

use rules_core::board::curtain::{ChainBit, Curtain, EmitterPhase, Plane};
use rules_core::place::Edge;

/// Largest number of emitters in series from 5 V: a fourth would leave no voltage for the
/// resistor.
pub const MAX_IN_SERIES: usize = 3;
/// Forward voltage of a 940 nm emitter, in mV.
const FORWARD: u32 = 1_350;
/// Nominal current of a string, in mA.
pub const CURRENT: u32 = 30;
/// Supply voltage of a string, in mV.
const SUPPLY: u32 = 5_000;

/// Resistor values on the market (E24), over one decade.
const E24: [u32; 24] = [
    10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91,
];

/// String of emitters in series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmitterString {
    /// Phase of a frame in which the emitters light.
    pub phase: EmitterPhase,
    /// Bits of the beams to which the emitters belong.
    pub beams: Vec<ChainBit>,
}

impl EmitterString {
    /// Returns the series resistor in ohms: the next E24 value up, so that the current is
    /// not exceeded.
    ///
    /// ```
    /// use host_tools::wiring::emitters::of_a_side;
    /// use rules_core::board::{BoardId, Profile};
    ///
    /// let curtain = Profile::of(BoardId::Ring).curtain.ok_or("a ring has a curtain")?;
    /// assert_eq!(of_a_side(&curtain)[0].resistor(), 33);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn resistor(&self) -> u32 {
        let count = u32::try_from(self.beams.len()).unwrap_or(0);
        let least = (SUPPLY.saturating_sub(count * FORWARD)).div_ceil(CURRENT);
        let decades = [1, 10, 100];
        let values = decades
            .into_iter()
            .flat_map(|decade| E24.map(|value| value * decade));
        values
            .into_iter()
            .find(|&value| value >= least)
            .unwrap_or(least)
    }
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
        chains.extend(lit.chunks(MAX_IN_SERIES).map(|beams| EmitterString {
            phase,
            beams: beams.to_vec(),
        }));
    }
    chains
}

/// Returns the name of a beam or strap (an input with a fixed level) for people, counted
/// from 1: `upper 1`, `guard lower`.
#[must_use]
pub fn name(bit: ChainBit) -> String {
    match bit {
        ChainBit::Beam(plane, n) => format!("{plane} {}", n + 1),
        ChainBit::Guard(Plane::Upper) => "guard upper".to_owned(),
        ChainBit::Guard(Plane::Lower) => "guard lower".to_owned(),
        ChainBit::Strap(true) => "3.3 V".to_owned(),
        ChainBit::Strap(false) => "ground".to_owned(),
    }
}
