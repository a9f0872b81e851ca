//! Events and state of a ring as JSON for the page.
//!
//! Every text goes out as a sentence in each language of the page, so that the page
//! has labels of its own and no sentence about a match. The state is that of the client,
//! [`RingState`]; the writer keeps none. Each event carries the match after its line, so
//! that the page can look back.

use super::sink::{PageSink, Topic};
use super::view::{self, texts};
use super::{json_text, waiting};
use crate::events;
use crate::lights::colour_vision::{encoded, seen};
use crate::lights::led_positions::{places, radius};
use crate::printable::printable;
use crate::protocol::FollowedLine;
use crate::ring_state::RingState;
use crate::sentences::{Language, Names, Phrasebook, Sentence, SentenceKind, SessionEvent};
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::clause::Clause;
use rules_core::games::kabuto::card::Card;
use rules_core::lights::LedFrame;
use rules_core::player::Seat;
use rules_core::referee::{AnyGame, EvidenceKind, Question, Session};
use rules_core::sensing::body::Body;
use serde_json::{Value, json};
use std::fmt::Write;

/// Writer of the lines and topics of one page.
#[derive(Debug)]
pub struct PageWriter<S> {
    sink: S,
    /// Cards that give the players their names, found by their rules.
    cards: Vec<Card>,
    /// Names that people gave the players of the present match, in turn order; empty if
    /// they gave none.
    people: Vec<String>,
}

/// Facts about a match that do not change while the page shows it.
#[derive(Debug, Clone)]
pub struct MatchInfo<'a> {
    /// Board of the ring.
    pub board: BoardId,
    /// Dimensions of the board.
    pub dimensions: Dimensions,
    /// Origin of the match in a few words, such as a file or a ring.
    pub origin: String,
    /// Cards that give the players their names; a ring knows only the rules of a card.
    pub cards: &'a [Card],
    /// True if the colours of the LEDs are available.
    pub lights: bool,
}

impl<S: PageSink> PageWriter<S> {
    /// Creates a writer for a ring of which nothing is known yet.
    #[must_use]
    pub const fn new(sink: S) -> Self {
        Self {
            sink,
            cards: Vec::new(),
            people: Vec::new(),
        }
    }

    /// Sets the names that people gave the players of the present match, in turn order.
    pub fn set_people(&mut self, people: Vec<String>) {
        self.people = people;
    }

    /// Publishes the facts about another ring, or another match of the same ring.
    pub fn about(&mut self, about: &MatchInfo<'_>) {
        let profile = Profile::of(about.board);
        let places: Vec<[f64; 2]> = (places(about.board, profile.leds).into_iter())
            .map(|(x, y)| [x, y].map(|share| (share * 1e4).round() / 1e4))
            .collect();
        self.cards = about.cards.to_vec();
        let about = json!({
            "board": about.board.word(),
            "side": about.dimensions.ring_side.0 / 1000,
            "origin": printable(&about.origin),
            "version": crate::VERSION,
            "places": places,
            "radius": radius(about.board),
            "lights": about.lights,
        });
        self.sink.publish(Topic::About, &json_text(&about));
    }

    /// Returns the names of the players in the match of a session.
    #[must_use]
    pub fn names(&self, session: Option<&Session>) -> Names {
        let game = session.and_then(Session::game);
        game.map_or_else(Names::default, |game| Names::new(game, &self.cards))
    }

    /// Appends the events of a journal line.
    pub fn line(&self, followed: &FollowedLine) {
        let session = followed.session.as_deref();
        let names = self.names(session);
        let [view, question] = self.match_to_json(session, &names);
        let ground = session.map(|session| ground(session, followed.line.seq, &names));
        for told in SessionEvent::of_line(followed) {
            let (kind, mut line) = event_to_json(&told, &names);
            if kind == SentenceKind::Start {
                self.sink.begin();
            }
            // The same object as in the lines for programs.
            line["event"] = self.event_to_object(&told, session, &names);
            line["view"] = view.clone();
            line["question"] = question.clone();
            line["ground"] = ground.clone().into();
            self.sink.push(&mut |number| {
                line["n"] = number.into();
                json_text(&line)
            });
        }
    }

    /// Publishes the present state of the ring.
    pub fn now(&self, ring: &RingState) {
        let names = self.names(ring.session());
        let seat = ring.game().map(AnyGame::turn);
        let faults = ring.faults().iter();
        let faults = faults.map(|(sensor, fault)| format!("{sensor} {fault}"));
        let [view, question] = self.match_to_json(ring.session(), &names);
        let waiting = ring.waiting();
        let now = json!({
            "view": view,
            "question": question,
            "waiting": waiting.map(|waiting| waiting::to_json(waiting, &names, seat)),
            "faults": faults.collect::<Vec<_>>(),
        });
        self.sink.publish(Topic::Now, &json_text(&now));
    }

    /// Returns an event as the object of the schema for programs.
    fn event_to_object(
        &self,
        told: &SessionEvent,
        session: Option<&Session>,
        names: &Names,
    ) -> Value {
        let game = session.and_then(Session::game);
        events::event_to_json(&told.event, &told.context, game, names, &self.people)
    }

    /// Returns the match of a session and its open question as JSON.
    fn match_to_json(&self, session: Option<&Session>, names: &Names) -> [Value; 2] {
        let game = session.and_then(Session::game);
        let question = session.and_then(Session::question);
        let seat = game.map(AnyGame::turn);
        [
            game.map(|game| view::to_json(game, names, &self.people))
                .into(),
            question
                .map(|question| question_to_json(question, names, seat))
                .into(),
        ]
    }

    /// Publishes the fault of the connection to the ring; `None` if it works.
    pub fn link(&self, trouble: Option<&str>) {
        let link = json!({ "link": trouble.map(printable) });
        self.sink.publish(Topic::Link, &json_text(&link));
    }

    /// Publishes the colours of the LEDs, in hexadecimal, one after the other.
    pub fn lights(&self, frame: &LedFrame) {
        let mut text = String::with_capacity(2 + 6 * frame.len());
        text.push('"');
        for led in frame {
            for light in seen(*led, None) {
                // Writing to a string does not fail.
                let _ = write!(text, "{:02x}", encoded(light));
            }
        }
        text.push('"');
        self.sink.publish(Topic::Lights, &text);
    }
}

/// Returns the kind of an event, and the event as JSON with its sentence and its clause.
fn event_to_json(told: &SessionEvent, names: &Names) -> (SentenceKind, Value) {
    let event = &told.event;
    let [english, french] = Language::ALL.map(|language| {
        let book = Phrasebook { names, language };
        let sentence = book.event(&event.kind, &told.context);
        (sentence.in_full(language), sentence)
    });
    let Sentence { kind, clause, .. } = english.1;
    let line = json!({
        "seq": event.seq,
        "part": event.part,
        "at": event.at.0 as f64 / 1e6,
        "kind": kind.word(),
        "text": { "en": english.0, "fr": french.0 },
        "clause": clause.map(Clause::id),
        "rule": clause.map(Clause::sentence),
    });
    (kind, line)
}

/// Returns the grounds of the judgement in a journal line as JSON; null if it has none.
fn ground(session: &Session, seq: u32, names: &Names) -> Value {
    let mut grounds = session.why().grounds();
    let Some(ground) = grounds.find(|ground| ground.seq == seq) else {
        return Value::Null;
    };
    let evidence = &ground.evidence;
    let is_captured = !matches!(
        evidence.kind,
        EvidenceKind::Declared(_) | EvidenceKind::Rest
    );
    json!({
        "seen": texts(names, |book| book.evidence(&evidence.kind)),
        "certainty": texts(names, |book| book.certainty(evidence.certainty)),
        "passed": texts(names, |book| book.passed_by(ground.passed)),
        "capture": is_captured,
        "costs": costs(&evidence.kind),
    })
}

/// Returns the misfit of each class of body in eighths of a bit; null if no body was
/// measured.
fn costs(evidence: &EvidenceKind) -> Value {
    let costs = match evidence {
        EvidenceKind::Fell(fell) => &fell.costs,
        EvidenceKind::Pushed(pushed) => &pushed.costs,
        _ => return Value::Null,
    };
    let all = Body::ALL.map(|body| (body.word().to_owned(), costs[body].into()));
    Value::Object(all.into_iter().collect())
}

fn question_to_json(question: &Question, names: &Names, seat: Option<Seat>) -> Value {
    let answers = question.choices.iter().map(
        |choice| json!({ "choice": choice, "text": texts(names, |book| book.choice(choice)) }),
    );
    json!({
        "number": question.number,
        "text": texts(names, |book| book.question(question, seat)),
        "seen": texts(names, |book| book.evidence(&question.about.kind)),
        "answers": answers.collect::<Vec<_>>(),
    })
}
