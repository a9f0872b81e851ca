//! Source of simulated matches on the virtual ring or a virtual grid board, one after the
//! other, at a speed people can follow: simulated players, pieces, sensors, and the ring
//! with its protocol.
//!
//! After a login on the page the simulation pauses at every question, so that people can
//! answer before the simulated players do. Other commands go to the ring as well; the
//! simulated players do not know of them, and a match that cannot continue is followed by
//! the next one.

use super::source::{RequestResult, Source, SourceError, SourceHandle, SourceRequest};
use host_core::page::capture_store::CaptureStore;
use host_core::page::writer::MatchInfo;
use host_core::protocol::ClientEvent;
use host_core::sentences::SessionEvent;
use rules_core::board::{BoardId, Dimensions};
use rules_core::referee::{AnyGame, Command, CommandError, Question, Waiting};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::time::{Instant, Span};
use rules_core::wire::{Request, RingMessage};
use std::time::{Duration, Instant as Wall};
use virtual_ring::play::ring_under_test::{FrameConsumer, HostRing, ReportedFallAt, RingUnderTest};
use virtual_ring::play::{BatchPlan, Equipment, PlayedGame, dealt, play_before};

/// Interval at which LED frames are published.
const LIGHTS: Duration = Duration::from_millis(100);
/// Time that people on the page have for an answer.
const THINKING: Duration = Duration::from_secs(20);

/// Source of simulated matches.
#[derive(Debug)]
pub struct SimulatedSource {
    /// Tables of the matches.
    pub plan: BatchPlan,
    /// Simulated seconds per second; infinite to run as fast as possible.
    pub speed: f64,
    /// Duration for which the end of a match is shown.
    pub pause: Duration,
}

impl Source for SimulatedSource {
    fn run(&mut self, handle: &mut SourceHandle) -> Result<(), String> {
        for n in 0..self.plan.matches {
            let table = self.plan.table(n);
            let on = Equipment {
                board: table.title.board(),
                ..Equipment::default()
            };
            let kind = match table.title {
                PlayedGame::Ring(..) => "ring",
                PlayedGame::Grid(_) => "board",
            };
            handle.page.about(&MatchInfo {
                board: on.board,
                dimensions: Dimensions::ASSUMED,
                origin: format!("virtual {kind}, seed {}", table.seed),
                cards: &dealt(&table),
                lights: true,
            });
            let mut shown = ObservedRing::new(handle, on.board, self.speed);
            // The ring shows the result.
            let _ = play_before(&table, &on, &mut shown, None);
            let last = n + 1 == self.plan.matches;
            shown.rest(if last { Duration::MAX } else { self.pause });
            if handle.is_closed() {
                break;
            }
        }
        Ok(())
    }
}

/// Ring under test that publishes its match.
struct ObservedRing<'a> {
    ring: HostRing,
    handle: &'a mut SourceHandle,
    speed: f64,
    began: Wall,
    lit: Option<Wall>,
    /// Total time for which the simulation was paused for answers.
    held: Duration,
    /// Number of the last question for which the simulation paused.
    thought: Option<u16>,
    archive: CaptureStore,
}

impl<'a> ObservedRing<'a> {
    fn new(handle: &'a mut SourceHandle, board: BoardId, speed: f64) -> Self {
        let mut shown = Self {
            ring: HostRing::tapped(board),
            handle,
            speed,
            began: Wall::now(),
            lit: None,
            held: Duration::ZERO,
            thought: None,
            archive: CaptureStore::new(board),
        };
        shown.hand_in();
        shown
    }

    /// Publishes the ring's events and requests the captures of its decisions.
    fn hand_in(&mut self) {
        for seq in self.hand_over() {
            self.archive.expect(seq);
            self.ring.ask(Request::Capture { seq, offset: 0 });
            // No decision is made while a capture is sent.
            self.hand_over();
        }
    }

    /// Publishes the ring's events and state, and returns the numbers of the lines with
    /// decisions.
    fn hand_over(&mut self) -> Vec<u32> {
        let (mut decided, mut is_changed) = (Vec::new(), false);
        for event in self.ring.take_heard() {
            match event {
                ClientEvent::Line(followed) => {
                    decided.extend(CaptureStore::decided(&followed));
                    self.handle.line(&followed);
                    is_changed = true;
                }
                ClientEvent::Message(message) => {
                    self.archive.on_message(&message);
                    is_changed |= matches!(
                        *message,
                        RingMessage::Waiting(_) | RingMessage::Health { .. }
                    );
                }
                ClientEvent::FollowFailed(_)
                | ClientEvent::Void(_)
                | ClientEvent::Incompatible(_) => {}
            }
        }
        if is_changed {
            self.handle.now(self.ring.state());
        }
        decided
    }

    fn light(&mut self, now: Instant) {
        if self.lit.is_none_or(|lit| lit.elapsed() >= LIGHTS) {
            self.lit = Some(Wall::now());
            let frame = self.ring.lights(now);
            self.handle.lights(&frame);
        }
    }

    /// Waits up to `patience` for a request of the page and serves it.
    fn serve(&mut self, now: Instant, patience: Duration) {
        if let Some(request) = self.handle.next_request(patience) {
            match request {
                SourceRequest::Command(command, reply) => {
                    let said = self.ring.command(now, &command);
                    self.hand_in();
                    let said = said.map(|()| RequestResult::Done);
                    let said = said.map_err(|error| self.handle.refusal(self.ring.state(), &error));
                    // The request that asked may have been cancelled.
                    let _ = reply.send(said);
                }
                SourceRequest::Capture(seq, reply) => {
                    let _ = reply.send(self.archive.picture(seq).map_err(SourceError));
                }
            }
        }
    }

    /// Waits until real time has caught up with the simulation.
    fn pace(&mut self, now: Instant) {
        let due = Duration::try_from_secs_f64(now.0 as f64 / 1e6 / self.speed);
        let due = due.unwrap_or_default() + self.held;
        while !self.handle.is_closed() {
            let early = due.saturating_sub(self.began.elapsed());
            self.serve(now, early.min(LIGHTS));
            if early <= LIGHTS {
                break;
            }
            self.light(now);
        }
    }

    /// Pauses the simulation at a new question, so that people on the page can answer.
    fn hold(&mut self, now: Instant) {
        let number = self.ring.question().map(|question| question.number);
        if number.is_none() || number == self.thought || !self.handle.is_attended() {
            return;
        }
        self.thought = number;
        let began = Wall::now();
        while began.elapsed() < THINKING
            && !self.handle.is_closed()
            && self.ring.question().map(|question| question.number) == number
        {
            self.serve(now, LIGHTS);
        }
        self.held += began.elapsed();
    }

    /// Shows the end of the match for `pause`.
    fn rest(&mut self, pause: Duration) {
        let (began, mut now) = (Wall::now(), self.ring.ring().ring().now());
        while began.elapsed() < pause && !self.handle.is_closed() {
            self.serve(now, LIGHTS);
            now += Span::millis(100);
            self.ring.poll(now);
            self.hand_in();
            self.light(now);
        }
    }
}

impl FrameConsumer for ObservedRing<'_> {
    fn curtain(&mut self, now: Instant, frame: &CurtainFrame) {
        self.ring.curtain(now, frame);
    }
    fn hall(&mut self, now: Instant, scan: &HallScan) {
        self.ring.hall(now, scan);
    }
    fn poll(&mut self, now: Instant) {
        self.ring.poll(now);
        self.hand_in();
        self.light(now);
        self.hold(now);
        self.pace(now);
    }
}

impl RingUnderTest for ObservedRing<'_> {
    fn begin(&mut self, now: Instant, game: &AnyGame) -> Result<(), CommandError> {
        let begun = self.ring.begin(now, game);
        self.hand_in();
        begun
    }

    fn command(&mut self, now: Instant, command: &Command) -> Result<(), CommandError> {
        let said = self.ring.command(now, command);
        self.hand_in();
        said
    }

    fn game(&self) -> Option<&AnyGame> {
        self.ring.game()
    }

    fn question(&self) -> Option<&Question> {
        self.ring.question()
    }

    fn waiting(&self) -> Waiting {
        self.ring.waiting()
    }

    fn falls(&self) -> &[ReportedFallAt] {
        self.ring.falls()
    }

    fn forget_falls(&mut self) {
        self.ring.forget_falls();
    }

    fn said(&mut self) -> Vec<SessionEvent> {
        self.ring.said()
    }

    fn is_attended(&self) -> bool {
        !self.handle.is_closed()
    }
}
