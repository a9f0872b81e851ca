//! Records: all values that change a session, small enough to be stored.
//!
//! A session is the fold of its records: the same records lead to the same session on
//! every machine. No record is ever removed; an undo is a record too.
//!
//! A follower that starts at a snapshot does not know the steps before it. Each undo and
//! redo is therefore preceded by a [`Record::Recall`] of the state that it leads to.

use super::evidence::Evidence;
use super::game::{AnyAction, AnyCorrection, GameSnapshot, MatchOpening};
use super::policy::Policies;
use super::question::{Choice, Question};
use crate::games::kabuto::terms::CardRules;
use crate::player::Seat;
use crate::sensing::sensor::{Sensor, SensorFault};
use core::fmt;

/// A value that changes a session. At most [`Record::MAX_SIZE`] bytes in postcard.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(
    clippy::large_enum_variant,
    reason = "records are made one at a time, and there is no heap"
)]
pub enum Record {
    /// Card of a seat, recorded before [`Record::Begin`].
    Card(Seat, CardRules),
    /// Start of a match, or its resumption.
    Begin(MatchStart),
    /// Judgement that an action happened.
    Judge(Judgement),
    /// Refusal of a forbidden action.
    Refuse(AnyAction, Evidence),
    /// Evidence that the policy only logs.
    Log(Evidence),
    /// Question to the people at the table.
    Ask(Question),
    /// Answer to the open question.
    Answer(Choice),
    /// Withdrawal of the open question, because the table answered it.
    Withdraw,
    /// Evidence that is held while a question is open.
    Hold(Evidence),
    /// Release of the first evidence that is held.
    Release,
    /// Return of released evidence to the front of the queue: another question must be
    /// answered before it.
    Return(Evidence),
    /// Correction of the referee by people.
    Overrule(AnyCorrection, UndoStep),
    /// Undo of the last step.
    Undo,
    /// Redo of the step that was undone last.
    Redo,
    /// Change of the policies from here on.
    SetPolicies(Policies),
    /// Note for people who read the journal; it changes nothing.
    Note(Note),
    /// Abort of the match.
    Abort,
    /// Close of a match that is over.
    Close,
    /// State that the next undo, redo or unsettling needs, for followers that started
    /// after it. It changes nothing else.
    Recall(RecallTarget, GameSnapshot),
    /// Question that was open in the state of the [`Record::Recall`] before.
    RecallQuestion(RecallTarget, Question),
}

impl Record {
    /// Maximum size of a record in postcard, in bytes. A flash page has 256 bytes, and
    /// the journal adds fields to a record.
    pub const MAX_SIZE: usize = 200;
}

/// Start of a match, or its resumption.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MatchStart {
    /// Game that is played, with its terms and state.
    pub opening: MatchOpening,
    /// Policies by which events of the match are judged.
    pub policies: Policies,
    /// Number of questions asked before, if the match is resumed.
    pub asked: u16,
}

/// Judgement: an action taken to have happened, with its evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Judgement {
    /// Action that is taken to have happened.
    pub action: AnyAction,
    /// Evidence that the judgement rests on.
    pub evidence: Evidence,
    /// Undo step that the judgement belongs to.
    pub step: UndoStep,
}

/// Undo step of a record: one undo takes a whole step back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum UndoStep {
    /// The record starts a new step.
    New,
    /// The record is part of the step before.
    Same,
}

/// Step that a recalled state belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RecallTarget {
    /// State to which an undo leads.
    Undo,
    /// State to which a redo leads.
    Redo,
    /// State before the last judgement of rest, which can still be taken back.
    BeforeRest,
}

/// Note in the journal that changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Note {
    /// The ring was switched on, or power came back.
    PowerUp,
    /// The watchdog reset the ring.
    Watchdog,
    /// A sensor fault was raised.
    FaultRaised(Sensor, SensorFault),
    /// A sensor fault was cleared.
    FaultCleared(Sensor, SensorFault),
    /// More evidence arrived during a question than could be held.
    Overflow,
    /// A fall began and sensing never completed it.
    LostFall,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PowerUp => f.write_str("power up"),
            Self::Watchdog => f.write_str("watchdog"),
            Self::FaultRaised(sensor, fault) => write!(f, "{sensor} {fault}"),
            Self::FaultCleared(sensor, fault) => write!(f, "{sensor} no longer {fault}"),
            Self::Overflow => f.write_str("queue overflow"),
            Self::LostFall => f.write_str("a fall never completed"),
        }
    }
}
