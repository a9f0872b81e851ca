//! Measurement of a fall: its width, the number of bodies, and its reliability.

use super::CurtainFall;
use super::blob::Blob;
use super::blob_tracker::{BlobTracker, MAX_ASKEW};
use super::fall::PatternQuality;
use super::plane_track::{MIN_SPLIT_FRAMES, PlaneTrack};
use super::rows::SideFrame;
use super::width::{WidthEstimate, estimate};
use crate::board::Micrometres;
use crate::board::curtain::Plane;
use crate::sensing::classifier::dwell_ratio;
use crate::sensing::observation::{BodyCount, FallId, FallPattern, Witnesses};
use crate::time::{Instant, Span};

impl BlobTracker {
    /// Measures the fall of one of two bodies whose shadows ran into each other. The
    /// border between them is a guess, which adds a pitch to the doubt.
    pub(super) fn measure_half(
        &self,
        id: FallId,
        blob: &Blob,
        shown: &SideFrame,
        now: u32,
    ) -> CurtainFall {
        let estimated = self.estimated(blob, shown);
        let mut passage =
            self.measure_fall(id, blob, estimated, PatternQuality::Doubtful, shown, now);
        let pitch = self.side.rows[Plane::Upper].pitch().max(0);
        passage.width_doubt.0 = passage.width_doubt.0.saturating_add(pitch as u32);
        passage.pattern.count = if self.is_too_wide(blob, estimated) {
            BodyCount::PerhapsTwo
        } else {
            BodyCount::One
        };
        passage
    }

    /// Estimates the width of the body behind a blob.
    pub(super) fn estimated(&self, blob: &Blob, shown: &SideFrame) -> WidthEstimate {
        estimate(blob, &self.side, shown, self.largest)
    }

    /// True if the blob was wider than any body.
    pub(super) fn is_too_wide(
        &self,
        blob: &Blob,
        WidthEstimate { width, doubt, .. }: WidthEstimate,
    ) -> bool {
        let joined =
            |part: &Option<PlaneTrack>| part.as_ref().is_some_and(|track| track.joined.is_some());
        // The middle between bodies that have met is known badly, but not so badly that
        // the half could be wider than the widest whole.
        let doubt = if joined(&blob.upper) || joined(&blob.lower) {
            0
        } else {
            doubt
        };
        width - doubt > self.largest + MAX_ASKEW
    }

    /// Measures a fall from its blob and the estimate of its width.
    pub(super) fn measure_fall(
        &self,
        id: FallId,
        blob: &Blob,
        estimated: WidthEstimate,
        trust: PatternQuality,
        shown: &SideFrame,
        now: u32,
    ) -> CurtainFall {
        let WidthEstimate {
            middle,
            width,
            doubt,
        } = estimated;
        let any = |is: fn(&PlaneTrack) -> bool| blob.parts().any(is);
        let pieces = any(|part| part.pieces >= MIN_SPLIT_FRAMES);
        let humped = blob.upper.as_ref().is_some_and(|track| track.has_two_peaks);
        let too_wide = self.is_too_wide(blob, estimated);
        let dark = blob.upper.as_ref().map_or(0, |track| track.lasted(now));
        let fallen = match (&blob.upper, &blob.lower) {
            (Some(upper), Some(lower)) => lower.first.saturating_sub(upper.first),
            _ => 0,
        };
        // In thousandths, corrected to a fast fall; `None` if unknown.
        let lingered = dwell_ratio(self.span(dark), self.span(fallen)).filter(|_| fallen > 0);
        let too_long = lingered.is_some_and(|ratio| ratio > longest(width));
        let like_two = width + doubt >= 2 * self.smallest;
        let again = any(|part| part.marks.reopened);
        let valley = like_two && any(|part| part.marks.has_valley());
        let upper = blob.upper.as_ref();
        let hinted = like_two && upper.is_some_and(|track| track.marks.hints_at_two());
        // Beams that go dark and clear in turn are no sign of two by themselves: one that
        // slides along the edge as it falls does the same, 51 times of 52.
        let by_shape = pieces || humped || again || valley || hinted;
        let torn_off = lingered.is_some_and(|ratio| ratio < MIN_DWELL_RATIO);
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
        CurtainFall {
            pattern: FallPattern {
                id,
                edge: blob.edge,
                witnesses: if both { Witnesses::Two } else { Witnesses::One },
                count: if by_shape || too_wide || too_long || doubts.twice {
                    BodyCount::PerhapsTwo
                } else {
                    BodyCount::One
                },
                sound: trust == PatternQuality::Whole && !doubtful && !unseen && !torn_off,
            },
            onset: self.time(blob.onset()),
            along: self.side.place(middle),
            width: Micrometres(width.max(0) as u32),
            width_doubt: Micrometres(doubt.max(0) as u32),
            drop: self.span(if both { fallen } else { 0 }),
            dark: self.span(dark),
        }
    }

    /// Returns the time of a frame.
    pub(super) fn time(&self, frame: u32) -> Instant {
        Instant(u64::from(frame) * u64::from(self.period.0))
    }

    fn span(&self, frames: u32) -> Span {
        Span(frames.saturating_mul(self.period.0))
    }
}

/// Returns the longest time for which one body of this width (in micrometres) keeps the
/// upper plane dark, in thousandths of the time from the upper plane to the lower.
///
/// A wide body hangs on the edge longer: over 4600 simulated falls the ratio was at most
/// 1.64 for 99 of 100 small discs, 2.26 for medium and 2.88 for large ones.
fn longest(width: i32) -> u32 {
    650 + width.clamp(0, 100_000) as u32 / 16
}

/// Dwell ratio below which a shadow is only a part of a body: a body that falls flat has
/// 0.8, one that is thrown down at 2 m/s 0.65.
const MIN_DWELL_RATIO: u32 = 600;
