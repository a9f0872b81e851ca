//! What ships with the house, inside the binary.
//!
//! A test reads every one of these files, so the fallbacks below are never
//! seen; were they, no match could begin with them, and the engine would say so.

use super::deck::DeckFile;
use super::file::{DataFile, read};
use rules_core::board::Dimensions;
use rules_core::games::kabuto::card::Deck;
use rules_core::games::kabuto::edition::Edition;
use rules_core::games::kabuto::layout::Layout;
use rules_core::piece::BySize;
use rules_core::player::Players;

/// Eight cards of our own invention.
pub const HOUSE_DECK: &str = include_str!("../../data/house-deck.toml");

/// A deck file to copy printed cards into.
pub const DECK_TEMPLATE: &str = include_str!("../../data/deck-template.toml");

const ASSUMED_BOARD: &str = include_str!("../../data/boards/assumed.toml");

/// The house deck with what its file says about it.
#[must_use]
pub fn house_deck_file() -> Option<DeckFile> {
    match read(HOUSE_DECK) {
        Ok(DataFile::Deck(file)) => Some(*file),
        _ => None,
    }
}

/// Eight cards of our own invention that together use every mechanism.
///
/// ```
/// let deck = host_tools::data::house_deck();
/// assert_eq!(deck.cards.len(), 8);
/// ```
#[must_use]
pub fn house_deck() -> Deck {
    let empty = Deck {
        cards: heapless::Vec::new(),
    };
    house_deck_file().map_or(empty, |file| file.deck)
}

/// The layout to start from when the players have none of their own.
///
/// ```
/// use host_tools::data;
/// use rules_core::games::kabuto::edition::Edition;
/// use rules_core::piece::Size;
/// use rules_core::player::Players;
///
/// let layout = data::default_layout(Edition::KabutoSumo, Players::Three);
/// assert_eq!(layout.pawns[Size::Medium], 10); // KS-S1
/// ```
#[must_use]
pub fn default_layout(edition: Edition, players: Players) -> Layout {
    match read(default_layout_text(edition, players)) {
        Ok(DataFile::Layout(file)) => file.layout,
        _ => Layout {
            centre: edition.book().centre,
            pawns: BySize::default(),
        },
    }
}

/// The file that [`default_layout`] is read from.
#[must_use]
pub const fn default_layout_text(edition: Edition, players: Players) -> &'static str {
    match (edition, players) {
        (Edition::SakuraSlam, Players::Two) => include_str!("../../data/layouts/ss-2.toml"),
        (Edition::SakuraSlam, Players::Three) => include_str!("../../data/layouts/ss-3.toml"),
        (Edition::SakuraSlam, Players::Four) => include_str!("../../data/layouts/ss-4.toml"),
        (Edition::KabutoSumo, Players::Two) => include_str!("../../data/layouts/ks-2.toml"),
        (Edition::KabutoSumo, Players::Three) => include_str!("../../data/layouts/ks-3.toml"),
        (Edition::KabutoSumo, Players::Four) => include_str!("../../data/layouts/ks-4.toml"),
    }
}

/// The dimensions assumed until somebody measures a ring.
#[must_use]
pub fn assumed_board() -> Option<Dimensions> {
    match read(ASSUMED_BOARD) {
        Ok(DataFile::Board(file)) => Some(file.board),
        _ => None,
    }
}
