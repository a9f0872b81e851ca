//! The scene around the ring: all blobs and sides, what is judged and said.
//! Which shadows belong together is in `pairing`, what a decision needs to know
//! in `around`, one body at two sides in `corner`, what is said of a fall in
//! `passage`.

use super::blob::{Blob, Blobs, Doubts, Stage};
use super::bump::Bumps;
use super::corner::Recent;
use super::fall::{Verdict, decide};
use super::part::{CONFIRMED_AFTER, Part};
use super::rows::{Run, Shown, Side};
use super::times::Times;
use super::vicinity::Vicinity;
use super::{Passage, Sight};
use crate::board::curtain::{Curtain, Plane};
use crate::board::{Dimensions, Micrometres};
use crate::piece::Size;
use crate::place::{ByEdge, Edge};
use crate::sensing::body::widths;
#[cfg(feature = "ring")]
use crate::sensing::carry::Carrier;
use crate::sensing::observation::{FallId, NoFall, Spot};
use crate::time::Span;
use heapless::HistoryBuf;

/// A body is at most so much wider than its diameter when it falls askew.
pub(super) const ASKEW: i32 = 3_000;

/// What comes out of the scene.
#[derive(Debug, Clone, Copy)]
pub(super) enum Told {
    Sight(Sight),
    /// A beam is stuck dark.
    Stuck(Edge, Plane, u8),
}

/// All that goes on in the gutter.
#[derive(Debug, Clone)]
pub(super) struct Scene {
    pub(super) side: Side,
    pub(super) times: Times,
    pub(super) period: Span,
    /// The widest body, and the narrowest.
    pub(super) largest: i32,
    pub(super) smallest: i32,
    /// A body must be so wide to reach from the floor to the upper plane.
    pub(super) tall: i32,
    pub(super) blobs: Blobs,
    pub(super) sides: ByEdge<Vicinity>,
    pub(super) recent: HistoryBuf<Recent, 8>,
    pub(super) bumps: Bumps,
    next: FallId,
    /// What fell, to be said with the next frame.
    passed: Option<Passage>,
    /// The second of two bodies that fell as one, to be measured after that.
    second: Option<(FallId, Blob)>,
    /// Whether falls are expected in this frame.
    pub(super) expecting: bool,
    /// The first frame after the last gap.
    pub(super) gap: Option<u32>,
}

impl Scene {
    /// Hands over what is not known from the board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn carry(&mut self, carrier: &mut impl Carrier) {
        carrier.carry(&mut self.blobs);
        carrier.carry(&mut self.sides);
        carrier.carry(&mut self.recent);
        carrier.carry(&mut self.bumps);
        carrier.carry(&mut self.next);
        carrier.carry(&mut self.passed);
        carrier.carry(&mut self.second);
        carrier.carry(&mut self.gap);
    }

    pub fn new(curtain: &Curtain, dimensions: &Dimensions) -> Self {
        let widths = widths(dimensions, Size::Large);
        let largest = widths.0.into_iter().max().unwrap_or_default();
        let smallest = widths.0.into_iter().min().unwrap_or_default();
        let tall = dimensions
            .gutter_depth
            .0
            .saturating_sub(curtain.depths[Plane::Upper].0);
        let times = Times::new(curtain.period);
        Self {
            side: Side::new(curtain, dimensions),
            times,
            period: curtain.period,
            largest: largest.signed(),
            smallest: smallest.signed(),
            tall: Micrometres(tall).signed(),
            blobs: Blobs::default(),
            sides: ByEdge::default(),
            recent: HistoryBuf::new(),
            bumps: Bumps::default(),
            next: FallId::default(),
            passed: None,
            second: None,
            expecting: false,
            gap: None,
        }
    }

    /// Whether every frame counts.
    pub fn is_awake(&self) -> bool {
        !self.blobs.all.is_empty()
            || self.passed.is_some()
            || self.second.is_some()
            || self.sides.0.iter().any(Vicinity::is_awake)
    }

    pub fn is_watched(&self, edge: Edge) -> bool {
        let passed = self.passed.as_ref().map(|it| it.spot.edge);
        let second = self.second.as_ref().map(|it| it.1.edge);
        self.sides[edge].is_awake()
            || self.blobs.on(edge).next().is_some()
            || [passed, second].contains(&Some(edge))
    }

    pub const fn times(&self) -> &Times {
        &self.times
    }

    /// Blobs for which there was no room.
    pub const fn overflow(&self) -> u16 {
        self.blobs.lost
    }

    /// Looking begins on a side: what is dark there within a few frames was
    /// there before.
    pub fn begin(&mut self, edge: Edge, now: u32) {
        self.sides[edge].begun = now.saturating_add(self.times.settle);
    }

    /// Frames were lost before this one.
    pub fn gap(&mut self, now: u32) {
        self.gap = Some(now);
        for blob in &mut self.blobs.all {
            blob.doubts.gap = true;
        }
    }

    /// A side can no longer be seen.
    pub fn lose(&mut self, edge: Edge, tell: &mut dyn FnMut(Told)) {
        let mut n = 0;
        while let Some(blob) = self.blobs.all.get(n) {
            if blob.edge != edge {
                n += 1;
                continue;
            }
            if let Stage::Falling(id) | Stage::Merged(Some(id)) = blob.stage {
                tell(Told::Sight(Sight::NoFall(id, NoFall::Trouble)));
            }
            self.blobs.all.remove(n);
        }
        if self.sides[edge].hand.take().is_some() {
            tell(Told::Sight(Sight::HandGone(edge)));
        }
        if self.sides[edge].leans() {
            self.sides[edge].leaning = Default::default();
            tell(Told::Sight(Sight::Cleared(edge)));
        }
    }

    /// Takes what a side shows in this frame.
    pub fn see(&mut self, edge: Edge, shown: &mut Shown, now: u32, tell: &mut dyn FnMut(Told)) {
        if self.sides[edge].clear(&shown.dark) {
            tell(Told::Sight(Sight::Cleared(edge)));
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
        let ended = |part: &Option<Part>| {
            let part = part.filter(|it| it.end == Some(now.wrapping_sub(CONFIRMED_AFTER)));
            part.is_some_and(|it| it.lasted(now) < self.times.twitch)
        };
        let twitches =
            |blob: &Blob| usize::from(ended(&blob.upper)) + usize::from(ended(&blob.lower));
        for _ in 0..self.blobs.on(edge).map(twitches).sum() {
            if self.bumps.note(edge, now, &self.times) {
                tell(Told::Sight(Sight::Bump));
            }
        }
    }

    pub(super) fn doubts(&self, edge: Edge, plane: Plane, run: Run, now: u32) -> Doubts {
        let leaning = self.sides[edge].leaning[plane];
        let around = run.bits() | run.bits() << 1 | run.bits() >> 1;
        let settling = |gap: u32| now.wrapping_sub(gap) <= self.times.settle;
        Doubts {
            gap: self.gap.is_some_and(settling),
            hand: self.sides[edge].hand.is_some(),
            beside: leaning & around != 0,
            ..Doubts::default()
        }
    }

    pub(super) fn after_fall(&self, edge: Edge, now: u32) -> bool {
        (self.sides[edge].fell).is_some_and(|fell| now.wrapping_sub(fell) < self.times.rolling)
    }

    /// Judges all blobs, oldest first. To say what fell takes a chip nearly as long as
    /// a frame lasts: one frame to measure it, one to say it, and others wait. Returns
    /// whether this is such a frame.
    pub fn judge(&mut self, now: u32, shown: &ByEdge<Shown>, tell: &mut dyn FnMut(Told)) -> bool {
        let mut is_busy = true;
        if let Some(passage) = self.passed.take() {
            tell(Told::Sight(Sight::Passed(passage)));
        } else if let Some((id, blob)) = self.second.take() {
            self.passed = Some(self.half(id, &blob, &shown[blob.edge], now));
        } else {
            is_busy = false;
        }
        let mut n = 0;
        while let Some(&blob) = self.blobs.all.get(n) {
            let around = self.around(&blob, now, &shown[blob.edge]);
            let verdict = match decide(&blob, &around, &self.times) {
                Verdict::Fell(_) if is_busy => Verdict::Wait,
                it => it,
            };
            is_busy |= matches!(verdict, Verdict::Fell(_));
            let stage = self.act(&blob, verdict, now, &shown[blob.edge], tell);
            match (stage, self.blobs.all.get_mut(n)) {
                (Some(stage), Some(blob)) => {
                    blob.stage = stage;
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
                tell(Told::Sight(Sight::HandGone(edge)));
            }
        }
        is_busy
    }

    /// Says what a verdict means; returns what the blob is from now on.
    fn act(
        &mut self,
        blob: &Blob,
        verdict: Verdict,
        now: u32,
        shown: &Shown,
        tell: &mut dyn FnMut(Told),
    ) -> Option<Stage> {
        let id = match blob.stage {
            Stage::Falling(id) => Some(id),
            _ => None,
        };
        let mut say = |sight| tell(Told::Sight(sight));
        let after = |stage| blob.is_live().then_some(stage);
        let mut stage = match verdict {
            Verdict::Wait => Some(blob.stage),
            Verdict::Begin => {
                let id = self.number();
                say(Sight::Falling(id, self.spot(blob)));
                Some(Stage::Falling(id))
            }
            Verdict::Fell(trust) => {
                if let Some(id) = id {
                    if self.is_partner_said(blob, now) {
                        say(Sight::NoFall(id, NoFall::Merged));
                    } else {
                        // One body that slides along as it falls looks like two:
                        // only what is too wide for one is divided.
                        let estimated = self.estimated(blob, shown);
                        let halves = self
                            .is_too_wide(blob, estimated)
                            .then(|| blob.halves(&self.side));
                        match halves.flatten() {
                            Some((first, second)) => {
                                self.passed = Some(self.half(id, &first, shown, now));
                                let id = self.number();
                                say(Sight::Falling(id, self.spot(&second)));
                                self.second = Some((id, second));
                            }
                            None => {
                                let passage = self.passage(id, blob, estimated, trust, shown, now);
                                self.passed = Some(passage);
                            }
                        }
                        self.remember(blob, now);
                    }
                }
                after(Stage::Fell)
            }
            Verdict::NoFall(why, stage) => {
                if let Some(id) = id {
                    say(Sight::NoFall(id, why));
                }
                if why == NoFall::Hand && !blob.is_live() {
                    self.note_hand(blob, now, tell);
                }
                after(stage)
            }
            Verdict::Become(stage) => Some(stage),
            Verdict::Leans => {
                for plane in Plane::ALL {
                    if let Some(part) = blob.live(plane) {
                        self.sides[blob.edge].lean(plane, part.now);
                    }
                }
                if !blob.doubts.beside {
                    say(Sight::Leaning(self.spot(blob)));
                }
                None
            }
            Verdict::Stuck => {
                for plane in Plane::ALL {
                    if let Some(part) = blob.live(plane) {
                        for beam in part.now.lo..=part.now.hi {
                            tell(Told::Stuck(blob.edge, plane, beam));
                        }
                    }
                }
                None
            }
            Verdict::Over => {
                if let Stage::Merged(Some(id)) = blob.stage {
                    say(Sight::NoFall(id, NoFall::Merged));
                }
                None
            }
        };
        if stage == Some(Stage::Hand) {
            self.note_hand(blob, now, tell);
            stage = after(Stage::Hand);
        }
        stage
    }

    fn note_hand(&mut self, blob: &Blob, now: u32, tell: &mut dyn FnMut(Told)) {
        let spot = self.spot(blob);
        let spans = Plane::ALL.into_iter().filter_map(|plane| {
            let row = &self.side.rows[plane];
            blob.part(plane)
                .filter(|_| !row.is_guard)
                .map(|part| row.span(part.now))
        });
        let along = spot.along.0 as i32;
        let (from, to) = spans.fold((along, along), |it, span| {
            (it.0.min(span.0), it.1.max(span.1))
        });
        if !self.sides[blob.edge].hand_at(now, from, to) {
            return;
        }
        tell(Told::Sight(Sight::Hand(spot)));
        // What falls beside a hand may be the hand.
        for other in &mut self.blobs.all {
            other.doubts.hand |= other.edge == blob.edge;
        }
    }

    fn spot(&self, blob: &Blob) -> Spot {
        Spot {
            edge: blob.edge,
            along: self.side.place(blob.middle(&self.side)),
        }
    }

    fn number(&mut self) -> FallId {
        let id = self.next;
        self.next = FallId(id.0.wrapping_add(1));
        id
    }
}
