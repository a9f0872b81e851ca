//! Follower: computes the session from journal lines, for a host that listens, and for
//! the ring itself after a power cut.
//!
//! ```text
//!            first record of a match             next record
//!     New ---------------------------> Following <-----------+
//!      |   first part       last part      ^  +--------------+
//!      +-------------> Taking -------------+
//! ```
//!
//! A follower starts at the beginning of a match or at a snapshot. Every line carries the
//! hash that the session must have after it, so that a divergence is noticed at once and
//! not at the end.

use super::apply_error::ApplyError;
use super::event::Events;
use super::line::{JournalLine, LineContent};
use super::session::Session;
use core::fmt;

/// Follower of a journal: a session computed from its lines.
#[derive(Debug, Clone, Default)]
pub struct Follower {
    session: Session,
    state: FollowState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum FollowState {
    /// The follower has applied no line.
    #[default]
    New,
    /// The follower is within a snapshot, of which it has applied this many parts.
    Taking(u8),
    /// Every line so far was the next one.
    Following,
}

/// Reason why a journal line cannot be followed. The caller should ask for a snapshot and
/// start again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowError {
    /// Lines are missing before the one that was applied.
    Gap {
        /// Number of the line that should have come.
        expected: u32,
    },
    /// The first line is in the middle of a match, or of a snapshot.
    Middle,
    /// The record does not apply to the session.
    Apply(ApplyError),
    /// The hash of the session differs from that of the line.
    OtherHash {
        /// Number of the line whose hash differs.
        seq: u32,
    },
}

impl Follower {
    /// Creates a follower that starts after line `count`, with no match running there.
    #[must_use]
    pub fn idle(count: u32) -> Self {
        Self {
            session: Session::after(count),
            state: FollowState::Following,
        }
    }

    /// Applies the next journal line and returns its events. Lines that were applied
    /// before return no event.
    ///
    /// # Errors
    /// [`FollowError`] if the line cannot be followed. The follower is then reset.
    pub fn apply(&mut self, entry: &JournalLine) -> Result<Events, FollowError> {
        let taken = self.step(entry);
        if taken.is_err() {
            *self = Self::default();
        }
        taken
    }

    fn step(&mut self, entry: &JournalLine) -> Result<Events, FollowError> {
        if self.state == FollowState::Following {
            let expected = self.session.count().wrapping_add(1);
            if entry.seq < expected {
                return Ok(Events::Nothing);
            }
            if entry.seq > expected {
                return Err(FollowError::Gap { expected });
            }
        }
        let events = match (&entry.body.line, self.state) {
            (LineContent::Snapshot(..), FollowState::Following) => {
                self.session.skip_lines(1);
                return Ok(Events::Nothing);
            }
            (LineContent::Snapshot(part, record), state) => {
                let taken = match state {
                    FollowState::Taking(taken) => taken,
                    FollowState::New | FollowState::Following => 0,
                };
                if part.index != taken {
                    return Err(FollowError::Middle);
                }
                self.session.apply(record).map_err(FollowError::Apply)?;
                if !part.is_last() {
                    self.state = FollowState::Taking(taken.saturating_add(1));
                    return Ok(Events::Nothing);
                }
                self.session = core::mem::take(&mut self.session).numbered(entry.seq);
                Events::Nothing
            }
            (LineContent::Record(_), FollowState::Taking(_)) => return Err(FollowError::Middle),
            (LineContent::Record(record), state) => {
                if state == FollowState::New {
                    self.session = Session::after(entry.seq.saturating_sub(1));
                }
                match (self.session.apply(record), state) {
                    (Ok(events), _) => events,
                    (Err(_), FollowState::New) => return Err(FollowError::Middle),
                    (Err(error), _) => return Err(FollowError::Apply(error)),
                }
            }
        };
        if self.session.hash() != entry.body.hash {
            return Err(match self.state {
                FollowState::New => FollowError::Middle,
                FollowState::Taking(_) | FollowState::Following => {
                    FollowError::OtherHash { seq: entry.seq }
                }
            });
        }
        self.state = FollowState::Following;
        Ok(events)
    }

    /// Returns the session that was computed; `None` until a match or snapshot has been
    /// followed.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        (self.state == FollowState::Following).then_some(&self.session)
    }

    /// Returns the session that was computed, or an idle one after line `count` if none
    /// was followed.
    #[must_use]
    pub fn into_session(self, count: u32) -> Session {
        match self.state {
            FollowState::Following => self.session,
            FollowState::New | FollowState::Taking(_) => Session::after(count),
        }
    }
}

impl fmt::Display for FollowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gap { expected } => write!(f, "line {expected} is missing; ask for it again"),
            Self::Middle => {
                f.write_str("the lines start in the middle of a match; request a snapshot")
            }
            Self::Apply(error) => write!(f, "a line does not fit: {error}"),
            Self::OtherHash { seq } => write!(
                f,
                "line {seq} gives another state hash than the ring reported; \
                 request a snapshot and report this"
            ),
        }
    }
}

impl core::error::Error for FollowError {}
