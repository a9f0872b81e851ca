//! Sumo cards: what a player's wrestler can do, as data.
//!
//! A card is written as TOML on the host and carried as postcard bytes on the
//! device; both are this one type. The engine knows mechanisms, never cards.

use super::edition::Edition;
use super::terms::League;
use crate::closed::closed;
use crate::piece::{BySize, BySlot, Element, Size, Slot, Stock, Token};
use crate::player::Seat;
use heapless::Vec;

/// A short name on a card, at most 24 bytes.
pub type Label = heapless::String<24, u8>;

/// A deck of up to 8 cards.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Deck {
    /// The cards.
    pub cards: Vec<Card, 8, u8>,
}

/// One wrestler.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Card {
    /// What it is called.
    pub name: Label,
    /// On which rings it can be used.
    pub rings: Rings,
    /// Its kinds of special token.
    pub tokens: Vec<TokenKind, 2, u8>,
    /// What its owner starts with in the Junior League, if it has that side.
    pub junior: Option<Listed>,
    /// Its special moves.
    pub moves: Vec<Move, 3, u8>,
}

/// On which rings a card can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Rings {
    /// On any.
    Any,
    /// Only where there are posts: it has to do with markers.
    WithPosts,
}

/// A kind of special token.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TokenKind {
    /// What it is called.
    pub name: Label,
    /// The disc it counts as when elements are stacked.
    pub size: Size,
    /// How many of them there are.
    pub count: u8,
}

/// A special move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// What it is called.
    pub name: Label,
    /// What it does.
    pub rule: MoveRule,
}

closed! {
    /// Which of a card's special moves, from the top.
    enum Nth {
        /// The first.
        First = "1",
        /// The second.
        Second = "2",
        /// The third.
        Third = "3",
    }
    set Nths
}

/// A special move without its name: all that the engine needs.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveRule {
    /// When in the turn it may be used.
    pub when: When,
    /// Whether it comes on top of the push or in place of the turn.
    pub place: InTurn,
    /// What is paid first.
    pub costs: Vec<Cost, 2, u8>,
    /// What must be the case.
    pub conditions: Vec<Condition, 2, u8>,
    /// What then happens.
    pub effects: Vec<Effect, 2, u8>,
}

/// When a move may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum When {
    /// Before the push.
    Before,
    /// After the push.
    After,
    /// Before or after, never during.
    Either,
}

/// What a move means for the rest of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum InTurn {
    /// The turn goes on with its push.
    Extra,
    /// The move is the turn: no push, no other move.
    Replaces,
}

/// Elements a card lists: discs by size, and special tokens of the card itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Listed {
    /// Discs.
    pub pawns: BySize<u8>,
    /// Tokens of the own card.
    pub tokens: BySlot<u8>,
}

/// Something paid before a move happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Cost {
    /// To one opponent the player picks.
    Pay(Listed),
    /// The same to each opponent still in the match.
    PayEach(Listed),
    /// Onto an element on the ring.
    Stack(Listed, Onto),
    /// Own markers come back from posts.
    RemoveMarkers(u8, At),
}

/// What elements may be stacked on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Onto {
    /// Elements, and the belt.
    Elements,
    /// Sumos as well.
    SumosToo,
}

/// Which posts markers come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum At {
    /// The corner where the platform stands.
    Here,
    /// Any posts.
    Anywhere,
}

/// Something that must be so for a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Condition {
    /// The own sumo touches such a piece, which the player points at.
    Touches(Kind),
    /// The own side has a marker on the post where the platform stands.
    MarkerHere,
    /// The own side has at least this many markers on posts.
    Markers(u8),
    /// The own inventory has these.
    Holds(Listed),
}

/// A kind of piece on the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Kind {
    /// Any disc.
    AnyPawn,
    /// A disc of this size.
    Pawn(Size),
    /// Any special token.
    AnyToken,
    /// A special token of the own card.
    OwnToken,
    /// Any pawn or special token.
    AnyElement,
    /// The sumo of an opponent.
    OpponentSumo,
    /// The belt.
    Belt,
}

/// What a move brings about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Effect {
    /// From the reserve into the inventory.
    Gain(Listed),
    /// One push more, with the platform where it is.
    ExtraPush,
    /// A push of this turn may be of these, interlocked.
    PushGroup(Listed),
    /// A push of this turn may be made with this token as a cue, which goes to
    /// the reserve instead of staying on the ring.
    Cue(Slot),
    /// The piece pointed at comes off the ring.
    Take(Kind, TakeTo),
    /// Elements of the inventory for others of the reserve.
    Exchange(Listed, Listed),
    /// A marker of one of these goes to another post.
    MoveMarker(Whose),
}

/// Where a piece taken off the ring goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TakeTo {
    /// Into the own inventory.
    Inventory,
    /// To the reserve.
    Reserve,
}

/// Whose marker is moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Whose {
    /// One's own side's.
    Own,
    /// An opponent's.
    Opponents,
}

impl Card {
    /// Whether it can be chosen for a match of this box and league.
    #[must_use]
    pub fn suits(&self, edition: Edition, league: League) -> bool {
        let on_this_ring = edition.book().has_posts() || !self.needs_posts(league);
        on_this_ring && (league == League::Full || self.junior.is_some())
    }

    /// Whether it can only be played where there are posts, in this league.
    #[must_use]
    pub fn needs_posts(&self, league: League) -> bool {
        let moves = match league {
            League::Full => self.moves.as_slice(),
            League::Junior => &[],
        };
        self.rings == Rings::WithPosts || moves.iter().any(|it| it.rule.needs_posts())
    }
}

impl Listed {
    /// These elements in the hands of `owner`, whose card lists them.
    #[must_use]
    pub fn of(self, owner: Seat) -> Stock {
        let mut stock = Stock {
            pawns: self.pawns,
            ..Stock::default()
        };
        stock.tokens[owner] = self.tokens;
        stock
    }
}

impl Kind {
    /// Whether `element` is of this kind for the player in `seat`.
    #[must_use]
    pub fn includes(self, element: Element, seat: Seat) -> bool {
        match (self, element) {
            (Self::AnyElement, _)
            | (Self::AnyPawn, Element::Pawn(_))
            | (Self::AnyToken, Element::Token(_)) => true,
            (Self::Pawn(size), Element::Pawn(other)) => size == other,
            (Self::OwnToken, Element::Token(Token { owner, .. })) => owner == seat,
            _ => false,
        }
    }
}

impl MoveRule {
    /// Whether it can only be played where there are posts.
    #[must_use]
    pub fn needs_posts(&self) -> bool {
        self.costs
            .iter()
            .any(|cost| matches!(cost, Cost::RemoveMarkers(..)))
            || self
                .conditions
                .iter()
                .any(|it| matches!(it, Condition::MarkerHere | Condition::Markers(_)))
            || self
                .effects
                .iter()
                .any(|effect| matches!(effect, Effect::MoveMarker(_)))
    }
}
