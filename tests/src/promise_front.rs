//! The ring of a promise scenario, with its flash, its plug and its host. What is
//! known of it is what the host hears.
//!
//! Some things must hold whatever happens, and are looked at all the time: lines
//! come without gaps and lead the host to the ring's own state; what the host is
//! told to be waited for is what the ring waits for.

use crate::promise_words as words;
use host_tools::client::{Heard, Side};
use host_tools::local::LocalRing;
use host_tools::proof;
use host_tools::virtual_ring::play::judge::Eyes;
use rules_core::board::{Buttons, Name, Profile};
use rules_core::clause::Clause;
use rules_core::lots::Lots;
use rules_core::referee::{Referee, Waiting};
use rules_core::ring::{Input, Presence};
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::time::Instant;
use rules_core::wire::message::{From, Stream};
use rules_core::wire::{Ask, BootReason, FromRing};

/// What is wrong if the power was to be cut in a write that did not come.
pub const NO_CUT: &str = "the power was to be cut in a write that never came";

/// A ring with a host at its line.
#[derive(Debug)]
pub struct Front {
    local: LocalRing,
    side: Side,
    line: Line,
    now: Instant,
    /// What the host has heard: events, and answers to what it asked.
    pub heard: Vec<String>,
    /// What sensing has said.
    pub seen: Vec<String>,
    /// What went wrong that never may.
    pub broken: Vec<String>,
    told: Option<Waiting>,
    asked: Vec<u16>,
    proof: Vec<u8>,
    /// The line that comes next.
    next: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Plugged,
    Unplugged,
}

impl Front {
    /// A new ring with a host that follows it.
    #[must_use]
    pub fn new() -> Self {
        let mut front = Self {
            local: LocalRing::new(Name::Ring),
            side: Side::default(),
            line: Line::Unplugged,
            now: Instant::ZERO,
            heard: Vec::new(),
            seen: Vec::new(),
            broken: Vec::new(),
            told: None,
            asked: Vec::new(),
            proof: Vec::new(),
            next: None,
        };
        front.plug();
        front.side.follow(From::Now);
        front.listen();
        front
    }

    /// The ring.
    #[must_use]
    pub const fn local(&self) -> &LocalRing {
        &self.local
    }

    /// The ring, to do something to it.
    pub const fn local_mut(&mut self) -> &mut LocalRing {
        &mut self.local
    }

    /// Its referee.
    #[must_use]
    pub fn referee(&self) -> &Referee {
        self.local.ring().referee()
    }

    /// What the time is.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.now
    }

    /// The host comes, or comes back: it asks for what it has missed.
    pub fn plug(&mut self) {
        self.line = Line::Plugged;
        self.local.step(self.now, Input::Host(Presence::There));
        self.side.open();
        let streams = [Stream::Observations, Stream::Waiting];
        self.side.ask(Ask::Watch(streams.into_iter().collect()));
        self.listen();
    }

    /// The cable is pulled.
    pub fn unplug(&mut self) {
        self.line = Line::Unplugged;
        self.local.step(self.now, Input::Host(Presence::Gone));
        self.told = None;
    }

    /// The host sends so many bytes of nonsense.
    pub fn garbage(&mut self, count: usize) {
        let mut lots = Lots::new(count as u64);
        let bytes: Vec<u8> = (0..count).map(|_| lots.draw() as u8).collect();
        self.step(Input::Bytes(&bytes));
        // What follows begins a frame of its own.
        self.step(Input::Bytes(&[0]));
    }

    /// The host asks for something.
    pub fn ask(&mut self, ask: Ask) {
        let id = self.side.ask(ask);
        self.asked.push(id);
        self.listen();
    }

    /// These buttons are down now.
    pub fn buttons(&mut self, down: Buttons) {
        self.step(Input::Buttons(down));
    }

    /// The power goes, and comes back.
    pub fn cut(&mut self) {
        self.broken.extend(self.no_cut());
        self.local.cut(BootReason::PowerUp);
        self.told = None;
        if self.local.lost() > 0 {
            let lost = self.local.lost();
            self.broken
                .push(format!("{lost} lines of the journal were lost"));
        }
        if self.line == Line::Plugged {
            self.plug();
        }
    }

    /// That a cut was to come in a write, and has not.
    #[must_use]
    pub fn no_cut(&self) -> Option<String> {
        let to_come = self.local.flash().has_cut_to_come();
        to_come.then(|| NO_CUT.to_owned())
    }

    /// Sends for the evidence of the last ruling by `clause`, and judges it anew.
    ///
    /// # Errors
    /// Why there is none, or what is wrong with it.
    pub fn challenge(&mut self, clause: Clause) -> Result<String, String> {
        let ground = self
            .side
            .session()
            .and_then(|it| it.why().by_clause(clause));
        let ground = *ground.ok_or_else(|| format!("nothing was ruled by {clause}"))?;
        self.proof.clear();
        let seq = ground.seq;
        self.side.ask(Ask::Proof { seq, offset: 0 });
        self.listen();
        let calibration = Calibration::nominal(Profile::of(Name::Ring));
        let replay = proof::replay(&self.proof, &calibration).map_err(|it| it.to_string())?;
        let picture = proof::draw(&self.proof, &calibration).map_err(|it| it.to_string())?;
        if !picture.contains("judged anew: the same") {
            return Err("the picture does not say that it is the same".into());
        }
        if replay.header.observation.at != ground.evidence.at {
            return Err("the evidence is of another ruling".into());
        }
        Ok(format!("same: {}", words::seen(&replay.header.observation)))
    }

    fn step(&mut self, input: Input<'_>) {
        self.local.step(self.now, input);
        self.after();
    }

    /// What follows from anything: the line is listened to, unless the power has
    /// gone.
    pub fn after(&mut self) {
        if !self.local.flash().is_powered() {
            self.cut();
        }
        self.listen();
    }

    fn listen(&mut self) {
        if self.line == Line::Unplugged {
            return;
        }
        for heard in self.local.talk(self.now, &mut self.side) {
            self.hear(heard);
        }
    }

    fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Line(entry, events) => {
                if self.next.is_some_and(|next| next != entry.seq) {
                    self.broken.push(format!(
                        "line {} came when {:?} was to come",
                        entry.seq, self.next
                    ));
                }
                self.next = Some(entry.seq + 1);
                let said = events.iter().map(|event| event.what.to_string());
                self.heard.extend(said);
            }
            Heard::Astray(astray) => self.broken.push(format!("the host is astray: {astray}")),
            Heard::Incompatible(it) => self.broken.push(it.to_string()),
            Heard::Message(message) => match *message {
                FromRing::Seen(observation) => self.seen.push(words::seen(&observation)),
                FromRing::Waiting(waiting) => self.told = Some(waiting),
                FromRing::Answer(id, outcome) if self.asked.contains(&id) => {
                    self.heard.push(words::outcome(&outcome));
                }
                FromRing::Proof { bytes, .. } => self.proof.extend(bytes),
                _ => {}
            },
        }
    }

    /// What the host was told last to be waited for.
    #[must_use]
    pub const fn told(&self) -> Option<&Waiting> {
        self.told.as_ref()
    }

    /// What never may be otherwise, and is.
    pub fn laws(&mut self) -> Vec<String> {
        let mut found = std::mem::take(&mut self.broken);
        if self.line == Line::Plugged {
            let ring = self.referee().session();
            let astray = match self.side.session() {
                Some(copy) => copy.hash() != ring.hash(),
                None => ring.game().is_some(),
            };
            if astray {
                found.push("the host is in another state than the ring".into());
            }
            let waiting = self.referee().waiting();
            if self.told.as_ref() != Some(&waiting) {
                found.push("the host waits for something else than the ring".into());
            }
        }
        found
    }

    /// A host that comes only now and reads the match from its beginning on gets
    /// to the same state.
    ///
    /// # Errors
    /// That it does not.
    pub fn read_again(&mut self) -> Result<(), String> {
        if self.referee().session().game().is_none() {
            return Ok(());
        }
        self.local.step(self.now, Input::Host(Presence::There));
        let mut side = Side::default();
        side.open();
        side.follow(From::Match);
        self.local.talk(self.now, &mut side);
        let hash = self.referee().session().hash();
        match side.session() {
            Some(session) if session.hash() == hash => Ok(()),
            Some(_) => Err("the journal leads to another state".into()),
            None => Err("the journal leads nowhere".into()),
        }
    }
}

impl Default for Front {
    fn default() -> Self {
        Self::new()
    }
}

impl Eyes for Front {
    fn curtain(&mut self, now: Instant, frame: &CurtainFrame) {
        self.now = self.now.max(now);
        self.step(Input::Curtain(frame));
    }

    fn hall(&mut self, now: Instant, scan: &HallScan) {
        self.now = self.now.max(now);
        self.step(Input::Hall(scan));
    }

    fn poll(&mut self, now: Instant) {
        self.now = self.now.max(now);
        self.step(Input::Time);
    }
}
