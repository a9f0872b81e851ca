//! Habits of people at the platform: where they lay an element, and how they push it.
//!
//! Nobody has measured these ranges on a real table; each is assumed, with its reason.
//! A person who is asked to push gently and straight still lays the element where the
//! hand happens to be, steers by eye, and now and then hesitates.

use super::arena::turn_to;
use super::geometry::{EdgeRelative, Pose};
use super::hand::{Hand, HandId};
use super::manner::{Pause, PullBack, PushManner};
use super::pieces::{Catalogue, mm};
use super::push::Push;
use super::sim_rng::SimRng;
use glam::Quat;
use rules_core::piece::Piece;
use rules_core::place::Edge;

/// Identifier of a hand that leans on the frame.
pub const LEANING: HandId = HandId(2);

/// Ranges of what people do at the platform. Lengths are in mm, angles in degrees,
/// durations in s; pairs are the lowest and the highest value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HandHabits {
    /// Largest distance of an element's middle from the platform's middle line: an
    /// element whose middle is over the platform lies on it.
    pub aside: f32,
    /// Largest distance from the platform's middle line at which the element's middle
    /// crosses the ring's edge: the element is meant for the ring and not for the gutter.
    pub crossing: f32,
    /// Share of pushes meant to go straight onto the ring.
    pub straight: f32,
    /// Largest error of a push meant to go straight: a hand without a ruler.
    pub askew: f32,
    /// Largest angle at which people aim.
    pub angle: f32,
    /// Speed of the thumb in mm/s: from a finger that creeps to one that shoves.
    pub speed: (f32, f32),
    /// Time until the thumb reaches its speed.
    pub ramp: (f32, f32),
    /// Distance of the element's trailing edge past the ring's edge at which the thumb
    /// stops.
    pub beyond: (f32, f32),
    /// Largest distance of the thumb from the element's middle, sideways.
    pub off: f32,
    /// Share of pushes that go in jerks.
    pub jerks: f32,
    /// Share of pushes with a pause.
    pub pauses: f32,
    /// Duration of a pause.
    pub pause: (f32, f32),
    /// Share of pushes in which the element is pulled back a little first.
    pub pulls: f32,
    /// Share of pushes during which another hand leans on the frame, fingertips over its
    /// inner edge.
    pub leans: f32,
    /// Share of pushes after which a fallen piece is fetched before all are at rest.
    pub early_fetch: f32,
    /// Share of turns in which the marker is set only after the element was laid.
    pub late_marker: f32,
}

/// Position of an element on the platform.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lay {
    /// Distance of the element's middle outwards from the ring's edge, mm.
    pub out: f32,
    /// Distance of the element's middle clockwise from the platform's middle line, mm.
    pub aside: f32,
    /// Rotation of the element, radians.
    pub turn: f32,
}

impl HandHabits {
    /// Assumed habits.
    pub const ASSUMED: Self = Self {
        aside: 25.0,
        crossing: 22.0,
        straight: 0.5,
        askew: 4.0,
        angle: 25.0,
        speed: (20.0, 600.0),
        ramp: (0.02, 0.15),
        beyond: (0.0, 6.0),
        off: 4.0,
        jerks: 0.15,
        pauses: 0.1,
        pause: (0.2, 2.0),
        pulls: 0.05,
        leans: 0.05,
        early_fetch: 0.1,
        late_marker: 0.2,
    };

    /// Draws a position anywhere on the platform, all places alike.
    #[must_use]
    pub fn lay_anywhere(&self, piece: Piece, catalogue: &Catalogue, rng: &mut SimRng) -> Lay {
        let (near, far) = reach(piece, catalogue);
        Lay {
            out: rng.between(near, far),
            aside: rng.between(-self.aside, self.aside),
            turn: rng.between(0.0, core::f32::consts::TAU),
        }
    }

    /// Draws a position near the middle of the platform's inner half, where people lay an
    /// element that they mean to push at this angle: often there, seldom far off.
    #[must_use]
    pub fn lay_for(
        &self,
        piece: Piece,
        angle: f32,
        catalogue: &Catalogue,
        rng: &mut SimRng,
    ) -> Lay {
        let (near, _) = reach(piece, catalogue);
        let slope = libm::tanf(angle.to_radians());
        let half_way = catalogue.radius(piece) + 56.0;
        let draw = |rng: &mut SimRng| Lay {
            out: rng.around(near, half_way),
            aside: rng.around(-self.aside, self.aside),
            turn: rng.between(0.0, core::f32::consts::TAU),
        };
        let mut lay = draw(rng);
        for _ in 0..40 {
            if (lay.aside - lay.out * slope).abs() <= self.crossing {
                return lay;
            }
            lay = draw(rng);
        }
        // Pulled in until the push leads over the platform's inner edge.
        let crossing = (lay.aside - lay.out * slope).clamp(-self.crossing, self.crossing);
        lay.aside = (crossing + lay.out * slope).clamp(-self.aside, self.aside);
        lay
    }

    /// Draws a push of an element from where it lies: straight or aimed, so that it
    /// leaves the platform over its inner edge.
    #[must_use]
    pub fn push_from(&self, lay: Lay, rng: &mut SimRng) -> Push {
        let to_edge = |crossing: f32| libm::atanf((lay.aside - crossing) / lay.out).to_degrees();
        let (left, right) = (to_edge(self.crossing), to_edge(-self.crossing));
        let (low, high) = (left.max(-self.angle), right.min(self.angle));
        let meant = if rng.bool_with(self.straight) {
            rng.around(-self.askew, self.askew)
        } else {
            rng.between(low, high.max(low))
        };
        Push {
            angle: meant.clamp(low, high.max(low)),
            speed: rng.scale(self.speed.0, self.speed.1),
            ramp: rng.between(self.ramp.0, self.ramp.1),
            beyond: rng.between(self.beyond.0, self.beyond.1),
        }
    }

    /// Draws the manner of a push that leads over this way, in mm.
    #[must_use]
    pub fn manner(&self, way: f32, rng: &mut SimRng) -> PushManner {
        let jerky = rng.bool_with(self.jerks);
        let pauses = rng.bool_with(self.pauses);
        let pulls = rng.bool_with(self.pulls);
        let after = |rng: &mut SimRng| rng.between(0.1, 0.95) * way;
        PushManner {
            off: rng.around(-self.off, self.off),
            jerk: if jerky { rng.between(0.3, 0.9) } else { 0.0 },
            swing: rng.between(0.08, 0.4),
            pause: pauses.then(|| Pause {
                after: after(rng),
                lasts: rng.between(self.pause.0, self.pause.1),
            }),
            pull: pulls.then(|| PullBack {
                after: after(rng),
                by: rng.between(3.0, 20.0),
            }),
        }
    }

    /// Draws a hand that leans on the frame of one edge: its fingertips hang over the
    /// inner edge of the frame, near the detectors. `taken` is the part of the edge that
    /// the platform covers, as middle and half width in mm; `None` if the platform is
    /// elsewhere.
    #[must_use]
    pub fn leaning_hand(
        &self,
        edge: Edge,
        taken: Option<(f32, f32)>,
        catalogue: &Catalogue,
        rng: &mut SimRng,
    ) -> Hand {
        let side = mm(catalogue.dimensions.ring_side);
        let wide = mm(catalogue.dimensions.gutter_width);
        let mut along = rng.between(30.0, side - 30.0);
        if let Some((middle, half)) = taken
            && (along - middle).abs() < half + 40.0
        {
            along = if middle < side / 2.0 {
                side - 40.0
            } else {
                40.0
            };
        }
        let at = EdgeRelative {
            edge,
            along,
            out: wide - 8.0,
        };
        let pose = Pose {
            position: at.at_height(side, -rng.between(8.0, 18.0)),
            rotation: turn_to(edge) * Quat::from_rotation_x(-0.5),
        };
        Hand::fingers(LEANING, 3, pose)
    }
}

/// Returns the smallest and the largest distance outwards at which a piece lies wholly on
/// the platform, with room for a thumb behind it, mm.
fn reach(piece: Piece, catalogue: &Catalogue) -> (f32, f32) {
    let radius = catalogue.radius(piece);
    let long = mm(catalogue.dimensions.platform_length);
    (radius + 0.5, long - radius - 2.0)
}

#[cfg(test)]
mod tests {
    use super::HandHabits;
    use crate::pieces::Catalogue;
    use crate::sim_rng::SimRng;
    use rules_core::board::Dimensions;
    use rules_core::games::kabuto::edition::Edition;
    use rules_core::piece::{Piece, Size};

    const CATALOGUE: Catalogue = Catalogue {
        dimensions: Dimensions::ASSUMED,
        edition: Edition::SakuraSlam,
    };

    #[test]
    fn a_push_from_anywhere_leads_over_the_inner_edge() {
        let habits = HandHabits::ASSUMED;
        let mut rng = SimRng::new(1, 0);
        let mut far_aside = 0;
        for _ in 0..500 {
            let piece = Piece::pawn(rng.pick(Size::ALL));
            let lay = habits.lay_anywhere(piece, &CATALOGUE, &mut rng);
            let push = habits.push_from(lay, &mut rng);
            let crossing = lay.aside - lay.out * libm::tanf(push.angle.to_radians());
            let aimed = push.angle.abs() < habits.angle - 0.01;
            assert!(
                !aimed || crossing.abs() <= habits.crossing + 0.1,
                "{lay:?} {push:?} crosses at {crossing}"
            );
            far_aside += i32::from(lay.aside.abs() > 12.0);
        }
        assert!(far_aside > 200, "half of all elements lie far aside");
    }

    #[test]
    fn players_lay_an_element_so_that_their_push_meets_the_ring() {
        let habits = HandHabits::ASSUMED;
        let mut rng = SimRng::new(2, 0);
        for angle in [-25.0, -8.0, 0.0, 12.0, 25.0] {
            for _ in 0..100 {
                let piece = Piece::pawn(rng.pick(Size::ALL));
                let lay = habits.lay_for(piece, angle, &CATALOGUE, &mut rng);
                let crossing = lay.aside - lay.out * libm::tanf(f32::to_radians(angle));
                assert!(
                    crossing.abs() <= 28.0,
                    "{lay:?} at {angle} crosses at {crossing}"
                );
                assert!(lay.aside.abs() <= habits.aside, "{lay:?}");
            }
        }
    }
}
