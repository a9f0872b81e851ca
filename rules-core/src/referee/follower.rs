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

/// A session computed from journal lines.
#[derive(Debug, Clone, Default)]
pub struct Follower {
    session: Session,
    standing: FollowState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum FollowState {
    /// No line has been applied.
    #[default]
    New,
    /// This many parts of a snapshot have been applied.
    Taking(u8),
    /// Every line so far was the next one.
    Following,
}

/// Reason why a line cannot be followed. The caller should ask for a snapshot and start
/// again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowError {
    /// Lines are missing before this one.
    Gap {
        /// Number of the next line.
        expected: u32,
    },
    /// The first line is in the middle of a match, or of a snapshot.
    Middle,
    /// The record does not apply to the session.
    Unfit(ApplyError),
    /// The hash of the session differs from that of the line.
    OtherHash {
        /// Number of the line.
        seq: u32,
    },
}

impl Follower {
    /// Starts after line `count`, with no match running there.
    #[must_use]
    pub fn idle(count: u32) -> Self {
        Self {
            session: Session::after(count),
            standing: FollowState::Following,
        }
    }

    /// Applies the next line and returns its events. Lines that were applied before
    /// return no event.
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
        if self.standing == FollowState::Following {
            let expected = self.session.count().wrapping_add(1);
            if entry.seq < expected {
                return Ok(Events::Nothing);
            }
            if entry.seq > expected {
                return Err(FollowError::Gap { expected });
            }
        }
        let said = match (&entry.body.line, self.standing) {
            (LineContent::Snapshot(..), FollowState::Following) => {
                self.session.skip_lines(1);
                return Ok(Events::Nothing);
            }
            (LineContent::Snapshot(part, record), standing) => {
                let taken = match standing {
                    FollowState::Taking(taken) => taken,
                    FollowState::New | FollowState::Following => 0,
                };
                if part.index != taken {
                    return Err(FollowError::Middle);
                }
                self.session.apply(record).map_err(FollowError::Unfit)?;
                if !part.is_last() {
                    self.standing = FollowState::Taking(taken.saturating_add(1));
                    return Ok(Events::Nothing);
                }
                self.session = core::mem::take(&mut self.session).numbered(entry.seq);
                Events::Nothing
            }
            (LineContent::Record(_), FollowState::Taking(_)) => return Err(FollowError::Middle),
            (LineContent::Record(record), standing) => {
                if standing == FollowState::New {
                    self.session = Session::after(entry.seq.saturating_sub(1));
                }
                match (self.session.apply(record), standing) {
                    (Ok(said), _) => said,
                    (Err(_), FollowState::New) => return Err(FollowError::Middle),
                    (Err(unfit), _) => return Err(FollowError::Unfit(unfit)),
                }
            }
        };
        if self.session.hash() != entry.body.hash {
            return Err(match self.standing {
                FollowState::New => FollowError::Middle,
                FollowState::Taking(_) | FollowState::Following => {
                    FollowError::OtherHash { seq: entry.seq }
                }
            });
        }
        self.standing = FollowState::Following;
        Ok(said)
    }

    /// Returns the session; `None` until a match or snapshot has been followed.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        (self.standing == FollowState::Following).then_some(&self.session)
    }

    /// Returns the session, or an idle one after line `count` if none was followed.
    #[must_use]
    pub fn into_session(self, count: u32) -> Session {
        match self.standing {
            FollowState::Following => self.session,
            FollowState::New | FollowState::Taking(_) => Session::after(count),
        }
    }
}

impl fmt::Display for FollowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gap { expected } => write!(f, "line {expected} is missing; ask for it again"),
            Self::Middle => f.write_str("that is the middle of something; ask for a snapshot"),
            Self::Unfit(unfit) => write!(f, "a line does not fit: {unfit}"),
            Self::OtherHash { seq } => write!(
                f,
                "line {seq} leads to another state than it says; ask for a snapshot and report this"
            ),
        }
    }
}

impl core::error::Error for FollowError {}
