//! What the referee says. Events follow from records alone, so a replay says
//! the same again, with the same numbers.

use super::entry::Entry;
use super::evidence::Evidence;
use super::game::{Objection, Overrule, Ruled};
use super::question::{Choice, Question};
use super::record::Note;
use crate::time::Instant;
use core::fmt;
use heapless::Vec;

/// Something said.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Event {
    /// The number of the record it follows from, from 1.
    pub seq: u32,
    /// Its place among the events of that record, from 0.
    pub part: u8,
    /// When.
    pub at: Instant,
    /// The session's hash after the record.
    pub hash: u64,
    /// What.
    pub what: What,
}

/// What can be said.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum What {
    /// A match began or was taken up.
    Began,
    /// A ruling, with its clause.
    Ruled(Ruled),
    /// The rules forbid what was done; by which clause, and what to do.
    Illegal(Objection),
    /// Seen and written down only.
    Logged(Evidence),
    /// A question is open.
    Asked(Question),
    /// It was answered; so many observations that waited do not count.
    Answered(Choice, u8),
    /// The table has answered it by itself.
    Withdrawn,
    /// Seen, and waiting for the open question.
    Held(Evidence),
    /// People have corrected the referee.
    Overruled(Overrule),
    /// A step was taken back.
    Undone {
        /// Observations that waited and do not count.
        voided: u8,
    },
    /// A step was made again.
    Redone,
    /// Other policies hold.
    PoliciesSet,
    /// Worth remembering.
    Noted(Note),
    /// The match was broken off.
    Aborted,
    /// The match that is over was put away.
    Closed,
}

/// What applying one record says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "made and used on the spot, and there is no heap"
)]
pub enum Said {
    /// Nothing.
    Nothing,
    /// One thing.
    One(What),
    /// Rulings, in order.
    Rulings(Vec<Ruled, 48, u8>),
}

impl Said {
    /// Shows each event of the record `seq` to `to`.
    pub fn events(self, seq: u32, at: Instant, hash: u64, mut to: impl FnMut(Event)) {
        let event = |part, what| Event {
            seq,
            part,
            at,
            hash,
            what,
        };
        match self {
            Self::Nothing => {}
            Self::One(what) => to(event(0, what)),
            Self::Rulings(rulings) => {
                for (part, ruled) in (0..).zip(rulings) {
                    to(event(part, What::Ruled(ruled)));
                }
            }
        }
    }
}

/// Where records and events go.
pub trait Sink {
    /// A line to be stored; they are numbered without gaps.
    fn entry(&mut self, entry: Entry);
    /// An event to be told.
    fn event(&mut self, event: Event);
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Began => f.write_str("began"),
            Self::Ruled(ruled) => ruled.fmt(f),
            Self::Illegal(objection) => write!(f, "illegal: {objection}"),
            Self::Logged(evidence) => write!(f, "logged: {}", evidence.seen),
            Self::Asked(question) => {
                write!(f, "ask {} of {}:", question.doubt, question.about.seen)?;
                let mut comma = "";
                for choice in &question.choices {
                    write!(f, "{comma} {choice}")?;
                    comma = ",";
                }
                Ok(())
            }
            Self::Answered(choice, 0) => write!(f, "answer: {choice}"),
            Self::Answered(choice, voided) => write!(f, "answer: {choice}, {voided} void"),
            Self::Withdrawn => f.write_str("withdrawn"),
            Self::Held(evidence) => write!(f, "held: {}", evidence.seen),
            Self::Overruled(overrule) => write!(f, "overruled: {overrule}"),
            Self::Undone { voided: 0 } => f.write_str("undone"),
            Self::Undone { voided } => write!(f, "undone, {voided} void"),
            Self::Redone => f.write_str("redone"),
            Self::PoliciesSet => f.write_str("policies set"),
            Self::Noted(note) => write!(f, "note: {note}"),
            Self::Aborted => f.write_str("aborted"),
            Self::Closed => f.write_str("closed"),
        }
    }
}
