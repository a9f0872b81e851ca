//! Amounts: `{ small = 2, Lantern = 1 }`, discs by size and the card's own
//! tokens by name.

use super::mistake::{Notes, Read};
use super::walk::{Field, nearest, one_of};
use super::words::Word;
use rules_core::games::kabuto::card::Listed;
use rules_core::piece::{BySize, Size, Slot};

/// What a card's amounts can be made of.
#[derive(Debug)]
pub(super) struct Supply {
    /// Discs there are.
    pub(super) pawns: BySize<u8>,
    /// The card's tokens, in order, even those with mistakes in them: a name
    /// that was declared badly was declared all the same.
    pub(super) tokens: Vec<Declared>,
}

/// A declared kind of token.
#[derive(Debug)]
pub(super) struct Declared {
    pub(super) name: String,
    /// How many there are, if that could be read.
    pub(super) count: Option<u8>,
}

impl Supply {
    /// The token of this name.
    pub(super) fn slot(&self, name: &str) -> Option<Slot> {
        let index = self.tokens.iter().position(|it| it.name == name)?;
        Slot::ALL.get(index).copied()
    }

    /// How to name a token of this card.
    pub(super) fn token_hint(&self, name: &str) -> String {
        let names: Vec<&str> = self.tokens.iter().map(|it| it.name.as_str()).collect();
        match (nearest(name, names.iter().copied()), names.as_slice()) {
            (Some(near), _) => format!("write `{near}` instead"),
            (None, []) => "declare it with [[card.token]]".into(),
            (None, _) => format!("write {} instead", one_of(&names)),
        }
    }

    /// Reads an amount of at least one element.
    pub(super) fn amounts(&self, field: Field, notes: &mut Notes) -> Read<Listed> {
        let key = field.key;
        let table = field.table("an amount", notes)?;
        let mut listed = Listed::default();
        let mut whole = Ok(());
        for entry in table.fields() {
            if let Err(broken) = self.amount(entry, &mut listed, notes) {
                whole = Err(broken);
            }
        }
        whole?;
        if listed == Listed::default() {
            let wrong = format_args!("`{key}` lists nothing");
            return Err(notes.say(field.at, wrong, "write for example { small = 1 }"));
        }
        Ok(listed)
    }

    fn amount(&self, entry: Field, listed: &mut Listed, notes: &mut Notes) -> Read<()> {
        if let Some(size) = <Size as Word>::parse(entry.key) {
            listed.pawns[size] = entry.count(self.pawns[size], notes)?;
            return Ok(());
        }
        let declared = self.tokens.iter().find(|it| it.name == entry.key);
        let Some(declared) = declared else {
            let known = Size::all();
            let instead = match nearest(entry.key, known) {
                Some(size) => format!("write `{size}` instead"),
                None => self.token_hint(entry.key),
            };
            let wrong = format_args!("`{}` is no size and no token of this card", entry.key);
            return Err(notes.say(entry.at, wrong, instead));
        };
        let count = entry.count(declared.count.unwrap_or(u8::MAX), notes)?;
        if let Some(slot) = self.slot(entry.key) {
            listed.tokens[slot] = count;
        }
        Ok(())
    }
}
