//! Emulated Pico with the real image, served to programs at a socket: in real time where
//! the machine is fast enough, otherwise as fast as possible.
//!
//! ```text
//!   host's bytes --> USB --> the image --> USB --> bytes for the host
//!                               ^
//!     commands --> buttons, frames and scans at its pins
//! ```
//!
//! A host's arrival or departure is the DTR line, which the device needs a moment to
//! notice. Hosts wait in a queue for that, and their bytes wait with them.

use super::static_table::StaticTable;
use super::{ChipModel, Emulator, EmulatorError, HarnessReply, RunLimit};
use crate::ring_server::ServedRing;
use host_core::table_event::{EventDriver, TableEvent, buttons_of};
use rules_core::board::{BoardId, Buttons};
use rules_core::ring::HostPresence;
use std::collections::VecDeque;
use std::path::Path;
use std::time::Instant as Clock;

/// Duration of one run of the device, in ms.
const RUN_MS: u32 = 5;

/// Largest lag behind real time, in us of device time; a greater lag is forgotten. All
/// times below are device time in us.
const MAX_LAG: f64 = 20_000.0;

/// Device time from ready to the end of USB enumeration, in us.
const ENUMERATION_TIME: f64 = 100_000.0;

/// Device time that the device may take to notice a host's arrival or departure, in us; a
/// flash erase delays it.
const DTR_TIMEOUT: f64 = 60_000.0;

/// Device time within which a change on the board is recognised, in us.
const RECOGNITION_TIMEOUT: f64 = 200_000.0;

/// Number of undelivered bytes from which on the simulated host stops accepting packets.
const MAX_UNDELIVERED: usize = 16 * 1024;

/// Emulated Pico served at a socket.
#[derive(Debug)]
pub struct ServedPico {
    pico: Emulator,
    laid: StaticTable,
    /// Present device time, in us.
    now: f64,
    /// Real time and device time from which on both are compared.
    since: (Clock, f64),
    /// Queue of arrivals and departures of hosts; `next_host` is the earliest time of the
    /// next one.
    hosts: VecDeque<HostPresence>,
    next_host: f64,
    /// True if a host is connected.
    is_heard: bool,
    /// True if the host has stopped accepting packets.
    is_deaf: bool,
    /// Bytes of the host that the device has not received yet.
    incoming: Vec<u8>,
    outgoing: Vec<u8>,
    /// Device time at which the pressed button is released, in us; `None` if none is
    /// pressed.
    release: Option<f64>,
    /// Device time at which the last change has been recognised, in us.
    settled: f64,
    /// True if the device restarted since the last query.
    restarted: bool,
    trouble: Option<EmulatorError>,
}

impl ServedPico {
    /// Boots an image on an empty board whose flash has been in use; `directory` is for
    /// files.
    ///
    /// # Errors
    /// `EmulatorError` if the emulator fails or a file cannot be written.
    pub fn start(image: &Path, board: BoardId, directory: &Path) -> Result<Self, EmulatorError> {
        let pico = Emulator::in_use(image, board, directory, ChipModel::default())?;
        let mut live = Self {
            pico,
            laid: StaticTable::new(board),
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
        let boot = live.pico.run(3_000, RunLimit::Ready)?;
        if boot.ready.is_empty() {
            return Err(EmulatorError::Refused(
                "the image does not get ready".into(),
            ));
        }
        live.on_reply(&boot);
        while !live.hosts.is_empty() {
            live.slice()?;
        }
        Ok(live)
    }

    /// Feeds the readings of the present table to the pins.
    fn lay(&mut self) -> Result<(), EmulatorError> {
        let frame: Vec<_> = self.laid.frame().into_iter().collect();
        let scan: Vec<_> = self.laid.scan().into_iter().collect();
        let answer = self.pico.stream(&frame, &scan)?;
        self.on_reply(&answer);
        Ok(())
    }

    /// Runs the device for `RUN_MS` of device time.
    fn slice(&mut self) -> Result<(), EmulatorError> {
        if self.now >= self.next_host
            && let Some(presence) = self.hosts.pop_front()
        {
            self.is_heard = presence == HostPresence::There;
            self.next_host = self.now + DTR_TIMEOUT;
            let answer = self.pico.open(self.is_heard)?;
            self.on_reply(&answer);
        }
        if self.hosts.is_empty() && !self.incoming.is_empty() {
            let bytes = core::mem::take(&mut self.incoming);
            let answer = self.pico.send(&bytes)?;
            self.on_reply(&answer);
        }
        let is_deaf = self.outgoing.len() > MAX_UNDELIVERED;
        if is_deaf != self.is_deaf {
            self.is_deaf = is_deaf;
            let answer = self.pico.listen(!is_deaf)?;
            self.on_reply(&answer);
        }
        if self.release.is_some_and(|at| self.now >= at) {
            self.release = None;
            let answer = self.pico.press(Buttons::EMPTY)?;
            self.on_reply(&answer);
        }
        let answer = self.pico.run(RUN_MS, RunLimit::Over)?;
        self.on_reply(&answer);
        Ok(())
    }

    fn on_reply(&mut self, answer: &HarnessReply) {
        self.now = answer.now;
        let reset = answer
            .resets
            .first()
            .map_or(f64::INFINITY, |reset| reset.at);
        let heard = answer.packets.iter().filter(|packet| packet.at <= reset);
        for packet in heard.filter(|_| self.is_heard) {
            self.outgoing.extend(packet.bytes());
        }
        if reset.is_finite() {
            self.restarted = true;
            self.hosts.clear();
            (self.is_heard, self.next_host) = (false, f64::INFINITY);
        }
        if !answer.ready.is_empty() {
            // After a restart the port counts as open although no host is there yet.
            self.hosts.push_front(HostPresence::Gone);
            self.next_host = self.now + ENUMERATION_TIME;
        }
    }

    /// Holds these buttons down for `time` us of device time.
    fn hold(&mut self, down: Buttons, time: f64) -> Result<(), EmulatorError> {
        let answer = self.pico.press(down)?;
        self.on_reply(&answer);
        self.release = Some(self.now + time);
        self.settled = self.now + time;
        Ok(())
    }
}

impl ServedRing for ServedPico {
    fn live(&mut self) {
        let (real, device) = self.since;
        let ahead = self.now - device - real.elapsed().as_micros() as f64;
        if ahead > 0.0 || self.trouble.is_some() {
            return;
        }
        if ahead < -MAX_LAG {
            self.since = (Clock::now(), self.now);
        }
        if let Err(trouble) = self.slice() {
            self.trouble = Some(trouble);
        }
    }

    fn host(&mut self, presence: HostPresence) {
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

    fn execute(&mut self, words: &str) -> Result<(), String> {
        if let Ok(TableEvent::Speech(_)) = TableEvent::parse(words, EventDriver::Manual) {
            return Err("nobody speaks for the table here: use `dohyo declare`".to_owned());
        }
        let event = TableEvent::parse(words, EventDriver::Emulated)?;
        let done = match event {
            TableEvent::Press(press) => {
                let (down, time) = buttons_of(press);
                self.hold(down, time.0 as f64)
            }
            _ => {
                self.laid.change(&event)?;
                if event.is_sensed() {
                    self.settled = self.now + RECOGNITION_TIMEOUT;
                }
                self.lay()
            }
        };
        done.map_err(|trouble| trouble.to_string())
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
