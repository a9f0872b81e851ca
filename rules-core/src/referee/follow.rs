//! Follows a journal from outside: a host that listens, and the ring itself
//! after the power was gone.
//!
//! ```text
//!            first record of a match             next record
//!     New ---------------------------> Following <-----------+
//!      |   first part       last part      ^  +--------------+
//!      +-------------> Taking -------------+
//! ```
//!
//! A follower comes in at the beginning of a match or at a snapshot. Every line
//! brings the hash the session must have after it, so going astray is noticed
//! at once and not at the end.

use super::entry::{Entry, Line};
use super::event::Said;
use super::session::Session;
use super::unfit::Unfit;
use core::fmt;

/// A session that follows a journal.
#[derive(Debug, Clone, Default)]
pub struct Follower {
    session: Session,
    standing: Standing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Standing {
    /// Nothing has been seen.
    #[default]
    New,
    /// So many parts of a snapshot have been taken.
    Taking(u8),
    /// Every line so far was the next one.
    Following,
}

/// Why a line cannot be followed. Ask for a snapshot and start anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Astray {
    /// Lines are missing: this one was to come.
    Gap {
        /// The number of the next line.
        expected: u32,
    },
    /// The first line seen is in the middle of a match, or of a snapshot.
    Middle,
    /// The record does not fit the session.
    Unfit(Unfit),
    /// The session is not in the state the line says.
    OtherHash {
        /// The number of the line.
        seq: u32,
    },
}

impl Follower {
    /// Follows from after line `count`, knowing that no match is running there.
    #[must_use]
    pub fn idle(count: u32) -> Self {
        Self {
            session: Session::after(count),
            standing: Standing::Following,
        }
    }

    /// Takes the next line. Lines that were taken before say nothing again.
    ///
    /// # Errors
    /// Why it cannot be followed. The follower is then new again.
    pub fn take(&mut self, entry: &Entry) -> Result<Said, Astray> {
        let taken = self.step(entry);
        if taken.is_err() {
            *self = Self::default();
        }
        taken
    }

    fn step(&mut self, entry: &Entry) -> Result<Said, Astray> {
        if self.standing == Standing::Following {
            let expected = self.session.count().wrapping_add(1);
            if entry.seq < expected {
                return Ok(Said::Nothing);
            }
            if entry.seq > expected {
                return Err(Astray::Gap { expected });
            }
        }
        let said = match (&entry.body.line, self.standing) {
            (Line::Snapshot(..), Standing::Following) => {
                self.session.pass(1);
                return Ok(Said::Nothing);
            }
            (Line::Snapshot(part, record), standing) => {
                let taken = match standing {
                    Standing::Taking(taken) => taken,
                    Standing::New | Standing::Following => 0,
                };
                if part.index != taken {
                    return Err(Astray::Middle);
                }
                self.session.apply(record).map_err(Astray::Unfit)?;
                if !part.is_last() {
                    self.standing = Standing::Taking(taken.saturating_add(1));
                    return Ok(Said::Nothing);
                }
                self.session = core::mem::take(&mut self.session).numbered(entry.seq);
                Said::Nothing
            }
            (Line::Record(_), Standing::Taking(_)) => return Err(Astray::Middle),
            (Line::Record(record), standing) => {
                if standing == Standing::New {
                    self.session = Session::after(entry.seq.saturating_sub(1));
                }
                match (self.session.apply(record), standing) {
                    (Ok(said), _) => said,
                    (Err(_), Standing::New) => return Err(Astray::Middle),
                    (Err(unfit), _) => return Err(Astray::Unfit(unfit)),
                }
            }
        };
        if self.session.hash() != entry.body.hash {
            return Err(match self.standing {
                Standing::New => Astray::Middle,
                Standing::Taking(_) | Standing::Following => Astray::OtherHash { seq: entry.seq },
            });
        }
        self.standing = Standing::Following;
        Ok(said)
    }

    /// The session, if one is followed.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        (self.standing == Standing::Following).then_some(&self.session)
    }

    /// The session, if one is followed; else none after line `count`.
    #[must_use]
    pub fn into_session(self, count: u32) -> Session {
        match self.standing {
            Standing::Following => self.session,
            Standing::New | Standing::Taking(_) => Session::after(count),
        }
    }
}

impl fmt::Display for Astray {
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

impl core::error::Error for Astray {}
