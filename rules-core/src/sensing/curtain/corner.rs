//! Bodies that fall at a corner: two sides see such a body, and one reports it.

use super::blob::{Blob, BlobState, SideEnd};
use super::blob_tracker::BlobTracker;
use super::plane_track::PlaneTrack;
use crate::place::Edge;

/// Reported fall, with its onset in frames and the ends of its side that it touched.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct RecentFall {
    edge: Edge,
    onset: u32,
    first: bool,
    last: bool,
}

impl BlobTracker {
    /// Returns a blob that falls at the other side of the corner and may be the same body
    /// as this one; `None` if there is none.
    pub(super) fn partner(&self, blob: &Blob, now: u32) -> Option<&Blob> {
        self.blobs.all.iter().find(|other| {
            matches!(other.state, BlobState::Falling(_))
                && now.wrapping_sub(other.onset()) < self.times.report_deadline
                && other.onset().abs_diff(blob.onset()) <= self.times.corner
                && corner(blob.edge, other.edge).is_some_and(|(mine, its)| {
                    blob.at_end(&self.side, mine) && other.at_end(&self.side, its)
                })
        })
    }

    /// True if the fall of a blob's body has been reported, or will be, at the other side
    /// of the corner.
    pub(super) fn is_partner_reported(&self, blob: &Blob, now: u32) -> bool {
        let reported = self.recent.iter().any(|other| {
            other.onset.abs_diff(blob.onset()) <= self.times.corner
                && corner(blob.edge, other.edge).is_some_and(|(mine, its)| {
                    let touches = match its {
                        SideEnd::First => other.first,
                        SideEnd::Last => other.last,
                    };
                    touches && blob.at_end(&self.side, mine)
                })
        });
        let size = |blob: &Blob| {
            let len =
                |part: &Option<PlaneTrack>| part.map_or(0, |track| u16::from(track.widest.len()));
            len(&blob.upper) + len(&blob.lower)
        };
        let partner = self.partner(blob, now);
        reported
            || partner.is_some_and(|other| {
                let complete = other.lower.is_some() && !other.is_live() && !other.doubts.at_once;
                complete && size(other) > size(blob)
            })
    }

    /// Records that the fall of a blob was measured, for the side and for its corners.
    pub(super) fn remember(&mut self, blob: &Blob, now: u32) {
        self.sides[blob.edge].fell = Some(now);
        self.recent.write(RecentFall {
            edge: blob.edge,
            onset: blob.onset(),
            first: blob.at_end(&self.side, SideEnd::First),
            last: blob.at_end(&self.side, SideEnd::Last),
        });
    }
}

/// Returns the end of the first edge and the end of the second at which they meet; `None`
/// if they have no corner in common.
fn corner(one: Edge, other: Edge) -> Option<(SideEnd, SideEnd)> {
    match (other.index() + 4 - one.index()) % 4 {
        1 => Some((SideEnd::Last, SideEnd::First)),
        3 => Some((SideEnd::First, SideEnd::Last)),
        _ => None,
    }
}
