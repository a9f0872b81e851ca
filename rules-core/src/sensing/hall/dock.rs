//! Place and orientation of the platform.
//!
//! There is one platform. It carries two magnets of opposite polarity under the edge that
//! lies against the ring. At a corner the two dock sensors read one each. Anywhere else
//! the Hall sensors along the edge (its *row*) read them, and the tracker finds the place
//! whose expected readings fit best. Only still readings count: a magnet that passes is
//! not a platform.
//!
//! ```text
//!   away --still pattern--> docked --no pattern, still--> away
//!                             | another pattern: docked there
//! ```

use super::channels::Channels;
use super::edge::{EdgeRows, along};
use super::likelihood::{certainty, is_update, square};
use super::wiring::{MAX_ROW_SENSORS, Wiring};
use crate::board::Dimensions;
use crate::board::mounts::{DOCK_ALONG, DOCK_REACH, dock_edge, dock_post};
use crate::place::{Edge, Facing, Place, Post};
#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;
use crate::sensing::calibration::Calibration;
use crate::sensing::calibration::values::ChannelGroup;
use crate::sensing::certainty::Certainty;
use crate::sensing::magnet::Strength;
use crate::sensing::observation::ObservationKind;
use heapless::Vec;

/// Distance between the platform's two magnets, in millimetres.
const APART: i32 = 2 * DOCK_REACH / 1000;

/// Position along the edge of the middle of a platform docked at the corner, in
/// millimetres.
const CORNER_AT: i32 = DOCK_ALONG / 1000;

/// Largest distance from [`CORNER_AT`] that still counts as the corner, in millimetres.
const CORNER_PLAY: i32 = 6;

/// Largest difference of two positions that count as the same place, in millimetres.
const SAME_PLACE: u16 = 3;

/// Reading of an edge sensor for a magnet `x` millimetres away along the edge, in 1024ths
/// of the greatest: `(h² / (h² + x²))^2.5`, where `h` is 14.6 mm. That is the distance
/// from the sensor in the wall to the magnet in the platform's underside, 8 mm further
/// out and 11.5 mm higher, and half of the magnet's width.
const RESPONSE: [i16; 52] = [
    1024, 1012, 977, 923, 854, 775, 692, 609, 530, 456, 390, 331, 280, 236, 199, 168, 141, 119,
    101, 85, 72, 61, 52, 45, 38, 33, 29, 25, 21, 19, 16, 14, 12, 11, 10, 9, 8, 7, 6, 5, 5, 4, 4, 3,
    3, 3, 3, 2, 2, 2, 2, 2,
];

/// Position of the third magnet that an edge row reads if the platform's long edge lies
/// against the ring: one of the short edge, in millimetres from the platform's middle.
const THIRD_AT: i32 = 74;

/// Effect of the third magnet, in 1024ths of that of the others.
const THIRD_SHARE: i32 = 860;

/// Largest distance of a magnet from the sensor that reads it most strongly, in
/// millimetres.
const REACH: i32 = 18;

/// Place, orientation and certainty of a docked platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct DockState {
    pub(super) place: Place,
    pub(super) facing: Facing,
    pub(super) certainty: Certainty,
}

/// Tracker of the platform's place.
#[derive(Debug, Clone)]
pub(super) struct DockTracker {
    /// Last reported state of the platform; `None` if it is away.
    pub(super) now: Option<DockState>,
    /// Reading from which a dock sensor counts as under a magnet, in ADC steps.
    threshold: i16,
    /// Reading of a dock sensor with a magnet straight over it, in ADC steps.
    full: i16,
    /// Reading of an edge sensor with a magnet straight before it, in ADC steps.
    peak: i32,
}

/// Pattern of the dock sensors at a corner.
enum DockPattern {
    /// No platform lies at the corner.
    Nothing,
    /// The platform lies at the corner in this orientation.
    Platform(Facing, Certainty),
    /// A reading is still moving, or the sensors cannot decide.
    Unclear,
}

impl DockTracker {
    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn archive(&mut self, archive: &mut impl Archive) {
        archive.archive(&mut self.now);
    }

    /// Tracker without levels, before it is given a calibration.
    pub(super) const BLANK: Self = Self {
        now: None,
        threshold: 0,
        full: 0,
        peak: 0,
    };

    pub(super) fn new(calibration: &Calibration) -> Self {
        let steps = |group, strength| calibration.steps(group, strength).min(2047) as i16;
        Self {
            now: None,
            threshold: steps(ChannelGroup::Docks, Strength::Weak),
            full: steps(ChannelGroup::Docks, Strength::Strong),
            peak: i32::from(steps(ChannelGroup::Edges, Strength::Strong)),
        }
    }

    /// True if the platform lies at this edge.
    pub(super) fn is_at_edge(&self, edge: Edge) -> bool {
        self.now.is_some_and(|docked| match docked.place {
            Place::Corner(post) => dock_edge(post) == edge,
            Place::Along { edge: there, .. } => there == edge,
        })
    }

    /// Returns the post at whose corner the platform lies; `None` if it lies elsewhere or
    /// is away.
    pub(super) fn post(&self) -> Option<Post> {
        match self.now?.place {
            Place::Corner(post) => Some(post),
            Place::Along { .. } => None,
        }
    }

    /// Evaluates the dock sensors of a post and reports a change.
    pub(super) fn check_corner(
        &mut self,
        channels: &mut Channels,
        wiring: &Wiring,
        post: Post,
        emit: &mut impl FnMut(ObservationKind),
    ) {
        let pair = wiring.docks[post];
        let wants = |channel: u8| channels.wants_decision(channel, channels.away(channel));
        let wanted = pair.iter().flatten().any(|&channel| wants(channel));
        if wanted {
            self.decide_corner(channels, pair, post, emit);
        }
    }

    #[inline(never)]
    fn decide_corner(
        &mut self,
        channels: &mut Channels,
        pair: [Option<u8>; 2],
        post: Post,
        emit: &mut impl FnMut(ObservationKind),
    ) {
        let pattern = self.corner_pattern(channels, pair);
        let here = self.post() == Some(post);
        match pattern {
            DockPattern::Unclear => return,
            DockPattern::Nothing if here => self.lift(emit),
            DockPattern::Nothing => {}
            DockPattern::Platform(facing, certainty) => {
                let place = Place::Corner(post);
                self.dock(place, facing, certainty, emit);
            }
        }
        for channel in pair.into_iter().flatten() {
            channels.decide_now(channel);
        }
    }

    /// Withdraws the certainty of a platform at `post` whose sensor has failed, and
    /// reports that.
    pub(super) fn fail(&mut self, post: Post, emit: &mut impl FnMut(ObservationKind)) {
        if self.post() == Some(post)
            && let Some(docked) = &mut self.now
            && docked.certainty.is_high()
        {
            docked.certainty = Certainty::NONE;
            emit(statement(*docked));
        }
    }

    fn corner_pattern(&self, channels: &Channels, pair: [Option<u8>; 2]) -> DockPattern {
        if !pair.iter().all(|&channel| channels.is_still(channel)) {
            return DockPattern::Unclear;
        }
        let both_there = pair.iter().flatten().count() == 2;
        // With the short edge the far magnet (clockwise) is the plus.
        match (both_there, pair.map(|channel| channels.sound(channel))) {
            (true, [Some(near), Some(far)]) => {
                let felt = near.abs().min(far.abs());
                if felt < self.threshold || near.signum() == far.signum() {
                    return DockPattern::Nothing;
                }
                DockPattern::Platform(facing(far), self.certainty(felt))
            }
            (false, [Some(near), None]) => {
                if near.abs() < self.threshold {
                    return DockPattern::Nothing;
                }
                DockPattern::Platform(facing(-near), self.certainty(near.abs()))
            }
            (true, [Some(near), None]) => self.half_pattern(-near),
            (true, [None, Some(far)]) => self.half_pattern(far),
            _ => DockPattern::Unclear,
        }
    }

    /// Returns the pattern of a corner of which one dock sensor is faulty: a platform
    /// without certainty, or none. `far` is the reading that the far magnet makes.
    fn half_pattern(&self, far: i16) -> DockPattern {
        if far.abs() < self.threshold {
            DockPattern::Nothing
        } else {
            DockPattern::Platform(facing(far), Certainty::NONE)
        }
    }

    /// Returns the certainty of a platform whose weaker magnet reads `felt` ADC steps.
    fn certainty(&self, felt: i16) -> Certainty {
        let felt = i32::from(felt.min(self.full));
        let (full, threshold) = (i32::from(self.full), i32::from(self.threshold));
        // Errors around the threshold; half of the way up to it is one in 64.
        let sigma = (full - threshold).max(16) / 6;
        certainty(square(felt - threshold), square(sigma).max(1))
    }

    /// Evaluates the sensors along an edge if all are still, and reports a change of the
    /// platform.
    #[inline(never)]
    pub(super) fn check_along_edge(
        &mut self,
        channels: &mut Channels,
        wiring: &Wiring,
        dimensions: &Dimensions,
        rows: &EdgeRows,
        edge: Edge,
        emit: &mut impl FnMut(ObservationKind),
    ) {
        let wired = wiring.edges[edge];
        let sensors = wired.iter().flatten().count();
        let still = (0..).zip(wired).all(|(n, channel)| {
            channel.is_none_or(|channel| channels.is_still_at(channel, rows.static_level(edge, n)))
        });
        if sensors < 3 || !still {
            return;
        }
        // Each sensor's place in millimetres and its reading.
        let mut row: Vec<(i32, i32), MAX_ROW_SENSORS> = Vec::new();
        for (n, channel) in (0..).zip(wired) {
            let Some(channel) = channel else { continue };
            let away = rows.static_level(edge, n);
            channels.decide(channel, away);
            if channels.sound(Some(channel)).is_some() {
                let place = (along(dimensions, usize::from(n), sensors).0 + 500) / 1000;
                // The capacity is the number of places.
                let _ = row.push((place as i32, i32::from(away)));
            }
        }
        let post = dock_post(edge);
        let corner = match self.corner_pattern(channels, wiring.docks[post]) {
            // The corner's own sensors are more accurate.
            DockPattern::Platform(..) => return,
            pattern => pattern,
        };
        let here = matches!(self.now, Some(DockState { place: Place::Along { edge: there, .. }, .. })
            if there == edge);
        let sound = row.len() == sensors;
        let Some(fit) = self.fit(&row, dimensions) else {
            match &mut self.now {
                Some(_) if here && sound => self.lift(emit),
                // The platform may lie before the faulty sensor.
                Some(docked) if here && docked.certainty.is_high() => {
                    docked.certainty = Certainty::NONE;
                    emit(statement(*docked));
                }
                _ => {}
            }
            return;
        };
        let at_corner = (fit.at - CORNER_AT).abs() <= CORNER_PLAY;
        let (place, sure) = match (at_corner, corner) {
            // The docks read nothing where the row reads the platform.
            (true, DockPattern::Nothing) => (Place::Corner(post), false),
            (true, _) => (Place::Corner(post), sound),
            (false, _) => {
                let at_mm = u16::try_from(fit.at).unwrap_or(0);
                (Place::Along { edge, at_mm }, sound)
            }
        };
        let certainty = if sure { fit.certainty } else { Certainty::NONE };
        self.dock(place, fit.facing, certainty, emit);
    }

    /// Returns the place of the platform that explains the readings along an edge best;
    /// `None` if no place does. `row` is each sensor's place in millimetres and its
    /// reading.
    fn fit(&self, row: &[(i32, i32)], dimensions: &Dimensions) -> Option<BestFit> {
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
        let tried = on_edge.map(|(facing, at)| DockFit::correlate(row, at, facing));
        let near = tried.reduce(DockFit::better)?;
        let around = (near.at - 5).max(half)..=(near.at + 5).min(side - half);
        let best = around.map(|at| DockFit::correlate(row, at, near.facing));
        let best = best.fold(near, DockFit::better);

        let (product, model) = (i64::from(best.product), i64::from(best.model.max(1)));
        let explained = product * product / model;
        let peak = i32::try_from(product.max(0) * 1024 / model).unwrap_or(i32::MAX);
        let energy = i64::from(energy);
        if explained * 8 < energy * 7 || peak < self.peak * 7 / 10 || peak > self.peak * 3 / 2 {
            return None;
        }
        // Each sensor on its own: one magnet alone is not a pair of which one is unseen.
        let fits = |&(sensor, reading): &(i32, i32)| {
            let expected = DockFit::expected(best.at, sensor, best.facing) * peak / 1024;
            (reading - expected).abs() <= 24 + expected.abs() / 4
        };
        if !row.iter().all(fits) {
            return None;
        }
        // A platform's peak is known to a sixth; unexplained energy counts too.
        let odd = certainty(square(peak - self.peak), square(self.peak / 6));
        let unexplained = (energy - explained).max(0) * 512 / energy.max(1);
        let doubt = i64::from(odd.0) + unexplained;
        Some(BestFit {
            at: best.at,
            facing: best.facing,
            certainty: Certainty(u8::try_from(200 - doubt.min(200)).unwrap_or(0)),
        })
    }

    /// Records the platform at a place, and reports it if that is new.
    fn dock(
        &mut self,
        place: Place,
        facing: Facing,
        certainty: Certainty,
        emit: &mut impl FnMut(ObservationKind),
    ) {
        let is_new = self.now.is_none_or(|now| {
            !is_same(now.place, place)
                || now.facing != facing
                || is_update(now.certainty, certainty)
        });
        if is_new {
            let docked = DockState {
                place,
                facing,
                certainty,
            };
            self.now = Some(docked);
            emit(statement(docked));
        }
    }

    fn lift(&mut self, emit: &mut impl FnMut(ObservationKind)) {
        self.now = None;
        emit(ObservationKind::Undocked);
    }
}

/// Fit of one hypothesis, a place and orientation of the platform, to the readings along
/// an edge.
#[derive(Debug, Clone, Copy)]
struct DockFit {
    /// Position of the platform's middle along the edge, in millimetres.
    at: i32,
    facing: Facing,
    /// Sum of the products of readings and expected readings.
    product: i32,
    /// Sum of the squares of the expected readings.
    model: i32,
}

impl DockFit {
    /// Correlates a place of the platform with `row`: each sensor's place in millimetres
    /// and its reading.
    fn correlate(row: &[(i32, i32)], at: i32, facing: Facing) -> Self {
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

    /// Returns the expected reading of a sensor, in 1024ths of the peak.
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

    /// Returns the one of two fits that explains more, by product² / model without a
    /// division. A fit the wrong way round explains nothing.
    fn better(self, other: Self) -> Self {
        let weight = |fit: Self| {
            let product = i64::from(fit.product.max(0) >> 6);
            (product * product, i64::from(fit.model >> 4).max(1))
        };
        let ((mine, my_model), (theirs, their_model)) = (weight(self), weight(other));
        if theirs * my_model > mine * their_model {
            other
        } else {
            self
        }
    }
}

/// Returns the magnets that the strongest reading may come from: the orientation of the
/// platform, and the position of the magnet in millimetres from the platform's middle.
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

/// Place and orientation that explain the readings along an edge best.
struct BestFit {
    at: i32,
    facing: Facing,
    certainty: Certainty,
}

/// Returns the orientation of the platform from the reading of its far magnet, clockwise.
fn facing(far: i16) -> Facing {
    if far > 0 { Facing::Short } else { Facing::Long }
}

/// True if two places differ by no more than [`SAME_PLACE`] along one edge.
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

fn statement(docked: DockState) -> ObservationKind {
    ObservationKind::Docked {
        place: docked.place,
        facing: docked.facing,
        certainty: docked.certainty,
    }
}

fn response(offset: i32) -> i32 {
    let offset = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
    RESPONSE.get(offset).copied().map_or(0, i32::from)
}
