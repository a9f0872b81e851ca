//! The house deck and the default layouts at the table: matches begin with
//! them, and no card has a move that can never be made.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed unwrap is a failed test, in what tests share as well"
)]

use dohyo_tests::test_rng::TestRng;
use host_core::data;
use rules_core::games::kabuto::action::Action;
use rules_core::games::kabuto::card::MoveIndex;
use rules_core::games::kabuto::legal_actions::VisitResult;
use rules_core::games::kabuto::setup::{Entrant, FirstBy, Setup, Team};
use rules_core::games::kabuto::terms::{HouseRules, League};
use rules_core::games::kabuto::{Change, Edition, Match};
use rules_core::player::{Colour, Players};
use std::collections::BTreeSet;

const EDITIONS: [Edition; 2] = [Edition::SakuraSlam, Edition::KabutoSumo];

/// A match with these cards of the house deck on the default layout.
fn begin(edition: Edition, league: League, cards: &[u8]) -> Match {
    let players = Players::ALL
        .into_iter()
        .find(|it| it.count() == cards.len())
        .unwrap();
    let teams = [Team::One, Team::Two].into_iter().cycle();
    let setup = Setup {
        edition,
        league,
        players: cards
            .iter()
            .zip(Colour::ALL)
            .zip(teams)
            .map(|((&card, colour), team)| Entrant {
                colour,
                card,
                team: (players == Players::Four).then_some(team),
            })
            .collect(),
        first: 0,
        first_by: FirstBy::as_printed(edition, players),
        layout: data::default_layout(edition, players),
        house_rules: HouseRules::default(),
    };
    setup
        .begin(&data::house_deck().cards)
        .unwrap_or_else(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            panic!("{edition:?} {cards:?}: {}", faults.join("; "))
        })
}

/// The cards that can be played.
fn playable(edition: Edition, league: League) -> Vec<u8> {
    let deck = data::house_deck();
    let fits = |n: &u8| deck.cards[usize::from(*n)].suits(edition, league);
    (0..12).filter(fits).collect()
}

#[test]
fn any_playable_cards_begin_a_match_on_the_default_layout() {
    for edition in EDITIONS {
        for league in [League::Full, League::Junior] {
            let cards = playable(edition, league);
            assert!(cards.len() >= 5);
            for players in Players::ALL {
                for (n, _) in cards.iter().enumerate() {
                    let mut chosen = cards.clone();
                    chosen.rotate_left(n);
                    chosen.truncate(players.count());
                    begin(edition, league, &chosen);
                }
            }
        }
    }
}

#[test]
fn every_move_of_the_house_deck_is_made_in_random_play() {
    let deck = data::house_deck();
    let mut unused: BTreeSet<(usize, usize)> = deck
        .cards
        .iter()
        .enumerate()
        .flat_map(|(card, it)| (0..it.moves.len()).map(move |nth| (card, nth)))
        .collect();
    let mut dice = TestRng::new(1);
    for _ in 0..200 {
        for edition in EDITIONS {
            let mut cards = playable(edition, League::Full);
            let turn = dice.below(cards.len());
            cards.rotate_left(turn);
            cards.truncate(2);
            for (seat, nth) in play(begin(edition, League::Full, &cards), &mut dice) {
                unused.remove(&(usize::from(cards[seat]), nth));
            }
        }
        if unused.is_empty() {
            return;
        }
    }
    let names = unused.iter().map(|&(card, nth)| {
        let card = &deck.cards[card];
        format!("{} of {}", card.moves[nth].name, card.name)
    });
    panic!("never made: {}", names.collect::<Vec<_>>().join(", "));
}

/// Plays legal actions at random; gives back the special moves made, by seat.
fn play(mut game: Match, dice: &mut TestRng) -> Vec<(usize, usize)> {
    let mut made = Vec::new();
    for _ in 0..400 {
        let mut legal = Vec::new();
        let _ = game.legal(&mut |action| {
            // Sumos and the belt, with the pawn below it, stay on, so that matches last.
            let mut after = game.clone();
            let parts_belt = after.apply(action).is_ok()
                && after.state().belt == rules_core::games::kabuto::state::Belt::Off;
            let ends = matches!(action, Action::Submit)
                || parts_belt
                || matches!(action, Action::Fall(piece) | Action::Accident(piece)
                    if !matches!(piece, rules_core::piece::Piece::Element(_)));
            if !ends {
                legal.push(action.clone());
            }
            VisitResult::Continue(())
        });
        if legal.is_empty() {
            break;
        }
        let action = &legal[dice.below(legal.len())];
        for ruling in &game.apply(action).unwrap() {
            if let Change::MoveUsed(seat, nth) = ruling.change {
                let nth: MoveIndex = nth;
                made.push((seat.index(), nth.index()));
            }
        }
        if game.outcome().is_some() {
            break;
        }
    }
    made
}
