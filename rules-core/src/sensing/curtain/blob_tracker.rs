//! Blob tracker: all blobs and sides around the ring. `association` assigns shadows to
//! blobs, `context` collects the surroundings of a decision, `corner` recognises one body
//! at two sides, and `measurement` measures a fall.

use super::blob::{Blob, BlobList, BlobState};
use super::bump::BumpDetector;
use super::corner::RecentFall;
use super::fall::{Transition, next_transition};
use super::plane_track::{CONFIRMED_AFTER, PlaneTrack};
use super::rows::{SideFrame, SideGeometry};
use super::side_state::SideState;
use super::timing::Timing;
use super::{CurtainEvent, CurtainFall};
use crate::board::curtain::{Curtain, Plane};
use crate::board::{Dimensions, Micrometres};
use crate::piece::Size;
use crate::place::{ByEdge, Edge};
#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;
use crate::sensing::body::widths;
use crate::sensing::observation::{EdgePoint, FallId, NoFallReason};
use crate::time::{Instant, Span};
use heapless::{HistoryBuf, Vec};

/// Largest excess of a shadow over the body's diameter when the body falls askew, in
/// micrometres.
pub(super) const MAX_ASKEW: i32 = 3_000;

/// Output of the blob tracker.
#[derive(Debug, Clone, Copy)]
pub(super) enum TrackerOutput {
    /// An event to report.
    Event(CurtainEvent),
    /// Beam that is stuck dark and must be masked.
    Stuck(Edge, Plane, u8),
}

/// Tracker of all blobs: the shadows in the gutter of all four sides.
#[derive(Debug, Clone)]
pub(super) struct BlobTracker {
    pub(super) side: SideGeometry,
    pub(super) times: Timing,
    pub(super) period: Span,
    /// Width of the widest body, in micrometres.
    pub(super) largest: i32,
    /// Width of the narrowest body, in micrometres.
    pub(super) smallest: i32,
    /// Width from which a body that stands on the floor of the gutter reaches the upper
    /// plane, in micrometres.
    pub(super) tall: i32,
    pub(super) blobs: BlobList,
    pub(super) sides: ByEdge<SideState>,
    pub(super) recent: HistoryBuf<RecentFall, 8>,
    pub(super) bumps: BumpDetector,
    next: FallId,
    /// Fall that is measured and is reported with the next frame.
    passed: Option<CurtainFall>,
    /// Second of two bodies that fell as one blob, measured after `passed` is reported.
    second: Option<(FallId, Blob)>,
    /// True if falls are expected in this frame, because a push may be under way.
    pub(super) expecting: bool,
    /// Time from which what comes into the beams is a hand rather than a piece, after the
    /// end of a push; `None` without a push.
    pub(super) calm_from: Option<Instant>,
    /// Number of the first frame after the last gap; `None` if there was no gap.
    pub(super) gap: Option<u32>,
}

impl BlobTracker {
    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn archive(&mut self, archive: &mut impl Archive) {
        archive.archive(&mut self.blobs);
        archive.archive(&mut self.sides);
        archive.archive(&mut self.recent);
        archive.archive(&mut self.bumps);
        archive.archive(&mut self.next);
        archive.archive(&mut self.passed);
        archive.archive(&mut self.second);
        archive.archive(&mut self.gap);
    }

    /// Tracker of a board without a curtain, before [`BlobTracker::begin_anew`].
    pub const BLANK: Self = Self {
        side: SideGeometry::BLANK,
        times: Timing::new(Span(0)),
        period: Span(0),
        largest: 0,
        smallest: 0,
        tall: 0,
        blobs: BlobList { all: Vec::new() },
        sides: ByEdge([SideState::NEW; 4]),
        recent: HistoryBuf::new(),
        bumps: BumpDetector::new(),
        next: FallId(0),
        passed: None,
        second: None,
        expecting: false,
        calm_from: None,
        gap: None,
    };

    /// Forgets all blobs and takes over a curtain, in place.
    #[inline(never)]
    pub fn begin_anew(&mut self, curtain: &Curtain, dimensions: &Dimensions) {
        let widths = widths(dimensions, Size::Large);
        let largest = widths.0.into_iter().max().unwrap_or_default();
        let smallest = widths.0.into_iter().min().unwrap_or_default();
        let tall = dimensions
            .gutter_depth
            .0
            .saturating_sub(curtain.depths[Plane::Upper].0);
        self.side = SideGeometry::new(curtain, dimensions);
        self.times = Timing::new(curtain.period);
        self.period = curtain.period;
        self.largest = largest.signed();
        self.smallest = smallest.signed();
        self.tall = Micrometres(tall).signed();
        self.blobs.all.clear();
        self.sides = ByEdge([SideState::NEW; 4]);
        self.recent.clear();
        self.bumps = BumpDetector::new();
        self.next = FallId(0);
        self.passed = None;
        self.second = None;
        self.expecting = false;
        self.calm_from = None;
        self.gap = None;
    }

    /// True if a blob, a hand, a leaning object or a fall to be reported needs every
    /// frame.
    pub fn is_awake(&self) -> bool {
        !self.blobs.all.is_empty()
            || self.passed.is_some()
            || self.second.is_some()
            || self.sides.0.iter().any(SideState::is_awake)
    }

    /// True if a blob, a hand, a leaning object or a fall to be reported is on this side.
    pub fn is_watched(&self, edge: Edge) -> bool {
        let passed = self.passed.as_ref().map(|fall| fall.pattern.edge);
        let second = self.second.as_ref().map(|(_, blob)| blob.edge);
        self.sides[edge].is_awake()
            || self.blobs.on(edge).next().is_some()
            || [passed, second].contains(&Some(edge))
    }

    pub const fn times(&self) -> &Timing {
        &self.times
    }

    /// Restarts tracking on a side: a beam that goes dark there within
    /// [`Timing::settle`] frames counts as dark from the start.
    pub fn restart_side(&mut self, edge: Edge, now: u32) {
        self.sides[edge].begun = now.saturating_add(self.times.settle);
    }

    /// Records that frames were lost before this one.
    pub fn gap(&mut self, now: u32) {
        self.gap = Some(now);
        for blob in &mut self.blobs.all {
            blob.doubts.gap = true;
        }
    }

    /// Drops all blobs, the hand and the leaning objects of a side that can no longer be
    /// seen, and reports their end.
    pub fn drop_side(&mut self, edge: Edge, emit: &mut dyn FnMut(TrackerOutput)) {
        let mut n = 0;
        while let Some(blob) = self.blobs.all.get(n) {
            if blob.edge != edge {
                n += 1;
                continue;
            }
            if let BlobState::Falling(id) | BlobState::Merged(Some(id)) = blob.state {
                emit(TrackerOutput::Event(CurtainEvent::NoFall(
                    id,
                    NoFallReason::SensorFault,
                )));
            }
            self.blobs.all.remove(n);
        }
        if self.sides[edge].hand.take().is_some() {
            emit(TrackerOutput::Event(CurtainEvent::HandGone(edge)));
        }
        if self.sides[edge].has_leaning() {
            self.sides[edge].leaning = Default::default();
            emit(TrackerOutput::Event(CurtainEvent::Cleared(edge)));
        }
    }

    /// Updates the blobs of a side with its dark beams in this frame.
    #[inline(never)]
    pub fn update_side(
        &mut self,
        edge: Edge,
        shown: &mut SideFrame,
        now: u32,
        emit: &mut dyn FnMut(TrackerOutput),
    ) {
        if self.sides[edge].clear(&shown.dark) {
            emit(TrackerOutput::Event(CurtainEvent::Cleared(edge)));
        }
        let masked = shown.unseen;
        for plane in Plane::ALL {
            let leaning = self.sides[edge].leaning[plane];
            shown.dark[plane] &= !leaning;
            shown.unseen[plane] |= leaning;
        }
        for plane in Plane::ALL {
            let row = self.side.rows[plane];
            for run in self.blobs.follow(edge, plane, shown, now, &row) {
                match plane {
                    Plane::Upper => self.arrive_upper(edge, run, now),
                    Plane::Lower => self.arrive_lower(edge, run, now, shown, masked[Plane::Upper]),
                }
            }
        }
        self.note_shared(edge, now);
        let ended = |part: &Option<PlaneTrack>| {
            let part = part.filter(|track| track.end == Some(now.wrapping_sub(CONFIRMED_AFTER)));
            part.is_some_and(|track| track.lasted(now) < self.times.twitch)
        };
        let twitches =
            |blob: &Blob| usize::from(ended(&blob.upper)) + usize::from(ended(&blob.lower));
        for _ in 0..self.blobs.on(edge).map(twitches).sum() {
            if self.bumps.add_twitch(edge, now, &self.times) {
                emit(TrackerOutput::Event(CurtainEvent::Bump));
            }
        }
    }

    /// True if a body fell on this side less than [`Timing::rolling`] ago.
    pub(super) fn after_fall(&self, edge: Edge, now: u32) -> bool {
        (self.sides[edge].fell).is_some_and(|fell| now.wrapping_sub(fell) < self.times.rolling)
    }

    /// Advances every blob by one frame, oldest first. Measuring a fall and reporting it
    /// each take most of a frame on the RP2040, so at most one of them is done per call.
    /// Returns true if this call did one.
    #[inline(never)]
    pub fn step(
        &mut self,
        now: u32,
        shown: &ByEdge<SideFrame>,
        emit: &mut dyn FnMut(TrackerOutput),
    ) -> bool {
        let mut is_busy = true;
        if let Some(passage) = self.passed.take() {
            emit(TrackerOutput::Event(CurtainEvent::Passed(passage)));
        } else if let Some((id, blob)) = self.second.take() {
            self.passed = Some(self.measure_half(id, &blob, &shown[blob.edge], now));
        } else {
            is_busy = false;
        }
        let mut n = 0;
        while let Some(&blob) = self.blobs.all.get(n) {
            let around = self.context(&blob, now, &shown[blob.edge]);
            let transition = match next_transition(&blob, &around, &self.times) {
                Transition::Fell(_) if is_busy => Transition::Wait,
                transition => transition,
            };
            is_busy |= matches!(transition, Transition::Fell(_));
            let state = self.apply(&blob, transition, now, &shown[blob.edge], emit);
            match (state, self.blobs.all.get_mut(n)) {
                (Some(state), Some(blob)) => {
                    blob.state = state;
                    n += 1;
                }
                _ => {
                    self.blobs.all.remove(n);
                }
            }
        }
        for edge in Edge::ALL {
            let side = &mut self.sides[edge];
            if side.hand.is_some() && side.hand_gone(now, self.times.hand_gone) {
                emit(TrackerOutput::Event(CurtainEvent::HandGone(edge)));
            }
        }
        is_busy
    }

    /// Applies a transition to a blob and reports it; returns the new state of the blob,
    /// or `None` if tracking it ends.
    fn apply(
        &mut self,
        blob: &Blob,
        transition: Transition,
        now: u32,
        shown: &SideFrame,
        emit: &mut dyn FnMut(TrackerOutput),
    ) -> Option<BlobState> {
        let id = match blob.state {
            BlobState::Falling(id) => Some(id),
            _ => None,
        };
        let mut emit_event = |event| emit(TrackerOutput::Event(event));
        let after = |state| blob.is_live().then_some(state);
        let mut state = match transition {
            Transition::Wait => Some(blob.state),
            Transition::Begin => {
                let id = self.next_fall_id();
                emit_event(CurtainEvent::Falling(id, self.spot(blob)));
                Some(BlobState::Falling(id))
            }
            Transition::Fell(trust) => {
                if let Some(id) = id {
                    if self.is_partner_reported(blob, now) {
                        emit_event(CurtainEvent::NoFall(id, NoFallReason::Merged));
                    } else {
                        // One body that slides along as it falls looks like two: only a
                        // shadow that is too wide for one is split.
                        let estimated = self.estimated(blob, shown);
                        let halves = self
                            .is_too_wide(blob, estimated)
                            .then(|| blob.split(&self.side));
                        match halves.flatten() {
                            Some((first, second)) => {
                                self.passed = Some(self.measure_half(id, &first, shown, now));
                                let id = self.next_fall_id();
                                emit_event(CurtainEvent::Falling(id, self.spot(&second)));
                                self.second = Some((id, second));
                            }
                            None => {
                                let passage =
                                    self.measure_fall(id, blob, estimated, trust, shown, now);
                                self.passed = Some(passage);
                            }
                        }
                        self.remember(blob, now);
                    }
                }
                after(BlobState::Fell)
            }
            Transition::NoFall(why, state) => {
                if let Some(id) = id {
                    emit_event(CurtainEvent::NoFall(id, why));
                }
                if why == NoFallReason::Hand && !blob.is_live() {
                    self.note_hand(blob, now, emit);
                }
                after(state)
            }
            Transition::Become(state) => Some(state),
            Transition::Leans => {
                for plane in Plane::ALL {
                    if let Some(part) = blob.live(plane) {
                        self.sides[blob.edge].lean(plane, part.now);
                    }
                }
                if !blob.doubts.beside {
                    emit_event(CurtainEvent::Leaning(self.spot(blob)));
                }
                None
            }
            Transition::Stuck => {
                for plane in Plane::ALL {
                    if let Some(part) = blob.live(plane) {
                        for beam in part.now.lo..=part.now.hi {
                            emit(TrackerOutput::Stuck(blob.edge, plane, beam));
                        }
                    }
                }
                None
            }
            Transition::Over => {
                if let BlobState::Merged(Some(id)) = blob.state {
                    emit_event(CurtainEvent::NoFall(id, NoFallReason::Merged));
                }
                None
            }
        };
        if state == Some(BlobState::Hand) {
            self.note_hand(blob, now, emit);
            state = after(BlobState::Hand);
        }
        state
    }

    fn note_hand(&mut self, blob: &Blob, now: u32, emit: &mut dyn FnMut(TrackerOutput)) {
        let spot = self.spot(blob);
        let spans = Plane::ALL.into_iter().filter_map(|plane| {
            let row = &self.side.rows[plane];
            blob.part(plane).map(|part| row.span(part.now))
        });
        let along = spot.along.0 as i32;
        let (from, to) = spans.fold((along, along), |extent, span| {
            (extent.0.min(span.0), extent.1.max(span.1))
        });
        if !self.sides[blob.edge].hand_at(now, from, to) {
            return;
        }
        emit(TrackerOutput::Event(CurtainEvent::Hand(spot)));
        // A shadow that falls beside a hand may be the hand.
        for other in &mut self.blobs.all {
            other.doubts.hand |= other.edge == blob.edge;
        }
    }

    fn spot(&self, blob: &Blob) -> EdgePoint {
        EdgePoint {
            edge: blob.edge,
            along: self.side.place(blob.middle(&self.side)),
        }
    }

    fn next_fall_id(&mut self) -> FallId {
        let id = self.next;
        self.next = FallId(id.0.wrapping_add(1));
        id
    }
}
