//! The real image on an emulated Pico as a ring that lives, for programs at a
//! socket: in real time where the machine is fast enough, else as fast as it can.
//!
//! ```text
//!   host's bytes --> USB --> the image --> USB --> bytes for the host
//!                               ^
//!        words --> buttons, frames and scans at its pins
//! ```
//!
//! A host that comes or goes is the line DTR, which the device needs a moment to
//! look at: hosts wait in line for that, and what they say waits with them.

use super::laid::Laid;
use super::{Answer, Emulator, Trouble, Until};
use crate::live::server::Serves;
use crate::live::words::Happening;
use rules_core::board::{Buttons, Name};
use rules_core::ring::Presence;
use std::collections::VecDeque;
use std::path::Path;
use std::time::Instant as Clock;

/// The device runs for so long at a time, ms.
const SLICE: u32 = 5;

/// How far it may be behind real time before that is forgotten, in us of device
/// time: as all times below.
const LAG: f64 = 20_000.0;

/// From ready to when USB is there.
const ENUMERATION: f64 = 100_000.0;

/// How long the device may take to notice that a host has come or gone; an erase
/// of the flash keeps it from that.
const NOTICE: f64 = 60_000.0;

/// How long a finger stays on a button.
const PRESS: f64 = 150_000.0;

/// What is laid down is seen within this.
const SIGHT: f64 = 200_000.0;

/// Bytes the host has not taken yet, from which on it is deaf.
const DEAF: usize = 16 * 1024;

/// An emulated Pico that lives.
#[derive(Debug)]
pub struct LivePico {
    pico: Emulator,
    laid: Laid,
    /// Device time.
    now: f64,
    /// Real time and device time from which on they are compared.
    since: (Clock, f64),
    /// Hosts that come and go, and when the next one may.
    hosts: VecDeque<Presence>,
    next_host: f64,
    /// Whether a host is there.
    is_heard: bool,
    /// Whether it has stopped coming for packets.
    is_deaf: bool,
    /// What the host said and the device has not got yet.
    incoming: Vec<u8>,
    outgoing: Vec<u8>,
    /// When the finger leaves the button.
    release: Option<f64>,
    /// When what was done last has been seen.
    settled: f64,
    /// The device restarted since somebody asked.
    restarted: bool,
    trouble: Option<Trouble>,
}

impl LivePico {
    /// Boots this image on a board on which nothing lies, with a flash that has
    /// been in use; `directory` is for files.
    ///
    /// # Errors
    /// If the emulator fails, or a file cannot be written.
    pub fn start(image: &Path, board: Name, directory: &Path) -> Result<Self, Trouble> {
        let pico = Emulator::in_use(image, board, directory)?;
        let mut live = Self {
            pico,
            laid: Laid::new(board),
            now: 0.0,
            since: (Clock::now(), 0.0),
            hosts: VecDeque::new(),
            next_host: f64::INFINITY,
            is_heard: false,
            is_deaf: false,
            incoming: Vec::new(),
            outgoing: Vec::new(),
            release: None,
            settled: 0.0,
            restarted: false,
            trouble: None,
        };
        live.lay()?;
        let boot = live.pico.run(3_000, Until::Ready)?;
        if boot.ready.is_empty() {
            return Err(Trouble::Refused("the image does not get ready".into()));
        }
        live.take(&boot);
        while !live.hosts.is_empty() {
            live.slice()?;
        }
        Ok(live)
    }

    /// Puts what lies there to the pins.
    fn lay(&mut self) -> Result<(), Trouble> {
        let frame: Vec<_> = self.laid.frame().into_iter().collect();
        let scan: Vec<_> = self.laid.scan().into_iter().collect();
        let answer = self.pico.stream(&frame, &scan)?;
        self.take(&answer);
        Ok(())
    }

    /// Lets the device run for a moment.
    fn slice(&mut self) -> Result<(), Trouble> {
        if self.now >= self.next_host
            && let Some(presence) = self.hosts.pop_front()
        {
            self.is_heard = presence == Presence::There;
            self.next_host = self.now + NOTICE;
            let answer = self.pico.open(self.is_heard)?;
            self.take(&answer);
        }
        if self.hosts.is_empty() && !self.incoming.is_empty() {
            let bytes = core::mem::take(&mut self.incoming);
            let answer = self.pico.send(&bytes)?;
            self.take(&answer);
        }
        let is_deaf = self.outgoing.len() > DEAF;
        if is_deaf != self.is_deaf {
            self.is_deaf = is_deaf;
            let answer = self.pico.listen(!is_deaf)?;
            self.take(&answer);
        }
        if self.release.is_some_and(|at| self.now >= at) {
            self.release = None;
            let answer = self.pico.press(Buttons::EMPTY)?;
            self.take(&answer);
        }
        let answer = self.pico.run(SLICE, Until::Over)?;
        self.take(&answer);
        Ok(())
    }

    fn take(&mut self, answer: &Answer) {
        self.now = answer.now;
        let reset = answer.resets.first().map_or(f64::INFINITY, |it| it.at);
        let heard = answer.packets.iter().filter(|it| it.at <= reset);
        for packet in heard.filter(|_| self.is_heard) {
            self.outgoing.extend(packet.bytes());
        }
        if reset.is_finite() {
            self.restarted = true;
            self.hosts.clear();
            (self.is_heard, self.next_host) = (false, f64::INFINITY);
        }
        if !answer.ready.is_empty() {
            // The port is open from the start; nobody is there yet.
            self.hosts.push_front(Presence::Gone);
            self.next_host = self.now + ENUMERATION;
        }
    }

    fn press(&mut self, down: Buttons) -> Result<(), Trouble> {
        let answer = self.pico.press(down)?;
        self.take(&answer);
        self.release = Some(self.now + PRESS);
        Ok(())
    }
}

impl Serves for LivePico {
    fn live(&mut self) {
        let (real, device) = self.since;
        let ahead = self.now - device - real.elapsed().as_micros() as f64;
        if ahead > 0.0 || self.trouble.is_some() {
            return;
        }
        if ahead < -LAG {
            self.since = (Clock::now(), self.now);
        }
        if let Err(trouble) = self.slice() {
            self.trouble = Some(trouble);
        }
    }

    fn host(&mut self, presence: Presence) {
        self.hosts.push_back(presence);
        self.incoming.clear();
        self.outgoing.clear();
    }

    fn receive(&mut self, bytes: &[u8]) {
        self.incoming.extend(bytes);
    }

    fn transmit(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.outgoing)
    }

    fn tell(&mut self, words: &str) -> Result<(), String> {
        let happening = Happening::parse(words)?;
        let told = match happening {
            Happening::Say(_) => {
                return Err("nobody speaks for the table here: use `dohyo declare`".to_owned());
            }
            Happening::Press(button) => {
                self.settled = self.now + PRESS;
                self.press(Buttons::of(button))
            }
            _ => {
                self.laid.change(&happening)?;
                if happening.is_seen() {
                    self.settled = self.now + SIGHT;
                }
                self.lay()
            }
        };
        told.map_err(|trouble| trouble.to_string())
    }

    fn is_settled(&self) -> bool {
        self.now >= self.settled
    }

    fn has_restarted(&mut self) -> bool {
        core::mem::take(&mut self.restarted)
    }

    fn trouble(&self) -> Option<String> {
        self.trouble.as_ref().map(ToString::to_string)
    }
}
