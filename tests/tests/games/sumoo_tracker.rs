//! How swaps are resolved where occupancy cannot show them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a failed unwrap is a failed test"
)]

use dohyo_tests::sumoo_inference::Explanations;
use dohyo_tests::sumoo_play::{SensorDetail, actions, reached};
use dohyo_tests::sumoo_tracker::{TouchRule, TrackError, Tracker};
use dohyo_tests::test_rng::TestRng;
use proptest::prelude::*;
use rules_core::games::cell_reading::CellReading;
use rules_core::games::sumoo::board_reading::TokenAppearance;
use rules_core::games::sumoo::{Cell, Colour, Game, Points, Position, Token};

fn cell(column: u8, row: u8) -> Cell {
    Cell::at(column, row).unwrap()
}

fn explain(tracker: &Tracker, touch: TouchRule) -> Vec<String> {
    let turns: Explanations = tracker.explain(Colour::White, Points::TURN, touch);
    assert!(!turns.more());
    turns
        .list()
        .iter()
        .map(|known| {
            let actions: Vec<String> = known.turn.iter().map(ToString::to_string).collect();
            actions.join("/")
        })
        .collect()
}

/// Both in the hand, then put down crosswise or not: cells (2,3) and (2,2).
fn both_lifted() -> Tracker {
    let mut tracker = Tracker::new(&Position::START);
    tracker.lift(cell(2, 3)).unwrap();
    tracker.lift(cell(2, 2)).unwrap();
    assert_eq!(tracker.in_hand(), 2);
    tracker
}

#[test]
fn by_order_one_at_a_time_leaves_no_doubt() {
    let mut tracker = Tracker::new(&Position::START);
    let (front, back, spare) = (cell(2, 3), cell(2, 2), cell(1, 3));
    for (from, to) in [(front, spare), (back, front), (spare, back)] {
        tracker.lift(from).unwrap();
        tracker.place(to, CellReading::Occupied).unwrap();
    }
    assert_eq!(explain(&tracker, TouchRule::Free), ["1U 2U ="]);
}

#[test]
fn by_class_the_second_is_known_from_the_first() {
    let look =
        |token: Token| CellReading::Looks(TokenAppearance::Class(token.colour, token.force()));
    let [one, two] = [3, 2].map(|row| Position::START.at(cell(2, row)).unwrap());
    let mut tracker = both_lifted();
    tracker.place(cell(2, 3), look(two)).unwrap();
    // Whatever the other sensor says, only the 1 is left in the hand.
    tracker.place(cell(2, 2), CellReading::Occupied).unwrap();
    assert_eq!(explain(&tracker, TouchRule::Free), ["1U 2U ="]);
    assert_eq!(tracker.at(cell(2, 2)).only(), Some(one));
}

#[test]
fn by_touch_two_lifted_tokens_have_swapped() {
    let mut tracker = both_lifted();
    tracker.place(cell(2, 3), CellReading::Occupied).unwrap();
    tracker.place(cell(2, 2), CellReading::Occupied).unwrap();
    // Without a house rule, both stay possible and people are asked.
    assert_eq!(explain(&tracker, TouchRule::Free), ["", "1U 2U ="]);
    assert_eq!(explain(&tracker, TouchRule::Counts), ["1U 2U ="]);
}

#[test]
fn by_touch_every_lifted_token_has_moved() {
    let mut tracker = both_lifted();
    tracker.lift(cell(3, 2)).unwrap();
    for (column, row) in [(2, 3), (2, 2), (3, 2)] {
        tracker
            .place(cell(column, row), CellReading::Occupied)
            .unwrap();
    }
    // One point swaps two tokens; the third would have been lifted for nothing.
    let turns = |touch| tracker.explain(Colour::White, Points::One, touch);
    assert_eq!(turns(TouchRule::Free).list().len(), 3);
    assert!(turns(TouchRule::Counts).list().is_empty());
}

#[test]
fn tokens_that_look_alike_are_one_explanation() {
    let mut tracker = Tracker::new(&Position::START);
    for column in [2, 3] {
        tracker.lift(cell(column, 3)).unwrap();
    }
    for column in [2, 3] {
        tracker
            .place(cell(column, 3), CellReading::Occupied)
            .unwrap();
    }
    assert_eq!(explain(&tracker, TouchRule::Free), [""]);
}

#[test]
fn what_fits_no_gesture_is_said_and_changes_nothing() {
    let fresh = Tracker::new(&Position::START);
    let mut tracker = fresh.clone();
    let (empty, taken) = (cell(1, 1), cell(3, 3));
    assert_eq!(tracker.lift(empty), Err(TrackError::NothingThere(empty)));
    assert_eq!(
        tracker.place(taken, CellReading::Occupied),
        Err(TrackError::AlreadyTaken(taken))
    );
    assert_eq!(
        tracker.place(empty, CellReading::Occupied),
        Err(TrackError::NotInHand(empty))
    );
    assert_eq!(tracker, fresh);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever is played with any number of tokens in the hand, the truth is
    /// never excluded.
    #[test]
    fn the_truth_stays_possible(seed in any::<u64>(), sight in prop::sample::select(SensorDetail::ALL.to_vec())) {
        let mut dice = TestRng::new(seed);
        let game = reached(seed);
        let start = Game::from_position(*game.position(), game.to_move().unwrap(), Points::TURN);
        let mut game = start;
        let mut tracker = Tracker::new(game.position());
        loop {
            let all = actions(&game);
            if all.is_empty() || dice.below(5) == 0 {
                break;
            }
            let effect = game.apply(all[dice.below(all.len())]).unwrap();
            for shift in &effect {
                tracker.lift(shift.from).unwrap();
            }
            for shift in effect.iter().rev() {
                if let Some(to) = shift.to {
                    tracker.place(to, sight.reading_of(shift.token)).unwrap();
                }
            }
            if game.to_move().is_none() {
                break;
            }
        }
        prop_assert!(tracker.allows(game.position()));
        let turns = tracker.explain(start.to_move().unwrap(), Points::TURN, TouchRule::Free);
        let found = turns
            .list()
            .iter()
            .any(|known| known.result.appearance() == game.position().appearance());
        prop_assert!(found || turns.more());
    }

    /// With one token in the hand at a time nothing is ever in doubt.
    #[test]
    fn one_at_a_time_is_exact(seed in any::<u64>()) {
        let mut dice = TestRng::new(seed);
        let game = reached(seed);
        let mut position: std::collections::BTreeMap<Cell, Token> =
            game.position().tokens().map(|(token, cell)| (cell, token)).collect();
        let mut tracker = Tracker::new(game.position());
        for _ in 0..30 {
            let from = *position.keys().nth(dice.below(position.len())).unwrap();
            let token = position.remove(&from).unwrap();
            let to = Cell::from_index(dice.below(35)).unwrap();
            let to = if position.contains_key(&to) { from } else { to };
            tracker.lift(from).unwrap();
            tracker.place(to, CellReading::Occupied).unwrap();
            position.insert(to, token);
        }
        for (cell, token) in position {
            prop_assert_eq!(tracker.at(cell).only(), Some(token));
        }
    }
}
