//! What was agreed before the first turn and does not change: players, cards,
//! edition, house switches.

use super::card::{Card, MoveRule, Nth};
use super::edition::{Book, Edition};
use crate::piece::{BySlot, Element, Size};
use crate::player::{BySeat, Colour, Players, Seat, Side};
use heapless::Vec;

/// The terms of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Terms {
    /// Which box is played.
    pub edition: Edition,
    /// How many play.
    pub players: Players,
    /// With or without special moves.
    pub league: League,
    /// Switches of the house.
    pub house: House,
    /// The colour of each seat's sumo.
    pub colours: BySeat<Colour>,
    /// What each seat's card can do.
    pub kits: BySeat<Kit>,
}

/// With or without special moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum League {
    /// The full game.
    Full,
    /// The Junior League: other inventories, no special moves.
    Junior,
}

/// Switches that a house may set differently from the printed rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct House {
    /// What happens when a corner slam is due and there is nothing to push.
    pub empty_slam: EmptySlam,
}

/// What a corner slam with an empty inventory means (SS-C4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EmptySlam {
    /// The side loses, as printed.
    #[default]
    Loses,
    /// The markers leave the posts and the push is waived.
    Waived,
}

/// A card without names: what the engine needs of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Kit {
    /// Its special tokens.
    pub tokens: BySlot<Option<Tokens>>,
    /// Its special moves.
    pub moves: Vec<MoveRule, 3, u8>,
}

/// The tokens of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tokens {
    /// The disc they count as when stacked.
    pub size: Size,
    /// How many there are.
    pub count: u8,
}

impl Kit {
    /// What the engine needs of `card`.
    #[must_use]
    pub fn of(card: &Card) -> Self {
        Self {
            tokens: BySlot::from_fn(|slot| {
                card.tokens.get(slot.index()).map(|kind| Tokens {
                    size: kind.size,
                    count: kind.count,
                })
            }),
            moves: card.moves.iter().map(|it| it.rule.clone()).collect(),
        }
    }
}

impl Terms {
    /// The box and its rule book.
    #[must_use]
    pub const fn book(&self) -> &'static Book {
        self.edition.book()
    }

    /// The side of a seat.
    #[must_use]
    pub const fn side_of(&self, seat: Seat) -> Side {
        self.players.side_of(seat)
    }

    /// The seat that plays this colour, if one does.
    #[must_use]
    pub fn seat_of(&self, colour: Colour) -> Option<Seat> {
        let mut seats = self.players.seats();
        seats.find(|&seat| self.colours[seat] == colour)
    }

    /// The special move of a seat's card, if there is one and moves are played.
    #[must_use]
    pub fn move_rule(&self, seat: Seat, nth: Nth) -> Option<&MoveRule> {
        match self.league {
            League::Full => self.kits[seat].moves.get(nth.index()),
            League::Junior => None,
        }
    }

    /// Whether a seat has special moves at all.
    #[must_use]
    pub fn has_moves(&self, seat: Seat) -> bool {
        self.move_rule(seat, Nth::First).is_some()
    }

    /// The disc that an element is, or counts as.
    #[must_use]
    pub fn size_of(&self, element: Element) -> Option<Size> {
        match element {
            Element::Pawn(size) => Some(size),
            Element::Token(token) => self.kits[token.owner].tokens[token.slot].map(|it| it.size),
        }
    }

    /// How many of this element are in the match.
    #[must_use]
    pub fn count(&self, element: Element) -> u8 {
        match element {
            Element::Pawn(size) => self.book().pawns[size],
            Element::Token(token) => {
                self.kits[token.owner].tokens[token.slot].map_or(0, |it| it.count)
            }
        }
    }
}
