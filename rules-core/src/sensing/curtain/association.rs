//! Association of new shadows with blobs: a shadow starts a blob, joins one, or is the
//! lower plane of a falling one.

use super::blob::{Blob, BlobState, DoubtFlags, MAX_BLOBS};
use super::blob_tracker::BlobTracker;
use super::plane_track::{CONFIRMED_AFTER, Joined, PlaneTrack};
use super::rows::{Run, SideFrame};
use crate::board::curtain::Plane;
use crate::place::Edge;
use heapless::Vec;

/// Distance by which a hand is taken to reach beyond its visible ends, in micrometres.
pub(super) const HAND_REACH: i32 = 50_000;

impl BlobTracker {
    /// Returns the doubts about a blob that begins with this run of dark beams.
    fn doubts(&self, edge: Edge, plane: Plane, run: Run, now: u32) -> DoubtFlags {
        let leaning = self.sides[edge].leaning[plane];
        let around = run.bits() | run.bits() << 1 | run.bits() >> 1;
        let settling = |gap: u32| now.wrapping_sub(gap) <= self.times.settle;
        DoubtFlags {
            gap: self.gap.is_some_and(settling),
            hand: self.sides[edge].hand.is_some(),
            beside: leaning & around != 0,
            ..DoubtFlags::default()
        }
    }

    /// Assigns a new shadow in the upper plane to a blob below it, or starts a blob.
    pub(super) fn arrive_upper(&mut self, edge: Edge, run: Run, now: u32) {
        let part = PlaneTrack::new(now.wrapping_sub(CONFIRMED_AFTER), run);
        let side = self.side;
        let begun = now < self.sides[edge].begun;
        let after_fall = self.after_fall(edge, now);
        let below = self.blobs.all.iter_mut().find(|blob| {
            blob.edge == edge
                && blob.upper.is_none()
                && match blob.state {
                    BlobState::Hand | BlobState::Preexisting => true,
                    BlobState::Unclassified => !after_fall,
                    _ => false,
                }
                && (blob.live(Plane::Lower)).is_some_and(|lower| side.near(run, lower.now, 0))
        });
        if let Some(blob) = below {
            blob.upper = Some(part);
            return;
        }
        if !self.blobs.has_room() {
            return;
        }
        let (from, to) = side.rows[Plane::Upper].span(run);
        let middle = from.saturating_add(to) / 2;
        let state = if begun {
            BlobState::Preexisting
        } else if self.sides[edge].hand_within(middle, HAND_REACH) {
            BlobState::Hand
        } else {
            BlobState::Fresh
        };
        let mut blob = Blob::new(edge, Plane::Upper, part, state);
        blob.doubts = self.doubts(edge, Plane::Upper, run, now);
        self.blobs.add(blob);
    }

    /// Assigns a new shadow in the lower plane to a blob above it, or starts a blob.
    pub(super) fn arrive_lower(
        &mut self,
        edge: Edge,
        run: Run,
        now: u32,
        shown: &SideFrame,
        masked: u32,
    ) {
        let first = now.wrapping_sub(CONFIRMED_AFTER);
        if self.assign_lower(edge, run, first) || self.reopen_lower(edge, run, first) {
            return;
        }
        if !self.blobs.has_room() {
            return;
        }
        let mut doubts = self.doubts(edge, Plane::Lower, run, now);
        let above = Run {
            lo: run.lo,
            hi: (run.hi + 1).min(self.side.rows[Plane::Upper].beams.saturating_sub(1)),
        };
        let seen = above.bits() & !shown.unseen[Plane::Upper];
        let near = Run {
            lo: run.lo.saturating_sub(3),
            hi: run.hi.saturating_add(3),
        };
        let hangs = above.bits() & !masked != 0
            && self.sides[edge].leaning[Plane::Lower] & near.bits() == 0;
        let blind = seen == 0 && !self.after_fall(edge, now);
        let lost = (self.gap).is_some_and(|gap| now.wrapping_sub(gap) < self.times.most_drop);
        let state = if now < self.sides[edge].begun {
            BlobState::Preexisting
        } else if self.sides[edge].hand.is_some() || !(blind || lost) {
            BlobState::Unclassified
        } else {
            doubts.hung = blind && hangs;
            doubts.gap |= lost;
            BlobState::Fresh
        };
        let mut blob = Blob::new(edge, Plane::Lower, PlaneTrack::new(first, run), state);
        blob.doubts = doubts;
        self.blobs.add(blob);
    }

    /// Assigns a new shadow in the lower plane to the blob that falls above it, or
    /// divides it among several. Returns false if there is none.
    fn assign_lower(&mut self, edge: Edge, run: Run, first: u32) -> bool {
        let side = self.side;
        let apart = 2 * side.rows[Plane::Upper].pitch();
        let (from, to) = side.rows[Plane::Lower].span(run);
        let middle = from.saturating_add(to) / 2;
        // Oldest first, in order of arrival.
        let mut waiting: Vec<(usize, Run, i32), MAX_BLOBS> = Vec::new();
        for (n, blob) in self.blobs.all.iter().enumerate() {
            let falls = matches!(
                blob.state,
                BlobState::Falling(_) | BlobState::Fresh | BlobState::Preexisting
            );
            let Some(upper) = blob.upper.filter(|_| falls && blob.edge == edge) else {
                continue;
            };
            let drop = first.saturating_sub(upper.first);
            let in_time = drop <= self.times.most_drop || blob.state == BlobState::Preexisting;
            if blob.lower.is_none() && in_time && side.near(upper.widest, run, apart) {
                let _ = waiting.push((n, upper.widest, blob.middle(&side)));
            }
        }
        let rank = |&&(_, _, at): &&(usize, Run, i32)| (at - middle).abs() / (apart * 3 / 4).max(1);
        let Some(&(best, best_run, _)) = waiting.iter().min_by_key(rank) else {
            return false;
        };
        // Other bodies that this shadow covers as well may fall beside it.
        let mut abreast: Vec<(usize, Run, i32), MAX_BLOBS> = Vec::new();
        for &other in &waiting {
            let apart = other.0 == best || !other.1.touches(best_run) && side.near(other.1, run, 0);
            let clear = abreast.iter().all(|chosen| !chosen.1.touches(other.1));
            if apart && clear {
                let _ = abreast.push(other);
            }
        }
        if !abreast.iter().any(|&(n, _, _)| n == best) {
            abreast.clear();
            let _ = abreast.push((best, best_run, middle));
        }
        abreast.sort_unstable_by_key(|&(_, _, at)| at);
        let row = side.rows[Plane::Lower];
        let mut lo = run.lo;
        for at in 0..abreast.len() {
            let Some(&(n, _, here)) = abreast.get(at) else {
                break;
            };
            let next = abreast.get(at + 1).map(|&(_, _, at)| at);
            let hi = next.map_or(run.hi, |next| {
                let border = (here + next) / 2;
                let beams = (lo..=run.hi).take_while(|&beam| row.at(beam.into()) <= border);
                beams.last().unwrap_or(lo)
            });
            let mut part = PlaneTrack::new(first, Run { lo, hi });
            part.joined = match (at > 0, next.is_some()) {
                (false, false) => None,
                (true, false) => Some(Joined::Below(here)),
                (false, true) => Some(Joined::Above(here)),
                (true, true) => Some(Joined::Both),
            };
            if let Some(blob) = self.blobs.all.get_mut(n) {
                let upper = blob.upper.map_or(first, |track| track.first);
                blob.doubts.at_once = first.saturating_sub(upper) < self.times.least_drop;
                blob.lower = Some(part);
            }
            lo = hi.saturating_add(1).min(run.hi);
        }
        true
    }

    /// Assigns a new shadow in the lower plane to a blob that is still in the upper plane
    /// there. If the blob was in the lower plane only shortly and at once with the upper,
    /// like a piece that bounces, its fall begins now. Returns false if there is no such
    /// blob.
    fn reopen_lower(&mut self, edge: Edge, run: Run, first: u32) -> bool {
        let (side, times) = (self.side, self.times);
        let apart = side.rows[Plane::Upper].pitch();
        let again = self.blobs.all.iter_mut().find(|blob| {
            blob.edge == edge
                && !matches!(blob.state, BlobState::Merged(_) | BlobState::Unclassified)
                && (blob.live(Plane::Upper)).is_some_and(|upper| side.near(upper.now, run, apart))
        });
        let Some(blob) = again else { return false };
        match &mut blob.lower {
            Some(lower) => {
                let upper = blob.upper.map_or(first, |track| track.first);
                let is_drop = first.saturating_sub(upper) >= times.least_drop;
                if blob.doubts.at_once && is_drop && lower.lasted(first) < times.shaken {
                    blob.doubts.at_once = false;
                    *lower = PlaneTrack::new(first, run);
                }
                (lower.end, lower.now) = (None, run);
                blob.doubts.twice = true;
            }
            None => blob.lower = Some(PlaneTrack::new(blob.onset(), run)),
        }
        true
    }

    /// Marks the falling blobs that pass the lower plane in the shadow of another.
    pub(super) fn note_shared(&mut self, edge: Edge, now: u32) {
        for n in 0..self.blobs.all.len() {
            let Some(blob) = self.blobs.all.get(n).filter(|blob| blob.edge == edge) else {
                continue;
            };
            let (BlobState::Falling(_), Some(upper), None) = (blob.state, blob.upper, blob.lower)
            else {
                continue;
            };
            let due = now.wrapping_sub(upper.first) >= 4 * self.times.least_drop;
            let covers = |other: &&Blob| {
                let lower = other.live(Plane::Lower);
                lower.is_some_and(|track| self.side.near(upper.widest, track.now, 0))
            };
            let Some(cover) = self.blobs.on(edge).find(covers).filter(|_| due) else {
                continue;
            };
            let odd = !matches!(cover.state, BlobState::Falling(_) | BlobState::Fell);
            if let Some(blob) = self.blobs.all.get_mut(n) {
                blob.doubts.shared = true;
                blob.doubts.shared_with_odd |= odd;
            }
        }
    }
}
