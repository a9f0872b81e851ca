//! Tests of the mapping: a line for every change of every game, compared with a file and
//! with the schema.

use super::{EventWriter, SCHEMA, word};
use crate::game::GameArg;
use crate::protocol::VoidLines;
use crate::sentences::EventContext;
use rules_core::clause::Clause;
use rules_core::games::abalone::{self as marbles, Cell, Player};
use rules_core::games::kabuto::action::Remark;
use rules_core::games::kabuto::card::MoveIndex;
use rules_core::games::kabuto::ruling::Location;
use rules_core::games::kabuto::state::{Outcome, WinReason};
use rules_core::games::kabuto::{Change, Ruling};
use rules_core::games::sumoo as tokens;
use rules_core::piece::{Element, Piece, Size, Token, TokenSlot};
use rules_core::place::{Edge, Facing, Place, Post};
use rules_core::player::{Players, Seat, Side};
use rules_core::referee::game::{AnyCorrection, AnyRefusal, AnyRuling};
use rules_core::referee::sumoo::ruling::DisplacementKind;
use rules_core::referee::{
    AnyGame, Choice, Doubt, Event, EventKind, Evidence, EvidenceKind, Note, Question, Speaker,
    abalone, sumoo,
};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::{
    BodyCount, Cause, FallCause, FallId, FallPattern, ObservationId, Witnesses,
};
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::time::Instant;
use serde_json::{Value, json};
use std::fmt::Write;
use std::num::NonZeroU16;
use std::path::Path;

fn evidence(kind: EvidenceKind) -> Evidence {
    Evidence {
        id: ObservationId::NONE,
        at: Instant(1_500_000),
        kind,
        certainty: Certainty(97),
    }
}

fn fall() -> Evidence {
    evidence(EvidenceKind::Fell(
        rules_core::referee::evidence::FallEvidence {
            pattern: FallPattern {
                id: FallId(3),
                edge: Edge::South,
                witnesses: Witnesses::Two,
                count: BodyCount::One,
                sound: true,
            },
            costs: rules_core::sensing::certainty::Costs::from_fn(|_| 0),
            polarity: None,
            cause: FallCause {
                kind: Cause::Push,
                certainty: Certainty(60),
            },
        },
    ))
}

fn kabuto() -> Vec<AnyRuling> {
    let small = Element::Pawn(Size::Small);
    let of_token = Element::Token(Token {
        owner: Seat::First,
        slot: TokenSlot::First,
    });
    let (first, second) = (Seat::First, Seat::Second);
    let along = Place::Along {
        edge: Edge::South,
        at_mm: 61,
    };
    let own = Location::Inventory(Side::One);
    let ended = |how| {
        Change::Ended(Outcome {
            winner: Side::One,
            how,
        })
    };
    let changes = [
        Change::TurnBegan(first),
        Change::TurnEnded(second),
        Change::Docked(Place::Corner(Post::Two)),
        Change::Docked(along),
        Change::MarkerPlaced(Side::One, Post::One),
        Change::MarkerTaken(Side::Two, Post::Four),
        Change::MoveUsed(first, MoveIndex::Second),
        Change::Moved(1, small, Location::Ring, own),
        Change::Moved(2, of_token, own, Location::Ring),
        Change::Moved(1, small, Location::Ring, Location::Reserve),
        Change::KnockedOff(Piece::Sumo(second)),
        Change::PutBack(Piece::Belt),
        Change::Warned(Remark::Flicked),
        Change::TurnReplaced(first),
        Change::ExtraPush(first),
        Change::GroupAllowed(first),
        Change::CueAllowed(first, TokenSlot::Second),
        Change::SlamOwed(first),
        Change::SlamWaived(first),
        Change::Lost(Side::Two),
        Change::SumoStays(second),
        ended(WinReason::KnockOut(second)),
        ended(WinReason::Belt),
        ended(WinReason::LastLeft),
        Change::SumoMoved(first),
        Change::RelocationAllowed(first),
    ];
    let clause = Clause::SsK1;
    let ruling = |change| AnyRuling::Kabuto(Ruling { clause, change });
    changes.into_iter().map(ruling).collect()
}

fn abalone_rulings() -> Vec<AnyRuling> {
    use abalone::Change;
    let mut cells = Cell::all();
    let (from, to) = (cells.next().unwrap(), cells.next().unwrap());
    let (black, white) = (Player::Black, Player::White);
    let won = marbles::Players::Two.named(marbles::Side::First);
    let changes = [
        Change::InLine(black, 2),
        Change::Sideways(white, 3),
        Change::Passed(black),
        Change::Helped(black, from),
        Change::Pushed(white, from, to),
        Change::Ejected(white, to),
        Change::Won(won),
        Change::Threefold,
        Change::TurnCap(NonZeroU16::new(80).unwrap()),
    ];
    let clause = Clause::Ab2;
    let ruling = |change| AnyRuling::Abalone(abalone::Ruling { clause, change });
    changes.into_iter().map(ruling).collect()
}

fn sumoo_rulings() -> Vec<AnyRuling> {
    use sumoo::Change;
    let cell = tokens::Cell::all().next();
    let token = tokens::Token::ALL[0];
    let hows = [
        DisplacementKind::Moves,
        DisplacementKind::Swapped,
        DisplacementKind::Advances,
        DisplacementKind::StepsBack,
        DisplacementKind::Pushed,
        DisplacementKind::Pulled,
    ];
    let mut changes: Vec<Change> = hows.map(|how| Change::Went(token, how, cell)).into();
    changes.extend([
        Change::Went(token, DisplacementKind::Pushed, None),
        Change::Won(tokens::Colour::White),
        Change::Turn(tokens::Colour::Black),
        Change::Capped,
        Change::Agreed,
    ]);
    let clause = Clause::Su5;
    let ruling = |change| AnyRuling::Sumoo(sumoo::Ruling { clause, change });
    changes.into_iter().map(ruling).collect()
}

/// Returns every answer, in questions with at most six.
fn questions() -> Vec<EventKind> {
    let choices = [
        Choice::AsSeen,
        Choice::Piece(Piece::pawn(Size::Large)),
        Choice::Group,
        Choice::One,
        Choice::Two,
        Choice::Abalone(marbles::Move::Pass),
        Choice::Sumoo(sumoo::TurnAction::EndTurn),
        Choice::ByPush,
        Choice::ByAccident,
        Choice::Marker(Side::Two),
        Choice::Other,
        Choice::Nothing,
        Choice::TableIsRight,
        Choice::RefereeIsRight,
        Choice::Abort,
    ];
    let belt = Piece::Belt;
    let doubts = [
        Doubt::Unsure,
        Doubt::OneSensor,
        Doubt::Policy,
        Doubt::Which(0),
        Doubt::Whose,
        Doubt::Cause(belt),
        Doubt::Late(belt),
        Doubt::Forbidden(Clause::SsK1, belt),
        Doubt::Group,
        Doubt::Count,
        Doubt::Passed,
        Doubt::Overflow,
        Doubt::AfterCut,
    ];
    let asked = doubts.into_iter().enumerate().map(|(n, doubt)| {
        let some = choices.iter().cycle().skip(n * 2).take(2).copied();
        EventKind::Asked(Question {
            number: n as u16 + 1,
            about: fall(),
            doubt,
            choices: some.collect(),
        })
    });
    asked
        .chain(choices.map(|choice| EventKind::Answered(choice, 1)))
        .collect()
}

fn others() -> Vec<EventKind> {
    let (sensor, fault) = (Sensor::AddressLine(1), SensorFault::Weak);
    let place = Place::Corner(Post::One);
    let seen = [
        EvidenceKind::Docked(place, Facing::Long),
        EvidenceKind::Undocked,
        EvidenceKind::Rest,
        EvidenceKind::Declared(Speaker::Table),
        EvidenceKind::Declared(Speaker::Host),
        EvidenceKind::Board(2),
        EvidenceKind::Cell {
            cell: 7,
            piece: None,
        },
        EvidenceKind::Unseen(Edge::West),
    ];
    let mut all: Vec<EventKind> = seen.map(|kind| EventKind::Logged(evidence(kind))).into();
    all.extend([
        EventKind::Began,
        EventKind::Illegal(AnyRefusal::OtherGame),
        EventKind::Withdrawn,
        EventKind::Held(fall()),
        EventKind::Overruled(AnyCorrection::Unsettle),
        EventKind::Undone { voided: 2 },
        EventKind::Redone,
        EventKind::PoliciesSet,
        EventKind::Noted(Note::PowerUp),
        EventKind::Noted(Note::Watchdog),
        EventKind::Noted(Note::FaultRaised(sensor, fault)),
        EventKind::Noted(Note::FaultCleared(sensor, fault)),
        EventKind::Noted(Note::Overflow),
        EventKind::Noted(Note::LostFall),
        EventKind::Aborted,
        EventKind::Closed,
    ]);
    all
}

/// Returns a match of two at its beginning.
fn abalone_match() -> AnyGame {
    (GameArg::Abalone.entry().begin.unwrap())(Players::Two)
}

fn all_events() -> Vec<Value> {
    let writer = EventWriter::default();
    let rulings = [kabuto(), abalone_rulings(), sumoo_rulings()].concat();
    let kinds = rulings.into_iter().map(EventKind::Ruled);
    let kinds = kinds.chain(questions()).chain(others());
    let game = abalone_match();
    kinds
        .map(|kind| {
            let context = EventContext {
                seat: Some(Seat::First),
                turn: Some(4),
                evidence: matches!(kind, EventKind::Ruled(_)).then(fall),
            };
            let game = (kind == EventKind::Began).then_some(&game);
            let event = Event {
                seq: 42,
                part: 0,
                at: Instant(0),
                hash: 0,
                kind,
            };
            writer.event(&event, &context, game)
        })
        .collect()
}

/// Returns the schema's sentence about an object; `None` if it is valid.
fn fault(object: &Value) -> Option<String> {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let error = validator.iter_errors(object).next();
    error.map(|error| error.to_string())
}

#[test]
#[allow(
    clippy::disallowed_methods,
    reason = "the golden lines are a file that this test compares and writes"
)]
fn every_change_of_every_game_keeps_its_words() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/events/changes.jsonl");
    let mut told = String::new();
    for event in all_events() {
        writeln!(told, "{event}").unwrap();
    }
    if std::env::var_os("DOHYO_WRITE_GOLDEN").is_some() {
        std::fs::write(&path, &told).unwrap();
    }
    let golden = std::fs::read_to_string(path).unwrap();
    for (was, is) in golden.lines().zip(told.lines()) {
        assert_eq!(was, is, "programs that read the old words would break");
    }
    assert_eq!(golden.lines().count(), told.lines().count());
}

#[test]
fn every_event_is_valid_and_every_kind_of_the_schema_is_emitted() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let events = all_events();
    for event in &events {
        let line = json!({
            "v": 1, "type": "line", "ring": "e6614c311b7f5a2c", "journal": null, "seq": 42,
            "prev": 41, "boot_us": 7, "hash": "bd0646f03bdd8c14", "raw": "0a", "events": [event],
        });
        let errors: Vec<String> = validator
            .iter_errors(&line)
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{event}: {errors:?}");
    }
    // Lines without events of the referee are tested with a match.
    let silent = [
        "snapshot",
        "card",
        "released",
        "returned",
        "recalled",
        "unchanged",
    ];
    let kinds = schema["$defs"]["event"]["properties"]["kind"]["enum"].as_array();
    for kind in kinds.unwrap() {
        let is_emitted = events.iter().any(|event| event["kind"] == *kind);
        assert!(
            is_emitted || silent.contains(&kind.as_str().unwrap()),
            "{kind}"
        );
    }
}

#[test]
fn the_schema_refuses_what_is_not_an_event() {
    let writer = EventWriter::default();
    let good = writer.gap(3, 9);
    assert_eq!(fault(&good), None);
    for (field, value) in [
        ("v", json!(2)),
        ("type", json!("line")),
        ("ring", json!("table 3")),
        ("gap", json!([3])),
        ("extra", json!(true)),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        assert!(fault(&bad).is_some(), "{bad}");
    }
}

#[test]
fn gaps_void_lines_tails_and_troubles_are_valid() {
    let writer = EventWriter::default();
    let faults = [(Sensor::AddressLine(1), SensorFault::Weak)];
    for object in [
        writer.void(VoidLines::OtherJournal),
        writer.tail(0, ""),
        writer.tail(7, "bd0646f03bdd8c14"),
        writer.troubles(&faults),
        writer.health(json!({})),
    ] {
        assert_eq!(fault(&object), None, "{object}");
    }
}

#[test]
fn every_game_has_its_word() {
    assert_eq!(word(&abalone_match()), "abalone");
    let game = (GameArg::Sumoo.entry().begin.unwrap())(Players::Two);
    assert_eq!(word(&game), "sumoo");
}
