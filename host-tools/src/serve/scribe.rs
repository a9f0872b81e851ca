//! Writes down what a ring says, as JSON for the page.
//!
//! Rulings, questions and grounds go out as data (clause, change, pieces), so
//! that the page can put them into words of any language; beside them goes the
//! English sentence, for what a page does not know. With the last event of every
//! line goes how the match stands after it, so that the page can look back.

use super::feed::{Feed, Topic};
use super::{view, waiting};
use crate::client::Heard;
use crate::lights::eyes::{encoded, seen};
use crate::lights::places::{places, radius};
use crate::wording;
use rules_core::board::{Dimensions, Name, Profile};
use rules_core::games::kabuto::card::Card;
use rules_core::lights::Frame;
use rules_core::referee::{Event, Follower, Question, Session};
use rules_core::wire::{FromRing, Outcome};
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;

/// Writes for the spectators.
#[derive(Debug)]
pub struct Scribe {
    feed: Arc<Feed>,
    follower: Follower,
    /// The next line that is to come.
    cursor: Option<u32>,
    troubles: Vec<String>,
    waiting: Value,
}

/// What does not change while a match is shown.
#[derive(Debug, Clone)]
pub struct About<'a> {
    /// The board.
    pub board: Name,
    /// How large it is.
    pub dimensions: Dimensions,
    /// Where it comes from, in a few words.
    pub origin: String,
    /// The cards by seat, if anybody knows them: a ring knows no names.
    pub cards: &'a [Card],
    /// Whether the lights are known.
    pub lights: bool,
}

impl Scribe {
    pub(super) fn new(feed: Arc<Feed>) -> Self {
        Self {
            feed,
            follower: Follower::default(),
            cursor: None,
            troubles: Vec::new(),
            waiting: Value::Null,
        }
    }

    /// Another ring, or the same one with another match.
    pub fn about(&mut self, about: &About<'_>) {
        let profile = Profile::of(about.board);
        let places: Vec<[f64; 2]> = (places(about.board, profile.leds).into_iter())
            .map(|(x, y)| [x, y].map(|it| (it * 1e4).round() / 1e4))
            .collect();
        let cards: Vec<Value> = about.cards.iter().map(card).collect();
        let about = json!({
            "board": about.board.word(),
            "side": about.dimensions.ring_side.0 / 1000,
            "origin": about.origin,
            "version": crate::VERSION,
            "places": places,
            "radius": radius(about.board),
            "lights": about.lights,
            "cards": cards,
        });
        self.feed.tell(Topic::About, &about.to_string());
    }

    /// A new line to the ring: what comes is followed from its answer on.
    pub fn reopen(&mut self) {
        self.follower = Follower::default();
        self.cursor = None;
    }

    /// Something the ring said.
    pub fn hear(&mut self, heard: &Heard) {
        match heard {
            Heard::Line(entry, events) => {
                if self.follower.take(entry).is_err() {
                    return;
                }
                self.cursor = Some(entry.seq.wrapping_add(1));
                for (n, event) in events.iter().enumerate() {
                    self.write(event, n + 1 == events.len());
                }
            }
            Heard::Message(message) => self.message(message),
            Heard::Incompatible(why) => self.now(Some(&why.to_string())),
            Heard::Astray(_) => {}
        }
    }

    fn message(&mut self, message: &FromRing) {
        match message {
            FromRing::Answer(_, Outcome::From { seq, idle }) => {
                if self.cursor != Some(*seq) || self.follower.session().is_none() {
                    self.follower = if *idle {
                        Follower::idle(seq.saturating_sub(1))
                    } else {
                        Follower::default()
                    };
                }
                self.cursor = Some(*seq);
            }
            FromRing::Waiting(waiting) => {
                self.waiting = waiting::of(waiting);
                self.now(None);
            }
            FromRing::Health {
                before, troubles, ..
            } => {
                self.troubles.truncate(usize::from(*before));
                let named = troubles.iter().map(|(sensor, it)| format!("{sensor} {it}"));
                self.troubles.extend(named);
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
            "troubles": self.troubles,
            "link": trouble,
        });
        self.feed.tell(Topic::Now, &now.to_string());
    }

    /// What the lights show, as hexadecimal colours one after the other.
    pub fn lights(&self, frame: &Frame) {
        let mut text = String::with_capacity(2 + 6 * frame.len());
        text.push('"');
        for led in frame {
            for light in seen(*led, None) {
                // Writing to a string does not fail.
                let _ = write!(text, "{:02x}", encoded(light));
            }
        }
        text.push('"');
        self.feed.tell(Topic::Lights, &text);
    }

    fn write(&self, event: &Event, last: bool) {
        let session = self.follower.session();
        self.feed.push(|number| {
            let mut line = json!({
                "n": number,
                "seq": event.seq,
                "part": event.part,
                "at": event.at.0 as f64 / 1e6,
                "hash": format!("{:016x}", event.hash),
                "text": event.what.to_string(),
                "what": event.what,
            });
            if let Some(clause) = wording::clause(&event.what) {
                line["clause"] = clause.id().into();
            }
            if let Some(session) = session {
                if event.part == 0 {
                    line["ground"] = ground(session, event.seq);
                }
                if last {
                    line["view"] = session.game().map_or(Value::Null, view::of);
                    line["question"] = session.question().map_or(Value::Null, question);
                }
            }
            line.to_string()
        });
    }
}

/// What the judgement of this line rests on.
fn ground(session: &Session, seq: u32) -> Value {
    let Some(ground) = session.why().grounds().find(|it| it.seq == seq) else {
        return Value::Null;
    };
    json!({
        "seen": ground.evidence.seen,
        "text": ground.evidence.seen.to_string(),
        "certainty": ground.evidence.certainty.0,
        "passed": ground.passed,
    })
}

fn question(question: &Question) -> Value {
    let texts: Vec<String> = question.choices.iter().map(ToString::to_string).collect();
    json!({
        "number": question.number,
        "seen": question.about.seen,
        "text": question.about.seen.to_string(),
        "doubt": question.doubt,
        "choices": question.choices,
        "texts": texts,
    })
}

fn card(card: &Card) -> Value {
    let moves: Vec<&str> = card.moves.iter().map(|it| it.name.as_str()).collect();
    let tokens: Vec<&str> = card.tokens.iter().map(|it| it.name.as_str()).collect();
    json!({ "name": card.name.as_str(), "moves": moves, "tokens": tokens })
}
