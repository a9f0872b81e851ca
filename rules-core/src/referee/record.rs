//! Everything that changes a session, as small values that can be stored.
//!
//! A session is the fold of its records: the same records lead to the same
//! session on every machine. Nothing is ever taken out of the list; an undo is
//! a record too.

use super::evidence::Evidence;
use super::game::{Opening, Overrule, Play};
use super::kind::Policies;
use super::question::{Choice, Question};
use crate::games::kabuto::terms::Kit;
use crate::player::Seat;
use crate::sensing::sensor::{Sensor, Trouble};
use core::fmt;

/// One thing that changes a session. At most [`Record::LONGEST`] bytes in
/// postcard.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(
    clippy::large_enum_variant,
    reason = "records are made one at a time, and there is no heap"
)]
pub enum Record {
    /// The card of a seat, said before [`Record::Begin`].
    Kit(Seat, Kit),
    /// A match begins, or is taken up.
    Begin(Begin),
    /// Something was judged.
    Judge(Judgement),
    /// Something was forbidden, and said to be.
    Refuse(Play, Evidence),
    /// Something was seen that the policy only writes down.
    Log(Evidence),
    /// People are asked.
    Ask(Question),
    /// They answer.
    Answer(Choice),
    /// The table has answered by itself.
    Withdraw,
    /// Something was seen while a question is open; it waits.
    Hold(Evidence),
    /// The first of what waits is taken up.
    Release,
    /// It goes back: something else has to be answered before it.
    Return(Evidence),
    /// People correct the referee.
    Overrule(Overrule, Step),
    /// The last step is taken back.
    Undo,
    /// The step taken back last is made again.
    Redo,
    /// Other policies hold from here on.
    SetPolicies(Policies),
    /// Something worth remembering that changes nothing.
    Note(Note),
    /// The match is broken off.
    Abort,
    /// A match that is over is put away.
    Close,
}

impl Record {
    /// No record is longer than this in postcard, in bytes. A flash page has
    /// 256, and the journal adds its own.
    pub const LONGEST: usize = 200;
}

/// How a match begins.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Begin {
    /// The game and how it stands.
    pub opening: Opening,
    /// What may pass by itself.
    pub policies: Policies,
    /// Questions asked before, if the match is taken up.
    pub asked: u16,
}

/// Something judged.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Judgement {
    /// What is taken to have happened.
    pub play: Play,
    /// What that rests on.
    pub evidence: Evidence,
    /// Whether an undo stops before it.
    pub step: Step,
}

/// What one undo takes back together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Step {
    /// A step of its own.
    New,
    /// Part of the step before.
    Same,
}

/// Something worth remembering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Note {
    /// The power came back.
    PowerUp,
    /// The watchdog bit.
    Watchdog,
    /// A sensor is in trouble.
    Trouble(Sensor, Trouble),
    /// It is well again.
    Mended(Sensor, Trouble),
    /// More happened during a question than could be kept.
    Overflow,
    /// What began like a fall was never ended by sensing.
    LostFall,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PowerUp => f.write_str("power up"),
            Self::Watchdog => f.write_str("watchdog"),
            Self::Trouble(sensor, trouble) => write!(f, "{sensor} {trouble}"),
            Self::Mended(sensor, trouble) => write!(f, "{sensor} no longer {trouble}"),
            Self::Overflow => f.write_str("too much to keep"),
            Self::LostFall => f.write_str("a fall without end"),
        }
    }
}
