//! Evidence: the raw frames every decision rests on, kept in a fixed piece of
//! memory, to be judged again elsewhere, bit for bit.
//!
//! | module | what it is |
//! |---|---|
//! | `pool` | the memory: small chunks in chains |
//! | `bits`, `code` | frames to bits and back |
//! | `state` | sensing's memory to bytes and back |
//! | `mark` | checksums to know values again |
//! | [`groups`] | which channels a decision rests on |
//! | `segment` | what runs along all the time |
//! | `copying` | evidence on its way out of that |
//! | `reading` | what is kept, listed and read |
//! | [`evidence`] | evidence read again and replayed |
//!
//! ```text
//!   frames ->  | segment before | segment now ...   <- written all the time
//!              ^ memory         ^ memory of sensing
//!
//!   said   ->  header, memory, frames up to now     <- copied in the next ms, kept
//! ```
//!
//! Time is cut into *segments* of 80 ms. Each begins with all that sensing
//! knows, then come all frames as they are. When something is said, the segment
//! now, and the one before if it began earlier, are copied as far as that
//! decision rests on them: the whole curtain, but of the 68 analog channels only
//! the groups it looked at. So a decision takes 1 to 3 KiB and not 15, and its
//! replay starts from what sensing knew and says the very same.
//!
//! All of this is done in small steps between frames ([`Proofs::work_on`]), for a chip
//! has little time: a segment begins after one frame, what is known of the channels is
//! taken down after another, what is known of the curtain after a third, at best when
//! nothing is seen; then both are written channel by channel. Frames that came before
//! what was known of them are marked, and a replay that starts there passes over them.
//!
//! Not in the evidence of a fall is how the push before it was seen: that is a
//! decision of its own, with its own evidence. What it established goes along as
//! a value ([`Known`]), as does what the ledger held to be on the ring.
//!
//! On a board with crosstalk, itself a trouble that is named, readings of a
//! channel are corrected by those of its neighbour, which may not be in the
//! evidence: its replay may be off by a step, and the evidence says that it does
//! not stand *alone*. If what is decided began before the older segment, its evidence
//! says that it is not *whole*: it begins too late to show everything. Nothing here
//! knows what a decision means, and nothing here is kept when power goes.

mod bits;
mod code;
mod copying;
pub mod evidence;
pub mod groups;
mod mark;
mod pool;
mod reading;
mod segment;
mod state;
#[cfg(test)]
mod tests;

pub use code::Frame;
pub use evidence::{Evidence, Flaw, Header};
pub use mark::fingerprint;
pub use reading::Item;

use crate::board::{Dimensions, Profile};
use crate::sensing::calibration::Calibration;
use crate::sensing::cause::Causes;
use crate::sensing::frame::{CurtainFrame, HallScan};
use crate::sensing::observation::{Observation, What};
use crate::sensing::{Known, Sensing};
use crate::time::{Instant, Span};
use copying::{Copying, MOST_COPYING, Progress};
use groups::{Groups, Map, Platform};
use heapless::{Deque, Vec};
use mark::mark;
use pool::{Chain, Pool};
use segment::{Running, Wait};

/// Chunks of memory in a ring: with all else just below 48 KiB, of which 5 hold what
/// sensing knew of the channels until it is written.
pub const USUAL: usize = 1229;

/// The most decisions that are kept, even if they are small.
pub const MOST: usize = 24;

/// So long before its first sign evidence should begin.
const LEAD: Span = Span::millis(5);

/// What gives no first sign has one so long before it is said: 20 ms for a hand
/// to put something down, 50 ms until it is still, and the filters.
const USUAL_ONSET: Span = Span::millis(90);

/// What nobody has decided upon after this time is not decided upon any more.
const UNDECIDED: Span = Span::millis(10_000);

/// A frame is written within so many chunks, and what is copied with it.
const FRAME_ROOM: u16 = 40;

/// Evidence of one decision.
#[derive(Debug)]
struct Kept {
    number: u32,
    seq: Option<u32>,
    at: Instant,
    /// A checksum of what was said, to know it again.
    mark: u32,
    bytes: Chain,
}

/// The evidence of a board.
///
/// Every frame is shown to it *before* sensing takes it, every observation
/// right after that, before the ledger changes:
///
/// ```
/// use rules_core::board::{Dimensions, Name, Profile};
/// use rules_core::proof::Proofs;
/// use rules_core::sensing::Sensing;
/// use rules_core::sensing::calibration::Calibration;
/// use rules_core::sensing::frame::HallScan;
///
/// let (board, dimensions) = (Profile::of(Name::Ring), Dimensions::ASSUMED);
/// let calibration = Calibration::nominal(board);
/// let mut sensing = Sensing::new(board, &dimensions, &calibration);
/// let mut proofs = <Proofs>::new(board, &dimensions, &calibration);
/// let scan = HallScan { index: 0, sums: [8192; 96], overrun: false };
///
/// proofs.hall(&scan, &mut sensing);
/// let mut said = Vec::new();
/// sensing.hall(&scan, &mut |it| said.push(it));
/// for observation in &said {
///     proofs.said(observation, &sensing);
/// }
/// proofs.work_on(&mut sensing);
/// assert_eq!(proofs.list().count(), 0, "nothing was said");
/// ```
#[derive(Debug)]
pub struct Proofs<const CHUNKS: usize = USUAL> {
    profile: &'static Profile,
    dimensions: Dimensions,
    calibration: u32,
    map: Map,
    pool: Pool<CHUNKS>,
    running: Running,
    kept: Vec<Kept, MOST>,
    copying: Deque<Copying, MOST_COPYING>,
    /// The number of the next evidence.
    next: u32,
    /// As they were before the last frame.
    causes: Causes,
    platform: Platform,
    now: Instant,
    /// Work was put off for the next frame.
    waits: bool,
    unkept: u32,
}

impl<const CHUNKS: usize> Proofs<CHUNKS> {
    /// Nothing is kept yet.
    #[must_use]
    pub fn new(
        profile: &'static Profile,
        dimensions: &Dimensions,
        calibration: &Calibration,
    ) -> Self {
        Self {
            profile,
            dimensions: *dimensions,
            calibration: fingerprint(calibration),
            map: Map::of(profile),
            running: Running::new(profile),
            kept: Vec::new(),
            copying: Deque::new(),
            next: 0,
            causes: Causes::default(),
            platform: Platform::default(),
            now: Instant::ZERO,
            waits: false,
            unkept: 0,
            // Last, so that it need not wait on the stack for the others.
            pool: Pool::new(),
        }
    }

    /// Forgets everything, for other dimensions and another calibration: as new,
    /// but where it is, for it is large.
    pub fn begin_anew(&mut self, dimensions: &Dimensions, calibration: &Calibration) {
        self.dimensions = *dimensions;
        self.calibration = fingerprint(calibration);
        self.pool.clear();
        self.running.begin_anew(self.profile);
        self.kept.clear();
        self.copying.clear();
        self.causes = Causes::default();
        self.platform = Platform::default();
        self.now = Instant::ZERO;
        self.waits = false;
        self.unkept = 0;
    }

    /// A frame of the curtain that sensing is about to take.
    pub fn curtain(&mut self, frame: &CurtainFrame, sensing: &mut Sensing) {
        let Some(curtain) = &self.profile.curtain else {
            return;
        };
        self.advance(frame.at(curtain), sensing);
        self.causes = *sensing.causes();
        self.running.curtain(frame, &mut self.pool);
    }

    /// A scan that sensing is about to take.
    pub fn hall(&mut self, scan: &HallScan, sensing: &mut Sensing) {
        self.advance(scan.at(&self.profile.hall), sensing);
        self.causes = *sensing.causes();
        self.running.decoding(sensing.decoding());
        self.running.hall(scan, &self.map, &mut self.pool);
    }

    /// Something else than frames changed what sensing does, such as a sensor
    /// masked by hand: evidence begins anew from here.
    pub fn restart(&mut self) {
        self.finish();
        self.running.restart(&self.map, &mut self.pool);
    }

    fn advance(&mut self, now: Instant, sensing: &mut Sensing) {
        self.now = now;
        if self.running.is_overdue(now) {
            self.begin(sensing);
            while self.running.learn(now, &mut self.pool, sensing) {}
        } else {
            self.make_room(FRAME_ROOM);
        }
    }

    /// Begins a segment after the last frame, and makes room for it.
    fn begin(&mut self, sensing: &Sensing) {
        self.finish();
        self.running.let_go(&self.map, &mut self.pool);
        self.make_room(self.running.room());
        self.running.begin(self.now, sensing.decoding());
    }

    /// Does a little of what is left to be done: begins a segment, writes what was
    /// known when it began, copies. To be called when a frame has been judged and
    /// there is time, most of all where a scan is work enough by itself.
    pub fn work_on(&mut self, sensing: &mut Sensing) {
        self.make_room(FRAME_ROOM);
        let has_coded = self.running.code(&self.map, &mut self.pool);
        // Frames that show something are work enough: the rest waits for the next.
        self.waits = has_coded && sensing.is_stirring() && !self.waits;
        if self.waits {
            return;
        }
        let wait = match sensing.is_stirring() {
            _ if !self.copying.is_empty() => Wait::Copying,
            true => Wait::Stirring,
            false => Wait::None,
        };
        if self.running.is_over(self.now, wait) {
            return self.begin(sensing);
        }
        if self.running.learn(self.now, &mut self.pool, sensing) {
            return;
        }
        // One thing a frame, but two if many wait.
        for _ in 0..=(self.copying.len() / 3).min(1) {
            self.make_room(FRAME_ROOM);
            if !self.running.write_on(&self.map, &mut self.pool) {
                self.copy_on();
            }
        }
    }

    /// Copies the next bytes of the oldest evidence that is on its way.
    fn copy_on(&mut self) {
        let Some(copying) = self.copying.front_mut() else {
            return;
        };
        let place = (self.kept.iter()).position(|it| it.number == copying.number);
        let progress = match place.and_then(|place| self.kept.get_mut(place)) {
            Some(kept) => copying.go_on(&self.running, &mut self.pool, &mut kept.bytes),
            // It had to make room.
            None => Progress::Failed,
        };
        if progress == Progress::Under {
            return;
        }
        self.copying.pop_front();
        if progress == Progress::Failed {
            self.unkept = self.unkept.saturating_add(1);
            if let Some(place) = place {
                let mut kept = self.kept.remove(place);
                self.pool.drop(&mut kept.bytes);
            }
        }
    }

    /// Copies all evidence that is still on its way. To be called before any is
    /// read.
    pub fn finish(&mut self) {
        while !self.copying.is_empty() {
            self.hurry();
        }
    }

    fn hurry(&mut self) {
        self.make_room(FRAME_ROOM);
        self.running.complete(&self.map, &mut self.pool);
        self.copy_on();
    }

    /// Something was said about the last frame. Keeps the evidence if it is of a
    /// kind that is decided upon.
    pub fn said(&mut self, observation: &Observation, sensing: &Sensing) {
        if is_decided_upon(&observation.what) {
            self.keep(observation, sensing);
        }
        match observation.what {
            What::Docked { place, .. } => self.platform.moved(Some(place), observation.at),
            What::Lifted => self.platform.moved(None, observation.at),
            _ => {}
        }
    }

    /// Keeps the evidence for something said about the last frame, of any kind.
    pub fn keep(&mut self, observation: &Observation, sensing: &Sensing) {
        self.make_room(FRAME_ROOM);
        self.running.code(&self.map, &mut self.pool);
        let onset = onset(observation) - LEAD;
        let (segments, whole) = self.running.since(onset);
        if !self.running.is_usable(segments) {
            self.unkept = self.unkept.saturating_add(1);
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
        let groups = Groups::behind(observation, self.profile.name, &platform);
        let groups = match observation.what {
            // Posts are decoded one after the other: each waits for those before.
            What::Marker { .. } => groups.with_slots(self.running.decoded(segments)),
            _ => groups,
        };
        let header = Header {
            board: self.profile.name,
            dimensions: self.dimensions,
            calibration: self.calibration,
            observation: *observation,
            known: Known {
                causes: self.causes,
                ..sensing.known(&observation.what)
            },
            whole,
            alone: !sensing.has_crosstalk(),
            groups,
            segments,
        };
        let (number, mut bytes) = (self.next, Chain::EMPTY);
        self.next = self.next.wrapping_add(1);
        let copying = Copying::begin(number, &header, &self.running, &mut self.pool, &mut bytes);
        let Some(copying) = copying else {
            self.pool.drop(&mut bytes);
            self.unkept = self.unkept.saturating_add(1);
            return;
        };
        // There is room for both: looked at above.
        let _ = self.copying.push_back(copying);
        let _ = self.kept.push(Kept {
            number,
            seq: None,
            at: observation.at,
            mark: mark(observation),
            bytes,
        });
    }

    /// What was said became a record. Says whether there is evidence of it.
    pub fn decided(&mut self, seq: u32, observation: &Observation) -> bool {
        let mark = mark(observation);
        let is_it = |it: &&mut Kept| it.at == observation.at && it.mark == mark;
        match self.kept.iter_mut().rev().find(is_it) {
            Some(kept) => {
                kept.seq = Some(seq);
                true
            }
            None => false,
        }
    }

    /// What was said at this time became a record; says whether there is evidence
    /// of it. Of several things said at once it is the oldest that has become
    /// none.
    pub fn became(&mut self, seq: u32, at: Instant) -> bool {
        let is_it = |it: &&mut Kept| it.at == at && it.seq.is_none();
        match self.kept.iter_mut().find(is_it) {
            Some(kept) => {
                kept.seq = Some(seq);
                true
            }
            None => false,
        }
    }

    /// Observations whose evidence did not fit.
    #[must_use]
    pub const fn unkept(&self) -> u32 {
        self.unkept
    }

    fn make_room(&mut self, chunks: u16) {
        while self.pool.left() < chunks {
            if !self.forget_one() {
                return;
            }
        }
    }

    /// Forgets the oldest that nobody decided upon in time, or else the oldest.
    fn forget_one(&mut self) -> bool {
        let late = |it: &Kept| it.seq.is_none() && it.at + UNDECIDED < self.now;
        let which = self.kept.iter().position(late).unwrap_or(0);
        if self.kept.is_empty() {
            return false;
        }
        let mut kept = self.kept.remove(which);
        self.pool.drop(&mut kept.bytes);
        true
    }
}

/// Whether rulings rest on it. A hand or a bump explains, but is no ruling, nor
/// is what lies on the platform before it is pushed, or that it is taken away.
const fn is_decided_upon(what: &What) -> bool {
    match what {
        What::Fell(_)
        | What::Marker { .. }
        | What::Docked { .. }
        | What::Pushed(_)
        | What::Cell { .. } => true,
        What::Lifted
        | What::Loaded(_)
        | What::Unloaded
        | What::PushStarted(_)
        | What::Falling(..)
        | What::NoFall(..)
        | What::Hand(_)
        | What::HandGone(_)
        | What::Leaning(_)
        | What::Cleared(_)
        | What::Bump
        | What::Trouble(..)
        | What::Mended(..)
        | What::Blind(_)
        | What::Sighted(_) => false,
    }
}

/// Its first sign.
fn onset(observation: &Observation) -> Instant {
    match observation.what {
        What::Fell(fall) => fall.onset,
        What::Pushed(pushed) => pushed.began,
        _ => observation.at - USUAL_ONSET,
    }
}
