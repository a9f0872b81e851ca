//! Exact intersection of a ray of light with a solid, in the solid's own frame.

use crate::geometry::{Shape, Solid};
use glam::{Mat3, Vec3};

/// Straight line between two points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineSegment {
    /// Start of the line.
    pub from: Vec3,
    /// End of the line.
    pub to: Vec3,
}

/// Returns the radius of a ball around the middle of a shape that contains all of it, in
/// mm.
#[must_use]
pub fn reach(shape: &Shape) -> f32 {
    match *shape {
        Shape::Disc {
            radius_x,
            radius_y,
            half_height,
        } => {
            let radius = radius_x.max(radius_y);
            (radius * radius + half_height * half_height).sqrt()
        }
        Shape::Cuboid { half } => half.length(),
        Shape::Capsule {
            half_length,
            radius,
        } => half_length + radius,
    }
}

/// Solid prepared for many rays.
#[derive(Debug, Clone, Copy)]
pub struct Obstacle {
    shape: Shape,
    position: Vec3,
    /// Rotation from the ring's frame to the solid's own.
    back: Mat3,
    /// Radius of a ball that contains the solid, mm.
    reach: f32,
}

impl Obstacle {
    /// Prepares a solid.
    #[must_use]
    pub fn new(solid: &Solid) -> Self {
        Self {
            shape: solid.shape,
            position: solid.pose.position,
            back: Mat3::from_quat(solid.pose.rotation.conjugate()),
            reach: reach(&solid.shape),
        }
    }

    /// True if the solid may be within this distance of the segment, in mm; false only if
    /// it is not.
    #[must_use]
    pub fn may_reach(&self, segment: LineSegment, distance: f32) -> bool {
        let way = segment.to - segment.from;
        let at = (self.position - segment.from).dot(way) / way.length_squared();
        let nearest = segment.from + way * at.clamp(0.0, 1.0);
        let far = self.reach + distance;
        nearest.distance_squared(self.position) <= far * far
    }

    /// True if the segment passes through the solid.
    #[must_use]
    pub fn meets(&self, segment: LineSegment) -> bool {
        let from = self.back * (segment.from - self.position);
        let way = self.back * (segment.to - segment.from);
        passes(&self.shape, from, way)
    }
}

/// True if the way from a point meets a shape; both are in the shape's own frame.
fn passes(shape: &Shape, from: Vec3, way: Vec3) -> bool {
    let part = match *shape {
        Shape::Disc {
            radius_x,
            radius_y,
            half_height,
        } => {
            let within = slab(from.z, way.z, half_height);
            let scale = Vec3::new(1.0 / radius_x, 1.0 / radius_y, 0.0);
            let round = unit_circle(from * scale, way * scale);
            overlap(overlap((0.0, 1.0), within), round)
        }
        Shape::Cuboid { half } => {
            let x = overlap((0.0, 1.0), slab(from.x, way.x, half.x));
            let y = overlap(x, slab(from.y, way.y, half.y));
            overlap(y, slab(from.z, way.z, half.z))
        }
        Shape::Capsule {
            half_length,
            radius,
        } => return rod_distance_squared(from, way, half_length) <= radius * radius,
    };
    part.0 <= part.1
}

/// Range along the segment, as fractions of it; empty if it ends before it begins.
type Part = (f32, f32);

const NOTHING: Part = (1.0, 0.0);

fn overlap(a: Part, b: Part) -> Part {
    (a.0.max(b.0), a.1.min(b.1))
}

fn slab(from: f32, way: f32, half: f32) -> Part {
    if way.abs() < 1e-9 {
        return if from.abs() <= half {
            (0.0, 1.0)
        } else {
            NOTHING
        };
    }
    let (a, b) = ((-half - from) / way, (half - from) / way);
    (a.min(b), a.max(b))
}

fn unit_circle(from: Vec3, way: Vec3) -> Part {
    let a = way.length_squared();
    let c = from.length_squared() - 1.0;
    if a < 1e-12 {
        return if c <= 0.0 { (0.0, 1.0) } else { NOTHING };
    }
    let half_b = from.dot(way);
    let inside = half_b * half_b - a * c;
    if inside < 0.0 {
        return NOTHING;
    }
    let root = inside.sqrt();
    ((-half_b - root) / a, (-half_b + root) / a)
}

/// Returns the square of the smallest distance between the segment and a rod along z.
fn rod_distance_squared(from: Vec3, way: Vec3, half_length: f32) -> f32 {
    // Closest points of two segments: clamp one, then the other, then the first again;
    // exact for segments.
    let rod_from = Vec3::new(0.0, 0.0, -half_length);
    let rod = Vec3::new(0.0, 0.0, 2.0 * half_length);
    let between = from - rod_from;
    let (a, e) = (way.length_squared(), rod.length_squared());
    let f = rod.dot(between);
    if e < 1e-9 {
        let s = if a < 1e-9 {
            0.0
        } else {
            (-way.dot(between) / a).clamp(0.0, 1.0)
        };
        return (between + way * s).length_squared();
    }
    let c = way.dot(between);
    let b = way.dot(rod);
    let denominator = a * e - b * b;
    let mut s = if denominator > 1e-9 {
        ((b * f - c * e) / denominator).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let mut t = (b * s + f) / e;
    if t < 0.0 {
        t = 0.0;
        s = if a > 1e-9 {
            (-c / a).clamp(0.0, 1.0)
        } else {
            0.0
        };
    } else if t > 1.0 {
        t = 1.0;
        s = if a > 1e-9 {
            ((b - c) / a).clamp(0.0, 1.0)
        } else {
            0.0
        };
    }
    (between + way * s - rod * t).length_squared()
}
