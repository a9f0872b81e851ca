//! What the ring of a session said, as lines of JSON: the events that a page server
//! sends, and what a page needs besides to play.

use super::Mistake;
use super::setup::Setup;
use super::table::TableModel;
use crate::play::ring_under_test::{HostRing, RingUnderTest};
use crate::play::{TableSetup, dealt};
use host_core::page::capture_store::CaptureStore;
use host_core::page::event_lines::EventLines;
use host_core::page::heard::{fall_to_json, refusal_to_json, touch_to_json};
use host_core::page::offers;
use host_core::page::view::texts;
use host_core::page::writer::{MatchInfo, PageWriter};
use host_core::protocol::ClientEvent;
use host_core::sentences::{Names, Phrasebook, SessionEvent};
use rules_core::board::{BoardId, Dimensions};
use rules_core::games::kabuto::{Change, Ruling};
use rules_core::referee::game::AnyRuling;
use rules_core::referee::{AnyGame, CommandError, EventKind};
use rules_core::sensing::observation::ObservationKind;
use rules_core::wire::{Request, Response, RingMessage};
use serde_json::{Value, json};
use std::sync::Arc;

/// News of a session.
#[derive(Debug)]
pub(super) struct PageNews {
    setup: Setup,
    lines: Arc<EventLines>,
    page: PageWriter<Arc<EventLines>>,
    archive: CaptureStore,
    /// Number of the request whose response people wait for; `None` if there is none.
    asked: Option<u16>,
    /// Version of the table at the last look.
    version: Option<u64>,
    /// Events since they were last taken; `None` if nobody takes them.
    pub(super) events: Option<Vec<SessionEvent>>,
}

impl PageNews {
    /// Creates the news of a table that is described by `description`.
    pub(super) fn new(
        setup: &Setup,
        table: &TableSetup,
        board: BoardId,
        description: Value,
    ) -> Self {
        let lines = Arc::new(EventLines::default());
        let mut page = PageWriter::new(lines.clone());
        let kind = match board {
            BoardId::GridHex | BoardId::GridSquare => "board",
            _ => "ring",
        };
        page.about(&MatchInfo {
            board,
            dimensions: Dimensions::ASSUMED,
            origin: format!("virtual {kind}, seed {}", table.seed),
            cards: &dealt(table),
            lights: true,
        });
        lines.add("table", &description.to_string());
        Self {
            setup: setup.clone(),
            lines,
            page,
            archive: CaptureStore::new(board),
            asked: None,
            version: None,
            events: None,
        }
    }

    /// Returns the names of the players in the match of a ring.
    pub(super) fn names(&self, ring: &HostRing) -> Names {
        self.page.names(ring.state().session())
    }

    /// Removes and returns the lines so far.
    pub(super) fn take(&self) -> String {
        self.lines.take()
    }

    /// Waits for the response to a request.
    pub(super) const fn expect(&mut self, number: u16) {
        self.asked = Some(number);
    }

    /// Returns the drawing of the capture of a journal line.
    pub(super) fn capture(&self, line: u32) -> Result<String, Mistake> {
        self.archive.picture(line).map_err(Mistake::new)
    }

    /// Returns the sentence of a refused command.
    pub(super) fn refusal(&self, ring: &HostRing, error: &CommandError) -> Mistake {
        let names = self.page.names(ring.state().session());
        Mistake::new(Phrasebook::english(&names).command_error(error))
    }

    /// Hears what the ring has said, and looks what has changed at the table.
    pub(super) fn hear(&mut self, ring: &mut HostRing, table: &mut dyn TableModel) {
        let mut changed = false;
        let mut decided = self.listen(ring, &mut changed);
        while let Some(seq) = decided.pop() {
            self.archive.expect(seq);
            ring.ask(Request::Capture { seq, offset: 0 });
            decided.extend(self.listen(ring, &mut changed));
        }
        for said in ring.said() {
            if let EventKind::Ruled(AnyRuling::Kabuto(Ruling {
                change: Change::PutBack(piece),
                ..
            })) = said.event.kind
            {
                table.put_back(piece);
            }
            if let Some(events) = &mut self.events {
                events.push(said);
            }
        }
        let version = Some(table.version());
        if changed || version != self.version {
            self.version = version;
            self.publish(ring, table);
        }
    }

    /// Publishes the ring's messages and returns the numbers of lines with decisions.
    fn listen(&mut self, ring: &mut HostRing, changed: &mut bool) -> Vec<u32> {
        let mut decided = Vec::new();
        for event in ring.take_heard() {
            match event {
                ClientEvent::Line(followed) => {
                    decided.extend(CaptureStore::decided(&followed));
                    self.page.line(&followed);
                    *changed = true;
                }
                ClientEvent::Message(message) => {
                    self.archive.on_message(&message);
                    match *message {
                        RingMessage::Waiting(_) | RingMessage::Health { .. } => *changed = true,
                        RingMessage::Observation(observation) => {
                            self.on_observation(&observation.kind);
                        }
                        RingMessage::Response(number, response) if self.asked == Some(number) => {
                            self.on_response(ring, &response);
                        }
                        _ => {}
                    }
                }
                ClientEvent::FollowFailed(_)
                | ClientEvent::Void(_)
                | ClientEvent::Incompatible(_) => {}
            }
        }
        decided
    }

    fn on_observation(&self, kind: &ObservationKind) {
        if let ObservationKind::Fell(fall) = kind {
            self.lines.add("fell", &fall_to_json(fall).to_string());
        }
    }

    fn on_response(&mut self, ring: &HostRing, response: &Response) {
        if !matches!(response, Response::TouchNeeded(_)) {
            self.asked = None;
        }
        if let Response::Refused(error) = response {
            let names = self.page.names(ring.state().session());
            let sentence = refusal_to_json(error, &names);
            self.lines.add("refused", &sentence.to_string());
        }
        self.lines.change("touch", touch_to_json(response));
    }

    fn publish(&mut self, ring: &HostRing, table: &dyn TableModel) {
        self.page.now(ring.state());
        for (event, data) in table.state(ring) {
            self.lines.change(event, data);
        }
        let names = self.page.names(ring.state().session());
        let Some(game) = ring.game() else {
            return;
        };
        self.lines.change("turn", self.turn(ring, game, &names));
        let acting = offers::acting(game);
        let person = acting.filter(|&seat| self.setup.is_person(seat));
        let offers = person.map_or_else(Vec::new, |_| {
            offers::of(game, &ring.waiting(), &table.specials(ring), &names)
        });
        self.lines.change("offers", offers.into());
        if let Some(side) = game.winner() {
            let text = texts(&names, |book| book.headline(game));
            self.lines
                .change("over", json!({ "side": side.index() + 1, "text": text }));
        } else if self.lines.has("over") {
            self.lines.change("over", Value::Null);
        }
    }

    /// Returns whose turn it is and what the rules allow next; null once the match is over.
    fn turn(&self, ring: &HostRing, game: &AnyGame, names: &Names) -> Value {
        let Some(seat) = offers::acting(game) else {
            return Value::Null;
        };
        json!({
            "seat": seat.index() + 1,
            "person": self.setup.is_person(seat),
            "name": texts(names, |book| book.names.seat(seat, book.language).subject()),
            "next": offers::next(&ring.waiting()),
        })
    }
}
