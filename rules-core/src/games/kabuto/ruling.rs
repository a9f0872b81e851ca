//! Rulings: changes of a match, each with its clause.

use super::action::Remark;
use super::card::MoveIndex;
use super::state::{Outcome, WinReason};
use crate::clause::Clause;
use crate::piece::{Element, Piece, TokenSlot};
use crate::place::{Place, Post};
use crate::player::{Seat, Side};
use core::fmt;
use heapless::Vec;

/// All rulings that follow from one action, in order. One action causes at most 47.
pub type Rulings = Vec<Ruling, 48, u8>;

/// One change of the match, and the clause it rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ruling {
    /// Clause that the change rests on.
    pub clause: Clause,
    /// Change that the ruling makes to the match.
    pub change: Change,
}

/// Change of the match, or a warning about a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Change {
    /// The turn of the player in this seat began.
    TurnBegan(Seat),
    /// The turn of the player in this seat ended.
    TurnEnded(Seat),
    /// The platform was set down at this place.
    Docked(Place),
    /// A marker of this side was set on this post.
    MarkerPlaced(Side, Post),
    /// A marker of this side was taken off this post.
    MarkerTaken(Side, Post),
    /// A player used a special move.
    MoveUsed(Seat, MoveIndex),
    /// Elements of one kind moved from the first location to the second; the number
    /// counts them.
    Moved(u8, Element, Location, Location),
    /// A sumo or the belt was knocked off.
    KnockedOff(Piece),
    /// A sumo or the belt fell, which does not count, and goes back where it stood.
    PutBack(Piece),
    /// A push was irregular; it counts all the same.
    Warned(Remark),
    /// A special move replaced the turn's push.
    TurnReplaced(Seat),
    /// The player may push once more.
    ExtraPush(Seat),
    /// The player may push an interlocked group.
    GroupAllowed(Seat),
    /// The player may push with this token of the own card as a cue.
    CueAllowed(Seat, TokenSlot),
    /// The player owes a corner slam.
    SlamOwed(Seat),
    /// A house rule waived the push of a slam.
    SlamWaived(Seat),
    /// The side has lost and is out.
    Lost(Side),
    /// The sumo of a side that has lost stays on the ring.
    SumoStays(Seat),
    /// The match has ended with this result.
    Ended(Outcome),
    /// A sumo was taken off the ring and goes back to a place of the player's choice.
    SumoMoved(Seat),
    /// The platform may be set down elsewhere before the extra push.
    RelocationAllowed(Seat),
}

/// Location of elements: where they come from or go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Location {
    /// On the ring.
    Ring,
    /// In the reserve, the common supply.
    Reserve,
    /// In the inventory of this side.
    Inventory(Side),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ring => write!(f, "ring"),
            Self::Reserve => write!(f, "reserve"),
            Self::Inventory(side) => write!(f, "inventory {side}"),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.winner;
        match self.how {
            WinReason::KnockOut(seat) => {
                write!(f, "side {side} wins by knocking out player {seat}")
            }
            WinReason::Belt => write!(f, "side {side} wins by the belt"),
            WinReason::LastLeft => write!(f, "side {side} wins as the last one left"),
        }
    }
}

impl fmt::Display for Change {
    #[rustfmt::skip]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TurnBegan(seat) => write!(f, "turn of player {seat} begins"),
            Self::TurnEnded(seat) => write!(f, "turn of player {seat} ends"),
            Self::Docked(place) => write!(f, "platform at {place}"),
            Self::MarkerPlaced(side, post) => write!(f, "marker of side {side} on post {post}"),
            Self::MarkerTaken(side, post) => write!(f, "marker of side {side} off post {post}"),
            Self::MoveUsed(seat, nth) => write!(f, "player {seat} uses move {nth}"),
            Self::Moved(count, element, from, to) => write!(f, "{count} {element}: {from} -> {to}"),
            Self::KnockedOff(piece) => write!(f, "{piece} knocked off"),
            Self::PutBack(piece) => write!(f, "{piece} goes back"),
            Self::Warned(remark) => write!(f, "warning: {remark}"),
            Self::TurnReplaced(seat) => write!(f, "turn of player {seat} is replaced"),
            Self::ExtraPush(seat) => write!(f, "player {seat} may push once more"),
            Self::GroupAllowed(seat) => write!(f, "player {seat} may push the group"),
            Self::CueAllowed(seat, slot) => write!(f, "player {seat} may push token {seat}{slot} as a cue"),
            Self::SlamOwed(seat) => write!(f, "player {seat} owes a corner slam"),
            Self::SlamWaived(seat) => write!(f, "corner slam of player {seat} waived"),
            Self::Lost(side) => write!(f, "side {side} has lost"),
            Self::SumoStays(seat) => write!(f, "sumo {seat} stays on the ring"),
            Self::Ended(outcome) => outcome.fmt(f),
            Self::SumoMoved(seat) => write!(f, "sumo {seat} moves to another place"),
            Self::RelocationAllowed(seat) => write!(f, "player {seat} may set the platform down elsewhere"),
        }
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.clause, self.change)
    }
}
