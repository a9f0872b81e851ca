//! What stands on the ring or lies beside it: pawns, special tokens, sumos, the
//! belt; and [`Stock`], a heap of those that belong to somebody.

use crate::closed::closed;
use crate::player::{BySeat, Seat};
use core::fmt;

closed! {
    /// The size of a disc.
    enum Size {
        /// A small disc.
        Small = "small",
        /// A medium disc.
        Medium = "medium",
        /// A large disc.
        Large = "large",
    }
    map BySize
}

closed! {
    /// Which of a card's kinds of special token; no card has more than two.
    enum Slot {
        /// The first kind.
        First = "a",
        /// The second kind.
        Second = "b",
    }
    map BySlot
}

/// A special token: it belongs to the card of one seat. Tokens of the same kind
/// are alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Token {
    /// The seat whose card names it.
    pub owner: Seat,
    /// Which of the card's kinds it is.
    pub slot: Slot,
}

impl Token {
    /// Every kind of token that can be in a match.
    pub fn all() -> impl Iterator<Item = Self> {
        Seat::ALL
            .into_iter()
            .flat_map(|owner| Slot::ALL.map(|slot| Self { owner, slot }))
    }
}

/// Anything that can be pushed from the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Element {
    /// A disc of this size.
    Pawn(Size),
    /// A special token.
    Token(Token),
}

impl Element {
    /// Every kind of element that can be in a match.
    pub fn all() -> impl Iterator<Item = Self> {
        Size::ALL
            .into_iter()
            .map(Self::Pawn)
            .chain(Token::all().map(Self::Token))
    }
}

/// Anything that can stand on the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Piece {
    /// A pawn or special token.
    Element(Element),
    /// The wrestler of a seat.
    Sumo(Seat),
    /// The title of the game of two.
    Belt,
}

impl Piece {
    /// A pawn of this size.
    #[must_use]
    pub const fn pawn(size: Size) -> Self {
        Self::Element(Element::Pawn(size))
    }

    /// Every kind of piece that can be in a match.
    pub fn all() -> impl Iterator<Item = Self> {
        Element::all()
            .map(Self::Element)
            .chain(Seat::ALL.into_iter().map(Self::Sumo))
            .chain([Self::Belt])
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "token {}{}", self.owner, self.slot)
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pawn(size) => size.fmt(f),
            Self::Token(token) => token.fmt(f),
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Element(element) => element.fmt(f),
            Self::Sumo(seat) => write!(f, "sumo {seat}"),
            Self::Belt => f.write_str("belt"),
        }
    }
}

/// A heap of elements: an inventory, the reserve, or what is on the ring.
///
/// ```
/// use rules_core::piece::{Element, Size, Stock};
///
/// let mut heap = Stock::default();
/// assert!(heap.put(Element::Pawn(Size::Small), 2));
/// assert!(!heap.take(Element::Pawn(Size::Large), 1), "there is none");
/// assert_eq!(heap.to_string(), "2 small");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Stock {
    /// Discs by size.
    pub pawns: BySize<u8>,
    /// Special tokens by owner and kind.
    pub tokens: BySeat<BySlot<u8>>,
}

impl Stock {
    /// How many of this element there are.
    #[must_use]
    pub fn count(&self, element: Element) -> u8 {
        match element {
            Element::Pawn(size) => self.pawns[size],
            Element::Token(token) => self.tokens[token.owner][token.slot],
        }
    }

    /// Adds some; keeps the heap unchanged and says `false` if it would overflow.
    #[must_use]
    pub fn put(&mut self, element: Element, count: u8) -> bool {
        let place = self.place(element);
        place.checked_add(count).map(|sum| *place = sum).is_some()
    }

    /// Takes some away; keeps the heap unchanged and says `false` if there are too few.
    #[must_use]
    pub fn take(&mut self, element: Element, count: u8) -> bool {
        let place = self.place(element);
        place.checked_sub(count).map(|rest| *place = rest).is_some()
    }

    fn place(&mut self, element: Element) -> &mut u8 {
        match element {
            Element::Pawn(size) => &mut self.pawns[size],
            Element::Token(token) => &mut self.tokens[token.owner][token.slot],
        }
    }

    /// Whether there is nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pawns.0 == [0; 3] && self.tokens.0.iter().all(|kinds| kinds.0 == [0; 2])
    }

    /// The kinds of element there are, with their number.
    pub fn kinds(&self) -> impl Iterator<Item = (Element, u8)> {
        Element::all()
            .map(|element| (element, self.count(element)))
            .filter(|&(_, count)| count > 0)
    }

    /// Whether all of `other` is in here.
    #[must_use]
    pub fn holds(&self, other: &Self) -> bool {
        Element::all().all(|element| self.count(element) >= other.count(element))
    }
}

impl fmt::Display for Stock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        for (n, (element, count)) in self.kinds().enumerate() {
            let comma = if n > 0 { ", " } else { "" };
            write!(f, "{comma}{count} {element}")?;
        }
        Ok(())
    }
}
