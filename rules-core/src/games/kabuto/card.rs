//! Sumo cards: the abilities of a player's wrestler, as data.
//!
//! A card is written as TOML on the host and stored as postcard bytes on the device;
//! both are this one type. The engine knows mechanisms, never cards.

use super::edition::Edition;
use super::terms::League;
use crate::closed_enum::closed_enum;
use crate::piece::{BySize, BySlot, Element, Size, Stock, Token, TokenSlot};
use crate::player::Seat;
use core::fmt;
use heapless::Vec;

/// Short name on a card, at most 24 bytes.
pub type Label = heapless::String<24, u8>;

/// Card of one wrestler.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Card {
    /// Name of the wrestler.
    pub name: Label,
    /// Rings on which the card can be used.
    pub rings: RingSupport,
    /// Kinds of special token that belong to the card.
    pub tokens: Vec<TokenKind, 2, u8>,
    /// Starting inventory of the owner in the Junior League; `None` if the card has no
    /// Junior side.
    pub junior: Option<CardElements>,
    /// Special moves, from the top of the card.
    pub moves: Vec<SpecialMove, 3, u8>,
}

/// Rings on which a card can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RingSupport {
    /// The card can be used on any ring.
    Any,
    /// The card can be used only on a ring with posts, because it involves markers.
    WithPosts,
}

/// Kind of special token on a card: name, size and number.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TokenKind {
    /// Name of the token.
    pub name: Label,
    /// Size of the disc the token counts as when elements are stacked.
    pub size: Size,
    /// Number of tokens of this kind.
    pub count: u8,
}

/// Special move with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpecialMove {
    /// Name of the move.
    pub name: Label,
    /// Rule of the move, as the engine applies it.
    pub rule: MoveRule,
}

closed_enum! {
    /// Number of a special move on its card, from the top.
    enum MoveIndex {
        /// First special move of the card.
        First = "1",
        /// Second special move of the card.
        Second = "2",
        /// Third special move of the card.
        Third = "3",
    }
    set Nths
}

/// Special move without its name: everything the engine needs.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveRule {
    /// Time in the turn at which the move may be used.
    pub when: MoveTiming,
    /// Effect on the turn: the move is made in addition to the push, or instead of the
    /// turn.
    pub place: TurnEffect,
    /// Costs of the move, paid before its effects.
    pub costs: Vec<Cost, 2, u8>,
    /// Conditions that must hold before the move is made.
    pub conditions: Vec<Condition, 2, u8>,
    /// Effects of the move.
    pub effects: Vec<Effect, 2, u8>,
    /// Lists of which one entry applies instead of all: "or" on the card.
    pub one_of: MoveParts,
}

closed_enum! {
    /// List of a special move whose entries can be alternatives.
    enum MovePart {
        /// The costs of the move.
        Costs = "cost",
        /// The conditions of the move.
        Conditions = "needs",
        /// The effects of the move.
        Effects = "effect",
    }
    set MoveParts
}

closed_enum! {
    /// One of the two alternatives in a list of a special move.
    enum Alternative {
        /// First entry of the list.
        First = "1",
        /// Second entry of the list.
        Second = "2",
    }
}

/// Time in the turn at which a special move may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MoveTiming {
    /// The move may be used only before the push.
    Before,
    /// The move may be used only after the push.
    After,
    /// The move may be used before or after the push, never during it.
    Either,
}

/// Effect of a special move on the rest of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TurnEffect {
    /// The turn continues with its push.
    Extra,
    /// The move is the whole turn: no push, no other move.
    Replaces,
}

/// Elements that a card lists: discs by size, and special tokens of the card itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CardElements {
    /// Number of discs, by size.
    pub pawns: BySize<u8>,
    /// Number of special tokens of the own card, by kind.
    pub tokens: BySlot<u8>,
}

/// Cost paid before a special move takes effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Cost {
    /// The player gives these elements to one opponent of choice (SS-M3).
    Pay(CardElements),
    /// The player gives these elements to each opponent still in the match.
    PayEach(CardElements),
    /// The player stacks these elements onto a piece on the ring (SS-M4).
    Stack(CardElements, StackTarget),
    /// The player takes this number of own markers back from posts (SS-M5).
    RemoveMarkers(u8, MarkerSource),
}

/// Pieces onto which elements may be stacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum StackTarget {
    /// Elements and the belt may be stacked on.
    Elements,
    /// Elements, the belt and sumos may be stacked on.
    SumosToo,
}

/// Posts from which markers are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MarkerSource {
    /// Only the post at the corner where the platform stands.
    Here,
    /// Any posts with an own marker.
    Anywhere,
}

/// Condition for using a special move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Condition {
    /// A piece of this kind, which the player chooses, is touched by a piece of the second
    /// kind.
    Touches(PieceKind, PieceKind),
    /// A marker of this owner is on the post where the platform stands.
    MarkerHere(MarkerOwner),
    /// The own side has at least this many markers on posts.
    Markers(u8),
    /// The own inventory has these elements.
    Holds(CardElements),
    /// The pushes of this turn knocked off at least this many pieces of the kind.
    KnockedOff(PieceKind, u8),
}

/// Kind of piece on the ring that a special move names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PieceKind {
    /// Any disc.
    AnyPawn,
    /// Disc of this size.
    Pawn(Size),
    /// Any special token.
    AnyToken,
    /// Special token of the own card.
    OwnToken,
    /// Any pawn or special token.
    AnyElement,
    /// Sumo of an opponent.
    OpponentSumo,
    /// The belt.
    Belt,
    /// The player's own sumo.
    OwnSumo,
}

/// Effect of a special move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Effect {
    /// Elements move from the reserve into the inventory.
    Gain(CardElements),
    /// The player may push once more, from this place.
    ExtraPush(PushPlace),
    /// One push of this turn may consist of these elements, interlocked.
    PushGroup(CardElements),
    /// One push of this turn may be made with this token as a cue, which goes to the
    /// reserve instead of staying on the ring.
    Cue(TokenSlot),
    /// The chosen pieces of this kind, at most so many, are taken off the ring.
    Take(PieceKind, u8, TakeDestination),
    /// Elements of the inventory (first) are exchanged for elements of the reserve
    /// (second).
    Exchange(CardElements, CardElements),
    /// A marker of this owner moves to another post.
    MoveMarker(MarkerOwner),
    /// An own marker is set on a post, wherever the platform stands.
    SetMarker,
    /// A marker of an opponent leaves its post and can be set again later.
    RemoveMarker,
    /// A sumo is taken off the ring.
    TakeSumo(SumoTaking),
}

/// Largest number of pieces that one special move takes off the ring.
pub const MAX_TAKEN: u8 = 3;

/// Place of the platform for an extra push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PushPlace {
    /// The platform stays where it is.
    Here,
    /// The platform may be set down at another place first.
    Anywhere,
}

/// Sumo that a special move takes off the ring, and what becomes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SumoTaking {
    /// The own sumo goes to another place on the ring, which the player chooses.
    OwnMoved,
    /// The sumo of an opponent goes to another place on the ring, which the player
    /// chooses.
    OpponentMoved,
    /// The sumo of an opponent is out, as if the player had knocked it off.
    OpponentOut,
}

/// Destination of a piece taken off the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TakeDestination {
    /// The piece goes to the inventory of the player's side.
    Inventory,
    /// The piece goes to the reserve, the common supply.
    Reserve,
}

/// Owner of a marker that a special move names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MarkerOwner {
    /// The marker belongs to the player's own side.
    Own,
    /// The marker belongs to an opponent.
    Opponents,
}

impl Card {
    /// True if the card can be chosen for a match of this box and league.
    #[must_use]
    pub fn suits(&self, edition: Edition, league: League) -> bool {
        let on_this_ring = edition.book().has_posts() || !self.needs_posts(league);
        on_this_ring && (league == League::Full || self.junior.is_some())
    }

    /// True if the card can only be played on a ring with posts, in this league.
    #[must_use]
    pub fn needs_posts(&self, league: League) -> bool {
        let moves = match league {
            League::Full => self.moves.as_slice(),
            League::Junior => &[],
        };
        self.rings == RingSupport::WithPosts
            || moves.iter().any(|special| special.rule.needs_posts())
    }
}

impl CardElements {
    /// Returns these elements as a stock, with the tokens of `owner`, whose card lists
    /// them.
    #[must_use]
    pub fn stock_for(self, owner: Seat) -> Stock {
        let mut stock = Stock {
            pawns: self.pawns,
            ..Stock::default()
        };
        stock.tokens[owner] = self.tokens;
        stock
    }
}

impl PieceKind {
    /// True if `element` is of this kind for the player in `seat`.
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

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AnyPawn => f.write_str("pawn"),
            Self::Pawn(size) => write!(f, "{size} pawn"),
            Self::AnyToken => f.write_str("token"),
            Self::OwnToken => f.write_str("own token"),
            Self::AnyElement => f.write_str("element"),
            Self::OpponentSumo => f.write_str("opponent sumo"),
            Self::Belt => f.write_str("belt"),
            Self::OwnSumo => f.write_str("own sumo"),
        }
    }
}

impl MoveRule {
    /// True if the move can only be made on a ring with posts.
    #[must_use]
    pub fn needs_posts(&self) -> bool {
        self.costs
            .iter()
            .any(|cost| matches!(cost, Cost::RemoveMarkers(..)))
            || self.conditions.iter().any(|condition| {
                matches!(condition, Condition::MarkerHere(_) | Condition::Markers(_))
            })
            || self.effects.iter().any(|effect| {
                matches!(
                    effect,
                    Effect::MoveMarker(_) | Effect::SetMarker | Effect::RemoveMarker
                )
            })
    }

    /// Iterates over the costs that apply: the chosen one where the card says "or",
    /// otherwise all.
    pub fn costs(&self, chosen: Option<Alternative>) -> impl Iterator<Item = &Cost> {
        applying(&self.costs, self.one_of.contains(MovePart::Costs), chosen)
    }

    /// Iterates over the effects that apply: the chosen one where the card says "or",
    /// otherwise all.
    pub fn effects(&self, chosen: Option<Alternative>) -> impl Iterator<Item = &Effect> {
        applying(
            &self.effects,
            self.one_of.contains(MovePart::Effects),
            chosen,
        )
    }

    /// Returns the values for the choice between the entries of a list: both
    /// alternatives, or `None` alone where the card leaves no choice.
    #[must_use]
    pub fn alternatives(&self, part: MovePart) -> &'static [Option<Alternative>] {
        if self.one_of.contains(part) {
            &[Some(Alternative::First), Some(Alternative::Second)]
        } else {
            &[None]
        }
    }
}

/// Iterates over the entries of a list that apply; none if one must be chosen and is not.
fn applying<T>(
    list: &[T],
    is_choice: bool,
    chosen: Option<Alternative>,
) -> impl Iterator<Item = &T> {
    list.iter()
        .enumerate()
        .filter(move |(n, _)| !is_choice || chosen.is_some_and(|chosen| chosen.index() == *n))
        .map(|(_, entry)| entry)
}
