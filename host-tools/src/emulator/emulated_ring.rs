//! Emulated ring as the referee of a simulated match: the real image on an emulated Pico,
//! next to a reference ring on the host with the same inputs.
//!
//! ```text
//!   frames --> batches of 20 ms --> pins of the Pico --USB--> game, questions
//!                     |
//!                     +-----------> reference ring             must report the same
//! ```
//!
//! The device has its own time: while a person talks to it, waits for its response or
//! touches it, the match stops and the device reads the last frame repeatedly.

use super::line_comparison::agree;
use super::reference_ring::ReferenceRing;
use super::{ChipModel, Emulator, EmulatorError, HarnessReply, RunLimit};
use core::ops::ControlFlow;
use host_core::protocol::{ClientEvent, HostProtocol};
use host_core::sentences::SessionEvent;
use ring_client::to_begin;
use rules_core::board::{BoardId, Button, Buttons};
use rules_core::panel::buttons::LONG;
use rules_core::panel::{SHOWN_FIRST, Touch};
use rules_core::referee::waiting::NextActions;
use rules_core::referee::{
    AnyGame, Command, CommandError, JournalLine, Policies, Question, Waiting,
};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::observation::{Observation, ObservationKind};
use rules_core::time::{Instant, Span};
use rules_core::wire::message::{FollowFrom, Streams, WatchStream};
use rules_core::wire::{Request, RequestError, Response, RingMessage};
use std::path::Path;
use virtual_ring::play::ring_under_test::{FrameConsumer, ReportedFallAt, RingUnderTest};
use virtual_ring::scene::Scene;

/// Length of the batches in which frames go to the device.
const BATCH: Span = Span::millis(20);

/// Delay of the device behind the match: a frame is read from its start on, but is
/// available only when it is complete.
const BEHIND: Span = Span::millis(1);

/// Duration of a touch, in ms.
const TOUCH: u32 = 90;

/// Duration of one step of waiting for the device, in ms.
const STEP: u32 = 10;

/// Number of steps of `STEP` ms to wait for a response.
const MAX_STEPS: usize = 200;

/// Sequence of frames fed to the device without a gap.
#[derive(Debug, Clone, Copy)]
struct FrameFeed {
    /// Device time at which the first frame was fed, in us.
    began: u64,
    /// Device time minus match time, in us.
    ahead: u64,
    /// Number of frames fed so far.
    frames: u64,
    scans: u64,
}

/// Emulated Pico as the ring under test.
pub struct EmulatedRing<'a> {
    pico: Emulator,
    reference: ReferenceRing,
    side: HostProtocol,
    /// Callback for the referee's events, in order.
    listener: &'a mut dyn FnMut(&SessionEvent),
    last: HarnessReply,
    /// Frames that the device has not received yet.
    frames: Vec<CurtainFrame>,
    scans: Vec<HallScan>,
    /// Match time at which the next batch of frames is due.
    due: Instant,
    /// Sequence of frames that is being fed; `None` while the match is paused.
    flow: Option<FrameFeed>,
    waiting: Waiting,
    falls: Vec<ReportedFallAt>,
    events: Vec<SessionEvent>,
    lines: Vec<JournalLine>,
    answers: Vec<(u16, Response)>,
    /// Device time at which the match is abandoned; `None` to play to the end.
    leaves: Option<Instant>,
    trouble: Option<EmulatorError>,
}

impl core::fmt::Debug for EmulatedRing<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("PicoJudge")
            .field("pico", &self.pico)
            .finish_non_exhaustive()
    }
}

impl<'a> EmulatedRing<'a> {
    /// Boots the image on a board with a prepared flash, and connects a host that follows
    /// it.
    ///
    /// # Errors
    /// `EmulatorError` if the emulator fails or a file in `directory` cannot be written.
    pub fn start(
        image: &Path,
        board: BoardId,
        directory: &Path,
        listener: &'a mut dyn FnMut(&SessionEvent),
    ) -> Result<Self, EmulatorError> {
        let mut pico = Emulator::in_use(image, board, directory, ChipModel::default())?;
        let reference = ReferenceRing::new(board);
        let (frames, scans) = reference.resting();
        let fed = pico.stream(frames, scans)?;
        let last = pico.run(3_000, RunLimit::Ready)?;
        let mut judge = Self {
            pico,
            reference,
            side: HostProtocol::default(),
            listener,
            last,
            frames: Vec::new(),
            scans: Vec::new(),
            due: Instant::ZERO,
            flow: None,
            waiting: Waiting {
                question: None,
                repair: None,
                unrest: None,
                next: NextActions::Begin,
            },
            falls: Vec::new(),
            events: Vec::new(),
            lines: Vec::new(),
            answers: Vec::new(),
            leaves: None,
            trouble: None,
        };
        judge.reference.fed(0, &fed);
        judge.plug()?;
        Ok(judge)
    }

    /// Connects a host that watches observations and follows the journal.
    fn plug(&mut self) -> Result<(), EmulatorError> {
        self.reference.host_comes(self.now());
        self.side.open();
        self.wait_for("the ring says no hello", |side| side.hello().is_some())?;
        let streams: Streams = [WatchStream::Observations, WatchStream::Waiting]
            .into_iter()
            .collect();
        self.ask(Request::Watch(streams))?;
        self.side.follow(FollowFrom::Now);
        self.wait_for("the journal of the ring cannot be followed", |side| {
            side.cursor().is_some()
        })
    }

    /// Waits until `is_so` holds for the host's protocol state.
    fn wait_for(
        &mut self,
        why_not: &str,
        is_so: fn(&HostProtocol) -> bool,
    ) -> Result<(), EmulatorError> {
        for _ in 0..MAX_STEPS {
            if is_so(&self.side) {
                return Ok(());
            }
            self.step(STEP)?;
        }
        Err(EmulatorError::Refused(why_not.into()))
    }

    /// Returns the device time since power-up.
    #[must_use]
    pub fn now(&self) -> Instant {
        Instant(self.last.now.max(0.0) as u64)
    }

    /// Sets the device time at which the match is abandoned.
    pub const fn leave_at(&mut self, at: Instant) {
        self.leaves = Some(at);
    }

    /// Returns the last reply of the harness.
    #[must_use]
    pub const fn last(&self) -> &HarnessReply {
        &self.last
    }

    /// Returns the journal lines that the device sent.
    #[must_use]
    pub fn lines(&self) -> &[JournalLine] {
        &self.lines
    }

    /// Returns a description of the first journal line that differs from the reference
    /// ring; `None` if all agree, as [`agree`] compares them.
    #[must_use]
    pub fn difference(&self) -> Option<String> {
        let (device, host) = (&self.lines, self.reference.lines());
        let unlike = device
            .iter()
            .zip(host)
            .find(|(device, host)| !agree(device, host));
        match unlike {
            Some((a, b)) => Some(format!("{a:?} on the device, {b:?} on the host")),
            None if device.len() != host.len() => {
                let lines = (device.len(), host.len());
                let longer = if lines.0 > lines.1 { device } else { host };
                let more = longer.get(lines.0.min(lines.1));
                Some(format!(
                    "{} lines on the device, {} on the host; one has {more:?}",
                    lines.0, lines.1
                ))
            }
            None => None,
        }
    }

    /// Returns the failure of the emulator; `None` while it works.
    #[must_use]
    pub const fn trouble(&self) -> Option<&EmulatorError> {
        self.trouble.as_ref()
    }

    /// Runs the device and the reference ring for `millis` ms of device time with the
    /// frames that are fed.
    ///
    /// # Errors
    /// `EmulatorError` if the emulator fails.
    pub fn step(&mut self, millis: u32) -> Result<(), EmulatorError> {
        self.speak()?;
        self.last = self.pico.run(millis, RunLimit::Over)?;
        self.drain_packets();
        Ok(())
    }

    /// Sends the host's pending bytes to both rings.
    fn speak(&mut self) -> Result<(), EmulatorError> {
        let out = self.side.take_outgoing();
        if !out.is_empty() {
            self.pico.send(&out)?;
            self.reference.receive(self.now(), &out);
        }
        Ok(())
    }

    /// Processes the packets of the device, and gives the reference ring the frames the
    /// device has seen.
    fn drain_packets(&mut self) {
        self.reference.follow(&self.last);
        let packets: Vec<Vec<u8>> = self
            .last
            .packets
            .iter()
            .map(|packet| packet.bytes())
            .collect();
        for bytes in packets {
            for event in self.side.receive(&bytes) {
                self.on_event(event);
            }
        }
    }

    fn on_event(&mut self, event: ClientEvent) {
        match event {
            ClientEvent::Line(followed) => {
                for event in SessionEvent::of_line(&followed) {
                    (self.listener)(&event);
                    self.events.push(event);
                }
                self.lines.push(followed.line);
            }
            ClientEvent::Message(message) => match *message {
                RingMessage::Response(id, outcome) => self.answers.push((id, outcome)),
                RingMessage::Waiting(waiting) => self.waiting = waiting,
                RingMessage::Observation(observation) => self.on_observation(&observation),
                _ => {}
            },
            ClientEvent::FollowFailed(_) | ClientEvent::Void(_) | ClientEvent::Incompatible(_) => {}
        }
    }

    fn on_observation(&mut self, observation: &Observation) {
        if let (ObservationKind::Fell(fall), Some(flow)) = (observation.kind, self.flow) {
            self.falls.push(ReportedFallAt {
                id: fall.measured.pattern.id,
                onset: Instant(fall.measured.onset.0.saturating_sub(flow.ahead)),
                edge: fall.measured.pattern.edge,
                along: fall.measured.along.0 / 1000,
            });
        }
    }

    /// Feeds the waiting frames to the device and runs it up to their end.
    fn flush(&mut self) -> Result<(), EmulatorError> {
        if self.frames.is_empty() && self.scans.is_empty() {
            return Ok(());
        }
        let frames = core::mem::take(&mut self.frames);
        let scans = core::mem::take(&mut self.scans);
        let (more_frames, more_scans) = (frames.len() as u64, scans.len() as u64);
        let mut flow = match self.flow {
            Some(flow) => {
                self.pico.more(&frames, &scans)?;
                self.reference.more(frames, scans);
                flow
            }
            None => {
                let first = self.reference.beginning(&frames, &scans);
                let fed = self.pico.stream(&frames, &scans)?;
                self.reference.feed(frames, scans);
                self.reference.fed(self.now().0, &fed);
                let began = fed.began.unwrap_or(fed.now) as u64;
                FrameFeed {
                    began,
                    ahead: began.saturating_sub(first.0),
                    frames: 0,
                    scans: 0,
                }
            }
        };
        flow.frames += more_frames;
        flow.scans += more_scans;
        self.flow = Some(flow);
        self.speak()?;
        let (curtain, hall) = self.reference.periods();
        let by_frames = flow.frames * u64::from(curtain.0);
        let by_scans = flow.scans * u64::from(hall.0);
        let there = match curtain.0 {
            0 => by_scans,
            _ => by_frames.min(by_scans),
        };
        let until = (flow.began + there).saturating_sub(BEHIND.0.into()) as f64;
        if until > self.last.now {
            self.last = self.pico.run_to(until, &self.last)?;
            self.drain_packets();
        }
        Ok(())
    }

    /// Pauses the match while the device continues.
    fn pause(&mut self) -> Result<(), EmulatorError> {
        self.flush()?;
        self.flow = None;
        Ok(())
    }

    /// Sends a request, touches the ring if it asks for that, and waits for the response.
    fn ask(&mut self, ask: Request) -> Result<Response, EmulatorError> {
        let id = self.side.ask(ask);
        match self.await_answer(id)? {
            Response::TouchNeeded(touch) => {
                // The ring shows the request first, and then waits for the press.
                for _ in 0..=SHOWN_FIRST.0 / 1_000 / STEP {
                    self.step(STEP)?;
                }
                self.press(Buttons::of(Button::Confirm))?;
                if touch == Touch::Hold {
                    self.step(LONG.0 / 1_000)?;
                }
                self.press(Buttons::EMPTY)?;
                self.await_answer(id)
            }
            outcome => Ok(outcome),
        }
    }

    fn await_answer(&mut self, id: u16) -> Result<Response, EmulatorError> {
        for _ in 0..MAX_STEPS {
            let of_it = self.answers.iter().position(|answer| answer.0 == id);
            if let Some(place) = of_it {
                return Ok(self.answers.remove(place).1);
            }
            self.step(STEP)?;
        }
        Err(EmulatorError::Refused("the ring does not answer".into()))
    }

    fn press(&mut self, down: Buttons) -> Result<(), EmulatorError> {
        self.pico.press(down)?;
        self.reference.press(self.now(), down);
        self.step(TOUCH)
    }

    fn send_request(&mut self, ask: Request) -> Result<(), CommandError> {
        match self.pause().and_then(|()| self.ask(ask)) {
            Ok(Response::Refused(RequestError::Declined(why))) => Err(why),
            Ok(_) => Ok(()),
            Err(trouble) => {
                self.trouble.get_or_insert(trouble);
                Ok(())
            }
        }
    }
}

impl FrameConsumer for EmulatedRing<'_> {
    fn curtain(&mut self, _: Instant, frame: &CurtainFrame) {
        self.frames.push(*frame);
    }

    fn hall(&mut self, _: Instant, scan: &HallScan) {
        self.scans.push(*scan);
    }

    fn poll(&mut self, now: Instant) {
        if now < self.due || self.trouble.is_some() {
            return;
        }
        self.due = now + BATCH;
        if let Err(trouble) = self.flush() {
            self.trouble = Some(trouble);
        }
    }
}

impl RingUnderTest for EmulatedRing<'_> {
    fn begin(&mut self, _: Instant, game: &AnyGame) -> Result<(), CommandError> {
        for ask in to_begin(game, Policies::DEFAULT) {
            self.send_request(ask)?;
        }
        Ok(())
    }

    fn command(&mut self, _: Instant, command: &Command) -> Result<(), CommandError> {
        self.send_request(Request::Command(command.clone()))
    }

    fn game(&self) -> Option<&AnyGame> {
        self.side.session()?.game()
    }

    fn question(&self) -> Option<&Question> {
        self.side.session()?.question()
    }

    fn waiting(&self) -> Waiting {
        self.waiting.clone()
    }

    fn falls(&self) -> &[ReportedFallAt] {
        &self.falls
    }

    fn forget_falls(&mut self) {
        self.falls.clear();
    }

    fn said(&mut self) -> Vec<SessionEvent> {
        core::mem::take(&mut self.events)
    }

    fn show(&mut self, _: &Scene) -> ControlFlow<()> {
        match self.is_attended() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }

    fn is_attended(&self) -> bool {
        self.trouble.is_none() && self.leaves.is_none_or(|at| self.now() < at)
    }
}
