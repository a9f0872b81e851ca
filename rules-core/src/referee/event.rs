//! Events of the referee. They follow from records alone, so that a replay emits
//! identical events with identical numbers.

use super::evidence::Evidence;
use super::game::{AnyCorrection, AnyRefusal, AnyRuling};
use super::line::JournalLine;
use super::question::{Choice, Question};
use super::record::Note;
use crate::time::Instant;
use core::fmt;
use heapless::Vec;

/// Event of the referee, numbered by its record.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Event {
    /// Number of the record that the event follows from, from 1.
    pub seq: u32,
    /// Index of the event among those of the record, from 0.
    pub part: u8,
    /// Time at which the record was made.
    pub at: Instant,
    /// Hash of the session after the record.
    pub hash: u64,
    /// Kind and contents of the event.
    pub kind: EventKind,
}

/// Kind and contents of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EventKind {
    /// A match began or was resumed.
    Began,
    /// A ruling was made, with its clause.
    Ruled(AnyRuling),
    /// The rules forbid the action; the refusal has the clause and the remedy.
    Illegal(AnyRefusal),
    /// Evidence was logged and has no other effect.
    Logged(Evidence),
    /// The referee asked this question.
    Asked(Question),
    /// The question was answered. The number is the count of held observations that were
    /// discarded.
    Answered(Choice, u8),
    /// The question was withdrawn, because the table answered it.
    Withdrawn,
    /// Evidence is held until the open question is answered.
    Held(Evidence),
    /// People corrected the referee.
    Overruled(AnyCorrection),
    /// A step was undone.
    Undone {
        /// Number of held observations that were discarded.
        voided: u8,
    },
    /// A step was redone.
    Redone,
    /// New policies are in force.
    PoliciesSet,
    /// A note was recorded that changes nothing.
    Noted(Note),
    /// The match was aborted.
    Aborted,
    /// A match that is over was closed.
    Closed,
}

/// Events of one applied record.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "made and used on the spot, and there is no heap"
)]
pub enum Events {
    /// The record has no event.
    Nothing,
    /// The record has one event.
    One(EventKind),
    /// Rulings of a judgement, in order: one event each.
    Rulings(Vec<AnyRuling, 48, u8>),
}

impl Events {
    /// Calls `to` with each event of the record `seq`.
    pub fn events(self, seq: u32, at: Instant, hash: u64, mut to: impl FnMut(Event)) {
        let event = |part, kind| Event {
            seq,
            part,
            at,
            hash,
            kind,
        };
        match self {
            Self::Nothing => {}
            Self::One(kind) => to(event(0, kind)),
            Self::Rulings(rulings) => {
                for (part, ruled) in (0..).zip(rulings) {
                    to(event(part, EventKind::Ruled(ruled)));
                }
            }
        }
    }
}

/// Destination of journal lines and events.
pub trait Sink {
    /// Stores a journal line; lines are numbered without gaps.
    fn entry(&mut self, entry: JournalLine);
    /// Reports an event of the line stored before.
    fn event(&mut self, event: Event);
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Began => f.write_str("began"),
            Self::Ruled(ruled) => ruled.fmt(f),
            Self::Illegal(objection) => write!(f, "illegal: {objection}"),
            Self::Logged(evidence) => write!(f, "logged: {}", evidence.kind),
            Self::Asked(question) => {
                write!(f, "ask {} of {}:", question.doubt, question.about.kind)?;
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
            Self::Held(evidence) => write!(f, "held: {}", evidence.kind),
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
