//! Whoever watches a match step by step: a picture in a terminal, lines in a
//! pipe. Watching changes nothing: the same table plays the same match.

use super::judge::{Eyes, Judge, RingJudge, SeenFall};
use super::lineup::{Equipment, Table};
use super::result::Played;
use super::sitting::play_before;
use super::stage::Recording;
use crate::virtual_ring::scene::Scene;
use core::ops::ControlFlow;
use rules_core::lights::Showing;
use rules_core::referee::{Command, Declined, Event, Game, Question, Waiting};
use rules_core::ring::Ring;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::time::Instant;

/// Looks on.
pub trait Onlooker {
    /// The ring says something: before the moment in which it is seen.
    fn hear(&mut self, event: &Event);
    /// Two milliseconds have passed; says whether to play on.
    fn look(&mut self, moment: Moment<'_>) -> ControlFlow<()>;
}

/// The table and the ring at one moment.
#[derive(Debug)]
pub struct Moment<'a> {
    /// What truly lies where.
    pub scene: &'a Scene,
    judge: &'a mut RingJudge,
}

impl Moment<'_> {
    /// When it is.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.scene.world().now()
    }

    /// The ring.
    #[must_use]
    pub fn ring(&self) -> &Ring {
        self.judge.ring().ring()
    }

    /// What the lights say.
    pub fn showing(&mut self) -> Showing {
        self.judge.showing()
    }
}

/// Plays a match before a ring while somebody looks on.
pub fn play_watched(
    table: &Table,
    on: &Equipment,
    recording: Option<Recording>,
    onlooker: &mut impl Onlooker,
) -> Played {
    let judge = Watched {
        judge: RingJudge::new(on.board),
        onlooker,
        heard: Vec::new(),
    };
    play_before(table, on, judge, recording)
}

/// A ring that somebody watches.
struct Watched<'a, O> {
    judge: RingJudge,
    onlooker: &'a mut O,
    /// What the onlooker has heard and nobody else.
    heard: Vec<Event>,
}

impl<O: Onlooker> Watched<'_, O> {
    fn pass_on(&mut self) {
        for event in self.judge.said() {
            self.onlooker.hear(&event);
            self.heard.push(event);
        }
    }
}

impl<O: Onlooker> Eyes for Watched<'_, O> {
    fn curtain(&mut self, now: Instant, frame: &CurtainFrame) {
        self.judge.curtain(now, frame);
    }
    fn hall(&mut self, now: Instant, scan: &HallScan) {
        self.judge.hall(now, scan);
    }
    fn poll(&mut self, now: Instant) {
        self.judge.poll(now);
    }
}

impl<O: Onlooker> Judge for Watched<'_, O> {
    fn begin(&mut self, now: Instant, game: &Game) -> Result<(), Declined> {
        self.judge.begin(now, game)
    }

    fn command(&mut self, now: Instant, command: &Command) -> Result<(), Declined> {
        self.judge.command(now, command)
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
        self.pass_on();
        core::mem::take(&mut self.heard)
    }

    fn show(&mut self, scene: &Scene) -> ControlFlow<()> {
        self.pass_on();
        let judge = &mut self.judge;
        self.onlooker.look(Moment { scene, judge })
    }
}
