//! Never stuck, with four buttons: from any state there is a way on, and a way
//! out, without a computer and without cutting the power.

use dohyo_tests::panel_harness::PanelHarness;
use dohyo_tests::referee_random::{RING, any_policies, handgrip};
use dohyo_tests::referee_script_parse::ScriptLine;
use dohyo_tests::test_rng::TestRng;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use rules_core::board::Button;
use rules_core::panel::Press;
use rules_core::referee::{AnyGame, Choice};
use rules_core::time::Span;

/// A match after some soup.
fn soup(dice: &mut TestRng) -> PanelHarness {
    let policies = any_policies(dice);
    let mut desk = PanelHarness::begin(dice, policies);
    let steps = dice.below(90);
    RING.stir(dice, &mut desk.bench, steps, |_| ());
    desk
}

/// Goes on with the match: answers, says what counts, and at last puts the table
/// right by hand. Gives the number of steps, or nothing if there were too many.
fn goes_on(desk: &mut PanelHarness, most: usize) -> Option<usize> {
    let (mut answers, mut said) = (0, false);
    for steps in 0..=most {
        desk.bench.wait(desk.bench.now() + Span::millis(6_000));
        let session = desk.bench.referee.session();
        let waiting = desk.bench.referee.waiting();
        if let Some(question) = session.question() {
            answers += 1;
            let list = question.choices.clone();
            let place = |choice| list.iter().position(|it| *it == choice);
            let wanted = match list.first() {
                Some(Choice::Abort) | None => 1,
                Some(_) if answers <= 2 => 0,
                // Then what has been seen meanwhile does not count.
                Some(_) => place(Choice::RefereeIsRight)
                    .or(place(Choice::Nothing))
                    .unwrap_or(0),
            };
            for _ in 0..wanted {
                desk.tap(Button::Mode);
            }
            let (_, followed) = desk.press(Press::Short(Button::Confirm));
            followed.expect("an answer that was offered is taken");
        } else if session.game().is_none_or(AnyGame::is_over) {
            return Some(steps);
        } else if waiting.unrest.is_some() {
            desk.hold(Button::Confirm);
        } else if let Some(repair) = waiting.repair {
            if said {
                let hand = handgrip(&desk.bench, repair);
                desk.bench
                    .happen(&ScriptLine::See(hand))
                    .expect("it is seen");
            } else {
                said = true;
                desk.hold(Button::Confirm);
            }
        } else {
            return Some(steps);
        }
    }
    None
}

/// Soups that had no way on once: a push from where no platform may stand was
/// said to count, and then the platform was asked for there and away from there
/// in turn.
#[test]
fn soups_that_were_stuck_once_go_on() {
    for seed in [4560637548680777821, 6136959152395558787] {
        let mut desk = soup(&mut TestRng::new(seed));
        assert!(goes_on(&mut desk, 8).is_some(), "{}", desk.shown());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_match_goes_on_within_eight_steps(seed in any::<u64>()) {
        let mut desk = soup(&mut TestRng::new(seed));
        let steps = goes_on(&mut desk, 8);
        prop_assert!(steps.is_some(), "{}", desk.shown());
    }

    #[test]
    fn a_match_can_always_be_broken_off_and_another_begun(seed in any::<u64>()) {
        let mut desk = soup(&mut TestRng::new(seed));
        if !desk.view().is_running() {
            // Over with a question perhaps, whose answer may take the end back.
            prop_assert!(goes_on(&mut desk, 8).is_some());
        }
        if desk.view().is_running() {
            desk.press(Press::Both).1.expect("it is only asked");
            desk.press(Press::Short(Button::Confirm)).1.expect("it is broken off");
        } else if desk.bench.referee.session().game().is_some() {
            desk.tap(Button::Confirm);
        }
        prop_assert_eq!(desk.shown(), "idle");
        desk.tap(Button::Mode);
        desk.press(Press::Short(Button::Confirm)).1.expect("it begins");
        let Some(AnyGame::Kabuto(game)) = desk.bench.referee.session().game() else {
            panic!("a match has begun");
        };
        prop_assert_eq!(game.state().turn.number, 1);
    }
}
