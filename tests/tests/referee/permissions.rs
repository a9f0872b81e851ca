//! Table of permissions, field by field, at a real ring: every class of request in every
//! state of the match.
//!
//! The document `rules-core/src/ring/permission.md` is written from the same table.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use dohyo_tests::panel_text::shown;
use dohyo_tests::referee_grid_random::any_game;
use dohyo_tests::ring_host::{Pair, plain};
use dohyo_tests::test_rng::TestRng;
use rules_core::board::{BoardId, Button, Buttons};
use rules_core::games::kabuto::action::{MoveChoices, MoveUse, Remarks};
use rules_core::games::kabuto::card::MoveIndex;
use rules_core::games::kabuto::state::{MarkerDuty, MatchPhase, Platform, PushDuty};
use rules_core::games::kabuto::terms::{CardRules, Tokens};
use rules_core::games::kabuto::{Action, Match};
use rules_core::games::sumoo::Game as Sumoo;
use rules_core::panel::Touch;
use rules_core::panel::buttons::BOTH;
use rules_core::piece::{Element, Piece, Size, Stock, TokenSlot};
use rules_core::place::{Facing, Place, Post};
use rules_core::player::{Colour, Seat, Side};
use rules_core::referee::grid::MagnetCoding;
use rules_core::referee::kabuto::correction::Correction;
use rules_core::referee::kabuto::markers::magnet_of;
use rules_core::referee::record::MatchStart;
use rules_core::referee::sumoo::{self, TurnAction};
use rules_core::referee::{AnyAction, AnyCorrection, AnyGame, Choice, Command, Policies, Speaker};
use rules_core::ring::Input;
use rules_core::ring::permission::{Consent, MatchState, RequestClass};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::ObservationKind;
use rules_core::time::Span;
use rules_core::wire::message::{CalibrationCommand, FollowFrom, RestartMode, StrokeCommand};
use rules_core::wire::{Request, RequestError, Response};
use std::path::Path;

/// A turn whose push is made; the next player has nothing to push, so that the end of the
/// turn ends the match.
fn decisive() -> AnyGame {
    in_turn(PushDuty::Made)
}

/// A turn with this state of the push, against a player who has nothing to push.
fn in_turn(push: PushDuty) -> AnyGame {
    let AnyGame::Kabuto(game) = plain(2) else {
        panic!("another game");
    };
    let mut state = *game.state();
    state.phase = MatchPhase::InTurn;
    state.turn.push = push;
    state.turn.pushes = u8::from(push == PushDuty::Made);
    state.turn.platform = Platform::Down(Place::Corner(Post::Two), MarkerDuty::NotDue);
    let lost = state.inventories[Side::Two];
    for (element, count) in lost.kinds() {
        assert!(state.reserve.add(element, count));
    }
    state.inventories[Side::Two] = Stock::default();
    AnyGame::Kabuto(Match::resume(game.terms().clone(), state).unwrap())
}

fn declare(action: Action) -> Command {
    Command::Declare(AnyAction::Kabuto(action), Speaker::Host)
}

fn start(game: &AnyGame) -> MatchStart {
    MatchStart {
        opening: game.opening(),
        policies: Policies::DEFAULT,
        asked: 0,
    }
}

/// A card that differs from none at all.
fn card() -> CardRules {
    let mut card = CardRules::default();
    card.tokens[TokenSlot::First] = Some(Tokens {
        size: Size::Small,
        count: 1,
    });
    card
}

/// Ring whose match is in this state, with a host.
fn ring_in(state: MatchState) -> Pair {
    let mut pair = Pair::new(BoardId::Ring);
    pair.plug();
    pair.follow(FollowFrom::Now);
    match state {
        MatchState::Absent => {}
        MatchState::BeingSetUp => {
            let laid = pair.ask(Request::Card(Seat::First, card()));
            assert_eq!(laid, Some(Response::Done));
        }
        _ => assert_eq!(pair.begin(&decisive()), Some(Response::Done)),
    }
    match state {
        MatchState::Asking => pair.inject(ObservationKind::Marker {
            post: Post::Three,
            slot: 0,
            marker: Some(magnet_of(Colour::ALL[0])),
            certainty: Certainty::LOW,
        }),
        MatchState::Repairing => pair.inject(ObservationKind::Docked {
            place: Place::Corner(Post::Two),
            facing: Facing::Long,
            certainty: Certainty::FULL,
        }),
        MatchState::Over => {
            let end = declare(Action::EndTurn);
            pair.local.command(pair.now(), &end).unwrap();
        }
        _ => {}
    }
    pair.wait(Span::millis(1_000));
    assert_eq!(
        pair.local.ring().match_state(),
        state,
        "the state is set up"
    );
    pair
}

/// Number of the open question; 1 if none is open.
fn number(pair: &Pair) -> u16 {
    let question = pair.local.ring().referee().session().question();
    question.map_or(1, |question| question.number)
}

/// Requests of a class.
fn requests(class: RequestClass, pair: &Pair) -> Vec<Request> {
    let commands = |list: &[Command]| list.iter().cloned().map(Request::Command).collect();
    let info = pair.local.ring().info();
    match class {
        RequestClass::Read => vec![
            Request::Info,
            Request::Follow(FollowFrom::Match),
            Request::Follow(FollowFrom::Line(info.next)),
            Request::Captures,
            Request::Matches,
            Request::Calibration,
        ],
        RequestClass::Name => vec![Request::Name("Attic".try_into().unwrap())],
        RequestClass::Identify => {
            vec![Request::Identify(rules_core::lights::Spot::Post(Post::One))]
        }
        RequestClass::Begin => vec![
            Request::Card(Seat::First, card()),
            Request::Begin(start(&plain(2))),
            Request::Rematch,
        ],
        RequestClass::Declare => commands(&[declare(Action::Use(MoveUse {
            card_of: Seat::First,
            nth: MoveIndex::First,
            choices: MoveChoices::default(),
        }))]),
        RequestClass::DeclareSeen => {
            commands(&[declare(Action::PlaceMarker(Side::One, Post::Three))])
        }
        RequestClass::DeclareEnd => commands(&[declare(Action::EndTurn)]),
        RequestClass::Answer => {
            let answer = Command::Answer(number(pair), Choice::Marker(Side::One));
            match pair.local.ring().match_state() {
                // While a question is open that word overrides what was seen.
                MatchState::Asking => commands(&[answer]),
                _ => commands(&[answer, Command::RefereeIsRight]),
            }
        }
        RequestClass::AnswerEnd => {
            let answer = |choice| Command::Answer(number(pair), choice);
            match pair.local.ring().match_state() {
                MatchState::Asking => commands(&[
                    answer(Choice::Abort),
                    answer(Choice::TableIsRight),
                    Command::RefereeIsRight,
                ]),
                // Only an answer to an open question can be one.
                _ => Vec::new(),
            }
        }
        RequestClass::Correct => commands(&[
            Command::TableIsRight,
            Command::Overrule(AnyCorrection::Kabuto(Correction::Turn(Seat::Second))),
        ]),
        RequestClass::Undo => commands(&[Command::Undo, Command::Redo]),
        RequestClass::Abort => commands(&[Command::Abort]),
        RequestClass::SetPolicies => commands(&[Command::SetPolicies(Policies::DEFAULT)]),
        RequestClass::Configure => vec![
            Request::Configure(info.settings),
            Request::Calibrate(CalibrationCommand::Start),
            Request::Stroke(StrokeCommand::Start),
        ],
        RequestClass::Restart => vec![Request::Restart(RestartMode::Program)],
        RequestClass::BootLoader => vec![Request::Restart(RestartMode::BootLoader)],
    }
}

fn hash(pair: &Pair) -> (u64, Option<RestartMode>) {
    let ring = pair.local.ring();
    (ring.referee().session().hash(), ring.restart())
}

/// Checks a request that waits for a touch: neither an early press nor a weaker one
/// allows it, the right one does.
fn waits_for(touch: Touch, pair: &mut Pair, id: u16, case: &str) {
    let before = hash(pair);
    let needed = Response::TouchNeeded(touch);
    let asked = Some(needed);
    // Too early: the lights have not shown it for half a second.
    pair.press(Button::Confirm);
    assert_eq!(
        (pair.answer(id), hash(pair)),
        (asked, before),
        "{case}: early press"
    );
    pair.wait(Span::millis(600));
    if touch == Touch::Hold {
        pair.press(Button::Confirm);
        assert_eq!(
            (pair.answer(id), hash(pair)),
            (asked, before),
            "{case}: short press"
        );
    }
    pair.hold(Button::Confirm);
    let answer = pair.answer(id).unwrap();
    let refused = [RequestError::NotTouched, RequestError::Outdated].map(Response::Refused);
    assert!(
        answer != needed && !refused.contains(&answer),
        "{case}: {answer:?}"
    );
}

/// Cites: SS-T1.
#[test]
fn every_request_in_every_state_needs_the_consent_of_the_table() {
    for state in MatchState::ALL {
        for class in RequestClass::ALL {
            for nth in 0..requests(class, &ring_in(state)).len() {
                let mut pair = ring_in(state);
                let request = requests(class, &pair).swap_remove(nth);
                let case = format!("{state}: {class}, {request:?}");
                let before = hash(&pair);
                let id = pair.side.ask(request);
                pair.talk();
                let answer = pair.answer(id).unwrap();
                match class.consent(state) {
                    Consent::Free => assert!(
                        !matches!(
                            answer,
                            Response::TouchNeeded(_)
                                | Response::Refused(
                                    RequestError::MatchRunning | RequestError::MatchOver
                                )
                        ),
                        "{case}: {answer:?}"
                    ),
                    Consent::Touch(touch) => {
                        assert_eq!(answer, Response::TouchNeeded(touch), "{case}");
                        assert_eq!(hash(&pair), before, "{case}: without a touch");
                        waits_for(touch, &mut pair, id, &case);
                    }
                    Consent::Refused => {
                        let why = match state {
                            MatchState::Over => RequestError::MatchOver,
                            _ => RequestError::MatchRunning,
                        };
                        assert_eq!(answer, Response::Refused(why), "{case}");
                        assert_eq!(hash(&pair), before, "{case}");
                    }
                }
            }
        }
    }
}

/// Result of the match, as far as it stands: over or not, the winner, the sides out.
fn result(pair: &Pair) -> Option<(bool, Option<Side>, u64)> {
    let game = pair.local.ring().referee().session().game()?;
    let out = match game {
        AnyGame::Kabuto(kabuto) => u64::from(kabuto.state().out.bits()),
        AnyGame::Sumoo(_) | AnyGame::Abalone(_) => 0,
    };
    Some((game.is_over(), game.winner(), out))
}

#[test]
fn without_a_touch_no_sequence_of_requests_changes_a_result() {
    let mut dice = TestRng::new(18);
    for state in [
        MatchState::Running,
        MatchState::Asking,
        MatchState::Repairing,
        MatchState::Over,
    ] {
        let mut pair = ring_in(state);
        let before = result(&pair);
        assert!(before.is_some(), "{state}");
        for _ in 0..1_000 {
            let class = dice.pick(&RequestClass::ALL);
            let mut choices = requests(class, &pair);
            if choices.is_empty() {
                continue;
            }
            let request = choices.swap_remove(dice.below(choices.len()));
            let case = format!("{state}: {request:?}");
            pair.ask(request);
            pair.wait(Span::millis(dice.below(12_000) as u32));
            assert_eq!(result(&pair), before, "{case}");
        }
    }
}

/// Request from random bytes, most of them small, so that they name something.
fn any_request(dice: &mut TestRng) -> Option<Request> {
    let bytes: Vec<u8> = (0..48)
        .map(|_| match dice.below(8) {
            0 => dice.below(256),
            1 => dice.below(20),
            _ => dice.below(4),
        } as u8)
        .collect();
    // Half of them are commands, which have the most variants.
    let tag = postcard::to_allocvec(&Request::Command(Command::Undo)).unwrap()[0];
    let bytes = match dice.below(2) {
        0 => bytes,
        _ => [&[tag, dice.below(9) as u8][..], &bytes[..]].concat(),
    };
    let (request, _) = postcard::take_from_bytes(&bytes).ok()?;
    Some(request)
}

/// Rings in the middle of a match of each game; in some of them the next step would end
/// it.
fn matches_under_way() -> Vec<(&'static str, Pair)> {
    let ring = MatchState::ALL[2..]
        .iter()
        .map(|&state| (state.word(), ring_in(state)));
    let mut dice = TestRng::new(1);
    let mut grids = Vec::new();
    while grids.len() < 12 {
        let game = any_game(&mut dice, MagnetCoding::Class);
        let (name, board) = match &game {
            AnyGame::Sumoo(_) => ("SUMOO", BoardId::GridSquare),
            _ => ("Abalone", BoardId::GridHex),
        };
        let mut pair = Pair::new(board);
        pair.plug();
        pair.follow(FollowFrom::Now);
        if pair.begin(&game) == Some(Response::Done) {
            grids.push((name, pair));
        }
    }
    ring.chain(grids).collect()
}

#[test]
fn without_a_touch_no_request_whatever_it_contains_changes_a_result() {
    let mut dice = TestRng::new(7);
    let mut understood = 0;
    let mut waiting = 0;
    for (name, mut pair) in matches_under_way() {
        let before = result(&pair);
        assert!(before.is_some(), "{name}");
        for _ in 0..1_500 {
            let Some(request) = any_request(&mut dice) else {
                continue;
            };
            let case = format!("{name}: {request:?}");
            let answer = pair.ask(request);
            understood += u32::from(!matches!(answer, None | Some(Response::Refused(_))));
            waiting += u32::from(matches!(answer, Some(Response::TouchNeeded(_))));
            let waits = match dice.below(10) {
                0 => 11_000,
                _ => dice.below(700),
            };
            pair.wait(Span::millis(waits as u32));
            assert_eq!(result(&pair), before, "{case}");
        }
    }
    assert!(understood > 1_500, "{understood} requests were understood");
    assert!(waiting > 200, "{waiting} requests waited for a touch");
}

/// Cites: SU-21.
#[test]
fn a_draw_that_a_host_declares_waits_for_a_long_press() {
    let mut pair = Pair::new(BoardId::GridSquare);
    pair.plug();
    pair.follow(FollowFrom::Now);
    let game = sumoo::Match::new(Sumoo::new(), MagnetCoding::Class);
    assert_eq!(pair.begin(&AnyGame::Sumoo(game)), Some(Response::Done));
    pair.wait(Span::millis(1_000));
    let before = result(&pair);
    let draw = Command::Declare(AnyAction::Sumoo(TurnAction::AgreeDraw), Speaker::Host);
    let id = pair.side.ask(Request::Command(draw));
    pair.talk();
    waits_for(Touch::Hold, &mut pair, id, "draw");
    let after = result(&pair);
    assert_eq!(
        (before, after),
        (Some((false, None, 0)), Some((true, None, 0)))
    );
}

/// Cites: SS-K7.
#[test]
fn a_fall_that_decides_at_rest_waits_for_a_long_press() {
    for (piece, touch) in [
        (Piece::Element(Element::Pawn(Size::Small)), Touch::Press),
        (Piece::Sumo(Seat::Second), Touch::Hold),
    ] {
        let mut pair = Pair::new(BoardId::Ring);
        pair.plug();
        pair.follow(FollowFrom::Now);
        assert_eq!(pair.begin(&in_turn(PushDuty::Due)), Some(Response::Done));
        let pawn = Piece::Element(Element::Pawn(Size::Small));
        let push = Action::Push([pawn].into_iter().collect(), Remarks::EMPTY);
        pair.local.command(pair.now(), &declare(push)).unwrap();
        let answer = pair.ask(Request::Command(declare(Action::Fall(piece))));
        assert_eq!(answer, Some(Response::TouchNeeded(touch)), "{piece}");
    }
}

#[test]
fn answers_that_end_or_override_wait_for_a_long_press() {
    for (choice, touch) in [
        (Choice::Marker(Side::One), Touch::Press),
        (Choice::Nothing, Touch::Press),
        (Choice::Abort, Touch::Hold),
        (Choice::TableIsRight, Touch::Hold),
        (Choice::RefereeIsRight, Touch::Hold),
    ] {
        let mut pair = ring_in(MatchState::Asking);
        let answer = Command::Answer(number(&pair), choice);
        let answer = pair.ask(Request::Command(answer));
        assert_eq!(answer, Some(Response::TouchNeeded(touch)), "{choice}");
    }
}

#[test]
fn a_request_has_another_light_than_the_abort_at_the_table() {
    let mut pair = ring_in(MatchState::Running);
    let both: Buttons = [Button::Confirm, Button::Undo].into_iter().collect();
    pair.local.step(pair.now(), Input::Buttons(both));
    pair.wait(BOTH);
    pair.wait(Span::millis(100));
    pair.up();
    assert_eq!(shown(&pair.local.showing()), "everyone is asked");
    let id = pair.side.ask(Request::Restart(RestartMode::BootLoader));
    pair.talk();
    assert_eq!(shown(&pair.local.showing()), "a host's request");
    // Soon after, a press is neither for the one nor for the other.
    let before = hash(&pair);
    pair.press(Button::Confirm);
    let needed = Response::TouchNeeded(Touch::Press);
    assert_eq!((pair.answer(id), hash(&pair)), (Some(needed), before));
}

#[test]
fn a_request_is_refused_if_the_match_went_on_before_the_touch() {
    let mut pair = ring_in(MatchState::Running);
    let id = pair.side.ask(Request::Command(Command::Undo));
    pair.talk();
    pair.wait(Span::millis(600));
    let end = declare(Action::EndTurn);
    pair.local.command(pair.now(), &end).unwrap();
    let before = hash(&pair);
    pair.hold(Button::Confirm);
    let outdated = Response::Refused(RequestError::Outdated);
    assert_eq!((pair.answer(id), hash(&pair)), (Some(outdated), before));
}

#[test]
fn a_press_that_was_meant_for_a_request_answers_no_question() {
    let mut pair = ring_in(MatchState::Asking);
    let id = pair.side.ask(Request::Command(Command::RefereeIsRight));
    pair.talk();
    // The button goes down just before the request expires, and up just after.
    pair.wait(Span::millis(9_900));
    let before = hash(&pair);
    pair.press(Button::Confirm);
    pair.wait(Span::millis(500));
    let expired = Response::Refused(RequestError::NotTouched);
    assert_eq!((pair.answer(id), hash(&pair)), (Some(expired), before));
}

#[test]
fn a_press_that_was_meant_for_a_question_allows_no_request() {
    let mut pair = ring_in(MatchState::Asking);
    pair.down(Button::Confirm);
    let id = pair.side.ask(Request::Command(Command::Abort));
    pair.talk();
    pair.wait(Span::millis(200));
    pair.up();
    let asked = Response::TouchNeeded(Touch::Hold);
    assert_eq!(pair.answer(id), Some(asked));
    let session = pair.local.ring().referee().session();
    assert!(
        session.question().is_none(),
        "the press answered the question"
    );
}

fn document() -> String {
    let mut lines = vec![
        format!(
            "| request | {} |",
            MatchState::ALL.map(MatchState::word).join(" | ")
        ),
        format!("|{}", "---|".repeat(1 + MatchState::ALL.len())),
    ];
    lines.extend(RequestClass::ALL.map(|class| {
        let fields = MatchState::ALL.map(|state| match class.consent(state) {
            Consent::Free => "yes".to_owned(),
            Consent::Touch(touch) => format!("*{touch}*"),
            Consent::Refused => "no".to_owned(),
        });
        format!("| {class} | {} |", fields.join(" | "))
    }));
    lines.join("\n") + "\n"
}

#[test]
fn the_document_has_the_table_of_permissions() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules-core/src/ring/permission.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let start = text.find("| request |").unwrap_or(text.len());
    if std::env::var_os("DOHYO_WRITE_GOLDEN").is_some() {
        std::fs::write(&path, [&text[..start], &document()].concat()).unwrap();
        return;
    }
    assert_eq!(
        &text[start..],
        document(),
        "write it with DOHYO_WRITE_GOLDEN=1"
    );
}
