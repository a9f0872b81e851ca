//! Lays what was said beside what was true: which fall is which, what was
//! missed, invented, mistaken, asked.

use super::tally::Tally;
use super::watch::Watched;
use crate::virtual_ring::space::Beside;
use crate::virtual_ring::truth::Fell;
use rules_core::place::Edge;
use rules_core::sensing::observation::{Count, Fall, What};
use rules_core::time::{Instant, Span};

/// A true fall and the word about it can be this far apart in time and still be
/// the same.
pub(super) const COLLAR: Span = Span::millis(60);

/// And this far apart along the edge, mm.
const REACH: f32 = 30.0;

/// A fall that truly happened.
#[derive(Debug, Clone, Copy)]
pub struct TrueFall {
    /// What and where.
    pub fell: Fell,
    /// When it broke its first beam.
    pub broke: Instant,
    /// Where along its edge it was then, mm.
    pub along: f32,
}

/// A fall that was said to have happened.
#[derive(Debug, Clone, Copy)]
pub struct SaidFall {
    /// What was said.
    pub fall: Fall,
    /// When it was first said, provisionally; the final word if there was none.
    pub falling: Instant,
    /// When the final word was known.
    pub known: Instant,
}

/// Which is which.
#[derive(Debug, Clone, Default)]
pub struct Pairs {
    /// Seen as it happened.
    pub matched: Vec<(TrueFall, SaidFall)>,
    /// Fell with another of which people are asked what, or how many, it was: they
    /// can say that it was two.
    pub behind: Vec<TrueFall>,
    /// Not seen, but over a side that was said not to see: it is asked.
    pub unseen: Vec<TrueFall>,
    /// Not seen.
    pub missed: Vec<TrueFall>,
    /// Not so.
    pub invented: Vec<SaidFall>,
}

/// Since when each side has been said not to see, and until when.
#[derive(Debug, Clone, Default)]
pub struct Blind {
    times: Vec<(Edge, Instant, Option<Instant>)>,
}

/// A side that is said not to see so soon after a fall is asked about: the push
/// has not been judged by then.
const STILL_ASKED: Span = Span::millis(800);

impl Blind {
    /// Takes note of what was said.
    pub fn hear(&mut self, watched: &Watched) {
        for it in &watched.said {
            match it.observation.what {
                What::Blind(edge) => self.times.push((edge, it.known, None)),
                What::Sighted(edge) => {
                    let open = self.times.iter_mut().rev().find(|it| it.0 == edge);
                    if let Some(open) = open {
                        open.2 = Some(it.known);
                    }
                }
                _ => {}
            }
        }
    }

    fn covers(&self, truth: &TrueFall) -> bool {
        self.times.iter().any(|&(edge, from, to)| {
            edge == truth.fell.edge
                && from <= truth.broke + STILL_ASKED
                && to.is_none_or(|to| to >= truth.broke)
        })
    }
}

/// Pairs true and said falls: the nearest first, in time and place. Several fall
/// in one millisecond, so a millimetre counts as much as one.
#[must_use]
pub fn pair(watched: &Watched, ring_side: f32, blind: &Blind) -> Pairs {
    let truths = true_falls(watched, ring_side);
    let said = said_falls(watched);
    let mut options: Vec<(u32, usize, usize)> = Vec::new();
    for (t, truth) in truths.iter().enumerate() {
        for (s, seen) in said.iter().enumerate() {
            let apart = seen.fall.onset.since(truth.broke).0 + truth.broke.since(seen.fall.onset).0;
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
    for (truth, _) in truths.iter().zip(&used_t).filter(|it| !it.1) {
        let asked = said.iter().any(|seen| {
            !is_sure(&seen.fall)
                && truth.broke + COLLAR >= seen.fall.onset
                && truth.broke <= seen.known
                && aside(truth, seen, ring_side) <= REACH.max(covered(seen))
        });
        match (asked, blind.covers(truth)) {
            (true, _) => pairs.behind.push(*truth),
            (false, true) => pairs.unseen.push(*truth),
            (false, false) => pairs.missed.push(*truth),
        }
    }
    let invented = said.iter().zip(&used_s).filter(|it| !it.1);
    pairs.invented = invented.map(|it| *it.0).collect();
    pairs
}

/// The falls that happened.
#[must_use]
pub fn true_falls(watched: &Watched, ring_side: f32) -> Vec<TrueFall> {
    let falls = watched.truth.falls();
    falls
        .map(|(at, fell)| match watched.breaks.get(&fell.thing) {
            Some(&(broke, place)) => TrueFall {
                fell: *fell,
                broke,
                along: Beside::of(place, fell.edge, ring_side).along,
            },
            None => TrueFall {
                fell: *fell,
                broke: at,
                along: fell.along,
            },
        })
        .collect()
}

fn said_falls(watched: &Watched) -> Vec<SaidFall> {
    let mut provisional = Vec::new();
    let mut falls = Vec::new();
    for it in &watched.said {
        match it.observation.what {
            What::Falling(id, _) => provisional.push((id, it.known)),
            What::Fell(fall) => {
                let first = provisional.iter().rev().find(|(id, _)| *id == fall.id);
                falls.push(SaidFall {
                    fall,
                    falling: first.map_or(it.known, |it| it.1),
                    known: it.known,
                });
            }
            _ => {}
        }
    }
    falls
}

/// From the middle of a shadow to what just touches it, mm: half of it and the
/// half of a medium disc.
fn covered(seen: &SaidFall) -> f32 {
    seen.fall.width.0 as f32 / 2000.0 + 15.0
}

/// How far apart the places are, mm: along one edge, or around a corner.
fn aside(truth: &TrueFall, seen: &SaidFall, side: f32) -> f32 {
    // Around the ring, clockwise from the north-west corner.
    let around = |edge: Edge, along: f32| edge.index() as f32 * side + along;
    let seen_along = seen.fall.spot.along.0 as f32 / 1000.0;
    let apart = around(truth.fell.edge, truth.along) - around(seen.fall.spot.edge, seen_along);
    let apart = apart.rem_euclid(4.0 * side);
    apart.min(4.0 * side - apart)
}

/// Adds a watched scene to a tally. Falls that `touched` says a fault touches
/// are counted apart.
pub fn count(
    watched: &Watched,
    (ring_side, blind): (f32, &Blind),
    touched: &impl Fn(&TrueFall) -> bool,
    tally: &mut Tally,
) -> Pairs {
    let pairs = pair(watched, ring_side, blind);
    tally.scenes += 1;
    tally.seconds += f64::from(watched.lasted.0) / 1e6;
    // How many of them a fault touches, and how many not.
    let split = |truths: &[TrueFall]| {
        let within = truths.iter().filter(|it| touched(it)).count();
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
    let sure = pairs.invented.iter().filter(|it| is_sure(&it.fall));
    tally.invented_sure += sure.count() as u64;
    let withdrawn = watched.said.iter();
    let withdrawn = withdrawn.filter(|it| matches!(it.observation.what, What::NoFall(..)));
    tally.withdrawn += withdrawn.count() as u64;
    tally.matched += pairs.matched.len() as u64;
    for (truth, seen) in &pairs.matched {
        let verdict = Verdict::of(truth, seen);
        tally.silent_wrong += u64::from(verdict == Verdict::SilentlyWrong);
        if touched(truth) {
            tally.sector.falls += 1;
            tally.sector.asked += u64::from(verdict == Verdict::Asked);
        } else {
            tally.falls += 1;
            tally.asked += u64::from(verdict == Verdict::Asked);
            count_pair(truth, seen, ring_side, tally);
        }
    }
    pairs
}

/// Whether nobody is asked what fell.
pub(super) fn is_sure(fall: &Fall) -> bool {
    fall.identity.certainty.is_high() && fall.sound && fall.count == Count::One
}

/// What a word about a fall is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// All of it is right.
    Right,
    /// Something is asked; nothing wrong was said for sure.
    Asked,
    /// Something was said for sure that is wrong.
    SilentlyWrong,
}

impl Verdict {
    /// The worth of what was said about a fall.
    #[must_use]
    pub fn of(truth: &TrueFall, seen: &SaidFall) -> Self {
        let fall = &seen.fall;
        let body_sure = is_sure(fall);
        let cause_sure = fall.cause_certainty.is_high();
        if body_sure && fall.identity.body != truth.fell.body
            || cause_sure && fall.cause != truth.fell.cause
        {
            Self::SilentlyWrong
        } else if body_sure && cause_sure {
            Self::Right
        } else {
            Self::Asked
        }
    }
}

fn count_pair(truth: &TrueFall, seen: &SaidFall, ring_side: f32, tally: &mut Tally) {
    let fall = &seen.fall;
    tally.confusion[truth.fell.body][fall.identity.body] += 1;
    if fall.cause_certainty.is_high() {
        tally.causes[truth.fell.cause][fall.cause] += 1;
    } else {
        tally.cause_asked += 1;
    }
    let millis = |span: Span| span.0 as f32 / 1000.0;
    tally.latency.push(millis(seen.falling.since(truth.broke)));
    tally.finality.push(millis(seen.known.since(truth.broke)));
    let onset = millis(fall.onset.since(truth.broke)) - millis(truth.broke.since(fall.onset));
    tally.onset.push(onset);
    tally.place.push(aside(truth, seen, ring_side));
}
