//! Players and equipment of a match, and dealing for Kabuto Sumo.

use super::played_game::PlayedGame;
use crate::players::Strategy;
use crate::sensors::{Fault, Noise, NoiseLevel};
use crate::sim_rng::SimRng;
use host_core::data::{Deck, default_layout, house_deck};
use host_core::game::GameArg;
use host_core::sentences::Names;
use rules_core::board::BoardId;
use rules_core::games::kabuto::card::{Card, Condition, Effect, MarkerOwner, PieceKind, PushPlace};
use rules_core::games::kabuto::setup::{Entrant, FirstBy, Team};
use rules_core::games::kabuto::terms::{HouseRules, League};
use rules_core::games::kabuto::{Edition, Match, Setup};
use rules_core::player::{BySeat, Colour, Players, Seat};

/// Set-up of a simulated match.
#[derive(Debug, Clone)]
pub struct TableSetup {
    /// Game of the match.
    pub title: PlayedGame,
    /// Number of players.
    pub players: Players,
    /// Strategy of each player.
    pub kinds: BySeat<Strategy>,
    /// Noise figures of the sensors.
    pub noise: Noise,
    /// Seed of the ring's light curtain, drawn by lot; `None` for nominal parts.
    pub build: Option<u64>,
    /// Probability that a player makes a mistake where one is possible, from 0 to 1.
    pub mistakes: f32,
    /// Seed of a grid board drawn by lot; `None` for nominal sensors and magnets.
    pub lot: Option<u64>,
    /// Number of turns after which a match on a grid board is ended, 100 at most.
    pub max_turns: u16,
    /// Seed of all random choices.
    pub seed: u64,
    /// Card of each player, by its place in the house deck; `None` for one at random.
    pub cards: BySeat<Option<u8>>,
}

impl TableSetup {
    /// Sets a table for a game: nominal noise, random players, no mistakes.
    #[must_use]
    pub fn for_game(game: GameArg, players: Players, league: League, seed: u64) -> Self {
        Self {
            title: PlayedGame::from_game(game, league),
            players,
            kinds: BySeat::from_fn(|_| Strategy::Random),
            noise: Noise::for_level(NoiseLevel::Nominal),
            build: None,
            mistakes: 0.0,
            lot: None,
            max_turns: 100,
            seed,
            cards: BySeat::default(),
        }
    }
}

/// Board of a simulated match, with its sensor faults.
#[derive(Debug, Clone, PartialEq)]
pub struct Equipment {
    /// Kind of board.
    pub board: BoardId,
    /// Faults of the board's sensors.
    pub faults: Vec<Fault>,
}

impl Default for Equipment {
    /// Returns a ring without faults.
    fn default() -> Self {
        Self {
            board: BoardId::Ring,
            faults: Vec::new(),
        }
    }
}

/// Salt of the random stream for dealing and for decisions during the match.
pub(crate) const CHANCE: u64 = 40;

/// Returns the names of the players at a table.
#[must_use]
pub fn names(table: &TableSetup) -> Names {
    match table.title.grid() {
        None => Names::dealt(table.players, dealt(table)),
        Some(grid) => grid.names(table.players),
    }
}

/// Returns the cards dealt at a table, in turn order.
#[must_use]
pub fn dealt(table: &TableSetup) -> Vec<Card> {
    let Some((edition, league)) = table.title.ring() else {
        return Vec::new();
    };
    let deck = house_deck();
    let cards = deal(
        table,
        (edition, league),
        &deck,
        &mut SimRng::new(table.seed, CHANCE),
    );
    let cards = cards.into_iter().take(table.players.count());
    cards
        .filter_map(|card| deck.cards.get(usize::from(card)).cloned())
        .collect()
}

/// Deals the cards at random, and gives the players those that were chosen.
fn deal(
    table: &TableSetup,
    (edition, league): (Edition, League),
    deck: &Deck,
    rng: &mut SimRng,
) -> Vec<u8> {
    let mut cards = playable_cards(edition, league, deck);
    rng.shuffle(&mut cards);
    for seat in Seat::ALL {
        let held = table.cards[seat].and_then(|card| cards.iter().position(|&one| one == card));
        if let Some(at) = held {
            cards.swap(seat.index(), at);
        }
    }
    cards
}

/// Returns the cards that simulated hands can play, by their place in a deck.
pub(crate) fn playable_cards(edition: Edition, league: League, deck: &Deck) -> Vec<u8> {
    (0..)
        .zip(&deck.cards)
        .filter(|(_, card)| card.suits(edition, league) && hands_can_play(card))
        .map(|card| card.0)
        .collect()
}

/// True if simulated hands can do everything that the moves of a card ask for. They leave
/// out alternatives, several pieces at once, sumos taken and platforms moved in a turn.
fn hands_can_play(card: &Card) -> bool {
    let is_usual_need = |condition: &Condition| {
        matches!(
            condition,
            Condition::Touches(_, PieceKind::OwnSumo)
                | Condition::MarkerHere(MarkerOwner::Own)
                | Condition::Markers(_)
                | Condition::Holds(_)
        )
    };
    let is_usual_effect = |effect: &Effect| {
        matches!(
            effect,
            Effect::Gain(_)
                | Effect::ExtraPush(PushPlace::Here)
                | Effect::PushGroup(_)
                | Effect::Cue(_)
                | Effect::Take(_, 1, _)
                | Effect::Exchange(..)
                | Effect::MoveMarker(_)
        )
    };
    card.moves.iter().all(|special| {
        let rule = &special.rule;
        rule.one_of.is_empty()
            && rule.conditions.iter().all(is_usual_need)
            && rule.effects.iter().all(is_usual_effect)
    })
}

/// Sets up a match: cards at random, colours and seats in order.
pub(crate) fn begin(
    table: &TableSetup,
    (edition, league): (Edition, League),
    rng: &mut SimRng,
) -> Result<Match, String> {
    let deck = house_deck();
    let cards = deal(table, (edition, league), &deck, rng);
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
        house_rules: HouseRules::default(),
    };
    setup
        .begin(&deck.cards)
        .map_err(|faults| format!("the set-up is wrong: {faults:?}"))
}
