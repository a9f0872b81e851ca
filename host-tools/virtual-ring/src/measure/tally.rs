//! Counts and statistics of many simulated pushes.

use rules_core::sensing::body::{Body, ByBody};
use rules_core::sensing::observation::{ByCause, Cause};

/// Counts of a campaign's results. Tallies of parts add up to the tally of the whole.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Number of pushes or scenes run.
    pub scenes: u64,
    /// Simulated seconds in all scenes.
    pub seconds: f64,
    /// Number of true falls, except those in [`Tally::sector`].
    pub falls: u64,
    /// Number of falls that were neither reported nor asked about.
    pub missed: u64,
    /// Number of falls without a report in the shadow of another fall that the ring asked
    /// about.
    pub behind: u64,
    /// Number of falls without a report on a side without coverage, about which the ring
    /// asks.
    pub unseen: u64,
    /// Falls at places where a fault makes the ring blind or unsure. They are not in any
    /// other count except [`Tally::matched`] and [`Tally::silent_wrong`].
    pub sector: Sector,
    /// Number of falls with a report, in a failed sector or not.
    pub matched: u64,
    /// Number of reported falls that did not happen, while a scene was running.
    pub invented: u64,
    /// Number of invented falls that the ring did not ask about.
    pub invented_sure: u64,
    /// Number of provisional reports that were withdrawn.
    pub withdrawn: u64,
    /// Number of reported falls by true body (first index) and reported body.
    pub confusion: ByBody<ByBody<u64>>,
    /// Number of falls by true cause (first index) and reported cause, where the report
    /// was certain.
    pub causes: ByCause<ByCause<u64>>,
    /// Number of falls whose cause the ring asks about.
    pub cause_asked: u64,
    /// Number of falls that the ring asks anything about, including those without a
    /// report.
    pub asked: u64,
    /// Number of reported falls with a wrong body or cause at high certainty.
    pub silent_wrong: u64,
    /// Time from the first beam break to the provisional report, ms.
    pub latency: Samples,
    /// Time from the first beam break to the final report, ms.
    pub finality: Samples,
    /// Time between the true and the reported first break, ms.
    pub onset: Samples,
    /// Distance between the true and the reported place, along the edge or around a
    /// corner, mm.
    pub place: Samples,
    /// Simulated hours of an idle board.
    pub idle_hours: f64,
    /// Number of reports in the idle hours, all false.
    pub idle_false: u64,
    /// Time from the onset of a fault to its report, ms.
    pub named: Samples,
    /// Number of true faults that were not reported.
    pub unnamed: u64,
    /// Number of fault reports about sensors that worked.
    pub slandered: u64,
}

/// Counts of falls in the sector of a fault: the places where it makes the ring blind or
/// unsure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct Sector {
    /// Number of true falls in the sector.
    pub falls: u64,
    /// Number of falls that were neither reported nor asked about.
    pub missed: u64,
    /// Number of falls in the sector that the ring asked about.
    pub asked: u64,
    /// Number of falls in the sector that the ring asked about without having reported
    /// them, because the side had no coverage.
    pub unseen: u64,
}

impl Tally {
    /// Adds the counts of another tally.
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

    /// Returns the number of falls without a report that the ring asked about.
    #[must_use]
    pub const fn unseen_asked(&self) -> u64 {
        self.behind + self.unseen
    }

    /// Returns the number of reported falls, except those in a failed sector.
    #[must_use]
    pub fn seen(&self) -> u64 {
        self.falls - self.missed - self.unseen_asked()
    }

    /// Returns the number of discs classified as a disc of another size, and of all
    /// discs.
    #[must_use]
    pub fn sizes_confused(&self) -> (u64, u64) {
        let seen = |truth: Body, like: fn(Body) -> bool| -> u64 {
            let seen = Body::ALL
                .into_iter()
                .filter(|&other| other != truth && like(other));
            seen.map(|other| self.confusion[truth][other]).sum()
        };
        let discs = || Body::ALL.into_iter().filter(|body| !body.is_magnetic());
        let confused = discs()
            .map(|body| seen(body, |other| !other.is_magnetic()))
            .sum();
        let all = discs()
            .map(|body| self.confusion[body].0.iter().sum::<u64>())
            .sum();
        (confused, all)
    }

    /// Returns the number of falls in which a disc was classified as a piece with a
    /// magnet or vice versa, and of all falls.
    #[must_use]
    pub fn kinds_confused(&self) -> (u64, u64) {
        let wrong = |truth: Body| -> u64 {
            let seen = Body::ALL.into_iter();
            let seen = seen.filter(|other| other.is_magnetic() != truth.is_magnetic());
            seen.map(|other| self.confusion[truth][other]).sum()
        };
        (Body::ALL.into_iter().map(wrong).sum(), self.seen())
    }

    /// Returns the number of wrong causes among those reported with certainty.
    #[must_use]
    pub fn attribution_wrong(&self) -> u64 {
        self.causes[Cause::Push][Cause::Accident] + self.causes[Cause::Accident][Cause::Push]
    }
}

/// Collection of measured values; the field that holds it states the unit.
#[derive(Debug, Clone, Default)]
pub struct Samples(Vec<f32>);

/// Percentiles of a collection.
#[derive(Debug, Clone, Copy, PartialEq, Default, serde::Serialize)]
pub struct Percentiles {
    /// Median.
    pub p50: f32,
    /// 99th percentile.
    pub p99: f32,
    /// Maximum.
    pub max: f32,
}

impl Samples {
    /// Adds one value.
    pub fn push(&mut self, value: f32) {
        self.0.push(value);
    }

    pub(super) fn add(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    /// Returns the number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the percentiles; `None` if there are no values.
    ///
    /// ```
    /// use virtual_ring::measure::tally::Samples;
    ///
    /// let mut samples = Samples::default();
    /// (1..=200).for_each(|n| samples.push(n as f32));
    /// let spread = samples.spread().unwrap();
    /// assert_eq!((spread.p50, spread.p99, spread.max), (100.0, 198.0, 200.0));
    /// ```
    #[must_use]
    pub fn spread(&self) -> Option<Percentiles> {
        let mut sorted = self.0.clone();
        sorted.sort_by(f32::total_cmp);
        let at = |percent: usize| {
            let rank = (sorted.len() * percent).div_ceil(100).max(1);
            sorted.get(rank - 1).copied()
        };
        Some(Percentiles {
            p50: at(50)?,
            p99: at(99)?,
            max: at(100)?,
        })
    }

    /// Returns the root mean square of the values; 0 if there are none.
    #[must_use]
    pub fn rms(&self) -> f32 {
        let squares: f64 = self
            .0
            .iter()
            .map(|&value| f64::from(value) * f64::from(value))
            .sum();
        (squares / self.0.len().max(1) as f64).sqrt() as f32
    }
}

/// Returns an upper bound of the true failure rate with 95 % confidence: by the rule of
/// three without failures, otherwise by a bound of a Poisson count slightly above the
/// exact one.
///
/// ```
/// use virtual_ring::measure::tally::at_most;
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

    /// Returns the probability of at most `failures` where `mean` are expected.
    fn chance_of_at_most(failures: u64, mean: f64) -> f64 {
        let terms = (1..=failures).scan(1.0, |term, n| {
            *term *= mean / n as f64;
            Some(*term)
        });
        libm::exp(-mean) * (1.0 + terms.sum::<f64>())
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
