//! Amounts in card files, such as `{ small = 2, Lantern = 1 }`: discs by size and the
//! card's own tokens by name.

use super::deck::DeckFormat;
use super::diagnostics::{Diagnostics, Parsed};
use super::toml_cursor::{Field, one_of};
use super::vocabulary::FileWord;
use crate::spelling::nearest;
use rules_core::games::kabuto::card::CardElements;
use rules_core::piece::{BySize, Size, TokenSlot};
use std::fmt;

/// Largest number of special tokens of one kind. Cards bring their own tokens, so that the
/// number in a box is no limit for a deck across boxes.
pub(super) const MAX_TOKENS: u8 = 20;

/// Discs and tokens that the amounts of one card may name, with their limits.
#[derive(Debug)]
pub(super) struct Supply {
    /// Number of discs in the box, by size.
    pub(super) pawns: BySize<u8>,
    /// Format of the deck file.
    pub(super) format: DeckFormat,
    /// Token kinds of the card, in file order. Kinds with mistakes are included: a name
    /// that was declared badly was declared all the same.
    pub(super) tokens: Vec<Declared>,
}

/// Kind of token that a card declares.
#[derive(Debug)]
pub(super) struct Declared {
    pub(super) name: String,
    /// Number of tokens of this kind; `None` if it could not be read.
    pub(super) count: Option<u8>,
}

impl Supply {
    /// Reports a value that needs a later format than the file has.
    pub(super) fn needs_second_format(
        &self,
        at: usize,
        what: impl fmt::Display,
        diagnostics: &mut Diagnostics,
    ) -> Parsed<()> {
        match self.format {
            DeckFormat::Second => Ok(()),
            DeckFormat::First => Err(diagnostics.report(
                at,
                format_args!("{what} needs a deck of format 2"),
                "write format = 2 above the first card",
            )),
        }
    }

    /// Returns the slot of the token with this name; `None` if the card declares none.
    pub(super) fn slot(&self, name: &str) -> Option<TokenSlot> {
        let index = self.tokens.iter().position(|token| token.name == name)?;
        TokenSlot::ALL.get(index).copied()
    }

    /// Returns a correction for `name`, which is neither one of `sizes` nor a token of the
    /// card.
    pub(super) fn hint(&self, name: &str, sizes: &[&str]) -> String {
        let tokens = self.tokens.iter().map(|token| token.name.as_str());
        let known: Vec<&str> = tokens.clone().chain(sizes.iter().copied()).collect();
        match nearest(name, known) {
            Some(near) => format!("write `{near}` instead"),
            None if self.tokens.is_empty() => "declare it with [[card.token]]".into(),
            None => {
                let tokens: Vec<&str> = tokens.collect();
                format!("write {} instead, or declare it", one_of(&tokens))
            }
        }
    }

    /// Reads an amount of at least one element.
    pub(super) fn amounts(
        &self,
        field: Field,
        diagnostics: &mut Diagnostics,
    ) -> Parsed<CardElements> {
        let key = field.key;
        let table = field.table("an amount", diagnostics)?;
        let mut listed = CardElements::default();
        let mut whole = Ok(());
        for entry in table.fields() {
            if let Err(broken) = self.amount(entry, &mut listed, diagnostics) {
                whole = Err(broken);
            }
        }
        whole?;
        if listed == CardElements::default() {
            let wrong = format_args!("`{key}` lists nothing");
            return Err(diagnostics.report(field.at, wrong, "write for example { small = 1 }"));
        }
        Ok(listed)
    }

    fn amount(
        &self,
        entry: Field,
        listed: &mut CardElements,
        diagnostics: &mut Diagnostics,
    ) -> Parsed<()> {
        if let Some(size) = <Size as FileWord>::parse(entry.key) {
            listed.pawns[size] = entry.count(self.pawns[size], diagnostics)?;
            return Ok(());
        }
        let declared = self.tokens.iter().find(|token| token.name == entry.key);
        let Some(declared) = declared else {
            let instead = self.hint(entry.key, &Size::all());
            let wrong = format_args!("`{}` is not a size or token of this card", entry.key);
            return Err(diagnostics.report(entry.at, wrong, instead));
        };
        let count = entry.count(declared.count.unwrap_or(MAX_TOKENS), diagnostics)?;
        if let Some(slot) = self.slot(entry.key) {
            listed.tokens[slot] = count;
        }
        Ok(())
    }
}
