//! The device beside a ring on the host that is given the same bytes, buttons and
//! frames at the same times. Whatever one says the other must say.

use crate::{directory, image};
use host_tools::client::{Heard, Side};
use host_tools::emulator::{Answer, Emulator, Feed, Until, flash, twin};
use rules_core::board::{Buttons, Name};
use rules_core::referee::record::Begin;
use rules_core::referee::{Entry, Game, Policies};
use rules_core::time::Instant;
use rules_core::wire::{Ask, FromRing, Outcome};

/// A slice of time: bytes from the host go out at its start.
const SLICE: u32 = 20;

/// The device and its twin.
pub struct Twin {
    pub pico: Emulator,
    /// The ring on the host.
    pub other: twin::Twin,
    /// The host of the device.
    pub side: Side,
    /// All it has heard.
    pub heard: Vec<Heard>,
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
        let mut other = twin::Twin::new(board);
        let (frames, scans) = other.resting();
        let fed = pico.stream(frames, scans).expect("frames to feed");
        other.fed(0, &fed);
        let boot = pico.run(2_000, Until::Ready).expect("a boot");
        assert_eq!(boot.ready.len(), 1, "not ready after {} us", boot.now);
        Some(Self {
            pico,
            other,
            side: Side::default(),
            heard: Vec::new(),
            epoch: 0.0,
            last: boot,
            lost_power: false,
            shown: Vec::new(),
        })
    }

    /// The host opens the line and says who it is.
    pub fn plug(&mut self) {
        self.other.host_comes(self.now());
        self.side.open();
        // The port is there a moment after the start.
        for _ in 0..25 {
            self.run(SLICE);
            if self.side.hello().is_some() {
                break;
            }
        }
        self.run(SLICE);
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
            self.other.receive(self.now(), &out);
            self.last = self.pico.run(SLICE, Until::Over).expect("a run");
            self.take();
            self.other.follow(&self.last);
        }
    }

    /// Feeds other frames from now on.
    pub fn feed(&mut self, feed: &Feed) {
        let fed = self.pico.feed(feed).expect("frames to feed");
        self.other.feed(feed.frames.clone(), feed.scans.clone());
        self.other.fed(self.now().0, &fed);
    }

    /// Holds buttons down, for both.
    pub fn press(&mut self, down: Buttons, millis: u32) {
        self.pico.press(down).expect("a button");
        self.other.press(self.now(), down);
        self.run(millis);
    }

    /// Sends bytes that are no message, to both.
    pub fn rave(&mut self, bytes: &[u8]) {
        self.pico.send(bytes).expect("to be sent");
        self.other.receive(self.now(), bytes);
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
    pub fn power(&mut self) {
        self.last = self.pico.power().expect("power");
        self.lost_power = false;
        self.epoch = self.last.now;
        let (frames, scans) = self.other.resting();
        self.pico.stream(frames, scans).expect("frames to feed");
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
