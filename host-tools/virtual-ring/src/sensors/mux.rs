//! Model of the multiplexers, and of all faults between the analog sensors and the ADC.

use super::ambient_light::Wave;
use super::frame_loss::Loss;
use rules_core::board::hall::{BANK, INPUTS};
use rules_core::place::Edge;

/// Reading of an open ADC input, in ADC steps.
pub(super) const FLOATING: f32 = 60.0;

/// Effects of faults on the analog channels.
#[derive(Debug, Clone, Default)]
pub(super) struct Effects {
    /// Channels that read a constant level, in ADC steps, in place of the sensor's.
    pub stuck: Vec<(usize, f32)>,
    /// Channels whose sensors drop out for one scan in twenty.
    pub flaky: Vec<usize>,
    /// Offset of each Hall channel, in ADC steps.
    pub offsets: Vec<f32>,
    /// Gradual offsets of the Hall channels.
    pub drifts: Vec<Drift>,
    /// Number of the address line that is stuck, and true if it is stuck high; `None` if
    /// all work.
    pub line: Option<(u8, bool)>,
    /// Multiplexer that is never enabled, as its ADC input and bank; `None` if all work.
    pub closed: Option<(usize, usize)>,
    /// Relative light of the reflective sensors' emitters; `None` if it is unchanged.
    pub brightness: Option<f32>,
    /// Lamps that shine on the reflective sensors at an edge.
    pub lamps: Vec<(Edge, Wave)>,
    /// Periodic intervals in which scans are lost.
    pub losses: Vec<Loss>,
}

/// Gradual change of the Hall channels' rest levels.
#[derive(Debug, Clone)]
pub(super) struct Drift {
    /// Time at which the drift starts, in us.
    pub since: u64,
    /// Time after which the drift has reached its full size, in us.
    pub over: u64,
    /// Full size of the drift by channel, in ADC steps.
    pub by: Vec<f32>,
}

impl Effects {
    /// Replaces the sensor outputs by those that faulty multiplexers deliver.
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
