//! Reasons for refusing an action, in words a player understands.

use super::card::{MarkerOwner, MoveIndex, MovePart, PieceKind};
use crate::piece::{Element, Piece, Stock};
use crate::place::{Place, Post};
use crate::player::{Seat, Side};
use core::fmt;

/// Reason why an action is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reason {
    /// The match has ended.
    Over,
    /// The player in this seat has not set the opening marker yet.
    OpeningFirst(Seat),
    /// Pieces may still be moving.
    NotAtRest,
    /// No push is under way.
    NoPush,
    /// The platform cannot stand at this place.
    WrongPlace(Place),
    /// A long edge of the platform lies against the ring.
    WrongWayRound,
    /// The platform has to stay at this place for the turn.
    PlatformFixed(Place),
    /// The platform is not set down.
    PlatformAway,
    /// The turn's push must be made first.
    PushFirst,
    /// A marker must be set on this post first.
    MarkerFirst(Post),
    /// The corner slam must be made first.
    SlamFirst,
    /// The side's markers must leave the posts before the slam's push.
    MarkersOffFirst,
    /// The marker belongs to this side, which may not set one now.
    NotYourMarker(Side),
    /// The platform does not stand at this post, and markers go only where it stands.
    MarkerElsewhere(Post),
    /// No marker is due on this post: the side has, or had, one.
    NoMarkerDue(Post),
    /// One marker has been set in this turn, and only one is allowed.
    OneMarkerOnly,
    /// No marker of this side is on this post.
    NoMarker(Side, Post),
    /// No rule allows taking that marker now.
    MarkerStays(Side, Post),
    /// The ring of this game has no posts.
    NoPosts,
    /// No push is left in this turn.
    NoPushLeft,
    /// The platform carries this number of pieces, and they are not a group: none, or
    /// more than one.
    OneElement(u8),
    /// The pieces on the platform are not the group that a move allows.
    NotTheGroup(Stock),
    /// The inventory has no more of this element.
    NotInInventory(Element),
    /// The inventory of the side to move is empty.
    EmptyInventory,
    /// Sumos and the belt are never pushed from the platform.
    NeverPushed(Piece),
    /// No such piece is on the ring.
    NotOnRing(Piece),
    /// The card belongs to another player, in this seat.
    NotYourCard(Seat),
    /// The player's card has no move with this number.
    NoSuchMove(MoveIndex),
    /// The Junior League has no special moves.
    NoMovesInJunior,
    /// The move has been used in this turn.
    UsedAlready(MoveIndex),
    /// The move must be made before the push.
    OnlyBefore,
    /// The move must be made after the push.
    OnlyAfter,
    /// A move has replaced this turn.
    TurnReplaced,
    /// The move replaces a whole turn, and part of the turn has been played.
    ReplacesWholeTurn,
    /// An opponent to pay is missing, or is named although the card asks for none.
    ChooseOpponent,
    /// The player in this seat is not an opponent.
    NoOpponent(Seat),
    /// The player in this seat is out.
    OpponentOut(Seat),
    /// The inventory lacks some of these elements.
    CannotPay(Stock),
    /// A piece to stack on is missing, or is named although the card asks for none.
    ChooseStack,
    /// The stacked element (first) is larger than the one below (second).
    TooSmallBelow(Element, Element),
    /// The card does not allow stacking on a sumo.
    NotOnSumo,
    /// The posts named are not this number of posts with own markers.
    ChooseMarkers(u8),
    /// A piece on the ring is missing, or is named although the card asks for none.
    ChooseTarget,
    /// The piece is not of the kind the card names.
    WrongKind(Piece),
    /// The piece is not touched by a piece of the kind that the card names.
    NotTouching(Piece, PieceKind),
    /// The belt and its pawn stay on the ring: a move cannot take either.
    BeltStays,
    /// The card requires a marker of this owner where the platform stands.
    NoMarkerHere(MarkerOwner),
    /// The card requires this many markers on posts.
    TooFewMarkers(u8),
    /// The reserve has too few of this element.
    NotInReserve(Element),
    /// A marker and its posts are missing, or are named although the card asks for none.
    ChooseMarker,
    /// The card applies to markers of this owner.
    NotThatMarker(MarkerOwner),
    /// The player holds an element to push, or no push is due.
    NothingToSubmit,
    /// The pieces do not add up: this action cannot have happened.
    Imbalance,
    /// One of two alternatives must be named, or is named although the card leaves no
    /// choice.
    ChooseAlternative(MovePart),
    /// The move takes at most this many pieces.
    TooManyTaken(u8),
    /// The card requires this many pieces of the kind to be knocked off in the turn.
    TooFewKnockedOff(PieceKind, u8),
}

impl Reason {
    /// True if a different choice in the special move might be accepted.
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
                | Self::NotTouching(..)
                | Self::NotOnRing(_)
                | Self::ChooseMarker
                | Self::ChooseAlternative(_)
                | Self::TooManyTaken(_)
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
            Self::NoOpponent(seat) => write!(f, "player {seat} is not an opponent"),
            Self::OpponentOut(seat) => write!(f, "player {seat} is out of the match"),
            Self::CannotPay(stock) => write!(f, "the inventory does not hold {stock}"),
            Self::ChooseStack => write!(f, "name what to stack on where the card asks for it, and only there"),
            Self::TooSmallBelow(above, below) => write!(f, "a {above} does not go onto a {below}"),
            Self::NotOnSumo => write!(f, "this card does not let anything be stacked on a sumo"),
            Self::ChooseMarkers(count) => write!(f, "name {count} posts with markers of yours"),
            Self::ChooseTarget => write!(f, "name a piece on the ring where the card asks for one, and only there"),
            Self::WrongKind(piece) => write!(f, "the card does not mean a {piece}"),
            Self::NotTouching(piece, PieceKind::OwnSumo) => write!(f, "your sumo does not touch that {piece}"),
            Self::NotTouching(piece, by) => write!(f, "no {by} touches that {piece}"),
            Self::BeltStays => write!(f, "the belt stays on its pawn"),
            Self::NoMarkerHere(MarkerOwner::Own) => write!(f, "the card asks for your marker where the platform stands"),
            Self::NoMarkerHere(MarkerOwner::Opponents) => write!(f, "the card asks for a marker of an opponent where the platform stands"),
            Self::TooFewMarkers(count) => write!(f, "the card asks for {count} of your markers on posts"),
            Self::NotInReserve(element) => write!(f, "the reserve has too few: {element}"),
            Self::ChooseMarker => write!(f, "name a marker and its posts where the card asks for it, and only there"),
            Self::NotThatMarker(MarkerOwner::Own) => write!(f, "the card moves a marker of your own"),
            Self::NotThatMarker(MarkerOwner::Opponents) => write!(f, "the card moves a marker of an opponent"),
            Self::NothingToSubmit => write!(f, "there is something to push, or no push is due"),
            Self::Imbalance => write!(f, "the pieces do not add up"),
            Self::ChooseAlternative(part) => write!(f, "name {part} 1 or {part} 2 where the card says \"or\", and only there"),
            Self::TooManyTaken(most) => write!(f, "this move takes {most} pieces at most"),
            Self::TooFewKnockedOff(kind, count) => write!(f, "the card asks for {count} knocked off in this turn: {kind}"),
        }
    }
}
