//! SUMOO boards that are final and boards that may continue, against the
//! meaning of the words worked out by brute force.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a failed unwrap is a failed test"
)]

use dohyo_tests::sumoo_inference::{Inference, each_passing, infer};
use dohyo_tests::sumoo_play::{SensorDetail, ideal_reading, reached, spoiled, turns};
use dohyo_tests::test_rng::TestRng;
use proptest::prelude::*;
use rules_core::games::cell_reading::{CellReading, Finality};
use rules_core::games::sumoo::board_reading::{BoardReading, fits};
use rules_core::games::sumoo::search;
use rules_core::games::sumoo::{
    ActionSequence, Cell, Colour, Force, Game, Points, Position, Token,
};
use std::collections::{BTreeMap, BTreeSet};

fn infer_in(game: &Game, seen: &BoardReading) -> Inference {
    let colour = game.to_move().unwrap();
    infer(game.position(), colour, game.points_left(), seen)
}

/// What can be told of a token by looking at it.
fn class(token: Token) -> (Colour, Force) {
    (token.colour, token.force())
}

/// The word by its definition, one arrangement after the other: the board may
/// still change if, with every token the turn moves on one of its cells or in
/// a hand, it can look like what is seen and not like the end of the turn.
fn may_continue(game: &Game, seen: &BoardReading) -> bool {
    turns(game)
        .iter()
        .any(|(turn, end)| unfinished(game, turn, end, seen))
}

fn unfinished(game: &Game, turn: &ActionSequence, end: &Position, seen: &BoardReading) -> bool {
    let mut replay = *game;
    let mut ways: Vec<(Token, BTreeSet<Option<Cell>>)> = Token::ALL
        .into_iter()
        .map(|token| (token, BTreeSet::from([game.position().cell_of(token)])))
        .collect();
    for &action in turn {
        replay.apply(action).unwrap();
        for (token, way) in &mut ways {
            way.insert(replay.position().cell_of(*token));
        }
    }
    for (_, way) in &mut ways {
        if way.len() > 1 {
            way.insert(None);
        }
    }
    let goal: BTreeMap<Cell, _> = end.tokens().map(|(t, cell)| (cell, class(t))).collect();
    arranged(&ways, &mut BTreeMap::new(), &goal, seen)
}

fn arranged(
    ways: &[(Token, BTreeSet<Option<Cell>>)],
    board: &mut BTreeMap<Cell, (Colour, Force)>,
    goal: &BTreeMap<Cell, (Colour, Force)>,
    seen: &BoardReading,
) -> bool {
    let Some(((token, way), rest)) = ways.split_first() else {
        let empty_fits = |cell: Cell| board.contains_key(&cell) || fits(seen.at(cell), None);
        return board != goal && Cell::all().all(empty_fits);
    };
    way.iter().any(|&place| match place {
        None => arranged(rest, board, goal, seen),
        Some(cell) if board.contains_key(&cell) || !fits(seen.at(cell), Some(*token)) => false,
        Some(cell) => {
            board.insert(cell, class(*token));
            let found = arranged(rest, board, goal, seen);
            board.remove(&cell);
            found
        }
    })
}

/// Hides some cells, or nearly all of them.
fn masked(mut seen: BoardReading, dice: &mut TestRng) -> BoardReading {
    let hidden = [0, 1, 3, 12, 34, 35][dice.below(6)];
    for cell in Cell::all() {
        if dice.below(35) < hidden {
            seen.set(cell, CellReading::Unknown);
        }
    }
    seen
}

fn any_points() -> impl Strategy<Value = Points> {
    prop::sample::select(vec![Points::Zero, Points::One, Points::Two, Points::Three])
}

fn any_sight() -> impl Strategy<Value = SensorDetail> {
    prop::sample::select(SensorDetail::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn final_and_may_continue_are_true_words(
        seed in any::<u64>(),
        sight in any_sight(),
        points in any_points(),
        spoil in any::<bool>(),
    ) {
        let game = reached(seed);
        let game = Game::from_position(*game.position(), game.to_move().unwrap(), points);
        let mut dice = TestRng::new(!seed);
        // Most turns spend all their points, so that both words occur.
        let all = turns(&game);
        let (_, end) = &all[dice.below(all.len())];
        let mut seen = ideal_reading(end, sight);
        if spoil {
            seen = spoiled(seen, &mut dice);
        }
        let seen = masked(seen, &mut dice);
        let truth = may_continue(&game, &seen);
        let colour = game.to_move().unwrap();
        prop_assert_eq!(search::may_continue(game.position(), colour, points, &seen), truth);
        let found = infer_in(&game, &seen);
        prop_assert_eq!(found.finality == Finality::MayContinue, truth);
    }
}

#[test]
fn nothing_is_final_for_a_blind_board() {
    let seen = BoardReading::unknown();
    for points in [Points::One, Points::Two, Points::Three] {
        let found = infer(&Position::START, Colour::White, points, &seen);
        assert_eq!(found.finality, Finality::MayContinue);
    }
    // Without points there is nothing left to do.
    let found = infer(&Position::START, Colour::White, Points::Zero, &seen);
    assert_eq!(found.finality, Finality::Final);
}

/// White is shut in and has one point: only swaps are legal, and by occupancy
/// none of them shows.
#[test]
fn a_swap_that_may_follow_unseen_is_not_final() {
    let game = host_core::sumoo::text::read(
        "B 1U(1,1) 2U(1,2) 1S(2,1) 1E(2,2) 3(3,1) 2E(3,2); N 1U(1,3) 1N(2,3) 1E(3,3) 2U(4,1) 3(4,2) 2E(5,6); B to move with 1 points",
    )
    .unwrap();
    let seen = ideal_reading(game.position(), SensorDetail::Occupancy);
    let found = infer_in(&game, &seen);
    assert_eq!(found.finality, Finality::MayContinue);
    let mut swaps = 0;
    each_passing(
        game.position(),
        Colour::White,
        Points::One,
        &seen,
        |turn, end| {
            swaps += usize::from(seen.differences(end).is_empty() && turn.len() == 1);
        },
    );
    // Seven pairs touch; 1S looks like 1U and like 1E.
    assert_eq!(swaps, 5);
}

/// The token has left its cell, and the only cell it can go to is masked: it is
/// there, or still in a hand.
#[test]
fn a_token_that_may_be_in_a_hand_is_not_final() {
    let game = host_core::sumoo::text::read(
        "B 3(1,1) 1U(1,5) 1S(2,5) 1E(3,5) 2U(4,5) 2E(5,5); N 1U(2,1) 1N(1,7) 1E(2,7) 2U(3,7) 3(4,7) 2E(5,7); B to move with 1 point",
    )
    .unwrap();
    let [from, to] = [(1, 1), (1, 2)].map(|(column, row)| Cell::at(column, row).unwrap());
    let mut seen = ideal_reading(game.position(), SensorDetail::Class);
    seen.set(from, CellReading::Empty);
    seen.set(to, CellReading::Unknown);
    let found = infer_in(&game, &seen);
    assert_eq!(found.only().unwrap().turn[0].to_string(), "3 N");
    assert_eq!(found.finality, Finality::MayContinue);
    // Seen to be put down, it is there.
    seen.set(to, CellReading::Occupied);
    assert_eq!(infer_in(&game, &seen).finality, Finality::Final);
}
