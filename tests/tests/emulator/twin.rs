//! The device beside a ring on the host that is given the same bytes, buttons and
//! frames at the same times. Whatever one says the other must say.

use crate::{directory, image, resting};
use host_tools::client::{Heard, Side};
use host_tools::emulator::{Answer, Emulator, Feed, Until, flash};
use host_tools::local::LocalRing;
use rules_core::board::{Buttons, Name, Profile};
use rules_core::referee::record::Begin;
use rules_core::referee::{Entry, Game, Policies};
use rules_core::ring::{Input, Presence};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::time::{Instant, Span};
use rules_core::wire::{Ask, FromRing, Hello, Outcome};

/// A slice of time: bytes from the host go out at its start.
const SLICE: u32 = 20;

/// The device and its twin.
pub struct Twin {
    pub pico: Emulator,
    pub ring: LocalRing,
    /// The host of the device.
    pub side: Side,
    /// All it has heard.
    pub heard: Vec<Heard>,
    /// The host of the twin, and what it has heard.
    other: Side,
    pub others: Vec<Heard>,
    board: Name,
    /// What is fed, from which frame and scan on, and which numbers are first.
    feeds: Vec<(u32, u32, u32, u32, Feed)>,
    next_frame: Option<u32>,
    next_scan: Option<u32>,
    /// Device time at the last power-up, in us.
    epoch: f64,
    pub last: Answer,
    /// Power was lost within a write or an erase.
    lost_power: bool,
    /// What the strip shows, as far as it was looked at.
    pub shown: Vec<[u8; 3]>,
}

impl Twin {
    /// Both have just become ready, with a flash that was prepared; the host of
    /// the device has not said anything yet.
    pub fn booted(name: &str, board: Name) -> Option<Self> {
        Self::with_flash(name, board, &flash::prepared(board))
    }

    /// The same with a flash that was never used.
    pub fn fresh(name: &str, board: Name) -> Option<Self> {
        Self::with_flash(name, board, &[0xFF])
    }

    fn with_flash(name: &str, board: Name, bytes: &[u8]) -> Option<Self> {
        let image = image()?;
        let file = directory(name).join("flash.bin");
        std::fs::write(&file, bytes).expect("the regions");
        let mut pico = Emulator::start(image, board, &[(flash::AT, &file)]).expect("an emulator");
        let feed = resting(board, name);
        pico.feed(&feed).expect("frames to feed");
        let boot = pico.run(2_000, Until::Ready).expect("a boot");
        assert_eq!(boot.ready.len(), 1, "not ready after {} us", boot.now);
        Some(Self {
            pico,
            ring: LocalRing::new(board),
            side: Side::default(),
            heard: Vec::new(),
            other: Side::default(),
            others: Vec::new(),
            board,
            feeds: vec![(0, 0, 0, 0, feed)],
            next_frame: None,
            next_scan: None,
            epoch: 0.0,
            last: boot,
            lost_power: false,
            shown: Vec::new(),
        })
    }

    /// The host opens the line and says who it is.
    pub fn plug(&mut self) {
        let at = self.now();
        self.ring.step(at, Input::Host(Presence::There));
        self.side.open();
        self.other.open();
        // The port is there a moment after the start.
        for _ in 0..25 {
            self.run(SLICE);
            if self.side.hello().is_some() {
                break;
            }
        }
        self.run(SLICE);
    }

    /// What the twin said of itself.
    pub const fn other_hello(&self) -> Option<&Hello> {
        self.other.hello()
    }

    /// Time since power-up.
    pub fn now(&self) -> Instant {
        Instant((self.last.now - self.epoch).max(0.0) as u64)
    }

    /// Lets time pass for both.
    pub fn run(&mut self, millis: u32) {
        for _ in 0..millis.div_ceil(SLICE) {
            let out = self.side.take_outgoing();
            self.pico.send(&out).expect("to be sent");
            let _ = self.other.take_outgoing();
            let at = self.now();
            for packet in out.chunks(64) {
                self.ring.step(at, Input::Bytes(packet));
            }
            self.last = self.pico.run(SLICE, Until::Over).expect("a run");
            self.take();
            self.follow_frames();
            let back = self.ring.transmit();
            self.others.extend(self.other.receive(&back));
        }
    }

    /// Gives the twin the frames that the device was handed.
    fn follow_frames(&mut self) {
        let profile = Profile::of(self.board);
        let counts = self.last.counts;
        let mut frame = self.next_frame.or(counts.curtain.first);
        let mut scan = self.next_scan.or(counts.hall.first);
        let scan_time = profile.hall.period();
        let frame_time = profile.curtain.map_or(Span(0), |it| it.period);
        let end = |n: u32, period: Span| Instant(u64::from(n + 1) * u64::from(period.0));
        loop {
            let next_frame = frame.filter(|&n| Some(n) <= counts.curtain.last);
            let next_scan = scan.filter(|&n| Some(n) <= counts.hall.last);
            match (next_frame, next_scan) {
                (None, None) => break,
                (Some(n), other)
                    if other.is_none_or(|m| end(n, frame_time) <= end(m, scan_time)) =>
                {
                    let it = self.frame(n);
                    self.ring.step(end(n, frame_time), Input::Curtain(&it));
                    frame = Some(n + 1);
                }
                (_, Some(m)) => {
                    let it = self.scan(m);
                    self.ring.step(end(m, scan_time), Input::Hall(&it));
                    scan = Some(m + 1);
                }
                (Some(_), None) => unreachable!("taken above"),
            }
        }
        (self.next_frame, self.next_scan) = (frame, scan);
        let at = self.now();
        self.ring.wait(at);
    }

    fn frame(&self, index: u32) -> CurtainFrame {
        let feed = self.feeds.iter().rev().find(|it| it.0 <= index);
        let (_, _, first, _, feed) = feed.expect("the first is from 0 on");
        let n = index.saturating_sub(*first) as usize;
        let frame = feed.frames[n.min(feed.frames.len() - 1)];
        CurtainFrame { index, ..frame }
    }

    fn scan(&self, index: u32) -> HallScan {
        let feed = self.feeds.iter().rev().find(|it| it.1 <= index);
        let (_, _, _, first, feed) = feed.expect("the first is from 0 on");
        let n = index.saturating_sub(*first) as usize;
        let scan = feed.scans[n.min(feed.scans.len() - 1)];
        HallScan { index, ..scan }
    }

    /// Feeds other frames from now on.
    pub fn feed(&mut self, feed: Feed) {
        let fed = self.pico.feed(&feed).expect("frames to feed");
        let at = self.now().0;
        let profile = Profile::of(self.board);
        let number = |period: Span| (at / u64::from(period.0.max(1))) as u32 + 1;
        self.feeds.push((
            number(profile.curtain.map_or(Span(0), |it| it.period)),
            number(profile.hall.period()),
            fed.first_frame.unwrap_or(0),
            fed.first_scan.unwrap_or(0),
            feed,
        ));
    }

    /// Holds buttons down, for both.
    pub fn press(&mut self, down: Buttons, millis: u32) {
        self.pico.press(down).expect("a button");
        // The device looks twice, 5 ms apart.
        let at = self.now() + Span::millis(8);
        self.ring.step(at, Input::Buttons(down));
        self.run(millis);
    }

    /// Sends bytes that are no message, to both.
    pub fn rave(&mut self, bytes: &[u8]) {
        self.pico.send(bytes).expect("to be sent");
        let at = self.now();
        for packet in bytes.chunks(64) {
            self.ring.step(at, Input::Bytes(packet));
        }
    }

    /// Asks, and waits for an answer.
    pub fn ask(&mut self, ask: Ask) -> Option<Outcome> {
        let id = self.side.ask(ask);
        for _ in 0..25 {
            self.run(SLICE);
            if let Some(outcome) = answer(&self.heard, id) {
                return Some(outcome);
            }
        }
        None
    }

    /// Sends a game card by card, and begins it.
    pub fn begin(&mut self, game: &Game) -> Option<Outcome> {
        for (seat, kit) in game.kits().into_iter().flat_map(|kits| kits.iter()) {
            let laid = self.ask(Ask::Kit(seat, kit.clone()));
            assert_eq!(laid, Some(Outcome::Done));
        }
        self.ask(Ask::Begin(begin_of(game)))
    }

    /// Power comes back, or goes and comes back; the twin knows nothing of it.
    pub fn power(&mut self, name: &str) {
        self.last = self.pico.power().expect("power");
        self.lost_power = false;
        self.epoch = self.last.now;
        let feed = resting(self.board, name);
        self.pico.feed(&feed).expect("frames to feed");
        let boot = self.pico.run(2_000, Until::Ready).expect("a boot");
        assert_eq!(boot.ready.len(), 1, "not ready again");
        self.last = boot;
        self.side = Side::default();
        self.heard.clear();
    }

    /// Talks to the device alone.
    pub fn alone(&mut self, millis: u32) {
        for _ in 0..millis.div_ceil(SLICE) {
            let out = self.side.take_outgoing();
            self.pico.send(&out).expect("to be sent");
            self.last = self.pico.run(SLICE, Until::Over).expect("a run");
            self.take();
        }
    }

    /// Whether power was lost since it last came back.
    pub const fn lost_power(&self) -> bool {
        self.lost_power
    }

    /// Takes what the device said and showed.
    fn take(&mut self) {
        self.lost_power |= !self.last.power_lost.is_empty();
        for packet in &self.last.packets {
            self.heard.extend(self.side.receive(&packet.bytes()));
        }
        if let Some(picture) = self.last.pictures.last() {
            assert_eq!(picture.rest, 0, "bits that are no colour");
            assert!(picture.ended - picture.at < 2_200.0, "no silence after it");
            self.shown = picture.colours();
        }
    }
}

/// What a host asks for to begin this game, its cards being there.
pub fn begin_of(game: &Game) -> Begin {
    Begin {
        opening: game.opening(),
        policies: Policies::USUAL,
        asked: 0,
    }
}

/// The last answer to the request with this number.
pub fn answer(heard: &[Heard], id: u16) -> Option<Outcome> {
    heard.iter().rev().find_map(|heard| match heard {
        Heard::Message(message) => match **message {
            FromRing::Answer(number, outcome) if number == id => Some(outcome),
            _ => None,
        },
        _ => None,
    })
}

/// The lines of the journal among what was heard.
pub fn lines(heard: &[Heard]) -> Vec<&Entry> {
    let lines = heard.iter().filter_map(|heard| match heard {
        Heard::Line(entry, _) => Some(&**entry),
        _ => None,
    });
    lines.collect()
}
