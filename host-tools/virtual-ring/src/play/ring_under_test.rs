//! Interface to a ring that judges a match from raw frames, and its implementation with a
//! flash and a connected host.

use crate::explain::explain;
use crate::in_process::InProcessRing;
use crate::scene::Scene;
use core::ops::ControlFlow;
use host_core::protocol::{ClientEvent, HostProtocol};
use host_core::recording::{MessageRecorder, RecordedMessage};
use host_core::ring_state::RingState;
use host_core::sentences::SessionEvent;
use rules_core::board::{BoardId, Buttons};
use rules_core::games::kabuto::Match;
use rules_core::lights::{LedFrame, LightState};
use rules_core::place::Edge;
use rules_core::referee::kabuto::hand_prior;
use rules_core::referee::weighing::{Classification, weigh, weigh_push};
use rules_core::referee::{AnyGame, Command, CommandError, Policies, Question, Waiting};
use rules_core::ring::{HostPresence, Input};
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::observation::{BodyCount, Fall, FallId, Observation, ObservationKind};
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::time::Instant;
use rules_core::wire::message::{FollowFrom, Streams, WatchStream};
use rules_core::wire::{Request, RingMessage};
use std::io::Write;

/// Receiver of raw sensor frames.
pub trait FrameConsumer {
    /// Receives a frame of the curtain.
    fn curtain(&mut self, now: Instant, frame: &CurtainFrame);
    /// Receives a scan of the analog channels.
    fn hall(&mut self, now: Instant, scan: &HallScan);
    /// Advances the receiver's time to `now`.
    fn poll(&mut self, now: Instant);
}

/// Ring under test: frames, time and commands in; a match and questions out.
pub trait RingUnderTest: FrameConsumer {
    /// Begins a match.
    ///
    /// # Errors
    /// [`CommandError`] if another match is running.
    fn begin(&mut self, now: Instant, game: &AnyGame) -> Result<(), CommandError>;
    /// Gives a command of the people at the table.
    ///
    /// # Errors
    /// [`CommandError`] if the ring refuses it.
    fn command(&mut self, now: Instant, command: &Command) -> Result<(), CommandError>;
    /// Returns the ring's state of the match; `None` if none is running.
    fn game(&self) -> Option<&AnyGame>;
    /// Returns the open question; `None` if there is none.
    fn question(&self) -> Option<&Question>;
    /// Returns the actions that the ring waits for.
    fn waiting(&self) -> Waiting;
    /// Returns the faults of sensors that the ring names, 16 at most.
    fn troubles(&self) -> Vec<(Sensor, SensorFault)> {
        Vec::new()
    }
    /// Returns the falls reported since [`RingUnderTest::forget_falls`], so that people
    /// know which one a question is about.
    fn falls(&self) -> &[ReportedFallAt];
    /// Forgets the reported falls and the claims, which are settled.
    fn forget_falls(&mut self);
    /// Returns what the ring took pushed and fallen pieces for since
    /// [`RingUnderTest::forget_falls`], with the certainty it claimed.
    fn claims(&self) -> &[Claim] {
        &[]
    }
    /// Returns the session events since the last call.
    fn said(&mut self) -> Vec<SessionEvent>;
    /// Shows the table after a step of 2 ms to an observer, if there is one. Returns
    /// `Break` to end the match. The ring itself does not see the scene.
    fn show(&mut self, _scene: &Scene) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    /// True if the match shall go on; false once an observer has ended it.
    fn is_attended(&self) -> bool {
        true
    }
}

/// Reference to a ring under test, so that a caller keeps the ring after the match.
impl<J: RingUnderTest> FrameConsumer for &mut J {
    fn curtain(&mut self, now: Instant, frame: &CurtainFrame) {
        (**self).curtain(now, frame);
    }
    fn hall(&mut self, now: Instant, scan: &HallScan) {
        (**self).hall(now, scan);
    }
    fn poll(&mut self, now: Instant) {
        (**self).poll(now);
    }
}

impl<J: RingUnderTest> RingUnderTest for &mut J {
    fn begin(&mut self, now: Instant, game: &AnyGame) -> Result<(), CommandError> {
        (**self).begin(now, game)
    }
    fn command(&mut self, now: Instant, command: &Command) -> Result<(), CommandError> {
        (**self).command(now, command)
    }
    fn game(&self) -> Option<&AnyGame> {
        (**self).game()
    }
    fn question(&self) -> Option<&Question> {
        (**self).question()
    }
    fn waiting(&self) -> Waiting {
        (**self).waiting()
    }
    fn troubles(&self) -> Vec<(Sensor, SensorFault)> {
        (**self).troubles()
    }
    fn falls(&self) -> &[ReportedFallAt] {
        (**self).falls()
    }
    fn forget_falls(&mut self) {
        (**self).forget_falls();
    }
    fn claims(&self) -> &[Claim] {
        (**self).claims()
    }
    fn said(&mut self) -> Vec<SessionEvent> {
        (**self).said()
    }
    fn show(&mut self, scene: &Scene) -> ControlFlow<()> {
        (**self).show(scene)
    }
    fn is_attended(&self) -> bool {
        (**self).is_attended()
    }
}

/// Fall as the ring reported it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportedFallAt {
    /// Number of the fall in the ring's reports.
    pub id: FallId,
    /// Time at which the fall's first beam became dark.
    pub onset: Instant,
    /// Edge that the piece fell over.
    pub edge: Edge,
    /// Place along that edge, clockwise, mm.
    pub along: u32,
}

/// What the ring took a piece for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// Fall of the piece; `None` if it was pushed.
    pub fall: Option<FallId>,
    /// Class of body, and the certainty that is claimed for it.
    pub found: Classification,
}

/// In-process ring with a host connected to it.
#[derive(Debug)]
pub struct HostRing {
    local: InProcessRing,
    side: HostProtocol,
    falls: Vec<ReportedFallAt>,
    claims: Vec<Claim>,
    /// Falls and pushes that were reported in this step.
    observed: Vec<ObservationKind>,
    events: Vec<SessionEvent>,
    tap: Tap,
    /// Recording of the ring's messages; `None` if there is none, or if it failed.
    recording: Option<MessageOutput>,
}

/// Destination of a recording of the ring's messages. The writer keeps its first error:
/// the match goes on without the recording.
pub type MessageOutput = MessageRecorder<Box<dyn Output>>;

/// Writer to which a match is recorded.
pub trait Output: Write + Send + core::fmt::Debug {}

impl<W: Write + Send + core::fmt::Debug> Output for W {}

/// Storage of the ring's messages for a second listener.
#[derive(Debug)]
enum Tap {
    /// Messages are not kept.
    Closed,
    /// Messages are kept until the next call of `take_heard`.
    Open(Vec<ClientEvent>),
}

impl HostRing {
    /// Creates a ring with its host, just powered up.
    #[must_use]
    pub fn new(board: BoardId) -> Self {
        let streams = [WatchStream::Observations].into_iter().collect();
        Self::listening(InProcessRing::new(board), streams, Tap::Closed)
    }

    /// Creates a ring like `new`, and keeps all its messages for [`Self::take_heard`].
    #[must_use]
    pub fn tapped(board: BoardId) -> Self {
        let streams = [
            WatchStream::Observations,
            WatchStream::Waiting,
            WatchStream::Health,
        ];
        let local = InProcessRing::new(board);
        Self::listening(local, streams.into_iter().collect(), Tap::Open(Vec::new()))
    }

    /// Creates a ring like `new`, and records its messages if `recording` is given.
    #[must_use]
    pub fn recorded(board: BoardId, recording: Option<MessageOutput>) -> Self {
        Self::recording(InProcessRing::new(board), recording)
    }

    /// Creates a ring that was calibrated, and records its messages if `recording` is given.
    #[must_use]
    pub fn calibrated(calibration: Calibration, recording: Option<MessageOutput>) -> Self {
        Self::recording(InProcessRing::calibrated(calibration), recording)
    }

    fn recording(local: InProcessRing, recording: Option<MessageOutput>) -> Self {
        let streams = [WatchStream::Observations].into_iter().collect();
        let mut ring = Self::listening(local, streams, Tap::Closed);
        if recording.is_some() {
            ring.recording = recording;
            ring.restart();
        }
        ring
    }

    /// Greets the ring again and asks for all that a recording holds.
    fn restart(&mut self) {
        let streams = [
            WatchStream::Observations,
            WatchStream::Waiting,
            WatchStream::Health,
        ];
        self.local
            .step(Instant::ZERO, Input::Host(HostPresence::There));
        self.side.open();
        self.side.ask(Request::Info);
        self.side.ask(Request::Watch(streams.into_iter().collect()));
        self.listen();
    }

    fn listening(local: InProcessRing, streams: Streams, tap: Tap) -> Self {
        let mut ring = Self {
            local,
            side: HostProtocol::default(),
            falls: Vec::new(),
            claims: Vec::new(),
            observed: Vec::new(),
            events: Vec::new(),
            tap,
            recording: None,
        };
        ring.local
            .step(Instant::ZERO, Input::Host(HostPresence::There));
        ring.side.open();
        ring.side.follow(FollowFrom::Now);
        ring.side.ask(Request::Watch(streams));
        ring.listen();
        ring
    }

    /// Returns the in-process ring.
    #[must_use]
    pub const fn ring(&self) -> &InProcessRing {
        &self.local
    }

    /// Returns the state of the ring as the connected host knows it.
    #[must_use]
    pub const fn state(&self) -> &RingState {
        self.side.state()
    }

    /// Returns the in-process ring without the host.
    #[must_use]
    pub fn into_ring(mut self) -> InProcessRing {
        let now = self.local.ring().now();
        self.local.step(now, Input::Host(HostPresence::Gone));
        self.local
    }

    /// Returns the light state of the ring, for an observer.
    pub fn showing(&mut self) -> LightState {
        self.local.showing()
    }

    /// Returns the LED frame at this time, at full brightness.
    pub fn lights(&mut self, now: Instant) -> LedFrame {
        self.local.bright_lights(now)
    }

    /// Sends a request of the host to the ring and returns its number.
    pub fn ask(&mut self, ask: Request) -> u16 {
        let number = self.side.ask(ask);
        self.listen();
        number
    }

    /// Passes the buttons that are down now to the ring.
    pub fn press(&mut self, now: Instant, down: Buttons) {
        self.step(now, Input::Buttons(down));
    }

    /// Returns the ring's messages since the last call; empty if they are not kept.
    pub fn take_heard(&mut self) -> Vec<ClientEvent> {
        match &mut self.tap {
            Tap::Closed => Vec::new(),
            Tap::Open(event) => core::mem::take(event),
        }
    }

    fn step(&mut self, now: Instant, input: Input<'_>) {
        // What is reported in this step is weighed with what could be there before it.
        let referee = self.local.ring().referee();
        let on_ring = referee.prior();
        let game = referee.session().game();
        let hand = game.and_then(AnyGame::get::<Match>).map(hand_prior);
        self.local.step(now, input);
        self.listen();
        for observation in core::mem::take(&mut self.observed) {
            let claim = match observation {
                ObservationKind::Fell(fall) if is_for_one(&fall) => Some(Claim {
                    fall: Some(fall.measured.pattern.id),
                    found: weigh(&fall, &on_ring),
                }),
                ObservationKind::Pushed(push) => hand.map(|hand| Claim {
                    fall: None,
                    found: weigh_push(&push.costs, &hand),
                }),
                _ => None,
            };
            self.claims.extend(claim);
        }
    }

    /// Receives the ring's messages.
    fn listen(&mut self) {
        let now = self.local.ring().now();
        for event in self.local.talk(now, &mut self.side) {
            if let Tap::Open(all) = &mut self.tap {
                all.push(event.clone());
            }
            self.record(now, &event);
            match event {
                ClientEvent::Line(followed) => self.events.extend(SessionEvent::of_line(&followed)),
                ClientEvent::Message(message) => {
                    if let RingMessage::Observation(observation) = *message {
                        self.on_observation(&observation);
                    }
                }
                ClientEvent::FollowFailed(_)
                | ClientEvent::Void(_)
                | ClientEvent::Incompatible(_) => {}
            }
        }
    }

    /// Records the message of an event.
    fn record(&mut self, now: Instant, event: &ClientEvent) {
        let Some(recording) = &mut self.recording else {
            return;
        };
        let message = match event {
            ClientEvent::Line(followed) => RingMessage::Line(followed.line.clone()),
            ClientEvent::Message(message) => match &**message {
                RingMessage::Response(..) => return,
                message => message.clone(),
            },
            ClientEvent::FollowFailed(_) | ClientEvent::Void(_) | ClientEvent::Incompatible(_) => {
                return;
            }
        };
        let item = RecordedMessage { at: now.0, message };
        if recording.push(&item).is_err() {
            self.recording = None;
        }
    }

    fn on_observation(&mut self, observation: &Observation) {
        explain(|| format!("{} seen {:?}", observation.at, observation.kind));
        if let ObservationKind::Fell(_) | ObservationKind::Pushed(_) = observation.kind {
            self.observed.push(observation.kind);
        }
        if let ObservationKind::Fell(fall) = observation.kind {
            self.falls.push(ReportedFallAt {
                id: fall.measured.pattern.id,
                onset: fall.measured.onset,
                edge: fall.measured.pattern.edge,
                along: fall.measured.along.0 / 1000,
            });
        }
    }
}

/// True if the ring takes a fall for that of one body, without a doubt about that.
fn is_for_one(fall: &Fall) -> bool {
    let pattern = &fall.measured.pattern;
    pattern.sound && pattern.count == BodyCount::One
}

impl FrameConsumer for HostRing {
    fn curtain(&mut self, now: Instant, frame: &CurtainFrame) {
        self.step(now, Input::Curtain(frame));
    }

    fn hall(&mut self, now: Instant, scan: &HallScan) {
        self.step(now, Input::Hall(scan));
    }

    fn poll(&mut self, now: Instant) {
        self.step(now, Input::Time);
    }
}

impl RingUnderTest for HostRing {
    fn begin(&mut self, now: Instant, game: &AnyGame) -> Result<(), CommandError> {
        let begun = self.local.begin(now, game, Policies::DEFAULT);
        self.listen();
        begun
    }

    fn command(&mut self, now: Instant, command: &Command) -> Result<(), CommandError> {
        let said = self.local.command(now, command);
        self.listen();
        said
    }

    fn game(&self) -> Option<&AnyGame> {
        self.local.ring().referee().session().game()
    }

    fn question(&self) -> Option<&Question> {
        self.local.ring().referee().session().question()
    }

    fn waiting(&self) -> Waiting {
        self.local.ring().referee().waiting()
    }

    fn troubles(&self) -> Vec<(Sensor, SensorFault)> {
        self.local.ring().referee().table().faults().to_vec()
    }

    fn falls(&self) -> &[ReportedFallAt] {
        &self.falls
    }

    fn forget_falls(&mut self) {
        self.falls.clear();
        self.claims.clear();
    }

    fn claims(&self) -> &[Claim] {
        &self.claims
    }

    fn said(&mut self) -> Vec<SessionEvent> {
        core::mem::take(&mut self.events)
    }
}
