//! Captures: the raw frames that every decision rests on, stored in a fixed block of
//! memory, to be replayed elsewhere, bit for bit.
//!
//! | module | contents |
//! |---|---|
//! | `pool` | memory: small chunks in chains |
//! | `bits`, `codec` | frames to bits and back |
//! | `snapshot` | state of sensing to bytes and back |
//! | `digest` | checksum of a calibration |
//! | [`channel_groups`] | channels that a decision rests on |
//! | `segment` | recording that runs all the time |
//! | `copy_job` | copying of a capture out of the segments |
//! | `list` | list of the stored captures |
//! | [`reader`] | reading and replaying of a capture |
//!
//! ```text
//!   frames      ->  | segment before | segment now ...  <- written all the time
//!                   ^ snapshot       ^ snapshot of sensing
//!
//!   observation ->  header, snapshot, frames up to now  <- copied in the next ms
//! ```
//!
//! Time is cut into *segments* of 80 ms. Each begins with a snapshot of sensing, followed
//! by all frames unchanged. For an observation, the present segment, and the one before
//! if the event began earlier, are copied as far as the decision rests on them: the whole
//! curtain, but of the 68 analog channels only the groups involved. A capture thus takes
//! 1 to 3 KiB and not 15, and its replay starts from the snapshot and reports the
//! identical observation.
//!
//! All of this is done in small steps between frames ([`CaptureBuffer::work`]), because
//! the RP2040 has little time. A segment begins after one frame, the snapshot of the
//! channels is taken after another, that of the curtain after a third, if possible while
//! no beam is dark. Then both are written channel by channel. Frames before the snapshot
//! are counted, and a replay that starts there skips them.
//!
//! The capture of a fall does not contain the push before it: that is a separate decision
//! with its own capture. Its result is included as a value ([`FallContext`]).
//!
//! On a board with crosstalk, itself a fault that is reported, readings of a channel are
//! corrected by those of its neighbour, which may not be in the capture. Its replay may
//! then be off by a step, and [`Header::alone`] is false. If the event began before the
//! older segment, the capture begins too late to show everything, and [`Header::whole`]
//! is false. This module does not know what a decision means, and captures do not survive
//! a power cut.

mod bits;
pub mod channel_groups;
mod codec;
mod copy_job;
mod digest;
mod list;
mod pool;
pub mod reader;
mod segment;
mod snapshot;
#[cfg(test)]
mod tests;

pub use codec::AnyFrame;
pub use digest::fingerprint;
pub use list::CaptureInfo;
pub use pool::Chunk;
pub use reader::{Capture, CaptureError, Header};

use crate::board::{BoardId, Dimensions, Profile};
use crate::sensing::calibration::Calibration;
use crate::sensing::cause::CauseTracker;
use crate::sensing::frame::{CurtainFrame, HallScan};
use crate::sensing::observation::{Observation, ObservationId, ObservationKind};
use crate::sensing::{FallContext, Sensing};
use crate::time::{Instant, Span};
use channel_groups::{GroupMap, GroupSet, PlatformHistory};
use copy_job::{CopyJob, MAX_COPYING, Progress};
use heapless::{Deque, Vec};
use pool::{Chain, Pool};
use segment::{RolloverWait, SegmentRecorder};

/// Number of 32-byte memory chunks in the capture buffer of a ring. With all else the
/// buffer takes just below 52 KiB, of which 5 hold the snapshot of the channels until it
/// is written.
pub const DEFAULT_CHUNKS: usize = 1357;

/// Maximum number of captures that a buffer holds, even if they are small.
pub const MAX_CAPTURES: usize = 24;

/// Time by which a capture should begin before the first sign of its observation.
const LEAD: Span = Span::millis(5);

/// Assumed time from the first sign to the report of an observation that has no onset: 20
/// ms for a hand to put a piece down, 50 ms until it is still, and the filters.
const DEFAULT_ONSET: Span = Span::millis(90);

/// Age from which an observation that no journal line rests on will not get one any more.
const UNDECIDED_TIMEOUT: Span = Span::millis(10_000);

/// Number of free chunks that suffice to write a frame and to copy part of a capture.
const FRAME_ROOM: u16 = 40;

/// Capture of one observation.
#[derive(Debug)]
struct CaptureEntry {
    /// Observation that the capture shows.
    id: ObservationId,
    /// First and last journal line that rest on the observation, for instance a question
    /// and its answer; `None` if no line does so far.
    lines: Option<(u32, u32)>,
    at: Instant,
    bytes: Chain,
}

/// Buffer that records frames all the time and holds the captures of a board.
///
/// The caller feeds every frame into the buffer *before* sensing processes it, and every
/// observation right after that:
///
/// ```
/// use rules_core::board::{BoardId, Dimensions, Profile};
/// use rules_core::capture::CaptureBuffer;
/// use rules_core::sensing::Sensing;
/// use rules_core::sensing::calibration::Calibration;
/// use rules_core::sensing::frame::HallScan;
///
/// let (board, dimensions) = (Profile::of(BoardId::Ring), Dimensions::ASSUMED);
/// let calibration = Calibration::nominal(board);
/// let mut sensing = Sensing::new(board, &dimensions, &calibration);
/// let mut captures = <CaptureBuffer>::new(board, &dimensions, &calibration);
/// let scan = HallScan { index: 0, sums: [8192; 96], overrun: false };
///
/// captures.hall(&scan, &mut sensing);
/// let mut observations = Vec::new();
/// sensing.step_hall(&scan, &mut |observation| observations.push(observation));
/// for observation in &observations {
///     captures.on_observation(observation, &sensing);
/// }
/// captures.work(&mut sensing);
/// assert_eq!(captures.list().count(), 0, "nothing was observed");
/// ```
#[derive(Debug)]
pub struct CaptureBuffer<const CHUNKS: usize = DEFAULT_CHUNKS> {
    profile: &'static Profile,
    dimensions: Dimensions,
    calibration: u32,
    map: GroupMap,
    pool: Pool<CHUNKS>,
    running: SegmentRecorder,
    kept: Vec<CaptureEntry, MAX_CAPTURES>,
    copying: Deque<CopyJob, MAX_COPYING>,
    /// Pushes, hands and bumps as sensing knew them before the last frame.
    causes: CauseTracker,
    platform: PlatformHistory,
    now: Instant,
    /// True if the last call of [`CaptureBuffer::work`] put work off until the next one.
    waits: bool,
}

impl CaptureBuffer<0> {
    /// Gives the buffer its memory. Its captures are dropped.
    pub(crate) fn lend(&mut self, chunks: &'static mut [Chunk]) {
        self.pool.lend(chunks);
    }
}

impl<const CHUNKS: usize> CaptureBuffer<CHUNKS> {
    /// Creates a buffer without captures; its first segment starts with the first frame.
    #[must_use]
    pub fn new(
        profile: &'static Profile,
        dimensions: &Dimensions,
        calibration: &Calibration,
    ) -> Self {
        let mut buffer = Self::BLANK;
        buffer.begin_anew(profile, dimensions, calibration);
        buffer
    }

    /// Buffer for no board, before [`CaptureBuffer::begin_anew`].
    pub(crate) const BLANK: Self = Self {
        profile: Profile::of(BoardId::Ring),
        dimensions: Dimensions::ASSUMED,
        calibration: 0,
        map: GroupMap::EMPTY,
        pool: Pool::new(),
        running: SegmentRecorder::BLANK,
        kept: Vec::new(),
        copying: Deque::new(),
        causes: CauseTracker::NEW,
        platform: PlatformHistory::NEW,
        now: Instant::ZERO,
        waits: false,
    };

    /// Drops all captures and segments and becomes the buffer that
    /// [`CaptureBuffer::new`] creates, in place, because it is too large for the stack of
    /// a device.
    pub fn begin_anew(
        &mut self,
        profile: &'static Profile,
        dimensions: &Dimensions,
        calibration: &Calibration,
    ) {
        self.profile = profile;
        self.dimensions = *dimensions;
        self.calibration = fingerprint(calibration);
        self.map = GroupMap::from_profile(profile);
        self.pool.clear();
        self.running.begin_anew(profile);
        self.kept.clear();
        self.copying.clear();
        self.causes = CauseTracker::NEW;
        self.platform = PlatformHistory::NEW;
        self.now = Instant::ZERO;
        self.waits = false;
    }

    /// Records a curtain frame that sensing is about to process.
    pub fn curtain(&mut self, frame: &CurtainFrame, sensing: &mut Sensing) {
        let Some(curtain) = &self.profile.curtain else {
            return;
        };
        self.advance(frame.at(curtain), sensing);
        self.causes = *sensing.causes();
        self.running.curtain(frame, &mut self.pool);
    }

    /// Records an analog scan that sensing is about to process.
    pub fn hall(&mut self, scan: &HallScan, sensing: &mut Sensing) {
        self.advance(scan.at(&self.profile.hall), sensing);
        self.causes = *sensing.causes();
        self.running.decoding(sensing.decoding());
        self.running.hall(scan, &self.map, &mut self.pool);
    }

    fn advance(&mut self, now: Instant, sensing: &mut Sensing) {
        self.now = now;
        if self.running.is_overdue(now) {
            self.begin(sensing);
            while self.running.start_snapshot(now, &mut self.pool, sensing) {}
        } else {
            self.make_room(FRAME_ROOM);
        }
    }

    /// Starts a segment after the last frame, once there is room for its snapshot.
    fn begin(&mut self, sensing: &Sensing) {
        self.finish();
        self.running.drop_previous(&self.map, &mut self.pool);
        self.make_room(self.running.room());
        self.running.begin(self.now, sensing.decoding());
    }

    /// Does the next part of the pending work: starts a segment, writes its snapshot, or
    /// copies a capture. The caller calls it once per frame, when the frame has been
    /// judged and there is time left.
    pub fn work(&mut self, sensing: &mut Sensing) {
        self.make_room(FRAME_ROOM);
        let has_coded = self.running.code(&self.map, &mut self.pool);
        // Frames with dark beams are enough work: the remainder waits for the next.
        self.waits = has_coded && sensing.is_stirring() && !self.waits;
        if self.waits {
            return;
        }
        let wait = if !self.copying.is_empty() {
            RolloverWait::Copying
        } else if sensing.is_stirring() {
            RolloverWait::Stirring
        } else {
            RolloverWait::None
        };
        if self.running.is_over(self.now, wait) {
            return self.begin(sensing);
        }
        if self
            .running
            .start_snapshot(self.now, &mut self.pool, sensing)
        {
            return;
        }
        // One part per frame, but two if many wait.
        for _ in 0..=(self.copying.len() / 3).min(1) {
            self.make_room(FRAME_ROOM);
            if !self.running.continue_snapshot(&self.map, &mut self.pool) {
                self.copy_on();
            }
        }
    }

    /// Copies the next bytes of the oldest capture being copied.
    fn copy_on(&mut self) {
        let Some(copying) = self.copying.front_mut() else {
            return;
        };
        let place = (self.kept.iter()).position(|entry| entry.id == copying.id);
        let progress = match place.and_then(|place| self.kept.get_mut(place)) {
            Some(kept) => copying.step(&self.running, &mut self.pool, &mut kept.bytes),
            // The capture had to make room.
            None => Progress::Failed,
        };
        if progress == Progress::Under {
            return;
        }
        self.copying.pop_front();
        if progress == Progress::Failed
            && let Some(place) = place
        {
            let mut kept = self.kept.remove(place);
            self.pool.free(&mut kept.bytes);
        }
    }

    /// Completes all captures that are being copied. The caller must call this before it
    /// reads one.
    pub fn finish(&mut self) {
        while !self.copying.is_empty() {
            self.hurry();
        }
    }

    fn hurry(&mut self) {
        self.make_room(FRAME_ROOM + self.running.unwritten());
        self.running.complete(&self.map, &mut self.pool);
        self.copy_on();
    }

    /// Handles an observation of the last frame: starts its capture if rulings rest on
    /// its kind.
    pub fn on_observation(&mut self, observation: &Observation, sensing: &Sensing) {
        if is_decided_upon(&observation.kind) {
            self.keep(observation, sensing);
        }
        match observation.kind {
            ObservationKind::Docked { place, .. } => {
                self.platform.moved(Some(place), observation.at)
            }
            ObservationKind::Undocked => self.platform.moved(None, observation.at),
            _ => {}
        }
    }

    /// Starts the capture of an observation of the last frame.
    fn keep(&mut self, observation: &Observation, sensing: &Sensing) {
        self.make_room(FRAME_ROOM);
        self.running.code(&self.map, &mut self.pool);
        let onset = onset(observation) - LEAD;
        let (segments, whole) = self.running.since(onset);
        if !self.running.is_usable(segments) {
            return;
        }
        while self.copying.is_full() {
            self.hurry();
        }
        if self.kept.is_full() {
            self.forget_one();
        }
        self.make_room(FRAME_ROOM);
        let platform = self.platform.since(self.running.began(segments));
        let groups = GroupSet::for_observation(observation, self.profile.name, &platform);
        let groups = match observation.kind {
            // Posts are decoded one after the other: each waits for those before.
            ObservationKind::Marker { .. } => groups.with_slots(self.running.decoded(segments)),
            _ => groups,
        };
        let header = Header {
            board: self.profile.name,
            dimensions: self.dimensions,
            calibration: self.calibration,
            observation: *observation,
            known: FallContext {
                causes: self.causes,
                ..sensing.context_for(&observation.kind)
            },
            whole,
            alone: !sensing.has_crosstalk(),
            groups,
            segments,
        };
        let mut bytes = Chain::EMPTY;
        let copying = CopyJob::begin(&header, &self.running, &mut self.pool, &mut bytes);
        let Some(copying) = copying else {
            self.pool.free(&mut bytes);
            return;
        };
        // There is room for both: checked above.
        let _ = self.copying.push_back(copying);
        let _ = self.kept.push(CaptureEntry {
            id: observation.id,
            lines: None,
            at: observation.at,
            bytes,
        });
    }

    /// Links the capture of an observation to a journal line that rests on it.
    pub fn link_to_line(&mut self, line: u32, id: ObservationId) {
        if let Some(entry) = self.kept.iter_mut().find(|entry| entry.id == id) {
            let first = entry.lines.map_or(line, |(first, _)| first);
            entry.lines = Some((first, line));
        }
    }

    fn make_room(&mut self, chunks: u16) {
        while self.pool.left() < chunks {
            if !self.forget_one() {
                return;
            }
        }
    }

    /// Drops the oldest capture that no journal line rests on after
    /// [`UNDECIDED_TIMEOUT`], or else the oldest of all. Returns false if there is none.
    fn forget_one(&mut self) -> bool {
        let late =
            |entry: &CaptureEntry| entry.lines.is_none() && entry.at + UNDECIDED_TIMEOUT < self.now;
        let which = self.kept.iter().position(late).unwrap_or(0);
        if self.kept.is_empty() {
            return false;
        }
        let mut kept = self.kept.remove(which);
        self.pool.free(&mut kept.bytes);
        true
    }
}

/// True if rulings rest on this kind of observation, so that it gets a capture. No ruling
/// rests on a hand or a bump, nor on an element laid on the platform or taken away.
const fn is_decided_upon(what: &ObservationKind) -> bool {
    match what {
        ObservationKind::Fell(_)
        | ObservationKind::Marker { .. }
        | ObservationKind::Docked { .. }
        | ObservationKind::Pushed(_)
        | ObservationKind::Cell { .. } => true,
        ObservationKind::Undocked
        | ObservationKind::Loaded(_)
        | ObservationKind::Unloaded
        | ObservationKind::PushStarted(_)
        | ObservationKind::Falling(..)
        | ObservationKind::NoFall(..)
        | ObservationKind::Hand(_)
        | ObservationKind::HandGone(_)
        | ObservationKind::Leaning(_)
        | ObservationKind::Cleared(_)
        | ObservationKind::Bump
        | ObservationKind::FaultRaised(..)
        | ObservationKind::FaultCleared(..)
        | ObservationKind::CoverageLost(_)
        | ObservationKind::CoverageRestored(_) => false,
    }
}

/// Returns the time of an observation's first sign: its onset, or else an assumed one.
fn onset(observation: &Observation) -> Instant {
    match observation.kind {
        ObservationKind::Fell(fall) => fall.measured.onset,
        ObservationKind::Pushed(pushed) => pushed.began,
        _ => observation.at - DEFAULT_ONSET,
    }
}
