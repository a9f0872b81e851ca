//! The multiplexers, and all that can be wrong on the way from the analog sensors
//! to the converter.

use super::light::Wave;
use super::timing::Loss;
use rules_core::board::hall::{BANK, INPUTS};
use rules_core::place::Edge;

/// What an input with nothing on it leaks to.
pub(super) const FLOATING: f32 = 60.0;

/// What faults do to the channels.
#[derive(Debug, Clone, Default)]
pub(super) struct Effects {
    /// A steady voltage instead of the sensor's, by channel.
    pub stuck: Vec<(usize, f32)>,
    /// A sensor that drops out for one scan in twenty.
    pub flaky: Vec<usize>,
    /// Added to each Hall channel, in steps.
    pub offsets: Vec<f32>,
    /// Added to each Hall channel little by little.
    pub drifts: Vec<Drift>,
    /// An address line that keeps its level.
    pub line: Option<(u8, bool)>,
    /// A multiplexer that never opens: its input and bank.
    pub closed: Option<(usize, usize)>,
    /// How bright the emitters of the optics still are.
    pub brightness: Option<f32>,
    /// Lamps that shine on the optics at an edge.
    pub lamps: Vec<(Edge, Wave)>,
    /// Scans that are lost.
    pub losses: Vec<Loss>,
}

/// A slow change.
#[derive(Debug, Clone)]
pub(super) struct Drift {
    /// In µs.
    pub since: u64,
    /// After so many µs it has gone all the way.
    pub over: u64,
    /// All the way, in steps, by channel.
    pub by: Vec<f32>,
}

impl Effects {
    /// Puts what broken multiplexers deliver in place of what the sensors put out.
    pub fn misread(&self, levels: &mut Vec<f32>) {
        if self.line.is_none() && self.closed.is_none() {
            return;
        }
        let read = |n: usize| {
            let (address, input) = (n / INPUTS, n % INPUTS);
            let aliased = match self.line {
                Some((line, true)) => address | 1 << line,
                Some((line, false)) => address & !(1 << line),
                None => address,
            };
            if self.closed == Some((input, aliased / BANK)) {
                return FLOATING;
            }
            let level = levels.get(aliased * INPUTS + input);
            level.copied().unwrap_or(FLOATING)
        };
        *levels = (0..levels.len()).map(read).collect();
    }
}
