//! A judge that is the real image on an emulated Pico, with a ring on the host
//! beside it that is given the very same.
//!
//! ```text
//!   frames --> batches of 20 ms --> pins of the Pico --USB--> game, questions
//!                     |
//!                     +-----------> ring on the host          must say the same
//! ```
//!
//! The device has a time of its own: while somebody speaks to it and waits for
//! its answer, or touches it, the match stands still and the device reads the
//! last frame again and again.

use super::twin::Twin;
use super::{Answer, Emulator, Trouble, Until};
use crate::client::{Heard, Side, to_begin};
use crate::virtual_ring::play::judge::{Eyes, Judge, SeenFall};
use crate::virtual_ring::scene::Scene;
use core::ops::ControlFlow;
use rules_core::board::{Button, Buttons, Name};
use rules_core::referee::waiting::Next;
use rules_core::referee::{
    Command, Declined, Entry, Event, Game, Line, Policies, Question, Record, Seen, Waiting,
};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::observation::{Observation, What};
use rules_core::time::{Instant, Span};
use rules_core::wire::message::{From, Stream, Streams};
use rules_core::wire::{Ask, FromRing, Outcome, Refusal};
use std::path::Path;

/// Frames go to the device in batches of this length.
const BATCH: Span = Span::millis(20);

/// A frame is read from its beginning on and there when it is complete: the
/// device stays so far behind.
const BEHIND: Span = Span::millis(1);

/// How long a touch lasts, and a step of waiting, ms.
const TOUCH: u32 = 90;
const STEP: u32 = 10;

/// Steps to wait for an answer.
const STEPS: usize = 200;

/// Frames that are fed one after the other.
#[derive(Debug, Clone, Copy)]
struct Flow {
    /// When the first was fed, in device time, us.
    began: u64,
    /// Device time less that of the match.
    ahead: u64,
    /// How many there were so far.
    frames: u64,
    scans: u64,
}

/// An emulated Pico that judges.
pub struct PicoJudge<'a> {
    pico: Emulator,
    twin: Twin,
    side: Side,
    /// Hears what the referee says, as it says it.
    ear: &'a mut dyn FnMut(&Event),
    last: Answer,
    /// Frames the device has not got yet.
    frames: Vec<CurtainFrame>,
    scans: Vec<HallScan>,
    /// When the next batch goes, in the match.
    due: Instant,
    /// What the device is fed, frame after frame.
    flow: Option<Flow>,
    waiting: Waiting,
    falls: Vec<SeenFall>,
    events: Vec<Event>,
    lines: Vec<Entry>,
    answers: Vec<(u16, Outcome)>,
    /// Nobody stays longer than this.
    leaves: Option<Instant>,
    trouble: Option<Trouble>,
}

impl core::fmt::Debug for PicoJudge<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("PicoJudge")
            .field("pico", &self.pico)
            .finish_non_exhaustive()
    }
}

impl<'a> PicoJudge<'a> {
    /// Boots the image on a board whose flash was prepared, with a host that
    /// follows it.
    ///
    /// # Errors
    /// If the emulator fails, or a file cannot be written.
    pub fn start(
        image: &Path,
        board: Name,
        directory: &Path,
        ear: &'a mut dyn FnMut(&Event),
    ) -> Result<Self, Trouble> {
        let mut pico = Emulator::in_use(image, board, directory)?;
        let twin = Twin::new(board);
        let (frames, scans) = twin.resting();
        let fed = pico.stream(frames, scans)?;
        let last = pico.run(3_000, Until::Ready)?;
        let mut judge = Self {
            pico,
            twin,
            side: Side::default(),
            ear,
            last,
            frames: Vec::new(),
            scans: Vec::new(),
            due: Instant::ZERO,
            flow: None,
            waiting: Waiting {
                question: None,
                repair: None,
                unrest: None,
                next: Next::Begin,
            },
            falls: Vec::new(),
            events: Vec::new(),
            lines: Vec::new(),
            answers: Vec::new(),
            leaves: None,
            trouble: None,
        };
        judge.twin.fed(0, &fed);
        judge.plug()?;
        Ok(judge)
    }

    /// A host comes, watches and follows.
    fn plug(&mut self) -> Result<(), Trouble> {
        self.twin.host_comes(self.now());
        self.side.open();
        self.wait_for("the ring says no hello", |side| side.hello().is_some())?;
        let streams: Streams = [Stream::Observations, Stream::Waiting]
            .into_iter()
            .collect();
        self.ask(Ask::Watch(streams))?;
        self.side.follow(From::Now);
        self.wait_for("the journal of the ring cannot be followed", |side| {
            side.cursor().is_some()
        })
    }

    /// Waits until the host has heard something.
    fn wait_for(&mut self, why_not: &str, is_so: fn(&Side) -> bool) -> Result<(), Trouble> {
        for _ in 0..STEPS {
            if is_so(&self.side) {
                return Ok(());
            }
            self.step(STEP)?;
        }
        Err(Trouble::Refused(why_not.into()))
    }

    /// Device time since power-up.
    #[must_use]
    pub fn now(&self) -> Instant {
        Instant(self.last.now.max(0.0) as u64)
    }

    /// Everybody leaves when the device has run for so long.
    pub const fn leave_at(&mut self, at: Instant) {
        self.leaves = Some(at);
    }

    /// What the harness answered last.
    #[must_use]
    pub const fn last(&self) -> &Answer {
        &self.last
    }

    /// The lines of the journal that the device sent.
    #[must_use]
    pub fn lines(&self) -> &[Entry] {
        &self.lines
    }

    /// The first line that the ring on the host has otherwise, if there is one.
    /// Each looks at its own clock when somebody speaks, or when it was quiet for
    /// long enough; that is not compared.
    #[must_use]
    pub fn difference(&self) -> Option<String> {
        let (device, host) = (&self.lines, self.twin.lines());
        let bare = |entry: &Entry| (entry.seq, entry.body.hash, without_clock(&entry.body.line));
        let unlike = device.iter().zip(host).find(|(a, b)| bare(a) != bare(b));
        match unlike {
            Some((a, b)) => Some(format!("{a:?} on the device, {b:?} on the host")),
            None if device.len() != host.len() => {
                let lines = (device.len(), host.len());
                Some(format!(
                    "{} lines on the device, {} on the host",
                    lines.0, lines.1
                ))
            }
            None => None,
        }
    }

    /// What went wrong with the emulator, if anything did.
    #[must_use]
    pub const fn trouble(&self) -> Option<&Trouble> {
        self.trouble.as_ref()
    }

    /// Lets the device and its twin run on with what is fed.
    ///
    /// # Errors
    /// If the emulator fails.
    pub fn step(&mut self, millis: u32) -> Result<(), Trouble> {
        self.speak()?;
        self.last = self.pico.run(millis, Until::Over)?;
        self.hear();
        Ok(())
    }

    /// Sends what the host has to say.
    fn speak(&mut self) -> Result<(), Trouble> {
        let out = self.side.take_outgoing();
        if !out.is_empty() {
            self.pico.send(&out)?;
            self.twin.receive(self.now(), &out);
        }
        Ok(())
    }

    /// Takes what the device said, and lets its twin see what it has seen.
    fn hear(&mut self) {
        self.twin.follow(&self.last);
        let packets: Vec<Vec<u8>> = self.last.packets.iter().map(|it| it.bytes()).collect();
        for bytes in packets {
            for heard in self.side.receive(&bytes) {
                self.note(heard);
            }
        }
    }

    fn note(&mut self, heard: Heard) {
        match heard {
            Heard::Line(entry, events) => {
                self.lines.push(*entry);
                for event in events {
                    (self.ear)(&event);
                    self.events.push(event);
                }
            }
            Heard::Message(message) => match *message {
                FromRing::Answer(id, outcome) => self.answers.push((id, outcome)),
                FromRing::Waiting(waiting) => self.waiting = waiting,
                FromRing::Seen(observation) => self.saw(&observation),
                _ => {}
            },
            Heard::Astray(_) | Heard::Incompatible(_) => {}
        }
    }

    fn saw(&mut self, observation: &Observation) {
        if let (What::Fell(fall), Some(flow)) = (observation.what, self.flow) {
            self.falls.push(SeenFall {
                id: fall.id,
                onset: Instant(fall.onset.0.saturating_sub(flow.ahead)),
                edge: fall.spot.edge,
                along: fall.spot.along.0 / 1000,
            });
        }
    }

    /// Gives the device what there is of frames, and runs it so far.
    fn flush(&mut self) -> Result<(), Trouble> {
        if self.frames.is_empty() && self.scans.is_empty() {
            return Ok(());
        }
        let frames = core::mem::take(&mut self.frames);
        let scans = core::mem::take(&mut self.scans);
        let (more_frames, more_scans) = (frames.len() as u64, scans.len() as u64);
        let mut flow = match self.flow {
            Some(flow) => {
                self.pico.more(&frames, &scans)?;
                self.twin.more(frames, scans);
                flow
            }
            None => {
                let first = self.twin.beginning(&frames, &scans);
                let fed = self.pico.stream(&frames, &scans)?;
                self.twin.feed(frames, scans);
                self.twin.fed(self.now().0, &fed);
                let began = fed.began.unwrap_or(fed.now) as u64;
                Flow {
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
        let (curtain, hall) = self.twin.periods();
        let by_frames = flow.frames * u64::from(curtain.0);
        let by_scans = flow.scans * u64::from(hall.0);
        let there = match curtain.0 {
            0 => by_scans,
            _ => by_frames.min(by_scans),
        };
        let until = (flow.began + there).saturating_sub(BEHIND.0.into()) as f64;
        if until > self.last.now {
            self.last = self.pico.run_to(until, &self.last)?;
            self.hear();
        }
        Ok(())
    }

    /// The match stands still from here on; the device does not.
    fn pause(&mut self) -> Result<(), Trouble> {
        self.flush()?;
        self.flow = None;
        Ok(())
    }

    /// Asks, touches the ring if that is wanted, and waits for the outcome.
    fn ask(&mut self, ask: Ask) -> Result<Outcome, Trouble> {
        let id = self.side.ask(ask);
        match self.await_answer(id)? {
            Outcome::TouchNeeded => {
                self.press(Buttons::of(Button::Confirm))?;
                self.press(Buttons::EMPTY)?;
                self.await_answer(id)
            }
            outcome => Ok(outcome),
        }
    }

    fn await_answer(&mut self, id: u16) -> Result<Outcome, Trouble> {
        for _ in 0..STEPS {
            let of_it = self.answers.iter().position(|it| it.0 == id);
            if let Some(place) = of_it {
                return Ok(self.answers.remove(place).1);
            }
            self.step(STEP)?;
        }
        Err(Trouble::Refused("the ring does not answer".into()))
    }

    fn press(&mut self, down: Buttons) -> Result<(), Trouble> {
        self.pico.press(down)?;
        self.twin.press(self.now(), down);
        self.step(TOUCH)
    }

    fn say(&mut self, ask: Ask) -> Result<(), Declined> {
        match self.pause().and_then(|()| self.ask(ask)) {
            Ok(Outcome::Refused(Refusal::Declined(why))) => Err(why),
            Ok(_) => Ok(()),
            Err(trouble) => {
                self.trouble.get_or_insert(trouble);
                Ok(())
            }
        }
    }
}

/// A line without the time at which somebody spoke, or it was quiet for long
/// enough: that is when a clock was looked at.
fn without_clock(line: &Line) -> Line {
    let mut line = line.clone();
    let evidence = match &mut line {
        Line::Record(Record::Judge(judgement)) => &mut judgement.evidence,
        Line::Record(Record::Refuse(_, evidence) | Record::Log(evidence)) => evidence,
        Line::Record(Record::Ask(question)) => &mut question.about,
        Line::Record(_) | Line::Snapshot(..) => return line,
    };
    if let Seen::Said(_) | Seen::Rest | Seen::Unseen(_) | Seen::Board(_) = evidence.seen {
        evidence.at = Instant::ZERO;
    }
    line
}

impl Eyes for PicoJudge<'_> {
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

impl Judge for PicoJudge<'_> {
    fn begin(&mut self, _: Instant, game: &Game) -> Result<(), Declined> {
        for ask in to_begin(game, Policies::USUAL) {
            self.say(ask)?;
        }
        Ok(())
    }

    fn command(&mut self, _: Instant, command: &Command) -> Result<(), Declined> {
        self.say(Ask::Command(command.clone()))
    }

    fn game(&self) -> Option<&Game> {
        self.side.session()?.game()
    }

    fn question(&self) -> Option<&Question> {
        self.side.session()?.question()
    }

    fn waiting(&self) -> Waiting {
        self.waiting.clone()
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
