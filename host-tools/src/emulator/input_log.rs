//! Input log of a match: every frame and command, recorded to be replayed to another ring
//! without the time in which nothing happened.
//!
//! An emulated second takes several real ones, and people at a table wait most of the time.

use core::ops::ControlFlow;
use host_core::sentences::SessionEvent;
use rules_core::board::BoardId;
use rules_core::referee::{AnyGame, Command, CommandError, Question, Waiting};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::time::{Instant, Span};
use virtual_ring::play::ring_under_test::{FrameConsumer, HostRing, ReportedFallAt, RingUnderTest};
use virtual_ring::scene::Scene;

/// Time before each event that the shortened log keeps.
const BEFORE: Span = Span::millis(150);

/// Time after each event that the shortened log keeps.
const AFTER: Span = Span::millis(150);

/// Input of a ring under test.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "most are frames")]
enum LoggedInput {
    Curtain(CurtainFrame),
    Hall(HallScan),
    Begin(AnyGame),
    Command(Command),
    Time,
}

/// All inputs of a ring under test, in order.
#[derive(Debug, Clone, Default)]
pub struct InputLog {
    told: Vec<(Instant, LoggedInput)>,
    /// Times at which the ring observed something or waited for a deadline.
    busy: Vec<Instant>,
}

impl InputLog {
    /// Returns the log without idle time and without inputs after `end`.
    #[must_use]
    pub fn shortened(mut self, end: Instant) -> Self {
        let busy = core::mem::take(&mut self.busy);
        let mut next = 0;
        let mut last: Option<Instant> = None;
        self.told.retain(|(at, told)| {
            while let Some(&then) = busy.get(next)
                && then <= *at
            {
                last = Some(then);
                next += 1;
            }
            let soon = busy.get(next).is_some_and(|&then| *at + BEFORE >= then);
            let late = last.is_some_and(|then| then + AFTER >= *at);
            *at <= end
                && (soon || late || !matches!(told, LoggedInput::Curtain(_) | LoggedInput::Hall(_)))
        });
        self
    }

    /// Replays all inputs of the log to another ring.
    pub fn replay_to(&self, ring: &mut impl RingUnderTest) {
        for (at, told) in &self.told {
            match told {
                LoggedInput::Curtain(frame) => ring.curtain(*at, frame),
                LoggedInput::Hall(scan) => ring.hall(*at, scan),
                LoggedInput::Begin(game) => {
                    let _ = ring.begin(*at, game);
                }
                LoggedInput::Command(command) => {
                    let _ = ring.command(*at, command);
                }
                LoggedInput::Time => ring.poll(*at),
            }
        }
    }
}

/// Ring on the host that records its inputs.
#[derive(Debug)]
pub struct InputRecorder {
    ring: HostRing,
    /// Inputs recorded so far.
    pub script: InputLog,
}

impl InputRecorder {
    /// Creates a recorder with a ring that was just powered up.
    #[must_use]
    pub fn new(board: BoardId) -> Self {
        Self {
            ring: HostRing::tapped(board),
            script: InputLog::default(),
        }
    }

    fn mark_busy(&mut self, now: Instant) {
        let waits = self.ring.ring().ring().poll_at().is_some();
        if !self.ring.take_heard().is_empty() || waits {
            self.script.busy.push(now);
        }
    }
}

impl FrameConsumer for InputRecorder {
    fn curtain(&mut self, now: Instant, frame: &CurtainFrame) {
        self.script.told.push((now, LoggedInput::Curtain(*frame)));
        self.ring.curtain(now, frame);
        self.mark_busy(now);
    }

    fn hall(&mut self, now: Instant, scan: &HallScan) {
        self.script.told.push((now, LoggedInput::Hall(*scan)));
        self.ring.hall(now, scan);
        self.mark_busy(now);
    }

    fn poll(&mut self, now: Instant) {
        self.script.told.push((now, LoggedInput::Time));
        self.ring.poll(now);
        self.mark_busy(now);
    }
}

impl RingUnderTest for InputRecorder {
    fn begin(&mut self, now: Instant, game: &AnyGame) -> Result<(), CommandError> {
        self.script
            .told
            .push((now, LoggedInput::Begin(game.clone())));
        self.script.busy.push(now);
        self.ring.begin(now, game)
    }

    fn command(&mut self, now: Instant, command: &Command) -> Result<(), CommandError> {
        let followed = self.ring.command(now, command);
        if followed.is_ok() {
            self.script
                .told
                .push((now, LoggedInput::Command(command.clone())));
            self.script.busy.push(now);
        }
        followed
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

    fn show(&mut self, scene: &Scene) -> ControlFlow<()> {
        self.ring.show(scene)
    }
}
