//! Unsure is a state that people can see: what was seen, what is doubtful about
//! it, and a short list of answers.

use super::evidence::Evidence;
use super::sumoo::Deed;
use crate::clause::Clause;
use crate::games::abalone::Move;
use crate::piece::Piece;
use crate::player::Side;
use core::fmt;
use heapless::Vec;

/// A question to the people at the table. Play waits for the answer; what is
/// seen meanwhile is kept in order and judged afterwards.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Question {
    /// Its number, which an answer names.
    pub number: u16,
    /// What was seen.
    pub about: Evidence,
    /// What is doubtful.
    pub doubt: Doubt,
    /// The answers, likeliest first.
    pub choices: Choices,
}

/// A short list of answers.
pub type Choices = Vec<Choice, 6, u8>;

/// What is doubtful about something seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Doubt {
    /// Whether it happened at all: the sensors are not sure enough.
    Unsure,
    /// Only one sensor saw it, and the policy wants two.
    OneSensor,
    /// Nothing: the policy asks.
    Policy,
    /// Which piece it was; this page of the list.
    Which(u8),
    /// Whose marker it is.
    Whose,
    /// Whether the push made this piece fall.
    Cause(Piece),
    /// This piece fell by a push that had come to rest already.
    Late(Piece),
    /// This clause forbids that this piece was pushed, and a push does not take
    /// itself back.
    Forbidden(Clause, Piece),
    /// One element or the whole group.
    Group,
    /// Whether it was one piece or two.
    Count,
    /// Whether the player whose turn it was has passed.
    Passed,
    /// More happened than could be kept: look at the table.
    Overflow,
    /// The power was gone: look at the table.
    AfterCut,
}

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Choice {
    /// It is as seen.
    AsSeen,
    /// It was this piece.
    Piece(Piece),
    /// It was the whole group.
    Group,
    /// It was one.
    One,
    /// They were two.
    Two,
    /// It was this move.
    Abalone(Move),
    /// This was done.
    Sumoo(Deed),
    /// The push made it fall.
    ByPush,
    /// Something else made it fall.
    ByAccident,
    /// It is a marker of this side.
    Marker(Side),
    /// None of these: show more.
    Other,
    /// Nothing happened.
    Nothing,
    /// What lies on the table counts.
    TableIsRight,
    /// The game stands as it is; the table is put right, and what has been seen
    /// meanwhile does not count.
    RefereeIsRight,
    /// The match is broken off.
    Abort,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AsSeen => f.write_str("as seen"),
            Self::Piece(piece) => piece.fmt(f),
            Self::Group => f.write_str("the group"),
            Self::One => f.write_str("one"),
            Self::Two => f.write_str("two"),
            Self::Abalone(action) => action.fmt(f),
            Self::Sumoo(deed) => deed.fmt(f),
            Self::ByPush => f.write_str("by push"),
            Self::ByAccident => f.write_str("by accident"),
            Self::Marker(side) => write!(f, "marker of side {side}"),
            Self::Other => f.write_str("other"),
            Self::Nothing => f.write_str("nothing"),
            Self::TableIsRight => f.write_str("table is right"),
            Self::RefereeIsRight => f.write_str("referee is right"),
            Self::Abort => f.write_str("abort"),
        }
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsure => f.write_str("unsure"),
            Self::OneSensor => f.write_str("one sensor"),
            Self::Policy => f.write_str("policy"),
            Self::Which(_) => f.write_str("which"),
            Self::Whose => f.write_str("whose"),
            Self::Cause(piece) => write!(f, "cause of {piece}"),
            Self::Late(piece) => write!(f, "late {piece}"),
            Self::Forbidden(clause, piece) => write!(f, "forbidden {piece} {clause}"),
            Self::Group => f.write_str("group"),
            Self::Count => f.write_str("how many"),
            Self::Passed => f.write_str("passed"),
            Self::Overflow => f.write_str("overflow"),
            Self::AfterCut => f.write_str("after cut"),
        }
    }
}
