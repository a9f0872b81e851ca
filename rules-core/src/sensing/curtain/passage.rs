//! What is said of a fall: how wide, how many, and whether it can be relied on.

use super::Passage;
use super::blob::Blob;
use super::fall::Trust;
use super::part::{MANY, Part};
use super::rows::Shown;
use super::scene::{ASKEW, Scene};
use super::width::{Width, estimate};
use crate::board::Micrometres;
use crate::board::curtain::Plane;
use crate::sensing::identity::linger;
use crate::sensing::observation::{Count, FallId, Spot};
use crate::time::{Instant, Span};

impl Scene {
    /// The passage of one of two bodies whose shadows ran into each other: the
    /// border between them is anybody's guess.
    pub(super) fn half(&self, id: FallId, blob: &Blob, shown: &Shown, now: u32) -> Passage {
        let estimated = self.estimated(blob, shown);
        let mut passage = self.passage(id, blob, estimated, Trust::Doubtful, shown, now);
        let pitch = self.side.rows[Plane::Upper].pitch().max(0);
        passage.width_doubt.0 = passage.width_doubt.0.saturating_add(pitch as u32);
        passage.count = match self.is_too_wide(blob, estimated) {
            true => Count::PerhapsTwo,
            false => Count::One,
        };
        passage
    }

    pub(super) fn estimated(&self, blob: &Blob, shown: &Shown) -> Width {
        estimate(blob, &self.side, shown, self.largest)
    }

    /// Whether it was wider than any body.
    pub(super) fn is_too_wide(&self, blob: &Blob, Width { width, doubt, .. }: Width) -> bool {
        let joined = |part: &Option<Part>| part.as_ref().is_some_and(|it| it.joined.is_some());
        // The middle between bodies that have met is known badly, but not so
        // badly that the half could be wider than the widest whole.
        let doubt = match joined(&blob.upper) || joined(&blob.lower) {
            true => 0,
            false => doubt,
        };
        width - doubt > self.largest + ASKEW
    }

    pub(super) fn passage(
        &self,
        id: FallId,
        blob: &Blob,
        estimated: Width,
        trust: Trust,
        shown: &Shown,
        now: u32,
    ) -> Passage {
        let Width {
            middle,
            width,
            doubt,
        } = estimated;
        let any = |is: fn(&Part) -> bool| blob.parts().any(is);
        let pieces = any(|part| part.pieces >= MANY);
        let humped = blob.upper.as_ref().is_some_and(|it| it.humped);
        let hinted = any(|part| part.marks.hints_at_two());
        let in_turn = hinted && any(|part| part.marks.two().is_some());
        let too_wide = self.is_too_wide(blob, estimated);
        let dark = blob.upper.as_ref().map_or(0, |it| it.lasted(now));
        let fallen = match (&blob.upper, &blob.lower) {
            (Some(upper), Some(lower)) => lower.first.saturating_sub(upper.first),
            _ => 0,
        };
        // Thousandths, as if it had fallen fast; nothing if that is not known.
        let lingered = linger(self.span(dark), self.span(fallen)).filter(|_| fallen > 0);
        let too_long = lingered.is_some_and(|it| it > longest(width));
        let like_two = width + doubt >= 2 * self.smallest;
        let again = any(|part| part.marks.again);
        let valley = like_two && any(|part| part.marks.has_valley());
        let upper = blob.upper.as_ref();
        let hinted = like_two && hinted && upper.is_some_and(|it| it.marks.hints_at_two());
        let by_shape = pieces || humped || in_turn || again || valley || hinted;
        let rows = !self.side.rows[Plane::Lower].is_guard;
        let torn_off = rows && lingered.is_some_and(|it| it < SHORTEST);
        let unseen = Plane::ALL.into_iter().any(|plane| {
            blob.part(plane).is_some_and(|part| {
                let bits = part.widest.bits();
                (bits | bits << 1 | bits >> 1) & shown.unseen[plane] != 0
            })
        });
        let doubts = blob.doubts;
        let in_a_shadow = doubts.shared && blob.lower.is_none() || doubts.shared_with_odd;
        let doubtful = doubts.gap || doubts.hand || doubts.hung || doubts.beside || in_a_shadow;
        let both = blob.upper.is_some() && blob.lower.is_some();
        let drop = both.then(|| self.span(fallen));
        Passage {
            id,
            onset: self.time(blob.onset()),
            spot: Spot {
                edge: blob.edge,
                along: self.side.place(middle),
            },
            width: Micrometres(width.max(0) as u32),
            width_doubt: Micrometres(doubt.max(0) as u32),
            drop,
            dark: self.span(dark),
            count: if by_shape || too_wide || too_long || doubts.twice {
                Count::PerhapsTwo
            } else {
                Count::One
            },
            sound: trust == Trust::Whole && !doubtful && !unseen && !torn_off,
        }
    }

    fn time(&self, frame: u32) -> Instant {
        Instant(u64::from(frame) * u64::from(self.period.0))
    }

    fn span(&self, frames: u32) -> Span {
        Span(frames.saturating_mul(self.period.0))
    }
}

/// The longest one body of this width (in micrometres) keeps the upper plane
/// dark, in thousandths of the time from the upper plane to the lower.
///
/// A wide body hangs on the edge longer: over 4600 simulated falls the ratio was
/// at most 1.64 for 99 of 100 small discs, 2.26 for medium and 2.88 for large
/// ones.
fn longest(width: i32) -> u32 {
    650 + width.clamp(0, 100_000) as u32 / 16
}

/// What lingers for less than this is only a piece of a body: what falls flat has
/// 0.8, what is thrown down at 2 m/s 0.65.
const SHORTEST: u32 = 600;
