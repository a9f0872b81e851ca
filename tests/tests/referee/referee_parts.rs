//! Parts of the referee, one at a time: history and the order of falls.

use rules_core::referee::falls::{Falls, Next};
use rules_core::referee::game::Game;
use rules_core::referee::history::{DEPTH, End, History, Moment};
use rules_core::referee::table::Motion;
use rules_core::referee::{By, Evidence};
use rules_core::sensing::observation::FallId;
use rules_core::time::Instant;

fn moment(turn: u16) -> Moment {
    let deck = host_tools::data::house_deck();
    let mut dice = dohyo_tests::dice::Dice::new(1);
    let setup = dohyo_tests::kabuto_play::any_setup(&mut dice, &deck);
    let game = setup.begin(&deck).expect("valid");
    let mut state = *game.state();
    state.turn.number = turn;
    let game = rules_core::games::kabuto::Match::resume(game.terms().clone(), state);
    Moment {
        game: Game::Kabuto(game.expect("sound")).snapshot(),
        question: None,
    }
}

#[test]
fn history_goes_back_and_forward_and_says_when_it_ends() {
    let mut history = History::default();
    let mut now = moment(3);
    assert_eq!(history.undo(&mut now), Err(End::NothingToUndo));
    history.push(moment(1));
    history.push(moment(2));
    assert_eq!(history.undo(&mut now), Ok(()));
    assert_eq!(now, moment(2));
    assert_eq!(history.undo(&mut now), Ok(()));
    assert_eq!(now, moment(1));
    assert_eq!(history.redo(&mut now), Ok(()));
    assert_eq!(history.redo(&mut now), Ok(()));
    assert_eq!(now, moment(3));
    assert_eq!(history.redo(&mut now), Err(End::NothingToRedo));
}

#[test]
fn a_new_step_after_an_undo_ends_the_way_forward() {
    let mut history = History::default();
    let mut now = moment(2);
    history.push(moment(1));
    assert_eq!(history.undo(&mut now), Ok(()));
    history.push(moment(1));
    now = moment(9);
    assert_eq!(history.redo(&mut now), Err(End::NothingToRedo));
    assert_eq!(history.undoable(), 1);
}

#[test]
fn at_least_32_steps_are_kept_and_the_end_is_told_from_the_beginning() {
    const { assert!(DEPTH >= 32) };
    let mut history = History::default();
    for n in 0..100 {
        history.push(moment(n));
    }
    let mut now = moment(100);
    for _ in 0..DEPTH {
        assert_eq!(history.undo(&mut now), Ok(()));
    }
    assert_eq!(now, moment(100 - DEPTH as u16));
    assert_eq!(history.undo(&mut now), Err(End::TooLongAgo));
}

fn fell(at: u64) -> Evidence {
    Evidence::said(Instant(at), By::Table)
}

#[test]
fn no_fall_is_lost_when_there_is_no_room() {
    let mut falls = Falls::default();
    let mut out = Vec::new();
    for n in 0..40_u16 {
        let at = Instant(u64::from(n));
        out.extend(falls.complete(FallId(n), at, fell(at.0)));
    }
    while let Some(next) = falls.next(Instant(50), Motion::None) {
        out.push(next);
    }
    let expected: Vec<Next> = (0..40).map(|n| Next::Fell(fell(n))).collect();
    assert_eq!(out, expected);
}

#[test]
fn falls_wait_for_the_end_of_a_push_but_not_for_ever() {
    let mut falls = Falls::default();
    let at = Instant(1_000_000);
    assert_eq!(falls.complete(FallId(1), at, fell(1)), None);
    assert_eq!(falls.next(Instant(2_000_000), Motion::UnderWay), None);
    assert_eq!(falls.due(Motion::UnderWay), Some(Instant(6_000_000)));
    let next = falls.next(Instant(6_000_000), Motion::UnderWay);
    assert_eq!(next, Some(Next::Fell(fell(1))));
}
