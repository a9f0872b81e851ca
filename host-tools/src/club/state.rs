//! Retained state of a ring at a broker: the present match, what the ring waits for, and
//! what somebody should look at. All of it is a fold of the lines and of the connection.

use host_core::events::{EventWriter, VERSION};
use host_core::sentences::Language;
use rules_core::referee::{AnyGame, Session};
use rules_core::wire::message::StorageStatus;
use serde_json::{Value, json};

/// What somebody should look at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Concern {
    kind: &'static str,
    since: String,
    text: String,
}

/// Retained state of one ring.
#[derive(Debug, Default)]
pub struct RingBoard {
    /// Header of the present or last match; null before the first.
    header: Value,
    /// Last ruling with its clause; null before the first.
    last: Value,
    concerns: Vec<Concern>,
}

impl RingBoard {
    /// Takes the object of a line.
    pub fn line(&mut self, object: &Value) {
        for event in object["events"].as_array().into_iter().flatten() {
            let kind = event["kind"].as_str().unwrap_or_default();
            match kind {
                "began" => {
                    self.header = json!({
                        "v": VERSION, "journal": object["journal"], "line": object["seq"],
                        "time": object["time"], "match": event["match"], "result": null,
                    });
                }
                "won" | "drawn" | "aborted" if !self.header.is_null() => {
                    self.header["result"] = json!({
                        "kind": kind, "line": object["seq"], "hash": object["hash"],
                        "side": event["side"], "how": event["how"], "clause": event["clause"],
                        "text": event["sentence"],
                    });
                }
                // An undo takes the end back.
                "undone" if !self.header.is_null() => self.header["result"] = Value::Null,
                _ => {}
            }
            if event["clause"].is_string() {
                self.last = json!({ "clause": event["clause"], "text": event["sentence"] });
            }
        }
    }

    /// Forgets everything: the ring has another journal.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns the present match, for the topic `match`.
    #[must_use]
    pub fn header(&self) -> Value {
        match &self.header {
            Value::Null => json!({ "v": VERSION, "match": null, "result": null }),
            header => header.clone(),
        }
    }

    /// Returns the present state, for the topic `now`; `waits` are sentences about what the
    /// ring waits for.
    #[must_use]
    pub fn now(
        &self,
        session: Option<&Session>,
        writer: &EventWriter,
        waits: &Value,
        troubles: usize,
    ) -> Value {
        let game = session.and_then(Session::game);
        let is_over = !self.header["result"].is_null();
        let turn = game.filter(|_| !is_over).map(|game| {
            let seat = game.turn();
            let player = || writer.names().seat(seat, Language::English).subject();
            let name = writer.people().get(seat.index()).cloned();
            let name = name.unwrap_or_else(player);
            json!({ "seat": seat.index() + 1, "side": game.side_of(seat).index() + 1, "name": name })
        });
        let question = session.and_then(Session::question);
        let seat = game.map(AnyGame::turn);
        json!({
            "v": VERSION,
            "running": game.is_some() && !is_over,
            "turn": turn,
            "question": question.map(|question| writer.question(question, seat)),
            "waiting": waits,
            "troubles": troubles,
            "last": self.last,
        })
    }

    /// Notes that something needs attention since `time`, or that it no longer does.
    pub fn concern(&mut self, kind: &'static str, text: Option<String>, time: &str) {
        let known = self
            .concerns
            .iter_mut()
            .find(|concern| concern.kind == kind);
        match (known, text) {
            (Some(known), Some(text)) => known.text = text,
            (None, Some(text)) => self.concerns.push(Concern {
                kind,
                since: time.to_owned(),
                text,
            }),
            (_, None) => self.concerns.retain(|concern| concern.kind != kind),
        }
    }

    /// Returns what somebody should look at, oldest first, for the topic `attention`.
    #[must_use]
    pub fn attention(&self) -> Value {
        let concerns = self.concerns.iter().map(
            |concern| json!({ "kind": concern.kind, "since": concern.since, "text": concern.text }),
        );
        json!({ "v": VERSION, "list": concerns.collect::<Vec<_>>() })
    }
}

/// Returns the sentence about flash that needs attention; `None` if it works.
#[must_use]
pub fn storage_concern(storage: StorageStatus) -> Option<String> {
    match storage {
        StorageStatus::Working => None,
        StorageStatus::Waiting => Some(
            "The ring waits for a moment to erase flash: take the platform away for a second"
                .to_owned(),
        ),
        StorageStatus::Broken => Some(
            "The flash of the ring is broken: the match is lost when the power goes".to_owned(),
        ),
    }
}
