//! Track of one shadow in one plane, from its first beam until the row is clear there
//! again.

use super::rows::Run;
use super::shadow_profile::ShadowProfile;

/// Number of frames between the first dark reading of a beam and its confirmation.
pub(super) const CONFIRMED_AFTER: u32 = 2;

/// Number of frames that a shadow must lie in two pieces to rule out noise.
pub(super) const MIN_SPLIT_FRAMES: u8 = 4;

/// Value of `pieces` for a shadow that has swallowed another, which began apart.
pub(super) const OF_TWO: u8 = u8::MAX;

/// Track of a shadow in one plane. Times are frame numbers.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct PlaneTrack {
    /// First dark frame of the shadow.
    pub first: u32,
    /// First clear frame after the shadow; `None` while the shadow is there.
    pub end: Option<u32>,
    /// Beams that were dark when the shadow appeared.
    pub born: Run,
    /// Beams that are dark now, or were last.
    pub now: Run,
    /// Beams gathered for this frame; `None` if no run continues the track so far.
    next: Option<Run>,
    /// Widest run of dark beams so far.
    pub widest: Run,
    /// Number of beams of the widest dark run so far, the shadows that have grown
    /// together with this one included.
    pub around: u8,
    /// Smallest number of dark beams since the shadow was widest.
    valley: u8,
    /// True if the shadow grew narrow and wide again.
    pub has_two_peaks: bool,
    /// Number of frames in which the shadow lay in two pieces, up to
    /// [`MIN_SPLIT_FRAMES`]; [`OF_TWO`] once it has swallowed another.
    pub pieces: u8,
    /// Side on which the shadow has grown together with another; `None` if it has not.
    pub joined: Option<Joined>,
    /// Time at which each beam was dark.
    pub marks: ShadowProfile,
}

/// Side of the neighbour that a shadow has grown together with, and the position of the
/// shadow's middle before that, in micrometres. Its edge on that side is not its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Joined {
    /// The neighbour is at lower beam numbers.
    Below(i32),
    /// The neighbour is at higher beam numbers.
    Above(i32),
    /// There are neighbours on both sides.
    Both,
}

impl PlaneTrack {
    pub const fn new(first: u32, run: Run) -> Self {
        Self {
            first,
            end: None,
            born: run,
            now: run,
            next: None,
            widest: run,
            around: run.len(),
            valley: run.len(),
            has_two_peaks: false,
            pieces: 0,
            joined: None,
            marks: ShadowProfile::new(),
        }
    }

    pub const fn is_live(&self) -> bool {
        self.end.is_none()
    }

    /// True if the track can continue with this run in the next frame. A track that has
    /// grown together with a neighbour does not continue in the neighbour's beams.
    pub fn goes_on(&self, run: Run) -> bool {
        match self.joined {
            None => self.now.touches(run),
            Some(_) => self.now.overlaps(run),
        }
    }

    /// True if a track that has grown together with a neighbour continues in `run` rather
    /// than in `than`: when the two part, each keeps its own beams.
    pub fn rather(&self, run: Run, than: Run) -> bool {
        self.joined.is_some() && self.now.common(run) > self.now.common(than)
    }

    /// True if the run has not changed since it appeared.
    pub fn is_frozen(&self) -> bool {
        self.now == self.born && self.widest == self.born
    }

    /// Returns the number of frames for which the shadow has been, or was, there.
    pub const fn lasted(&self, now: u32) -> u32 {
        let end = match self.end {
            Some(end) => end,
            None => now,
        };
        end.wrapping_sub(self.first)
    }

    /// Adds a dark run of this frame to the track.
    pub fn add(&mut self, run: Run) {
        self.next = Some(match self.next {
            None => run,
            Some(other) => {
                let pieces = self.pieces.saturating_add(1).min(MIN_SPLIT_FRAMES);
                self.pieces = self.pieces.max(pieces);
                other.with(run)
            }
        });
    }

    /// Takes over the runs added in this frame; without any, the shadow has ended.
    pub fn finish_frame(&mut self, now: u32) {
        let Some(run) = self.next.take() else {
            self.end = Some(now.wrapping_sub(CONFIRMED_AFTER));
            return;
        };
        self.now = run;
        self.marks.add(run, now.wrapping_sub(self.first));
        let (len, widest) = (run.len(), self.widest.len());
        self.around = self.around.max(len);
        if self.valley < widest && len >= self.valley.saturating_add(2) {
            self.has_two_peaks = true;
        }
        if len > widest {
            self.widest = run;
            self.valley = len;
        }
        self.valley = self.valley.min(len);
    }

    /// Records that the shadow has grown together with a neighbour.
    pub fn join(&mut self, joined: Joined) {
        self.joined = Some(match (self.joined, joined) {
            (None, side) | (Some(side @ Joined::Both), _) => side,
            (Some(Joined::Below(_)), Joined::Above(_))
            | (Some(Joined::Above(_)), Joined::Below(_)) => Joined::Both,
            (Some(side), _) => side,
        });
    }
}
