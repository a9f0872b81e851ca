//! Why an action is refused, in words a player understands.

use super::card::{Nth, Whose};
use crate::piece::{Element, Piece, Stock};
use crate::place::{Place, Post};
use crate::player::{Seat, Side};
use core::fmt;

/// What is wrong with an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reason {
    /// The match has ended.
    Over,
    /// The opening marker has not been set.
    OpeningFirst(Seat),
    /// Things may still be moving.
    NotAtRest,
    /// Nothing has been pushed.
    NoPush,
    /// The platform cannot stand there.
    WrongPlace(Place),
    /// A long edge lies against the ring.
    WrongWayRound,
    /// The platform's place is settled for this turn.
    PlatformFixed(Place),
    /// The platform is not set down.
    PlatformAway,
    /// Something is still to be done in this turn.
    PushFirst,
    /// A marker must be set first.
    MarkerFirst(Post),
    /// The corner slam must be made first.
    SlamFirst,
    /// The side's markers must leave the posts before the slam's push.
    MarkersOffFirst,
    /// It is not this side's turn to set a marker.
    NotYourMarker(Side),
    /// Markers go only where the platform stands.
    MarkerElsewhere(Post),
    /// No marker is due there: the side has, or had, one.
    NoMarkerDue(Post),
    /// One marker has been set in this turn.
    OneMarkerOnly,
    /// No marker of this side is there.
    NoMarker(Side, Post),
    /// Nothing allows taking that marker now.
    MarkerStays(Side, Post),
    /// There are no posts on this ring.
    NoPosts,
    /// No more pushes in this turn.
    NoPushLeft,
    /// Nothing is on the platform, or several things that make no group.
    OneElement(u8),
    /// The pieces on the platform are not the group that a move allows.
    NotTheGroup(Stock),
    /// The inventory has none of these.
    NotInInventory(Element),
    /// The inventory is empty.
    EmptyInventory,
    /// Sumos and the belt are never pushed from the platform.
    NeverPushed(Piece),
    /// There is no such piece on the ring.
    NotOnRing(Piece),
    /// That card is another player's.
    NotYourCard(Seat),
    /// The card has no such move.
    NoSuchMove(Nth),
    /// Nobody has special moves in the Junior League.
    NoMovesInJunior,
    /// The move has been used in this turn.
    UsedAlready(Nth),
    /// The move comes before the push.
    OnlyBefore,
    /// The move comes after the push.
    OnlyAfter,
    /// The turn was replaced.
    TurnReplaced,
    /// A move that replaces the turn must be all that is done in it.
    ReplacesWholeTurn,
    /// Somebody to be paid must be named, and only then.
    ChooseOpponent,
    /// That player is no opponent.
    NoOpponent(Seat),
    /// That player is out.
    OpponentOut(Seat),
    /// The inventory lacks some of what is asked for.
    CannotPay(Stock),
    /// Something to stack on must be named, and only then.
    ChooseStack,
    /// What is stacked is larger than what lies below.
    TooSmallBelow(Element, Element),
    /// Not onto a sumo.
    NotOnSumo,
    /// This many markers must be named.
    ChooseMarkers(u8),
    /// A piece on the ring must be named, and only then.
    ChooseTarget,
    /// That piece is not of the kind the card names.
    WrongKind(Piece),
    /// The own sumo does not touch it.
    NotTouching(Piece),
    /// The belt stays on its pawn.
    BeltStays,
    /// The card asks for a marker where the platform stands.
    NoMarkerHere,
    /// The card asks for more markers on posts.
    TooFewMarkers(u8),
    /// The reserve lacks this.
    NotInReserve(Element),
    /// A marker and two posts must be named, and only then.
    ChooseShift,
    /// The card means the marker of somebody else.
    NotThatMarker(Whose),
    /// There is something to push.
    NothingToSubmit,
    /// The pieces do not add up: this action cannot have happened.
    Imbalance,
}

impl Reason {
    /// Whether another choice in a special move might have been accepted.
    #[must_use]
    pub const fn is_about_choice(&self) -> bool {
        matches!(
            self,
            Self::ChooseOpponent
                | Self::NoOpponent(_)
                | Self::OpponentOut(_)
                | Self::ChooseStack
                | Self::TooSmallBelow(..)
                | Self::NotOnSumo
                | Self::ChooseMarkers(_)
                | Self::ChooseTarget
                | Self::WrongKind(_)
                | Self::NotTouching(_)
                | Self::NotOnRing(_)
                | Self::ChooseShift
                | Self::NotThatMarker(_)
                | Self::NoMarker(..)
        )
    }
}

impl fmt::Display for Reason {
    #[rustfmt::skip]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over => write!(f, "the match is over"),
            Self::OpeningFirst(seat) => write!(f, "player {seat} sets the opening marker first"),
            Self::NotAtRest => write!(f, "wait until everything has come to rest"),
            Self::NoPush => write!(f, "no push is under way"),
            Self::WrongPlace(place) => write!(f, "the platform cannot stand at the {place}"),
            Self::WrongWayRound => write!(f, "a short edge of the platform belongs against the ring"),
            Self::PlatformFixed(place) => write!(f, "the platform stays at the {place} for this turn"),
            Self::PlatformAway => write!(f, "set the platform down first"),
            Self::PushFirst => write!(f, "the push is still to be made"),
            Self::MarkerFirst(post) => write!(f, "set a marker on post {post} first"),
            Self::SlamFirst => write!(f, "the corner slam is still to be made"),
            Self::MarkersOffFirst => write!(f, "take your markers off the posts, then push"),
            Self::NotYourMarker(side) => write!(f, "side {side} sets no marker now"),
            Self::MarkerElsewhere(post) => write!(f, "post {post} is not where the platform stands"),
            Self::NoMarkerDue(post) => write!(f, "post {post} needs no marker of this side in this turn"),
            Self::OneMarkerOnly => write!(f, "one marker has been set in this turn"),
            Self::NoMarker(side, post) => write!(f, "side {side} has no marker on post {post}"),
            Self::MarkerStays(side, post) => write!(f, "the marker of side {side} stays on post {post}; put it back"),
            Self::NoPosts => write!(f, "this ring has no posts"),
            Self::NoPushLeft => write!(f, "no push is left in this turn"),
            Self::OneElement(count) => write!(f, "{count} pieces on the platform; exactly one is pushed"),
            Self::NotTheGroup(group) => write!(f, "the group to push is {group}, all of it"),
            Self::NotInInventory(element) => write!(f, "no {element} in the inventory"),
            Self::EmptyInventory => write!(f, "the inventory is empty"),
            Self::NeverPushed(piece) => write!(f, "the {piece} is never pushed from the platform"),
            Self::NotOnRing(piece) => write!(f, "no {piece} is on the ring"),
            Self::NotYourCard(seat) => write!(f, "that is the card of player {seat}"),
            Self::NoSuchMove(nth) => write!(f, "the card has no move {nth}"),
            Self::NoMovesInJunior => write!(f, "nobody has special moves in the Junior League"),
            Self::UsedAlready(nth) => write!(f, "move {nth} has been used in this turn"),
            Self::OnlyBefore => write!(f, "this move comes before the push"),
            Self::OnlyAfter => write!(f, "this move comes after the push"),
            Self::TurnReplaced => write!(f, "a move has replaced this turn"),
            Self::ReplacesWholeTurn => write!(f, "this move replaces a whole turn, and something has been done already"),
            Self::ChooseOpponent => write!(f, "name the opponent to pay where the card asks for one, and only there"),
            Self::NoOpponent(seat) => write!(f, "player {seat} is no opponent"),
            Self::OpponentOut(seat) => write!(f, "player {seat} is out of the match"),
            Self::CannotPay(stock) => write!(f, "the inventory does not hold {stock}"),
            Self::ChooseStack => write!(f, "name what to stack on where the card asks for it, and only there"),
            Self::TooSmallBelow(above, below) => write!(f, "a {above} does not go onto a {below}"),
            Self::NotOnSumo => write!(f, "this card does not let anything be stacked on a sumo"),
            Self::ChooseMarkers(count) => write!(f, "name {count} posts with markers of yours"),
            Self::ChooseTarget => write!(f, "name a piece on the ring where the card asks for one, and only there"),
            Self::WrongKind(piece) => write!(f, "the card does not mean a {piece}"),
            Self::NotTouching(piece) => write!(f, "your sumo does not touch that {piece}"),
            Self::BeltStays => write!(f, "the belt stays on its pawn"),
            Self::NoMarkerHere => write!(f, "the card asks for your marker where the platform stands"),
            Self::TooFewMarkers(count) => write!(f, "the card asks for {count} of your markers on posts"),
            Self::NotInReserve(element) => write!(f, "the reserve has too few: {element}"),
            Self::ChooseShift => write!(f, "name a marker and two posts where the card asks for it, and only there"),
            Self::NotThatMarker(Whose::Own) => write!(f, "the card moves a marker of your own"),
            Self::NotThatMarker(Whose::Opponents) => write!(f, "the card moves a marker of an opponent"),
            Self::NothingToSubmit => write!(f, "there is something to push, or no push is due"),
            Self::Imbalance => write!(f, "the pieces do not add up"),
        }
    }
}
