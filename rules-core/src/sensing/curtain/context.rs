//! Surroundings of a blob, for the decision about it, and of a beam, for its health.

use super::association::HAND_REACH;
use super::blob::{Blob, BlobState};
use super::blob_tracker::{BlobTracker, MAX_ASKEW};
use super::fall::BlobContext;
use super::rows::{Run, SideFrame};
use super::width::estimate;
use crate::board::curtain::{ChainBit, Plane};
use crate::place::Edge;

impl BlobTracker {
    /// Returns the surroundings of a blob in this frame.
    pub(super) fn context(&self, blob: &Blob, now: u32, shown: &SideFrame) -> BlobContext {
        let falling = matches!(blob.state, BlobState::Falling(_));
        let side = &self.sides[blob.edge];
        let solid = Plane::ALL.into_iter().any(|plane| {
            let live = blob.live(plane);
            live.is_some_and(|part| part.now.bits() & shown.solid[plane] != 0)
        });
        let row = &self.side.rows[Plane::Upper];
        let wide = Plane::ALL.into_iter().any(|plane| {
            let beams = blob.part(plane).map_or(1, |part| i32::from(part.around));
            (beams - 1) * row.pitch() > self.largest + MAX_ASKEW
        });
        let long = |other: &&Blob| {
            other.live(Plane::Upper).is_some()
                && other.live(Plane::Lower).is_some()
                && now.wrapping_sub(other.onset()) > self.times.report_deadline / 2
        };
        let is_falling = |other: &&Blob| matches!(other.state, BlobState::Falling(_));
        BlobContext {
            now,
            expected: self.expecting,
            solid,
            bumped: falling && self.bumps.since(blob.onset(), &self.times),
            wide: falling && wide,
            // The estimate is expensive, so only a blob older than the reporting deadline
            // gets one.
            short: falling
                && now.wrapping_sub(blob.onset()) >= self.times.report_deadline
                && row.pitch() * 4 <= self.largest
                && estimate(blob, &self.side, shown, self.largest).most() < self.tall,
            hand: side.hand.is_some(),
            crowd: falling && self.blobs.on(blob.edge).filter(long).count() > 1,
            blind_below: falling && self.blind_below(blob, shown),
            after_fall: self.after_fall(blob.edge, now),
            late: falling && (self.calm_from).is_some_and(|calm| self.time(blob.onset()) >= calm),
            partner: falling
                && self
                    .partner(blob, now)
                    .is_some_and(|other| other.is_live() || other.lower.is_none()),
            has_dark_neighbour: blob.is_single_beam() && self.has_company(blob),
            others: falling && self.blobs.on(blob.edge).filter(is_falling).count() > 1,
            fell_since: falling && side.fell.is_some_and(|fell| fell >= blob.onset()),
        }
    }

    /// True if a blob of more than one beam is dark within two beams of this one.
    fn has_company(&self, blob: &Blob) -> bool {
        let apart = 2 * self.side.rows[Plane::Upper].pitch();
        let spans = |blob: &Blob| {
            Plane::ALL.map(|plane| Some(self.side.rows[plane].span(blob.live(plane)?.now)))
        };
        let near = |one: &(i32, i32), other: &(i32, i32)| {
            one.0 <= other.1.saturating_add(apart) && other.0 <= one.1.saturating_add(apart)
        };
        let mine = spans(blob);
        let mut others = self
            .blobs
            .on(blob.edge)
            .filter(|other| !other.is_single_beam());
        others.any(|other| {
            let theirs = spans(other);
            let meets = |one: &(i32, i32)| theirs.iter().flatten().any(|other| near(one, other));
            mine.iter().flatten().any(meets)
        })
    }

    /// True if no beam of the lower plane below a blob can be seen.
    fn blind_below(&self, blob: &Blob, shown: &SideFrame) -> bool {
        let row = &self.side.rows[Plane::Lower];
        let Some(upper) = blob.upper else {
            return false;
        };
        let below = Run {
            lo: upper.widest.lo.saturating_sub(1),
            hi: upper.widest.hi.min(row.beams.saturating_sub(1)),
        };
        below.bits() & !shown.unseen[Plane::Lower] == 0
    }

    /// True if a body accounts for this dark beam: the beam is in the shadow of a body or
    /// within two beams of it, or a hand is near.
    pub(super) fn explains(&self, edge: Edge, bit: ChainBit) -> bool {
        let pitch = self.side.rows[Plane::Upper].pitch();
        let mut bodies = (self.blobs.on(edge)).filter(|blob| blob.is_solid(&self.side));
        match bit {
            ChainBit::Beam(plane, beam) => {
                let at = self.side.rows[plane].at(i32::from(beam));
                bodies.any(|blob| {
                    let reach = match blob.state {
                        BlobState::Hand => HAND_REACH,
                        _ => 2 * pitch,
                    };
                    Plane::ALL.into_iter().any(|plane| {
                        let span = blob
                            .live(plane)
                            .map(|track| self.side.rows[plane].span(track.now));
                        span.is_some_and(|(lo, hi)| lo - reach <= at && at <= hi + reach)
                    })
                })
            }
            ChainBit::Strap(_) => false,
        }
    }
}
