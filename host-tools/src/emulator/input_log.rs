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
    pub fn replay_to(&self, judge: &mut impl RingUnderTest) {
        for (at, told) in &self.told {
            match told {
                LoggedInput::Curtain(frame) => judge.curtain(*at, frame),
                LoggedInput::Hall(scan) => judge.hall(*at, scan),
                LoggedInput::Begin(game) => {
                    let _ = judge.begin(*at, game);
                }
                LoggedInput::Command(command) => {
                    let _ = judge.command(*at, command);
                }
                LoggedInput::Time => judge.poll(*at),
            }
        }
    }
}

/// Ring on the host that records its inputs.
#[derive(Debug)]
pub struct InputRecorder {
    judge: HostRing,
    /// Inputs recorded so far.
    pub script: InputLog,
}

impl InputRecorder {
    /// Creates a recorder with a ring that was just powered up.
    #[must_use]
    pub fn new(board: BoardId) -> Self {
        Self {
            judge: HostRing::tapped(board),
            script: InputLog::default(),
        }
    }

    fn mark_busy(&mut self, now: Instant) {
        let waits = self.judge.ring().ring().poll_at().is_some();
        if !self.judge.take_heard().is_empty() || waits {
            self.script.busy.push(now);
        }
    }
}

impl FrameConsumer for InputRecorder {
    fn curtain(&mut self, now: Instant, frame: &CurtainFrame) {
        self.script.told.push((now, LoggedInput::Curtain(*frame)));
        self.judge.curtain(now, frame);
        self.mark_busy(now);
    }

    fn hall(&mut self, now: Instant, scan: &HallScan) {
        self.script.told.push((now, LoggedInput::Hall(*scan)));
        self.judge.hall(now, scan);
        self.mark_busy(now);
    }

    fn poll(&mut self, now: Instant) {
        self.script.told.push((now, LoggedInput::Time));
        self.judge.poll(now);
        self.mark_busy(now);
    }
}

impl RingUnderTest for InputRecorder {
    fn begin(&mut self, now: Instant, game: &AnyGame) -> Result<(), CommandError> {
        self.script
            .told
            .push((now, LoggedInput::Begin(game.clone())));
        self.script.busy.push(now);
        self.judge.begin(now, game)
    }

    fn command(&mut self, now: Instant, command: &Command) -> Result<(), CommandError> {
        let followed = self.judge.command(now, command);
        if followed.is_ok() {
            self.script
                .told
                .push((now, LoggedInput::Command(command.clone())));
            self.script.busy.push(now);
        }
        followed
    }

    fn game(&self) -> Option<&AnyGame> {
        self.judge.game()
    }

    fn question(&self) -> Option<&Question> {
        self.judge.question()
    }

    fn waiting(&self) -> Waiting {
        self.judge.waiting()
    }

    fn falls(&self) -> &[ReportedFallAt] {
        self.judge.falls()
    }

    fn forget_falls(&mut self) {
        self.judge.forget_falls();
    }

    fn said(&mut self) -> Vec<SessionEvent> {
        self.judge.said()
    }

    fn show(&mut self, scene: &Scene) -> ControlFlow<()> {
        self.judge.show(scene)
    }
}
