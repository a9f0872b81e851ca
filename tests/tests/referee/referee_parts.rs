//! Parts of the referee, one at a time: history and the order of falls.

use rules_core::referee::fall_queue::{DueFall, FallQueue};
use rules_core::referee::game::AnyGame;
use rules_core::referee::history::{Checkpoint, DEPTH, History, HistoryEnd};
use rules_core::referee::table::LoadState;
use rules_core::referee::{Evidence, Speaker};
use rules_core::sensing::observation::FallId;
use rules_core::time::Instant;

fn moment(turn: u16) -> Checkpoint {
    let deck = host_core::data::house_deck();
    let mut dice = dohyo_tests::test_rng::TestRng::new(1);
    let setup = dohyo_tests::kabuto_play::any_setup(&mut dice, &deck);
    let game = setup.begin(&deck.cards).expect("valid");
    let mut state = *game.state();
    state.turn.number = turn;
    let game = rules_core::games::kabuto::Match::resume(game.terms().clone(), state);
    Checkpoint {
        game: AnyGame::Kabuto(game.expect("sound")).snapshot(),
        question: None,
    }
}

#[test]
fn history_goes_back_and_forward_and_says_when_it_ends() {
    let mut history = History::default();
    let mut now = moment(3);
    assert_eq!(history.undo(&mut now), Err(HistoryEnd::NothingToUndo));
    history.push(moment(1));
    history.push(moment(2));
    assert_eq!(history.undo(&mut now), Ok(()));
    assert_eq!(now, moment(2));
    assert_eq!(history.undo(&mut now), Ok(()));
    assert_eq!(now, moment(1));
    assert_eq!(history.redo(&mut now), Ok(()));
    assert_eq!(history.redo(&mut now), Ok(()));
    assert_eq!(now, moment(3));
    assert_eq!(history.redo(&mut now), Err(HistoryEnd::NothingToRedo));
}

#[test]
fn a_new_step_after_an_undo_ends_the_way_forward() {
    let mut history = History::default();
    let mut now = moment(2);
    history.push(moment(1));
    assert_eq!(history.undo(&mut now), Ok(()));
    history.push(moment(1));
    now = moment(9);
    assert_eq!(history.redo(&mut now), Err(HistoryEnd::NothingToRedo));
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
    assert_eq!(history.undo(&mut now), Err(HistoryEnd::TooLongAgo));
}

fn fell(at: u64) -> Evidence {
    Evidence::declared(Instant(at), Speaker::Table)
}

#[test]
fn no_fall_is_lost_when_there_is_no_room() {
    let mut falls = FallQueue::default();
    let mut out = Vec::new();
    for n in 0..40_u16 {
        let at = Instant(u64::from(n));
        out.extend(falls.complete(FallId(n), at, fell(at.0)));
    }
    while let Some(next) = falls.next(Instant(50), LoadState::None) {
        out.push(next);
    }
    let expected: Vec<DueFall> = (0..40).map(|n| DueFall::Fell(fell(n))).collect();
    assert_eq!(out, expected);
}

#[test]
fn falls_wait_for_the_end_of_a_push_but_not_for_ever() {
    let mut falls = FallQueue::default();
    let at = Instant(1_000_000);
    assert_eq!(falls.complete(FallId(1), at, fell(1)), None);
    assert_eq!(falls.next(Instant(2_000_000), LoadState::UnderWay), None);
    assert_eq!(falls.due(LoadState::UnderWay), Some(Instant(6_000_000)));
    let next = falls.next(Instant(6_000_000), LoadState::UnderWay);
    assert_eq!(next, Some(DueFall::Fell(fell(1))));
}
