//! Comparison of reported with true falls: matched, missed, invented, misclassified or
//! asked about.

use super::scene_run::SceneResult;
use super::tally::Tally;
use crate::geometry::EdgeRelative;
use crate::truth::TrueFall;
use rules_core::place::Edge;
use rules_core::referee::weighing::{Classification, is_sure, weigh};
use rules_core::sensing::observation::{Fall, ObservationKind};
use rules_core::time::{Instant, Span};

/// Largest time difference between a true fall and its report.
pub(super) const COLLAR: Span = Span::millis(60);

/// Largest distance along the edge between a true fall and its report, mm.
const REACH: f32 = 30.0;

/// Fall that truly happened, with the time and place at which sensors could first see it.
#[derive(Debug, Clone, Copy)]
pub struct ExpectedFall {
    /// Ground truth of the fall.
    pub fell: TrueFall,
    /// Time at which the piece broke its first beam.
    pub broke: Instant,
    /// Place along the fall's edge at that time, clockwise, mm.
    pub along: f32,
}

/// Fall that the ring reported.
#[derive(Debug, Clone, Copy)]
pub struct ReportedFall {
    /// Observation of the fall by the sensing pipeline.
    pub fall: Fall,
    /// Body of the fallen piece, classified with the prior of pieces that can be on the
    /// ring.
    pub found: Classification,
    /// Time of the first, provisional report of the fall; of the final one if there was
    /// none.
    pub falling: Instant,
    /// Time of the final report of the fall.
    pub known: Instant,
}

/// Assignment of reports to true falls.
#[derive(Debug, Clone, Default)]
pub struct Pairs {
    /// True falls with their reports.
    pub matched: Vec<(ExpectedFall, ReportedFall)>,
    /// Unreported falls that happened together with another about whose kind or number
    /// the ring asks: people can answer that it was two.
    pub behind: Vec<ExpectedFall>,
    /// Unreported falls on a side without coverage, about which the ring asks.
    pub unseen: Vec<ExpectedFall>,
    /// Falls that were neither reported nor asked about.
    pub missed: Vec<ExpectedFall>,
    /// Reports without a true fall.
    pub invented: Vec<ReportedFall>,
}

/// Periods in which the ring reported that a side has no coverage.
#[derive(Debug, Clone, Default)]
pub struct CoverageGaps {
    times: Vec<(Edge, Instant, Option<Instant>)>,
}

/// Time after a fall within which a report of lost coverage still leads to a question,
/// because the push has not been judged by then.
const STILL_ASKED: Span = Span::millis(800);

impl CoverageGaps {
    /// Records the coverage reports of a scene.
    pub fn on_scene(&mut self, watched: &SceneResult) {
        for said in &watched.said {
            match said.observation.kind {
                ObservationKind::CoverageLost(edge) => self.times.push((edge, said.known, None)),
                ObservationKind::CoverageRestored(edge) => {
                    let open = self.times.iter_mut().rev().find(|gap| gap.0 == edge);
                    if let Some(open) = open {
                        open.2 = Some(said.known);
                    }
                }
                _ => {}
            }
        }
    }

    fn covers(&self, truth: &ExpectedFall) -> bool {
        self.times.iter().any(|&(edge, from, to)| {
            edge == truth.fell.edge
                && from <= truth.broke + STILL_ASKED
                && to.is_none_or(|to| to >= truth.broke)
        })
    }
}

/// Assigns reports to true falls, the nearest first in time and place. Several pieces
/// fall within one millisecond, so a millimetre counts as much as one.
#[must_use]
pub fn pair(watched: &SceneResult, ring_side: f32, blind: &CoverageGaps) -> Pairs {
    let truths = true_falls(watched, ring_side);
    let said = reported_falls(watched);
    let mut options: Vec<(u32, usize, usize)> = Vec::new();
    for (t, truth) in truths.iter().enumerate() {
        for (s, seen) in said.iter().enumerate() {
            let apart = seen.fall.measured.onset.since(truth.broke).0
                + truth.broke.since(seen.fall.measured.onset).0;
            let aside = aside(truth, seen, ring_side);
            if apart <= COLLAR.0 && aside <= REACH {
                options.push((apart + (aside * 1000.0) as u32, t, s));
            }
        }
    }
    options.sort_unstable();
    let mut pairs = Pairs::default();
    let (mut used_t, mut used_s) = (vec![false; truths.len()], vec![false; said.len()]);
    for (_, t, s) in options {
        if !used_t[t] && !used_s[s] {
            (used_t[t], used_s[s]) = (true, true);
            pairs.matched.push((truths[t], said[s]));
        }
    }
    for (truth, _) in truths.iter().zip(&used_t).filter(|pair| !pair.1) {
        let asked = said.iter().any(|seen| {
            !is_sure(&seen.fall, &seen.found)
                && truth.broke + COLLAR >= seen.fall.measured.onset
                && truth.broke <= seen.known
                && aside(truth, seen, ring_side) <= REACH.max(covered(seen))
        });
        match (asked, blind.covers(truth)) {
            (true, _) => pairs.behind.push(*truth),
            (false, true) => pairs.unseen.push(*truth),
            (false, false) => pairs.missed.push(*truth),
        }
    }
    let invented = said.iter().zip(&used_s).filter(|pair| !pair.1);
    pairs.invented = invented.map(|pair| *pair.0).collect();
    pairs
}

/// Lists the true falls of a scene.
#[must_use]
pub fn true_falls(watched: &SceneResult, ring_side: f32) -> Vec<ExpectedFall> {
    let falls = watched.truth.falls();
    falls
        .map(|(at, fell)| match watched.breaks.get(&fell.thing) {
            Some(&(broke, place)) => ExpectedFall {
                fell: *fell,
                broke,
                along: EdgeRelative::new(place, fell.edge, ring_side).along,
            },
            None => ExpectedFall {
                fell: *fell,
                broke: at,
                along: fell.along,
            },
        })
        .collect()
}

fn reported_falls(watched: &SceneResult) -> Vec<ReportedFall> {
    let mut provisional = Vec::new();
    let mut falls = Vec::new();
    for said in &watched.said {
        match said.observation.kind {
            ObservationKind::Falling(id, _) => provisional.push((id, said.known)),
            ObservationKind::Fell(fall) => {
                let first = provisional
                    .iter()
                    .rev()
                    .find(|(id, _)| *id == fall.measured.pattern.id);
                falls.push(ReportedFall {
                    fall,
                    found: weigh(&fall, &said.prior),
                    falling: first.map_or(said.known, |first| first.1),
                    known: said.known,
                });
            }
            _ => {}
        }
    }
    falls
}

/// Returns the distance from the middle of a reported shadow to a body that just touches
/// it, mm: half its width and half a medium disc.
fn covered(seen: &ReportedFall) -> f32 {
    seen.fall.measured.width.0 as f32 / 2000.0 + 15.0
}

/// Returns the distance between the true and the reported place of a fall, mm: along one
/// edge, or around a corner.
fn aside(truth: &ExpectedFall, seen: &ReportedFall, side: f32) -> f32 {
    // Around the ring, clockwise from the north-west corner.
    let around = |edge: Edge, along: f32| edge.index() as f32 * side + along;
    let seen_along = seen.fall.measured.along.0 as f32 / 1000.0;
    let apart =
        around(truth.fell.edge, truth.along) - around(seen.fall.measured.pattern.edge, seen_along);
    let apart = apart.rem_euclid(4.0 * side);
    apart.min(4.0 * side - apart)
}

/// Adds the results of a scene to a tally. Falls affected by a fault are counted
/// separately.
pub fn count(
    watched: &SceneResult,
    (ring_side, blind): (f32, &CoverageGaps),
    touched: &impl Fn(&ExpectedFall) -> bool,
    tally: &mut Tally,
) -> Pairs {
    let pairs = pair(watched, ring_side, blind);
    tally.scenes += 1;
    tally.micros += u64::from(watched.lasted.0);
    // Number of falls that a fault affects, and of the others.
    let split = |truths: &[ExpectedFall]| {
        let within = truths.iter().filter(|truth| touched(truth)).count();
        (within as u64, (truths.len() - within) as u64)
    };
    let (behind, unseen) = (split(&pairs.behind), split(&pairs.unseen));
    let missed = split(&pairs.missed);
    tally.sector.falls += behind.0 + unseen.0 + missed.0;
    tally.sector.asked += behind.0 + unseen.0;
    tally.sector.unseen += unseen.0;
    tally.sector.missed += missed.0;
    tally.falls += behind.1 + unseen.1 + missed.1;
    tally.asked += behind.1 + unseen.1;
    tally.behind += behind.1;
    tally.unseen += unseen.1;
    tally.missed += missed.1;
    tally.invented += pairs.invented.len() as u64;
    let sure = pairs
        .invented
        .iter()
        .filter(|fall| is_sure(&fall.fall, &fall.found));
    tally.invented_sure += sure.count() as u64;
    let withdrawn = watched.said.iter();
    let withdrawn =
        withdrawn.filter(|said| matches!(said.observation.kind, ObservationKind::NoFall(..)));
    tally.withdrawn += withdrawn.count() as u64;
    tally.matched += pairs.matched.len() as u64;
    for (truth, seen) in &pairs.matched {
        let score = FallScore::score(truth, seen);
        tally.silent_wrong += u64::from(score == FallScore::SilentlyWrong);
        if touched(truth) {
            tally.sector.falls += 1;
            tally.sector.asked += u64::from(score == FallScore::Asked);
        } else {
            tally.falls += 1;
            tally.asked += u64::from(score == FallScore::Asked);
            count_pair(truth, seen, ring_side, tally);
        }
    }
    pairs
}

/// Score of a fall report against ground truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FallScore {
    /// Reported body and cause are right and certain.
    Right,
    /// The ring asks; nothing that it reported with certainty was wrong.
    Asked,
    /// The ring reported a wrong body or cause with certainty.
    SilentlyWrong,
}

impl FallScore {
    /// Scores the report of a fall against ground truth.
    #[must_use]
    pub fn score(truth: &ExpectedFall, seen: &ReportedFall) -> Self {
        let fall = &seen.fall;
        let body_sure = is_sure(fall, &seen.found);
        let cause_sure = fall.cause.certainty.is_high();
        if body_sure && seen.found.body != truth.fell.body
            || cause_sure && fall.cause.kind != truth.fell.cause
        {
            Self::SilentlyWrong
        } else if body_sure && cause_sure {
            Self::Right
        } else {
            Self::Asked
        }
    }
}

fn count_pair(truth: &ExpectedFall, seen: &ReportedFall, ring_side: f32, tally: &mut Tally) {
    let fall = &seen.fall;
    tally.confusion[truth.fell.body][seen.found.body] += 1;
    if fall.cause.certainty.is_high() {
        tally.causes[truth.fell.cause][fall.cause.kind] += 1;
    } else {
        tally.cause_asked += 1;
    }
    tally.latency.push_span(seen.falling.since(truth.broke));
    tally.finality.push_span(seen.known.since(truth.broke));
    let onset = fall.measured.onset;
    let (late, early) = (onset.since(truth.broke), truth.broke.since(onset));
    tally
        .onset
        .push_thousandths(i64::from(late.0) - i64::from(early.0));
    tally.place.push(aside(truth, seen, ring_side));
}
