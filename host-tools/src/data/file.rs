//! A data file of any kind: what all kinds have in common.

use super::board::BoardFile;
use super::deck::DeckFile;
use super::label;
use super::layout::LayoutFile;
use super::mistake::{Notes, Read};
use super::walk::Table;
use crate::mistake::{Mistake, line_of};
use toml::de::DeTable;

/// What is in a data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DataFile {
    /// Sumo cards.
    Deck(Box<DeckFile>),
    /// The ring at the start.
    Layout(LayoutFile),
    /// Dimensions.
    Board(BoardFile),
}

/// What every data file says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// What it is called.
    pub name: String,
    /// Whether somebody compared it with the printed game.
    pub trust: Trust,
}

/// Whether the contents were compared with the box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// Somebody held it against the printed game.
    Verified,
    /// Nobody did yet.
    Unverified,
}

impl Trust {
    /// As people read it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Verified => "verified against the box",
            Self::Unverified => "not verified against the box",
        }
    }
}

/// The keys that every kind of file has.
pub(super) const COMMON: [&str; 3] = ["kind", "name", "verified"];

#[derive(Debug, Clone, Copy)]
enum Kind {
    Deck,
    Layout,
    Board,
}

impl Kind {
    const WORDS: [&str; 3] = ["deck", "layout", "board"];

    fn parse(word: &str) -> Option<Self> {
        match word {
            "deck" => Some(Self::Deck),
            "layout" => Some(Self::Layout),
            "board" => Some(Self::Board),
            _ => None,
        }
    }
}

/// Reads a data file.
///
/// # Errors
/// Every mistake in it.
///
/// ```
/// use host_tools::data::{self, DataFile};
///
/// let text = "
///     kind = 'layout'
///     name = 'Two, by the table'
///     verified = true
///     game = 'ks'
///     players = 2
///     centre = 'large'
///     large = 3
///     medium = 8
///     small = 14
/// ";
/// assert!(matches!(data::read(text), Ok(DataFile::Layout(_))));
///
/// let mistakes = data::read(&text.replace("centre", "center")).unwrap_err();
/// assert_eq!(mistakes[0].line, 7);
/// assert_eq!(
///     mistakes[0].message,
///     "a layout has no key `center`; write `centre` instead"
/// );
/// ```
pub fn read(text: &str) -> Result<DataFile, Vec<Mistake>> {
    let mut notes = Notes::new(text);
    if text.trim().is_empty() {
        let instead = "write kind = \"deck\", \"layout\" or \"board\" in its first line";
        let broken = notes.say(0, "the file is empty", instead);
        return notes.close(Err(broken));
    }
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let at = error.span().map_or(0, |span| span.start);
        // What the parser would have accepted there is jargon; a hint follows.
        let message = error.message();
        let said = message
            .split_once(", expected")
            .map_or(message, |(said, _)| said);
        notes.say_syntax(at, format_args!("not TOML: {said}"), hint(said));
    }
    let file = read_root(root.get_ref(), &mut notes);
    notes.close(file)
}

/// Reads a data file that may not even be text.
///
/// # Errors
/// Every mistake in it.
pub fn read_bytes(bytes: &[u8]) -> Result<DataFile, Vec<Mistake>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => read(text),
        Err(error) => Err(vec![Mistake {
            line: line_of(bytes, error.valid_up_to()),
            message: "this is not UTF-8 text; save the file as UTF-8".into(),
        }]),
    }
}

fn read_root<'a>(root: &'a DeTable<'a>, notes: &mut Notes) -> Read<DataFile> {
    let table = Table::new(root, 0, "a data file");
    let instead = "write kind = \"deck\", \"layout\" or \"board\" in its first line";
    let kind = table
        .need("kind", instead, notes)?
        .word(&Kind::WORDS, Kind::parse, notes)?;
    Ok(match kind {
        Kind::Deck => DataFile::Deck(Box::new(super::deck::read(root, notes)?)),
        Kind::Layout => DataFile::Layout(super::layout::read(root, notes)?),
        Kind::Board => DataFile::Board(super::board::read(root, notes)?),
    })
}

/// Reads what every kind of file says about itself.
pub(super) fn read_head(table: &Table, notes: &mut Notes) -> Read<Head> {
    let name = table
        .need("name", "write name = \"...\"", notes)
        .and_then(|field| {
            let name = field.text(notes)?;
            label::check(name, field.at, "this name", notes).map(|()| name.to_owned())
        });
    let instead = "write verified = false until somebody has compared it with the box";
    let trust = table.need("verified", instead, notes).and_then(|field| {
        Ok(match field.flag(notes)? {
            true => Trust::Verified,
            false => Trust::Unverified,
        })
    });
    Ok(Head {
        name: name?,
        trust: trust?,
    })
}

/// What to do about something that is not TOML, by what the parser says.
fn hint(said: &str) -> &'static str {
    let hints = [
        (
            "duplicate key",
            "keep only one of them; each card begins with [[card]], two brackets on each side",
        ),
        ("unquoted key", "write every line as key = value"),
        ("comma", "put one comma between two entries"),
        ("inline table", "close every { with } on the same line"),
        (
            "array table",
            "write [[card]] with two brackets on each side",
        ),
        ("array", "close every [ with ]"),
        ("table", "write a table as [card.junior]"),
        (
            "string values",
            "write text between quotation marks, or true or false",
        ),
        ("string", "write text between quotation marks on one line"),
        ("quote", "write text between quotation marks on one line"),
        ("zero", "write the number without it"),
        ("sign", "write the number without it"),
    ];
    hints
        .iter()
        .find(|it| said.contains(it.0))
        .map_or("write every line as key = value", |it| it.1)
}
