//! Fuzz target of a whole ring: any sequence of frames, scans, buttons, bytes and times,
//! with a flash that fails.
//!
//! The ring must not panic, and a follower of its journal lines must reach its state.

use rules_core::board::{BoardId, Buttons};
use rules_core::referee::{Command, Follower, JournalLine, LineBody};
use rules_core::ring::job::LineBytes;
use rules_core::ring::{
    HostPresence, Input, Job, ReclaimReport, Report, Ring, StorageError, StoredConfig,
};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::observation::Observation;
use rules_core::time::{Instant, Span};
use rules_core::wire::{BootReason, FRAME_MAX, encode};
use std::collections::BTreeMap;

/// Reader of the fuzzer's bytes.
struct Soup<'a>(&'a [u8]);

impl<'a> Soup<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from(self.byte()?) | u32::from(self.byte()?) << 8)
    }

    /// Reads a slice with its length in front.
    fn portion(&mut self) -> Option<&'a [u8]> {
        let length = usize::from(self.byte()?).min(self.0.len());
        let (portion, rest) = self.0.split_at(length);
        self.0 = rest;
        Some(portion)
    }
}

/// Ring with its sensor state and its written lines.
struct Drive {
    ring: Box<Ring>,
    now: Instant,
    frame: CurtainFrame,
    scan: HallScan,
    lines: BTreeMap<u32, LineBytes>,
    /// True if a line was lost on purpose.
    torn: bool,
}

/// Drives a ring with the inputs in `data`.
///
/// # Panics
/// If the ring panics, or its lines lead to another state.
pub fn run(data: &[u8]) {
    let mut soup = Soup(data);
    let board = BoardId::ALL[usize::from(soup.byte().unwrap_or(0)) % BoardId::ALL.len()];
    let mut drive = Drive::new(board);
    while drive.step(&mut soup).is_some() {}
    drive.finish();
}

impl Drive {
    fn new(board: BoardId) -> Self {
        let kept = StoredConfig::new(board);
        let mut scan = HallScan {
            index: 0,
            sums: [0; 96],
            overrun: false,
        };
        for (sum, rest) in scan.sums.iter_mut().zip(&kept.calibration.rests) {
            *sum = rest.sum;
        }
        Self {
            ring: Box::new(Ring::new(&kept, BootReason::PowerUp, "fuzz")),
            now: Instant(1_000_000),
            frame: CurtainFrame {
                index: 0,
                reads: [[0; 6]; 5],
            },
            scan,
            lines: BTreeMap::new(),
            torn: false,
        }
    }

    fn step(&mut self, soup: &mut Soup<'_>) -> Option<()> {
        match soup.byte()? % 16 {
            0 | 1 => self.curtain(soup)?,
            2 | 3 => self.hall(soup)?,
            4 => self.give(Input::Bytes(soup.portion()?)),
            5 | 6 => {
                // Well-formed frames, so that the fuzzer reaches the messages.
                let payload = soup.portion()?;
                let mut out = [0; FRAME_MAX];
                if let Ok(frame) = encode(payload, &mut out) {
                    self.give(Input::Bytes(frame));
                }
            }
            7 => {
                let down = Buttons::from_iter(
                    rules_core::board::Button::ALL
                        .into_iter()
                        .zip([1, 2, 4, 8])
                        .filter(|(_, bit)| soup.0.first().unwrap_or(&0) & bit != 0)
                        .map(|(button, _)| button),
                );
                soup.byte()?;
                self.give(Input::Buttons(down));
            }
            8 => {
                self.now += Span::millis(soup.number()?);
                self.give(Input::Time);
            }
            9 => {
                // A clock that jumps back.
                let back = Span::millis(soup.number()?);
                let then = self.now - back;
                self.ring.step(then, Input::Time);
            }
            10 => {
                let presence = match soup.byte()? % 2 {
                    0 => HostPresence::There,
                    _ => HostPresence::Gone,
                };
                self.give(Input::Host(presence));
            }
            11 | 12 => {
                if let Ok(observation) = postcard::from_bytes::<Observation>(soup.portion()?) {
                    self.give(Input::Seen(&observation));
                }
            }
            13 => {
                if let Ok(command) = postcard::from_bytes::<Command>(soup.portion()?) {
                    let _ = self.ring.command_from_table(self.now, &command);
                }
            }
            14 => {
                let mut packet = [0; 63];
                for _ in 0..soup.byte()? {
                    if self.ring.transmit(&mut packet) == 0 {
                        break;
                    }
                }
            }
            _ => self.work(soup.byte()?),
        }
        Some(())
    }

    fn give(&mut self, input: Input<'_>) {
        self.ring.step(self.now, input);
        // Sometimes it is left to the next step.
        if !self.now.0.is_multiple_of(3) {
            self.ring.work();
        }
        if let Some(due) = self.ring.poll_at() {
            assert!(due.0 > 0);
        }
    }

    fn curtain(&mut self, soup: &mut Soup<'_>) -> Option<()> {
        let repeat = u32::from(soup.byte()?);
        let (read, word, bits) = (soup.byte()?, soup.byte()?, soup.number()?);
        let changed = &mut self.frame.reads[usize::from(read) % 5][usize::from(word) % 6];
        *changed ^= bits << (read % 16);
        for _ in 0..=repeat {
            self.frame.index = self.frame.index.wrapping_add(1);
            self.now += Span::micros(400);
            let frame = self.frame;
            self.give(Input::Curtain(&frame));
        }
        Some(())
    }

    fn hall(&mut self, soup: &mut Soup<'_>) -> Option<()> {
        let repeat = u32::from(soup.byte()?);
        let (channel, value) = (usize::from(soup.byte()?) % 96, soup.number()?);
        self.scan.sums[channel] = (value % 16_381) as u16;
        for _ in 0..=repeat {
            self.scan.index = self.scan.index.wrapping_add(1);
            self.now += Span::micros(690);
            let scan = self.scan;
            self.give(Input::Hall(&scan));
        }
        Some(())
    }

    /// Executes a flash job, with success or failure depending on `how`.
    fn work(&mut self, how: u8) {
        let Some(job) = self.ring.job() else {
            return;
        };
        let report = match (job, how) {
            (Job::Append { seq, .. }, 250..) => {
                Report::Appended(seq, Err(StorageError::NeedsReclaim))
            }
            (Job::Append { seq, .. }, 249) => {
                self.torn = true;
                Report::Appended(seq, Err(StorageError::Broken))
            }
            (Job::Append { seq, line, .. }, _) => {
                self.lines.insert(seq, line);
                Report::Appended(seq, Ok(()))
            }
            (Job::Read(from), 250..) => Report::Read {
                from,
                found: Err(StorageError::Broken),
            },
            (Job::Read(from), _) => Report::Read {
                from,
                found: Ok(self
                    .lines
                    .range(from..)
                    .next()
                    .map(|(seq, line)| (*seq, line.clone()))),
            },
            (Job::Save(number), 240..) => Report::Saved(number, Err(StorageError::NeedsReclaim)),
            (Job::Save(number), _) => Report::Saved(number, Ok(())),
            (Job::Reclaim, 250..) => Report::Reclaimed(ReclaimReport::Short),
            (Job::Reclaim, _) => Report::Reclaimed(ReclaimReport::Done),
        };
        self.give(Input::Storage(&report));
    }

    /// Stores the remaining lines and follows all of them.
    fn finish(mut self) {
        for _ in 0..2_000 {
            match self.ring.job() {
                None => break,
                Some(_) => self.work(0),
            }
        }
        if self.torn {
            return;
        }
        let mut follower = Follower::default();
        for (seq, line) in &self.lines {
            let body: LineBody = postcard::from_bytes(line).expect("a line is readable");
            let entry = JournalLine { seq: *seq, body };
            follower.apply(&entry).expect("lines follow each other");
        }
        if let Some(session) = follower.session() {
            assert_eq!(session.hash(), self.ring.referee().session().hash());
        }
    }
}
