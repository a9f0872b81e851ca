//! What is played, by whom and on what; and how a match of Kabuto Sumo is dealt.

use super::grid::Grid;
use crate::data::{default_layout, house_deck};
use crate::players::Kind;
use crate::virtual_ring::chance::Chance;
use crate::virtual_ring::sensors::{Fault, Noise};
use rules_core::board::Name;
use rules_core::games::kabuto::card::{Card, Deck};
use rules_core::games::kabuto::setup::{Entrant, FirstBy, Team};
use rules_core::games::kabuto::terms::{House, League};
use rules_core::games::kabuto::{Edition, Match, Setup};
use rules_core::player::{BySeat, Colour, Players};

/// A game that can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Title {
    /// This box, with or without special moves.
    Kabuto(Edition, League),
    /// A game on a grid board.
    Grid(Grid),
}

impl Title {
    /// The board it is played on.
    #[must_use]
    pub const fn board(self) -> Name {
        match self {
            Self::Kabuto(..) => Name::Ring,
            Self::Grid(grid) => grid.board(),
        }
    }
}

/// A table at which a match is to be played.
#[derive(Debug, Clone)]
pub struct Table {
    /// Which game.
    pub title: Title,
    /// How many play.
    pub players: Players,
    /// What sort of player sits where.
    pub kinds: BySeat<Kind>,
    /// How noisy the sensors are.
    pub noise: Noise,
    /// How often in 1 somebody does something wrong.
    pub mistakes: f32,
    /// Decides everything that is left to chance.
    pub seed: u64,
}

/// What the match is played on.
#[derive(Debug, Clone, PartialEq)]
pub struct Equipment {
    /// The board.
    pub board: Name,
    /// What is wrong with its sensors.
    pub faults: Vec<Fault>,
}

impl Default for Equipment {
    /// A sound ring.
    fn default() -> Self {
        Self {
            board: Name::Ring,
            faults: Vec::new(),
        }
    }
}

/// Which chance of a seed deals and decides here.
pub(super) const CHANCE: u64 = 40;

/// The cards that are dealt at a table, in turn order.
#[must_use]
pub fn dealt(table: &Table) -> Vec<Card> {
    let Title::Kabuto(edition, league) = table.title else {
        return Vec::new();
    };
    let deck = house_deck();
    let cards = deal(
        (edition, league),
        &deck,
        &mut Chance::new(table.seed, CHANCE),
    );
    let cards = cards.into_iter().take(table.players.count());
    cards
        .filter_map(|it| deck.cards.get(usize::from(it)).cloned())
        .collect()
}

fn deal((edition, league): (Edition, League), deck: &Deck, chance: &mut Chance) -> Vec<u8> {
    let mut cards: Vec<u8> = (0..)
        .zip(&deck.cards)
        .filter(|(_, card)| card.suits(edition, league))
        .map(|it| it.0)
        .collect();
    chance.shuffle(&mut cards);
    cards
}

/// Sets a match up: cards by chance, colours and seats in order.
pub(super) fn begin(
    table: &Table,
    (edition, league): (Edition, League),
    chance: &mut Chance,
) -> Result<Match, String> {
    let deck = house_deck();
    let cards = deal((edition, league), &deck, chance);
    let team = |n: usize| match table.players {
        Players::Four if n.is_multiple_of(2) => Some(Team::One),
        Players::Four => Some(Team::Two),
        Players::Two | Players::Three => None,
    };
    let entrants = (0..table.players.count()).zip(Colour::ALL).zip(cards);
    let entrants = entrants.map(|((n, colour), card)| Entrant {
        colour,
        card,
        team: team(n),
    });
    let setup = Setup {
        edition,
        league,
        players: entrants.collect(),
        first: 0,
        first_by: FirstBy::as_printed(edition, table.players),
        layout: default_layout(edition, table.players),
        house: House::default(),
    };
    setup
        .begin(&deck)
        .map_err(|faults| format!("the set-up is wrong: {faults:?}"))
}
