//! Stands in for the referee: senses, shows that it is alive, answers a host,
//! and keeps notes in the journal.
//!
//! It has the shape of the type that is to take its place: events go in with
//! [`Brain::step`], what is to go out is asked for. Messages are frames of
//! `rules_core::wire` with words in them:
//!
//! | the host says | the answer |
//! |---|---|
//! | `report` | version, board, why it started, what was seen and lost |
//! | `note WORDS` | `noted N` when the words are in flash, under this number |
//! | anything else | `what?` |
//!
//! Unasked, it sends every observation: `!`, then the observation as postcard.
//! While something falls the lights stand still.

use crate::binary_info::VERSION;
use crate::boot::BootReason;
use crate::inbox::{Listening, Record, Stored};
use crate::scan::Lost;
use crate::selftest::Verdict;
use core::fmt::Write;
use heapless::{String, Vec};
use rules_core::board::{Buttons, Dimensions, Profile};
use rules_core::journal::Kind;
use rules_core::lights::{self, CellMarks, Focus, Play, Scene, Seating, Showing, TICK};
use rules_core::player::{Players, Seat};
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::observation::{Observation, What};
use rules_core::time::{Instant, Span};
use rules_core::wire::{Deframer, FRAME_MAX, encode};

/// How long the boot light runs.
const BOOT: Span = Span::millis(600);

/// How long nothing must have been seen before a sector is erased, and before
/// the lights go on moving.
const QUIET: Span = Span::millis(500);

/// What happens to the brain.
pub enum Event<'a> {
    /// A frame of the curtain.
    Curtain(&'a CurtainFrame),
    /// A scan of the analog channels.
    Hall(&'a HallScan),
    /// The buttons that are down now.
    Buttons(Buttons),
    /// Bytes from the host.
    Bytes(&'a [u8]),
    /// Whether a host listens.
    Host(Listening),
    /// News of the journal.
    Stored(&'a Stored),
    /// Time goes by; so much was lost so far.
    Time(Lost),
}

/// The stand-in.
pub struct Brain {
    profile: &'static Profile,
    reason: BootReason,
    sensing: Sensing,
    showing: Showing,
    /// When the lights change next.
    lights_due: Instant,
    deframer: Deframer,
    /// What is on its way to the host, and how much of it is sent.
    frames: Vec<u8, { 2 * FRAME_MAX }>,
    sent: usize,
    note: Option<Record>,
    /// Records of the running match.
    records: u32,
    frames_seen: u32,
    scans_seen: u32,
    falls: u32,
    /// When something was last said.
    stirred: Instant,
    buttons: Buttons,
    lost: Lost,
}

impl Brain {
    /// A brain that has just started.
    pub fn new(
        profile: &'static Profile,
        calibration: &Calibration,
        reason: BootReason,
        verdict: Verdict,
    ) -> Self {
        let scene = match verdict {
            Verdict::Sound => Scene::Boot,
            Verdict::Faulty => Scene::Faulty,
        };
        Self {
            profile,
            reason,
            sensing: Sensing::new(profile, &Dimensions::ASSUMED, calibration),
            showing: Showing::of(scene),
            lights_due: Instant(1),
            deframer: Deframer::new(),
            frames: Vec::new(),
            sent: 0,
            note: None,
            records: 0,
            frames_seen: 0,
            scans_seen: 0,
            falls: 0,
            stirred: Instant::ZERO,
            buttons: Buttons::EMPTY,
            lost: Lost {
                curtain: 0,
                hall: 0,
                restarts: 0,
            },
        }
    }

    /// Takes what happened.
    pub fn step(&mut self, now: Instant, event: Event<'_>) {
        match event {
            Event::Curtain(frame) => {
                self.frames_seen += 1;
                let mut seen = Vec::<Observation, 4>::new();
                let sensing = &mut self.sensing;
                sensing.curtain(frame, &mut |it| seen.push(it).unwrap_or_default());
                self.tell(now, &seen);
            }
            Event::Hall(scan) => {
                self.scans_seen += 1;
                let mut seen = Vec::<Observation, 4>::new();
                let sensing = &mut self.sensing;
                sensing.hall(scan, &mut |it| seen.push(it).unwrap_or_default());
                self.tell(now, &seen);
            }
            Event::Buttons(down) => self.buttons = down,
            Event::Bytes(bytes) => self.listen(bytes),
            Event::Host(listening) => self.meet(now, listening),
            Event::Stored(news) => self.file(news),
            Event::Time(lost) => {
                self.lost = lost;
                let is_over = match self.showing.scene {
                    Scene::Boot => now >= Instant::ZERO + BOOT,
                    Scene::Playing(_) => now.since(self.stirred) >= QUIET,
                    _ => false,
                };
                if is_over {
                    self.show(now, Scene::Idle);
                }
            }
        }
    }

    /// When it wants to be asked again even if nothing happens.
    pub fn poll_at(&self) -> Option<Instant> {
        Some(self.lights_due)
    }

    /// When what the lights show changes.
    pub const fn lights_due(&self) -> Instant {
        self.lights_due
    }

    /// What the lights show now.
    pub fn lights(&mut self, now: Instant) -> lights::Frame {
        self.lights_due = lights::next_change(self.profile, &self.showing, now)
            .unwrap_or(now + Span(50 * TICK.0));
        lights::frame(self.profile, &self.showing, now)
    }

    /// The next bytes for the host; returns how many.
    pub fn transmit(&mut self, out: &mut [u8]) -> usize {
        let rest = self.frames.get(self.sent..).unwrap_or_default();
        let length = rest.len().min(out.len());
        for (out, &byte) in out.iter_mut().zip(rest) {
            *out = byte;
        }
        self.sent += length;
        if self.sent >= self.frames.len() {
            self.frames.clear();
            self.sent = 0;
        }
        length
    }

    /// The next record to append.
    pub fn unstored(&mut self) -> Option<Record> {
        self.note.take()
    }

    /// Whether nothing is going on that could be missed.
    pub fn may_erase(&self) -> bool {
        !matches!(self.showing.scene, Scene::Playing(_))
    }

    fn show(&mut self, now: Instant, scene: Scene) {
        self.showing.scene = scene;
        self.lights_due = now;
    }

    /// Tells the host what was seen.
    fn tell(&mut self, now: Instant, seen: &[Observation]) {
        for observation in seen {
            self.stirred = now;
            match observation.what {
                What::Falling(..) if !matches!(self.showing.scene, Scene::Playing(_)) => {
                    self.show(now, settling());
                }
                What::Fell(_) => self.falls += 1,
                _ => {}
            }
            let mut payload = [b'!'; 200];
            let room = payload.get_mut(1..).unwrap_or_default();
            if let Ok(written) = postcard::to_slice(observation, room) {
                let length = written.len() + 1;
                self.send(payload.get(..length).unwrap_or_default());
            }
        }
    }

    fn meet(&mut self, now: Instant, listening: Listening) {
        self.showing.host = match listening {
            Listening::Yes => lights::Host::Connected,
            Listening::No => lights::Host::Lost,
        };
        self.frames.clear();
        self.sent = 0;
        self.lights_due = now;
    }

    fn listen(&mut self, mut bytes: &[u8]) {
        loop {
            let mut words: String<64> = String::new();
            match self.deframer.next(&mut bytes) {
                Some(payload) => {
                    let text = core::str::from_utf8(payload).unwrap_or_default();
                    let _ = words.push_str(text);
                }
                None => break,
            }
            match words.split_once(' ') {
                Some(("note", note)) => self.keep(note),
                None if words == "report" => self.report(),
                _ => self.say("what?"),
            }
        }
    }

    fn keep(&mut self, note: &str) {
        let kind = if self.records == 0 {
            Kind::Begin
        } else {
            Kind::Entry
        };
        let payload = Vec::from_slice(note.as_bytes()).unwrap_or_default();
        self.note = Some(Record { kind, payload });
    }

    fn report(&mut self) {
        let mut text: String<256> = String::new();
        let Lost {
            curtain,
            hall,
            restarts,
        } = self.lost;
        let _ = write!(
            text,
            "dohyo {VERSION} board={} boot={} frames={} scans={} falls={} records={} \
             buttons={} lost={curtain},{hall} restarts={restarts}",
            self.profile.name,
            self.reason.word(),
            self.frames_seen,
            self.scans_seen,
            self.falls,
            self.records,
            self.buttons.bits(),
        );
        self.say(&text);
    }

    fn file(&mut self, news: &Stored) {
        let mut text: String<32> = String::new();
        match news {
            // What it said is of no interest here, but that it is whole.
            Stored::Found(record) if record.payload.is_empty() => {}
            Stored::Found(_) => self.records += 1,
            Stored::Resumed => {}
            Stored::Appended(number) => {
                self.records += 1;
                let _ = write!(text, "noted {number}");
                self.say(&text);
            }
            Stored::Failed => self.say("not noted"),
        }
    }

    fn say(&mut self, words: &str) {
        self.send(words.as_bytes());
    }

    /// Sends a frame, if a host listens and there is room for it.
    fn send(&mut self, payload: &[u8]) {
        if self.showing.host != lights::Host::Connected {
            return;
        }
        let mut frame = [0; FRAME_MAX];
        if let Ok(frame) = encode(payload, &mut frame) {
            let _ = self.frames.extend_from_slice(frame);
        }
    }
}

/// Nothing moves in the lights while something falls.
fn settling() -> Scene {
    Scene::Playing(Play {
        seating: Seating::of(Players::Two),
        turn: Seat::First,
        focus: Focus::Settling,
        cells: CellMarks::default(),
    })
}
