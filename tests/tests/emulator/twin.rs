//! The device beside a ring on the host that is given the same bytes, buttons and
//! frames at the same times. Whatever one says the other must say.

use crate::{MAX_STACK, directory, image};
use host_core::protocol::{ClientEvent, HostProtocol};
use host_core::table_event::{EventDriver, HostEvent, TableEvent, buttons_of};
use host_tools::emulator::{
    ChipModel, Emulator, FrameDump, HarnessReply, RunLimit, flash, reference_ring,
};
use rules_core::board::{BoardId, Buttons};
use rules_core::referee::record::MatchStart;
use rules_core::referee::{AnyGame, JournalLine, Policies};
use rules_core::ring::{HostPresence, Input};
use rules_core::rng::Rng;
use rules_core::time::Instant;
use rules_core::wire::message::RestartMode;
use rules_core::wire::{Request, Response, RingMessage};

/// A slice of time: bytes from the host go out at its start.
const SLICE: u32 = 20;

/// Longest erase of a sector by the data sheet of the flash, in ms.
const LONGEST_ERASE: u32 = 400;

/// The device and its twin.
pub struct Twin {
    pub pico: Emulator,
    /// The ring on the host.
    pub other: reference_ring::ReferenceRing,
    /// The host of the device.
    pub side: HostProtocol,
    /// All it has heard.
    pub heard: Vec<ClientEvent>,
    /// Device time at the last power-up, in us.
    epoch: f64,
    pub last: HarnessReply,
    /// Power was lost within a write or an erase.
    lost_power: bool,
    /// What the strip shows, as far as it was looked at.
    pub shown: Vec<[u8; 3]>,
}

impl Twin {
    /// Both have just become ready, with a flash that was prepared; the host of
    /// the device has not said anything yet.
    pub fn booted(name: &str, board: BoardId) -> Option<Self> {
        Self::with_flash(name, board, &flash::prepared(board))
    }

    /// The same with a flash that was never used.
    pub fn fresh(name: &str, board: BoardId) -> Option<Self> {
        Self::with_flash(name, board, &[0xFF])
    }

    /// Starts a twin whose power goes at the first erase of journal lines, once so many
    /// bytes of the sector are erased. Returns it with the match that ran then.
    pub fn cut_in_erase(name: &str, board: BoardId, bytes: u32) -> Option<(Self, AnyGame)> {
        let (mut twin, game) = Self::about_to_erase(name, board)?;
        twin.pico.cut_erase(0, bytes).expect("a cut to come");
        twin.last = twin.pico.run(2_000, RunLimit::Over).expect("a boot");
        twin.lost_power |= !twin.last.power_lost.is_empty();
        Some((twin, game))
    }

    /// Starts a twin that will erase journal lines as soon as it may, which takes as long as
    /// the data sheet allows; nothing has run yet. Returns it with the match that it resumes.
    pub fn about_to_erase(name: &str, board: BoardId) -> Option<(Self, AnyGame)> {
        let (flash, game) = flash::about_to_erase(board).expect("a full journal");
        let mut twin = Self::started(name, board, &flash)?;
        twin.pico.set_erase_time(LONGEST_ERASE).expect("a harness");
        Some((twin, game))
    }

    /// Starts a twin, and returns it once it has erased journal lines.
    pub fn erased(name: &str, board: BoardId) -> Option<(Self, AnyGame)> {
        let (mut twin, game) = Self::about_to_erase(name, board)?;
        for _ in 0..2_000 / SLICE {
            twin.alone(SLICE);
            if twin.last.counts.erases > 0 {
                return Some((twin, game));
            }
        }
        panic!("nothing is erased");
    }

    fn with_flash(name: &str, board: BoardId, bytes: &[u8]) -> Option<Self> {
        let mut twin = Self::started(name, board, bytes)?;
        twin.last = twin.pico.run(2_000, RunLimit::Ready).expect("a boot");
        assert_eq!(
            twin.last.ready.len(),
            1,
            "not ready after {} us",
            twin.last.now
        );
        Some(twin)
    }

    /// Starts the device and feeds it frames; nothing has run yet.
    fn started(name: &str, board: BoardId, bytes: &[u8]) -> Option<Self> {
        let image = image()?;
        let file = directory(name).join("flash.bin");
        std::fs::write(&file, bytes).expect("the regions");
        let mut pico = Emulator::start(image, board, &[(flash::AT, &file)], ChipModel::default())
            .expect("an emulator");
        let mut other = reference_ring::ReferenceRing::new(board);
        let (frames, scans) = other.resting();
        let fed = pico.stream(frames, scans).expect("frames to feed");
        other.fed(0, &fed);
        let nothing = pico.run(0, RunLimit::Over).expect("a start");
        Some(Self {
            pico,
            other,
            side: HostProtocol::default(),
            heard: Vec::new(),
            epoch: 0.0,
            last: nothing,
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

    /// Lets an event happen to both. Returns the answer to a host that asks for
    /// something.
    pub fn act(&mut self, words: &str) -> Option<Response> {
        let event = TableEvent::parse(words, EventDriver::Device).expect("words of a device");
        match event {
            TableEvent::Press(press) => {
                let (down, time) = buttons_of(press);
                self.press(down, time.0 / 1_000);
                self.press(Buttons::EMPTY, 60);
            }
            TableEvent::Wait(Some(seconds)) => self.run((seconds * 1e3) as u32),
            TableEvent::PowerCut(None) => self.power(),
            TableEvent::Host(HostEvent::Plug) => self.plug(),
            TableEvent::Host(HostEvent::Unplug) => {
                self.pico.open(false).expect("no host");
                let at = self.now();
                let ring = self.other.ring_mut();
                ring.step(at, Input::Host(HostPresence::Gone));
            }
            TableEvent::Host(HostEvent::Garbage(count)) => {
                let mut rng = Rng::new(self.now().0);
                let bytes = core::iter::repeat_with(|| rng.next_u64() as u8);
                self.rave(&bytes.take(count).collect::<Vec<u8>>());
            }
            TableEvent::Host(HostEvent::BootLoader) => {
                return self.ask(Request::Restart(RestartMode::BootLoader));
            }
            TableEvent::Host(HostEvent::Command(speech)) => {
                let session = self.side.session().cloned().unwrap_or_default();
                let command = speech.command(&session).expect("a command");
                return self.ask(Request::Command(command));
            }
            event => panic!("{event:?} cannot happen to a device"),
        }
        None
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
            self.last = self.pico.run(SLICE, RunLimit::Over).expect("a run");
            self.take();
            self.other.follow(&self.last);
        }
    }

    /// Feeds other frames from now on.
    pub fn feed(&mut self, feed: &FrameDump) {
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
    pub fn ask(&mut self, ask: Request) -> Option<Response> {
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
    pub fn begin(&mut self, game: &AnyGame) -> Option<Response> {
        for (seat, kit) in game.cards().into_iter().flat_map(|cards| cards.iter()) {
            let laid = self.ask(Request::Card(seat, kit.clone()));
            assert_eq!(laid, Some(Response::Done));
        }
        self.ask(Request::Begin(begin_of(game)))
    }

    /// Power comes back, or goes and comes back; the twin knows nothing of it.
    pub fn power(&mut self) {
        self.last = self.pico.power().expect("power");
        self.lost_power = false;
        self.epoch = self.last.now;
        let (frames, scans) = self.other.resting();
        self.pico.stream(frames, scans).expect("frames to feed");
        let boot = self.pico.run(2_000, RunLimit::Ready).expect("a boot");
        assert_eq!(boot.ready.len(), 1, "not ready again");
        let stack = boot.counts.stack_boot;
        assert!(stack <= MAX_STACK, "{stack} bytes of stack at boot");
        self.last = boot;
        self.side = HostProtocol::default();
        self.heard.clear();
    }

    /// Talks to the device alone.
    pub fn alone(&mut self, millis: u32) {
        for _ in 0..millis.div_ceil(SLICE) {
            let out = self.side.take_outgoing();
            self.pico.send(&out).expect("to be sent");
            self.last = self.pico.run(SLICE, RunLimit::Over).expect("a run");
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
pub fn begin_of(game: &AnyGame) -> MatchStart {
    MatchStart {
        opening: game.opening(),
        policies: Policies::DEFAULT,
        asked: 0,
    }
}

/// The last answer to the request with this number.
pub fn answer(heard: &[ClientEvent], id: u16) -> Option<Response> {
    heard.iter().rev().find_map(|heard| match heard {
        ClientEvent::Message(message) => match **message {
            RingMessage::Response(number, outcome) if number == id => Some(outcome),
            _ => None,
        },
        _ => None,
    })
}

/// The lines of the journal among what was heard.
pub fn lines(heard: &[ClientEvent]) -> Vec<&JournalLine> {
    let lines = heard.iter().filter_map(|heard| match heard {
        ClientEvent::Line(followed) => Some(&followed.line),
        _ => None,
    });
    lines.collect()
}
