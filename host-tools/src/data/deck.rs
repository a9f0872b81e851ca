//! A deck file: cards, and for which box they are.

use super::card;
use super::file::{COMMON, Head, read_head};
use super::label;
use super::mistake::{Notes, Read};
use super::walk::Table;
use super::words::Word;
use rules_core::games::kabuto::card::{Card, Deck, Rings};
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::Size;
use toml::de::DeTable;

/// A deck and what its file says about it.
///
/// Its `Display` is the TOML text that reads as the same deck again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeckFile {
    /// Name, and whether it was compared with the box.
    pub head: Head,
    /// For which box it is meant.
    pub boxes: Boxes,
    /// The cards.
    pub deck: Deck,
}

/// For which box a deck is meant: it may name only what is in there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Boxes {
    /// For one of them.
    One(Edition),
    /// Cards without posts for either, all of them for Sakura Slam.
    Both,
}

/// Bytes the device keeps for a deck.
pub const DEVICE_ROOM: usize = 1024;

impl DeckFile {
    /// The deck as the device gets it.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        // Writing plain data to a growing vector has no way to fail.
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

    /// Discs of a size there are, in the box that has more.
    pub(super) fn pawns(self, size: Size) -> u8 {
        let have = |edition: Edition| edition.book().pawns[size];
        match self {
            Self::One(edition) => have(edition),
            Self::Both => have(Edition::SakuraSlam).max(have(Edition::KabutoSumo)),
        }
    }

    /// Special tokens there are for all cards together.
    pub(super) fn tokens(self) -> u8 {
        match self {
            Self::One(edition) => edition.book().special_tokens,
            Self::Both => Edition::SakuraSlam.book().special_tokens,
        }
    }
}

pub(super) fn read<'a>(root: &'a DeTable<'a>, notes: &mut Notes) -> Read<DeckFile> {
    let mut table = Table::new(root, 0, "a deck");
    let [kind, name, verified] = COMMON;
    table.only(&[kind, name, verified, "game", "card"], notes);
    let head = read_head(&table, notes);
    let boxes = table
        .need("game", "write game = \"ss\", \"ks\" or \"both\"", notes)
        .and_then(|it| it.word(&Boxes::WORDS, Boxes::parse, notes));
    let cards = read_cards(&table, boxes.unwrap_or(Boxes::Both), notes);
    let file = DeckFile {
        head: head?,
        boxes: boxes?,
        deck: Deck { cards: cards? },
    };
    let needed = file.bytes().len();
    if needed > DEVICE_ROOM {
        let wrong = format_args!("the deck needs {needed} bytes on the device");
        let instead = format_args!("shorten names until it is {DEVICE_ROOM} at most");
        return Err(notes.say(0, wrong, instead));
    }
    Ok(file)
}

fn read_cards(table: &Table, boxes: Boxes, notes: &mut Notes) -> Read<heapless::Vec<Card, 8, u8>> {
    let field = table.need("card", "write a [[card]] for each card", notes)?;
    let entries = field.tables("a card", notes);
    let mut names = Vec::new();
    let mut needs = Vec::new();
    let cards = card::fill(
        &entries,
        "card",
        "write at most 8 in a deck",
        notes,
        |entry, notes| {
            let read = card::read(entry, boxes, notes);
            names.extend(read.name);
            needs.push(Needs {
                tokens: read.tokens,
                rings: read.rings.unwrap_or(Rings::WithPosts),
                at: read.at,
            });
            read.card
        },
    );
    label::check_distinct(&names, "card", notes);
    check_tokens(&needs, boxes, notes);
    cards
}

/// What a card needs of the box.
#[derive(Debug)]
struct Needs {
    tokens: u32,
    rings: Rings,
    at: usize,
}

/// Notes the card with which the special tokens become more than there are.
fn check_tokens(cards: &[Needs], boxes: Boxes, notes: &mut Notes) {
    let mut check = |edition: Edition, fits: fn(&Needs) -> bool| {
        let have = u32::from(edition.book().special_tokens);
        let mut sum = 0;
        for card in cards.iter().filter(|it| fits(it)) {
            let before = sum;
            sum += card.tokens;
            if sum > have && before <= have {
                let wrong = format_args!(
                    "with this card the deck needs {sum} special tokens, and the box of \"{}\" has {have}",
                    edition.word()
                );
                notes.say(card.at, wrong, "write a smaller count, or another `game`");
            }
        }
    };
    match boxes {
        Boxes::One(edition) => check(edition, |_| true),
        Boxes::Both => {
            check(Edition::SakuraSlam, |_| true);
            check(Edition::KabutoSumo, |card| card.rings == Rings::Any);
        }
    }
}
