//! A match for a family without a computer: Sakura Slam in the Junior League,
//! without special moves, red, blue, green and yellow clockwise from the south.
//!
//! What stands on the ring is said by a layout. The printed one is not known to
//! us: [`ASSUMED`] is plausible, fits the material, and is the same as in the
//! layout files that are shipped; whoever has the box gives the layout of the box.

use crate::games::kabuto::card::{Card, Deck, Label, Listed, Rings};
use crate::games::kabuto::setup::{Entrant, FirstBy, Setup, Team};
use crate::games::kabuto::terms::{House, League};
use crate::games::kabuto::{Edition, Layout};
use crate::piece::{BySize, Size};
use crate::player::{ByPlayers, Colour, Players};
use crate::referee::Game;

/// What is assumed to stand on the ring. Not verified against the box.
pub const ASSUMED: ByPlayers<Layout> =
    ByPlayers([layout([12, 6, 4]), layout([10, 6, 4]), layout([10, 5, 4])]);

/// What each player holds: two small pawns and a medium one, as in the full
/// game (SS-S4); a team has three small ones at most (SS-J1).
const IN_HAND: Listed = Listed {
    pawns: BySize([2, 1, 0]),
    tokens: crate::piece::BySlot([0; 2]),
};

const fn layout(pawns: [u8; 3]) -> Layout {
    Layout {
        centre: Size::Medium,
        pawns: BySize(pawns),
    }
}

/// The match, ready to begin; nothing if the layout does not fit the box.
///
/// ```
/// use rules_core::panel::plain;
/// use rules_core::player::Players;
///
/// let game = plain::game(Players::Three, plain::ASSUMED[Players::Three]);
/// assert!(game.is_some_and(|game| game.is_fresh() && !game.is_over()));
/// ```
#[must_use]
pub fn game(players: Players, layout: Layout) -> Option<Game> {
    let colours = Colour::ALL.into_iter().take(players.count());
    let deck = Deck {
        cards: colours.clone().map(card).collect(),
    };
    let entrant = |(card, colour): (u8, Colour)| Entrant {
        colour,
        card,
        team: match (players, card % 2) {
            (Players::Two | Players::Three, _) => None,
            (Players::Four, 0) => Some(Team::One),
            (Players::Four, _) => Some(Team::Two),
        },
    };
    let setup = Setup {
        edition: Edition::SakuraSlam,
        league: League::Junior,
        players: (0..).zip(colours).map(entrant).collect(),
        first: 0,
        first_by: FirstBy::as_printed(Edition::SakuraSlam, players),
        layout,
        house: House::default(),
    };
    setup.begin(&deck).ok().map(Game::Kabuto)
}

/// A wrestler who can only push, called by the colour.
fn card(colour: Colour) -> Card {
    Card {
        // Colours are shorter than labels.
        name: Label::try_from(colour.word()).unwrap_or_default(),
        rings: Rings::Any,
        tokens: heapless::Vec::new(),
        junior: Some(IN_HAND),
        moves: heapless::Vec::new(),
    }
}
