//! Counts and statistics of many simulated pushes.

use rules_core::sensing::body::{Body, ByBody};
use rules_core::sensing::observation::{ByCause, Cause};
use rules_core::time::Span;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Counts of a campaign's results. Tallies of parts add up to the tally of the whole, in
/// any order: everything in them is an integer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Number of pushes or scenes run.
    pub scenes: u64,
    /// Simulated time in all scenes, us.
    pub micros: u64,
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
    /// Simulated time of an idle board, us.
    pub idle_micros: u64,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
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
        self.micros += other.micros;
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
        self.idle_micros += other.idle_micros;
        self.idle_false += other.idle_false;
        self.named.add(other.named);
        self.unnamed += other.unnamed;
        self.slandered += other.slandered;
    }

    /// Returns the simulated seconds in all scenes.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.micros as f64 / 1e6
    }

    /// Returns the simulated hours of an idle board.
    #[must_use]
    pub fn idle_hours(&self) -> f64 {
        hours(self.idle_micros)
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

/// Returns the hours in this number of microseconds.
pub(super) fn hours(micros: u64) -> f64 {
    micros as f64 / 3.6e9
}

/// Histogram of measured values, each rounded to a thousandth of its unit; the field that
/// holds it states the unit. Histograms of parts add up to that of the whole, so that its
/// percentiles are exact.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Samples(BTreeMap<i64, u64>);

/// Percentiles of a histogram.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
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
        self.push_thousandths(libm::round(f64::from(value) * 1000.0) as i64);
    }

    /// Adds a span in a histogram whose unit is 1 ms.
    pub(super) fn push_span(&mut self, span: Span) {
        self.push_thousandths(span.0.into());
    }

    /// Adds one value in thousandths of the unit.
    pub(super) fn push_thousandths(&mut self, value: i64) {
        *self.0.entry(value).or_default() += 1;
    }

    pub(super) fn add(&mut self, other: Self) {
        for (value, count) in other.0 {
            *self.0.entry(value).or_default() += count;
        }
    }

    /// Returns the number of values.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.0.values().sum()
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
        let len = self.len();
        let at = |percent: u64| {
            let rank = (len * percent).div_ceil(100).max(1);
            let mut passed = 0;
            let mut values = self.0.iter();
            let found = values.find(|&(_, count)| {
                passed += count;
                passed >= rank
            });
            found.map(|(&value, _)| value as f32 / 1000.0)
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
        let squares = self
            .0
            .iter()
            .map(|(&value, &count)| u128::from(value.unsigned_abs()).pow(2) * u128::from(count));
        let mean = squares.sum::<u128>() as f64 / self.len().max(1) as f64;
        (mean.sqrt() / 1000.0) as f32
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
    use super::{Samples, at_most};

    #[test]
    fn histograms_of_parts_add_up_to_that_of_the_whole() {
        let values = [0.3_f32, -0.3, 12.0, 12.0004, 7.25, 0.3];
        let mut whole = Samples::default();
        values.iter().for_each(|&value| whole.push(value));
        let (mut first, mut last) = (Samples::default(), Samples::default());
        values[..2].iter().for_each(|&value| first.push(value));
        values[2..].iter().for_each(|&value| last.push(value));
        last.add(first);
        assert_eq!(last, whole);
        assert_eq!(whole.len(), 6);
        let spread = whole.spread().expect("values");
        assert_eq!((spread.p50, spread.p99, spread.max), (0.3, 12.0, 12.0));
        let squares = 3.0 * 0.09 + 2.0 * 144.0 + 7.25 * 7.25;
        assert!((f64::from(whole.rms()) - f64::sqrt(squares / 6.0)).abs() < 1e-6);
        // As text, its keys are thousandths.
        let text = serde_json::to_string(&whole).expect("JSON");
        assert_eq!(text, r#"{"-300":1,"300":2,"7250":1,"12000":2}"#);
        assert_eq!(serde_json::from_str::<Samples>(&text).expect("read"), whole);
    }

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
