//! Blobs: one body's shadow on a side, followed over both planes and over time.
//!
//! In each plane a body is a run of dark beams that grows, shrinks and moves; a
//! [`Part`] follows it from its first beam until the row is clear there again.
//! A [`Blob`] is the part in the upper plane and the one in the lower. How the
//! two are matched, and what it all means, is decided elsewhere.

use super::part::{CONFIRMED_AFTER, Joined, OF_TWO, Part};
use super::rows::{Run, Shown, Side};
use crate::board::curtain::{ByPlane, Plane};
use crate::place::Edge;
use crate::sensing::observation::FallId;
use heapless::Vec;

/// The most blobs at one time, on all sides together.
pub(super) const MOST: usize = 16;

/// The most shadows that can begin in one row in one frame: bodies come one by
/// one, and a bump is known by four.
pub(super) const MOST_ARRIVALS: usize = 4;

/// Two blobs that grow together so few frames after the younger was born are
/// one body of which a beam came late; later, they are two bodies abreast.
const ONE_BODY: u32 = 8;

/// A beam comes a frame or two late by noise. What was apart for longer may have
/// been two all the same.
const LATE_BEAM: u32 = CONFIRMED_AFTER + 3;

/// What a blob is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Stage {
    /// Too young to say.
    Fresh,
    /// Said to be falling.
    Falling(FallId),
    /// It fell and is still seen.
    Fell,
    /// No fall: a bounce, something rolling, something unclear.
    Odd,
    /// It was there when looking began.
    Found,
    /// A hand.
    Hand,
    /// It turned out to be a piece of another blob.
    Merged(Option<FallId>),
}

/// What casts doubt on a blob.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Doubts {
    /// Frames were lost while it was there, or just before.
    pub gap: bool,
    /// A hand was near.
    pub hand: bool,
    /// Both planes went dark together.
    pub at_once: bool,
    /// The lower plane went dark twice.
    pub twice: bool,
    /// It hung in the upper plane before.
    pub hung: bool,
    /// Right beside something that leans.
    pub beside: bool,
    /// The lower plane was dark below it from another blob.
    pub shared: bool,
    /// And that was no fall itself: a bounce, perhaps, of which this is a part.
    pub shared_with_odd: bool,
}

/// One body's shadow on a side.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Blob {
    pub edge: Edge,
    pub stage: Stage,
    pub upper: Option<Part>,
    pub lower: Option<Part>,
    pub doubts: Doubts,
    /// Where it was in each plane when it last moved, and when that was.
    rest: ByPlane<Option<Run>>,
    pub moved: u32,
    /// How often it has moved.
    pub moves: u8,
}

impl Blob {
    /// Whether two shadows that began apart have become this one.
    pub fn is_of_two(&self) -> bool {
        self.parts().any(|part| part.pieces == OF_TWO)
    }

    pub fn new(edge: Edge, plane: Plane, part: Part, stage: Stage) -> Self {
        let (upper, lower) = match plane {
            Plane::Upper => (Some(part), None),
            Plane::Lower => (None, Some(part)),
        };
        Self {
            edge,
            stage,
            upper,
            lower,
            doubts: Doubts::default(),
            rest: ByPlane::default(),
            moved: part.first,
            moves: 0,
        }
    }

    pub const fn part(&self, plane: Plane) -> Option<&Part> {
        match plane {
            Plane::Upper => self.upper.as_ref(),
            Plane::Lower => self.lower.as_ref(),
        }
    }

    pub const fn part_mut(&mut self, plane: Plane) -> Option<&mut Part> {
        match plane {
            Plane::Upper => self.upper.as_mut(),
            Plane::Lower => self.lower.as_mut(),
        }
    }

    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.upper.iter().chain(&self.lower)
    }

    /// Dark now in a plane.
    pub fn live(&self, plane: Plane) -> Option<&Part> {
        self.part(plane).filter(|part| part.is_live())
    }

    pub fn is_live(&self) -> bool {
        self.parts().any(Part::is_live)
    }

    /// Its first dark frame.
    pub fn onset(&self) -> u32 {
        match (&self.upper, &self.lower) {
            (Some(part), None) | (None, Some(part)) => part.first,
            (Some(upper), Some(lower)) => upper.first.min(lower.first),
            (None, None) => 0,
        }
    }

    /// Whether one beam is all it ever was.
    pub fn is_lonely(&self) -> bool {
        self.parts().count() == 1 && self.parts().all(|part| part.around == 1)
    }

    /// Whether several beams went dark together and nothing has changed since: no
    /// body comes and stays like that.
    pub fn is_frozen(&self) -> bool {
        let beams: u8 = self.parts().map(|part| part.born.len()).sum();
        let together = self.parts().count() == 1 || self.doubts.at_once;
        beams > 1 && together && self.parts().all(Part::is_frozen)
    }

    /// Its middle, from where it was widest.
    pub fn middle(&self, side: &Side) -> i32 {
        let spans = Plane::ALL.into_iter().filter_map(|plane| {
            let row = &side.rows[plane];
            let part = self.part(plane).filter(|_| !row.is_guard)?;
            let (lo, hi) = row.span(part.widest);
            Some(lo.saturating_add(hi) / 2)
        });
        let (sum, n) = spans.fold((0_i32, 0), |(sum, n), it| (sum.saturating_add(it), n + 1));
        match n {
            0 => side.length / 2,
            n => sum / n,
        }
    }

    /// If two bodies were there, one after the other: each as a blob of its own.
    pub fn halves(&self, side: &Side) -> Option<(Self, Self)> {
        let upper = self.upper.as_ref().filter(|it| it.joined.is_none())?;
        let (last, second_began) = upper.marks.two()?;
        let row = &side.rows[Plane::Upper];
        let border = (row.at(i32::from(last)) + row.at(i32::from(last) + 1)) / 2;
        let low = self.clipped(side, |at| at <= border)?;
        let high = self.clipped(side, |at| at > border)?;
        let began = upper.first.wrapping_add(second_began);
        let later = |mut blob: Self| {
            if let Some(upper) = &mut blob.upper {
                upper.first = began;
            }
            if let (Some(lower), Some(upper)) = (&mut blob.lower, &blob.upper) {
                lower.first = lower.first.max(upper.first);
            }
            blob
        };
        let low_is_first = upper.marks.starts_low(last);
        Some(match low_is_first {
            true => (low, later(high)),
            false => (high, later(low)),
        })
    }

    /// The same with only the beams at these places; nothing if that is
    /// no body.
    fn clipped(&self, side: &Side, keep: impl Fn(i32) -> bool) -> Option<Self> {
        let clip = |part: Option<Part>, plane: Plane| {
            let mut part = part?;
            let row = &side.rows[plane];
            let mut beams = (part.widest.lo..=part.widest.hi).filter(|&it| keep(row.at(it.into())));
            let lo = beams.next()?;
            let hi = beams.last().unwrap_or(lo);
            part.widest = Run { lo, hi };
            Some(part)
        };
        // The smallest body is two beams wide.
        let upper = clip(self.upper, Plane::Upper).filter(|it| it.widest.len() > 1)?;
        Some(Self {
            upper: Some(upper),
            lower: clip(self.lower, Plane::Lower),
            ..*self
        })
    }

    /// Whether it touches the first or the last beam of the side.
    pub fn at_end(&self, side: &Side, end: End) -> bool {
        Plane::ALL.into_iter().any(|plane| {
            let row = &side.rows[plane];
            !row.is_guard
                && self.part(plane).is_some_and(|part| match end {
                    End::First => part.widest.lo == 0,
                    End::Last => part.widest.hi + 1 >= row.beams,
                })
        })
    }

    fn note_motion(&mut self, now: u32) {
        let strayed = |a: Run, b: Run| a.lo.abs_diff(b.lo) > 1 || a.hi.abs_diff(b.hi) > 1;
        let mut moved = false;
        for plane in Plane::ALL {
            let Some(here) = self.live(plane).map(|part| part.now) else {
                continue;
            };
            moved |= self.rest[plane].is_some_and(|rest| strayed(here, rest));
            self.rest[plane].get_or_insert(here);
        }
        if moved {
            self.rest = ByPlane::from_fn(|plane| {
                let live = self.live(plane).map(|part| part.now);
                live.or(self.rest[plane])
            });
            self.moved = now;
            self.moves = self.moves.saturating_add(1);
        }
    }

    /// Whether more than a single beam of each plane, or one above the other, is
    /// dark now: a body or a hand, not a beam that failed.
    pub fn is_solid(&self, side: &Side) -> bool {
        let apart = side.rows[Plane::Upper].pitch();
        match (self.live(Plane::Upper), self.live(Plane::Lower)) {
            (Some(upper), Some(lower)) => {
                upper.now.len() > 1 || lower.now.len() > 1 || side.near(upper.now, lower.now, apart)
            }
            (Some(one), None) | (None, Some(one)) => one.now.len() > 1,
            (None, None) => false,
        }
    }
}

/// An end of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    First,
    Last,
}

/// All blobs there are.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Blobs {
    pub all: Vec<Blob, MOST>,
    /// Blobs for which there was no room.
    pub lost: u16,
}

impl Blobs {
    /// Whether one more can be followed; counts it as lost if not.
    pub fn has_room(&mut self) -> bool {
        if self.all.is_full() {
            self.lost = self.lost.saturating_add(1);
        }
        !self.all.is_full()
    }

    pub fn add(&mut self, blob: Blob) {
        // Those who add have asked whether there is room.
        let _ = self.all.push(blob);
    }

    pub fn on(&self, edge: Edge) -> impl Iterator<Item = &Blob> {
        self.all.iter().filter(move |blob| blob.edge == edge)
    }

    /// Follows the parts of one plane of a side into this frame. Returns the
    /// runs that belong to none.
    pub fn follow(
        &mut self,
        edge: Edge,
        plane: Plane,
        shown: &Shown,
        now: u32,
        row: &super::rows::Row,
    ) -> Vec<Run, MOST_ARRIVALS> {
        let mut here: Vec<usize, MOST> = Vec::new();
        for (n, blob) in self.all.iter().enumerate() {
            if blob.edge == edge && blob.live(plane).is_some() {
                // There is room for all.
                let _ = here.push(n);
            }
        }
        let mut arrivals = Vec::new();
        let (dark, unseen) = (shown.dark[plane], shown.unseen[plane]);
        for run in super::rows::runs(dark, unseen) {
            let mut hit: Vec<usize, MOST> = Vec::new();
            for &n in &here {
                let merged = |blob: &&Blob| matches!(blob.stage, Stage::Merged(_));
                let blob = self.all.get(n).filter(|blob| !merged(blob));
                let part = blob.and_then(|blob| blob.live(plane));
                let goes_on = |part: &Part| {
                    let mut runs = super::rows::runs(dark, unseen);
                    part.goes_on(run) && !runs.any(|other| part.rather(other, run))
                };
                if part.is_some_and(goes_on) {
                    let _ = hit.push(n);
                }
            }
            self.merge_young(&mut hit, plane, now);
            match hit.as_slice() {
                [] => {
                    // What does not fit waits for the next frame.
                    let _ = arrivals.push(run);
                }
                &[one] => self.extend(one, plane, run),
                several => self.share(several, plane, run, row),
            }
        }
        for blob in &mut self.all {
            if blob.edge == edge {
                let live = blob.part_mut(plane).filter(|part| part.is_live());
                if let Some(part) = live {
                    part.settle(now);
                }
                if plane == Plane::Lower {
                    blob.note_motion(now);
                }
            }
        }
        arrivals
    }

    fn extend(&mut self, n: usize, plane: Plane, run: Run) {
        if let Some(part) = self.all.get_mut(n).and_then(|it| it.part_mut(plane)) {
            part.add(run);
        }
    }

    /// Of those that have only just begun, one stays. What has been apart in the
    /// upper plane stays apart when it meets in the lower.
    fn merge_young(&mut self, hit: &mut Vec<usize, MOST>, plane: Plane, now: u32) {
        while hit.len() > 1 {
            let onset = |n: usize| self.all.get(n).map_or(0, Blob::onset);
            let youngest = hit.iter().enumerate().max_by_key(|&(_, &n)| onset(n));
            let Some((at, &n)) = youngest else { return };
            let age = now.wrapping_sub(onset(n));
            if age >= ONE_BODY {
                return;
            }
            hit.swap_remove(at);
            if let Some(blob) = self.all.get_mut(n) {
                let id = match blob.stage {
                    Stage::Falling(id) => Some(id),
                    _ => None,
                };
                blob.stage = Stage::Merged(id);
            }
            for &n in hit.iter().filter(|_| age >= LATE_BEAM) {
                if let Some(part) = self.all.get_mut(n).and_then(|it| it.part_mut(plane)) {
                    part.pieces = OF_TWO;
                }
            }
        }
    }

    /// Divides a run among the parts that have grown together in it.
    fn share(&mut self, hit: &[usize], plane: Plane, run: Run, row: &super::rows::Row) {
        let mut parts: Vec<(Run, usize), MOST> = Vec::new();
        for &n in hit {
            if let Some(part) = self.all.get(n).and_then(|it| it.part(plane)) {
                let _ = parts.push((part.now, n));
            }
        }
        parts.sort_unstable_by_key(|(run, _)| (run.lo, run.hi));
        let mut from = run.lo;
        for at in 0..parts.len() {
            let Some(&(here, n)) = parts.get(at) else {
                return;
            };
            let next = parts.get(at + 1).map(|&(next, _)| next);
            let to = next.map_or(run.hi, |next| {
                let border = (u16::from(here.hi) + u16::from(next.lo)) / 2;
                (border as u8).clamp(from, run.hi)
            });
            let (lo, hi) = row.span(here);
            let middle = lo.saturating_add(hi) / 2;
            if let Some(part) = self.all.get_mut(n).and_then(|it| it.part_mut(plane)) {
                part.add(Run { lo: from, hi: to });
                part.around = part.around.max(run.len());
                if next.is_some() {
                    part.join(Joined::Above(middle));
                }
                if at > 0 {
                    part.join(Joined::Below(middle));
                }
            }
            from = to.saturating_add(1).min(run.hi);
        }
    }
}
