//! What the referee says: what changed, and by which clause.

use super::action::Remark;
use super::card::Nth;
use super::state::{How, Outcome};
use crate::clause::Clause;
use crate::piece::{Element, Piece, Slot};
use crate::place::{Place, Post};
use crate::player::{Seat, Side};
use core::fmt;
use heapless::Vec;

/// All rulings that follow from one action, in order.
pub type Rulings = Vec<Ruling, 48, u8>;

/// One thing that changed, and the clause that says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ruling {
    /// The clause.
    pub clause: Clause,
    /// What changed.
    pub change: Change,
}

/// Something that changed, or was noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Change {
    /// A player's turn began.
    TurnBegan(Seat),
    /// A player's turn ended.
    TurnEnded(Seat),
    /// The platform was set down.
    Docked(Place),
    /// A marker was set.
    MarkerPlaced(Side, Post),
    /// A marker came off a post.
    MarkerTaken(Side, Post),
    /// A player used a special move.
    MoveUsed(Seat, Nth),
    /// Elements changed their place.
    Moved(u8, Element, Where, Where),
    /// A sumo or the belt was knocked off.
    KnockedOff(Piece),
    /// A sumo or the belt fell, which does not count, and goes back where it stood.
    PutBack(Piece),
    /// Something about a push was not as it should be; it counts all the same.
    Warned(Remark),
    /// The turn's push was replaced.
    TurnReplaced(Seat),
    /// A further push is allowed.
    ExtraPush(Seat),
    /// A push may be of an interlocked group.
    GroupAllowed(Seat),
    /// A push may be made with this token of the own card as a cue.
    CueAllowed(Seat, Slot),
    /// A corner slam is to be made.
    SlamOwed(Seat),
    /// The house waives a slam's push.
    SlamWaived(Seat),
    /// A side has lost.
    Lost(Side),
    /// The sumo of a side that has lost stays on the ring.
    SumoStays(Seat),
    /// The match has ended.
    Ended(Outcome),
}

/// A place elements come from and go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Where {
    /// The ring.
    Ring,
    /// The common supply.
    Reserve,
    /// A side's inventory.
    Inventory(Side),
}

impl fmt::Display for Where {
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
            How::KnockOut(seat) => write!(f, "side {side} wins by knocking out player {seat}"),
            How::Belt => write!(f, "side {side} wins by the belt"),
            How::LastLeft => write!(f, "side {side} wins as the last one left"),
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
        }
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.clause, self.change)
    }
}
