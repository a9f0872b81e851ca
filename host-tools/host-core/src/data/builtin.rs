//! Data files that are built into the binary.
//!
//! A test reads every one of them, so the fallbacks below are never used. If they were, the
//! engine would refuse to begin a match with them.

use super::deck::{Deck, DeckFile};
use super::file::{DataFile, read};
use rules_core::board::Dimensions;
use rules_core::games::kabuto::edition::Edition;
use rules_core::games::kabuto::layout::Layout;
use rules_core::piece::BySize;
use rules_core::player::Players;

/// Text of the house deck: twelve cards invented for this project.
pub const HOUSE_DECK: &str = include_str!("../../../data/house-deck.toml");

/// Text of an empty deck file into which players copy their printed cards.
pub const DECK_TEMPLATE: &str = include_str!("../../../data/deck-template.toml");

const ASSUMED_BOARD: &str = include_str!("../../../data/boards/assumed.toml");

/// Returns the house deck with the head of its file.
#[must_use]
pub fn house_deck_file() -> Option<DeckFile> {
    match read(HOUSE_DECK) {
        Ok(DataFile::Deck(file)) => Some(*file),
        _ => None,
    }
}

/// Returns the house deck: twelve cards invented for this project that together use every
/// mechanism.
///
/// ```
/// let deck = host_core::data::house_deck();
/// assert_eq!(deck.cards.len(), 12);
/// ```
#[must_use]
pub fn house_deck() -> Deck {
    house_deck_file().map_or_else(Deck::default, |file| file.deck)
}

/// Returns the default layout of an edition for this number of players.
///
/// ```
/// use host_core::data;
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

/// Returns the text of the file from which [`default_layout`] is read.
#[must_use]
pub const fn default_layout_text(edition: Edition, players: Players) -> &'static str {
    match (edition, players) {
        (Edition::SakuraSlam, Players::Two) => include_str!("../../../data/layouts/ss-2.toml"),
        (Edition::SakuraSlam, Players::Three) => include_str!("../../../data/layouts/ss-3.toml"),
        (Edition::SakuraSlam, Players::Four) => include_str!("../../../data/layouts/ss-4.toml"),
        (Edition::KabutoSumo, Players::Two) => include_str!("../../../data/layouts/ks-2.toml"),
        (Edition::KabutoSumo, Players::Three) => include_str!("../../../data/layouts/ks-3.toml"),
        (Edition::KabutoSumo, Players::Four) => include_str!("../../../data/layouts/ks-4.toml"),
    }
}

/// Returns the dimensions that are assumed until a real ring is measured.
#[must_use]
pub fn assumed_board() -> Option<Dimensions> {
    match read(ASSUMED_BOARD) {
        Ok(DataFile::Board(file)) => Some(file.board),
        _ => None,
    }
}
