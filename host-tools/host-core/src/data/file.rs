//! Data files of any kind, and the head that all kinds share.

use super::board::BoardFile;
use super::deck::DeckFile;
use super::diagnostics::{Diagnostics, Parsed};
use super::label;
use super::layout::LayoutFile;
use super::toml_cursor::TomlTable;
use crate::file_error::{FileError, line_of};
use toml::de::DeTable;

/// Contents of a data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DataFile {
    /// Deck of sumo cards.
    Deck(Box<DeckFile>),
    /// Discs on the ring at the start of a match.
    Layout(LayoutFile),
    /// Dimensions of a ring and its pieces.
    Board(BoardFile),
}

/// Head of a data file: keys that every kind has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Name of the deck, layout or board.
    pub name: String,
    /// Result of the comparison with the printed game.
    pub trust: Verification,
}

/// Statement of a data file about the comparison of its contents with the box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verification {
    /// A person compared the contents with the printed game.
    Verified,
    /// The contents were not compared with the printed game.
    Unverified,
}

impl Verification {
    /// Returns the statement as text for people.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Verified => "verified against the box",
            Self::Unverified => "not verified against the box",
        }
    }
}

/// Keys that every kind of data file has.
pub(super) const COMMON: [&str; 3] = ["kind", "name", "verified"];

#[derive(Debug, Clone, Copy)]
enum FileKind {
    Deck,
    Layout,
    Board,
}

impl FileKind {
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
/// All mistakes in the file, in line order.
///
/// ```
/// use host_core::data::{self, DataFile};
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
pub fn read(text: &str) -> Result<DataFile, Vec<FileError>> {
    let mut diagnostics = Diagnostics::new(text);
    if text.trim().is_empty() {
        let instead = "write kind = \"deck\", \"layout\" or \"board\" in its first line";
        let broken = diagnostics.report(0, "the file is empty", instead);
        return diagnostics.close(Err(broken));
    }
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let at = error.span().map_or(0, |span| span.start);
        // The parser's list of expected tokens is jargon; a hint replaces it.
        let message = error.message();
        let said = message
            .split_once(", expected")
            .map_or(message, |(said, _)| said);
        diagnostics.report_syntax(at, format_args!("not TOML: {said}"), hint(said));
    }
    let file = read_root(root.get_ref(), &mut diagnostics);
    diagnostics.close(file)
}

/// Reads a data file from bytes that may not be text.
///
/// # Errors
/// All mistakes in the file, in line order, or the position of the first byte that is not
/// UTF-8.
pub fn read_bytes(bytes: &[u8]) -> Result<DataFile, Vec<FileError>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => read(text),
        Err(error) => Err(vec![FileError {
            line: line_of(bytes, error.valid_up_to()),
            message: "this is not UTF-8 text; save the file as UTF-8".into(),
        }]),
    }
}

fn read_root<'a>(root: &'a DeTable<'a>, diagnostics: &mut Diagnostics) -> Parsed<DataFile> {
    let table = TomlTable::new(root, 0, "a data file");
    let instead = "write kind = \"deck\", \"layout\" or \"board\" in its first line";
    let kind = table.need("kind", instead, diagnostics)?.word(
        &FileKind::WORDS,
        FileKind::parse,
        diagnostics,
    )?;
    Ok(match kind {
        FileKind::Deck => DataFile::Deck(Box::new(super::deck::read(root, diagnostics)?)),
        FileKind::Layout => DataFile::Layout(super::layout::read(root, diagnostics)?),
        FileKind::Board => DataFile::Board(super::board::read(root, diagnostics)?),
    })
}

/// Reads the head of a file of any kind.
pub(super) fn read_head(table: &TomlTable, diagnostics: &mut Diagnostics) -> Parsed<Head> {
    let name = table
        .need("name", "write name = \"...\"", diagnostics)
        .and_then(|field| {
            let name = field.text(diagnostics)?;
            label::check(name, field.at, "this name", diagnostics).map(|()| name.to_owned())
        });
    let instead = "write verified = false until somebody has compared it with the box";
    let trust = table
        .need("verified", instead, diagnostics)
        .and_then(|field| {
            Ok(match field.flag(diagnostics)? {
                true => Verification::Verified,
                false => Verification::Unverified,
            })
        });
    Ok(Head {
        name: name?,
        trust: trust?,
    })
}

/// Returns a correction for text that is not TOML, chosen by the parser's message.
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
        .find(|hint| said.contains(hint.0))
        .map_or("write every line as key = value", |hint| hint.1)
}
