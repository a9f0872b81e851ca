//! Bits of a shift-register chain that come too late for their sample.
//!
//! Such a sample shows the bit before it. A chain with slack, as every proposed ring has,
//! costs nothing here.

use super::build::Build;
use super::curtain::Reads;
use super::noise::{self, RngStream};
use rules_core::place::{ByEdge, Edge};
use rules_core::sensing::frame::{bit_of, mask_of};

/// Probability below which a chain never errs in practice: once in an hour.
const NEVER: f64 = 1e-10;

/// Chains of a ring with their error rates.
#[derive(Debug, Clone)]
pub(super) struct LateChains {
    seed: u64,
    /// Probability that a sample shows the bit before it; `None` if it never does.
    rates: ByEdge<Option<f64>>,
}

impl LateChains {
    /// Creates the chains of a ring.
    pub fn new(build: &Build, seed: u64) -> Self {
        let rate = |edge| Some(build.chain(edge).error_rate()).filter(|&rate| rate > NEVER);
        Self {
            seed,
            rates: ByEdge::from_fn(rate),
        }
    }

    /// Moves the late bits of a frame.
    pub fn apply(&self, index: u32, bits: u8, reads: &mut Reads) {
        for edge in Edge::ALL {
            let Some(rate) = self.rates[edge] else {
                continue;
            };
            let moment = u64::from(index) << 2 | edge.index() as u64;
            let mut rng = noise::rng(self.seed, RngStream::Flicker, moment);
            for read in reads.iter_mut() {
                // From the end, so that each bit still has the value of the chain.
                for place in (1..bits).rev() {
                    if noise::unit(&mut rng) >= rate {
                        continue;
                    }
                    let mask = mask_of(edge, place);
                    let earlier = bit_of(read, edge, place - 1);
                    if let Some(word) = read.get_mut(usize::from(place / 8)) {
                        *word = if earlier { *word | mask } else { *word & !mask };
                    }
                }
            }
        }
    }
}
