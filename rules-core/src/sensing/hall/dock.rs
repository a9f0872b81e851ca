//! Where the platform lies, and which way round.
//!
//! There is one platform. It carries two magnets of opposite polarity under the
//! edge that lies against the ring. At a corner the two dock sensors feel one
//! each; anywhere else along an edge the edge row feels them, and where it lies
//! is found by trying every place against what the sensors read. Only what is
//! still counts: a magnet that passes is no platform.
//!
//! ```text
//!   away --still pattern--> docked --no pattern, still--> away
//!                             | another pattern: docked there
//! ```

use super::edge::{EdgeRows, along};
use super::likelihood::{certainty, is_news, square};
use super::lines::Lines;
use super::wiring::{MOST_ALONG, Wiring};
use crate::board::Dimensions;
use crate::board::mounts::{DOCK_ALONG, DOCK_REACH, dock_edge, dock_post};
use crate::place::{Edge, Facing, Place, Post};
use crate::sensing::calibration::Calibration;
use crate::sensing::calibration::record::Group;
#[cfg(feature = "ring")]
use crate::sensing::carry::Carrier;
use crate::sensing::certainty::Certainty;
use crate::sensing::magnet::Strength;
use crate::sensing::observation::What;
use heapless::Vec;

/// Between the two magnets, in millimetres.
const APART: i32 = 2 * DOCK_REACH / 1000;

/// Where the middle of the platform lies along the edge at a corner, in millimetres.
const CORNER_AT: i32 = DOCK_ALONG / 1000;

/// A place along the edge this near to the corner's is the corner's.
const CORNER_PLAY: i32 = 6;

/// The same place again: no news.
const SAME_PLACE: u16 = 3;

/// What the row's sensor reads of a magnet so many millimetres along the edge,
/// in 1024ths of the greatest: `(h² / (h² + x²))^2.5`, where `h` is 14.6 mm: from
/// the sensor in the wall to the magnet in the platform's underside 8 mm further
/// out and 11.5 mm higher, and half of the magnet's width.
const RESPONSE: [i16; 52] = [
    1024, 1012, 977, 923, 854, 775, 692, 609, 530, 456, 390, 331, 280, 236, 199, 168, 141, 119,
    101, 85, 72, 61, 52, 45, 38, 33, 29, 25, 21, 19, 16, 14, 12, 11, 10, 9, 8, 7, 6, 5, 5, 4, 4, 3,
    3, 3, 3, 2, 2, 2, 2, 2,
];

/// With the long edge against the ring a third magnet is near: that of the short
/// edge, so far along and with this share (1024ths) of the others' effect.
const THIRD_AT: i32 = 74;
const THIRD_SHARE: i32 = 860;

/// A magnet is within so many millimetres of the sensor that reads most of it.
const REACH: i32 = 18;

/// Where the platform is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Docked {
    pub(super) place: Place,
    pub(super) facing: Facing,
    pub(super) certainty: Certainty,
}

/// The watch over the platform's place.
#[derive(Debug, Clone)]
pub(super) struct Dock {
    pub(super) now: Option<Docked>,
    /// Steps from which a dock sensor feels a magnet.
    threshold: i16,
    /// Steps a magnet makes straight over a dock sensor.
    full: i16,
    /// Steps a magnet makes straight before a sensor of the edge row.
    peak: i32,
}

/// What the sensors of a place say.
enum Pattern {
    /// Nothing lies there.
    Nothing,
    /// The platform, this way round.
    Platform(Facing, Certainty),
    /// Something is still moving, or nothing can be said.
    Unclear,
}

impl Dock {
    /// Hands over what is not known from the board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn carry(&mut self, carrier: &mut impl Carrier) {
        carrier.carry(&mut self.now);
    }

    pub(super) fn new(calibration: &Calibration) -> Self {
        let steps = |group, strength| calibration.steps(group, strength).min(2047) as i16;
        Self {
            now: None,
            threshold: steps(Group::Docks, Strength::Weak),
            full: steps(Group::Docks, Strength::Strong),
            peak: i32::from(steps(Group::Edges, Strength::Strong)),
        }
    }

    /// Whether the platform lies at this edge.
    pub(super) fn is_at_edge(&self, edge: Edge) -> bool {
        self.now.is_some_and(|docked| match docked.place {
            Place::Corner(post) => dock_edge(post) == edge,
            Place::Along { edge: there, .. } => there == edge,
        })
    }

    /// The post whose corner the platform lies at.
    pub(super) fn post(&self) -> Option<Post> {
        match self.now?.place {
            Place::Corner(post) => Some(post),
            Place::Along { .. } => None,
        }
    }

    /// Looks at the corner of a post.
    pub(super) fn look_at_corner(
        &mut self,
        lines: &mut Lines,
        wiring: &Wiring,
        post: Post,
        say: &mut impl FnMut(What),
    ) {
        let channels = wiring.docks[post];
        let wants = |channel: u8| lines.wants_decision(channel, lines.away(channel));
        let wanted = channels.iter().flatten().any(|&channel| wants(channel));
        if !wanted {
            return;
        }
        let pattern = self.corner_pattern(lines, channels);
        let here = self.post() == Some(post);
        match pattern {
            Pattern::Unclear => return,
            Pattern::Nothing if here => self.lift(say),
            Pattern::Nothing => {}
            Pattern::Platform(facing, certainty) => {
                let place = Place::Corner(post);
                self.dock(place, facing, certainty, say);
            }
        }
        for channel in channels.into_iter().flatten() {
            lines.decide_now(channel);
        }
    }

    /// A sensor the present statement rests on has failed.
    pub(super) fn fail(&mut self, post: Post, say: &mut impl FnMut(What)) {
        if self.post() == Some(post)
            && let Some(docked) = &mut self.now
            && docked.certainty.is_high()
        {
            docked.certainty = Certainty::NONE;
            say(statement(*docked));
        }
    }

    fn corner_pattern(&self, lines: &Lines, channels: [Option<u8>; 2]) -> Pattern {
        if !channels.iter().all(|&channel| lines.is_still(channel)) {
            return Pattern::Unclear;
        }
        let both_there = channels.iter().flatten().count() == 2;
        // With the short edge the far magnet (clockwise) is the plus.
        match (both_there, channels.map(|it| lines.sound(it))) {
            (true, [Some(near), Some(far)]) => {
                let felt = near.abs().min(far.abs());
                if felt < self.threshold || near.signum() == far.signum() {
                    return Pattern::Nothing;
                }
                Pattern::Platform(facing(far), self.certainty(felt))
            }
            (false, [Some(near), None]) => {
                if near.abs() < self.threshold {
                    return Pattern::Nothing;
                }
                Pattern::Platform(facing(-near), self.certainty(near.abs()))
            }
            (true, [Some(near), None]) => self.half_pattern(-near),
            (true, [None, Some(far)]) => self.half_pattern(far),
            _ => Pattern::Unclear,
        }
    }

    /// One of two sensors is in trouble: a guess, or nothing.
    fn half_pattern(&self, far: i16) -> Pattern {
        if far.abs() < self.threshold {
            Pattern::Nothing
        } else {
            Pattern::Platform(facing(far), Certainty::NONE)
        }
    }

    fn certainty(&self, felt: i16) -> Certainty {
        let felt = i32::from(felt.min(self.full));
        let (full, threshold) = (i32::from(self.full), i32::from(self.threshold));
        // Errors around the threshold; half of the way up to it is one in 64.
        let sigma = (full - threshold).max(16) / 6;
        certainty(square(felt - threshold), square(sigma).max(1))
    }

    /// Looks along an edge whose row changed and is still.
    pub(super) fn look_along(
        &mut self,
        lines: &mut Lines,
        wiring: &Wiring,
        dimensions: &Dimensions,
        rows: &EdgeRows,
        edge: Edge,
        say: &mut impl FnMut(What),
    ) {
        let channels = wiring.edges[edge];
        let sensors = channels.iter().flatten().count();
        let still = (0..).zip(channels).all(|(n, channel)| {
            channel.is_none_or(|channel| lines.is_still_at(channel, rows.calm(edge, n)))
        });
        if sensors < 3 || !still {
            return;
        }
        // Each sensor's place in millimetres and its reading.
        let mut row: Vec<(i32, i32), MOST_ALONG> = Vec::new();
        for (n, channel) in (0..).zip(channels) {
            let Some(channel) = channel else { continue };
            let away = rows.calm(edge, n);
            lines.decide(channel, away);
            if lines.sound(Some(channel)).is_some() {
                let place = (along(dimensions, usize::from(n), sensors).0 + 500) / 1000;
                // As many as there are places.
                let _ = row.push((place as i32, i32::from(away)));
            }
        }
        let post = dock_post(edge);
        let corner = match self.corner_pattern(lines, wiring.docks[post]) {
            // The corner's own sensors know better.
            Pattern::Platform(..) => return,
            pattern => pattern,
        };
        let here = matches!(self.now, Some(Docked { place: Place::Along { edge: there, .. }, .. })
            if there == edge);
        let sound = row.len() == sensors;
        let Some(fit) = self.fit(&row, dimensions) else {
            match &mut self.now {
                Some(_) if here && sound => self.lift(say),
                // It may lie before the sensor that is in trouble.
                Some(docked) if here && docked.certainty.is_high() => {
                    docked.certainty = Certainty::NONE;
                    say(statement(*docked));
                }
                _ => {}
            }
            return;
        };
        let at_corner = (fit.at - CORNER_AT).abs() <= CORNER_PLAY;
        let (place, sure) = match (at_corner, corner) {
            // The docks feel nothing where the row feels the platform.
            (true, Pattern::Nothing) => (Place::Corner(post), false),
            (true, _) => (Place::Corner(post), sound),
            (false, _) => {
                let at_mm = u16::try_from(fit.at).unwrap_or(0);
                (Place::Along { edge, at_mm }, sound)
            }
        };
        let certainty = if sure { fit.certainty } else { Certainty::NONE };
        self.dock(place, fit.facing, certainty, say);
    }

    /// The place that explains the readings of a row best, if one does.
    fn fit(&self, row: &[(i32, i32)], dimensions: &Dimensions) -> Option<Fit> {
        let energy: i32 = row.iter().map(|(_, reading)| reading * reading).sum();
        // Less than the worst place gives: both magnets 13 mm off a sensor.
        if energy < (self.peak / 16) * (self.peak / 16) {
            return None;
        }
        let side = i32::try_from(dimensions.ring_side.0 / 1000).unwrap_or(200);
        let half = i32::try_from(dimensions.platform_width.0 / 2000).unwrap_or(28);
        // One of its magnets is within half a pitch of the strongest reading.
        let strongest = row.iter().max_by_key(|(_, reading)| reading.abs())?;
        let guesses = guesses(strongest.1).iter().flat_map(|&(facing, magnet)| {
            let middle = strongest.0 - magnet;
            (-REACH..=REACH)
                .step_by(6)
                .map(move |off| (facing, middle + off))
        });
        let on_edge = guesses.filter(|(_, at)| (half..=side - half).contains(at));
        let tried = on_edge.map(|(facing, at)| Match::of(row, at, facing));
        let near = tried.reduce(Match::better)?;
        let around = (near.at - 5).max(half)..=(near.at + 5).min(side - half);
        let best = around.map(|at| Match::of(row, at, near.facing));
        let best = best.fold(near, Match::better);

        let (product, model) = (i64::from(best.product), i64::from(best.model.max(1)));
        let explained = product * product / model;
        let peak = i32::try_from(product.max(0) * 1024 / model).unwrap_or(i32::MAX);
        let energy = i64::from(energy);
        if explained * 8 < energy * 7 || peak < self.peak * 7 / 10 || peak > self.peak * 3 / 2 {
            return None;
        }
        // Each sensor by itself: one magnet alone is not a pair half unseen.
        let fits = |&(sensor, reading): &(i32, i32)| {
            let expected = Match::expected(best.at, sensor, best.facing) * peak / 1024;
            (reading - expected).abs() <= 24 + expected.abs() / 4
        };
        if !row.iter().all(fits) {
            return None;
        }
        // A platform's peak is known to a sixth; unexplained energy counts too.
        let odd = certainty(square(peak - self.peak), square(self.peak / 6));
        let unexplained = (energy - explained).max(0) * 512 / energy.max(1);
        let doubt = i64::from(odd.0) + unexplained;
        Some(Fit {
            at: best.at,
            facing: best.facing,
            certainty: Certainty(u8::try_from(200 - doubt.min(200)).unwrap_or(0)),
        })
    }

    fn dock(
        &mut self,
        place: Place,
        facing: Facing,
        certainty: Certainty,
        say: &mut impl FnMut(What),
    ) {
        let news = self.now.is_none_or(|now| {
            !is_same(now.place, place) || now.facing != facing || is_news(now.certainty, certainty)
        });
        if news {
            let docked = Docked {
                place,
                facing,
                certainty,
            };
            self.now = Some(docked);
            say(statement(docked));
        }
    }

    fn lift(&mut self, say: &mut impl FnMut(What)) {
        self.now = None;
        say(What::Lifted);
    }
}

/// How a place along the edge matches what a row reads.
#[derive(Debug, Clone, Copy)]
struct Match {
    at: i32,
    facing: Facing,
    /// Of the readings with what the place would give.
    product: i32,
    /// Of what the place would give with itself.
    model: i32,
}

impl Match {
    /// `row` has each sensor's place in millimetres and its reading.
    fn of(row: &[(i32, i32)], at: i32, facing: Facing) -> Self {
        let (mut product, mut model) = (0, 0);
        for &(sensor, reading) in row {
            let expected = Self::expected(at, sensor, facing);
            product += reading * expected;
            model += expected * expected;
        }
        Self {
            at,
            facing,
            product,
            model,
        }
    }

    /// What a sensor would read, in 1024ths of the peak.
    fn expected(at: i32, sensor: i32, facing: Facing) -> i32 {
        let pair = response(at + APART / 2 - sensor) - response(at - APART / 2 - sensor);
        match facing {
            Facing::Short => pair,
            Facing::Long => {
                let third = response(at + THIRD_AT - sensor);
                -pair - ((third * THIRD_SHARE) >> 10)
            }
        }
    }

    /// The one that explains more: product² / model, without a division; the
    /// wrong way round explains nothing.
    fn better(self, other: Self) -> Self {
        let weight = |it: Self| {
            let product = i64::from(it.product.max(0) >> 6);
            (product * product, i64::from(it.model >> 4).max(1))
        };
        let ((mine, my_model), (theirs, their_model)) = (weight(self), weight(other));
        if theirs * my_model > mine * their_model {
            other
        } else {
            self
        }
    }
}

/// Which magnet a strong reading may come from: which way round the platform
/// lies, and where on it the magnet is.
fn guesses(reading: i32) -> &'static [(Facing, i32)] {
    const HALF: i32 = APART / 2;
    if reading > 0 {
        &[(Facing::Short, HALF), (Facing::Long, -HALF)]
    } else {
        &[
            (Facing::Short, -HALF),
            (Facing::Long, HALF),
            (Facing::Long, THIRD_AT),
        ]
    }
}

struct Fit {
    at: i32,
    facing: Facing,
    certainty: Certainty,
}

/// Which way round it lies if the far magnet reads this.
fn facing(far: i16) -> Facing {
    if far > 0 { Facing::Short } else { Facing::Long }
}

fn is_same(one: Place, other: Place) -> bool {
    match (one, other) {
        (Place::Corner(one), Place::Corner(other)) => one == other,
        (
            Place::Along { edge, at_mm },
            Place::Along {
                edge: other_edge,
                at_mm: other_mm,
            },
        ) => edge == other_edge && at_mm.abs_diff(other_mm) <= SAME_PLACE,
        _ => false,
    }
}

fn statement(docked: Docked) -> What {
    What::Docked {
        place: docked.place,
        facing: docked.facing,
        certainty: docked.certainty,
    }
}

fn response(offset: i32) -> i32 {
    let offset = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
    RESPONSE.get(offset).copied().map_or(0, i32::from)
}
