//! Quick match for a family without a computer: Sakura Slam in the Junior League, without
//! special moves, red, blue, green and yellow clockwise from the south.
//!
//! A layout defines the pieces on the ring. The printed layout is not known to the
//! project: [`DEFAULT_LAYOUTS`] is plausible, fits the material, and equals the layout
//! files that are shipped. A person who owns the game can supply the layout of the box.

use crate::games::kabuto::card::{Card, CardElements, Label, RingSupport};
use crate::games::kabuto::setup::{Entrant, FirstBy, Setup, Team};
use crate::games::kabuto::terms::{HouseRules, League};
use crate::games::kabuto::{Edition, Layout};
use crate::piece::{BySize, Size};
use crate::player::{ByPlayers, Colour, Players};
use crate::referee::AnyGame;

/// Assumed pieces on the ring at the start, per number of players. Not verified against
/// the box.
pub const DEFAULT_LAYOUTS: ByPlayers<Layout> =
    ByPlayers([layout([12, 6, 4]), layout([10, 6, 4]), layout([10, 5, 4])]);

/// Elements in each player's inventory: two small pawns and a medium one, as in the full
/// game (SS-S4). A team has at most three small ones (SS-J1).
const IN_HAND: CardElements = CardElements {
    pawns: BySize([2, 1, 0]),
    tokens: crate::piece::BySlot([0; 2]),
};

const fn layout(pawns: [u8; 3]) -> Layout {
    Layout {
        centre: Size::Medium,
        pawns: BySize(pawns),
    }
}

/// Returns a quick match, ready to begin; `None` if the box has too few pieces for the
/// layout.
///
/// ```
/// use rules_core::panel::quick_match;
/// use rules_core::player::Players;
///
/// let layout = quick_match::DEFAULT_LAYOUTS[Players::Three];
/// let game = quick_match::game(Players::Three, layout);
/// assert!(game.is_some_and(|game| game.is_fresh() && !game.is_over()));
/// ```
#[must_use]
#[inline(never)]
pub fn game(players: Players, layout: Layout) -> Option<AnyGame> {
    let colours = Colour::ALL.into_iter().take(players.count());
    let cards = Colour::ALL.map(card);
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
        house_rules: HouseRules::default(),
    };
    setup.begin(&cards).ok().map(AnyGame::Kabuto)
}

/// Returns the card of a wrestler who can only push, named by the colour.
fn card(colour: Colour) -> Card {
    Card {
        // Colours are shorter than labels.
        name: Label::try_from(colour.word()).unwrap_or_default(),
        rings: RingSupport::Any,
        tokens: heapless::Vec::new(),
        junior: Some(IN_HAND),
        moves: heapless::Vec::new(),
    }
}
