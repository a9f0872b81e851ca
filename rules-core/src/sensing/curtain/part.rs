//! A part: one shadow in one plane, from its first beam until the row is clear
//! there again.

use super::marks::Marks;
use super::rows::Run;

/// Frames between the first dark reading and its confirmation.
pub(super) const CONFIRMED_AFTER: u32 = 2;

/// So many frames in two pieces are no noise.
pub(super) const MANY: u8 = 4;

/// Pieces of a shadow that has swallowed another, which began apart.
pub(super) const OF_TWO: u8 = u8::MAX;

/// A shadow in one plane. Times are frame numbers.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Part {
    /// The first dark frame.
    pub first: u32,
    /// The first clear frame after it.
    pub end: Option<u32>,
    /// Dark at first.
    pub born: Run,
    /// Dark now, or last.
    pub now: Run,
    /// Gathered for this frame.
    next: Option<Run>,
    /// The widest it was.
    pub widest: Run,
    /// The widest the dark around it was, neighbours included.
    pub around: u8,
    /// How narrow it was after it had been widest.
    valley: u8,
    /// It grew narrow and wide again.
    pub humped: bool,
    /// Frames in which it lay in two pieces, up to [`MANY`]; [`OF_TWO`] once it has
    /// swallowed another.
    pub pieces: u8,
    /// The neighbour it has grown together with.
    pub joined: Option<Joined>,
    /// When each beam was dark.
    pub marks: Marks,
}

/// Where the neighbour is that a part has grown together with, and where the
/// middle of the part was before: the edge on that side is not its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Joined {
    Below(i32),
    Above(i32),
    Both,
}

impl Part {
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
            humped: false,
            pieces: 0,
            joined: None,
            marks: Marks::new(),
        }
    }

    pub const fn is_live(&self) -> bool {
        self.end.is_none()
    }

    /// Whether a run can be this part in the next frame. One that has grown
    /// together with a neighbour does not go on in the neighbour's beams.
    pub fn goes_on(&self, run: Run) -> bool {
        match self.joined {
            None => self.now.touches(run),
            Some(_) => self.now.overlaps(run),
        }
    }

    /// Whether a part that has grown together with a neighbour goes on in this
    /// run rather than in that one: when they part, each keeps its own beams.
    pub fn rather(&self, run: Run, than: Run) -> bool {
        self.joined.is_some() && self.now.common(run) > self.now.common(than)
    }

    /// Whether nothing has changed since it came.
    pub fn is_frozen(&self) -> bool {
        self.now == self.born && self.widest == self.born
    }

    /// How many frames it has been dark.
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
                let pieces = self.pieces.saturating_add(1).min(MANY);
                self.pieces = self.pieces.max(pieces);
                other.with(run)
            }
        });
    }

    pub fn settle(&mut self, now: u32) {
        let Some(run) = self.next.take() else {
            self.end = Some(now.wrapping_sub(CONFIRMED_AFTER));
            return;
        };
        self.now = run;
        self.marks.note(run, now.wrapping_sub(self.first));
        let (len, widest) = (run.len(), self.widest.len());
        self.around = self.around.max(len);
        if self.valley < widest && len >= self.valley.saturating_add(2) {
            self.humped = true;
        }
        if len > widest {
            self.widest = run;
            self.valley = len;
        }
        self.valley = self.valley.min(len);
    }

    pub fn join(&mut self, joined: Joined) {
        self.joined = Some(match (self.joined, joined) {
            (None, it) | (Some(it @ Joined::Both), _) => it,
            (Some(Joined::Below(_)), Joined::Above(_))
            | (Some(Joined::Above(_)), Joined::Below(_)) => Joined::Both,
            (Some(it), _) => it,
        });
    }
}
