//! Whoever judges a match from raw frames. Today that is sensing and the
//! referee put together; whatever replaces them implements [`Judge`].

use super::explain;
use rules_core::board::{Dimensions, Profile};
use rules_core::place::Edge;
use rules_core::referee::kabuto::ring_prior;
use rules_core::referee::{
    Command, Declined, Event, Game, Policies, Question, Record, Referee, Sink, Waiting,
};
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::observation::{FallId, Observation, What};
use rules_core::time::Instant;

/// A judge: frames, time and people's words in; a game and questions out.
pub trait Judge {
    /// A match begins.
    ///
    /// # Errors
    /// If another one is running.
    fn begin(&mut self, now: Instant, game: &Game) -> Result<(), Declined>;
    /// A frame of the curtain.
    fn curtain(&mut self, now: Instant, frame: &CurtainFrame);
    /// A scan of the analog channels.
    fn hall(&mut self, now: Instant, scan: &HallScan);
    /// Time passes.
    fn poll(&mut self, now: Instant);
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

/// Sensing and the referee, one after the other.
#[derive(Debug)]
pub struct Bench {
    sensing: Sensing,
    referee: Referee,
    seen: Vec<Observation>,
    falls: Vec<SeenFall>,
    tape: Tape,
}

/// Events since somebody listened, and whether anything was recorded.
#[derive(Debug, Default)]
struct Tape {
    events: Vec<Event>,
    changed: bool,
}

impl Sink for Tape {
    fn record(&mut self, _: u32, _: Instant, _: &Record) {
        self.changed = true;
    }

    fn event(&mut self, event: Event) {
        self.events.push(event);
    }
}

impl Bench {
    /// A board that has just been powered up.
    #[must_use]
    pub fn new(profile: &'static Profile, dimensions: &Dimensions) -> Self {
        let calibration = Calibration::nominal(profile);
        Self {
            sensing: Sensing::new(profile, dimensions, &calibration),
            referee: Referee::default(),
            seen: Vec::new(),
            falls: Vec::new(),
            tape: Tape::default(),
        }
    }

    fn observe(&mut self, now: Instant) {
        for observation in core::mem::take(&mut self.seen) {
            explain(|| format!("{now} seen {:?}", observation.what));
            if let What::Fell(fall) = observation.what {
                self.falls.push(SeenFall {
                    id: fall.id,
                    onset: fall.onset,
                    edge: fall.spot.edge,
                    along: fall.spot.along.0 / 1000,
                });
            }
            self.referee.observe(now, &observation, &mut self.tape);
        }
        self.expect();
    }

    /// Tells sensing what can be on the ring, whenever that may have changed.
    fn expect(&mut self) {
        if core::mem::take(&mut self.tape.changed)
            && let Some(Game::Kabuto(game)) = self.referee.session().game()
        {
            self.sensing.expect(ring_prior(game));
        }
    }
}

impl Judge for Bench {
    fn begin(&mut self, now: Instant, game: &Game) -> Result<(), Declined> {
        self.referee
            .begin(now, game, Policies::USUAL, &mut self.tape)?;
        self.expect();
        Ok(())
    }

    fn curtain(&mut self, now: Instant, frame: &CurtainFrame) {
        let seen = &mut self.seen;
        self.sensing.curtain(frame, &mut |it| seen.push(it));
        self.observe(now);
    }

    fn hall(&mut self, now: Instant, scan: &HallScan) {
        let seen = &mut self.seen;
        self.sensing.hall(scan, &mut |it| seen.push(it));
        self.observe(now);
    }

    fn poll(&mut self, now: Instant) {
        self.referee.poll(now, &mut self.tape);
        self.expect();
    }

    fn command(&mut self, now: Instant, command: &Command) -> Result<(), Declined> {
        let done = self.referee.command(now, command, &mut self.tape);
        self.expect();
        done
    }

    fn game(&self) -> Option<&Game> {
        self.referee.session().game()
    }

    fn question(&self) -> Option<&Question> {
        self.referee.session().question()
    }

    fn waiting(&self) -> Waiting {
        self.referee.waiting()
    }

    fn falls(&self) -> &[SeenFall] {
        &self.falls
    }

    fn forget_falls(&mut self) {
        self.falls.clear();
    }

    fn said(&mut self) -> Vec<Event> {
        core::mem::take(&mut self.tape.events)
    }
}
