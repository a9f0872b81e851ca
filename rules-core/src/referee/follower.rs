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

/// Progress of following a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum FollowState {
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
        self.state.apply(entry, &mut self.session)
    }

    /// Returns the session that was computed; `None` until a match or snapshot has been
    /// followed.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        (self.state == FollowState::Following).then_some(&self.session)
    }
}

impl FollowState {
    /// Applies the next journal line to a session and returns its events.
    ///
    /// # Errors
    /// [`FollowError`] if the line cannot be followed. State and session are then reset.
    pub(crate) fn apply(
        &mut self,
        entry: &JournalLine,
        session: &mut Session,
    ) -> Result<Events, FollowError> {
        let taken = self.step(entry, session);
        if taken.is_err() {
            *self = Self::New;
            session.begin_anew(0);
        }
        taken
    }

    fn step(&mut self, entry: &JournalLine, session: &mut Session) -> Result<Events, FollowError> {
        if *self == Self::Following {
            let expected = session.count().wrapping_add(1);
            if entry.seq < expected {
                return Ok(Events::Nothing);
            }
            if entry.seq > expected {
                return Err(FollowError::Gap { expected });
            }
        }
        let events = match (&entry.body.line, *self) {
            (LineContent::Snapshot(..), Self::Following) => {
                session.skip_lines(1);
                return Ok(Events::Nothing);
            }
            (LineContent::Snapshot(part, record), state) => {
                let taken = match state {
                    Self::Taking(taken) => taken,
                    Self::New | Self::Following => 0,
                };
                if part.index != taken {
                    return Err(FollowError::Middle);
                }
                session.apply(record).map_err(FollowError::Apply)?;
                if !part.is_last() {
                    *self = Self::Taking(taken.saturating_add(1));
                    return Ok(Events::Nothing);
                }
                session.set_count(entry.seq);
                Events::Nothing
            }
            (LineContent::Record(_), Self::Taking(_)) => return Err(FollowError::Middle),
            (LineContent::Record(record), state) => {
                if state == Self::New {
                    session.begin_anew(entry.seq.saturating_sub(1));
                }
                match (session.apply(record), state) {
                    (Ok(events), _) => events,
                    (Err(_), Self::New) => return Err(FollowError::Middle),
                    (Err(error), _) => return Err(FollowError::Apply(error)),
                }
            }
        };
        if session.hash() != entry.body.hash {
            return Err(match *self {
                Self::New => FollowError::Middle,
                Self::Taking(_) | Self::Following => FollowError::OtherHash { seq: entry.seq },
            });
        }
        *self = Self::Following;
        Ok(events)
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
