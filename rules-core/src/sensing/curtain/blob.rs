//! Blobs: the shadow of one body on a side, tracked over both planes and over time.
//!
//! In each plane a body is a run of dark beams that grows, shrinks and moves; a
//! [`PlaneTrack`] follows it from its first beam until the row is clear there again. A
//! [`Blob`] is the track in the upper plane and the one in the lower. `association`
//! brings the two together, and `fall` decides what they mean.

use super::plane_track::{CONFIRMED_AFTER, Joined, OF_TWO, PlaneTrack};
use super::rows::{Run, SideFrame, SideGeometry};
use crate::board::curtain::{ByPlane, Plane};
use crate::place::Edge;
use crate::sensing::observation::FallId;
use heapless::Vec;

/// Maximum number of blobs at one time, on all sides together.
pub(super) const MAX_BLOBS: usize = 16;

/// Maximum number of shadows that can begin in one row in one frame: bodies come one by
/// one, and four make a bump.
pub(super) const MAX_ARRIVALS: usize = 4;

/// Age of the younger blob, in frames, below which two blobs that grow together are one
/// body of which a beam came late. Later they are two bodies abreast.
const MERGE_FRAMES: u32 = 8;

/// Age of the younger blob, in frames, from which two blobs that merge may have been two
/// bodies: noise delays a beam by a frame or two only.
const LATE_BEAM: u32 = CONFIRMED_AFTER + 3;

/// State of a tracked blob; `fall::next_transition` defines the transitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum BlobState {
    /// The blob is too young to be classified.
    Fresh,
    /// The blob is announced as a fall of this number, whose result is still open.
    Falling(FallId),
    /// The blob is a body that has fallen and is still seen.
    Fell,
    /// The blob is not a fall: a bounce, a rolling piece, or unclear.
    Unclassified,
    /// The blob has been dark since tracking of the side began.
    Preexisting,
    /// The blob is a hand in the gutter.
    Hand,
    /// The blob is part of another blob; it may have been announced under this number.
    Merged(Option<FallId>),
}

/// Reasons to doubt a blob.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct DoubtFlags {
    /// True if frames were lost while the blob was tracked, or just before.
    pub gap: bool,
    /// True if a hand was on this side.
    pub hand: bool,
    /// True if both planes went dark together.
    pub at_once: bool,
    /// True if the lower plane went dark twice.
    pub twice: bool,
    /// True if the body may be an object that leant in the upper plane right above.
    pub hung: bool,
    /// True if the blob is right beside a leaning object.
    pub beside: bool,
    /// True if another blob kept the lower plane dark below this one.
    pub shared: bool,
    /// True if that other blob was not a fall, so that this one may be part of a bounce.
    pub shared_with_odd: bool,
}

/// Shadow of one body on a side.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Blob {
    pub edge: Edge,
    pub state: BlobState,
    pub upper: Option<PlaneTrack>,
    pub lower: Option<PlaneTrack>,
    pub doubts: DoubtFlags,
    /// Dark run in each plane when the blob last moved; `None` if it was not dark there.
    rest: ByPlane<Option<Run>>,
    /// Frame in which the blob last moved.
    pub moved: u32,
    /// Number of times the blob has moved, saturating.
    pub moves: u8,
}

impl Blob {
    /// True if two shadows that began apart have become this one.
    pub fn is_of_two(&self) -> bool {
        self.parts().any(|part| part.pieces == OF_TWO)
    }

    pub fn new(edge: Edge, plane: Plane, part: PlaneTrack, state: BlobState) -> Self {
        let (upper, lower) = match plane {
            Plane::Upper => (Some(part), None),
            Plane::Lower => (None, Some(part)),
        };
        Self {
            edge,
            state,
            upper,
            lower,
            doubts: DoubtFlags::default(),
            rest: ByPlane::default(),
            moved: part.first,
            moves: 0,
        }
    }

    pub const fn part(&self, plane: Plane) -> Option<&PlaneTrack> {
        match plane {
            Plane::Upper => self.upper.as_ref(),
            Plane::Lower => self.lower.as_ref(),
        }
    }

    pub const fn part_mut(&mut self, plane: Plane) -> Option<&mut PlaneTrack> {
        match plane {
            Plane::Upper => self.upper.as_mut(),
            Plane::Lower => self.lower.as_mut(),
        }
    }

    pub fn parts(&self) -> impl Iterator<Item = &PlaneTrack> {
        self.upper.iter().chain(&self.lower)
    }

    /// Returns the track in a plane; `None` if the blob is not dark there now.
    pub fn live(&self, plane: Plane) -> Option<&PlaneTrack> {
        self.part(plane).filter(|part| part.is_live())
    }

    pub fn is_live(&self) -> bool {
        self.parts().any(PlaneTrack::is_live)
    }

    /// Returns the number of the blob's first dark frame.
    pub fn onset(&self) -> u32 {
        match (&self.upper, &self.lower) {
            (Some(part), None) | (None, Some(part)) => part.first,
            (Some(upper), Some(lower)) => upper.first.min(lower.first),
            (None, None) => 0,
        }
    }

    /// True if the blob was only in one plane and never wider than one beam.
    pub fn is_single_beam(&self) -> bool {
        self.parts().count() == 1 && self.parts().all(|part| part.around == 1)
    }

    /// True if several beams went dark together and have not changed since: no body comes
    /// and stays like that.
    pub fn is_frozen(&self) -> bool {
        let beams: u8 = self.parts().map(|part| part.born.len()).sum();
        let together = self.parts().count() == 1 || self.doubts.at_once;
        beams > 1 && together && self.parts().all(PlaneTrack::is_frozen)
    }

    /// Returns the position of the blob's middle along the side when it was widest, in
    /// micrometres.
    pub fn middle(&self, side: &SideGeometry) -> i32 {
        let spans = Plane::ALL.into_iter().filter_map(|plane| {
            let row = &side.rows[plane];
            let part = self.part(plane)?;
            let (lo, hi) = row.span(part.widest);
            Some(lo.saturating_add(hi) / 2)
        });
        let (sum, n) = spans.fold((0_i32, 0), |(sum, n), middle| {
            (sum.saturating_add(middle), n + 1)
        });
        match n {
            0 => side.length / 2,
            n => sum / n,
        }
    }

    /// Splits the blob into the first body and the second, if two bodies fell one after
    /// the other; `None` if there was one.
    pub fn split(&self, side: &SideGeometry) -> Option<(Self, Self)> {
        let upper = self.upper.as_ref().filter(|track| track.joined.is_none())?;
        let (last, second_began) = upper.marks.split_point()?;
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
        Some(if low_is_first {
            (low, later(high))
        } else {
            (high, later(low))
        })
    }

    /// Returns the blob with only the beams whose position satisfies `keep`; `None` if
    /// that is too narrow for a body.
    fn clipped(&self, side: &SideGeometry, keep: impl Fn(i32) -> bool) -> Option<Self> {
        let clip = |part: Option<PlaneTrack>, plane: Plane| {
            let mut part = part?;
            let row = &side.rows[plane];
            let mut beams =
                (part.widest.lo..=part.widest.hi).filter(|&beam| keep(row.at(beam.into())));
            let lo = beams.next()?;
            let hi = beams.last().unwrap_or(lo);
            part.widest = Run { lo, hi };
            Some(part)
        };
        // The smallest body is two beams wide.
        let upper = clip(self.upper, Plane::Upper).filter(|track| track.widest.len() > 1)?;
        Some(Self {
            upper: Some(upper),
            lower: clip(self.lower, Plane::Lower),
            ..*self
        })
    }

    /// True if the blob touched the outermost beam at this end of the side.
    pub fn at_end(&self, side: &SideGeometry, end: SideEnd) -> bool {
        Plane::ALL.into_iter().any(|plane| {
            let row = &side.rows[plane];
            self.part(plane).is_some_and(|part| match end {
                SideEnd::First => part.widest.lo == 0,
                SideEnd::Last => part.widest.hi + 1 >= row.beams,
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

    /// True if two adjacent beams of a plane, or one above the other, are dark now: a
    /// body or a hand, not a beam that failed.
    pub fn is_solid(&self, side: &SideGeometry) -> bool {
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

/// End of a side, clockwise: its first beam or its last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SideEnd {
    First,
    Last,
}

/// All tracked blobs.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct BlobList {
    pub all: Vec<Blob, MAX_BLOBS>,
}

impl BlobList {
    /// True if one more blob can be tracked.
    pub fn has_room(&self) -> bool {
        !self.all.is_full()
    }

    pub fn add(&mut self, blob: Blob) {
        // The caller has checked that there is room.
        let _ = self.all.push(blob);
    }

    pub fn on(&self, edge: Edge) -> impl Iterator<Item = &Blob> {
        self.all.iter().filter(move |blob| blob.edge == edge)
    }

    /// Continues the tracks of one plane of a side with the dark runs of this frame.
    /// Returns the runs that belong to no track.
    #[inline(never)]
    pub fn follow(
        &mut self,
        edge: Edge,
        plane: Plane,
        shown: &SideFrame,
        now: u32,
        row: &super::rows::BeamRow,
    ) -> Vec<Run, MAX_ARRIVALS> {
        let mut here: Vec<usize, MAX_BLOBS> = Vec::new();
        for (n, blob) in self.all.iter().enumerate() {
            if blob.edge == edge && blob.live(plane).is_some() {
                // There is room for all.
                let _ = here.push(n);
            }
        }
        let mut arrivals = Vec::new();
        let (dark, unseen) = (shown.dark[plane], shown.unseen[plane]);
        for run in super::rows::runs(dark, unseen) {
            let mut hit: Vec<usize, MAX_BLOBS> = Vec::new();
            for &n in &here {
                let merged = |blob: &&Blob| matches!(blob.state, BlobState::Merged(_));
                let blob = self.all.get(n).filter(|blob| !merged(blob));
                let part = blob.and_then(|blob| blob.live(plane));
                let goes_on = |part: &PlaneTrack| {
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
                    // A run that does not fit waits for the next frame.
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
                    part.finish_frame(now);
                }
                if plane == Plane::Lower {
                    blob.note_motion(now);
                }
            }
        }
        arrivals
    }

    /// Adds a dark run of this frame to the track of blob `n`.
    fn extend(&mut self, n: usize, plane: Plane, run: Run) {
        if let Some(part) = self.all.get_mut(n).and_then(|blob| blob.part_mut(plane)) {
            part.add(run);
        }
    }

    /// Merges blobs that have only just begun into the oldest. Blobs that have been apart
    /// in the upper plane stay apart when they meet in the lower.
    fn merge_young(&mut self, hit: &mut Vec<usize, MAX_BLOBS>, plane: Plane, now: u32) {
        while hit.len() > 1 {
            let onset = |n: usize| self.all.get(n).map_or(0, Blob::onset);
            let youngest = hit.iter().enumerate().max_by_key(|&(_, &n)| onset(n));
            let Some((at, &n)) = youngest else { return };
            let age = now.wrapping_sub(onset(n));
            if age >= MERGE_FRAMES {
                return;
            }
            hit.swap_remove(at);
            if let Some(blob) = self.all.get_mut(n) {
                let id = match blob.state {
                    BlobState::Falling(id) => Some(id),
                    _ => None,
                };
                blob.state = BlobState::Merged(id);
            }
            for &n in hit.iter().filter(|_| age >= LATE_BEAM) {
                if let Some(part) = self.all.get_mut(n).and_then(|blob| blob.part_mut(plane)) {
                    part.pieces = OF_TWO;
                }
            }
        }
    }

    /// Divides a run among the tracks that have grown together in it.
    fn share(&mut self, hit: &[usize], plane: Plane, run: Run, row: &super::rows::BeamRow) {
        let mut parts: Vec<(Run, usize), MAX_BLOBS> = Vec::new();
        for &n in hit {
            if let Some(part) = self.all.get(n).and_then(|blob| blob.part(plane)) {
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
            if let Some(part) = self.all.get_mut(n).and_then(|blob| blob.part_mut(plane)) {
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
