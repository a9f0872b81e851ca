//! The whole product between pins and bytes, without I/O.
//!
//! ```text
//!  CurtainFrame, HallScan --> Sensing --> Referee --> lines --> Keeper --> Job (flash)
//!  Buttons ---------------> Panel ---------^                      |
//!  Bytes -----------------> Link ----------^                      +---> Link --> bytes (USB)
//!                                 Referee, Panel --> lights::Frame
//! ```
//!
//! [`Ring::step`] takes what happens; outputs are pulled when there is room for
//! them: [`Ring::transmit`] the next bytes for the host, [`Ring::job`] the next
//! thing to do with the flash, [`Ring::lights`] what the strip shows. So nobody
//! who is slow can hold the ring up, and it needs no queues. Firmware, virtual
//! ring, replay, fuzzers and tests all run this one type.
//!
//! | file | concern |
//! |---|---|
//! | [`input`], [`job`] | what comes in; what is wanted of the flash |
//! | `keeper`, `tape` | the journal: numbering, snapshots, what is not stored yet |
//! | `link` | the line to a host |
//! | `desk` | what is done about a host's requests |
//! | `seeing` | frames, and what they show |
//! | `front`, `out` | buttons, lights and sound |
//! | `outgoing`, `matches` | what is sent next; the matches in the journal |
//! | [`recall`] | the session after the power came back |
//! | `shelf` | does the jobs on a NOR flash (feature `storage`) |

mod age;
mod desk;
mod front;
pub mod input;
pub mod job;
mod keeper;
mod link;
mod matches;
mod out;
mod outgoing;
pub mod recall;
mod seeing;
#[cfg(feature = "storage")]
pub mod shelf;
mod tape;

pub use input::{Input, Presence};
pub use job::{Failure, Job, Report, Tidied};
pub use keeper::SNAPSHOT_EVERY;
pub use recall::{Kept, Recall};

use crate::board::Profile;
use crate::lights::{Scene, Showing};
use crate::panel::{Keys, Panel, SelfTest};
use crate::proof::Proofs;
use crate::referee::record::Note;
use crate::referee::table::{Berth, Motion};
use crate::referee::{By, Command, Declined, Game, Policies, Referee};
use crate::sensing::Sensing;
use crate::sensing::calibration::Calibration;
use crate::sensing::calibration::guide::{Guide, Refusal as GuideRefusal};
use crate::sensing::frame::{CurtainFrame, HallScan};
use crate::time::Instant;
use crate::wire::hello::BootReason;
use crate::wire::message::Restart;
use desk::Pending;
use heapless::{String, Vec};
use keeper::Keeper;
use link::Link;
use out::Out;
use seeing::Unjudged;

/// A ring.
#[derive(Debug)]
pub struct Ring {
    profile: &'static Profile,
    kept: Kept,
    /// The calibration before the one in use.
    previous: Option<Calibration>,
    sensing: Sensing,
    proofs: Proofs,
    referee: Referee,
    out: Out,
    link: Link,
    keys: Keys,
    panel: Panel,
    self_test: SelfTest,
    /// What the lights say, since when, and whether that may be out of date.
    showing: Showing,
    shown_at: Instant,
    stale: bool,
    /// The last match as it began.
    last: Option<Game>,
    /// A request that waits for a touch.
    pending: Option<Pending>,
    guide: Option<Guide>,
    guide_refused: Option<GuideRefusal>,
    restart: Option<Restart>,
    boot: BootReason,
    firmware: String<16>,
    /// The latest time there was: time never runs backwards here.
    now: Instant,
    /// What the live view sends next.
    curtain: Option<CurtainFrame>,
    hall: Option<HallScan>,
    /// A checksum of the troubles the host was told last.
    sick: u32,
    /// Something happened since it was last found out whether what the host was
    /// told still holds.
    stirred: bool,
    /// The line up to which sensing knows the ledger.
    expected: u32,
    /// What the last frame showed, if it is not judged yet.
    unjudged: Unjudged,
}

impl Ring {
    /// A ring after power-up, with what it kept and what its journal recalls.
    #[must_use]
    pub fn new(kept: Kept, recall: Recall, boot: BootReason, firmware: &str) -> Self {
        let mut ring = Self::assemble(kept, recall, boot, firmware);
        ring.settle();
        ring
    }

    /// As [`Ring::new`], for a device whose stack has no room for a second ring:
    /// it is put together where it stays, and [`Input::Time`] is to be its first
    /// input.
    #[must_use]
    #[inline(never)]
    pub fn assemble(kept: Kept, recall: Recall, boot: BootReason, firmware: &str) -> Self {
        let profile = Profile::of(kept.settings.board);
        let recalled = recall.finish();
        let running = recalled.session.game().is_some();
        let mut out = Out {
            keeper: Keeper::new(recalled.first, recalled.begin, recalled.next, running),
            tune: None,
            decisions: Vec::new(),
        };
        let note = match boot {
            BootReason::PowerUp | BootReason::Asked => Note::PowerUp,
            BootReason::Watchdog | BootReason::Panic => Note::Watchdog,
        };
        let referee = if running {
            Referee::resume(recalled.session, Instant::ZERO, note, &mut out)
        } else {
            Referee::idle(recalled.session)
        };
        Self {
            profile,
            sensing: Sensing::new(profile, &kept.settings.dimensions, &kept.calibration),
            proofs: Proofs::new(profile, &kept.settings.dimensions, &kept.calibration),
            kept,
            previous: None,
            referee,
            out,
            link: Link::new(),
            keys: Keys::default(),
            panel: Panel::default(),
            self_test: SelfTest::Passed,
            showing: Showing::of(Scene::Boot),
            shown_at: Instant::ZERO,
            stale: true,
            last: recalled.last,
            pending: None,
            guide: None,
            guide_refused: None,
            restart: None,
            boot,
            firmware: firmware.chars().take(16).collect(),
            now: Instant::ZERO,
            curtain: None,
            hall: None,
            sick: 0,
            stirred: true,
            expected: 0,
            unjudged: Unjudged::NOTHING,
        }
    }

    /// What was kept before what is kept now: its calibration can be had back.
    pub fn remember_kept(&mut self, before: Kept) {
        let known = &self.kept.calibration;
        if before.calibration.board == known.board && before.calibration != *known {
            self.previous = Some(before.calibration);
        }
    }

    /// Takes what happens.
    pub fn step(&mut self, now: Instant, input: Input<'_>) {
        self.take(now, input);
        self.catch_up();
    }

    /// As [`Ring::step`], but what a frame of the curtain shows is judged when the
    /// next thing happens, before anything else: for a device on which to see and
    /// to judge takes longer than to the next frame. Nothing comes out otherwise
    /// for it.
    pub fn take(&mut self, now: Instant, input: Input<'_>) {
        self.catch_up();
        self.now = self.now.max(now);
        self.stirred |= !matches!(input, Input::Curtain(_) | Input::Hall(_) | Input::Time);
        match input {
            Input::Curtain(frame) => self.look(frame),
            Input::Hall(scan) => self.feel(scan),
            Input::Seen(observation) => {
                self.link.saw(observation);
                self.judge(core::slice::from_ref(observation));
            }
            Input::Buttons(down) => self.touch_buttons(down),
            Input::Bytes(bytes) => self.receive(bytes),
            Input::Host(presence) => self.host(presence),
            Input::Storage(report) => self.out.keeper.report(report),
            Input::Time => {}
        }
        if self.unjudged.seen.is_empty() {
            self.conclude();
        }
    }

    /// What is to be done after whatever happened.
    fn conclude(&mut self) {
        let now = self.now;
        if self.referee.poll_at().is_some_and(|due| now >= due) {
            self.referee.poll(now, &mut self.out);
            self.stirred = true;
        }
        self.hold_buttons();
        self.let_pass(now);
        self.settle();
    }

    /// Somebody at the table says something, by whatever means. From a host it
    /// would need a touch.
    ///
    /// # Errors
    /// Why it is not followed. Nothing has changed then.
    pub fn say(&mut self, now: Instant, command: &Command) -> Result<(), Declined> {
        self.catch_up();
        self.now = self.now.max(now);
        self.stirred = true;
        let said = self.command(command, By::Table);
        self.settle();
        said
    }

    /// Begins a match at the table.
    ///
    /// # Errors
    /// If one is running; break it off first.
    pub fn begin(&mut self, now: Instant, game: &Game, policies: Policies) -> Result<(), Declined> {
        self.catch_up();
        self.now = self.now.max(now);
        self.stirred = true;
        self.referee
            .begin(self.now, game, policies, &mut self.out)?;
        self.last = Some(game.clone());
        self.settle();
        Ok(())
    }

    /// When something is to be done by time alone.
    #[must_use]
    pub fn poll_at(&self) -> Option<Instant> {
        let touch = self.pending.as_ref().map(Pending::until);
        let panel = self.panel.poll_at(self.shown_at);
        [self.referee.poll_at(), self.keys.poll_at(), touch, panel]
            .into_iter()
            .flatten()
            .min()
    }

    /// What follows from any change.
    fn settle(&mut self) {
        if self.out.keeper.wants_snapshot() {
            self.out.keeper.begin_snapshot();
            self.referee.snapshot(self.now, &mut self.out);
        }
        // Nearly always empty, and this is done with every frame.
        if !self.out.decisions.is_empty() {
            for (seq, at) in core::mem::take(&mut self.out.decisions) {
                self.proofs.became(seq, at);
            }
        }
        let count = self.referee.session().count();
        if self.expected != count {
            self.expected = count;
            self.stale = true;
            self.sensing.expect(self.referee.prior());
        }
    }

    /// What to do with the flash next. One job at a time: ask again after its
    /// report came with [`Input::Storage`].
    #[must_use]
    pub fn job(&self) -> Option<Job> {
        let safe = || self.restart.is_some() || self.is_safe();
        self.out.keeper.job(safe)
    }

    /// Whether no push that counts can be under way: only then may the flash be
    /// erased, which stops the core for up to 400 ms. Without a match nothing
    /// counts, and without a platform at the ring nobody can push.
    #[must_use]
    pub fn is_safe(&self) -> bool {
        if !self.is_match_running() {
            return true;
        }
        let table = self.referee.table();
        let still = self.referee.is_at_rest() && table.load() == Motion::None;
        match self.profile.curtain {
            // Nothing falls off a grid board, and samples wait in RAM.
            None => still,
            Some(_) => still && table.hands().is_empty() && matches!(table.platform(), Berth::Away),
        }
    }

    /// Settings and calibration as they are saved.
    #[must_use]
    pub fn kept(&self) -> Vec<u8, { job::KEPT_MAX }> {
        self.kept.to_bytes()
    }

    /// Whether the device is to be restarted, once all that is to be sent and
    /// stored is: because somebody wants it, or it has run for long.
    #[must_use]
    pub fn restart(&self) -> Option<Restart> {
        let renewed = || self.is_worn().then_some(Restart::Program);
        let wanted = self.restart.or_else(renewed);
        wanted.filter(|_| !self.out.keeper.owes() && self.link.is_free())
    }

    /// The referee.
    #[must_use]
    pub const fn referee(&self) -> &Referee {
        &self.referee
    }

    /// How the board is wired.
    #[must_use]
    pub const fn profile(&self) -> &'static Profile {
        self.profile
    }

    /// The latest time there was.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.now
    }
}
