//! Curve of certainty: how often a classification is wrong, by the certainty it claims.
//!
//! A certainty of `n` bits claims odds of 2ⁿ to 1. Whatever was pushed or fell is put into
//! the bin of its claim, and compared with what it truly was, whether the ring asked about
//! it or not.

use rules_core::sensing::certainty::Certainty;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Number of the last bin, which takes all higher certainties: 16 bits.
const LAST: u8 = 16;

/// Outcomes of all classifications, by the whole bits of certainty that they claimed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CertaintyCurve {
    /// Outcomes by bits.
    pub bins: BTreeMap<u8, CertaintyBin>,
}

/// Outcomes of the classifications that claimed about the same certainty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CertaintyBin {
    /// Number of classifications.
    pub count: u64,
    /// Number of those that were wrong.
    pub wrong: u64,
    /// Number of those that were wrong by what they claimed, in millionths.
    pub claimed_micros: u64,
}

impl CertaintyCurve {
    /// Curve without a classification.
    pub const NEW: Self = Self {
        bins: BTreeMap::new(),
    };

    /// Adds a classification with its claim and its truth.
    pub fn add(&mut self, claim: Certainty, is_right: bool) {
        let odds = libm::exp2(f64::from(claim.0) / 8.0);
        let bin = self.bins.entry((claim.0 / 8).min(LAST)).or_default();
        bin.count += 1;
        bin.wrong += u64::from(!is_right);
        bin.claimed_micros += libm::round(1e6 / (1.0 + odds)) as u64;
    }

    /// Adds another curve.
    pub fn merge(&mut self, other: &Self) {
        for (&bits, other) in &other.bins {
            let bin = self.bins.entry(bits).or_default();
            bin.count += other.count;
            bin.wrong += other.wrong;
            bin.claimed_micros += other.claimed_micros;
        }
    }
}

impl CertaintyBin {
    /// Returns the share of wrong classifications that was claimed.
    #[must_use]
    pub fn claimed(&self) -> f64 {
        self.claimed_micros as f64 / 1e6 / self.count.max(1) as f64
    }

    /// Returns the true share of wrong classifications.
    #[must_use]
    pub fn truly(&self) -> f64 {
        self.wrong as f64 / self.count.max(1) as f64
    }

    /// Returns the highest true share, with 95 % confidence, that the counts allow.
    #[must_use]
    pub fn at_most(&self) -> f64 {
        // Wilson's interval.
        let (n, z) = (self.count.max(1) as f64, 1.645);
        let (p, square) = (self.truly(), z * z / n);
        let spread = z * libm::sqrt(p * (1.0 - p) / n + square / (4.0 * n));
        ((p + square / 2.0 + spread) / (1.0 + square)).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::CertaintyCurve;
    use rules_core::sensing::certainty::Certainty;

    #[test]
    fn a_claim_of_six_bits_is_wrong_once_in_sixty_five() {
        let mut curve = CertaintyCurve::NEW;
        for n in 0..65 {
            curve.add(Certainty(48), n > 0);
        }
        let bin = curve.bins[&6];
        assert_eq!((bin.count, bin.wrong), (65, 1));
        assert!((bin.claimed() - bin.truly()).abs() < 1e-6, "{bin:?}");
        assert!(bin.at_most() > bin.truly());
    }

    #[test]
    fn curves_add_up() {
        let mut one = CertaintyCurve::NEW;
        one.add(Certainty(255), true);
        let mut both = one.clone();
        both.merge(&one);
        assert_eq!(both.bins[&16].count, 2);
    }
}
