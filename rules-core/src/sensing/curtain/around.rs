//! What is known around a blob, for the decision about it, and around a beam, for
//! its health.

use super::blob::{Blob, Stage};
use super::fall::Around;
use super::pairing::HAND_REACH;
use super::rows::{Run, Shown};
use super::scene::{ASKEW, Scene};
use super::width::estimate;
use crate::board::curtain::{Bit, Plane};
use crate::place::Edge;

impl Scene {
    pub(super) fn around(&self, blob: &Blob, now: u32, shown: &Shown) -> Around {
        let falling = matches!(blob.stage, Stage::Falling(_));
        let side = &self.sides[blob.edge];
        let solid = Plane::ALL.into_iter().any(|plane| {
            let live = blob.live(plane);
            live.is_some_and(|part| part.now.bits() & shown.solid[plane] != 0)
        });
        let row = &self.side.rows[Plane::Upper];
        let wide = Plane::ALL.into_iter().any(|plane| {
            let row = &self.side.rows[plane];
            let part = blob.part(plane).filter(|_| !row.is_guard);
            let beams = part.map_or(1, |part| i32::from(part.around));
            (beams - 1) * row.pitch() > self.largest + ASKEW
        });
        let long = |it: &&Blob| {
            it.live(Plane::Upper).is_some()
                && it.live(Plane::Lower).is_some()
                && now.wrapping_sub(it.onset()) > self.times.said / 2
        };
        let is_falling = |it: &&Blob| matches!(it.stage, Stage::Falling(_));
        Around {
            now,
            expected: self.expecting,
            guard: shown.guards[Plane::Upper],
            solid,
            bumped: falling && self.bumps.since(blob.onset(), &self.times),
            wide: falling && wide,
            // It takes long to tell: only what has been there for long is asked.
            short: falling
                && now.wrapping_sub(blob.onset()) >= self.times.said
                && row.pitch() * 4 <= self.largest
                && estimate(blob, &self.side, shown, self.largest).width < self.tall,
            hand: side.hand.is_some(),
            crowd: falling && self.blobs.on(blob.edge).filter(long).count() > 1,
            blind_below: falling && self.blind_below(blob, shown),
            after_fall: self.after_fall(blob.edge, now),
            partner: falling
                && self
                    .partner(blob, now)
                    .is_some_and(|it| it.is_live() || it.lower.is_none()),
            company: blob.is_lonely() && self.has_company(blob),
            others: falling && self.blobs.on(blob.edge).filter(is_falling).count() > 1,
            fell_since: falling && side.fell.is_some_and(|fell| fell >= blob.onset()),
        }
    }

    /// Whether something that is more than a beam is dark within two beams of it.
    fn has_company(&self, blob: &Blob) -> bool {
        let apart = 2 * self.side.rows[Plane::Upper].pitch();
        let spans = |blob: &Blob| {
            Plane::ALL.map(|plane| Some(self.side.rows[plane].span(blob.live(plane)?.now)))
        };
        let near = |one: &(i32, i32), other: &(i32, i32)| {
            one.0 <= other.1.saturating_add(apart) && other.0 <= one.1.saturating_add(apart)
        };
        let mine = spans(blob);
        let mut others = self.blobs.on(blob.edge).filter(|it| !it.is_lonely());
        others.any(|other| {
            let theirs = spans(other);
            let meets = |one: &(i32, i32)| theirs.iter().flatten().any(|it| near(one, it));
            mine.iter().flatten().any(meets)
        })
    }

    fn blind_below(&self, blob: &Blob, shown: &Shown) -> bool {
        let row = &self.side.rows[Plane::Lower];
        let Some(upper) = blob.upper else {
            return false;
        };
        let below = match row.is_guard {
            true => Run { lo: 0, hi: 0 },
            false => Run {
                lo: upper.widest.lo.saturating_sub(1),
                hi: upper.widest.hi.min(row.beams.saturating_sub(1)),
            },
        };
        below.bits() & !shown.unseen[Plane::Lower] == 0
    }

    /// Whether something that is no single beam keeps this one dark: it is in its
    /// shadow or right beside, or a hand is near.
    pub(super) fn explains(&self, edge: Edge, bit: Bit) -> bool {
        let pitch = self.side.rows[Plane::Upper].pitch();
        let mut bodies = (self.blobs.on(edge)).filter(|blob| blob.is_solid(&self.side));
        match bit {
            Bit::Beam(plane, beam) => {
                let at = self.side.rows[plane].at(i32::from(beam));
                bodies.any(|blob| {
                    let reach = match blob.stage {
                        Stage::Hand => HAND_REACH,
                        _ => 2 * pitch,
                    };
                    Plane::ALL.into_iter().any(|plane| {
                        let span = blob
                            .live(plane)
                            .map(|it| self.side.rows[plane].span(it.now));
                        span.is_some_and(|(lo, hi)| lo - reach <= at && at <= hi + reach)
                    })
                })
            }
            Bit::Guard(plane) => bodies.any(|blob| blob.live(plane).is_some()),
            Bit::Strap(_) => false,
        }
    }
}
