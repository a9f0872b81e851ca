//! Model of the ADC: noise, uneven steps (erratum E11), 12-bit codes, and the sum of four
//! readings. The noise of the ADC is independent in every reading; that of a Hall sensor
//! correlates from one reading to the next (`hall_noise`).

use super::hall_noise;
use super::noise::{self, RngStream};
use rules_core::board::hall::OVERSAMPLE;
use rules_core::rng::Rng;

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
    /// Quantiles of the normal distribution in 4096ths; every entry is equally likely.
    unit: Box<[i16; BINS]>,
    /// Parts of the last and of the new noise in a Hall sensor's reading, in 1024ths.
    carry: [i32; 2],
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
        let unit = core::array::from_fn(|n| libm::round(quantiles[n] * 4096.0) as i16);
        let before = hall_noise::correlation();
        let parts = [before, libm::sqrtf(1.0 - before * before)];
        let steps = core::array::from_fn(|n| {
            let code = n as i32;
            let off = if e11 { unevenness(code) } else { 0 };
            (code + off).clamp(0, FULL) as u16
        });
        Self {
            seed,
            noise: Box::new(noise),
            unit: Box::new(unit),
            carry: parts.map(|part| libm::roundf(part * 1024.0) as i32),
            steps: Box::new(steps),
        }
    }

    /// Calculates the sums of one scan from levels, and from the noise of each channel's
    /// sensor (rms), both in 256ths of an ADC step.
    pub fn sums(&self, index: u32, levels: &[i32], sensors: &[i32], sums: &mut [u16]) {
        let mut rng = noise::rng(self.seed, RngStream::Readings, u64::from(index));
        for ((&level, &sensor), sum) in levels.iter().zip(sensors).zip(sums) {
            *sum = self.readings(level, sensor, &mut rng).iter().sum();
        }
    }

    /// Calculates the readings of one channel in one scan.
    fn readings(&self, level: i32, sensor: i32, rng: &mut Rng) -> [u16; OVERSAMPLE as usize] {
        let mut bits = rng.next_u64();
        let mut draw = match sensor {
            0 => 0,
            _ => rng.next_u64(),
        };
        let mut felt = None;
        [0; OVERSAMPLE as usize].map(|_| {
            let noise = i32::from(self.noise[bits as usize % BINS]);
            bits >>= 16;
            let fresh = (i32::from(self.unit[draw as usize % BINS]) * sensor) >> 12;
            draw >>= 16;
            let now = match felt {
                None => fresh,
                Some(last) => (last * self.carry[0] + fresh * self.carry[1]) >> 10,
            };
            felt = Some(now);
            // Half a step more rounds to the nearest.
            let code = (level + noise + now + 128) >> 8;
            self.steps[code.clamp(0, FULL) as usize]
        })
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
        let square = noise
            .iter()
            .map(|&n| f64::from(n) * f64::from(n))
            .sum::<f64>();
        let sigma = (square / BINS as f64).sqrt() / 256.0;
        assert!(
            mean.abs() < 0.01 && (2.97..3.03).contains(&sigma),
            "{mean} {sigma}"
        );
    }

    /// Returns the spread of one reading, that of the mean of four, and the correlation of
    /// a reading with the next, all in steps. Levels are spread so that rounding to steps
    /// is noise as well.
    fn spread(converter: f32, sensor: f32) -> (f64, f64, f64) {
        let adc = Converter::new(3, converter, false);
        let (mut one, mut four, mut next) = (0.0, 0.0, 0.0);
        let count = 40_000;
        let mut rng = Rng::new(11);
        for n in 0..count {
            let level = 2048 * 256 + n * 37 % 256;
            let readings = adc.readings(level, (sensor * FINE) as i32, &mut rng);
            let off = readings.map(|code| f64::from(code) - f64::from(level) / 256.0);
            one += off.iter().map(|off| off * off).sum::<f64>() / 4.0;
            let mean = off.iter().sum::<f64>() / 4.0;
            four += mean * mean;
            next += off.windows(2).map(|pair| pair[0] * pair[1]).sum::<f64>() / 3.0;
        }
        let count = f64::from(count);
        ((one / count).sqrt(), (four / count).sqrt(), next / one)
    }

    #[test]
    fn four_readings_of_a_sensor_have_070_of_the_noise_of_one() {
        let (one, four, next) = spread(0.0, 20.0);
        assert!((19.5..20.5).contains(&one), "{one}");
        assert!((0.69..0.715).contains(&(four / one)), "{}", four / one);
        assert!((0.455..0.485).contains(&next), "{next}");
        let (one, four, next) = spread(20.0, 0.0);
        assert!((0.49..0.51).contains(&(four / one)), "{}", four / one);
        assert!(next.abs() < 0.02, "{next}");
    }

    /// Noise of one reading and of the mean of four, in steps, by the data sheets; the
    /// converter has 1.36 steps.
    #[test]
    fn each_part_has_the_noise_of_its_data_sheet() {
        for (part, per_mt, one, four) in [
            ("A1", 1.0 / 0.0134, 2.7..3.25, 1.7..2.2),
            ("A2", 1.0 / 0.027, 1.8..2.05, 1.0..1.25),
            ("A3", 1.0 / 0.054, 1.45..1.6, 0.75..0.9),
        ] {
            let noise = hall_noise::millitesla(hall_noise::DENSITY) * per_mt;
            let found = spread(1.36, noise);
            assert!(one.contains(&found.0), "{part}: one reading {}", found.0);
            assert!(four.contains(&found.1), "{part}: mean of four {}", found.1);
        }
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
