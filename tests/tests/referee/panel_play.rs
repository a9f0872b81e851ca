//! What is done with buttons where there is no match, or a host wants something.
//! Buttons in a match are in the scripts `referee/buttons-*.txt`.

use dohyo_tests::kabuto_play::{legal, next_move};
use dohyo_tests::panel_harness::PanelHarness;
use dohyo_tests::referee_script::ScriptBench;
use dohyo_tests::referee_script_parse::ScriptLine;
use dohyo_tests::test_rng::TestRng;
use host_core::data::default_layout;
use rules_core::board::curtain::Plane;
use rules_core::board::hall::Role;
use rules_core::board::{BoardId, Button, Buttons, Dimensions, Profile};
use rules_core::games::kabuto::{Action, Edition};
use rules_core::lights::{EdgeFraction, Scene, Seating, Spot, frame};
use rules_core::panel::{
    CalibrationInput, Debouncer, Intent, Panel, PanelInput, Press, QuickStart, SelfTest,
    quick_match, spot_lookup,
};
use rules_core::place::{Edge, Post};
use rules_core::player::Players;
use rules_core::referee::{AnyAction, AnyGame, Command, Speaker};
use rules_core::sensing::observation::ObservationKind;
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::time::{Instant, Span};

/// An idle ring, some time after power-up.
fn idle() -> PanelHarness {
    let mut bench = ScriptBench::default();
    bench.wait(Instant(10_000_000));
    PanelHarness::new(bench)
}

/// A plain match of two that has just begun.
fn playing() -> PanelHarness {
    let mut desk = idle();
    desk.tap(Button::Mode);
    desk.tap(Button::Confirm);
    desk
}

fn later(desk: &mut PanelHarness, millis: u32) {
    desk.bench.wait(desk.bench.now() + Span::millis(millis));
}

fn seating(desk: &PanelHarness) -> Seating {
    match desk.showing().scene {
        Scene::Playing(play) => play.seating,
        scene => panic!("no list is shown: {scene:?}"),
    }
}

#[test]
fn a_family_without_a_computer_begins_a_match_and_plays_it_again() {
    let mut desk = idle();
    assert_eq!(desk.shown(), "idle");
    assert_eq!(desk.tap(Button::Mode), None);
    for players in Players::ALL {
        assert_eq!(seating(&desk), Seating::for_players(players));
        desk.tap(Button::Mode);
    }
    assert_eq!(desk.shown(), "player 1: menu 1 of 3");
    desk.tap(Button::Mode);
    let begun = desk.tap(Button::Confirm);
    assert_eq!(
        begun,
        Some(Intent::Begin(QuickStart::Plain(Players::Three)))
    );
    assert_eq!(
        desk.shown(),
        "player 3: must mark 1, must mark 2, must mark 3, must mark 4"
    );

    // Played by lot to its end.
    let mut dice = TestRng::new(5);
    for _ in 0..3_000 {
        let Some(AnyGame::Kabuto(game)) = desk.bench.referee.session().game() else {
            panic!("the match is there");
        };
        let action = next_move(&mut dice, game);
        let Some(action) = action else { break };
        assert!(!matches!(action, Action::Use(_)), "no special moves");
        let said = Command::Declare(AnyAction::Kabuto(action), Speaker::Table);
        desk.bench
            .happen(&ScriptLine::Say(said))
            .expect("it is legal");
    }
    assert!(
        desk.shown().starts_with("won by player"),
        "{}",
        desk.shown()
    );

    // Undo before it is put away takes the last step back.
    desk.tap(Button::Undo);
    assert!(desk.shown().starts_with("player"), "{}", desk.shown());
    assert_eq!(
        desk.hold(Button::Undo),
        Some(Intent::Command(Command::Redo))
    );
    assert_eq!(desk.tap(Button::Confirm), None);
    assert_eq!(desk.shown(), "idle");
    desk.tap(Button::Mode);
    assert_eq!(desk.shown(), "player 1: menu 1 of 4");
    let again = desk.press(Press::Short(Button::Confirm));
    assert_eq!(again, (Some(Intent::Begin(QuickStart::Again)), Ok(())));
    assert!(desk.shown().starts_with("player 3: must mark"));
}

#[test]
fn the_plain_match_is_what_is_shipped() {
    for players in Players::ALL {
        let layout = quick_match::DEFAULT_LAYOUTS[players];
        assert_eq!(layout, default_layout(Edition::SakuraSlam, players));
        let Some(AnyGame::Kabuto(game)) = quick_match::game(players, layout) else {
            panic!("it fits the box");
        };
        assert_eq!(game.terms().players, players);
        assert!(!legal(&game).is_empty());
        let mut overfull = layout;
        overfull.pawns.0[0] = 30;
        assert_eq!(quick_match::game(players, overfull), None);
    }
}

#[test]
fn a_list_closes_by_itself() {
    let mut desk = idle();
    desk.tap(Button::Mode);
    let closes = desk.panel.poll_at(desk.bench.now()).expect("it closes");
    desk.bench.wait(closes);
    assert_eq!(desk.shown(), "idle");
    assert_eq!(desk.panel.poll_at(closes), None);
    // The press that comes too late opens it again, and begins nothing.
    assert_eq!(desk.tap(Button::Confirm), None);
    assert_eq!(desk.tap(Button::Undo), None);
    assert_eq!(desk.shown(), "idle");
}

#[test]
fn a_host_is_allowed_or_refused_at_the_table() {
    let mut desk = playing();
    let before = desk.shown();
    desk.want();
    assert_eq!(desk.shown(), "a host's request");
    assert_eq!(desk.tap(Button::Mode), None);
    assert_eq!(desk.tap(Button::Undo), Some(Intent::Refuse));
    assert_eq!(desk.shown(), before);
    desk.want();
    assert_eq!(desk.tap(Button::Confirm), Some(Intent::Allow));
    assert_eq!(desk.shown(), before);
    // Too late is no.
    desk.want();
    later(&mut desk, 10_000);
    assert_eq!(desk.shown(), before);
    assert_eq!(desk.tap(Button::Confirm), None);
    // Without a match as well.
    let mut desk = idle();
    desk.want();
    assert_eq!(desk.shown(), "a host's request");
    assert_eq!(desk.tap(Button::Confirm), Some(Intent::Allow));
    assert_eq!(desk.shown(), "idle");
}

#[test]
fn calibration_is_begun_led_and_left_with_buttons() {
    let mut desk = idle();
    let began = desk.hold(Button::Calibrate);
    assert_eq!(began, Some(Intent::Calibrate(CalibrationInput::Begin)));
    assert_eq!(desk.shown(), "calibration 0 of 8");
    let ready = desk.tap(Button::Confirm);
    assert_eq!(ready, Some(Intent::Calibrate(CalibrationInput::Ready)));
    assert_eq!(desk.shown(), "calibration 1 of 8");
    let left = desk.tap(Button::Undo);
    assert_eq!(left, Some(Intent::Calibrate(CalibrationInput::Cancel)));
    assert_eq!(desk.shown(), "idle");
}

#[test]
fn calibration_never_disturbs_a_match() {
    let mut desk = playing();
    assert_eq!(desk.hold(Button::Calibrate), None);
    // Even if somebody else began one.
    desk.calibrating = Some(rules_core::lights::CalibrationScene {
        done: 0,
        steps: 8,
        at: None,
    });
    assert!(desk.shown().starts_with("player 2: must mark"));
    assert_eq!(desk.tap(Button::Undo), Some(Intent::Command(Command::Undo)));
}

#[test]
fn brightness_and_sound_are_set_at_any_time() {
    let mut desk = playing();
    assert_eq!(desk.tap(Button::Calibrate), Some(Intent::Brighten(255)));
    assert_eq!(desk.tap(Button::Calibrate), Some(Intent::Brighten(40)));
    assert_eq!(desk.tap(Button::Calibrate), Some(Intent::Brighten(128)));
    assert_eq!(desk.showing().setting.brightness, 128);
    let muted = desk.volume.other();
    assert_eq!(desk.hold(Button::Mode), Some(Intent::Sound(muted)));
    assert_eq!(desk.hold(Button::Mode), Some(Intent::Sound(muted.other())));
}

#[test]
fn a_board_says_how_it_is() {
    let desk = idle();
    let shown = |self_test| {
        let view = PanelInput {
            self_test,
            ..desk.view()
        };
        desk.panel.light_state(desk.bench.now(), &view).scene
    };
    assert_eq!(shown(SelfTest::Running), Scene::Boot);
    assert_eq!(shown(SelfTest::Failed), Scene::Faulty);
    assert_eq!(shown(SelfTest::Passed), Scene::Idle);
}

#[test]
fn a_place_that_is_looked_for_is_shown_for_a_while() {
    let mut desk = idle();
    let now = desk.bench.now();
    desk.panel.identify(now, Spot::Post(Post::Three));
    assert_eq!(desk.shown(), "calibration 0 of 1 at post 3");
    later(&mut desk, 7_999);
    assert_eq!(desk.shown(), "calibration 0 of 1 at post 3");
    later(&mut desk, 1);
    assert_eq!(desk.shown(), "idle");
    // In a match it does not hide what is waited for.
    let mut desk = playing();
    let now = desk.bench.now();
    desk.panel.identify(now, Spot::Post(Post::Three));
    assert!(desk.shown().starts_with("player 2: must mark"));
    assert_eq!(desk.showing().faults, [Spot::Post(Post::Three)]);
}

#[test]
fn sensors_in_trouble_are_pointed_at() {
    let mut desk = playing();
    let beam = Sensor::Beam(Edge::East, Plane::Upper, 10);
    for sensor in [beam, Sensor::Lane(Edge::West), Sensor::HallScans] {
        let trouble = ScriptLine::See(ObservationKind::FaultRaised(sensor, SensorFault::Flaky));
        desk.bench.happen(&trouble).expect("seen");
    }
    let expected = [
        Spot::Along(Edge::East, EdgeFraction(131)),
        Spot::Edge(Edge::West),
    ];
    assert_eq!(desk.showing().faults, expected);
}

#[test]
fn every_sensor_with_a_place_has_a_light() {
    for name in BoardId::ALL {
        let profile = Profile::of(name);
        for (n, channel) in (0..).zip(profile.hall.channels) {
            let Some(role) = channel.role() else { continue };
            let spot =
                spot_lookup::of_sensor(Sensor::Channel(n, role), profile, &Dimensions::ASSUMED);
            assert_eq!(spot.is_some(), role != Role::Divider, "{name} {role}");
        }
    }
    let ring = Profile::of(BoardId::Ring);
    let at = |role| spot_lookup::of_sensor(Sensor::Channel(0, role), ring, &Dimensions::ASSUMED);
    // 20 mm and 60 mm of 200 mm along the edge that starts at the post.
    let dock = |n| at(Role::Dock(Post::Three, n));
    assert_eq!(dock(0), Some(Spot::Along(Edge::West, EdgeFraction(25))));
    assert_eq!(dock(1), Some(Spot::Along(Edge::West, EdgeFraction(76))));
    for edge in Edge::ALL {
        let Some(Spot::Along(on, EdgeFraction(first))) = at(Role::Edge(edge, 0)) else {
            panic!("the first one of the {edge} edge has a place");
        };
        assert!(on == edge && first < 64, "{edge}: {first}");
    }
}

#[test]
fn a_bouncing_finger_takes_one_step_back() {
    let mut desk = playing();
    for post in [Post::One, Post::Two] {
        let action = if post == Post::One {
            Action::PlaceMarker(rules_core::player::Side::Two, post)
        } else {
            let corner = rules_core::place::Place::Corner(post);
            Action::Dock(corner, rules_core::place::Facing::Short)
        };
        let said = Command::Declare(AnyAction::Kabuto(action), Speaker::Table);
        desk.bench
            .happen(&ScriptLine::Say(said))
            .expect("it is legal");
    }
    let undoable = |desk: &PanelHarness| desk.bench.referee.session().history().undoable();
    let before = undoable(&desk);
    let mut keys = Debouncer::default();
    let undo = Buttons::of(Button::Undo);
    for n in 0..400_u32 {
        // On, off, on for 30 ms, held for 100 ms, and the same when let go.
        let down = match n {
            0..30 | 130..160 => n % 3 != 1,
            30..130 => true,
            _ => false,
        };
        later(&mut desk, 1);
        let levels = if down { undo } else { Buttons::EMPTY };
        for press in keys.step(desk.bench.now(), levels) {
            desk.press(press.press)
                .1
                .expect("there is a step to take back");
        }
    }
    assert_eq!(undoable(&desk), before - 1);
}

#[test]
fn something_is_lit_at_every_moment() {
    for desk in [idle(), playing()] {
        for millis in 0..3_000 {
            let now = desk.bench.now() + Span::millis(millis * 7);
            let leds = frame(Profile::of(BoardId::Ring), &desk.showing(), now);
            let lit = leds.iter().any(|led| led.r | led.g | led.b > 0);
            assert!(lit, "{} at {now}", desk.shown());
        }
    }
}

#[test]
fn a_panel_is_small() {
    let (panel, keys) = (size_of::<Panel>(), size_of::<Debouncer>());
    println!("Panel {panel} bytes, Keys {keys} bytes");
    assert!(panel + keys <= 512);
}
