//! Matches on the virtual ring or a virtual grid board, one after the other, at a
//! speed people can follow: simulated people, their pieces, sensors, and the ring
//! with its wire.
//!
//! When somebody on the page has shown the table code, time stands still for a
//! while at every question, so that they can answer before the simulated people
//! do. What they say else goes to the ring as well; the simulated people do not
//! know of it, and a match that cannot go on is followed by the next one.

use super::evidence::Archive;
use super::scribe::About;
use super::source::{Desk, Followed, Refused, Request, Source};
use crate::virtual_ring::play::judge::{Eyes, Judge, RingJudge, SeenFall};
use crate::virtual_ring::play::{Equipment, Plan, Title, dealt, play_before};
use rules_core::board::{Dimensions, Name};
use rules_core::referee::{Command, Declined, Event, Game, Question, Waiting};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::time::{Instant, Span};
use rules_core::wire::Ask;
use std::time::{Duration, Instant as Wall};

/// How often lights are shown.
const LIGHTS: Duration = Duration::from_millis(100);
/// How long people on the page have for an answer.
const THINKING: Duration = Duration::from_secs(20);

/// Simulated matches.
#[derive(Debug)]
pub struct Simulated {
    /// The tables, one after the other.
    pub plan: Plan,
    /// Simulated seconds in a second; infinite for as fast as can be.
    pub speed: f64,
    /// How long the end of a match is shown.
    pub pause: Duration,
}

impl Source for Simulated {
    fn run(&mut self, desk: &mut Desk) -> Result<(), String> {
        for n in 0..self.plan.matches {
            let table = self.plan.table(n);
            let on = Equipment {
                board: table.title.board(),
                ..Equipment::default()
            };
            let kind = match table.title {
                Title::Kabuto(..) => "ring",
                Title::Grid(_) => "board",
            };
            desk.scribe.reopen();
            desk.scribe.about(&About {
                board: on.board,
                dimensions: Dimensions::ASSUMED,
                origin: format!("virtual {kind}, seed {}", table.seed),
                cards: &dealt(&table),
                lights: true,
            });
            let mut shown = Shown::new(desk, on.board, self.speed);
            // How it ended is to be seen on the ring.
            let _ = play_before(&table, &on, &mut shown, None);
            let last = n + 1 == self.plan.matches;
            shown.rest(if last { Duration::MAX } else { self.pause });
            if desk.is_closed() {
                break;
            }
        }
        Ok(())
    }
}

/// A ring that is shown while it judges.
struct Shown<'a> {
    ring: RingJudge,
    desk: &'a mut Desk,
    speed: f64,
    began: Wall,
    lit: Option<Wall>,
    /// Time stood still so long, in all.
    held: Duration,
    /// The last question that people on the page had time for.
    thought: Option<u16>,
    archive: Archive,
}

impl<'a> Shown<'a> {
    fn new(desk: &'a mut Desk, board: Name, speed: f64) -> Self {
        let mut shown = Self {
            ring: RingJudge::tapped(board),
            desk,
            speed,
            began: Wall::now(),
            lit: None,
            held: Duration::ZERO,
            thought: None,
            archive: Archive::new(board),
        };
        shown.hand_in();
        shown
    }

    /// Hands in what was heard, and asks for the evidence of what was decided.
    fn hand_in(&mut self) {
        for seq in self.hand_over() {
            self.archive.expect(seq);
            self.ring.ask(Ask::Proof { seq, offset: 0 });
            // Nothing is decided while evidence is sent.
            self.hand_over();
        }
    }

    /// Hands in what was heard; the lines with decisions.
    fn hand_over(&mut self) -> Vec<u32> {
        let mut decided = Vec::new();
        for heard in self.ring.take_heard() {
            decided.extend(Archive::decided(&heard));
            self.archive.hear(&heard);
            self.desk.hear(&heard);
        }
        decided
    }

    fn light(&mut self, now: Instant) {
        if self.lit.is_none_or(|it| it.elapsed() >= LIGHTS) {
            self.lit = Some(Wall::now());
            let frame = self.ring.lights(now);
            self.desk.lights(&frame);
        }
    }

    /// Waits so long, and does what people want meanwhile.
    fn serve(&mut self, now: Instant, patience: Duration) {
        if let Some(request) = self.desk.wanted(patience) {
            match request {
                Request::Say(command, reply) => {
                    let said = self.ring.command(now, &command);
                    self.hand_in();
                    let said = said.map(|()| Followed::Done);
                    // Who asked may have gone.
                    let _ = reply.send(said.map_err(|why| Refused(why.to_string())));
                }
                Request::Proof(seq, reply) => {
                    let _ = reply.send(self.archive.picture(seq));
                }
            }
        }
    }

    /// Lets the clock on the wall catch up.
    fn pace(&mut self, now: Instant) {
        let due = Duration::try_from_secs_f64(now.0 as f64 / 1e6 / self.speed);
        let due = due.unwrap_or_default() + self.held;
        while !self.desk.is_closed() {
            let early = due.saturating_sub(self.began.elapsed());
            self.serve(now, early.min(LIGHTS));
            if early <= LIGHTS {
                break;
            }
            self.light(now);
        }
    }

    /// Leaves people on the page time for an answer.
    fn hold(&mut self, now: Instant) {
        let number = self.ring.question().map(|it| it.number);
        if number.is_none() || number == self.thought || !self.desk.is_attended() {
            return;
        }
        self.thought = number;
        let began = Wall::now();
        while began.elapsed() < THINKING
            && !self.desk.is_closed()
            && self.ring.question().map(|it| it.number) == number
        {
            self.serve(now, LIGHTS);
        }
        self.held += began.elapsed();
    }

    /// The match is over; the ring stays as it is.
    fn rest(&mut self, pause: Duration) {
        let (began, mut now) = (Wall::now(), self.ring.ring().ring().now());
        while began.elapsed() < pause && !self.desk.is_closed() {
            self.serve(now, LIGHTS);
            now += Span::millis(100);
            self.ring.poll(now);
            self.hand_in();
            self.light(now);
        }
    }
}

impl Eyes for Shown<'_> {
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

impl Judge for Shown<'_> {
    fn begin(&mut self, now: Instant, game: &Game) -> Result<(), Declined> {
        let begun = self.ring.begin(now, game);
        self.hand_in();
        begun
    }

    fn command(&mut self, now: Instant, command: &Command) -> Result<(), Declined> {
        let said = self.ring.command(now, command);
        self.hand_in();
        said
    }

    fn game(&self) -> Option<&Game> {
        self.ring.game()
    }

    fn question(&self) -> Option<&Question> {
        self.ring.question()
    }

    fn waiting(&self) -> Waiting {
        self.ring.waiting()
    }

    fn falls(&self) -> &[SeenFall] {
        self.ring.falls()
    }

    fn forget_falls(&mut self) {
        self.ring.forget_falls();
    }

    fn said(&mut self) -> Vec<Event> {
        self.ring.said()
    }

    fn is_attended(&self) -> bool {
        !self.desk.is_closed()
    }
}
