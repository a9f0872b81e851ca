//! Ring of a promise case, with its flash, its plug and its host. Tests know of the ring
//! only what the host receives.
//!
//! Some invariants are checked all the time: journal lines arrive without gaps and lead
//! the host to the ring's own state; the host is told exactly what the ring waits for.

use crate::promise_text as words;
use host_core::capture;
use host_core::protocol::{ClientEvent, HostProtocol};
use rules_core::board::{BoardId, Buttons, Profile};
use rules_core::clause::Clause;
use rules_core::referee::{Referee, Waiting};
use rules_core::ring::{HostPresence, Input};
use rules_core::rng::Rng;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::time::Instant;
use rules_core::wire::message::{FollowFrom, WatchStream};
use rules_core::wire::{BootReason, Request, RingMessage};
use virtual_ring::in_process::InProcessRing;
use virtual_ring::play::ring_under_test::FrameConsumer;

/// Violation reported if a power cut was scheduled within a flash write that never came.
pub const NO_CUT: &str = "the power was to be cut in a write that never came";

/// Ring of a promise case with a connected host.
#[derive(Debug)]
pub struct PromiseRing {
    local: InProcessRing,
    side: HostProtocol,
    line: Line,
    now: Instant,
    /// Messages that the host has received, in words: events, and responses to its
    /// requests.
    pub heard: Vec<String>,
    /// Observations that sensing has reported, in words.
    pub seen: Vec<String>,
    /// Violations of the invariants so far.
    pub broken: Vec<String>,
    told: Option<Waiting>,
    asked: Vec<u16>,
    proof: Vec<u8>,
    /// Number of the journal line that must come next; `None` before the first.
    next: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Plugged,
    Unplugged,
}

impl PromiseRing {
    /// Creates a ring with a host that follows it.
    #[must_use]
    pub fn new() -> Self {
        let mut front = Self {
            local: InProcessRing::new(BoardId::Ring),
            side: HostProtocol::default(),
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
        front.side.follow(FollowFrom::Now);
        front.listen();
        front
    }

    /// Returns the in-process ring.
    #[must_use]
    pub const fn local(&self) -> &InProcessRing {
        &self.local
    }

    /// Returns the in-process ring for changes.
    pub const fn local_mut(&mut self) -> &mut InProcessRing {
        &mut self.local
    }

    /// Returns the ring's referee.
    #[must_use]
    pub fn referee(&self) -> &Referee {
        self.local.ring().referee()
    }

    /// Returns the present time of the case.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.now
    }

    /// Connects the host, for the first time or again: it requests the lines it has
    /// missed.
    pub fn plug(&mut self) {
        self.line = Line::Plugged;
        self.local.step(self.now, Input::Host(HostPresence::There));
        self.side.open();
        let streams = [WatchStream::Observations, WatchStream::Waiting];
        self.side.ask(Request::Watch(streams.into_iter().collect()));
        self.listen();
    }

    /// Disconnects the host.
    pub fn unplug(&mut self) {
        self.line = Line::Unplugged;
        self.local.step(self.now, Input::Host(HostPresence::Gone));
        self.told = None;
    }

    /// Sends this many random bytes from the host.
    pub fn garbage(&mut self, count: usize) {
        let mut lots = Rng::new(count as u64);
        let bytes: Vec<u8> = (0..count).map(|_| lots.next_u64() as u8).collect();
        self.step(Input::Bytes(&bytes));
        // A zero byte ends the frame, so that the next bytes begin one of their own.
        self.step(Input::Bytes(&[0]));
    }

    /// Sends a request from the host.
    pub fn ask(&mut self, ask: Request) {
        let id = self.side.ask(ask);
        self.asked.push(id);
        self.listen();
    }

    /// Presses exactly these buttons; all others are up.
    pub fn buttons(&mut self, down: Buttons) {
        self.step(Input::Buttons(down));
    }

    /// Cuts the power of the ring and restores it.
    pub fn cut(&mut self) {
        self.broken.extend(self.no_cut());
        self.local.power_cycle(BootReason::PowerUp);
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

    /// Returns [`NO_CUT`] if a power cut was scheduled in a write and has not come.
    #[must_use]
    pub fn no_cut(&self) -> Option<String> {
        let to_come = self.local.flash().has_cut_to_come();
        to_come.then(|| NO_CUT.to_owned())
    }

    /// Fetches the capture of the last ruling by `clause`, and replays it.
    ///
    /// # Errors
    /// The reason that there is no evidence, or the fault found in it.
    pub fn challenge(&mut self, clause: Clause) -> Result<String, String> {
        let ground = self
            .side
            .session()
            .and_then(|it| it.why().by_clause(clause));
        let ground = *ground.ok_or_else(|| format!("nothing was ruled by {clause}"))?;
        self.proof.clear();
        let seq = ground.seq;
        self.side.ask(Request::Capture { seq, offset: 0 });
        self.listen();
        let calibration = Calibration::nominal(Profile::of(BoardId::Ring));
        let replay = capture::replay(&self.proof, &calibration).map_err(|it| it.to_string())?;
        let picture = capture::draw(&self.proof, &calibration).map_err(|it| it.to_string())?;
        if !picture.contains("replayed: the same result") {
            return Err("the picture does not say that it is the same".into());
        }
        if replay.header.observation.at != ground.evidence.at {
            return Err("the evidence is of another ruling".into());
        }
        Ok(format!(
            "same: {}",
            words::seen(&replay.header.observation, &self.referee().prior())
        ))
    }

    fn step(&mut self, input: Input<'_>) {
        self.local.step(self.now, input);
        self.after();
    }

    /// Passes the ring's bytes to the host after a step, unless the power has gone.
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
            self.on_event(heard);
        }
    }

    fn on_event(&mut self, heard: ClientEvent) {
        match heard {
            ClientEvent::Line(followed) => {
                if self.next.is_some_and(|next| next != followed.line.seq) {
                    self.broken.push(format!(
                        "line {} came when {:?} was to come",
                        followed.line.seq, self.next
                    ));
                }
                self.next = Some(followed.line.seq + 1);
                let said = followed.events.iter().map(|event| event.kind.to_string());
                self.heard.extend(said);
            }
            ClientEvent::FollowFailed(astray) => {
                self.broken.push(format!("the host is astray: {astray}"))
            }
            ClientEvent::Void(lines) => self.broken.push(lines.to_string()),
            ClientEvent::Incompatible(it) => self.broken.push(it.to_string()),
            ClientEvent::Message(message) => match *message {
                RingMessage::Observation(observation) => {
                    let prior = self.referee().prior();
                    self.seen.push(words::seen(&observation, &prior));
                }
                RingMessage::Waiting(waiting) => self.told = Some(waiting),
                RingMessage::Response(id, outcome) if self.asked.contains(&id) => {
                    self.heard.push(words::outcome(&outcome));
                }
                RingMessage::Capture { bytes, .. } => self.proof.extend(bytes),
                _ => {}
            },
        }
    }

    /// Returns the last [`Waiting`] that the host received; `None` before the first.
    #[must_use]
    pub const fn told(&self) -> Option<&Waiting> {
        self.told.as_ref()
    }

    /// Takes the violations found so far, and checks the invariants once more.
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

    /// Checks that a host that connects only now and reads the match from its beginning
    /// reaches the same state.
    ///
    /// # Errors
    /// The difference, as a sentence.
    pub fn read_again(&mut self) -> Result<(), String> {
        if self.referee().session().game().is_none() {
            return Ok(());
        }
        self.local.step(self.now, Input::Host(HostPresence::There));
        let mut side = HostProtocol::default();
        side.open();
        side.follow(FollowFrom::Match);
        self.local.talk(self.now, &mut side);
        let hash = self.referee().session().hash();
        match side.session() {
            Some(session) if session.hash() == hash => Ok(()),
            Some(_) => Err("the journal leads to another state".into()),
            None => Err("the journal leads nowhere".into()),
        }
    }
}

impl Default for PromiseRing {
    fn default() -> Self {
        Self::new()
    }
}

impl FrameConsumer for PromiseRing {
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
