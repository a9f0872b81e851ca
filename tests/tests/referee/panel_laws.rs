//! Laws of the panel, tried on soup and on play by lot: what is waited for is
//! shown, and a menu offers exactly what is legal.

use dohyo_tests::kabuto_play::{legal, next_move};
use dohyo_tests::panel_harness::PanelHarness;
use dohyo_tests::referee_random::{any_doing, any_policies};
use dohyo_tests::referee_script_parse::ScriptLine;
use dohyo_tests::test_rng::TestRng;
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};
use rules_core::board::{BoardId, Button, Profile};
use rules_core::games::kabuto::action::OnRing;
use rules_core::games::kabuto::{
    Action, ActionStatus as Stands, Expectation, NextAction as Expected,
};
use rules_core::lights::{Focus, PromptAction, PromptStrength, RepairHint, Scene, Spot, frame};
use rules_core::panel::{CalibrationInput, Intent, Panel, Press, TimedPress, Tune};
use rules_core::piece::Piece;
use rules_core::player::Seats;
use rules_core::referee::kabuto::repair::KabutoRepair;
use rules_core::referee::waiting::NextActions;
use rules_core::referee::{
    AnyAction, AnyGame, AnyRepair as GameRepair, Choice, Command, Doubt, EventKind as Said, Note,
    Policies, Speaker,
};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::ObservationKind as Seen;
use rules_core::time::Span;
use std::collections::BTreeSet;

/// What a panel shows on which nothing is open agrees with what is waited for.
fn agrees(desk: &PanelHarness) {
    let mut fresh = desk.clone();
    fresh.panel = Panel::default();
    let scene = fresh.showing().scene;
    let referee = &desk.bench.referee;
    let (session, waiting) = (referee.session(), referee.waiting());
    let Some(AnyGame::Kabuto(game)) = session.game() else {
        assert_eq!(scene, Scene::Idle);
        return;
    };
    if let Some(question) = session.question() {
        if question.doubt == Doubt::AfterCut {
            assert!(matches!(scene, Scene::Resuming(_)));
            return;
        }
        let Focus::Question { answers, .. } = focus(&scene) else {
            panic!("a question is not shown: {scene:?}");
        };
        assert_eq!(usize::from(answers.count), question.choices.len());
        assert_eq!(answers.selected, Some(0));
        return;
    }
    if let Some(outcome) = game.outcome() {
        let won: Seats = game.terms().players.seats_of(outcome.winner).collect();
        assert!(matches!(scene, Scene::Over { winners, .. } if winners == won));
        return;
    }
    match (waiting.repair, waiting.unrest, focus(&scene)) {
        (Some(GameRepair::Kabuto(repair)), _, Focus::Wrong { at, fix, whose }) => {
            assert!(at.is_some());
            let (expected, post, colour) = match repair {
                KabutoRepair::TakeMarker(colour, post) => {
                    (RepairHint::Take, Some(post), Some(colour))
                }
                KabutoRepair::PutMarker(colour, post) => {
                    (RepairHint::Put, Some(post), Some(colour))
                }
                KabutoRepair::ClearSlot(post, _) => (RepairHint::Take, Some(post), None),
                KabutoRepair::TakePlatform(_) => (RepairHint::Take, None, None),
                KabutoRepair::TurnPlatform(_) => (RepairHint::Look, None, None),
                KabutoRepair::PutPlatform(_) => (RepairHint::Put, None, None),
            };
            assert_eq!(*fix, expected, "{repair}");
            assert!(
                post.is_none_or(|post| *at == Some(Spot::Post(post))),
                "{repair}"
            );
            assert_eq!(
                whose.map(|seat| game.terms().colours[seat]),
                colour,
                "{repair}"
            );
        }
        (None, Some(_), Focus::Settling) => {}
        (None, None, Focus::Wishes(wishes)) => {
            let NextActions::Kabuto(list) = &waiting.next else {
                panic!("a match without expectations");
            };
            assert!(!wishes.is_empty(), "{list:?}");
            let open = |it: &&Expectation| !matches!(it.status, Stands::Blocked(_));
            for it in list.iter().filter(open) {
                let shown = wishes.iter().any(|wish| is_same(wish.what, it.action));
                assert!(
                    shown || it.action == Expected::Settle,
                    "{it:?} in {wishes:?}"
                );
            }
            for wish in wishes {
                let need = match wish.need {
                    PromptStrength::Must => Stands::Owed,
                    PromptStrength::May => Stands::Possible,
                };
                let known = |it: &Expectation| is_same(wish.what, it.action) && it.status == need;
                assert!(list.iter().any(known), "{wish:?} in {list:?}");
            }
            let musts = wishes
                .iter()
                .filter(|wish| wish.need == PromptStrength::Must)
                .count();
            assert!(
                wishes
                    .iter()
                    .take(musts)
                    .all(|wish| wish.need == PromptStrength::Must)
            );
        }
        (repair, unrest, focus) => panic!("{repair:?}, {unrest:?} is shown as {focus:?}"),
    }
}

fn is_same(shown: PromptAction, expected: Expected) -> bool {
    match (shown, expected) {
        (PromptAction::Dock(a), Expected::DockAtCorner(b))
        | (PromptAction::PlaceMarker(a), Expected::PlaceMarker(b))
        | (PromptAction::TakeMarker(a), Expected::TakeMarker(b)) => a == b,
        (PromptAction::DockAnywhere, Expected::DockAtEdge)
        | (PromptAction::Push(_), Expected::Push)
        | (PromptAction::Special, Expected::Use(_) | Expected::Submit)
        | (PromptAction::EndTurn, Expected::EndTurn) => true,
        _ => false,
    }
}

fn focus(scene: &Scene) -> &Focus {
    match scene {
        Scene::Playing(play) => &play.focus,
        scene => panic!("no match is shown: {scene:?}"),
    }
}

/// Something is lit within a breath, on the ring.
fn is_lit(desk: &PanelHarness) {
    let lit = (0..8).any(|n| {
        let now = desk.bench.now() + Span::millis(n * 200);
        let leds = frame(Profile::of(BoardId::Ring), &desk.showing(), now);
        leds.iter().any(|led| led.r | led.g | led.b > 0)
    });
    assert!(lit, "the ring is dark in {}", desk.shown());
}

fn any_press(dice: &mut TestRng) -> Press {
    match dice.below(14) {
        0 => Press::Both,
        1 => Press::Long(dice.pick(&Button::ALL)),
        2 => Press::Short(Button::Calibrate),
        3 | 4 => Press::Short(Button::Undo),
        5..=8 => Press::Short(Button::Mode),
        _ => Press::Short(Button::Confirm),
    }
}

/// A use as a menu tells it: how a piece lies to the own sumo is not asked, and
/// the belt's pawn to stack on is the belt.
fn told(action: &Action) -> String {
    let mut action = action.clone();
    let mut target = None;
    if let Action::Use(it) = &mut action {
        if it.choices.stack_on == Some(OnRing::BeltPawn) {
            it.choices.stack_on = Some(OnRing::Piece(Piece::Belt));
        }
        target = it.choices.target.take().map(|it| it.piece);
    }
    format!("{action:?} {target:?}")
}

/// Everything that can be declared from here on with Mode and Confirm.
fn declared(desk: &PanelHarness, found: &mut BTreeSet<String>) {
    let first = format!("{:?}", desk.panel);
    let mut desk = desk.clone();
    loop {
        let mut trial = desk.clone();
        let view = desk.view();
        let press = Press::Short(Button::Confirm);
        let began = desk.bench.now();
        match trial.panel.press(began, TimedPress { press, began }, &view) {
            Some(Intent::Command(Command::Declare(AnyAction::Kabuto(action), Speaker::Table))) => {
                found.insert(told(&action));
            }
            None => declared(&trial, found),
            Some(deed) => panic!("a menu leads to {deed:?}"),
        }
        desk.tap(Button::Mode);
        if format!("{:?}", desk.panel) == first {
            return;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn what_is_waited_for_is_shown_in_soup(seed in any::<u64>()) {
        let mut dice = TestRng::new(seed);
        let policies = any_policies(&mut dice);
        let mut desk = PanelHarness::begin(&mut dice, policies);
        for _ in 0..80 {
            let doing = match dice.below(60) {
                0 => ScriptLine::Cut,
                _ => any_doing(&mut dice, &desk.bench),
            };
            // What is declined is declined: the soup does not mind.
            let _ = desk.bench.happen(&doing);
            let pause = [0, 1, 30, 200, 900, 6_000][dice.below(6)];
            desk.bench.wait(desk.bench.now() + Span::millis(pause));
            agrees(&desk);
        }
        is_lit(&desk);
    }

    #[test]
    fn what_is_waited_for_is_shown_in_play(seed in any::<u64>()) {
        let mut dice = TestRng::new(seed);
        let mut desk = PanelHarness::begin(&mut dice, Policies::DEFAULT);
        // Long enough for corner slams.
        for _ in 0..300 {
            agrees(&desk);
            let Some(AnyGame::Kabuto(game)) = desk.bench.referee.session().game() else { break };
            let Some(action) = next_move(&mut dice, game) else { break };
            // The platform is seen, or it would have to be put back all the time.
            let doing = match action {
                Action::Dock(place, facing) => ScriptLine::See(Seen::Docked {
                    place,
                    facing,
                    certainty: Certainty::FULL,
                }),
                action => ScriptLine::Say(Command::Declare(AnyAction::Kabuto(action), Speaker::Table)),
            };
            desk.bench.happen(&doing).expect("it is legal");
        }
        is_lit(&desk);
    }

    #[test]
    fn whatever_is_pressed_is_followed_or_harmless(seed in any::<u64>()) {
        let mut dice = TestRng::new(seed);
        let policies = any_policies(&mut dice);
        let mut desk = PanelHarness::begin(&mut dice, policies);
        let mut before = None;
        for _ in 0..120 {
            if dice.below(3) == 0 {
                let _ = desk.bench.happen(&any_doing(&mut dice, &desk.bench));
            }
            let running = desk.view().is_running();
            let press = any_press(&mut dice);
            let (deed, followed) = desk.press(press);
            match &deed {
                Some(Intent::Command(Command::Declare(..) | Command::Answer(..) | Command::RefereeIsRight)) => {
                    prop_assert_eq!(followed, Ok(()), "{:?}", deed);
                }
                Some(Intent::Command(Command::Abort)) => {
                    prop_assert_eq!(before, Some(Press::Both));
                    prop_assert_eq!(followed, Ok(()));
                }
                // There may be no step to take, and not every question is
                // about the table.
                Some(Intent::Command(Command::Undo | Command::Redo | Command::TableIsRight)) => {}
                Some(Intent::Command(command)) => panic!("no button says {command:?}"),
                Some(Intent::Calibrate(CalibrationInput::Begin) | Intent::Begin(_)) => {
                    assert!(!running, "{deed:?} in a match");
                    prop_assert_eq!(followed, Ok(()));
                }
                Some(Intent::Allow | Intent::Refuse) => panic!("nothing is pending"),
                Some(Intent::Calibrate(_) | Intent::Brighten(_) | Intent::Sound(_)) | None => {}
            }
            before = Some(press);
            desk.calibrating = None;
            desk.bench.wait(desk.bench.now() + Span::millis([10, 300, 4_000][dice.below(3)]));
            let _ = desk.showing();
            agrees(&desk);
        }
        is_lit(&desk);
    }

    #[test]
    fn a_menu_offers_exactly_what_is_legal(seed in any::<u64>()) {
        let mut dice = TestRng::new(seed);
        let mut desk = PanelHarness::begin(&mut dice, Policies::DEFAULT);
        for _ in 0..30 {
            let Some(AnyGame::Kabuto(game)) = desk.bench.referee.session().game() else { break };
            let game = game.clone();
            let expected: BTreeSet<String> = legal(&game)
                .iter()
                .filter(|it| matches!(it, Action::Use(_) | Action::EndTurn | Action::Submit))
                .map(told)
                .collect();
            let mut found = BTreeSet::new();
            let mut trial = desk.clone();
            prop_assert_eq!(trial.tap(Button::Mode), None);
            if format!("{:?}", trial.panel) != format!("{:?}", desk.panel) {
                declared(&trial, &mut found);
            }
            prop_assert_eq!(found, expected);
            let Some(action) = next_move(&mut dice, &game) else { break };
            let said = Command::Declare(AnyAction::Kabuto(action), Speaker::Table);
            desk.bench.happen(&ScriptLine::Say(said)).expect("it is legal");
        }
    }
}

#[test]
fn the_last_answer_ends_a_match_that_was_found() {
    let mut dice = TestRng::new(1);
    let mut desk = PanelHarness::begin(&mut dice, Policies::DEFAULT);
    desk.bench.happen(&ScriptLine::Cut).expect("it resumes");
    desk.tap(Button::Mode);
    desk.tap(Button::Mode);
    let number = desk.bench.referee.waiting().question.expect("it is asked");
    let deed = desk.tap(Button::Confirm);
    let expected = Command::Answer(number, Choice::Abort);
    assert_eq!(deed, Some(Intent::Command(expected)));
    assert_eq!(desk.shown(), "idle");
}

/// What the buzzer plays to everything said in this soup.
#[test]
fn sounds_are_few_short_and_about_what_matters() {
    for seed in 0..40 {
        let mut dice = TestRng::new(seed);
        let mut desk = PanelHarness::begin(&mut dice, Policies::DEFAULT);
        for _ in 0..100 {
            let _ = desk.bench.happen(&any_doing(&mut dice, &desk.bench));
            desk.bench.wait(desk.bench.now() + Span::millis(900));
        }
        for event in &desk.bench.tape.events {
            let tune = Tune::for_event(&event.kind);
            let said = event.kind.to_string();
            match &event.kind {
                Said::Asked(_) => assert_eq!(tune, Some(Tune::Question)),
                Said::Illegal(_) => assert_eq!(tune, Some(Tune::Illegal)),
                Said::Ruled(_) if said.contains(" wins ") => assert_eq!(tune, Some(Tune::Win)),
                Said::Ruled(_) => assert_ne!(tune, Some(Tune::Win), "{said}"),
                Said::Noted(Note::FaultRaised(..)) => assert_eq!(tune, Some(Tune::Trouble)),
                Said::Logged(_) | Said::Held(_) => assert_eq!(tune, None),
                _ => {}
            }
        }
    }
    for tune in Tune::ALL {
        let tones = tune.tones();
        let millis: u32 = tones.iter().map(|tone| tone.lasts.as_millis()).sum();
        assert!(tones.len() <= 5 && millis < 1_000, "{tune}");
        assert!(
            tones
                .iter()
                .all(|it| it.hertz.is_none_or(|hertz| hertz >= 200))
        );
    }
}
