//! Laws of SUMOO inference: what was played is found again, and nothing else.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a failed unwrap is a failed test"
)]

use dohyo_tests::sumoo_inference::{
    Ambiguity, MAX_EXPLANATIONS, each_explanation, each_passing, infer,
};
use dohyo_tests::sumoo_play::{SensorDetail, ideal_reading, reached, spoiled, turns};
use dohyo_tests::test_rng::TestRng;
use proptest::prelude::*;
use rules_core::games::cell_reading::{CellReading, Finality, GridRepair};
use rules_core::games::sumoo::board_reading::BoardReading;
use rules_core::games::sumoo::search::{each_fitting, may_continue};
use rules_core::games::sumoo::{ActionSequence, Cell, Colour, Game, Points, Position};
use std::collections::BTreeSet;

fn cell(column: u8, row: u8) -> Cell {
    Cell::at(column, row).unwrap()
}

/// A game at the start of a turn, with one of its turns.
fn played(seed: u64) -> (Game, ActionSequence, Position) {
    let game = reached(seed);
    let game = Game::from_position(*game.position(), game.to_move().unwrap(), Points::TURN);
    let mut all = turns(&game);
    let at = TestRng::new(!seed).below(all.len());
    let (turn, end) = all.swap_remove(at);
    (game, turn, end)
}

fn infer_in(game: &Game, seen: &BoardReading) -> dohyo_tests::sumoo_inference::Inference {
    infer(
        game.position(),
        game.to_move().unwrap(),
        game.points_left(),
        seen,
    )
}

fn any_sight() -> impl Strategy<Value = SensorDetail> {
    prop::sample::select(SensorDetail::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_turn_is_found_again_and_only_what_looks_the_same(
        seed in any::<u64>(),
        sight in any_sight(),
    ) {
        let (game, _, end) = played(seed);
        let seen = ideal_reading(&end, sight);
        let found = infer_in(&game, &seen);
        prop_assert_eq!(found.distance, 0);
        prop_assert_eq!(found.next_repair(&seen), None);

        let fitting: BTreeSet<Position> = turns(&game)
            .into_iter()
            .map(|(_, end)| end)
            .filter(|end| seen.differences(end).is_empty())
            .collect();
        let looks: BTreeSet<Position> = fitting.iter().map(Position::appearance).collect();
        let listed: BTreeSet<Position> = found
            .explanations
            .list()
            .iter()
            .map(|known| known.result.appearance())
            .collect();
        prop_assert_eq!(found.explanations.list().len(), looks.len().min(MAX_EXPLANATIONS));
        prop_assert_eq!(found.explanations.more(), looks.len() > MAX_EXPLANATIONS);
        prop_assert!(listed.is_subset(&looks));
        if !found.explanations.more() {
            prop_assert!(listed.contains(&end.appearance()));
        }
        if fitting.len() == 1 {
            let only = found.only().unwrap();
            prop_assert_eq!(only.result, end);
            prop_assert_eq!(only.naming, Ambiguity::Unique);
        }
        for known in found.explanations.list() {
            let names = fitting
                .iter()
                .filter(|other| other.appearance() == known.result.appearance())
                .count();
            prop_assert_eq!(known.naming == Ambiguity::Unique, names == 1);
        }
    }

    #[test]
    fn only_legal_turns_are_proposed_and_none_is_nearer(
        seed in any::<u64>(),
        sight in any_sight(),
    ) {
        let (game, _, end) = played(seed);
        let seen = spoiled(ideal_reading(&end, sight), &mut TestRng::new(seed));
        let found = infer_in(&game, &seen);
        prop_assert!(!found.explanations.list().is_empty());
        for known in found.explanations.list() {
            let mut replay = game;
            for &action in &known.turn {
                prop_assert!(replay.apply(action).is_ok());
            }
            prop_assert_eq!(*replay.position(), known.result);
            prop_assert_eq!(seen.repairs(&known.result).count(), usize::from(found.distance));
        }
        let nearest = turns(&game)
            .iter()
            .map(|(_, end)| seen.repairs(end).count())
            .min();
        prop_assert_eq!(nearest, Some(usize::from(found.distance)));
    }

    /// What the device searches is what trying everything finds, in the same order.
    #[test]
    fn the_search_leaves_out_nothing_that_fits(
        seed in any::<u64>(),
        sight in any_sight(),
        spoil in any::<bool>(),
    ) {
        let (game, _, end) = played(seed);
        let mut seen = ideal_reading(&end, sight);
        if spoil {
            seen = spoiled(seen, &mut TestRng::new(seed));
        }
        for colour in Colour::ALL {
            for points in [Points::One, Points::Two, Points::Three] {
                let (before, mut all, mut found) = (game.position(), Vec::new(), Vec::new());
                before.each_turn(colour, points, |turn, end| {
                    if seen.differences(end).is_empty() {
                        all.push((turn.clone(), *end));
                    }
                });
                each_fitting(before, colour, points, &seen, |turn, end| {
                    found.push((turn.clone(), *end));
                });
                prop_assert_eq!(found, all);
                let finality = infer(before, colour, points, &seen).finality;
                prop_assert_eq!(
                    may_continue(before, colour, points, &seen),
                    finality == Finality::MayContinue
                );
            }
        }
    }

    #[test]
    fn repairs_one_at_a_time_make_the_board_right(seed in any::<u64>(), sight in any_sight()) {
        let (game, _, end) = played(seed);
        let mut seen = spoiled(ideal_reading(&end, sight), &mut TestRng::new(seed));
        let target = infer_in(&game, &seen).explanations.list()[0].result;
        let mut placing = false;
        while let Some(step) = seen.next_repair(&target) {
            match step {
                GridRepair::Remove(cell) => {
                    prop_assert!(!placing, "a removal after a placement");
                    prop_assert_ne!(seen.at(cell), CellReading::Empty);
                    seen.set(cell, CellReading::Empty);
                }
                GridRepair::Place(token, cell) => {
                    placing = true;
                    prop_assert_eq!(seen.at(cell), CellReading::Empty);
                    seen.set(cell, sight.reading_of(token));
                }
            }
        }
        prop_assert!(seen.differences(&target).is_empty());
    }

    /// Tokens that the turn moves are still where they were, in the air, or
    /// already where they go.
    #[test]
    fn a_turn_in_the_air_may_still_become_what_it_is(seed in any::<u64>(), sight in any_sight()) {
        let (game, turn, end) = played(seed);
        let mut dice = TestRng::new(seed);
        let mut seen = ideal_reading(game.position(), sight);
        let moved: Vec<_> = game
            .position()
            .tokens()
            .filter(|(token, from)| end.cell_of(*token) != Some(*from))
            .collect();
        for (_, from) in &moved {
            seen.set(*from, CellReading::Empty);
        }
        for (token, from) in &moved {
            let place = match dice.below(3) {
                0 => Some(*from),
                1 => None,
                _ => end.cell_of(*token),
            };
            if let Some(cell) = place && seen.at(cell) == CellReading::Empty {
                seen.set(cell, sight.reading_of(*token));
            }
        }
        if !seen.differences(&end).is_empty() {
            prop_assert_eq!(infer_in(&game, &seen).finality, Finality::MayContinue);
            let mut passes = false;
            each_passing(
                game.position(),
                game.to_move().unwrap(),
                Points::TURN,
                &seen,
                |passing, _| passes |= *passing == turn,
            );
            prop_assert!(passes);
        }
    }

    #[test]
    fn it_is_final_exactly_if_nothing_passes_through(seed in any::<u64>(), sight in any_sight()) {
        let (game, _, end) = played(seed);
        let seen = spoiled(ideal_reading(&end, sight), &mut TestRng::new(seed));
        let mut passing = 0;
        each_passing(game.position(), game.to_move().unwrap(), Points::TURN, &seen, |_, _| {
            passing += 1;
        });
        let found = infer_in(&game, &seen);
        prop_assert_eq!(found.finality == Finality::Final, passing == 0);
    }
}

#[test]
fn a_lifted_token_may_become_any_of_its_moves() {
    let mut seen = ideal_reading(&Position::START, SensorDetail::Colour);
    seen.set(cell(4, 2), CellReading::Empty);
    let found = infer(&Position::START, Colour::White, Points::One, &seen);
    // The nearest is to put it back.
    assert_eq!(found.distance, 1);
    assert_eq!(found.finality, Finality::MayContinue);
    let mut doing = Vec::new();
    each_passing(
        &Position::START,
        Colour::White,
        Points::One,
        &seen,
        |turn, _| doing.push(turn.iter().map(ToString::to_string).collect::<String>()),
    );
    doing.sort();
    assert_eq!(doing, ["1E 2E =", "2E E", "2E S", "3 2E ="]);
}

#[test]
fn three_points_spent_are_final() {
    let mut game = Game::new();
    for (post, direction) in [("2E", 'E'), ("2U", 'U'), ("3", 'S')] {
        let written = format!("{post} {direction}");
        let written =
            rules_core::games::sumoo::notation::NotatedAction::read(Colour::White, &written)
                .unwrap();
        game.apply(written.in_position(game.position())).unwrap();
    }
    let seen = ideal_reading(game.position(), SensorDetail::Class);
    let found = infer(&Position::START, Colour::White, Points::TURN, &seen);
    assert_eq!(found.only().unwrap().result, *game.position());
    assert_eq!(found.finality, Finality::Final);
}

#[test]
fn a_resister_in_the_hand_is_not_yet_a_win() {
    // Along the western edge: over the side is a win, straight on is not.
    let game = host_core::sumoo::text::read(
        "B 1U(1,3) 1S(3,3) 1E(4,3) 2U(2,2) 3(3,2) 2E(4,2); N 1U(1,4) 1N(3,5) 1E(4,5) 2U(2,6) 3(3,6) 2E(4,6)",
    )
    .unwrap();
    let mut seen = ideal_reading(game.position(), SensorDetail::Class);
    let attacker = seen.at(cell(1, 3));
    seen.set(cell(1, 3), CellReading::Empty);
    seen.set(cell(1, 4), attacker);
    let found = infer_in(&game, &seen);
    let only = found.only().unwrap();
    assert_eq!(only.result.winner(), Some(Colour::White));
    assert_eq!(found.finality, Finality::MayContinue);
}

#[test]
fn a_swap_shows_by_class_and_not_by_colour() {
    let mut game = Game::new();
    let swap =
        rules_core::games::sumoo::notation::NotatedAction::read(Colour::White, "1S 3 =").unwrap();
    game.apply(swap.in_position(game.position())).unwrap();

    let seen = ideal_reading(game.position(), SensorDetail::Class);
    let found = infer(&Position::START, Colour::White, Points::One, &seen);
    assert_eq!(found.only().unwrap().turn[0].to_string(), "1S 3 =");

    let seen = ideal_reading(game.position(), SensorDetail::Colour);
    let found = infer(&Position::START, Colour::White, Points::One, &seen);
    // Nothing done, five swaps of different forces; 1U-1S and 1S-1E look like
    // nothing done.
    assert_eq!(found.explanations.list().len(), 6);
    assert!(found.explanations.list()[0].turn.is_empty());
    assert_eq!(found.explanations.list()[0].naming, Ambiguity::Alike);
}

#[test]
fn repairs_read_as_requests() {
    // 1U stands one cell too far north.
    let mut seen = ideal_reading(&Position::START, SensorDetail::Class);
    let token = seen.at(cell(2, 3));
    seen.set(cell(2, 3), CellReading::Empty);
    seen.set(cell(2, 4), token);
    seen.set(cell(3, 6), CellReading::Empty);
    let requests: Vec<String> = seen
        .repairs(&Position::START)
        .map(|repair| repair.to_string())
        .collect();
    assert_eq!(
        requests,
        [
            "take what stands on (2,4) off",
            "put 1U of White on (2,3)",
            "put 3 of Black on (3,6)",
        ]
    );
}

/// The list is bounded, the visits are not.
#[test]
fn every_explanation_is_visited() {
    let seen = ideal_reading(&Position::START, SensorDetail::Occupancy);
    let mut visited = BTreeSet::new();
    let mut times = 0;
    let distance = each_explanation(
        &Position::START,
        Colour::White,
        Points::TURN,
        &seen,
        |turn, end| {
            let words: Vec<String> = turn.iter().map(ToString::to_string).collect();
            visited.insert((words, *end));
            times += 1;
        },
    );
    assert_eq!(distance, 0);
    let expected: BTreeSet<_> = turns(&Game::new())
        .into_iter()
        .filter(|(_, end)| seen.differences(end).is_empty())
        .map(|(turn, end)| {
            let words: Vec<String> = turn.iter().map(ToString::to_string).collect();
            (words, end)
        })
        .collect();
    assert_eq!(times, expected.len());
    assert_eq!(visited, expected);
    let looks: BTreeSet<Position> = expected.iter().map(|(_, end)| end.appearance()).collect();
    assert!(looks.len() > MAX_EXPLANATIONS);
    assert!(infer_in(&Game::new(), &seen).explanations.more());
}

/// What fits nothing is explained by the turns that end nearest to it.
#[test]
fn the_nearest_turns_are_visited_when_none_fits() {
    let mut seen = ideal_reading(&Position::START, SensorDetail::Colour);
    seen.set(cell(4, 2), CellReading::Empty);
    let mut visited = Vec::new();
    let distance = each_explanation(
        &Position::START,
        Colour::White,
        Points::Zero,
        &seen,
        |turn, end| visited.push((turn.len(), *end)),
    );
    assert_eq!((distance, visited), (1, vec![(0, Position::START)]));
}

/// Seen by occupancy only, the attacker stands where the resister stood; the
/// tokens must be seated anew to see that a push and a move are under way.
#[test]
fn a_push_is_recognised_while_another_token_is_in_the_air() {
    let game = host_core::sumoo::text::read(
        "B 1U(3,3) 1S(1,1) 1E(2,1) 2U(4,1) 3(5,1) 2E(5,2); N 1U(3,2) 1N(1,7) 1E(2,7) 2U(3,7) 3(4,7) 2E(5,7); N to move",
    )
    .unwrap();
    let mut seen = ideal_reading(game.position(), SensorDetail::Occupancy);
    seen.set(cell(3, 2), CellReading::Empty);
    seen.set(cell(3, 4), CellReading::Occupied);
    seen.set(cell(5, 7), CellReading::Empty);
    let mut doing = BTreeSet::new();
    each_passing(
        game.position(),
        Colour::Black,
        Points::TURN,
        &seen,
        |turn, _| {
            doing.insert(turn.iter().map(ToString::to_string).collect::<Vec<_>>());
        },
    );
    assert!(
        doing.contains(&vec!["1U NN".to_owned(), "2E S".to_owned()]),
        "{doing:?}"
    );
}
