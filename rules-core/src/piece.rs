//! Pieces on the ring or beside it: pawns, special tokens, sumos, the belt; and
//! [`Stock`], a number of elements by kind.

use crate::closed_enum::closed_enum;
use crate::player::{BySeat, Seat};
use core::fmt;

closed_enum! {
    /// Size of a pawn, a plain disc.
    enum Size {
        /// Small disc.
        Small = "small",
        /// Medium disc.
        Medium = "medium",
        /// Large disc.
        Large = "large",
    }
    map BySize
}

closed_enum! {
    /// Kind of special token on one sumo card: its first or its second. No card has more
    /// than two.
    enum TokenSlot {
        /// First kind of special token on the card.
        First = "a",
        /// Second kind of special token on the card.
        Second = "b",
    }
    map BySlot
}

/// Kind of special token: an extra element that the sumo card of one seat brings into the
/// match. Tokens of the same kind are alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Token {
    /// Seat whose card names the token.
    pub owner: Seat,
    /// Kind of the token among those on that card.
    pub slot: TokenSlot,
}

impl Token {
    /// Iterates over every kind of token that can be in a match.
    pub fn all() -> impl Iterator<Item = Self> {
        Seat::ALL
            .into_iter()
            .flat_map(|owner| TokenSlot::ALL.map(|slot| Self { owner, slot }))
    }
}

/// Element: a piece that can be pushed from the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Element {
    /// Pawn: a plain disc of this size.
    Pawn(Size),
    /// Special token of a sumo card.
    Token(Token),
}

impl Element {
    /// Iterates over every kind of element that can be in a match.
    pub fn all() -> impl Iterator<Item = Self> {
        Size::ALL
            .into_iter()
            .map(Self::Pawn)
            .chain(Token::all().map(Self::Token))
    }
}

/// Piece that can stand on the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Piece {
    /// Pawn or special token.
    Element(Element),
    /// Sumo, the wrestler of this seat.
    Sumo(Seat),
    /// Belt: the title piece on the centre pawn in a match of two players.
    Belt,
}

impl Piece {
    /// Returns the piece that is a pawn of this size.
    #[must_use]
    pub const fn pawn(size: Size) -> Self {
        Self::Element(Element::Pawn(size))
    }

    /// Iterates over every kind of piece that can be in a match.
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

/// Numbers of elements in one place: an inventory, the reserve, or the ring.
///
/// ```
/// use rules_core::piece::{Element, Size, Stock};
///
/// let mut heap = Stock::default();
/// assert!(heap.add(Element::Pawn(Size::Small), 2));
/// assert!(!heap.remove(Element::Pawn(Size::Large), 1), "there is none");
/// assert_eq!(heap.to_string(), "2 small");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Stock {
    /// Number of discs, by size.
    pub pawns: BySize<u8>,
    /// Number of special tokens, by owner and kind.
    pub tokens: BySeat<BySlot<u8>>,
}

impl Stock {
    /// Returns the number of elements of this kind in the stock.
    #[must_use]
    pub fn count(&self, element: Element) -> u8 {
        match element {
            Element::Pawn(size) => self.pawns[size],
            Element::Token(token) => self.tokens[token.owner][token.slot],
        }
    }

    /// Adds `count` of an element. Returns false, and leaves the stock unchanged, if
    /// the number would exceed 255.
    #[must_use]
    pub fn add(&mut self, element: Element, count: u8) -> bool {
        let place = self.place(element);
        place.checked_add(count).map(|sum| *place = sum).is_some()
    }

    /// Removes `count` of an element. Returns false, and leaves the stock unchanged, if
    /// there are too few.
    #[must_use]
    pub fn remove(&mut self, element: Element, count: u8) -> bool {
        let place = self.place(element);
        place.checked_sub(count).map(|rest| *place = rest).is_some()
    }

    fn place(&mut self, element: Element) -> &mut u8 {
        match element {
            Element::Pawn(size) => &mut self.pawns[size],
            Element::Token(token) => &mut self.tokens[token.owner][token.slot],
        }
    }

    /// True if the stock contains no element.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pawns.0 == [0; 3] && self.tokens.0.iter().all(|kinds| kinds.0 == [0; 2])
    }

    /// Iterates over the kinds of element in the stock, with their number.
    pub fn kinds(&self) -> impl Iterator<Item = (Element, u8)> {
        Element::all()
            .map(|element| (element, self.count(element)))
            .filter(|&(_, count)| count > 0)
    }

    /// True if the stock contains all elements of `other`.
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
