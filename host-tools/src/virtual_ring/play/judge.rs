//! Whoever judges a match from raw frames: a whole ring, with its flash and its
//! wire.

use super::explain;
use crate::client::{Heard, Side};
use crate::local::LocalRing;
use crate::virtual_ring::scene::Scene;
use core::ops::ControlFlow;
use rules_core::board::Name;
use rules_core::lights::{Frame, Showing};
use rules_core::place::Edge;
use rules_core::referee::{Command, Declined, Event, Game, Policies, Question, Waiting};
use rules_core::ring::{Input, Presence};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::observation::{FallId, Observation, What};
use rules_core::time::Instant;
use rules_core::wire::message::{From, Stream, Streams};
use rules_core::wire::{Ask, FromRing};

/// Whoever looks at raw frames.
pub trait Eyes {
    /// A frame of the curtain.
    fn curtain(&mut self, now: Instant, frame: &CurtainFrame);
    /// A scan of the analog channels.
    fn hall(&mut self, now: Instant, scan: &HallScan);
    /// Time passes.
    fn poll(&mut self, now: Instant);
}

/// A judge: frames, time and people's words in; a game and questions out.
pub trait Judge: Eyes {
    /// A match begins.
    ///
    /// # Errors
    /// If another one is running.
    fn begin(&mut self, now: Instant, game: &Game) -> Result<(), Declined>;
    /// Somebody says something.
    ///
    /// # Errors
    /// Why it is not followed.
    fn command(&mut self, now: Instant, command: &Command) -> Result<(), Declined>;
    /// How the match stands.
    fn game(&self) -> Option<&Game>;
    /// The open question.
    fn question(&self) -> Option<&Question>;
    /// What is waited for.
    fn waiting(&self) -> Waiting;
    /// The falls seen since [`Judge::forget_falls`]: so that people know which
    /// one a question is about.
    fn falls(&self) -> &[SeenFall];
    /// The falls so far are settled.
    fn forget_falls(&mut self);
    /// What was said since the last time this was asked.
    fn said(&mut self) -> Vec<Event>;
    /// Two milliseconds have passed at this table; whoever shows the match does
    /// so now, and says whether it goes on. A judge does not look.
    fn show(&mut self, _scene: &Scene) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    /// Whether there is somebody left to play for.
    fn is_attended(&self) -> bool {
        true
    }
}

/// Whoever lends a judge gets it back after the match.
impl<J: Judge> Eyes for &mut J {
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

impl<J: Judge> Judge for &mut J {
    fn begin(&mut self, now: Instant, game: &Game) -> Result<(), Declined> {
        (**self).begin(now, game)
    }
    fn command(&mut self, now: Instant, command: &Command) -> Result<(), Declined> {
        (**self).command(now, command)
    }
    fn game(&self) -> Option<&Game> {
        (**self).game()
    }
    fn question(&self) -> Option<&Question> {
        (**self).question()
    }
    fn waiting(&self) -> Waiting {
        (**self).waiting()
    }
    fn falls(&self) -> &[SeenFall] {
        (**self).falls()
    }
    fn forget_falls(&mut self) {
        (**self).forget_falls();
    }
    fn said(&mut self) -> Vec<Event> {
        (**self).said()
    }
    fn show(&mut self, scene: &Scene) -> ControlFlow<()> {
        (**self).show(scene)
    }
    fn is_attended(&self) -> bool {
        (**self).is_attended()
    }
}

/// A fall as it was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenFall {
    /// Its number.
    pub id: FallId,
    /// When its first beam broke.
    pub onset: Instant,
    /// Over which edge.
    pub edge: Edge,
    /// Where along it, clockwise, mm.
    pub along: u32,
}

/// A whole ring, with a host that listens at its wire.
#[derive(Debug)]
pub struct RingJudge {
    local: LocalRing,
    side: Side,
    falls: Vec<SeenFall>,
    events: Vec<Event>,
    tap: Tap,
}

/// Whether somebody else wants to hear what the ring says.
#[derive(Debug)]
enum Tap {
    /// Nobody.
    Closed,
    /// This was heard since the last time.
    Open(Vec<Heard>),
}

impl RingJudge {
    /// A board that has just been powered up.
    #[must_use]
    pub fn new(board: Name) -> Self {
        let streams = [Stream::Observations].into_iter().collect();
        Self::listening(board, streams, Tap::Closed)
    }

    /// The same, and all that the ring says is kept for [`Self::take_heard`].
    #[must_use]
    pub fn tapped(board: Name) -> Self {
        let streams = [Stream::Observations, Stream::Waiting, Stream::Health];
        Self::listening(board, streams.into_iter().collect(), Tap::Open(Vec::new()))
    }

    fn listening(board: Name, streams: Streams, tap: Tap) -> Self {
        let mut judge = Self {
            local: LocalRing::new(board),
            side: Side::default(),
            falls: Vec::new(),
            events: Vec::new(),
            tap,
        };
        judge
            .local
            .step(Instant::ZERO, Input::Host(Presence::There));
        judge.side.open();
        judge.side.follow(From::Now);
        judge.side.ask(Ask::Watch(streams));
        judge.listen();
        judge
    }

    /// The ring.
    #[must_use]
    pub const fn ring(&self) -> &LocalRing {
        &self.local
    }

    /// The ring alone, with nobody listening any more.
    #[must_use]
    pub fn into_ring(mut self) -> LocalRing {
        let now = self.local.ring().now();
        self.local.step(now, Input::Host(Presence::Gone));
        self.local
    }

    /// What the lights say, for an onlooker.
    pub fn showing(&mut self) -> Showing {
        self.local.showing()
    }

    /// What the strip shows now, as bright as it can be.
    pub fn lights(&mut self, now: Instant) -> Frame {
        self.local.bright_lights(now)
    }

    /// Asks the ring for something; the number of its answer.
    pub fn ask(&mut self, ask: Ask) -> u16 {
        let number = self.side.ask(ask);
        self.listen();
        number
    }

    /// What was heard since the last time this was asked, if it is tapped.
    pub fn take_heard(&mut self) -> Vec<Heard> {
        match &mut self.tap {
            Tap::Closed => Vec::new(),
            Tap::Open(heard) => core::mem::take(heard),
        }
    }

    fn step(&mut self, now: Instant, input: Input<'_>) {
        self.local.step(now, input);
        self.listen();
    }

    /// Hears what the ring says.
    fn listen(&mut self) {
        let now = self.local.ring().now();
        for heard in self.local.talk(now, &mut self.side) {
            if let Tap::Open(all) = &mut self.tap {
                all.push(heard.clone());
            }
            match heard {
                Heard::Line(_, events) => self.events.extend(events),
                Heard::Message(message) => {
                    if let FromRing::Seen(observation) = *message {
                        self.note(&observation);
                    }
                }
                Heard::Astray(_) | Heard::Incompatible(_) => {}
            }
        }
    }

    fn note(&mut self, observation: &Observation) {
        explain(|| format!("{} seen {:?}", observation.at, observation.what));
        if let What::Fell(fall) = observation.what {
            self.falls.push(SeenFall {
                id: fall.id,
                onset: fall.onset,
                edge: fall.spot.edge,
                along: fall.spot.along.0 / 1000,
            });
        }
    }
}

impl Eyes for RingJudge {
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

impl Judge for RingJudge {
    fn begin(&mut self, now: Instant, game: &Game) -> Result<(), Declined> {
        let begun = self.local.begin(now, game, Policies::USUAL);
        self.listen();
        begun
    }

    fn command(&mut self, now: Instant, command: &Command) -> Result<(), Declined> {
        let said = self.local.say(now, command);
        self.listen();
        said
    }

    fn game(&self) -> Option<&Game> {
        self.local.ring().referee().session().game()
    }

    fn question(&self) -> Option<&Question> {
        self.local.ring().referee().session().question()
    }

    fn waiting(&self) -> Waiting {
        self.local.ring().referee().waiting()
    }

    fn falls(&self) -> &[SeenFall] {
        &self.falls
    }

    fn forget_falls(&mut self) {
        self.falls.clear();
    }

    fn said(&mut self) -> Vec<Event> {
        core::mem::take(&mut self.events)
    }
}
