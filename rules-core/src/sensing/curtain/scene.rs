//! The scene around the ring: all blobs and sides, what is judged and said.
//! Which shadows belong together is in `pairing`.

use super::blob::{Blob, Blobs, CONFIRMED_AFTER, Doubts, End, Part, Stage};
use super::bump::Bumps;
use super::fall::{Around, Trust, Verdict, decide};
use super::hand::Vicinity;
use super::pairing::HAND_REACH;
use super::rows::{Run, Shown, Side};
use super::times::Times;
use super::width::{Width, estimate};
use super::{Passage, Sight};
use crate::board::curtain::{Bit, Curtain, Plane};
use crate::board::{Dimensions, Micrometres};
use crate::place::{ByEdge, Edge};
#[cfg(feature = "ring")]
use crate::sensing::carry::Carrier;
use crate::sensing::identity::linger;
use crate::sensing::observation::{Count, FallId, NoFall, Spot};
use crate::time::{Instant, Span};
use heapless::HistoryBuf;

/// A body is at most so much wider than its diameter when it falls askew.
const ASKEW: i32 = 3_000;

/// What comes out of the scene.
#[derive(Debug, Clone, Copy)]
pub(super) enum Told {
    Sight(Sight),
    /// A beam is stuck dark.
    Stuck(Edge, Plane, u8),
}

/// A fall that has been said.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Recent {
    edge: Edge,
    onset: u32,
    first: bool,
    last: bool,
}

/// All that goes on in the gutter.
#[derive(Debug, Clone)]
pub(super) struct Scene {
    pub(super) side: Side,
    pub(super) times: Times,
    period: Span,
    /// The widest body, and the narrowest.
    largest: i32,
    smallest: i32,
    /// A body must be so wide to reach from the floor to the upper plane.
    tall: i32,
    pub(super) blobs: Blobs,
    pub(super) sides: ByEdge<Vicinity>,
    recent: HistoryBuf<Recent, 8>,
    bumps: Bumps,
    next: FallId,
    /// The last frame after a gap that is not normal yet.
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
        carrier.carry(&mut self.gap);
    }

    pub fn new(curtain: &Curtain, dimensions: &Dimensions) -> Self {
        let widths = dimensions.widths(crate::piece::Size::Large);
        let largest = widths.0.iter().max().map_or(0, |it| it.0);
        let smallest = widths.0.iter().min().map_or(0, |it| it.0);
        let depth = curtain.depths[Plane::Upper].0;
        let um = |it: u32| it.min(100_000_000) as i32;
        let times = Times::new(curtain.period);
        Self {
            side: Side::new(curtain, dimensions),
            times,
            period: curtain.period,
            largest: um(largest),
            smallest: um(smallest),
            tall: um(dimensions.gutter_depth.0.saturating_sub(depth)),
            blobs: Blobs::default(),
            sides: ByEdge::default(),
            recent: HistoryBuf::new(),
            bumps: Bumps::default(),
            next: FallId::default(),
            gap: None,
        }
    }

    /// Whether every frame counts.
    pub fn is_awake(&self) -> bool {
        !self.blobs.all.is_empty() || self.sides.0.iter().any(Vicinity::is_awake)
    }

    /// Whether something that is no single beam keeps this one dark: it is in its
    /// shadow or right beside, or a hand is near.
    pub fn explains(&self, edge: Edge, bit: Bit) -> bool {
        let pitch = self.side.rows[Plane::Upper].pitch();
        let mut bodies = (self.blobs.on(edge)).filter(|blob| blob.is_solid(&self.side));
        match bit {
            Bit::Beam(plane, beam) => {
                let at = self.side.rows[plane].at(i32::from(beam));
                bodies.any(|blob| {
                    let reach = match blob.stage {
                        Stage::Hand => HAND_REACH,
                        _ => 2 * pitch,
                    };
                    Plane::ALL.into_iter().any(|plane| {
                        let span = blob.live(plane).map(|it| self.side.rows[plane].span(it.now));
                        span.is_some_and(|(lo, hi)| lo - reach <= at && at <= hi + reach)
                    })
                })
            }
            Bit::Guard(plane) => bodies.any(|blob| blob.live(plane).is_some()),
            Bit::Strap(_) => false,
        }
    }

    pub fn is_watched(&self, edge: Edge) -> bool {
        self.sides[edge].is_awake() || self.blobs.on(edge).next().is_some()
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

    /// Judges all blobs, oldest first.
    pub fn judge(&mut self, now: u32, shown: &ByEdge<Shown>, tell: &mut dyn FnMut(Told)) {
        let mut n = 0;
        while let Some(&blob) = self.blobs.all.get(n) {
            let around = self.around(&blob, now, &shown[blob.edge]);
            let verdict = decide(&blob, &around, &self.times);
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
    }

    fn around(&self, blob: &Blob, now: u32, shown: &Shown) -> Around {
        let falling = matches!(blob.stage, Stage::Falling(_));
        let side = &self.sides[blob.edge];
        let solid = Plane::ALL.into_iter().any(|plane| {
            let live = blob.live(plane);
            live.is_some_and(|part| part.now.bits() & shown.solid[plane] != 0)
        });
        let row = &self.side.rows[Plane::Upper];
        let wide = Plane::ALL.into_iter().any(|plane| {
            let row = &self.side.rows[plane];
            let part = blob.part(plane).filter(|_| !row.is_guard);
            let beams = part.map_or(1, |part| i32::from(part.around));
            (beams - 1) * row.pitch() > self.largest + ASKEW
        });
        let long = |it: &&Blob| {
            it.live(Plane::Upper).is_some()
                && it.live(Plane::Lower).is_some()
                && now.wrapping_sub(it.onset()) > self.times.said / 2
        };
        Around {
            now,
            guard: shown.guards[Plane::Upper],
            solid,
            bumped: falling && self.bumps.since(blob.onset(), &self.times),
            wide: falling && wide,
            short: falling
                && row.pitch() * 4 <= self.largest
                && estimate(blob, &self.side, shown, self.largest).width < self.tall,
            hand: side.hand.is_some(),
            crowd: falling && self.blobs.on(blob.edge).filter(long).count() > 1,
            blind_below: falling && self.blind_below(blob, shown),
            after_fall: self.after_fall(blob.edge, now),
            partner: falling
                && self
                    .partner(blob, now)
                    .is_some_and(|it| it.is_live() || it.lower.is_none()),
            company: blob.is_lonely() && self.has_company(blob),
        }
    }

    /// Whether something that is more than a beam is dark within two beams of it.
    fn has_company(&self, blob: &Blob) -> bool {
        let apart = 2 * self.side.rows[Plane::Upper].pitch();
        let spans = |blob: &Blob| {
            Plane::ALL.map(|plane| Some(self.side.rows[plane].span(blob.live(plane)?.now)))
        };
        let near = |one: &(i32, i32), other: &(i32, i32)| {
            one.0 <= other.1.saturating_add(apart) && other.0 <= one.1.saturating_add(apart)
        };
        let mine = spans(blob);
        let mut others = self.blobs.on(blob.edge).filter(|it| !it.is_lonely());
        others.any(|other| {
            let theirs = spans(other);
            let meets = |one: &(i32, i32)| theirs.iter().flatten().any(|it| near(one, it));
            mine.iter().flatten().any(meets)
        })
    }

    fn blind_below(&self, blob: &Blob, shown: &Shown) -> bool {
        let row = &self.side.rows[Plane::Lower];
        let Some(upper) = blob.upper else {
            return false;
        };
        let below = match row.is_guard {
            true => Run { lo: 0, hi: 0 },
            false => Run {
                lo: upper.widest.lo.saturating_sub(1),
                hi: upper.widest.hi.min(row.beams.saturating_sub(1)),
            },
        };
        below.bits() & !shown.unseen[Plane::Lower] == 0
    }

    /// Something that falls at the other side of the corner and may be the same
    /// body.
    fn partner(&self, blob: &Blob, now: u32) -> Option<&Blob> {
        self.blobs.all.iter().find(|other| {
            matches!(other.stage, Stage::Falling(_))
                && now.wrapping_sub(other.onset()) < self.times.said
                && other.onset().abs_diff(blob.onset()) <= self.times.corner
                && corner(blob.edge, other.edge).is_some_and(|(mine, its)| {
                    blob.at_end(&self.side, mine) && other.at_end(&self.side, its)
                })
        })
    }

    /// Whether the body has been said to have fallen, or will be, at the other
    /// side of the corner.
    fn is_partner_said(&self, blob: &Blob, now: u32) -> bool {
        let said = self.recent.iter().any(|other| {
            other.onset.abs_diff(blob.onset()) <= self.times.corner
                && corner(blob.edge, other.edge).is_some_and(|(mine, its)| {
                    let touches = match its {
                        End::First => other.first,
                        End::Last => other.last,
                    };
                    touches && blob.at_end(&self.side, mine)
                })
        });
        let size = |blob: &Blob| {
            let len = |part: &Option<Part>| part.map_or(0, |it| u16::from(it.widest.len()));
            len(&blob.upper) + len(&blob.lower)
        };
        let partner = self.partner(blob, now);
        said || partner.is_some_and(|it| {
            let complete = it.lower.is_some() && !it.is_live() && !it.doubts.at_once;
            complete && size(it) > size(blob)
        })
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
                        let halves = self
                            .is_too_wide(blob, shown)
                            .then(|| blob.halves(&self.side));
                        match halves.flatten() {
                            Some((first, second)) => {
                                say(Sight::Passed(self.half(id, &first, shown, now)));
                                let id = self.number();
                                say(Sight::Falling(id, self.spot(&second)));
                                say(Sight::Passed(self.half(id, &second, shown, now)));
                            }
                            None => say(Sight::Passed(self.passage(id, blob, trust, shown, now))),
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

    fn remember(&mut self, blob: &Blob, now: u32) {
        self.sides[blob.edge].fell = Some(now);
        self.recent.write(Recent {
            edge: blob.edge,
            onset: blob.onset(),
            first: blob.at_end(&self.side, End::First),
            last: blob.at_end(&self.side, End::Last),
        });
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

    /// The passage of one of two bodies whose shadows ran into each other: the
    /// border between them is anybody's guess.
    fn half(&self, id: FallId, blob: &Blob, shown: &Shown, now: u32) -> Passage {
        let mut passage = self.passage(id, blob, Trust::Doubtful, shown, now);
        let pitch = self.side.rows[Plane::Upper].pitch().max(0);
        passage.width_doubt.0 = passage.width_doubt.0.saturating_add(pitch as u32);
        passage.count = match self.is_too_wide(blob, shown) {
            true => Count::PerhapsTwo,
            false => Count::One,
        };
        passage
    }

    /// Whether it was wider than any body.
    fn is_too_wide(&self, blob: &Blob, shown: &Shown) -> bool {
        let Width { width, doubt, .. } = estimate(blob, &self.side, shown, self.largest);
        let joined = |part: &Option<Part>| part.is_some_and(|it| it.joined.is_some());
        // The middle between bodies that have met is known badly, but not so
        // badly that the half could be wider than the widest whole.
        let doubt = match joined(&blob.upper) || joined(&blob.lower) {
            true => 0,
            false => doubt,
        };
        width - doubt > self.largest + ASKEW
    }

    fn passage(&self, id: FallId, blob: &Blob, trust: Trust, shown: &Shown, now: u32) -> Passage {
        let Width {
            middle,
            width,
            doubt,
            cut: _,
        } = estimate(blob, &self.side, shown, self.largest);
        let parts = [&blob.upper, &blob.lower];
        let pieces = parts
            .iter()
            .any(|part| part.is_some_and(|it| it.pieces > 3));
        let humped = blob.upper.is_some_and(|it| it.humped);
        let in_turn = blob.halves(&self.side).is_some();
        let too_wide = self.is_too_wide(blob, shown);
        let dark = blob.upper.map_or(0, |it| it.lasted(now));
        let fallen = match (&blob.upper, &blob.lower) {
            (Some(upper), Some(lower)) => lower.first.saturating_sub(upper.first),
            _ => 0,
        };
        // Thousandths, as if it had fallen fast; nothing if that is not known.
        let lingered = linger(self.span(dark), self.span(fallen)).filter(|_| fallen > 0);
        let too_long = lingered.is_some_and(|it| it > longest(width));
        let like_two = width + doubt >= 2 * self.smallest;
        let valley = parts
            .iter()
            .any(|part| part.is_some_and(|it| it.marks.has_valley()));
        let again = parts
            .iter()
            .any(|part| part.is_some_and(|it| it.marks.again));
        let by_shape = pieces || humped || in_turn || again || (like_two && valley);
        let rows = !self.side.rows[Plane::Lower].is_guard;
        let torn_off = rows && lingered.is_some_and(|it| it < SHORTEST);
        let unseen = Plane::ALL.into_iter().any(|plane| {
            blob.part(plane).is_some_and(|part| {
                let bits = part.widest.bits();
                (bits | bits << 1 | bits >> 1) & shown.unseen[plane] != 0
            })
        });
        let doubts = blob.doubts;
        let in_a_shadow = doubts.shared && blob.lower.is_none() || doubts.shared_with_odd;
        let doubtful = doubts.gap || doubts.hand || doubts.hung || doubts.beside || in_a_shadow;
        let both = blob.upper.is_some() && blob.lower.is_some();
        let drop = both.then(|| self.span(fallen));
        Passage {
            id,
            onset: self.time(blob.onset()),
            spot: Spot {
                edge: blob.edge,
                along: self.side.place(middle),
            },
            width: Micrometres(width.max(0) as u32),
            width_doubt: Micrometres(doubt.max(0) as u32),
            drop,
            dark: self.span(dark),
            count: if by_shape || too_wide || too_long || doubts.twice {
                Count::PerhapsTwo
            } else {
                Count::One
            },
            sound: trust == Trust::Whole && !doubtful && !unseen && !torn_off,
        }
    }

    fn time(&self, frame: u32) -> Instant {
        Instant(u64::from(frame) * u64::from(self.period.0))
    }

    fn span(&self, frames: u32) -> Span {
        Span(frames.saturating_mul(self.period.0))
    }
}

/// The longest one body of this width (in micrometres) keeps the upper plane
/// dark, in thousandths of the time from the upper plane to the lower.
///
/// A wide body hangs on the edge longer: over 4600 simulated falls the ratio was
/// at most 1.64 for 99 of 100 small discs, 2.26 for medium and 2.88 for large
/// ones.
fn longest(width: i32) -> u32 {
    650 + width.clamp(0, 100_000) as u32 / 16
}

/// What lingers for less than this is only a piece of a body: what falls flat has
/// 0.8, what is thrown down at 2 m/s 0.65.
const SHORTEST: u32 = 600;

/// If two edges meet: the end of the first and the end of the second there.
fn corner(one: Edge, other: Edge) -> Option<(End, End)> {
    match (other.index() + 4 - one.index()) % 4 {
        1 => Some((End::Last, End::First)),
        3 => Some((End::First, End::Last)),
        _ => None,
    }
}
