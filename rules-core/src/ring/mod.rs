//! Ring: all logic of the device between pins and bytes, without I/O.
//!
//! ```text
//!  CurtainFrame, HallScan --> Sensing --> Referee --> lines --> JournalWriter --> Job (flash)
//!  Buttons ---------------> Panel ---------^                      |
//!  Bytes -----------------> Link ----------^                      +---> Link --> bytes (USB)
//!                                 Referee, Panel --> LedFrame
//! ```
//!
//! [`Ring::step`] takes an input; [`Ring::work`] does the work it leaves, one bounded
//! unit per call. Outputs are pulled when the caller has room: [`Ring::transmit`] the
//! next bytes for the host, [`Ring::job`] the next job for the flash, [`Ring::lights`]
//! the present LED frame. A slow host or flash can therefore not delay the ring, and the
//! ring needs no unbounded queue. Firmware, virtual ring, replay, fuzzers and tests all
//! run this one type.
//!
//! | module | purpose |
//! |---|---|
//! | [`identity`] | ids and name of the ring |
//! | [`input`], [`job`] | inputs; jobs for the flash |
//! | `journal_writer`, `line_buffer` | the journal: numbering, snapshots, lines not stored yet |
//! | `link` | connection to a host |
//! | `requests` | requests of a host |
//! | `frames` | curtain frames and analog scans |
//! | `controls`, `sink` | buttons, lights and sound; output of the referee |
//! | `transmit`, `matches` | messages to the host; list of the matches in the journal |
//! | [`replay`] | restoring the session after a power cut |
//! | [`write_budget`] | flash writes that a host may cause |
//! | `device` | crash and health of the device |
//! | `uptime` | restart before the frame counters wrap |
//! | `flash_store` | execution of the jobs on a NOR flash (feature `storage`) |

mod controls;
mod device;
#[cfg(feature = "storage")]
pub mod flash_store;
mod frames;
pub mod identity;
pub mod input;
pub mod job;
mod journal_writer;
mod line_buffer;
mod link;
mod matches;
pub mod permission;
pub mod replay;
mod requests;
mod sink;
mod transmit;
mod uptime;
pub mod write_budget;

pub use input::{HostPresence, Input};
pub use job::{Job, ReclaimReport, Report, StorageError};
pub use journal_writer::SNAPSHOT_EVERY;
pub use replay::{Replay, ReplayTarget, StoredConfig};

use crate::board::{BoardId, Profile};
use crate::capture::{CaptureBuffer, Chunk, DEFAULT_CHUNKS};
use crate::lights::{LightState, Scene};
use crate::panel::{Debouncer, Panel, SelfTest};
use crate::referee::record::Note;
use crate::referee::table::{LoadState, PlatformPosition};
use crate::referee::{AnyGame, Command, CommandError, Policies, Referee, Speaker};
use crate::sensing::Sensing;
use crate::sensing::calibration::Calibration;
use crate::sensing::calibration::guide::{Guide, StepRefusal as GuideRefusal};
use crate::sensing::curtain::RodStroke;
use crate::sensing::frame::{CurtainFrame, HallScan};
use crate::sensing::observation::{Observation, ObservationId};
use crate::time::Instant;
use crate::wire::device::{Crash, DeviceHealth};
use crate::wire::hello::BootReason;
use crate::wire::message::{FlashWear, RestartMode};
use frames::PendingObservations;
use heapless::{String, Vec};
use identity::OwnIdentity;
use journal_writer::JournalWriter;
use link::Link;
use requests::PendingRequest;
use sink::RingSink;
use write_budget::WriteBudget;

/// A ring: sensing, referee, panel, journal and host connection of one board, with
/// `CHUNKS` chunks of memory for captures, or with lent memory ([`LentRing`]).
#[derive(Debug)]
pub struct Ring<const CHUNKS: usize = DEFAULT_CHUNKS> {
    profile: &'static Profile,
    config: StoredConfig,
    /// Calibration that was in use before the present one; `None` if there was none.
    previous: Option<Calibration>,
    sensing: Sensing,
    captures: CaptureBuffer<CHUNKS>,
    referee: Referee,
    out: RingSink,
    link: Link,
    keys: Debouncer,
    panel: Panel,
    self_test: SelfTest,
    /// Light state last computed. `lights_at` is the time at which it was computed;
    /// `lights_dirty` is true if it must be recomputed before the next LED frame.
    showing: LightState,
    lights_at: Instant,
    lights_dirty: bool,
    /// Initial state of the last match, for a rematch; `None` if there was no match.
    last_match: Option<AnyGame>,
    /// Host request that waits for a press of Confirm on the ring; `None` if there is
    /// none.
    pending: Option<PendingRequest>,
    budget: WriteBudget,
    wear: FlashWear,
    guide: Option<Guide>,
    guide_refused: Option<GuideRefusal>,
    /// Rod stroke that a host has started; `None` if none is running.
    stroke: Option<RodStroke>,
    restart: Option<RestartMode>,
    boot: BootReason,
    own: OwnIdentity,
    /// Crash that led to the last start; `None` if none did.
    crash: Option<Crash>,
    /// Health of the device, as last measured; `None` if it was not measured.
    health: Option<DeviceHealth>,
    firmware: String<16>,
    /// Latest time that any caller passed; a call with an earlier time does not turn it
    /// back.
    now: Instant,
    /// Curtain frame that the live view sends next; `None` if it was sent already.
    curtain: Option<CurtainFrame>,
    /// Analog scan that the live view sends next; `None` if it was sent already.
    hall: Option<HallScan>,
    /// Checksum of the sensor faults last sent to the host.
    health_crc: u32,
    /// True if the waiting state or the sensor faults may differ from those last sent to
    /// the host.
    state_dirty: bool,
    /// Record count of the session at the last look; another count sets `lights_dirty`.
    shown_line: u32,
    /// Observations of the last curtain frame that the referee has not judged yet.
    unjudged: PendingObservations,
}

/// Ring whose memory for captures is lent to it, so that a device can keep the ring's
/// first state in its image without 39 KB of zeros.
pub type LentRing = Ring<0>;

impl LentRing {
    /// Creates a ring before power-up, like [`Ring::blank`], which makes no captures until
    /// [`LentRing::lend`] gives it memory for them.
    #[must_use]
    pub const fn without_memory() -> Self {
        Self::BLANK
    }

    /// Gives a ring before power-up its memory for captures; [`DEFAULT_CHUNKS`] of them
    /// are enough.
    pub fn lend(&mut self, chunks: &'static mut [Chunk]) {
        self.captures.lend(chunks);
    }
}

impl Ring {
    /// Creates a ring with an empty journal, after power-up.
    #[must_use]
    pub fn new(config: &StoredConfig, boot: BootReason, firmware: &str) -> Self {
        let mut ring = Self::blank();
        ring.power_up(config, &Replay::default(), boot, firmware);
        ring
    }

    /// Creates a ring before power-up, to be replayed into and powered up. A device keeps
    /// it in a `static`, because the ring is larger than its stack and must never move.
    #[must_use]
    pub const fn blank() -> Self {
        Self::BLANK
    }
}

impl<const CHUNKS: usize> Ring<CHUNKS> {
    /// Ring before power-up.
    const BLANK: Self = Self {
        profile: Profile::of(BoardId::Ring),
        config: StoredConfig::BLANK,
        previous: None,
        sensing: Sensing::BLANK,
        captures: CaptureBuffer::BLANK,
        referee: Referee::BLANK,
        out: RingSink {
            journal: JournalWriter::new(1, None, 1, false),
            tune: None,
            decisions: Vec::new(),
        },
        link: Link::new(),
        keys: Debouncer::NEW,
        panel: Panel::NEW,
        self_test: SelfTest::Passed,
        showing: LightState::new(Scene::Boot),
        lights_at: Instant::ZERO,
        lights_dirty: true,
        last_match: None,
        pending: None,
        budget: WriteBudget::FULL,
        wear: FlashWear {
            erases: 0,
            busiest: 0,
        },
        guide: None,
        guide_refused: None,
        stroke: None,
        restart: None,
        boot: BootReason::PowerUp,
        own: OwnIdentity::NONE,
        crash: None,
        health: None,
        firmware: String::new(),
        now: Instant::ZERO,
        curtain: None,
        hall: None,
        health_crc: 0,
        state_dirty: true,
        shown_line: 0,
        unjudged: PendingObservations::EMPTY,
    };

    /// Returns the parts of a blank ring that a replay of its journal restores.
    pub const fn replay_target(&mut self) -> ReplayTarget<'_> {
        ReplayTarget {
            session: self.referee.session_mut(),
            last: &mut self.last_match,
        }
    }

    /// Starts a blank ring, from its stored configuration and the replay of its journal
    /// into [`Ring::replay_target`].
    pub fn power_up(
        &mut self,
        config: &StoredConfig,
        replay: &Replay,
        boot: BootReason,
        firmware: &str,
    ) {
        self.profile = Profile::of(config.settings.board);
        self.config.clone_from(config);
        self.boot = boot;
        self.budget = WriteBudget::new(boot);
        self.firmware = firmware.chars().take(16).collect();
        self.resume_journal(replay);
        let last = self.referee.session().last_observation();
        self.begin_sensing(last);
        self.sync_outputs();
    }

    /// Continues the journal after its replay, and resumes the match that it restored.
    #[inline(never)]
    fn resume_journal(&mut self, replay: &Replay) {
        replay.finish(self.referee.session_mut());
        self.wear = replay.wear;
        let session = self.referee.session();
        let (running, in_match) = (session.game().is_some(), !session.is_blank());
        let journal = &mut self.out.journal;
        journal.begin_anew(replay.first, replay.begin, replay.next, in_match);
        if replay.damaged {
            journal.restart();
        }
        let note = match self.boot {
            BootReason::PowerUp | BootReason::Asked => Note::PowerUp,
            BootReason::Watchdog | BootReason::Panic => Note::Watchdog,
        };
        if running {
            self.referee
                .continue_session(Instant::ZERO, note, &mut self.out);
        }
    }

    /// Starts sensing and captures with the present configuration; observations are
    /// numbered after `last`.
    #[inline(never)]
    fn begin_sensing(&mut self, last: ObservationId) {
        let dimensions = &self.config.settings.dimensions;
        let calibration = &self.config.calibration;
        self.sensing
            .begin_anew(self.profile, dimensions, calibration, last);
        self.captures
            .begin_anew(self.profile, dimensions, calibration);
    }

    /// Provides the configuration that was stored before the present one, so that a
    /// person can restore its calibration.
    pub fn set_previous_config(&mut self, before: StoredConfig) {
        let known = &self.config.calibration;
        if before.calibration.board == known.board && before.calibration != *known {
            self.previous = Some(before.calibration);
        }
    }

    /// Processes one input. The observations of a curtain frame are queued for the host
    /// at once; [`Ring::work`] judges them, or else the next `step` does so first.
    pub fn step(&mut self, now: Instant, input: Input<'_>) {
        self.work();
        self.now = self.now.max(now);
        self.state_dirty |= !matches!(
            input,
            Input::Curtain(_) | Input::Hall(_) | Input::Device(_) | Input::Time
        );
        match input {
            Input::Curtain(frame) => self.on_curtain(frame),
            Input::Hall(scan) => self.on_hall(scan),
            Input::Time => {}
            rare => self.on_rare(rare),
        }
        if self.unjudged.seen.is_empty() {
            self.after_input();
        }
    }

    /// Handles every input but frames and time. Apart from [`Self::step`], so that the path
    /// of frames is small enough to run from RAM.
    #[inline(never)]
    fn on_rare(&mut self, input: Input<'_>) {
        match input {
            Input::Seen(observation) => {
                self.link.queue_observation(observation);
                self.judge_observations(core::slice::from_ref(observation));
            }
            Input::Buttons(down) => self.touch_buttons(down),
            Input::Bytes(bytes) => self.receive(bytes),
            Input::Host(presence) => self.host(presence),
            Input::Device(health) => self.on_health(health),
            Input::Storage(report) => {
                match report {
                    Report::Reclaimed(ReclaimReport::Done) => self.budget.on_reserve(),
                    Report::Reclaimed(ReclaimReport::Erased { .. })
                    | Report::Saved(_, Err(StorageError::NeedsReclaim)) => {
                        self.wear.erases = self.wear.erases.saturating_add(1);
                    }
                    _ => {}
                }
                self.out.journal.report(report);
            }
            Input::Curtain(_) | Input::Hall(_) | Input::Time => {}
        }
    }

    /// Does one bounded unit of the work that the last input left: judges the
    /// observations of the last frame, or continues the captures if the frame had none.
    /// Returns true if there was such work.
    ///
    /// Firmware calls this function after each frame, once the observations have been
    /// sent to the host; the host tools call it after each `step`. The resulting journal
    /// lines do not depend on the time of the call.
    pub fn work(&mut self) -> bool {
        if core::mem::take(&mut self.unjudged.has_time) {
            self.captures.work(&mut self.sensing);
            return true;
        }
        if self.unjudged.seen.is_empty() {
            return false;
        }
        let seen = core::mem::take(&mut self.unjudged.seen);
        // A caller that pulled the lights may have passed a later time.
        let now = core::mem::replace(&mut self.now, self.unjudged.at);
        self.judge_observations(&seen);
        self.after_input();
        self.now = self.now.max(now);
        true
    }

    /// Starts the captures of observations, then judges the observations.
    #[inline(never)]
    fn judge_observations(&mut self, seen: &[Observation]) {
        for observation in seen {
            self.captures.on_observation(observation, &self.sensing);
        }
        for observation in seen {
            self.referee.observe(self.now, observation, &mut self.out);
            self.lights_dirty = true;
            self.state_dirty = true;
        }
    }

    /// Runs the timers of referee, buttons and pending request after an input, then
    /// updates the outputs.
    fn after_input(&mut self) {
        let now = self.now;
        if self.referee.poll_at().is_some_and(|due| now >= due) {
            self.referee.poll(now, &mut self.out);
            self.state_dirty = true;
        }
        self.hold_buttons();
        self.expire_pending(now);
        self.sync_outputs();
    }

    /// Gives the referee a command of the people at the table. A host's command would
    /// need a touch.
    ///
    /// # Errors
    /// [`CommandError`] if the referee declines the command; nothing has changed then.
    pub fn command_from_table(
        &mut self,
        now: Instant,
        command: &Command,
    ) -> Result<(), CommandError> {
        self.work();
        self.now = self.now.max(now);
        self.state_dirty = true;
        let result = self.command(command, Speaker::Table);
        self.sync_outputs();
        result
    }

    /// Begins a match at the table.
    ///
    /// # Errors
    /// [`CommandError`] if a match is running; abort it first.
    pub fn begin(
        &mut self,
        now: Instant,
        game: &AnyGame,
        policies: Policies,
    ) -> Result<(), CommandError> {
        self.work();
        self.now = self.now.max(now);
        self.state_dirty = true;
        self.referee
            .begin(self.now, game, policies, &mut self.out)?;
        self.last_match = Some(game.clone());
        self.sync_outputs();
        Ok(())
    }

    /// Returns the time at which the ring needs [`Input::Time`] if no other input comes;
    /// `None` if it needs none.
    #[must_use]
    pub fn poll_at(&self) -> Option<Instant> {
        let touch = self.pending.as_ref().map(PendingRequest::until);
        let panel = self.panel.poll_at(self.lights_at);
        [self.referee.poll_at(), self.keys.poll_at(), touch, panel]
            .into_iter()
            .flatten()
            .min()
    }

    /// Updates the outputs after a change: writes a snapshot if one is due, links
    /// captures to the journal lines that rest on them, and marks the lights for an
    /// update.
    fn sync_outputs(&mut self) {
        if self.out.journal.wants_snapshot() {
            self.out.journal.begin_snapshot();
            self.referee.snapshot(self.now, &mut self.out);
        }
        self.save_new_journal_id();
        // Nearly always empty, and this runs with every frame.
        if !self.out.decisions.is_empty() {
            for (line, id) in core::mem::take(&mut self.out.decisions) {
                self.captures.link_to_line(line, id);
            }
        }
        let count = self.referee.session().count();
        if self.shown_line != count {
            self.shown_line = count;
            self.lights_dirty = true;
        }
    }

    /// Returns the next job for the flash; `None` if there is none. One job at a time:
    /// call again after its report came with [`Input::Storage`].
    #[must_use]
    pub fn job(&self) -> Option<Job> {
        let safe = || self.restart.is_some() || self.may_erase();
        self.out.journal.job(safe)
    }

    /// True if no push that counts can be under way: only then may the flash be erased,
    /// which stops the core for up to 400 ms. Without a match nothing counts, and without
    /// a platform at the ring no element can be pushed.
    #[must_use]
    pub fn may_erase(&self) -> bool {
        if !self.is_match_running() {
            return true;
        }
        let table = self.referee.table();
        let still = self.referee.is_at_rest() && table.load() == LoadState::None;
        match self.profile.curtain {
            // Nothing falls off a grid board, and samples wait in RAM.
            None => still,
            Some(_) => {
                still
                    && table.hands().is_empty()
                    && matches!(table.platform(), PlatformPosition::Away)
            }
        }
    }

    /// Announces that frames were passed over before the next ones because the flash was
    /// erased, which the ring allows only while nothing can fall. Their gap is not a fault.
    pub fn expect_gap(&mut self) {
        self.sensing.expect_gap();
    }

    /// Returns settings and calibration, serialised for [`Job::Save`].
    #[must_use]
    pub fn config_bytes(&self) -> Vec<u8, { job::KEPT_MAX }> {
        self.config.to_bytes()
    }

    /// Returns the restart that the device must do now; `None` if there is none. A host
    /// requests it, or the frame counters are about to wrap. The ring reports it once
    /// journal and settings are stored and no frame is half sent.
    #[must_use]
    pub fn restart(&self) -> Option<RestartMode> {
        let renewed = || self.counters_near_wrap().then_some(RestartMode::Program);
        let wanted = self.restart.or_else(renewed);
        wanted.filter(|_| !self.out.journal.has_unsaved() && self.link.is_free())
    }

    /// Returns the referee.
    #[must_use]
    pub const fn referee(&self) -> &Referee {
        &self.referee
    }

    /// Returns the profile of the board.
    #[must_use]
    pub const fn profile(&self) -> &'static Profile {
        self.profile
    }

    /// Returns the latest time of any input.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.now
    }
}
