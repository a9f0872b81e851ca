//! Counting: what many simulated pushes add up to.

use rules_core::sensing::body::{Body, ByBody};
use rules_core::sensing::observation::{ByCause, Cause};

/// Everything counted. Tallies of parts add up to the tally of the whole.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Pushes or scenes run.
    pub scenes: u64,
    /// Seconds simulated in them.
    pub seconds: f64,
    /// Things that truly fell, but for those in [`Tally::sector`].
    pub falls: u64,
    /// Falls nobody saw and nobody was asked about.
    pub missed: u64,
    /// Falls not seen, in the shadow of another about which something was asked.
    pub behind: u64,
    /// Falls not seen, over a side that was said not to see: asked.
    pub unseen: u64,
    /// Falls where a fault makes the ring blind or unsure, and what became of
    /// those: they are in no other figure but [`Tally::matched`] and
    /// [`Tally::silent_wrong`].
    pub sector: Sector,
    /// Falls that were seen, in a failed sector or not.
    pub matched: u64,
    /// Falls seen where none was, while something was going on.
    pub invented: u64,
    /// Those of them that nobody was asked about.
    pub invented_sure: u64,
    /// Falls begun and withdrawn, of whatever was seen to begin.
    pub withdrawn: u64,
    /// Bodies as they were (first) and as they were seen.
    pub confusion: ByBody<ByBody<u64>>,
    /// Causes as they were (first) and as they were seen, where it was certain.
    pub causes: ByCause<ByCause<u64>>,
    /// Falls whose cause is asked.
    pub cause_asked: u64,
    /// Falls of which anything is asked, those not seen among them.
    pub asked: u64,
    /// Of the falls that were seen, those of which a wrong body or cause was said
    /// with high certainty.
    pub silent_wrong: u64,
    /// Milliseconds from the first beam break to the provisional word.
    pub latency: Samples,
    /// Milliseconds from the first beam break to the final word.
    pub finality: Samples,
    /// Milliseconds between the true and the seen first break.
    pub onset: Samples,
    /// Millimetres between the true and the seen place, along the edge or around
    /// a corner.
    pub place: Samples,
    /// Hours with nothing going on.
    pub idle_hours: f64,
    /// Anything said that was not so, in those hours.
    pub idle_false: u64,
    /// Milliseconds from the onset of a fault to its name.
    pub named: Samples,
    /// Faults that were not named.
    pub unnamed: u64,
    /// Sensors named that had nothing.
    pub slandered: u64,
}

/// Falls in the sector of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct Sector {
    /// All of them.
    pub falls: u64,
    /// Nobody saw.
    pub missed: u64,
    /// Asked about.
    pub asked: u64,
    /// Those of them that were not seen: the side was said to be blind.
    pub unseen: u64,
}

impl Tally {
    /// Adds another tally.
    pub fn add(&mut self, other: Self) {
        self.scenes += other.scenes;
        self.seconds += other.seconds;
        self.falls += other.falls;
        self.missed += other.missed;
        self.behind += other.behind;
        self.unseen += other.unseen;
        self.sector.falls += other.sector.falls;
        self.sector.missed += other.sector.missed;
        self.sector.asked += other.sector.asked;
        self.sector.unseen += other.sector.unseen;
        self.matched += other.matched;
        self.invented += other.invented;
        self.invented_sure += other.invented_sure;
        self.withdrawn += other.withdrawn;
        for truth in Body::ALL {
            for seen in Body::ALL {
                self.confusion[truth][seen] += other.confusion[truth][seen];
            }
        }
        for truth in Cause::ALL {
            for seen in Cause::ALL {
                self.causes[truth][seen] += other.causes[truth][seen];
            }
        }
        self.cause_asked += other.cause_asked;
        self.asked += other.asked;
        self.silent_wrong += other.silent_wrong;
        self.latency.add(other.latency);
        self.finality.add(other.finality);
        self.onset.add(other.onset);
        self.place.add(other.place);
        self.idle_hours += other.idle_hours;
        self.idle_false += other.idle_false;
        self.named.add(other.named);
        self.unnamed += other.unnamed;
        self.slandered += other.slandered;
    }

    /// Falls not seen about which people were asked.
    #[must_use]
    pub const fn unseen_asked(&self) -> u64 {
        self.behind + self.unseen
    }

    /// Falls that were seen, but for those in a failed sector.
    #[must_use]
    pub fn seen(&self) -> u64 {
        self.falls - self.missed - self.unseen_asked()
    }

    /// Discs whose best guess is a disc of another size, and discs in all.
    #[must_use]
    pub fn sizes_confused(&self) -> (u64, u64) {
        let seen = |truth: Body, like: fn(Body) -> bool| -> u64 {
            let seen = Body::ALL.into_iter().filter(|&it| it != truth && like(it));
            seen.map(|it| self.confusion[truth][it]).sum()
        };
        let discs = || Body::ALL.into_iter().filter(|it| !it.is_magnetic());
        let confused = discs()
            .map(|it| seen(it, |other| !other.is_magnetic()))
            .sum();
        let all = discs()
            .map(|it| self.confusion[it].0.iter().sum::<u64>())
            .sum();
        (confused, all)
    }

    /// Discs whose best guess is a piece with a magnet or the other way round,
    /// and falls in all.
    #[must_use]
    pub fn kinds_confused(&self) -> (u64, u64) {
        let wrong = |truth: Body| -> u64 {
            let seen = Body::ALL.into_iter();
            let seen = seen.filter(|it| it.is_magnetic() != truth.is_magnetic());
            seen.map(|it| self.confusion[truth][it]).sum()
        };
        (Body::ALL.into_iter().map(wrong).sum(), self.seen())
    }

    /// Causes stated with certainty that were wrong.
    #[must_use]
    pub fn attribution_wrong(&self) -> u64 {
        self.causes[Cause::Push][Cause::Accident] + self.causes[Cause::Accident][Cause::Push]
    }
}

/// A heap of measurements.
#[derive(Debug, Clone, Default)]
pub struct Samples(Vec<f32>);

/// The usual three figures of a heap.
#[derive(Debug, Clone, Copy, PartialEq, Default, serde::Serialize)]
pub struct Spread {
    /// Half are at most this.
    pub p50: f32,
    /// 99 of 100 are at most this.
    pub p99: f32,
    /// All are at most this.
    pub max: f32,
}

impl Samples {
    /// Adds one.
    pub fn push(&mut self, value: f32) {
        self.0.push(value);
    }

    pub(super) fn add(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The figures; `None` if there are no measurements.
    ///
    /// ```
    /// use host_tools::virtual_ring::measure::tally::Samples;
    ///
    /// let mut samples = Samples::default();
    /// (1..=200).for_each(|n| samples.push(n as f32));
    /// let spread = samples.spread().unwrap();
    /// assert_eq!((spread.p50, spread.p99, spread.max), (100.0, 198.0, 200.0));
    /// ```
    #[must_use]
    pub fn spread(&self) -> Option<Spread> {
        let mut sorted = self.0.clone();
        sorted.sort_by(f32::total_cmp);
        let at = |percent: usize| {
            let rank = (sorted.len() * percent).div_ceil(100).max(1);
            sorted.get(rank - 1).copied()
        };
        Some(Spread {
            p50: at(50)?,
            p99: at(99)?,
            max: at(100)?,
        })
    }

    /// The root of the mean square.
    #[must_use]
    pub fn rms(&self) -> f32 {
        let squares: f64 = self.0.iter().map(|&it| f64::from(it) * f64::from(it)).sum();
        (squares / self.0.len().max(1) as f64).sqrt() as f32
    }
}

/// With 95 % confidence the true rate is at most this: by the rule of three if
/// nothing failed, else by a bound of a Poisson count that is a hair above the
/// exact one.
///
/// ```
/// use host_tools::virtual_ring::measure::tally::at_most;
///
/// assert_eq!(at_most(0, 30_000), 1e-4);
/// ```
#[must_use]
pub fn at_most(failures: u64, trials: u64) -> f64 {
    let failures = failures as f64;
    let bound = if failures == 0.0 {
        3.0
    } else {
        failures + 1.0 + 1.645 * (failures + 1.0).sqrt() + 0.57
    };
    bound / (trials.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::at_most;

    /// The chance of at most so many where `mean` are expected.
    fn chance_of_at_most(failures: u64, mean: f64) -> f64 {
        let terms = (1..=failures).scan(1.0, |term, n| {
            *term *= mean / n as f64;
            Some(*term)
        });
        (-mean).exp() * (1.0 + terms.sum::<f64>())
    }

    #[test]
    fn the_bound_is_never_below_the_exact_one_and_hardly_above_it() {
        for (failures, exact) in [(1, 4.744), (5, 10.513), (65, 79.91)] {
            let bound = at_most(failures, 1);
            let ratio = bound / exact;
            assert!((1.0..1.04).contains(&ratio), "{failures}: {bound}");
        }
        for failures in 1..=200 {
            let chance = chance_of_at_most(failures, at_most(failures, 1));
            assert!((0.04..=0.05).contains(&chance), "{failures}: {chance}");
        }
    }
}
