//! Model of the ADC: noise, uneven steps (erratum E11), 12-bit codes, and the sum of four
//! readings.

use super::noise::{self, RngStream};
use rules_core::board::hall::OVERSAMPLE;

/// Number of fine units per ADC step, in which levels are calculated.
pub(super) const FINE: f32 = 256.0;

/// Highest 12-bit reading of the ADC.
const FULL: i32 = 4095;

/// Model of the ADC: converts levels into sums of four readings.
#[derive(Debug, Clone)]
pub(super) struct Converter {
    seed: u64,
    /// Noise of one reading in 256ths of a step; every entry is equally likely.
    noise: Box<[i16; BINS]>,
    /// Reading for each true ADC step.
    steps: Box<[u16; FULL as usize + 1]>,
}

/// Number of equally likely noise values: the rarest lies at 3.7 sigma, and the sum of
/// four at 7.3 of its own.
const BINS: usize = 4096;

impl Converter {
    pub fn new(seed: u64, sigma: f32, e11: bool) -> Self {
        let quantiles = quantiles();
        let noise = core::array::from_fn(|n| {
            let fine = quantiles[n] * f64::from(sigma * FINE);
            libm::round(fine).clamp(-32768.0, 32767.0) as i16
        });
        let steps = core::array::from_fn(|n| {
            let code = n as i32;
            let off = if e11 { unevenness(code) } else { 0 };
            (code + off).clamp(0, FULL) as u16
        });
        Self {
            seed,
            noise: Box::new(noise),
            steps: Box::new(steps),
        }
    }

    /// Calculates the sums of one scan from levels in 256ths of an ADC step.
    pub fn sums(&self, index: u32, levels: &[i32], sums: &mut [u16]) {
        let mut rng = noise::rng(self.seed, RngStream::Readings, u64::from(index));
        for (&level, sum) in levels.iter().zip(sums) {
            let mut bits = rng.next_u64();
            let mut total = 0;
            for _ in 0..OVERSAMPLE {
                let noise = i32::from(self.noise[bits as usize % BINS]);
                bits >>= 16;
                // Half a step more rounds to the nearest.
                let code = (level + noise + 128) >> 8;
                total += self.steps[code.clamp(0, FULL) as usize];
            }
            *sum = total;
        }
    }
}

/// Returns the error of a true ADC step with erratum E11: it jumps up by 9 steps at 512,
/// 1536, 2560 and 3584 and sinks back on the way to the next; there is none in the middle
/// and at the ends.
fn unevenness(code: i32) -> i32 {
    let error = match code {
        ..512 => -4.5 * code as f32 / 512.0,
        512..3584 => 4.5 - 9.0 * ((code - 512) % 1024) as f32 / 1024.0,
        _ => 4.5 * (FULL - code) as f32 / 511.0,
    };
    libm::roundf(error) as i32
}

/// Returns quantiles of the normal distribution in the middle of equally likely bins.
fn quantiles() -> [f64; BINS] {
    // Integrates the density in small steps from the middle outwards; the other half
    // mirrors it.
    const STEP: f64 = 1.0 / 4096.0;
    let density = |x: f64| libm::exp(-0.5 * x * x) / libm::sqrt(2.0 * core::f64::consts::PI);
    let mut values = [0.0; BINS];
    let (mut x, mut below) = (0.0, 0.5);
    for n in BINS / 2..BINS {
        let wanted = (n as f64 + 0.5) / BINS as f64;
        while below < wanted && x < 8.0 {
            below += STEP * density(x + STEP / 2.0);
            x += STEP;
        }
        values[n] = x;
        values[BINS - 1 - n] = -x;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_noise_has_the_sigma_asked_for() {
        let noise = Converter::new(1, 3.0, false).noise;
        let mean: f64 = noise.iter().map(|&n| f64::from(n)).sum::<f64>() / BINS as f64;
        let square = noise.iter().map(|&n| f64::from(n).powi(2)).sum::<f64>();
        let sigma = (square / BINS as f64).sqrt() / 256.0;
        assert!(
            mean.abs() < 0.01 && (2.97..3.03).contains(&sigma),
            "{mean} {sigma}"
        );
    }

    #[test]
    fn e11_jumps_by_nine_at_four_codes_and_rests_at_none() {
        for code in [512, 1536, 2560, 3584] {
            let jump = unevenness(code) - unevenness(code - 1);
            assert!((8..=10).contains(&jump), "{code}: {jump}");
        }
        assert_eq!([0, 2048, 4095].map(unevenness), [0, 0, 0]);
        let steps = (1..=4095).filter(|code| ![512, 1536, 2560, 3584].contains(code));
        for code in steps {
            let step = unevenness(code) - unevenness(code - 1);
            assert!((-1..=0).contains(&step), "{code}: {step}");
        }
    }
}
