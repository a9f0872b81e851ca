//! The engine and the slow reference agree.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a failed unwrap is a failed test"
)]

use dohyo_tests::sumoo_play::{placed, reached};
use dohyo_tests::sumoo_reference::{self as slow, Board};
use rules_core::games::sumoo::{Action, AttackKind, Game, Points, Position, ResisterCourse, Token};
use std::collections::BTreeSet;

fn name(token: Token) -> &'static str {
    let name = token.to_string();
    ["1U", "1S", "1N", "1E", "2U", "2E", "3"]
        .into_iter()
        .find(|n| *n == name)
        .expect("a token has one of these names")
}

fn board(position: &Position) -> Board {
    position
        .tokens()
        .map(|(token, cell)| {
            (
                (i32::from(cell.column()), i32::from(cell.row())),
                (token.colour.letter(), name(token)),
            )
        })
        .collect()
}

fn words(action: &Action) -> String {
    match action {
        Action::Move(token, direction) => format!("move {token} {}", direction.letter()),
        Action::Swap(a, b) => {
            let (a, b) = (name(*a).min(name(*b)), name(*a).max(name(*b)));
            format!("swap {a} {b}")
        }
        Action::Attack(attack) => {
            let grip = match attack.grip {
                AttackKind::Push => "push",
                AttackKind::Pull => "pull",
            };
            let extra = attack.extra.map_or(String::new(), |t| format!(" {t}"));
            let course = match attack.course {
                ResisterCourse::Straight => "straight".to_owned(),
                side => side.aside(attack.along).unwrap().letter().to_string(),
            };
            format!(
                "{grip} {}{extra} {} {course}",
                attack.main,
                attack.along.letter()
            )
        }
    }
}

/// Every legal action, its cost and what it makes, as the slow side tells it.
fn agree(game: &Game) {
    let mut fast = Vec::new();
    game.each_action(|action| {
        let mut after = *game;
        after.apply(action).unwrap();
        fast.push(slow::Choice {
            words: words(&action),
            cost: action.cost().number().into(),
            after: board(after.position()),
        });
    });
    fast.sort();
    let colour = game.to_move().unwrap().letter();
    let points = game.points_left().number().into();
    assert_eq!(
        fast,
        slow::options(&board(game.position()), colour, points),
        "{game:?}"
    );
}

/// Cites: SU-6, SU-7, SU-8, SU-9, SU-10, SU-11, SU-12, SU-13, SU-14, SU-15, SU-16, SU-17.
#[test]
fn single_actions_agree_on_positions_reached_by_play() {
    for seed in 0..10_000 {
        agree(&reached(seed));
    }
}

/// Cites: SU-6, SU-7, SU-8, SU-9, SU-10, SU-11, SU-12, SU-13, SU-14, SU-15, SU-16, SU-17.
#[test]
fn single_actions_agree_on_crowded_positions() {
    for seed in 0..10_000 {
        agree(&placed(seed, 3 + usize::try_from(seed % 5).unwrap()));
    }
}

fn ends(game: &Game) -> BTreeSet<Board> {
    let mut all = BTreeSet::new();
    let (colour, left) = (game.to_move().unwrap(), game.points_left());
    game.position().each_turn(colour, left, |_, end| {
        all.insert(board(end));
    });
    all
}

/// Cites: SU-3, SU-5.
#[test]
fn white_has_17_actions_and_1588_first_turns() {
    assert_eq!(board(&Position::START), slow::start());
    let mut single = 0;
    Game::new().each_action(|_| single += 1);
    assert_eq!(single, 17);
    assert_eq!(ends(&Game::new()).len(), 1588);
}

/// Cites: SU-5, SU-18.
#[test]
fn whole_turns_agree() {
    for seed in 0..6 {
        for game in [reached(seed), placed(seed, 4)] {
            let colour = game.to_move().unwrap();
            let game = Game::from_position(*game.position(), colour, Points::TURN);
            let slow = slow::ends_of_turn(&board(game.position()), colour.letter(), 3);
            assert_eq!(ends(&game), slow, "{game:?}");
        }
    }
}

/// Cites: SU-5, SU-18.
#[test]
#[ignore = "minutes even when optimised: cargo test --release -- --ignored"]
fn two_turns_from_the_start_agree() {
    let mut fast = Vec::new();
    host_core::sumoo::perft(None, 2, &mut |_, nodes| fast.push(nodes)).unwrap();
    let slow = [1, 2].map(|depth| slow::perft(&slow::start(), 'B', depth));
    assert_eq!(fast, slow);
}
