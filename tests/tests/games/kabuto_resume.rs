//! A stored match is taken up only if it could have been left so.

use dohyo_tests::kabuto_play::{any_setup, trial_deck};
use dohyo_tests::test_rng::TestRng;
use rules_core::games::kabuto::state::{Belt, MatchPhase};
use rules_core::games::kabuto::{Edition, Match, ResumeError, State};
use rules_core::piece::Size;
use rules_core::place::Posts;
use rules_core::player::{Players, Seat, Seats, Side, Sides};

/// A fresh match of this box and number of players.
fn fresh(edition: Edition, players: Players) -> Match {
    let deck = trial_deck();
    (0..)
        .map(|seed| {
            any_setup(&mut TestRng::new(seed), &deck)
                .begin(&deck.cards)
                .expect("valid")
        })
        .find(|it| it.terms().edition == edition && it.terms().players == players)
        .expect("the dice find every kind")
}

/// What is said to a match of two at Sakura Slam after `change`.
fn said(change: impl Fn(&mut State)) -> Result<(), ResumeError> {
    let game = fresh(Edition::SakuraSlam, Players::Two);
    let mut state = *game.state();
    change(&mut state);
    Match::resume(game.terms().clone(), state).map(|_| ())
}

#[test]
fn an_untouched_state_is_taken_up() {
    assert_eq!(said(|_| ()), Ok(()));
}

#[test]
fn a_piece_too_many_is_noticed() {
    assert_eq!(
        said(|it| it.ring.pawns[Size::Small] += 1),
        Err(ResumeError::Pieces)
    );
}

#[test]
fn strangers_are_noticed() {
    let stranger = Err(ResumeError::Stranger);
    assert_eq!(said(|it| it.sumos = Seats::ALL), stranger);
    assert_eq!(said(|it| it.out = Sides::of(Side::Three)), stranger);
    assert_eq!(said(|it| it.turn.seat = Seat::Fourth), stranger);
    let moved = |it: &mut State| {
        let all = it.inventories[Side::One];
        it.inventories[Side::Three] = all;
        it.inventories[Side::One] = Default::default();
    };
    assert_eq!(said(moved), stranger);
}

#[test]
fn the_turn_of_a_player_who_is_out_is_noticed() {
    let change = |it: &mut State| {
        it.phase = MatchPhase::InTurn;
        it.out = Sides::of(Side::One);
    };
    assert_eq!(said(change), Err(ResumeError::TurnOfTheOut));
}

#[test]
fn four_markers_without_a_slam_are_noticed() {
    let change = |it: &mut State| it.markers[Side::Two] = Posts::ALL;
    assert_eq!(said(change), Err(ResumeError::Markers));
}

/// SS-C4: who has four markers and nothing to slam with is out, and they stay.
#[test]
fn four_markers_of_who_is_out_are_left() {
    let game = fresh(Edition::SakuraSlam, Players::Three);
    let mut state = *game.state();
    state.markers[Side::Two] = Posts::ALL;
    state.out = Sides::of(Side::Two);
    assert!(Match::resume(game.terms().clone(), state).is_ok());
}

#[test]
fn markers_without_posts_are_noticed() {
    let game = fresh(Edition::KabutoSumo, Players::Two);
    let mut state = *game.state();
    state.markers[Side::One] = Posts::ALL;
    let again = Match::resume(game.terms().clone(), state);
    assert_eq!(again.map(|_| ()), Err(ResumeError::Markers));
}

#[test]
fn a_belt_is_for_two_and_always_for_two() {
    assert_eq!(said(|it| it.belt = Belt::InTheBox), Err(ResumeError::Belt));
    let game = fresh(Edition::SakuraSlam, Players::Three);
    let mut state = *game.state();
    state.belt = Belt::OnRing;
    let again = Match::resume(game.terms().clone(), state);
    assert_eq!(again.map(|_| ()), Err(ResumeError::Belt));
}
