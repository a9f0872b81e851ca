//! Many rings at rest: how often a design, built again and again, has all its beams good.
//!
//! Each ring is drawn from its own number, so that a bad one can be built again with
//! [`Build::drawn`]. No scene runs: [`RingCheck`] tells each beam's margins from the
//! currents alone.

use crate::executor::Executor;
use crate::sensors::build::check::THIN;
use crate::sensors::build::{BeamCheck, Build, Design, Field, RingCheck};
use rules_core::board::Dimensions;
use rules_core::board::curtain::Curtain;
use std::fmt;

/// Plan of a check of many rings.
#[derive(Debug, Clone, Copy)]
pub struct BuildPlan {
    /// Wiring of the curtain.
    pub curtain: Curtain,
    /// Dimensions of the rings.
    pub dimensions: Dimensions,
    /// Number of rings of each design.
    pub rings: u64,
    /// Seed of the first ring; the others follow.
    pub seed: u64,
}

/// Figures of many rings of one design.
#[derive(Debug, Clone, serde::Serialize)]
pub struct BuildReport {
    /// Word of the design.
    pub design: &'static str,
    /// Difference of the design from the proposed one.
    pub about: &'static str,
    /// Number of rings.
    pub rings: u64,
    /// Number of rings in which every beam is good and every chain has slack.
    pub good: u64,
    /// Number of bad rings in which every bad beam is named by `doctor`.
    pub bad_named: u64,
    /// Seeds of the first bad rings, up to ten.
    pub bad: Vec<u64>,
    /// Number of beams in all rings.
    pub beams: u64,
    /// Number of beams that are dark when clear.
    pub clear_dark: u64,
    /// Number of beams that are lit when blocked.
    pub blocked_lit: u64,
    /// Number of beams that are not dark in the dark read.
    pub lit_in_dark: u64,
    /// Number of rings with a chain that has no slack.
    pub late: u64,
    /// Margins of clear beams.
    pub lit: Margins,
    /// Margins of blocked beams.
    pub blocked: Margins,
    /// Number of beams with a thin margin, which `doctor` names.
    pub named: u64,
    /// Number of beams that the settle sweep finds weak.
    pub weak: u64,
}

/// Distribution of a margin over all beams.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Margins {
    /// Margin that 0.1 % of the beams do not reach.
    pub worst: f64,
    /// Median.
    pub median: f64,
    /// Number of beams by margin: [`BIN_COUNT`] bins of equal ratio from [`LOWEST_BIN`].
    pub counts: Vec<u64>,
}

/// Number of bins of a margin's distribution.
pub const BIN_COUNT: usize = 60;

/// Lowest margin of the first bin; a bin is a twentieth of a decade. What is below or above
/// counts in the bin at that end.
pub const LOWEST_BIN: f64 = 0.1;

/// Number of bins in a decade of margins.
const BINS_PER_DECADE: f64 = 20.0;

/// Number of seeds of bad rings that a report lists.
const LISTED: usize = 10;

impl Margins {
    fn new(mut all: Vec<f64>) -> Self {
        all.sort_by(f64::total_cmp);
        let mut counts = vec![0; BIN_COUNT];
        for margin in &all {
            let bin = libm::log10(margin.max(1e-9) / LOWEST_BIN) * BINS_PER_DECADE;
            counts[(bin.max(0.0) as usize).min(BIN_COUNT - 1)] += 1;
        }
        let at = |rank: usize| all.get(rank).copied().unwrap_or(f64::NAN);
        Self {
            worst: at(all.len() / 1000),
            median: at(all.len() / 2),
            counts,
        }
    }
}

/// Returns the bin that begins at this margin or just below it.
#[must_use]
pub fn bin_of(margin: f64) -> f64 {
    libm::log10(margin / LOWEST_BIN) * BINS_PER_DECADE
}

impl BuildPlan {
    /// Builds and checks all rings of a design.
    #[must_use]
    pub fn run(&self, design: &Design, executor: &impl Executor) -> BuildReport {
        let check = |number: u64| {
            let build = Build::drawn(*design, self.seed.wrapping_add(number));
            let field = Field::new(&self.curtain, &self.dimensions, &build);
            RingCheck::new(&field, &build)
        };
        let rings = executor.run(self.rings, check, |_| {});
        let beams = || rings.iter().flat_map(|ring| &ring.beams);
        let count = |is: fn(&&BeamCheck) -> bool| beams().filter(is).count() as u64;
        let margins = |of: fn(&BeamCheck) -> f64| Margins::new(beams().map(of).collect());
        let seeds = (0..self.rings).map(|number| self.seed.wrapping_add(number));
        let bad = seeds.zip(&rings).filter(|(_, ring)| !ring.is_good());
        // A beam that is not good has a margin under 1, so it is named; a chain without
        // slack fails the doubled clock.
        let is_named = |ring: &RingCheck| {
            let mut failing = ring.beams.iter().filter(|beam| !beam.is_good());
            failing.all(BeamCheck::is_named)
        };
        BuildReport {
            design: design.word,
            about: design.about,
            rings: self.rings,
            good: rings.iter().filter(|ring| ring.is_good()).count() as u64,
            bad_named: bad.clone().filter(|(_, ring)| is_named(ring)).count() as u64,
            bad: bad.map(|(seed, _)| seed).take(LISTED).collect(),
            beams: beams().count() as u64,
            clear_dark: count(|beam| beam.lit < 1.0),
            blocked_lit: count(|beam| beam.blocked < 1.0),
            lit_in_dark: count(|beam| !beam.dark_in_dark),
            late: rings.iter().filter(|ring| ring.slack <= 0.0).count() as u64,
            lit: margins(|beam| beam.lit),
            blocked: margins(|beam| beam.blocked),
            named: count(|beam| beam.is_named()),
            weak: count(|beam| beam.is_weak()),
        }
    }
}

/// Two lines above a table of reports.
#[derive(Debug, Clone, Copy)]
pub struct TableHead;

impl fmt::Display for TableHead {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            out,
            "{:<16} {:>7} {:>7} {:>8} {:>8} {:>13} {:>13} {:>7} {:>7} {:>6}",
            "",
            "rings",
            "clear",
            "blocked",
            "lit in",
            "lit margin",
            "blocked",
            "named",
            "weak",
            "late"
        )?;
        write!(
            out,
            "{:<16} {:>7} {:>7} {:>8} {:>8} {:>13} {:>13} {:>7} {:>7} {:>6}",
            "design",
            "good %",
            "dark %",
            "lit %",
            "dark %",
            "0.1 % / p50",
            "0.1 % / p50",
            "a ring",
            "a ring",
            "chains"
        )
    }
}

impl fmt::Display for BuildReport {
    /// Writes the row of a table.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u64, of: u64| part as f64 * 100.0 / of.max(1) as f64;
        let of_beams = |part| percent(part, self.beams);
        let each = |all: u64| all as f64 / self.rings.max(1) as f64;
        let margins = |margins: &Margins| format!("{:.2} / {:.2}", margins.worst, margins.median);
        write!(
            out,
            "{:<16} {:>7.1} {:>7.3} {:>8.3} {:>8.3} {:>13} {:>13} {:>7.2} {:>7.2} {:>6}",
            self.design,
            percent(self.good, self.rings),
            of_beams(self.clear_dark),
            of_beams(self.blocked_lit),
            of_beams(self.lit_in_dark),
            margins(&self.lit),
            margins(&self.blocked),
            each(self.named),
            each(self.weak),
            self.late,
        )
    }
}

/// Lines below a table of reports, which explain its columns.
#[derive(Debug, Clone, Copy)]
pub struct TableFoot;

impl fmt::Display for TableFoot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "lit margin: current of a clear beam over the current that reads lit in time; \
             blocked: current\nof the threshold over foreign light with that of the room; \
             named: beams a ring with a margin\nunder {THIN} or a lit dark read; weak: beams \
             a ring that need more than 16 us in the settle sweep.\nEverything is simulated; \
             no row has been compared with real parts."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{BuildPlan, LOWEST_BIN, Margins, bin_of};
    use crate::executor::Sequential;
    use crate::sensors::build::{Design, PROPOSED};
    use rules_core::board::{BoardId, Dimensions, Profile};

    fn plan(rings: u64) -> BuildPlan {
        BuildPlan {
            curtain: Profile::of(BoardId::Ring).curtain.expect("a curtain"),
            dimensions: Dimensions::ASSUMED,
            rings,
            seed: 1,
        }
    }

    #[test]
    fn a_report_counts_all_rings_and_lists_the_bad_ones() {
        let glossy = Design::parse("glossy").expect("a design");
        let report = plan(20).run(&glossy, &Sequential);
        assert_eq!((report.rings, report.beams), (20, 20 * 160));
        let bad = report.rings - report.good;
        assert!(bad >= 15, "{bad}");
        assert_eq!(report.bad.len(), 10);
        // What fails has a margin under 1, so it is named.
        assert_eq!(report.bad_named, bad);
        assert!(report.named > report.blocked_lit);
        assert_eq!(report.lit.counts.iter().sum::<u64>(), report.beams);
        assert!(report.to_string().starts_with("glossy"));
    }

    #[test]
    fn a_bad_ring_of_the_list_is_bad_when_built_again() {
        let hand = Design::parse("by-hand").expect("a design");
        let report = plan(10).run(&hand, &Sequential);
        for &seed in &report.bad {
            let again = BuildPlan { seed, ..plan(1) };
            assert_eq!(again.run(&hand, &Sequential).good, 0, "{seed}");
        }
        let good = plan(10).run(&PROPOSED, &Sequential);
        assert!(good.good >= 9 && good.late == 0, "{good:?}");
    }

    #[test]
    fn margins_are_binned_by_ratio() {
        let margins = Margins::new(vec![0.01, 1.0001, 1.0001, 1000.0]);
        assert_eq!(margins.counts[0], 1);
        assert_eq!(margins.counts[20], 2);
        assert_eq!(margins.counts[59], 1);
        assert!((bin_of(LOWEST_BIN * 100.0) - 40.0).abs() < 1e-9);
    }
}
