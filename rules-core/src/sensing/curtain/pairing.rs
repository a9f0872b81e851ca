//! Which shadows belong together: what a run that belongs to no blob yet is the
//! beginning of, and whose fall a shadow in the lower plane is.

use super::blob::{Blob, MOST, Stage};
use super::part::{CONFIRMED_AFTER, Joined, Part};
use super::rows::{Run, Shown};
use super::scene::Scene;
use crate::board::curtain::Plane;
use crate::place::Edge;
use heapless::Vec;

/// A hand is taken to reach so much further than it is seen.
pub(super) const HAND_REACH: i32 = 50_000;

impl Scene {
    pub(super) fn arrive_upper(&mut self, edge: Edge, run: Run, now: u32) {
        let part = Part::new(now.wrapping_sub(CONFIRMED_AFTER), run);
        let side = self.side;
        let begun = now < self.sides[edge].begun;
        let after_fall = self.after_fall(edge, now);
        let below = self.blobs.all.iter_mut().find(|blob| {
            blob.edge == edge
                && blob.upper.is_none()
                && match blob.stage {
                    Stage::Hand | Stage::Found => true,
                    Stage::Odd => !after_fall,
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
        let stage = if begun {
            Stage::Found
        } else if self.sides[edge].hand_within(middle, HAND_REACH) {
            Stage::Hand
        } else {
            Stage::Fresh
        };
        let mut blob = Blob::new(edge, Plane::Upper, part, stage);
        blob.doubts = self.doubts(edge, Plane::Upper, run, now);
        self.blobs.add(blob);
    }

    pub(super) fn arrive_lower(
        &mut self,
        edge: Edge,
        run: Run,
        now: u32,
        shown: &Shown,
        masked: u32,
    ) {
        let first = now.wrapping_sub(CONFIRMED_AFTER);
        if self.drop_into(edge, run, first) || self.revive(edge, run, first) {
            return;
        }
        if !self.blobs.has_room() {
            return;
        }
        let mut doubts = self.doubts(edge, Plane::Lower, run, now);
        let row = &self.side.rows[Plane::Lower];
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
        let blind = !row.is_guard && seen == 0 && !self.after_fall(edge, now);
        let lost = (self.gap).is_some_and(|gap| now.wrapping_sub(gap) < self.times.most_drop);
        let stage = if now < self.sides[edge].begun {
            Stage::Found
        } else if self.sides[edge].hand.is_some() || !(blind || lost) {
            Stage::Odd
        } else {
            doubts.hung = blind && hangs;
            doubts.gap |= lost;
            Stage::Fresh
        };
        let mut blob = Blob::new(edge, Plane::Lower, Part::new(first, run), stage);
        blob.doubts = doubts;
        self.blobs.add(blob);
    }

    /// Gives a shadow in the lower plane to what falls above it.
    fn drop_into(&mut self, edge: Edge, run: Run, first: u32) -> bool {
        let side = self.side;
        let apart = 2 * side.rows[Plane::Upper].pitch();
        let (from, to) = side.rows[Plane::Lower].span(run);
        let middle = from.saturating_add(to) / 2;
        // Oldest first, as they came.
        let mut waiting: Vec<(usize, Run, i32), MOST> = Vec::new();
        for (n, blob) in self.blobs.all.iter().enumerate() {
            let falls = matches!(blob.stage, Stage::Falling(_) | Stage::Fresh | Stage::Found);
            let Some(upper) = blob.upper.filter(|_| falls && blob.edge == edge) else {
                continue;
            };
            let drop = first.saturating_sub(upper.first);
            let in_time = drop <= self.times.most_drop || blob.stage == Stage::Found;
            if blob.lower.is_none() && in_time && side.near(upper.widest, run, apart) {
                let _ = waiting.push((n, upper.widest, blob.middle(&side)));
            }
        }
        let rank = |&&(_, _, at): &&(usize, Run, i32)| match side.rows[Plane::Lower].is_guard {
            true => 0,
            false => (at - middle).abs() / (apart * 3 / 4).max(1),
        };
        let Some(&(best, best_run, _)) = waiting.iter().min_by_key(rank) else {
            return false;
        };
        // Beside it others may fall that this shadow covers as well.
        let mut abreast: Vec<(usize, Run, i32), MOST> = Vec::new();
        for &it in &waiting {
            let apart = it.0 == best || !it.1.touches(best_run) && side.near(it.1, run, 0);
            let clear = abreast.iter().all(|other| !other.1.touches(it.1));
            if apart && clear && (it.0 == best || !side.rows[Plane::Lower].is_guard) {
                let _ = abreast.push(it);
            }
        }
        if !abreast.iter().any(|it| it.0 == best) {
            abreast.clear();
            let _ = abreast.push((best, best_run, middle));
        }
        abreast.sort_unstable_by_key(|it| it.2);
        let row = side.rows[Plane::Lower];
        let mut lo = run.lo;
        for at in 0..abreast.len() {
            let Some(&(n, _, here)) = abreast.get(at) else {
                break;
            };
            let next = abreast.get(at + 1).map(|it| it.2);
            let hi = next.map_or(run.hi, |next| {
                let border = (here + next) / 2;
                let beams = (lo..=run.hi).take_while(|&beam| row.at(beam.into()) <= border);
                beams.last().unwrap_or(lo)
            });
            let mut part = Part::new(first, Run { lo, hi });
            part.joined = match (at > 0, next.is_some()) {
                (false, false) => None,
                (true, false) => Some(Joined::Below(here)),
                (false, true) => Some(Joined::Above(here)),
                (true, true) => Some(Joined::Both),
            };
            if let Some(blob) = self.blobs.all.get_mut(n) {
                let upper = blob.upper.map_or(first, |it| it.first);
                blob.doubts.at_once = first.saturating_sub(upper) < self.times.least_drop;
                blob.lower = Some(part);
            }
            lo = hi.saturating_add(1).min(run.hi);
        }
        true
    }

    /// A shadow in the lower plane below one that has been in both and is still
    /// in the upper, or fell and is still seen: the same again. If it was only a
    /// twitch before, of something that bounced, its fall begins now.
    fn revive(&mut self, edge: Edge, run: Run, first: u32) -> bool {
        let (side, times) = (self.side, self.times);
        let apart = side.rows[Plane::Upper].pitch();
        let again = self.blobs.all.iter_mut().find(|blob| {
            blob.edge == edge
                && !matches!(blob.stage, Stage::Merged(_) | Stage::Odd)
                && (blob.live(Plane::Upper)).is_some_and(|upper| side.near(upper.now, run, apart))
        });
        let Some(blob) = again else { return false };
        match &mut blob.lower {
            Some(lower) => {
                let upper = blob.upper.map_or(first, |it| it.first);
                let is_drop = first.saturating_sub(upper) >= times.least_drop;
                if blob.doubts.at_once && is_drop && lower.lasted(first) < times.shaken {
                    blob.doubts.at_once = false;
                    *lower = Part::new(first, run);
                }
                (lower.end, lower.now) = (None, run);
                blob.doubts.twice = true;
            }
            None => blob.lower = Some(Part::new(blob.onset(), run)),
        }
        true
    }

    /// What falls into the shadow of another in the lower plane.
    pub(super) fn note_shared(&mut self, edge: Edge, now: u32) {
        for n in 0..self.blobs.all.len() {
            let Some(blob) = self.blobs.all.get(n).filter(|it| it.edge == edge) else {
                continue;
            };
            let (Stage::Falling(_), Some(upper), None) = (blob.stage, blob.upper, blob.lower)
            else {
                continue;
            };
            let due = now.wrapping_sub(upper.first) >= 4 * self.times.least_drop;
            let covers = |other: &&Blob| {
                let lower = other.live(Plane::Lower);
                lower.is_some_and(|it| self.side.near(upper.widest, it.now, 0))
            };
            let Some(cover) = self.blobs.on(edge).find(covers).filter(|_| due) else {
                continue;
            };
            let odd = !matches!(cover.stage, Stage::Falling(_) | Stage::Fell);
            if let Some(blob) = self.blobs.all.get_mut(n) {
                blob.doubts.shared = true;
                blob.doubts.shared_with_odd |= odd;
            }
        }
    }
}
