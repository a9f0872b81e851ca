//! Random numbers of a build, and their absence in a nominal one.

use rules_core::rng::Rng;

/// Source of a build's spreads; a nominal source gives the middle of every spread.
#[derive(Debug, Clone)]
pub(super) struct Lots(Option<Rng>);

impl Lots {
    /// Creates the random numbers for one part of a build; each number of a part gives
    /// numbers that are independent of the others. `None` is a nominal build.
    pub fn new(seed: Option<u64>, part: u64) -> Self {
        Self(seed.map(|seed| {
            let start = Rng::new(seed ^ 0x6c69_6768_7420_6279).next_u64();
            Rng::new(start ^ part.wrapping_mul(0x9e6c_63d0_876a_3f6b))
        }))
    }

    /// Returns a uniform number from 0 up to, but not including, 1; a half if nominal.
    pub fn unit(&mut self) -> f64 {
        // 53 bits fill a double.
        (self.0.as_mut()).map_or(0.5, |rng| {
            (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
        })
    }

    /// Returns a uniform number between two limits; `nominal` if nominal.
    pub fn between(&mut self, from: f64, to: f64, nominal: f64) -> f64 {
        match self.0 {
            Some(_) => from + (to - from) * self.unit(),
            None => nominal,
        }
    }

    /// Returns a normal number of this standard deviation around 0; 0 if nominal.
    pub fn normal(&mut self, sigma: f64) -> f64 {
        if self.0.is_none() {
            return 0.0;
        }
        // Box and Muller; 1 - u is never 0.
        let (radius, turn) = (1.0 - self.unit(), self.unit());
        let turn = core::f64::consts::TAU * turn;
        sigma * libm::sqrt(-2.0 * libm::log(radius)) * libm::cos(turn)
    }

    /// Returns a lognormal number around 1 between two limits: outside, it is drawn
    /// again. 1 if nominal.
    pub fn lognormal(&mut self, sigma: f64, (least, most): (f64, f64)) -> f64 {
        for _ in 0..100 {
            let drawn = libm::exp(self.normal(sigma));
            if (least..=most).contains(&drawn) {
                return drawn;
            }
        }
        1.0
    }

    /// Returns one of these at random; `None` if nominal, or if there is none.
    pub fn choose<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        self.0.as_mut().and_then(|rng| rng.choose(of))
    }
}
