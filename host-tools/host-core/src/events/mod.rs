//! Events for programs: everything that a ring says, as JSON objects of one published,
//! versioned schema. `dohyo watch --json`, `dohyo export`, the page and the bridge to a
//! broker emit exactly these objects.
//!
//! | file | concern |
//! |---|---|
//! | this one | [`EventWriter`]: one object for each journal line, and for what stands beside it |
//! | `kind` | events of the referee |
//! | `rulings` | changes of every game |
//! | `words` | pieces, places, answers |
//! | [`reader`] | the rule by which a reader of a broker loses and doubles no line |
//! | [`verify`] | the journal line within an object, and the check of its hash |
//! | `schema.json` | JSON Schema of all objects, [`SCHEMA`] |
//!
//! The mapping is written by hand and not derived from the enums of the core, so that a
//! renamed variant changes nothing for programs that read the objects. Within a version
//! fields are only added.
//!
//! # Loss
//!
//! Every journal line is one object and has at least one event: what changes nothing for
//! people, such as a part of a snapshot, has an event as well. `prev` is the number of the
//! line before it. A reader who knows line `prev` has missed nothing.

mod kind;
pub mod reader;
mod rulings;
pub mod verify;
mod words;

#[cfg(test)]
mod tests;

use crate::game::GameArg;
use crate::notation;
use crate::protocol::{FollowedLine, VoidLines};
use crate::sentences::{EventContext, Language, Names, Phrasebook, SessionEvent};
use rules_core::games::kabuto::card::Card;
use rules_core::games::kabuto::terms::League;
use rules_core::player::Seat;
use rules_core::referee::record::Record;
use rules_core::referee::{AnyGame, Event, JournalLine, LineContent, Question, Session, Waiting};
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::wire::Identity;
use serde_json::{Map, Value, json};

/// Version of the schema, which every object carries as `v`.
pub const VERSION: u32 = 1;

/// JSON Schema of all objects.
pub const SCHEMA: &str = include_str!("schema.json");

/// Writer of the objects of one ring.
#[derive(Debug, Clone, Default)]
pub struct EventWriter {
    identity: Option<Identity>,
    cards: Vec<Card>,
    /// Names that people gave the players of the present match, in turn order; empty if
    /// they gave none.
    people: Vec<String>,
    /// Names of the players of the present or last match.
    names: Names,
    /// Number of the line that began the present or last match; `None` if it was not seen.
    begun: Option<u32>,
}

impl EventWriter {
    /// Creates the writer of a ring; `identity` is `None` if it is not known. The cards
    /// give the players their names.
    #[must_use]
    pub fn new(identity: Option<Identity>, cards: Vec<Card>) -> Self {
        Self {
            identity,
            cards,
            ..Self::default()
        }
    }

    /// Sets the names that people gave the players of the present match, in turn order.
    pub fn set_people(&mut self, people: Vec<String>) {
        self.people = people;
    }

    /// Returns the names that people gave the players of the present match, in turn order;
    /// empty if they gave none.
    #[must_use]
    pub fn people(&self) -> &[String] {
        &self.people
    }

    /// Sets the identity of the ring, after its journal was wiped or its name changed.
    pub fn set_identity(&mut self, identity: Option<Identity>) {
        self.identity = identity;
    }

    /// Returns the names of the players of the present or last match.
    #[must_use]
    pub const fn names(&self) -> &Names {
        &self.names
    }

    /// Returns the number of the line that began the present or last match; `None` if it
    /// was not seen.
    #[must_use]
    pub const fn begun(&self) -> Option<u32> {
        self.begun
    }

    /// Returns an object of this ring with its head.
    fn object(&self, kind: &str) -> Map<String, Value> {
        let mut object = Map::new();
        let identity = self.identity.as_ref();
        object.insert("v".into(), VERSION.into());
        object.insert("type".into(), kind.into());
        let ring = identity.map(|identity| identity.ring.to_string());
        object.insert("ring".into(), ring.into());
        let journal = identity.map(|identity| identity.journal.to_string());
        object.insert("journal".into(), journal.into());
        object
    }

    /// Returns the object of a followed journal line; `None` for a line that only leads to
    /// the present session. `time` is the computer's time at which the line came, as RFC
    /// 3339; a ring has no clock.
    pub fn line(&mut self, followed: &FollowedLine, time: Option<&str>) -> Option<Value> {
        let session = followed.session.as_deref();
        if let Some(game) = session.and_then(Session::game) {
            self.names = Names::new(game, &self.cards);
        }
        if !followed.is_news {
            return None;
        }
        let events = SessionEvent::of_line(followed);
        Some(self.write(&followed.line, &events, session, time))
    }

    /// Returns the object of a journal line whose events are known.
    pub fn write(
        &mut self,
        line: &JournalLine,
        events: &[SessionEvent],
        session: Option<&Session>,
        time: Option<&str>,
    ) -> Value {
        let game = session.and_then(Session::game);
        if let Some(game) = game {
            self.names = Names::new(game, &self.cards);
        }
        if matches!(&line.body.line, LineContent::Record(Record::Begin(_))) {
            self.begun = Some(line.seq);
        }
        let mut object = self.object("line");
        object.insert("seq".into(), line.seq.into());
        object.insert("prev".into(), line.seq.saturating_sub(1).into());
        object.insert("boot_us".into(), line.body.at.0.into());
        if let Some(time) = time {
            object.insert("time".into(), time.into());
        }
        let hash = format!("{:016x}", line.body.hash);
        object.insert("hash".into(), hash.into());
        object.insert("raw".into(), verify::raw(line).into());
        if let (Some(game), Some(begun)) = (game, self.begun) {
            object.insert("match".into(), json!({ "line": begun, "game": word(game) }));
        }
        let told = events
            .iter()
            .map(|event| self.event(&event.event, &event.context, game));
        let mut told: Vec<Value> = told.collect();
        if told.is_empty() {
            told.push(silent(line));
        }
        object.insert("events".into(), told.into());
        object.into()
    }

    /// Returns one event as it stands in the object of its line.
    #[must_use]
    pub fn event(&self, event: &Event, context: &EventContext, game: Option<&AnyGame>) -> Value {
        event_to_json(event, context, game, &self.names, &self.people)
    }

    /// Returns game, league and players of a match.
    #[must_use]
    pub fn match_header(&self, game: &AnyGame) -> Value {
        match_header(game, &self.names, &self.people)
    }

    /// Returns the object of the state that the referee waits for; `seat` is the one whose
    /// turn it is.
    #[must_use]
    pub fn waiting(&self, waiting: &Waiting, session: Option<&Session>) -> Value {
        let seat = session.and_then(Session::game).map(AnyGame::turn);
        let book = Phrasebook::english(&self.names);
        let sentences = book.waiting(waiting, seat);
        let sentences: Vec<String> = sentences.into_iter().map(|it| it.text).collect();
        let mut object = self.object("waiting");
        object.insert("for".into(), notation::waiting(waiting, session).into());
        object.insert("sentences".into(), sentences.into());
        object.insert("seat".into(), seat.map(|seat| seat.index() + 1).into());
        let question = session
            .and_then(Session::question)
            .filter(|question| waiting.question == Some(question.number))
            .map(|question| self.question(question, seat));
        object.insert("question".into(), question.into());
        object.into()
    }

    /// Returns a question with its answers, as it stands in an event that asks it.
    #[must_use]
    pub fn question(&self, question: &Question, seat: Option<Seat>) -> Value {
        kind::question(question, seat, &Phrasebook::english(&self.names))
    }

    /// Returns the object of all present sensor faults.
    #[must_use]
    pub fn troubles(&self, faults: &[(Sensor, SensorFault)]) -> Value {
        let mut object = self.object("trouble");
        let all = faults
            .iter()
            .map(|(sensor, fault)| words::trouble(*sensor, *fault));
        object.insert("troubles".into(), all.collect::<Vec<_>>().into());
        object.into()
    }

    /// Returns the object of lines that the ring does not hold any more.
    #[must_use]
    pub fn gap(&self, from: u32, to: u32) -> Value {
        let mut object = self.object("gap");
        object.insert("gap".into(), json!([from, to]));
        object.into()
    }

    /// Returns the object of the last line that was told; `hash` is empty before the first.
    #[must_use]
    pub fn tail(&self, line: u32, hash: &str) -> Value {
        let mut object = self.object("tail");
        object.insert("line".into(), line.into());
        object.insert("hash".into(), hash.into());
        object.into()
    }

    /// Returns the object of lines that were told and are void.
    #[must_use]
    pub fn void(&self, lines: VoidLines) -> Value {
        let mut object = self.object("void");
        object.insert("from".into(), lines.from().into());
        object.into()
    }

    /// Returns the object of the device's health, given as the facts of `dohyo info`.
    #[must_use]
    pub fn health(&self, health: Value) -> Value {
        let mut object = self.object("health");
        object.insert("health".into(), health);
        object.into()
    }
}

/// Returns one event as it stands in the object of its line, for players with these names;
/// `people` are the names of the persons in turn order, or empty.
#[must_use]
pub fn event_to_json(
    event: &Event,
    context: &EventContext,
    game: Option<&AnyGame>,
    names: &Names,
    people: &[String],
) -> Value {
    let book = Phrasebook::english(names);
    let mut fields = kind::fields(&event.kind, context, &book);
    if let Some(game) = game.filter(|_| fields["kind"] == "began") {
        fields.insert("match".into(), match_header(game, names, people));
    }
    // Rulings of the grid games name colours only.
    let winner = game.and_then(AnyGame::winner);
    if let Some(side) = winner.filter(|_| fields["kind"] == "won") {
        fields.insert("side".into(), (side.index() + 1).into());
    }
    let sentence = book.event(&event.kind, context);
    fields.insert("part".into(), event.part.into());
    let clause = sentence.clause.map(rules_core::clause::Clause::id);
    fields.insert("clause".into(), clause.into());
    fields.insert("text".into(), notation::event(&event.kind).into());
    let text = sentence.in_full(Language::English);
    fields.insert("sentence".into(), text.into());
    fields.into()
}

fn match_header(game: &AnyGame, names: &Names, people: &[String]) -> Value {
    let players = game.players().seats().map(|seat| {
        let mut player = json!({
            "seat": seat.index() + 1,
            "side": game.side_of(seat).index() + 1,
            "colour": game.colour(seat),
            "card": names.seat(seat, Language::English).subject(),
        });
        if let Some(name) = people.get(seat.index()) {
            player["name"] = name.as_str().into();
        }
        player
    });
    let mut header = json!({
        "game": word(game),
        "title": game.name(),
        "players": players.collect::<Vec<_>>(),
    });
    if let AnyGame::Kabuto(game) = game {
        header["league"] = match game.terms().league {
            League::Full => "full",
            League::Junior => "junior",
        }
        .into();
    }
    header
}

/// Returns the word for the game of a match, as on the command line.
#[must_use]
pub fn word(game: &AnyGame) -> &'static str {
    let found = GameArg::ALL
        .into_iter()
        .find(|known| known.entry().name == game.name());
    found.map_or("unknown", |game| game.entry().word)
}

/// Returns the event of a line that changes nothing for people.
fn silent(line: &JournalLine) -> Value {
    let kind = match &line.body.line {
        LineContent::Snapshot(..) => "snapshot",
        LineContent::Record(record) => match record {
            Record::Card(..) => "card",
            Record::Release => "released",
            Record::Return(_) => "returned",
            Record::Recall(..) | Record::RecallQuestion(..) => "recalled",
            _ => "unchanged",
        },
    };
    json!({ "part": 0, "kind": kind, "clause": null, "text": kind, "sentence": null })
}
