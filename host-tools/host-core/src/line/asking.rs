//! Inputs of a page as requests, and what becomes of them.

use super::Line;
use super::input::LineInput;
use crate::page::heard::{refusal_to_json, touch_to_json};
use crate::page::in_all;
use crate::page::json_text;
use crate::requests::to_begin;
use crate::sentences::Language;
use rules_core::capture::Capture;
use rules_core::referee::Command;
use rules_core::wire::{Request, Response};
use serde_json::{Value, json};

/// Purpose of a request, which says what its response means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The line itself keeps up with the ring.
    Own,
    /// People wait for it: they are told of a touch or a refusal.
    People,
    /// People wait for it, and this word is an event once it is done.
    Told(&'static str),
    /// It is part of the beginning of a match.
    Beginning,
    /// The capture of this line.
    Capture(u32),
}

impl Line {
    /// Takes an input of the page.
    ///
    /// # Errors
    /// A sentence if it makes no sense; what the ring refuses is among the news.
    pub fn input(&mut self, json: &str) -> Result<(), String> {
        match LineInput::from_json(json)? {
            LineInput::Setup(setup) => {
                let table = setup.table(self.board.id)?;
                self.beginning = to_begin(&table.game, table.policies).into();
                self.begin_next();
            }
            LineInput::Rematch => self.ask(Request::Rematch, Purpose::People),
            LineInput::Answer { question, choice } => {
                let answer = Command::Answer(question, choice);
                self.ask(Request::Command(answer), Purpose::People);
            }
            LineInput::Say(command) => self.ask(Request::Command(command), Purpose::People),
            LineInput::Capture(line) => self.want(line),
            LineInput::Calibrate(step) => self.ask(Request::Calibrate(step), Purpose::People),
            LineInput::Stroke(command) => self.ask(Request::Stroke(command), Purpose::People),
            LineInput::Restart(how) => {
                self.ask(Request::Restart(how), Purpose::Told("restarts"));
            }
            LineInput::Identify(spot) => self.ask(Request::Identify(spot), Purpose::People),
            LineInput::Info => self.ask(Request::Info, Purpose::Own),
            LineInput::Tell => self.tell_anew(),
        }
        Ok(())
    }

    /// Queues a request.
    pub(super) fn ask(&mut self, request: Request, purpose: Purpose) {
        let number = self.host.ask(request);
        self.open.insert(number, purpose);
    }

    /// Sends the next request that begins a match.
    fn begin_next(&mut self) {
        if let Some(request) = self.beginning.pop_front() {
            self.ask(request, Purpose::Beginning);
        }
    }

    pub(super) fn on_response(&mut self, number: u16, response: &Response) {
        let Some(&purpose) = self.open.get(&number) else {
            return;
        };
        let is_final = !matches!(response, Response::TouchNeeded(_));
        if is_final {
            self.open.remove(&number);
        }
        match purpose {
            Purpose::Own => {
                if let Response::From { seq, next, .. } = *response {
                    self.past_until = (seq < next).then(|| next.saturating_sub(1));
                    if self.past_until.is_none() {
                        self.lines.add("present", "null");
                    }
                }
                return;
            }
            Purpose::Capture(line) => {
                if matches!(response, Response::Refused(_)) {
                    self.captured(line);
                }
                return;
            }
            Purpose::People | Purpose::Told(_) | Purpose::Beginning => {}
        }
        self.lines.change("touch", touch_to_json(response));
        match (response, purpose) {
            (Response::Refused(error), _) => {
                self.beginning.clear();
                let names = self.page.names(self.host.session());
                let sentence = refusal_to_json(error, &names);
                self.lines.add("refused", &sentence.to_string());
            }
            (Response::Done, Purpose::Beginning) => self.begin_next(),
            (Response::Done, Purpose::Told(event)) => self.lines.add(event, "null"),
            _ => {}
        }
    }

    /// Forgets the requests of a connection that has ended.
    pub(super) fn forget_requests(&mut self) {
        let are_waited_for = self
            .open
            .values()
            .any(|purpose| matches!(purpose, Purpose::People | Purpose::Beginning));
        self.open.clear();
        self.beginning.clear();
        // A capture that broke off is fetched again.
        self.decided.extend(self.coming.take());
        self.lines.change("touch", Value::Null);
        if are_waited_for {
            let sentence = in_all(|language| {
                let text = match language {
                    Language::English => {
                        "the connection broke: look at the ring whether it has heard this"
                    }
                    Language::French => {
                        "la connexion a été coupée : voyez sur l’anneau s’il l’a entendu"
                    }
                };
                text.into()
            });
            self.lines.add("refused", &sentence.to_string());
        }
    }

    /// Has the drawing of a line's capture told, once it is there.
    fn want(&mut self, line: u32) {
        if self.archive.bytes(line).is_some() {
            self.tell_capture(line);
            return;
        }
        self.wanted.push(line);
        // It may have been fetched in vain before the ring had it whole.
        self.decided.retain(|&other| other != line);
        self.decided.push_front(line);
        self.fetch();
    }

    /// Requests the capture of the next decision.
    pub(super) fn fetch(&mut self) {
        if self.coming.is_some() || self.host.hello().is_none() {
            return;
        }
        if let Some(seq) = self.decided.pop_front() {
            self.archive.expect(seq);
            self.coming = Some(seq);
            self.ask(Request::Capture { seq, offset: 0 }, Purpose::Capture(seq));
        }
    }

    /// Handles the end of a capture, which came whole or not at all.
    pub(super) fn captured(&mut self, line: u32) {
        self.coming = self.coming.filter(|&coming| coming != line);
        // A fall that nobody heard live: its place is in the evidence.
        let header = self.archive.bytes(line).and_then(|bytes| {
            let capture = Capture::parse(bytes).ok()?;
            Some(capture.header().observation)
        });
        if let Some(observation) = header {
            self.on_observation(&observation, Some(line));
        }
        if self.wanted.contains(&line) {
            self.wanted.retain(|&other| other != line);
            self.tell_capture(line);
        }
    }

    fn tell_capture(&self, line: u32) {
        let told = match self.archive.picture(line) {
            Ok(svg) => json!({ "seq": line, "svg": svg }),
            Err(mistake) => json!({ "seq": line, "mistake": mistake }),
        };
        self.lines.add("capture", &json_text(&told));
    }
}
