//! Timing of a frame and of the shift-register chains, computed from the profile at
//! data-sheet worst case, without floats so that the firmware checks it when it is
//! compiled.
//!
//! A frame is one read in the dark and one in each of four phases. In a lit read the
//! emitters are on for 48 us; they are off again before the first bit is shifted, so that
//! they take current for an eighth of a read's time only, and detectors are dark for
//! longer than they are lit.
//!
//! ```text
//!   light  ___/‾‾‾‾‾‾‾ 48 us ‾‾‾‾‾‾‾‾‾\_______________________________
//!   load   ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\___________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾
//!   clock  ___________________________________/‾‾‾‾\____/‾‾‾‾\____
//!   ticks    rounds of 5     | LOAD 6    | 2 | 4 | 2  | 2  | 2  | 2  | rounds of 5
//!   sample                                    0         1
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
//! | capacitance of load and clock | 5 pF a chip, 100 pF a metre of each of four cables, 5 pF of the pin | SN74HCS165, largest; cable: supposed |
//! | late rise | `C * 2.36 V / I + 1.255 * R * C + 10 ns`: to 0.715 of the supply, the highest threshold | the pin delivers `I` at least up to 2.62 V (RP2040); 10 ns for slow slew: supposed |
//! | late fall | `C * 2.67 V / I + 1.661 * R * C + 10 ns`: to 0.19 of the supply, the lowest threshold | as for the rise, down to 0.5 V |
//! | early rise, early fall | `0.462 * R * C`, `0.713 * R * C`: an ideal pin behind the series resistor, to 0.37 and 0.49 of the supply | calculated |
//! | delay of an SN74HCS165 | 25 ns at most from clock to QH | interpolated to 3.3 V |
//! | pulses and recovery | those of the slower 74HC165: largest from -40 to 85 °C at 4.5 V, times `(4.5 / 3.135)^2` | Nexperia 74HC165, table 7: a bound |
//! | data line | the chip delivers `4 mA * (3.135 / 4.5)^2`; beyond 50 pF it needs time for the cable, and more to reach 0.8 V | 74HC family: a bound; RP2040 |
//! | settling | a detector at 1.2 times the current of its threshold, 0.27 mA: `8 nC / (0.27 mA * (1.2 - 0.5))` | fitted to a transistor of 7 us at 1 kilohm |
//!
//! Inputs with Schmitt triggers take edges of any steepness, those of detectors too,
//! which last 5 to 50 us; a 74HC165 wants them under 0.5 us a volt.
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

/// Ticks from the command of a read to the light of its phase.
const START_TICKS: u32 = 1;
/// Ticks from the light to the first round of settling.
const LIGHT_TICKS: u32 = 2;
/// Ticks of one round of settling or resting.
pub const ROUND_TICKS: u32 = 5;
/// Ticks from the last round of settling to the load pulse.
const LATCH_TICKS: u32 = 5;
/// Ticks of the load pulse.
pub const LOAD_TICKS: u32 = 6;
/// Ticks from the end of the load pulse to the end of the light.
const LIT_TICKS: u32 = 2;
/// Ticks from the end of the light to the first edge of the clock.
const DARK_TICKS: u32 = 4;
/// Ticks from the end of the load pulse to the first edge of the clock.
pub const RECOVERY_TICKS: u32 = LIT_TICKS + DARK_TICKS;
/// Ticks of a bit: the clock is high for one half of them and low for the other.
pub const BIT_TICKS: u32 = 4;
/// Ticks from the last bit to the first round of resting.
const REST_TICKS: u32 = 3;

/// Time for which the emitters of a phase are lit in its read.
pub const LIGHT: Span = Span::micros(48);
/// Duration of a lit read. The dark read takes what is left of the period.
pub const LIT_READ: Span = Span::micros(74);

/// Shortest settling time of a detector after its emitter is lit: 43 us.
pub const MIN_SETTLING: Span = Span::micros(43);

/// Number of chains, and of cables that load and clock drive.
const CHAINS: u64 = 4;

/// Largest input capacitance of an SN74HCS165, in pF.
const CHIP_INPUT: u64 = 5;
/// Capacitance of a pin of the Pico, in pF.
const PIN: u64 = 5;
/// Capacitance of a cable, in pF a metre: ribbon cable beside ground, supposed.
const CABLE: u64 = 100;
/// Delay of a cable, in ps a metre.
const CABLE_DELAY: u64 = 5_000;

/// Highest threshold of a rising edge: 0.715 of 3.3 V, in mV.
const HIGH: u64 = 2_360;
/// Way of a falling edge down to the lowest threshold, 0.19 of 3.3 V, in mV.
const DOWN: u64 = 2_673;
/// Time that slow slew adds to an edge, in ps: supposed.
const SLOW_SLEW: u64 = 10_000;

/// Supply of the chips at its lowest, in mV: 3.3 V less 5 %.
const LOW_SUPPLY: u64 = 3_135;
/// Supply at which the data sheet states the times below, in mV.
const STATED_SUPPLY: u64 = 4_500;

/// Largest propagation delay from clock to QH, in ps.
const DELAY: u64 = 25_000;
/// Least propagation delay from clock to QH, in ps: a third of the largest, supposed,
/// because the data sheet states none.
const LEAST_DELAY: u64 = 8_000;
/// Shortest pulse of clock and load at 4.5 V, in ps.
const PULSE: u64 = 20_000;
/// Recovery time from load to clock at 4.5 V, in ps.
const RECOVERY: u64 = 25_000;
/// Hold time of the serial input, in ps.
const HOLD: u64 = 1_000;
/// Difference of the thresholds of two chips of the same reel, in mV: supposed.
const THRESHOLDS: u64 = 100;
/// Load at which the data sheet states the propagation delay, in pF.
const STATED_LOAD: u64 = 50;
/// Output current of a chip at 4.5 V, in uA.
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
        let late_rise = capacitance * HIGH / i + rc * 1_255 / 1_000 + SLOW_SLEW;
        let late_fall = capacitance * DOWN / i + rc * 1_661 / 1_000 + SLOW_SLEW;
        let (early_rise, early_fall) = (rc * 462 / 1_000, rc * 713 / 1_000);
        // By how much a chip may see a pulse shortened, low or high.
        let (low, high) = (late_fall - early_rise, late_rise - early_fall);
        let either = if low > high { low } else { high };
        let sample = late_rise
            + 2 * of_cable(curtain.cable, CABLE_DELAY)
            + DELAY
            + data_line(curtain.cable)
            + SYNCHRONISER;
        let between_thresholds = capacitance * THRESHOLDS / i + rc * THRESHOLDS / 1_650;
        let pulse = at_supply(PULSE, LOW_SUPPLY);
        let recovery = at_supply(RECOVERY, LOW_SUPPLY);
        let hold = HOLD + between_thresholds;
        let checks = [
            check(ChainLimit::Sample, sample, ticks(BIT_TICKS)),
            check(ChainLimit::ClockPulse, pulse + either, ticks(BIT_TICKS / 2)),
            check(ChainLimit::LoadPulse, pulse + low, ticks(LOAD_TICKS)),
            check(
                ChainLimit::Recovery,
                recovery + late_rise - early_rise,
                ticks(RECOVERY_TICKS),
            ),
            check(ChainLimit::Hold, hold, LEAST_DELAY),
            check(
                ChainLimit::Settling,
                MIN_SETTLING.0 as u64 * 1_000_000,
                ticks(ReadRounds::lit(curtain).settling_ticks()),
            ),
        ];
        Self {
            capacitance,
            edge: (if late_fall > late_rise {
                late_fall
            } else {
                late_rise
            })
            .div_ceil(1_000),
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

/// Rounds of a read: those in which detectors settle before the load pulse, and those in
/// which the chains rest after the last bit. Their sum is fixed, so that a frame keeps its
/// period however long the light is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadRounds {
    /// Rounds of settling; at least 1.
    pub settle: u32,
    /// Rounds of resting; at least 1.
    pub rest: u32,
}

impl ReadRounds {
    /// Returns the rounds of a read: number 0 is the dark one.
    ///
    /// ```
    /// use rules_core::board::chain_timing::ReadRounds;
    /// use rules_core::board::{BoardId, Profile};
    ///
    /// let curtain = Profile::of(BoardId::Ring).curtain.ok_or("a ring has a curtain")?;
    /// let lit = ReadRounds::of_read(&curtain, 1);
    /// assert_eq!(lit, ReadRounds { settle: 117, rest: 25 });
    /// assert_eq!(lit.settling_ticks() * 80, 47_360, "ns of light before the inputs are latched");
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub const fn of_read(curtain: &Curtain, read: usize) -> Self {
        if read == 0 {
            let ticks = dark_read(curtain).0 * 1_000 / TICK;
            return Self::fill(curtain, ticks, u32::MAX);
        }
        Self::lit(curtain)
    }

    /// Returns the rounds of a lit read.
    const fn lit(curtain: &Curtain) -> Self {
        let light = LIGHT.0 * 1_000 / TICK;
        let around = LIGHT_TICKS + LATCH_TICKS + LOAD_TICKS + LIT_TICKS;
        let settle = (light - around) / ROUND_TICKS;
        Self::fill(curtain, LIT_READ.0 * 1_000 / TICK, settle)
    }

    /// Divides what a read of this many ticks leaves over: at most `settle` rounds to
    /// settle, the others to rest.
    const fn fill(curtain: &Curtain, ticks: u32, settle: u32) -> Self {
        let rounds = ticks.saturating_sub(busy_ticks(curtain)) / ROUND_TICKS;
        let most = rounds.saturating_sub(1);
        let settle = if settle < most { settle } else { most };
        Self {
            settle,
            rest: rounds - settle,
        }
    }

    /// Returns the rounds with another time from light to load, in us, as near as rounds
    /// allow; the sum stays.
    #[must_use]
    pub const fn with_settling(self, time: Span) -> Self {
        let all = self.settle + self.rest;
        let ticks = (time.0 * 1_000 / TICK).saturating_sub(LIGHT_TICKS + LATCH_TICKS);
        let wanted = (ticks + ROUND_TICKS / 2) / ROUND_TICKS;
        let most = all.saturating_sub(1);
        let settle = match wanted {
            0 => 1,
            wanted if wanted > most => most,
            wanted => wanted,
        };
        Self {
            settle,
            rest: all.saturating_sub(settle),
        }
    }

    /// Returns the number of ticks from the light to the load pulse.
    #[must_use]
    pub const fn settling_ticks(self) -> u32 {
        LIGHT_TICKS + self.settle * ROUND_TICKS + LATCH_TICKS
    }

    /// Returns the number of ticks for which the emitters are lit.
    #[must_use]
    pub const fn light_ticks(self) -> u32 {
        self.settling_ticks() + LOAD_TICKS + LIT_TICKS
    }

    /// Returns the number of ticks of the whole read.
    #[must_use]
    pub const fn read_ticks(self, curtain: &Curtain) -> u32 {
        busy_ticks(curtain) + (self.settle + self.rest) * ROUND_TICKS
    }
}

/// Returns the duration of the dark read: what the lit ones leave of the period.
#[must_use]
pub const fn dark_read(curtain: &Curtain) -> Span {
    Span(curtain.period.0.saturating_sub(4 * LIT_READ.0))
}

/// Returns the number of ticks of a read without its rounds.
const fn busy_ticks(curtain: &Curtain) -> u32 {
    let bits = BIT_TICKS * curtain.bits as u32;
    let before = START_TICKS + LIGHT_TICKS + LATCH_TICKS;
    before + LOAD_TICKS + RECOVERY_TICKS + bits + REST_TICKS
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
