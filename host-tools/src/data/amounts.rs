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
    /// Special tokens there are, of all cards.
    pub(super) all_tokens: u8,
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

    /// What to write instead of `name`, which is not among `sizes` or the
    /// card's tokens.
    pub(super) fn hint(&self, name: &str, sizes: &[&str]) -> String {
        let tokens = self.tokens.iter().map(|it| it.name.as_str());
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
            let instead = self.hint(entry.key, &Size::all());
            let wrong = format_args!("`{}` is no size and no token of this card", entry.key);
            return Err(notes.say(entry.at, wrong, instead));
        };
        let count = entry.count(declared.count.unwrap_or(self.all_tokens), notes)?;
        if let Some(slot) = self.slot(entry.key) {
            listed.tokens[slot] = count;
        }
        Ok(())
    }
}
