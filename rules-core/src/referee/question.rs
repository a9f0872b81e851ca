//! Questions: doubt as a visible state, with its evidence and a short list of answers.

use super::evidence::Evidence;
use super::game::{AnyAction, GameAction};
use super::sumoo::TurnAction;
use crate::clause::Clause;
use crate::games::abalone::Move;
use crate::piece::Piece;
use crate::player::Side;
use core::fmt;
use heapless::Vec;

/// A question to the people at the table. Play waits for the answer; later evidence is
/// held in order and judged afterwards.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Question {
    /// Number of the question, which an answer names.
    pub number: u16,
    /// Evidence that the question is about.
    pub about: Evidence,
    /// Doubt that the answer settles.
    pub doubt: Doubt,
    /// Answers on offer, likeliest first.
    pub choices: ChoiceList,
}

/// Short list of answers to a question.
pub type ChoiceList = Vec<Choice, 6, u8>;

/// Doubt about a piece of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Doubt {
    /// The sensors are not certain enough that the event happened.
    Unsure,
    /// Only one sensor saw the event, and the policy needs two.
    OneSensor,
    /// The sensors are certain, but the policy is to ask.
    Policy,
    /// The piece, or on a grid board the play, is not known; the number is the page of
    /// the list of candidates, from 0.
    Which(u8),
    /// The owner of a marker is not known.
    Whose,
    /// The cause of this piece's fall is not known.
    Cause(Piece),
    /// The piece fell by a push that had come to rest already.
    Late(Piece),
    /// The push of this piece is forbidden by this clause, and cannot be undone on the
    /// table.
    Forbidden(Clause, Piece),
    /// Either one element was pushed, or the whole group.
    Group,
    /// Either one piece fell, or two.
    Count,
    /// The player to move either has ended the turn early, or has not.
    Passed,
    /// More evidence arrived than could be held: people must check the table.
    Overflow,
    /// The power was cut: people must check the table.
    AfterCut,
}

/// An answer to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Choice {
    /// The event happened as the sensors saw it.
    AsSeen,
    /// The piece that fell or was pushed is this one.
    Piece(Piece),
    /// The whole interlocked group was pushed.
    Group,
    /// One piece fell.
    One,
    /// Two pieces fell.
    Two,
    /// The move made in Abalone is this one.
    Abalone(Move),
    /// The action made in SUMOO is this one, or the turn was ended.
    Sumoo(TurnAction),
    /// The push made the piece fall.
    ByPush,
    /// An accident made the piece fall.
    ByAccident,
    /// The marker belongs to this side.
    Marker(Side),
    /// The right answer is not on this page: show the next one.
    Other,
    /// No event took place: the evidence is wrong.
    Nothing,
    /// Accept the table as it is, as a correction of the game.
    TableIsRight,
    /// Keep the game as it is; the table must be repaired, and held evidence is
    /// discarded.
    RefereeIsRight,
    /// Abort the match.
    Abort,
}

impl Choice {
    /// Returns the action that this answer names; `None` if it names none.
    #[must_use]
    pub const fn action(self) -> Option<AnyAction> {
        match self {
            Self::Abalone(action) => Some(AnyAction::Abalone(action)),
            Self::Sumoo(action) => Some(AnyAction::Sumoo(action)),
            Self::AsSeen
            | Self::Piece(_)
            | Self::Group
            | Self::One
            | Self::Two
            | Self::ByPush
            | Self::ByAccident
            | Self::Marker(_)
            | Self::Other
            | Self::Nothing
            | Self::TableIsRight
            | Self::RefereeIsRight
            | Self::Abort => None,
        }
    }

    /// Returns the action of one game that this answer names; `None` if it names none of
    /// that game.
    pub(super) fn action_of<A: GameAction + Copy>(self) -> Option<A> {
        self.action()?.get().copied()
    }
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
            Self::Sumoo(action) => action.fmt(f),
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
