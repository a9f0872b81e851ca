//! A match as a judge was told it: every frame and every word, taken down to be
//! told to another judge, without the time in which nothing happened.
//!
//! A second on an emulated device takes several of ours, and people at a table
//! wait most of the time.

use crate::virtual_ring::play::judge::{Eyes, Judge, RingJudge, SeenFall};
use crate::virtual_ring::scene::Scene;
use core::ops::ControlFlow;
use rules_core::board::Name;
use rules_core::referee::{Command, Declined, Event, Game, Question, Waiting};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::time::{Instant, Span};

/// What goes on before something happens stays in, and what comes after it.
const BEFORE: Span = Span::millis(150);
const AFTER: Span = Span::millis(150);

/// Something a judge was told.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "most are frames")]
enum Told {
    Curtain(CurtainFrame),
    Hall(HallScan),
    Begin(Game),
    Command(Command),
    Time,
}

/// All that a judge was told.
#[derive(Debug, Clone, Default)]
pub struct Script {
    told: Vec<(Instant, Told)>,
    /// When something happened: the ring saw something, or waited for a time.
    busy: Vec<Instant>,
}

impl Script {
    /// Without the time in which nothing happened, and nothing after this.
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
            *at <= end && (soon || late || !matches!(told, Told::Curtain(_) | Told::Hall(_)))
        });
        self
    }

    /// Tells it to another judge.
    pub fn tell(&self, judge: &mut impl Judge) {
        for (at, told) in &self.told {
            match told {
                Told::Curtain(frame) => judge.curtain(*at, frame),
                Told::Hall(scan) => judge.hall(*at, scan),
                Told::Begin(game) => {
                    let _ = judge.begin(*at, game);
                }
                Told::Command(command) => {
                    let _ = judge.command(*at, command);
                }
                Told::Time => judge.poll(*at),
            }
        }
    }
}

/// A ring that judges, and takes down what it is told.
#[derive(Debug)]
pub struct Scribe {
    judge: RingJudge,
    /// What it was told.
    pub script: Script,
}

impl Scribe {
    /// A board that has just been powered up.
    #[must_use]
    pub fn new(board: Name) -> Self {
        Self {
            judge: RingJudge::tapped(board),
            script: Script::default(),
        }
    }

    fn note(&mut self, now: Instant) {
        let waits = self.judge.ring().ring().poll_at().is_some();
        if !self.judge.take_heard().is_empty() || waits {
            self.script.busy.push(now);
        }
    }
}

impl Eyes for Scribe {
    fn curtain(&mut self, now: Instant, frame: &CurtainFrame) {
        self.script.told.push((now, Told::Curtain(*frame)));
        self.judge.curtain(now, frame);
        self.note(now);
    }

    fn hall(&mut self, now: Instant, scan: &HallScan) {
        self.script.told.push((now, Told::Hall(*scan)));
        self.judge.hall(now, scan);
        self.note(now);
    }

    fn poll(&mut self, now: Instant) {
        self.script.told.push((now, Told::Time));
        self.judge.poll(now);
        self.note(now);
    }
}

impl Judge for Scribe {
    fn begin(&mut self, now: Instant, game: &Game) -> Result<(), Declined> {
        self.script.told.push((now, Told::Begin(game.clone())));
        self.script.busy.push(now);
        self.judge.begin(now, game)
    }

    fn command(&mut self, now: Instant, command: &Command) -> Result<(), Declined> {
        let followed = self.judge.command(now, command);
        if followed.is_ok() {
            self.script.told.push((now, Told::Command(command.clone())));
            self.script.busy.push(now);
        }
        followed
    }

    fn game(&self) -> Option<&Game> {
        self.judge.game()
    }

    fn question(&self) -> Option<&Question> {
        self.judge.question()
    }

    fn waiting(&self) -> Waiting {
        self.judge.waiting()
    }

    fn falls(&self) -> &[SeenFall] {
        self.judge.falls()
    }

    fn forget_falls(&mut self) {
        self.judge.forget_falls();
    }

    fn said(&mut self) -> Vec<Event> {
        self.judge.said()
    }

    fn show(&mut self, scene: &Scene) -> ControlFlow<()> {
        self.judge.show(scene)
    }
}
