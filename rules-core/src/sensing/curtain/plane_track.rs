//! Track of one shadow in one plane, from its first beam until the row is clear there
//! again.

use super::rows::Run;
use super::shadow_profile::ShadowProfile;

/// Frames between the first dark reading and its confirmation.
pub(super) const CONFIRMED_AFTER: u32 = 2;

/// Number of frames in two pieces that rules out noise.
pub(super) const MIN_SPLIT_FRAMES: u8 = 4;

/// Value of `pieces` for a shadow that has swallowed another, which began apart.
pub(super) const OF_TWO: u8 = u8::MAX;

/// A shadow in one plane. Times are frame numbers.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct PlaneTrack {
    /// First dark frame.
    pub first: u32,
    /// First clear frame after it; `None` while the shadow is there.
    pub end: Option<u32>,
    /// Beams dark at first.
    pub born: Run,
    /// Beams dark now, or last.
    pub now: Run,
    /// Beams gathered for this frame.
    next: Option<Run>,
    /// Widest run so far.
    pub widest: Run,
    /// Widest dark run around it so far, neighbours included.
    pub around: u8,
    /// Narrowest width since it was widest.
    valley: u8,
    /// True if it grew narrow and wide again.
    pub has_two_peaks: bool,
    /// Frames in which it lay in two pieces, up to [`MIN_SPLIT_FRAMES`]; [`OF_TWO`] once
    /// it has swallowed another.
    pub pieces: u8,
    /// Neighbour it has grown together with.
    pub joined: Option<Joined>,
    /// Time at which each beam was dark.
    pub marks: ShadowProfile,
}

/// Side of the neighbour that a track has grown together with, and the middle of the
/// track before that. Its edge on that side is not its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Joined {
    Below(i32),
    Above(i32),
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

    /// True if a run can be this track in the next frame. A track that has grown together
    /// with a neighbour does not continue in the neighbour's beams.
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

    /// Returns the number of frames for which it has been dark.
    pub const fn lasted(&self, now: u32) -> u32 {
        let end = match self.end {
            Some(end) => end,
            None => now,
        };
        end.wrapping_sub(self.first)
    }

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

    pub fn join(&mut self, joined: Joined) {
        self.joined = Some(match (self.joined, joined) {
            (None, side) | (Some(side @ Joined::Both), _) => side,
            (Some(Joined::Below(_)), Joined::Above(_))
            | (Some(Joined::Above(_)), Joined::Below(_)) => Joined::Both,
            (Some(side), _) => side,
        });
    }
}
