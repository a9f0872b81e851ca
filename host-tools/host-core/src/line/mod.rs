//! A page's end of the line to a real ring: the host's protocol with the page's events.
//! Bytes of the ring and inputs of the page in; bytes for the ring and events out, as
//! lines of JSON. Whoever has the port carries the bytes.
//!
//! ```text
//!   page: serial port | hub           Line
//!     bytes of the ring ------> HostProtocol --> PageWriter --> EventLines --> page
//!     bytes for it <----------- requests <------ LineInput <------------------ page
//! ```
//!
//! What is told is what the ring has said: counts, rulings, places of falls. Where pieces
//! lie on a ring it does not know, so nothing here says it. What changes a result waits
//! for a touch on the ring, as for every host.
//!
//! | file | concern |
//! |---|---|
//! | `mod.rs` | messages of the ring, and the state that follows from them |
//! | `asking` | inputs of the page, requests, and the ring's responses |
//! | `board` | board, sensors and calibration as JSON |
//! | [`input`], [`setup`] | inputs and set-ups as JSON |

mod asking;
mod board;
pub mod input;
pub mod setup;
#[cfg(test)]
mod tests;

use crate::device_facts::facts;
use crate::page::capture_store::CaptureStore;
use crate::page::event_lines::EventLines;
use crate::page::heard::fall_to_json;
use crate::page::offers;
use crate::page::view::texts;
use crate::page::writer::{MatchInfo, PageWriter};
use crate::protocol::{ClientEvent, FollowedLine, HostProtocol};
use crate::sentences::Names;
use asking::Purpose;
use board::Board;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::referee::record::Record;
use rules_core::referee::{AnyGame, LineContent};
use rules_core::sensing::observation::{Observation, ObservationId, ObservationKind};
use rules_core::time::Instant;
use rules_core::wire::message::{FollowFrom, Info, Streams, WatchStream};
use rules_core::wire::{Hello, Identity, Request, RingMessage};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Most falls that are remembered as told by their observation.
const MAX_HEARD: usize = 64;

/// A page's end of the line to a ring.
#[derive(Debug)]
pub struct Line {
    host: HostProtocol,
    lines: Arc<EventLines>,
    page: PageWriter<Arc<EventLines>>,
    archive: CaptureStore,
    board: Board,
    identity: Option<Identity>,
    /// Number and time of the line that began the match.
    begun: Option<(u32, Instant)>,
    /// Number of the last line of the past, which only leads to the present; `None` once it
    /// has come.
    past_until: Option<u32>,
    /// True once the ring has greeted on this connection: it greets when a host comes, and
    /// again when it is greeted.
    is_greeted: bool,
    /// True once the page knows the board and the ring.
    is_told: bool,
    /// Purpose of each request without a final response, by its number.
    open: BTreeMap<u16, Purpose>,
    /// Requests that begin a match and have not been sent; each waits for the one before.
    beginning: VecDeque<Request>,
    /// Numbers of the lines whose captures must be fetched.
    decided: VecDeque<u32>,
    /// Line whose capture is being fetched.
    coming: Option<u32>,
    /// Lines whose drawings people wait for.
    wanted: Vec<u32>,
    /// Falls whose observations were heard, the latest last.
    heard: VecDeque<ObservationId>,
}

impl Default for Line {
    fn default() -> Self {
        let lines = Arc::new(EventLines::default());
        Self {
            host: HostProtocol::default(),
            page: PageWriter::new(lines.clone()),
            lines,
            archive: CaptureStore::new(BoardId::Ring),
            board: Board {
                id: BoardId::Ring,
                dimensions: Dimensions::ASSUMED,
            },
            identity: None,
            begun: None,
            past_until: None,
            is_greeted: false,
            is_told: false,
            open: BTreeMap::new(),
            beginning: VecDeque::new(),
            decided: VecDeque::new(),
            coming: None,
            wanted: Vec::new(),
            heard: VecDeque::new(),
        }
    }
}

impl Line {
    /// Starts a connection: call it whenever the port was opened.
    pub fn open(&mut self) {
        self.is_greeted = false;
        self.host.open();
    }

    /// Notes that the connection has ended. Requests without a response may or may not
    /// have been carried out.
    pub fn lost(&mut self) {
        self.forget_requests();
    }

    /// Processes bytes of the ring.
    pub fn receive(&mut self, bytes: &[u8]) {
        let mut is_changed = false;
        for event in self.host.receive(bytes) {
            is_changed |= self.on_event(event);
        }
        if is_changed {
            self.publish();
        }
        self.fetch();
    }

    /// Removes and returns the bytes for the ring.
    pub fn outgoing(&mut self) -> Vec<u8> {
        self.host.take_outgoing()
    }

    /// Removes and returns the events since the last call: one JSON object a line, with
    /// the name of the event and its data.
    pub fn news(&mut self) -> String {
        self.lines.take()
    }

    /// Handles an event and returns whether it changes the state that is shown.
    fn on_event(&mut self, event: ClientEvent) -> bool {
        match event {
            ClientEvent::Line(followed) => {
                self.on_line(&followed);
                true
            }
            ClientEvent::Message(message) => self.on_message(*message),
            ClientEvent::Incompatible(why) => {
                self.page.link(Some(&why.to_string()));
                false
            }
            ClientEvent::Void(_) => {
                // All lines come anew.
                self.decided.clear();
                self.coming = None;
                self.archive = CaptureStore::new(self.board.id);
                self.ask(Request::Calibration, Purpose::Own);
                self.ask(Request::Follow(FollowFrom::Match), Purpose::Own);
                true
            }
            ClientEvent::FollowFailed(_) => false,
        }
    }

    fn on_line(&mut self, followed: &FollowedLine) {
        if followed.is_news {
            self.decided.extend(CaptureStore::decided(followed));
        }
        if let LineContent::Record(Record::Begin(_)) = &followed.line.body.line {
            self.begun = Some((followed.line.seq, followed.line.body.at));
            // A match that begins is told whole.
            self.lines.forget();
            self.name_match();
        }
        self.page.line(followed);
        if self
            .past_until
            .is_some_and(|last| followed.line.seq >= last)
        {
            self.past_until = None;
            self.lines.add("present", "null");
        }
    }

    /// Tells what names the match, on this ring and no other, once that is known.
    fn name_match(&self) {
        if let (Some((line, at)), Some(identity)) = (self.begun, &self.identity) {
            let told = json!({
                "ring": identity.ring.to_string(),
                "journal": identity.journal.to_string(),
                "line": line,
                "at": at.0 as f64,
            });
            self.lines.change("match", told);
        }
    }

    fn on_message(&mut self, message: RingMessage) -> bool {
        self.archive.on_message(&message);
        match message {
            RingMessage::Hello(hello) => self.greeted(&hello),
            RingMessage::Info(info) => self.about(&info),
            RingMessage::Calibration(stored) => {
                if let Ok(calibration) = stored.open(Profile::of(self.board.id)) {
                    self.archive.calibrate(calibration);
                }
            }
            RingMessage::CalibrationStatus(status) => {
                let told = self.board.calibration(&status);
                self.lines.add("calibration", &told.to_string());
            }
            RingMessage::Stroke(seen) => {
                let told = self.board.stroke(&seen);
                self.lines.add("stroke", &told.to_string());
            }
            RingMessage::Capture {
                seq,
                offset,
                total,
                bytes,
            } => {
                let end = u64::from(offset) + bytes.len() as u64;
                if bytes.is_empty() || end >= u64::from(total) {
                    self.captured(seq);
                }
            }
            RingMessage::Observation(observation) => self.on_observation(&observation, None),
            RingMessage::Response(number, response) => self.on_response(number, &response),
            RingMessage::Health { last, .. } => {
                if last {
                    let faults = self.board.faults(self.host.state().faults());
                    self.lines.change("doctor", faults);
                }
                return last;
            }
            RingMessage::Waiting(_) => return true,
            _ => {}
        }
        false
    }

    /// Tells everything anew, as to a page that has just come.
    fn tell_anew(&mut self) {
        self.lines.forget();
        self.is_told = false;
        self.begun = None;
        self.heard.clear();
        self.lines.change("table", self.board.describe());
        self.publish();
        self.ask(Request::Info, Purpose::Own);
        self.ask(Request::Follow(FollowFrom::Match), Purpose::Own);
    }

    /// Asks a ring that has greeted for everything that is shown.
    fn greeted(&mut self, hello: &Hello) {
        if self.is_greeted {
            return;
        }
        self.is_greeted = true;
        self.page.link(None);
        self.board.id = hello.board;
        self.lines.change("table", self.board.describe());
        self.ask(Request::Info, Purpose::Own);
        self.ask(Request::Calibration, Purpose::Own);
        if self.host.cursor().is_none() {
            self.ask(Request::Follow(FollowFrom::Match), Purpose::Own);
        }
        let streams: Streams = [
            WatchStream::Observations,
            WatchStream::Waiting,
            WatchStream::Health,
        ]
        .into_iter()
        .collect();
        self.ask(Request::Watch(streams), Purpose::Own);
    }

    fn about(&mut self, info: &Info) {
        self.identity = Some(info.identity.clone());
        self.name_match();
        let board = Board {
            id: info.settings.board,
            dimensions: info.settings.dimensions,
        };
        if board != self.board || !self.is_told {
            self.board = board;
            self.is_told = true;
            self.lines.change("table", self.board.describe());
            self.page.about(&MatchInfo {
                board: board.id,
                dimensions: board.dimensions,
                origin: info.identity.ring.to_string(),
                cards: &crate::data::house_deck().cards,
                lights: false,
            });
        }
        if let Some(hello) = self.host.hello() {
            let told = facts(hello, info);
            self.lines.add("ring", &told.to_string());
        }
    }

    /// Tells the place of a fall; `line` is the journal line that rules on it, if the fall
    /// is known from its capture.
    fn on_observation(&mut self, observation: &Observation, line: Option<u32>) {
        let ObservationKind::Fell(fall) = &observation.kind else {
            return;
        };
        let is_heard = observation.id != ObservationId::NONE;
        if line.is_some() && is_heard && self.heard.contains(&observation.id) {
            return;
        }
        if self.heard.len() >= MAX_HEARD {
            self.heard.pop_front();
        }
        self.heard.push_back(observation.id);
        let mut told = fall_to_json(fall);
        told["seq"] = line.into();
        self.lines.add("fell", &told.to_string());
    }

    fn publish(&self) {
        let state = self.host.state();
        self.page.now(state);
        let names = self.page.names(state.session());
        let game = state.game();
        let turn = game.map(|game| self.turn(game, &names));
        self.lines.change("turn", turn.unwrap_or_default());
        let offers = game.zip(state.waiting()).map(|(game, waiting)| {
            let specials = match game {
                AnyGame::Kabuto(game) => offers::legal_specials(game),
                AnyGame::Abalone(_) | AnyGame::Sumoo(_) => Vec::new(),
            };
            offers::of(game, waiting, &specials, &names)
        });
        self.lines
            .change("offers", offers.unwrap_or_default().into());
        let winner = game.and_then(|game| Some((game, game.winner()?)));
        if let Some((game, side)) = winner {
            let text = texts(&names, |book| book.headline(game));
            self.lines
                .change("over", json!({ "side": side.index() + 1, "text": text }));
        } else if self.lines.has("over") {
            self.lines.change("over", Value::Null);
        }
    }

    /// Returns whose turn it is and what the rules allow next; null once the match is over.
    fn turn(&self, game: &AnyGame, names: &Names) -> Value {
        let Some(seat) = offers::acting(game) else {
            return Value::Null;
        };
        json!({
            "seat": seat.index() + 1,
            "person": false,
            "name": texts(names, |book| book.names.seat(seat, book.language).subject()),
            "next": self.host.state().waiting().map(offers::next),
        })
    }
}
