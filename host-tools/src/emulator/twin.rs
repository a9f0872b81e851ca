//! A ring on the host that is given what an emulated Pico is given: the same
//! bytes and buttons, and every frame the device was handed, at its time.

use super::Answer;
use crate::client::{Heard, Side};
use crate::local::LocalRing;
use crate::virtual_ring::sensors::{GridView, Level, Noise, Sensors};
use crate::virtual_ring::space::View;
use rules_core::board::{Buttons, Dimensions, Name, Profile};
use rules_core::referee::Entry;
use rules_core::ring::{Input, Presence};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::time::{Instant, Span};
use rules_core::wire::{FromRing, Hello};

/// The longest packet of a host.
const PACKET: usize = 64;

/// Frames that are fed one after the other; before the first and after the last
/// those are fed.
#[derive(Debug, Default)]
struct Fed {
    /// From which numbers on they are fed.
    from: (u32, u32),
    /// The numbers of the first frame and the first scan.
    first: (u32, u32),
    frames: Vec<CurtainFrame>,
    scans: Vec<HallScan>,
}

/// The twin of a device.
#[derive(Debug)]
pub struct Twin {
    profile: &'static Profile,
    ring: LocalRing,
    /// Its host.
    side: Side,
    lines: Vec<Entry>,
    messages: Vec<FromRing>,
    feeds: Vec<Fed>,
    next: (Option<u32>, Option<u32>),
}

impl Twin {
    /// A ring at power-up, at rest.
    #[must_use]
    pub fn new(board: Name) -> Self {
        let profile = Profile::of(board);
        let noise = Noise::of(Level::Off);
        let mut sensors = Sensors::new(profile, &Dimensions::ASSUMED, noise, &[], 1);
        let rest = Fed {
            frames: sensors.curtain(0, &View::default()).into_iter().collect(),
            scans: match profile.curtain {
                Some(_) => sensors.hall(0, &View::default()),
                None => sensors.hall_grid(0, &GridView::default()),
            }
            .into_iter()
            .collect(),
            ..Fed::default()
        };
        Self {
            profile,
            ring: LocalRing::new(board),
            side: Side::default(),
            lines: Vec::new(),
            messages: Vec::new(),
            feeds: vec![rest],
            next: (None, None),
        }
    }

    /// A frame and a scan of a table on which nothing is.
    #[must_use]
    pub fn resting(&self) -> (&[CurtainFrame], &[HallScan]) {
        let rest = self.feeds.first();
        rest.map_or((&[], &[]), |it| (&it.frames, &it.scans))
    }

    /// The ring, to do something to it or to ask it what its lights say.
    pub const fn ring_mut(&mut self) -> &mut LocalRing {
        &mut self.ring
    }

    /// The lines of its journal, as its host has them.
    #[must_use]
    pub fn lines(&self) -> &[Entry] {
        &self.lines
    }

    /// What else its host has heard.
    #[must_use]
    pub fn messages(&self) -> &[FromRing] {
        &self.messages
    }

    /// What it said of itself.
    #[must_use]
    pub const fn hello(&self) -> Option<&Hello> {
        self.side.hello()
    }

    /// From one frame to the next, and from one scan to the next.
    pub(super) fn periods(&self) -> (Span, Span) {
        let curtain = self.profile.curtain.map_or(Span(0), |it| it.period);
        (curtain, self.profile.hall.period())
    }

    /// When the first of these began.
    #[must_use]
    pub fn beginning(&self, frames: &[CurtainFrame], scans: &[HallScan]) -> Instant {
        let frame = (frames.first().zip(self.profile.curtain.as_ref())).map(|(it, by)| it.at(by));
        let scan = scans.first().map(|it| it.at(&self.profile.hall));
        frame.or(scan).unwrap_or(Instant::ZERO)
    }

    /// Other frames are fed.
    pub fn feed(&mut self, frames: Vec<CurtainFrame>, scans: Vec<HallScan>) {
        self.feeds.push(Fed {
            frames,
            scans,
            ..Fed::default()
        });
    }

    /// They go on with these.
    pub fn more(&mut self, frames: Vec<CurtainFrame>, scans: Vec<HallScan>) {
        if let Some(fed) = self.feeds.last_mut() {
            fed.frames.extend(frames);
            fed.scans.extend(scans);
        }
    }

    /// The device was fed the last of them from this time on, in us, under the
    /// numbers in the answer.
    pub fn fed(&mut self, at: u64, answer: &Answer) {
        let (curtain, hall) = self.periods();
        let number = |period: Span| match (at, period.0) {
            (0, _) | (_, 0) => 0,
            (at, period) => (at / u64::from(period)) as u32 + 1,
        };
        let (frame, scan) = (answer.first_frame, answer.first_scan);
        if let Some(fed) = self.feeds.last_mut() {
            fed.from = (number(curtain), number(hall));
            fed.first = (frame.unwrap_or(0), scan.unwrap_or(0));
        }
    }

    /// A host opens the line.
    pub fn host_comes(&mut self, at: Instant) {
        self.ring.step(at, Input::Host(Presence::There));
    }

    /// The host says something.
    pub fn receive(&mut self, at: Instant, bytes: &[u8]) {
        for packet in bytes.chunks(PACKET) {
            self.ring.step(at, Input::Bytes(packet));
        }
        self.listen();
    }

    /// Buttons are held down; the device looks twice, 5 ms apart.
    pub fn press(&mut self, at: Instant, down: Buttons) {
        let at = at + Span::millis(8);
        self.ring.step(at, Input::Buttons(down));
    }

    /// Takes the frames that the device was handed.
    pub fn follow(&mut self, answer: &Answer) {
        let (frame_time, scan_time) = self.periods();
        let counts = &answer.counts;
        let mut frame = self.next.0.or(counts.curtain.first);
        let mut scan = self.next.1.or(counts.hall.first);
        let end = |n: u32, period: Span| Instant(u64::from(n + 1) * u64::from(period.0));
        loop {
            let next_frame = frame.filter(|&n| Some(n) <= counts.curtain.last);
            let next_scan = scan.filter(|&n| Some(n) <= counts.hall.last);
            match (next_frame, next_scan) {
                (Some(n), m) if m.is_none_or(|m| end(n, frame_time) <= end(m, scan_time)) => {
                    if let Some(it) = self.frame(n) {
                        self.ring.step(end(n, frame_time), Input::Curtain(&it));
                    }
                    frame = Some(n + 1);
                }
                (_, Some(m)) => {
                    if let Some(it) = self.scan(m) {
                        self.ring.step(end(m, scan_time), Input::Hall(&it));
                    }
                    scan = Some(m + 1);
                }
                _ => break,
            }
            self.listen();
        }
        self.next = (frame, scan);
        self.ring.wait(Instant(answer.now.max(0.0) as u64));
        self.listen();
    }

    fn frame(&self, index: u32) -> Option<CurtainFrame> {
        let fed = self.feeds.iter().rev().find(|it| it.from.0 <= index)?;
        let n = index.saturating_sub(fed.first.0) as usize;
        let frame = fed.frames.get(n).or(fed.frames.last())?;
        Some(CurtainFrame { index, ..*frame })
    }

    fn scan(&self, index: u32) -> Option<HallScan> {
        let fed = self.feeds.iter().rev().find(|it| it.from.1 <= index)?;
        let n = index.saturating_sub(fed.first.1) as usize;
        let scan = fed.scans.get(n).or(fed.scans.last())?;
        Some(HallScan { index, ..*scan })
    }

    /// Its host hears what it says.
    fn listen(&mut self) {
        let bytes = self.ring.transmit();
        if bytes.is_empty() {
            return;
        }
        for heard in self.side.receive(&bytes) {
            match heard {
                Heard::Line(entry, _) => self.lines.push(*entry),
                Heard::Message(message) => self.messages.push(*message),
                Heard::Astray(_) | Heard::Incompatible(_) => {}
            }
        }
        // What it would ask for itself, the device's host asks for both.
        let _ = self.side.take_outgoing();
    }
}
