//! Events of a ring as JSON for the page.
//!
//! Every text goes out as a sentence in each language of the page, so that the page
//! has labels of its own and no sentence about a match. The last event of a line
//! carries the state of the match after it, so that the page can look back.

use super::sink::{PageSink, Topic};
use super::view::{self, texts};
use super::waiting;
use crate::lights::colour_vision::{encoded, seen};
use crate::lights::led_positions::{places, radius};
use crate::protocol::{ClientEvent, FollowedLine};
use crate::sentences::{Language, Names, Phrasebook, Sentence, SessionEvent};
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::games::kabuto::card::Card;
use rules_core::lights::LedFrame;
use rules_core::player::Seat;
use rules_core::referee::{AnyGame, EvidenceKind, Question, Session};
use rules_core::wire::RingMessage;
use serde_json::{Value, json};
use std::fmt::Write;

/// Writer of the lines and topics of one page.
#[derive(Debug)]
pub struct PageWriter<S> {
    sink: S,
    /// Cards that give the players their names, found by their rules.
    cards: Vec<Card>,
    names: Names,
    /// Seat whose turn it is.
    seat: Option<Seat>,
    faults: Vec<String>,
    waiting: Value,
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
    pub fn new(sink: S) -> Self {
        Self {
            sink,
            cards: Vec::new(),
            names: Names::default(),
            seat: None,
            faults: Vec::new(),
            waiting: Value::Null,
        }
    }

    /// Publishes the facts about another ring, or another match of the same ring.
    pub fn about(&mut self, about: &MatchInfo<'_>) {
        let profile = Profile::of(about.board);
        let places: Vec<[f64; 2]> = (places(about.board, profile.leds).into_iter())
            .map(|(x, y)| [x, y].map(|it| (it * 1e4).round() / 1e4))
            .collect();
        self.cards = about.cards.to_vec();
        let about = json!({
            "board": about.board.word(),
            "side": about.dimensions.ring_side.0 / 1000,
            "origin": about.origin,
            "version": crate::VERSION,
            "places": places,
            "radius": radius(about.board),
            "lights": about.lights,
        });
        self.sink.publish(Topic::About, &about.to_string());
    }

    /// Publishes an event of the ring.
    pub fn on_event(&mut self, heard: &ClientEvent) {
        match heard {
            ClientEvent::Line(followed) => self.line(followed),
            ClientEvent::Message(message) => self.message(message),
            ClientEvent::Incompatible(why) => self.now(Some(&why.to_string())),
            ClientEvent::Astray(_) => {}
        }
    }

    fn line(&mut self, followed: &FollowedLine) {
        let session = followed.session.as_deref();
        if let Some(game) = session.and_then(Session::game) {
            self.names = Names::new(game, &self.cards);
        }
        self.seat = session.and_then(Session::game).map(AnyGame::turn);
        let events = SessionEvent::of_line(followed);
        for (n, event) in events.iter().enumerate() {
            self.write(event, session, n + 1 == events.len());
        }
    }

    /// Returns the English phrases about the match that is shown.
    #[must_use]
    pub const fn phrasebook(&self) -> Phrasebook<'_> {
        Phrasebook::english(&self.names)
    }

    fn message(&mut self, message: &RingMessage) {
        match message {
            RingMessage::Waiting(waiting) => {
                self.waiting = waiting::to_json(waiting, &self.names, self.seat);
                self.now(None);
            }
            RingMessage::Health {
                before, troubles, ..
            } => {
                self.faults.truncate(usize::from(*before));
                let named = troubles.iter();
                let named = named.map(|(sensor, fault)| format!("{sensor} {fault}"));
                self.faults.extend(named);
                self.now(None);
            }
            _ => {}
        }
    }

    /// The line to the ring is lost, or is there again.
    pub fn link(&self, trouble: Option<&str>) {
        self.now(trouble);
    }

    fn now(&self, trouble: Option<&str>) {
        let now = json!({
            "waiting": self.waiting,
            "faults": self.faults,
            "link": trouble,
        });
        self.sink.publish(Topic::Now, &now.to_string());
    }

    /// Colours of the lights, in hexadecimal, one after the other.
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

    fn write(&self, told: &SessionEvent, session: Option<&Session>, last: bool) {
        let (event, names) = (&told.event, &self.names);
        let [english, french] = Language::ALL.map(|language| {
            let book = Phrasebook { names, language };
            let sentence = book.event(&event.what, &told.context);
            (sentence.in_full(language), sentence)
        });
        let Sentence { kind, clause, .. } = english.1;
        self.sink.push(&mut |number| {
            let mut line = json!({
                "n": number,
                "seq": event.seq,
                "part": event.part,
                "at": event.at.0 as f64 / 1e6,
                "kind": kind.word(),
                "text": { "en": english.0, "fr": french.0 },
            });
            if let Some(clause) = clause {
                line["clause"] = clause.id().into();
            }
            if let Some(session) = session {
                if event.part == 0 {
                    line["ground"] = self.ground(session, event.seq);
                }
                if last {
                    let game = session.game();
                    line["view"] = game.map_or(Value::Null, |game| view::to_json(game, names));
                    let question = session.question();
                    line["question"] = question.map_or(Value::Null, |open| self.question(open));
                }
            }
            line.to_string()
        });
    }

    /// Returns the grounds of the judgement in a journal line as JSON; null if it has
    /// none.
    fn ground(&self, session: &Session, seq: u32) -> Value {
        let mut grounds = session.why().grounds();
        let Some(ground) = grounds.find(|ground| ground.seq == seq) else {
            return Value::Null;
        };
        let (names, evidence) = (&self.names, &ground.evidence);
        let is_captured = !matches!(evidence.seen, EvidenceKind::Said(_) | EvidenceKind::Rest);
        json!({
            "seen": texts(names, |book| book.evidence(&evidence.seen)),
            "certainty": texts(names, |book| book.certainty(evidence.certainty)),
            "passed": texts(names, |book| book.passed_by(ground.passed)),
            "capture": is_captured,
        })
    }

    fn question(&self, question: &Question) -> Value {
        let (names, seat) = (&self.names, self.seat);
        let answers = question.choices.iter().map(
            |choice| json!({ "choice": choice, "text": texts(names, |book| book.choice(choice)) }),
        );
        json!({
            "number": question.number,
            "text": texts(names, |book| book.question(question, seat)),
            "seen": texts(names, |book| book.evidence(&question.about.seen)),
            "answers": answers.collect::<Vec<_>>(),
        })
    }
}
