//! Infrared emitters in strings: each string is a few of one side that light in
//! the same phase, in series with a resistor.

use rules_core::board::curtain::{Bit, Curtain, Phase, Plane};
use rules_core::place::Edge;

/// Emitters in series from 5 V: a fourth would leave the resistor nothing.
pub const MOST_IN_SERIES: usize = 3;
/// Forward voltage of a 940 nm emitter, in mV.
const FORWARD: u32 = 1_350;
/// What a string is to draw, in mA.
pub const CURRENT: u32 = 30;
/// The supply, in mV.
const SUPPLY: u32 = 5_000;

/// Values of resistors one can buy (E24), over one decade.
const E24: [u32; 24] = [
    10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91,
];

/// Emitters in series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// When they light.
    pub phase: Phase,
    /// Whose they are.
    pub beams: Vec<Bit>,
}

impl Chain {
    /// The resistor in series, in ohms: the next one up, so that the current is
    /// not exceeded.
    ///
    /// ```
    /// use host_tools::wiring::emitters::of_a_side;
    /// use rules_core::board::{Name, Profile};
    ///
    /// let curtain = Profile::of(Name::Ring).curtain.ok_or("a ring has a curtain")?;
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
        values.into_iter().find(|&it| it >= least).unwrap_or(least)
    }
}

/// The strings of one side, by phase. All sides are the same.
#[must_use]
pub fn of_a_side(curtain: &Curtain) -> Vec<Chain> {
    let bits: Vec<Bit> = (0..curtain.bits)
        .filter_map(|place| curtain.bit(Edge::North, place))
        .collect();
    let mut chains = Vec::new();
    for phase in Phase::ALL {
        let lit: Vec<Bit> = bits
            .iter()
            .copied()
            .filter(|&bit| curtain.phase(bit) == Some(phase))
            .collect();
        chains.extend(lit.chunks(MOST_IN_SERIES).map(|beams| Chain {
            phase,
            beams: beams.to_vec(),
        }));
    }
    chains
}

/// A beam as people count it: `upper 1`, `guard lower`.
#[must_use]
pub fn name(bit: Bit) -> String {
    match bit {
        Bit::Beam(plane, n) => format!("{plane} {}", n + 1),
        Bit::Guard(Plane::Upper) => "guard upper".to_owned(),
        Bit::Guard(Plane::Lower) => "guard lower".to_owned(),
        Bit::Strap(true) => "3.3 V".to_owned(),
        Bit::Strap(false) => "ground".to_owned(),
    }
}
