//! Bodies that fall at a corner: both sides see them, and they are said once.

use super::blob::{Blob, End, Stage};
use super::part::Part;
use super::scene::Scene;
use crate::place::Edge;

/// A fall that has been said.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Recent {
    edge: Edge,
    onset: u32,
    first: bool,
    last: bool,
}

impl Scene {
    /// Something that falls at the other side of the corner and may be the same
    /// body.
    pub(super) fn partner(&self, blob: &Blob, now: u32) -> Option<&Blob> {
        self.blobs.all.iter().find(|other| {
            matches!(other.stage, Stage::Falling(_))
                && now.wrapping_sub(other.onset()) < self.times.said
                && other.onset().abs_diff(blob.onset()) <= self.times.corner
                && corner(blob.edge, other.edge).is_some_and(|(mine, its)| {
                    blob.at_end(&self.side, mine) && other.at_end(&self.side, its)
                })
        })
    }

    /// Whether the body has been said to have fallen, or will be, at the other
    /// side of the corner.
    pub(super) fn is_partner_said(&self, blob: &Blob, now: u32) -> bool {
        let said = self.recent.iter().any(|other| {
            other.onset.abs_diff(blob.onset()) <= self.times.corner
                && corner(blob.edge, other.edge).is_some_and(|(mine, its)| {
                    let touches = match its {
                        End::First => other.first,
                        End::Last => other.last,
                    };
                    touches && blob.at_end(&self.side, mine)
                })
        });
        let size = |blob: &Blob| {
            let len = |part: &Option<Part>| part.map_or(0, |it| u16::from(it.widest.len()));
            len(&blob.upper) + len(&blob.lower)
        };
        let partner = self.partner(blob, now);
        said || partner.is_some_and(|it| {
            let complete = it.lower.is_some() && !it.is_live() && !it.doubts.at_once;
            complete && size(it) > size(blob)
        })
    }

    /// Takes note of a fall that was said.
    pub(super) fn remember(&mut self, blob: &Blob, now: u32) {
        self.sides[blob.edge].fell = Some(now);
        self.recent.write(Recent {
            edge: blob.edge,
            onset: blob.onset(),
            first: blob.at_end(&self.side, End::First),
            last: blob.at_end(&self.side, End::Last),
        });
    }
}

/// If two edges meet: the end of the first and the end of the second there.
fn corner(one: Edge, other: Edge) -> Option<(End, End)> {
    match (other.index() + 4 - one.index()) % 4 {
        1 => Some((End::Last, End::First)),
        3 => Some((End::First, End::Last)),
        _ => None,
    }
}
