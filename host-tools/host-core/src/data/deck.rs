//! Deck files: sumo cards, and the box they are for.

use super::card;
use super::diagnostics::{Diagnostics, Parsed};
use super::file::{COMMON, Head, read_head};
use super::label;
use super::toml_cursor::TomlTable;
use super::vocabulary::FileWord;
use rules_core::games::kabuto::card::Card;
use rules_core::games::kabuto::deck::{DECK_FORMAT, DECK_MARK};
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::Size;
use toml::de::DeTable;

/// Largest number of cards in a deck: players refer to them by one byte.
const MAX_CARDS: usize = 255;

/// Deck: the cards that players choose from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Deck {
    /// Cards of the deck; players refer to them by index.
    pub cards: Vec<Card>,
}

/// Format of a deck file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeckFormat {
    /// First format, of files without the key `format`.
    First,
    /// Format with alternatives, opponents' markers, pieces knocked off, sumos taken and
    /// several pieces taken at once.
    Second,
}

impl DeckFormat {
    /// Returns the number of the format in a file.
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            Self::First => 1,
            Self::Second => 2,
        }
    }
}

/// Contents of a deck file.
///
/// `Display` writes the TOML text that reads as the same deck again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeckFile {
    /// Name of the deck, and a statement if its cards were compared with the printed
    /// ones.
    pub head: Head,
    /// Boxes whose pieces the cards may use.
    pub boxes: Boxes,
    /// Cards of the deck.
    pub deck: Deck,
}

/// Boxes that a deck is meant for; its cards may name only pieces that are in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Boxes {
    /// The deck is for the box of this edition.
    One(Edition),
    /// The deck is for both boxes: cards without posts for either, all cards for Sakura
    /// Slam.
    Both,
}

impl DeckFile {
    /// Returns the deck in bytes, as the firmware contains its house deck.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![DECK_MARK, DECK_FORMAT];
        for card in &self.deck.cards {
            // Serialising plain data into a growing vector cannot fail.
            bytes.extend(postcard::to_allocvec(card).unwrap_or_default());
        }
        bytes
    }
}

impl Boxes {
    const WORDS: [&str; 3] = ["ss", "ks", "both"];

    fn parse(word: &str) -> Option<Self> {
        match word {
            "both" => Some(Self::Both),
            _ => Edition::parse(word).map(Self::One),
        }
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::One(edition) => edition.word(),
            Self::Both => "both",
        }
    }

    /// Returns the number of discs of a size in the box; of both boxes, the larger
    /// number.
    pub(super) fn pawns(self, size: Size) -> u8 {
        let have = |edition: Edition| edition.book().pawns[size];
        match self {
            Self::One(edition) => have(edition),
            Self::Both => have(Edition::SakuraSlam).max(have(Edition::KabutoSumo)),
        }
    }
}

pub(super) fn read<'a>(root: &'a DeTable<'a>, diagnostics: &mut Diagnostics) -> Parsed<DeckFile> {
    let mut table = TomlTable::new(root, 0, "a deck");
    let [kind, name, verified] = COMMON;
    table.only(
        &[kind, name, verified, "format", "game", "card"],
        diagnostics,
    );
    let head = read_head(&table, diagnostics);
    let boxes = table
        .need(
            "game",
            "write game = \"ss\", \"ks\" or \"both\"",
            diagnostics,
        )
        .and_then(|field| field.word(&Boxes::WORDS, Boxes::parse, diagnostics));
    let format = read_format(&table, diagnostics);
    let source = CardSource {
        boxes: boxes.unwrap_or(Boxes::Both),
        format: format.unwrap_or(DeckFormat::Second),
    };
    let cards = read_cards(&table, source, diagnostics);
    format?;
    Ok(DeckFile {
        head: head?,
        boxes: boxes?,
        deck: Deck { cards: cards? },
    })
}

/// Properties of the file that its cards are read by.
#[derive(Debug, Clone, Copy)]
pub(super) struct CardSource {
    pub(super) boxes: Boxes,
    pub(super) format: DeckFormat,
}

fn read_format(table: &TomlTable, diagnostics: &mut Diagnostics) -> Parsed<DeckFormat> {
    let Some(field) = table.find("format") else {
        return Ok(DeckFormat::First);
    };
    match field.whole(1..=u32::MAX, diagnostics)? {
        1 => Ok(DeckFormat::First),
        2 => Ok(DeckFormat::Second),
        later => Err(diagnostics.report(
            field.at,
            format_args!("this program reads decks of format 1 and 2, and this is {later}"),
            "update the program, or write the deck in format = 2",
        )),
    }
}

fn read_cards(
    table: &TomlTable,
    source: CardSource,
    diagnostics: &mut Diagnostics,
) -> Parsed<Vec<Card>> {
    let field = table.need("card", "write a [[card]] for each card", diagnostics)?;
    let entries = field.tables("a card", diagnostics);
    let mut names = Vec::new();
    let cards = card::fill::<_, MAX_CARDS>(
        &entries,
        "card",
        "write at most 255 in a deck",
        diagnostics,
        |entry, diagnostics| {
            let read = card::read(entry, source, diagnostics);
            names.extend(read.name);
            read.card
        },
    );
    label::check_distinct(&names, "card", diagnostics);
    cards
}
