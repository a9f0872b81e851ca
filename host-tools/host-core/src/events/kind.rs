//! Fields of the referee's events. The words are part of the published schema: a renamed
//! variant of the core keeps its word here.

use super::rulings;
use super::words::{self, Fields, of_kind, with};
use crate::sentences::{EventContext, Phrasebook};
use rules_core::player::Seat;
use rules_core::referee::{Choice, EventKind, Evidence, EvidenceKind, Note, Question, Speaker};
use rules_core::sensing::observation::Cause;
use serde_json::{Value, json};

/// Returns the fields of an event that depend on its kind.
pub(super) fn fields(event: &EventKind, context: &EventContext, book: &Phrasebook<'_>) -> Fields {
    let seat = context.seat;
    let mut fields = match event {
        EventKind::Began => of_kind("began"),
        EventKind::Ruled(ruling) => {
            let fields = rulings::fields(ruling, context.evidence.as_ref());
            match &context.evidence {
                Some(evidence) => with_evidence(fields, evidence),
                None => fields,
            }
        }
        EventKind::Illegal(_) => match &context.evidence {
            Some(evidence) => with_evidence(of_kind("refused"), evidence),
            None => of_kind("refused"),
        },
        EventKind::Logged(evidence) => with_evidence(of_kind("logged"), evidence),
        EventKind::Asked(asked) => {
            let fields = with_evidence(of_kind("asked"), &asked.about);
            with(fields, "question", question(asked, seat, book))
        }
        EventKind::Answered(choice, voided) => {
            let fields = with(of_kind("answered"), "choice", answer(choice, book));
            with(fields, "voided", *voided)
        }
        EventKind::Withdrawn => of_kind("withdrawn"),
        EventKind::Held(evidence) => with_evidence(of_kind("held"), evidence),
        EventKind::Overruled(_) => of_kind("overruled"),
        EventKind::Undone { voided } => with(of_kind("undone"), "voided", *voided),
        EventKind::Redone => of_kind("redone"),
        EventKind::PoliciesSet => of_kind("policies"),
        EventKind::Noted(note) => noted(note),
        EventKind::Aborted => of_kind("aborted"),
        EventKind::Closed => of_kind("closed"),
    };
    if let (Some(turn), false) = (context.turn, fields.contains_key("turn")) {
        fields.insert("turn".into(), turn.into());
    }
    fields
}

fn noted(note: &Note) -> Fields {
    let word = |word: &str| with(of_kind("noted"), "note", word);
    match note {
        Note::PowerUp => word("power-up"),
        Note::Watchdog => word("watchdog"),
        Note::FaultRaised(sensor, fault) => with(
            word("fault-raised"),
            "trouble",
            words::trouble(*sensor, *fault),
        ),
        Note::FaultCleared(sensor, fault) => with(
            word("fault-cleared"),
            "trouble",
            words::trouble(*sensor, *fault),
        ),
        Note::Overflow => word("overflow"),
        Note::LostFall => word("lost-fall"),
    }
}

/// Returns the fields with certainty, source, cause and place of the evidence. A place that
/// the fields have already stays.
fn with_evidence(fields: Fields, evidence: &Evidence) -> Fields {
    let fields = with(fields, "certainty", evidence.certainty.0);
    let has_place = fields.contains_key("place");
    let (word, fields) = match evidence.kind {
        EvidenceKind::Docked(place, _) => ("docked", with(fields, "place", words::place(place))),
        EvidenceKind::Undocked => ("undocked", fields),
        EvidenceKind::Marker(change) => {
            let post = change.post.index() + 1;
            ("marker", with(fields, "post", post))
        }
        EvidenceKind::Pushed(push) if has_place => ("push", with(fields, "speed_mm_s", push.speed)),
        EvidenceKind::Pushed(push) => {
            let fields = with(fields, "speed_mm_s", push.speed);
            ("push", with(fields, "place", words::place(push.place)))
        }
        EvidenceKind::Fell(fall) => {
            let cause = match fall.cause.kind {
                Cause::Push => "push",
                Cause::Accident => "accident",
            };
            let fields = with(fields, "cause", cause);
            let edge = json!({ "edge": fall.pattern.edge.word() });
            ("fall", with(fields, "place", edge))
        }
        EvidenceKind::Rest => ("rest", fields),
        EvidenceKind::Declared(Speaker::Table) => ("table", fields),
        EvidenceKind::Declared(Speaker::Host) => ("host", fields),
        EvidenceKind::Board(cells) => ("board", with(fields, "cells", cells)),
        EvidenceKind::Cell { cell, .. } => ("cell", with(fields, "cell", cell)),
        EvidenceKind::Unseen(edge) => {
            let edge = json!({ "edge": edge.word() });
            ("unseen", with(fields, "place", edge))
        }
    };
    with(fields, "evidence", word)
}

fn answer(choice: &Choice, book: &Phrasebook<'_>) -> Value {
    with(words::choice(choice), "text", book.choice(choice)).into()
}

/// Returns a question with its numbered answers; `seat` is the one whose turn it is.
pub(super) fn question(question: &Question, seat: Option<Seat>, book: &Phrasebook<'_>) -> Value {
    let answers = (1..).zip(&question.choices).map(|(number, choice)| {
        let fields = with(words::choice(choice), "number", number);
        Value::from(with(fields, "text", book.choice(choice)))
    });
    json!({
        "number": question.number,
        "doubt": words::doubt(&question.doubt),
        "text": book.question(question, seat),
        "certainty": question.about.certainty.0,
        "answers": answers.collect::<Vec<_>>(),
    })
}
