//! Observer of a simulated match, step by step: a picture in a terminal, lines in a pipe.
//! Observing changes nothing: the same table set-up plays the same match.

use super::played_game::play_before;
use super::result::PlayedMatch;
use super::ring_under_test::{Claim, FrameConsumer, HostRing, ReportedFallAt, RingUnderTest};
use super::sensor_rig::MatchOutputs;
use super::table_setup::{Equipment, TableSetup};
use crate::scene::Scene;
use core::ops::ControlFlow;
use host_core::sentences::SessionEvent;
use rules_core::lights::LightState;
use rules_core::referee::{AnyGame, Command, CommandError, Question, Waiting};
use rules_core::ring::Ring;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::time::Instant;

/// Observer of a simulated match.
pub trait MatchObserver {
    /// Receives an event of the ring, before the step in which it becomes visible.
    fn on_event(&mut self, event: &SessionEvent);
    /// Receives table and ring after a simulation step of 2 ms. Returns `Break` to end
    /// the match.
    fn on_step(&mut self, moment: Moment<'_>) -> ControlFlow<()>;
}

/// Table and ring of a simulated match at one moment.
#[derive(Debug)]
pub struct Moment<'a> {
    /// Scene with the true table.
    pub scene: &'a Scene,
    ring: &'a mut HostRing,
}

impl<'a> Moment<'a> {
    /// Creates the moment of a scene that this ring judges.
    pub(crate) const fn new(scene: &'a Scene, ring: &'a mut HostRing) -> Self {
        Self { scene, ring }
    }

    /// Returns the time since power-up.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.scene.world().now()
    }

    /// Returns the ring that judges the match.
    #[must_use]
    pub fn ring(&self) -> &Ring {
        self.ring.ring().ring()
    }

    /// Returns the light state of the ring.
    pub fn showing(&mut self) -> LightState {
        self.ring.showing()
    }
}

/// Plays a simulated match with an observer, and records it to `outputs`.
pub fn play_watched(
    table: &TableSetup,
    on: &Equipment,
    outputs: MatchOutputs,
    onlooker: &mut impl MatchObserver,
) -> PlayedMatch {
    let ring = ObservedMatch {
        ring: HostRing::recorded(on.board, outputs.messages),
        onlooker,
        events: Vec::new(),
    };
    play_before(table, on, ring, outputs.frames)
}

/// Ring with an observer.
struct ObservedMatch<'a, O> {
    ring: HostRing,
    onlooker: &'a mut O,
    /// Events that the observer has received and the match runner has not.
    events: Vec<SessionEvent>,
}

impl<O: MatchObserver> ObservedMatch<'_, O> {
    fn pass_on(&mut self) {
        for event in self.ring.said() {
            self.onlooker.on_event(&event);
            self.events.push(event);
        }
    }
}

impl<O: MatchObserver> FrameConsumer for ObservedMatch<'_, O> {
    fn curtain(&mut self, now: Instant, frame: &CurtainFrame) {
        self.ring.curtain(now, frame);
    }
    fn hall(&mut self, now: Instant, scan: &HallScan) {
        self.ring.hall(now, scan);
    }
    fn poll(&mut self, now: Instant) {
        self.ring.poll(now);
    }
}

impl<O: MatchObserver> RingUnderTest for ObservedMatch<'_, O> {
    fn begin(&mut self, now: Instant, game: &AnyGame) -> Result<(), CommandError> {
        self.ring.begin(now, game)
    }

    fn command(&mut self, now: Instant, command: &Command) -> Result<(), CommandError> {
        self.ring.command(now, command)
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

    fn claims(&self) -> &[Claim] {
        self.ring.claims()
    }

    fn forget_falls(&mut self) {
        self.ring.forget_falls();
    }

    fn said(&mut self) -> Vec<SessionEvent> {
        self.pass_on();
        core::mem::take(&mut self.events)
    }

    fn show(&mut self, scene: &Scene) -> ControlFlow<()> {
        self.pass_on();
        let ring = &mut self.ring;
        self.onlooker.on_step(Moment { scene, ring })
    }
}
