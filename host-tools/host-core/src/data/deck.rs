//! Deck files: sumo cards, and the box they are for.

use super::card;
use super::diagnostics::{Diagnostics, Parsed};
use super::file::{COMMON, Head, read_head};
use super::label;
use super::toml_cursor::TomlTable;
use super::vocabulary::FileWord;
use rules_core::games::kabuto::card::{Card, Deck, RingSupport};
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::Size;
use toml::de::DeTable;

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

/// Space for a deck on the device, in bytes of its postcard form.
pub const DEVICE_ROOM: usize = 1024;

impl DeckFile {
    /// Returns the deck in postcard form, as the device receives it.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        // Serialising plain data into a growing vector cannot fail.
        postcard::to_allocvec(&self.deck).unwrap_or_default()
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

    /// Returns the number of special tokens in the box, for all cards together.
    pub(super) fn tokens(self) -> u8 {
        match self {
            Self::One(edition) => edition.book().special_tokens,
            Self::Both => Edition::SakuraSlam.book().special_tokens,
        }
    }
}

pub(super) fn read<'a>(root: &'a DeTable<'a>, diagnostics: &mut Diagnostics) -> Parsed<DeckFile> {
    let mut table = TomlTable::new(root, 0, "a deck");
    let [kind, name, verified] = COMMON;
    table.only(&[kind, name, verified, "game", "card"], diagnostics);
    let head = read_head(&table, diagnostics);
    let boxes = table
        .need(
            "game",
            "write game = \"ss\", \"ks\" or \"both\"",
            diagnostics,
        )
        .and_then(|field| field.word(&Boxes::WORDS, Boxes::parse, diagnostics));
    let cards = read_cards(&table, boxes.unwrap_or(Boxes::Both), diagnostics);
    let file = DeckFile {
        head: head?,
        boxes: boxes?,
        deck: Deck { cards: cards? },
    };
    let needed = file.bytes().len();
    if needed > DEVICE_ROOM {
        let wrong = format_args!("the deck needs {needed} bytes on the device");
        let instead = format_args!("shorten names until it is {DEVICE_ROOM} at most");
        return Err(diagnostics.report(0, wrong, instead));
    }
    Ok(file)
}

fn read_cards(
    table: &TomlTable,
    boxes: Boxes,
    diagnostics: &mut Diagnostics,
) -> Parsed<heapless::Vec<Card, 8, u8>> {
    let field = table.need("card", "write a [[card]] for each card", diagnostics)?;
    let entries = field.tables("a card", diagnostics);
    let mut names = Vec::new();
    let mut needs = Vec::new();
    let cards = card::fill(
        &entries,
        "card",
        "write at most 8 in a deck",
        diagnostics,
        |entry, diagnostics| {
            let read = card::read(entry, boxes, diagnostics);
            names.extend(read.name);
            needs.push(Needs {
                tokens: read.tokens,
                rings: read.rings.unwrap_or(RingSupport::WithPosts),
                at: read.at,
            });
            read.card
        },
    );
    label::check_distinct(&names, "card", diagnostics);
    check_tokens(&needs, boxes, diagnostics);
    cards
}

/// Pieces that one card needs from the box.
#[derive(Debug)]
struct Needs {
    tokens: u32,
    rings: RingSupport,
    at: usize,
}

/// Reports the card at which the total of special tokens exceeds the box.
fn check_tokens(cards: &[Needs], boxes: Boxes, diagnostics: &mut Diagnostics) {
    let mut check = |edition: Edition, fits: fn(&Needs) -> bool| {
        let have = u32::from(edition.book().special_tokens);
        let mut sum = 0;
        for card in cards.iter().filter(|card| fits(card)) {
            let before = sum;
            sum += card.tokens;
            if sum > have && before <= have {
                let wrong = format_args!(
                    "with this card the deck needs {sum} special tokens, and the box of \"{}\" has {have}",
                    edition.word()
                );
                diagnostics.report(card.at, wrong, "write a smaller count, or another `game`");
            }
        }
    };
    match boxes {
        Boxes::One(edition) => check(edition, |_| true),
        Boxes::Both => {
            check(Edition::SakuraSlam, |_| true);
            check(Edition::KabutoSumo, |card| card.rings == RingSupport::Any);
        }
    }
}
