//! Deck in bytes: the form in which the firmware contains the house deck.
//!
//! ```text
//! deck = "D", format, card*        each card in postcard
//! ```
//!
//! The cards are read one at a time, so that a deck may have any number of them and never
//! occupies memory as a whole. Bytes of format 1 began with the number of cards; they are
//! refused, because cards are written as text and these bytes are made from it.

use super::card::Card;
use core::fmt;

/// First byte of every deck.
pub const DECK_MARK: u8 = b'D';

/// Format of a deck in bytes. It changes whenever the bytes of a [`Card`] do.
pub const DECK_FORMAT: u8 = 2;

/// Reader of a deck in bytes: iterates over its cards.
#[derive(Debug, Clone)]
pub struct StoredDeck<'b> {
    /// Bytes of the cards that are not read yet.
    rest: &'b [u8],
}

/// Reason why bytes are not a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum DeckError {
    /// The bytes do not begin as a deck does.
    NotADeck,
    /// The deck has this other format.
    OtherFormat(u8),
    /// A card of the deck is damaged.
    Damaged,
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotADeck => f.write_str(
                "these bytes are not a deck; make them from its text with `dohyo cards encode`",
            ),
            Self::OtherFormat(format) => write!(
                f,
                "the deck has format {format} and not {DECK_FORMAT}; encode its text again"
            ),
            Self::Damaged => f.write_str("a card is damaged; encode the deck's text again"),
        }
    }
}

impl core::error::Error for DeckError {}

impl<'b> StoredDeck<'b> {
    /// Opens a deck in bytes.
    ///
    /// # Errors
    /// [`DeckError`] if the bytes are not a deck of this format.
    pub const fn open(bytes: &'b [u8]) -> Result<Self, DeckError> {
        match bytes {
            [DECK_MARK, DECK_FORMAT, rest @ ..] => Ok(Self { rest }),
            [DECK_MARK, format, ..] => Err(DeckError::OtherFormat(*format)),
            _ => Err(DeckError::NotADeck),
        }
    }
}

impl Iterator for StoredDeck<'_> {
    type Item = Result<Card, DeckError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        match postcard::take_from_bytes(self.rest) {
            Ok((card, rest)) => {
                self.rest = rest;
                Some(Ok(card))
            }
            Err(_) => {
                self.rest = &[];
                Some(Err(DeckError::Damaged))
            }
        }
    }
}
