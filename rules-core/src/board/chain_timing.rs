//! Timing of the shift-register chains, computed from the profile at data-sheet worst
//! case, without floats so that the firmware checks it when it is compiled.
//!
//! ```text
//!   load   ‾‾‾‾‾\___________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾
//!   clock  _______________________/‾‾‾‾\____/‾‾‾‾\____/‾‾‾‾\____
//!   ticks       | LOAD 6    | 6   | 2  | 2  | 2  | 2  |
//!   sample                        0         1         2
//! ```
//!
//! A bit is sampled at the instant at which the clock rises for the next one, so a chip
//! has a whole bit, 4 ticks, to show it. The PIO sees its inputs two cycles late, so the
//! bit that the same edge replaces is sampled safely.
//!
//! # Model
//!
//! | quantity | formula | source |
//! |---|---|---|
//! | capacitance of load and clock | 10 pF a chip, 100 pF a metre of each of four cables, 5 pF of the pin | 10 pF: 74HC family, largest; cable: supposed |
//! | late edge | `C * 2.31 V / I + 1.204 * R * C + 10 ns`: to 0.7 of the supply, which every chip takes for high | the pin delivers `I` at least up to 2.62 V (RP2040); 10 ns for slow slew: supposed |
//! | early edge | `0.357 * R * C`: an ideal pin behind the series resistor | calculated |
//! | times of the 74HC165 | largest from -40 to 85 °C at 4.5 V, times `(4.5 / 3.135)^2` | Nexperia 74HC165, table 7; the tables' times at 2 V and 4.5 V differ by the factor 5, and the exponent 2 bounds what lies between |
//! | data line | the chip delivers `4 mA * (3.135 / 4.5)^2`; beyond the 50 pF of the data sheet it needs time for the cable, and more to reach 0.8 V | 74HC family; RP2040 |
//!
//! Nothing of it has been measured on a built board. Sensors behind the multiplexers are
//! not part of this module.

use super::Micrometres;
use super::curtain::Curtain;
use super::output::OutputDrive;
use crate::closed_enum::closed_enum;
use crate::time::Span;

/// Frequency of the state machine that reads the chains: 12.5 MHz. Its period is a
/// *tick*.
pub const TICK_HERTZ: u32 = 12_500_000;
/// Length of a tick, in ns.
pub const TICK: u32 = 80;

/// Number of reads in a frame: one in the dark and one in each of four phases.
pub const READS: usize = 5;

/// Ticks of a read before its settling and between settling and load.
pub const COMMAND_TICKS: u32 = 4;
/// Ticks of the load pulse.
pub const LOAD_TICKS: u32 = 6;
/// Ticks from the end of the load pulse to the first edge of the clock.
pub const RECOVERY_TICKS: u32 = 6;
/// Ticks of a bit: the clock is high for one half of them and low for the other.
pub const BIT_TICKS: u32 = 4;
/// Ticks of one iteration of the settling loop.
pub const ROUND_TICKS: u32 = 8;

/// Shortest settling time of a detector after its emitter is lit: 60 us, calculated for
/// a phototransistor with a pull-up of 10 kilohms.
pub const MIN_SETTLING: Span = Span::micros(60);

/// Number of chains, and of cables that load and clock drive.
const CHAINS: u64 = 4;

/// Largest input capacitance of a 74HC165, in pF.
const CHIP_INPUT: u64 = 10;
/// Capacitance of a pin of the Pico, in pF.
const PIN: u64 = 5;
/// Capacitance of a cable, in pF a metre: ribbon cable beside ground, supposed.
const CABLE: u64 = 100;
/// Delay of a cable, in ps a metre.
const CABLE_DELAY: u64 = 5_000;

/// Voltage that every 74HC165 takes for high: 0.7 of 3.3 V, in mV.
const HIGH: u64 = 2_310;
/// Time that slow slew adds to an edge, in ps: supposed.
const SLOW_SLEW: u64 = 10_000;

/// Supply of the chips at its lowest, in mV: 3.3 V less 5 %.
const LOW_SUPPLY: u64 = 3_135;
/// Supply of the chips at its highest, in mV: 3.3 V and 5 %.
const HIGH_SUPPLY: u64 = 3_465;
/// Supply at which the data sheet states the times below, in mV.
const STATED_SUPPLY: u64 = 4_500;

/// Propagation delay from clock to Q7 at 4.5 V: largest, in ps.
const DELAY: u64 = 41_000;
/// Propagation delay from clock to Q7 at 4.5 V: least, in ps. Two thirds of the typical
/// one, supposed, because the data sheet states none.
const LEAST_DELAY: u64 = 12_667;
/// Shortest pulse of clock and load at 4.5 V, in ps.
const PULSE: u64 = 20_000;
/// Recovery time from load to clock at 4.5 V, in ps.
const RECOVERY: u64 = 25_000;
/// Hold time of the serial input, in ps.
const HOLD: u64 = 5_000;
/// Difference of the thresholds of two chips of the same make, in mV: supposed.
const THRESHOLDS: u64 = 200;
/// Slowest edge that a 74HC165 takes, in ns a volt, as stated for 4.5 V.
const SLOWEST: u64 = 139;
/// Load at which the data sheet states the propagation delay, in pF.
const STATED_LOAD: u64 = 50;
/// Output current of a 74HC165 at 4.5 V, in uA.
const CHIP_OUTPUT: u64 = 4_000;
/// Voltage that the Pico takes for low, in mV.
const PICO_LOW: u64 = 800;
/// Delay of the synchroniser before the PIO: two cycles of 125 MHz, in ps.
const SYNCHRONISER: u64 = 16_000;

closed_enum! {
    /// Limit that the timing of a chain must keep.
    enum ChainLimit {
        /// A bit is at the Pico before it is sampled.
        Sample = "bit at the Pico before it is sampled",
        /// The clock stays high and low long enough for every chip.
        ClockPulse = "clock pulse at the chips",
        /// The load pulse is long enough for every chip.
        LoadPulse = "load pulse at the chips",
        /// The first edge of the clock comes late enough after load.
        Recovery = "first clock after load",
        /// Edges are steep enough for the chips' inputs.
        Edge = "longest edge the chips take",
        /// A chip shows its next bit later than its neighbour takes the present one.
        Hold = "next bit of a chip after its neighbour's clock",
        /// Detectors have time to settle after their emitters are lit.
        Settling = "settling of the detectors",
    }
}

/// One limit of a chain, with the time that it needs and the time that it has, in ns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitCheck {
    /// Limit that is checked.
    pub limit: ChainLimit,
    /// Time that is needed at worst case, in ns, rounded up.
    pub needed: u64,
    /// Time that there is at worst case, in ns, rounded down.
    pub given: u64,
}

impl LimitCheck {
    /// Returns the time left over, in ns; negative if the limit is not kept.
    #[must_use]
    pub const fn margin(&self) -> i64 {
        self.given.cast_signed() - self.needed.cast_signed()
    }

    /// True if the limit is kept.
    #[must_use]
    pub const fn holds(&self) -> bool {
        self.margin() >= 0
    }
}

/// Timing of the chains of a board at worst case.
///
/// ```
/// use rules_core::board::chain_timing::ChainTiming;
/// use rules_core::board::{BoardId, Profile};
///
/// let ring = Profile::of(BoardId::Ring);
/// let curtain = ring.curtain.ok_or("a ring has a curtain")?;
/// let timing = ChainTiming::new(&curtain, ring.pins.outputs.clock);
/// assert_eq!(timing.broken(), None);
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainTiming {
    /// Capacitance that load and clock each drive, in pF.
    pub capacitance: u64,
    /// Latest time after the Pico's edge at which every chip has seen it, in ns.
    pub edge: u64,
    /// All limits, each checked.
    pub checks: [LimitCheck; ChainLimit::ALL.len()],
}

impl ChainTiming {
    /// Computes the timing of a curtain whose load and clock lines are driven this way.
    #[must_use]
    pub const fn new(curtain: &Curtain, drive: OutputDrive) -> Self {
        let chips = CHAINS * (curtain.bits as u64).div_ceil(8);
        let capacitance = chips * CHIP_INPUT + CHAINS * of_cable(curtain.cable, CABLE) + PIN;
        // pF times mV by mA, and pF times ohms, are ps.
        let i = drive.strength.milliamperes() as u64;
        let rc = capacitance * curtain.series as u64;
        let late = capacitance * HIGH / i + rc * 1_204 / 1_000 + SLOW_SLEW;
        let early = rc * 357 / 1_000;
        let spread = late - early;
        let sample = late
            + 2 * of_cable(curtain.cable, CABLE_DELAY)
            + at_supply(DELAY, LOW_SUPPLY)
            + data_line(curtain.cable)
            + SYNCHRONISER;
        let between_thresholds = capacitance * THRESHOLDS / i + rc * THRESHOLDS / 1_650;
        let pulse = at_supply(PULSE, LOW_SUPPLY);
        let recovery = at_supply(RECOVERY, LOW_SUPPLY);
        let hold = HOLD + between_thresholds;
        let least_delay = at_supply(LEAST_DELAY, HIGH_SUPPLY);
        let checks = [
            check(ChainLimit::Sample, sample, ticks(BIT_TICKS)),
            check(ChainLimit::ClockPulse, pulse + spread, ticks(BIT_TICKS / 2)),
            check(ChainLimit::LoadPulse, pulse + spread, ticks(LOAD_TICKS)),
            check(
                ChainLimit::Recovery,
                recovery + spread,
                ticks(RECOVERY_TICKS),
            ),
            check(ChainLimit::Edge, late, SLOWEST * HIGH),
            check(ChainLimit::Hold, hold, least_delay),
            check(
                ChainLimit::Settling,
                MIN_SETTLING.0 as u64 * 1_000_000,
                ticks(settling(curtain)),
            ),
        ];
        Self {
            capacitance,
            edge: late.div_ceil(1_000),
            checks,
        }
    }

    /// Returns the first limit that is not kept; `None` if all are.
    #[must_use]
    pub const fn broken(&self) -> Option<LimitCheck> {
        let mut n = 0;
        while n < self.checks.len() {
            if !self.checks[n].holds() {
                return Some(self.checks[n]);
            }
            n += 1;
        }
        None
    }
}

/// Returns the number of ticks that each read leaves for settling: what its commands,
/// load and bits leave over of a fifth of the period; 0 if they leave nothing.
#[must_use]
pub const fn settling(curtain: &Curtain) -> u32 {
    let read = curtain.period.0 * 1_000 / TICK / READS as u32;
    let busy = COMMAND_TICKS + LOAD_TICKS + RECOVERY_TICKS + BIT_TICKS * curtain.bits as u32;
    read.saturating_sub(busy)
}

/// Checks a limit; both times are in ps.
const fn check(limit: ChainLimit, needed: u64, given: u64) -> LimitCheck {
    LimitCheck {
        limit,
        needed: needed.div_ceil(1_000),
        given: given / 1_000,
    }
}

/// Returns the length of this number of ticks, in ps.
const fn ticks(count: u32) -> u64 {
    count as u64 * TICK as u64 * 1_000
}

/// Returns a quantity of a cable of this length from the quantity of a metre, rounded up.
const fn of_cable(cable: Micrometres, of_a_metre: u64) -> u64 {
    (cable.0 as u64 * of_a_metre).div_ceil(1_000_000)
}

/// Returns a time of the 74HC165 at this supply, in mV, from that at 4.5 V.
const fn at_supply(stated: u64, supply: u64) -> u64 {
    stated * STATED_SUPPLY * STATED_SUPPLY / (supply * supply)
}

/// Returns the time that the data line of a chain takes beyond the stated propagation
/// delay, in ps: for the cable beyond the stated load, and from half the supply to the
/// Pico's low level.
const fn data_line(cable: Micrometres) -> u64 {
    let capacitance = of_cable(cable, CABLE) + PIN;
    let microamperes = CHIP_OUTPUT * LOW_SUPPLY * LOW_SUPPLY / (STATED_SUPPLY * STATED_SUPPLY);
    let half = LOW_SUPPLY / 2;
    let beyond = capacitance.saturating_sub(STATED_LOAD) * half;
    let below = capacitance * (half - PICO_LOW);
    (beyond + below) * 1_000 / microamperes
}
