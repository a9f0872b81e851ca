//! Laws of the Kabuto engine, each tried on matches played at random.

use dohyo_tests::kabuto_play::{any_action, any_setup, legal, next_move, trial_deck};
use dohyo_tests::test_rng::TestRng;
use host_core::data::Deck;
use host_core::kabuto::random_play;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use rules_core::games::kabuto::{Action, ActionStatus, Match, NextAction};
use rules_core::panel::quick_match;
use rules_core::piece::{Piece, Size};
use rules_core::player::Players;
use rules_core::referee::AnyGame;
use rules_core::rng::Rng;

/// A fresh match and its dice.
fn begin(seed: u64, deck: &Deck) -> (Match, TestRng) {
    let mut dice = TestRng::new(seed);
    let setup = any_setup(&mut dice, deck);
    let game = setup
        .begin(&deck.cards)
        .expect("the set-up is made to be valid");
    (game, dice)
}

/// Plays `length` legal actions, or to the end.
fn play(
    game: &mut Match,
    dice: &mut TestRng,
    length: usize,
    mut each: impl FnMut(&Match, &Action),
) {
    for _ in 0..length {
        let Some(action) = next_move(dice, game) else {
            return;
        };
        each(game, &action);
        game.apply(&action).expect("legal actions are accepted");
    }
}

fn deck(dice_seed: u64) -> Deck {
    if dice_seed.is_multiple_of(2) {
        trial_deck()
    } else {
        host_core::data::house_deck()
    }
}

/// Elements of each kind in the whole match.
fn total(game: &Match, piece: Piece) -> u32 {
    let Piece::Element(element) = piece else {
        return 0;
    };
    let state = game.state();
    let heaps = [&state.ring, &state.reserve];
    let all = heaps.into_iter().chain(&state.inventories.0);
    all.map(|heap| u32::from(heap.count(element))).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn every_piece_is_somewhere_at_every_moment(seed in any::<u64>()) {
        let deck = deck(seed);
        let (mut game, mut dice) = begin(seed, &deck);
        let start: Vec<u32> = Piece::all().map(|piece| total(&game, piece)).collect();
        play(&mut game, &mut dice, 120, |game, _| {
            let now: Vec<u32> = Piece::all().map(|piece| total(game, piece)).collect();
            assert_eq!(start, now);
        });
        prop_assert_eq!(start[Size::Small.index()], 20);
    }

    #[test]
    fn a_refused_action_changes_nothing_and_nothing_panics(seed in any::<u64>()) {
        let deck = deck(seed);
        let (mut game, mut dice) = begin(seed, &deck);
        for _ in 0..60 {
            for _ in 0..20 {
                let before = game.clone();
                let action = any_action(&mut dice);
                let permitted = game.permits(&action);
                prop_assert_eq!(&game, &before, "asking changes nothing");
                match game.apply(&action) {
                    Ok(_) => prop_assert!(permitted.is_ok()),
                    Err(refusal) => {
                        prop_assert_eq!(permitted, Err(refusal));
                        prop_assert_eq!(&game, &before);
                    }
                }
            }
            if let Some(action) = next_move(&mut dice, &game) {
                game.apply(&action).expect("legal");
            }
        }
    }

    #[test]
    fn a_match_that_is_not_over_can_always_go_on(seed in any::<u64>()) {
        let deck = deck(seed);
        let (mut game, mut dice) = begin(seed, &deck);
        play(&mut game, &mut dice, 150, |game, _| {
            let goes_on = legal(game).iter().any(|action| {
                !matches!(action, Action::Fall(_) | Action::Accident(_))
            });
            assert!(goes_on, "stuck in {:?}", game.state());
        });
        if game.outcome().is_some() {
            prop_assert!(legal(&game).is_empty(), "nothing happens after the end");
        }
    }

    #[test]
    fn what_is_accepted_was_offered(seed in any::<u64>()) {
        let deck = deck(seed);
        let (mut game, mut dice) = begin(seed, &deck);
        for _ in 0..40 {
            let offered = legal(&game);
            for _ in 0..60 {
                let action = any_action(&mut dice);
                if game.permits(&action).is_ok() {
                    prop_assert!(offered.contains(&canonical(action.clone())), "{action:?}");
                }
            }
            if let Some(action) = next_move(&mut dice, &game) {
                game.apply(&action).expect("legal");
            }
        }
    }

    #[test]
    fn what_is_awaited_is_what_is_legal(seed in any::<u64>()) {
        let deck = deck(seed);
        let (mut game, mut dice) = begin(seed, &deck);
        play(&mut game, &mut dice, 80, |game, _| {
            let offered = legal(game);
            for expectation in game.expectations() {
                let open = offered.iter().any(|action| fulfils(action, expectation.action));
                let blocked = matches!(expectation.status, ActionStatus::Blocked(_));
                assert_eq!(open, !blocked, "{expectation:?} in {:?}", game.state());
            }
        });
    }

    #[test]
    fn the_same_actions_lead_to_the_same_hash(seed in any::<u64>()) {
        let deck = deck(seed);
        let (mut one, mut dice) = begin(seed, &deck);
        let (mut two, _) = begin(seed, &deck);
        let mut actions = Vec::new();
        play(&mut one, &mut dice, 100, |_, action| actions.push(action.clone()));
        for action in &actions {
            two.apply(action).expect("was legal once");
        }
        prop_assert_eq!(one.state().fingerprint(), two.state().fingerprint());
    }

    #[test]
    fn different_states_have_different_hashes(seed in any::<u64>()) {
        let deck = deck(seed);
        let (mut game, mut dice) = begin(seed, &deck);
        play(&mut game, &mut dice, 100, |before, action| {
            let mut after = before.clone();
            after.apply(action).expect("legal");
            let differ = before.state() != after.state();
            let hashes = before.state().fingerprint() != after.state().fingerprint();
            assert_eq!(differ, hashes);
        });
    }

    #[test]
    fn a_stored_match_goes_on_where_it_was(seed in any::<u64>()) {
        let deck = deck(seed);
        let (mut game, mut dice) = begin(seed, &deck);
        play(&mut game, &mut dice, 50, |_, _| ());
        let terms = postcard::to_allocvec(game.terms()).expect("terms as bytes");
        let state = postcard::to_allocvec(game.state()).expect("state as bytes");
        let again = Match::resume(
            postcard::from_bytes(&terms).expect("terms from bytes"),
            postcard::from_bytes(&state).expect("state from bytes"),
        );
        prop_assert_eq!(again, Ok(game));
    }

    #[test]
    fn every_state_that_comes_about_can_be_taken_up_again(seed in any::<u64>()) {
        let mut lots = Rng::new(seed);
        let players = *lots.choose(&Players::ALL).expect("there are some");
        let Some(AnyGame::Kabuto(mut game)) = quick_match::game(players, quick_match::DEFAULT_LAYOUTS[players]) else {
            panic!("the plain match is one of Kabuto");
        };
        while let Some(action) = random_play::next(&game, &mut lots) {
            game.apply(&action).expect("what lots choose is legal");
            let again = Match::resume(game.terms().clone(), *game.state());
            prop_assert_eq!(again.as_ref(), Ok(&game), "after {:?}", action);
        }
    }
}

/// The action as the list of options writes it: any place on an edge stands for
/// all, and a push without remarks for those with.
fn canonical(action: Action) -> Action {
    use rules_core::place::{Facing, Place};
    match action {
        Action::Dock(Place::Along { edge, .. }, _) => {
            Action::Dock(Place::Along { edge, at_mm: 100 }, Facing::Short)
        }
        Action::Push(mut load, _) => {
            load.sort_unstable();
            Action::Push(load, rules_core::games::kabuto::action::Remarks::EMPTY)
        }
        other => other,
    }
}

fn fulfils(action: &Action, wish: NextAction) -> bool {
    use rules_core::place::Place;
    match (action, wish) {
        (Action::Dock(Place::Corner(at), _), NextAction::DockAtCorner(post)) => *at == post,
        (Action::PlaceMarker(_, at), NextAction::PlaceMarker(post)) => *at == post,
        (Action::TakeMarker(_, at), NextAction::TakeMarker(post)) => *at == post,
        (Action::Use(it), NextAction::Use(nth)) => it.nth == nth,
        (Action::Dock(Place::Along { .. }, _), NextAction::DockAtEdge)
        | (Action::Push(..), NextAction::Push)
        | (Action::Settle, NextAction::Settle)
        | (Action::EndTurn, NextAction::EndTurn)
        | (Action::Submit, NextAction::Submit) => true,
        _ => false,
    }
}
