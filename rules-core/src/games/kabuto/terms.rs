//! Terms of a match, agreed before the first turn and constant: players, cards,
//! edition, house rules.

use super::card::{Card, CardElements, Effect, MoveIndex, MoveRule};
use super::edition::{Edition, RuleBook};
use crate::piece::{BySlot, Element, Size, TokenSlot};
use crate::player::{BySeat, Colour, Players, Seat, Side};
use heapless::Vec;

/// Terms of a match: everything that is agreed before it and stays constant.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Terms {
    /// Box whose rules are played.
    pub edition: Edition,
    /// Number of players.
    pub players: Players,
    /// League: with or without special moves.
    pub league: League,
    /// House rules: choices of the table that differ from the printed rules.
    pub house_rules: HouseRules,
    /// Colour of the sumo, by seat.
    pub colours: BySeat<Colour>,
    /// Tokens and special moves of the card, by seat.
    pub cards: BySeat<CardRules>,
}

/// League: with or without special moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum League {
    /// Full game, with special moves.
    Full,
    /// Junior League: different inventories, no special moves.
    Junior,
}

/// Rules that a table may set differently from the printed ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HouseRules {
    /// Consequence of a corner slam that is due with an empty inventory.
    pub empty_slam: EmptySlam,
    /// Fate of an opponent's sumo that falls together with the pusher's own.
    pub fallen_with_pusher: Fallen,
}

/// Fate of an opponent's sumo that falls in the push in which the pusher of three
/// players knocks off their own (SS-3c).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Fallen {
    /// The sumo is off the ring, and the last one left on it wins, as printed.
    #[default]
    Counts,
    /// The sumo is put back, and the two play on.
    PutBack,
}

/// Consequence of a corner slam with an empty inventory (SS-C4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EmptySlam {
    /// The side loses, as printed.
    #[default]
    Loses,
    /// The markers leave the posts and the push is waived.
    Waived,
}

/// Sumo card without names: the part that the engine needs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CardRules {
    /// Special tokens of the card, by slot; `None` for a slot the card does not use.
    pub tokens: BySlot<Option<Tokens>>,
    /// Special moves of the card, from the top.
    pub moves: Vec<MoveRule, 3, u8>,
}

/// Size and number of the special tokens of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tokens {
    /// Size of the disc that a token counts as when elements are stacked.
    pub size: Size,
    /// Number of tokens of the kind.
    pub count: u8,
}

impl CardRules {
    /// No card.
    pub const NONE: Self = Self {
        tokens: BySlot([None; TokenSlot::ALL.len()]),
        moves: Vec::new(),
    };

    /// Extracts the part of `card` that the engine needs.
    #[must_use]
    pub fn from_card(card: &Card) -> Self {
        Self {
            tokens: BySlot::from_fn(|slot| {
                card.tokens.get(slot.index()).map(|kind| Tokens {
                    size: kind.size,
                    count: kind.count,
                })
            }),
            moves: card
                .moves
                .iter()
                .map(|special| special.rule.clone())
                .collect(),
        }
    }
}

impl Terms {
    /// Returns the contents of the box and of its rule book.
    #[must_use]
    pub const fn book(&self) -> &'static RuleBook {
        self.edition.book()
    }

    /// Returns the side of a seat.
    #[must_use]
    pub const fn side_of(&self, seat: Seat) -> Side {
        self.players.side_of(seat)
    }

    /// Returns the seat that plays this colour; `None` if no seat does.
    #[must_use]
    pub fn seat_of(&self, colour: Colour) -> Option<Seat> {
        let mut seats = self.players.seats();
        seats.find(|&seat| self.colours[seat] == colour)
    }

    /// Returns a special move of a seat's card; `None` if the card has no such move,
    /// and always in the Junior League.
    #[must_use]
    pub fn move_rule(&self, seat: Seat, nth: MoveIndex) -> Option<&MoveRule> {
        match self.league {
            League::Full => self.cards[seat].moves.get(nth.index()),
            League::Junior => None,
        }
    }

    /// Returns the group that special move `nth` lets a seat push; `None` if it lets no
    /// group be pushed.
    #[must_use]
    pub fn group_of(&self, seat: Seat, nth: MoveIndex) -> Option<CardElements> {
        let mut effects = self.move_rule(seat, nth)?.effects.iter();
        effects.find_map(|effect| match effect {
            Effect::PushGroup(listed) => Some(*listed),
            _ => None,
        })
    }

    /// True if a seat has at least one special move.
    #[must_use]
    pub fn has_moves(&self, seat: Seat) -> bool {
        self.move_rule(seat, MoveIndex::First).is_some()
    }

    /// Returns the size of the disc that an element is, or counts as; `None` for a
    /// token that no card has.
    #[must_use]
    pub fn size_of(&self, element: Element) -> Option<Size> {
        match element {
            Element::Pawn(size) => Some(size),
            Element::Token(token) => {
                self.cards[token.owner].tokens[token.slot].map(|tokens| tokens.size)
            }
        }
    }

    /// Returns the number of elements of this kind in the match.
    #[must_use]
    pub fn count(&self, element: Element) -> u8 {
        match element {
            Element::Pawn(size) => self.book().pawns[size],
            Element::Token(token) => {
                self.cards[token.owner].tokens[token.slot].map_or(0, |tokens| tokens.count)
            }
        }
    }
}
