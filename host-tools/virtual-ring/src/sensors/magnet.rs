//! Models of magnets and their fields.
//!
//! A magnet is a dipole whose field is softened near it: that of a ring current as wide
//! as the magnet, exact on its axis for a thin one and within 6 % for those used here. At
//! a distance it is the field of a point dipole.

use super::hall_build::{HallBuild, MagnetPlace};
use crate::geometry::{Dipole, Docking, EdgeRelative};
use glam::Vec3;
use rules_core::board::mounts::{DOCK_ALONG, DOCK_REACH, dock_edge};
use rules_core::place::{Facing, Place, Post};
use rules_core::sensing::magnet::{Magnet, Polarity, Strength};

/// Moment of an 8 x 3 mm disc of N42, in A m2: volume at a remanence of 1.29 T.
pub const MOMENT_8X3: f32 = 0.155;
/// Moment of a 6 x 2 mm disc of N42, in A m2.
pub const MOMENT_6X2: f32 = 0.058;
/// Moment of a 5 x 1 mm disc of N42, in A m2.
pub const MOMENT_5X1: f32 = 0.020;

/// Magnet with its radius, which shapes the field near it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DipoleSource {
    /// Position and moment of the magnet.
    pub dipole: Dipole,
    /// Half the width of the magnet, in mm.
    pub radius: f32,
}

impl DipoleSource {
    /// Creates a magnet of the usual proportions, whose radius follows from its moment.
    #[must_use]
    pub fn new(dipole: Dipole) -> Self {
        // The volume follows from the moment, and the radius from the volume if the
        // height is 0.7 of it: 4.1 and 2.9 mm for 8 x 3 and 6 x 2.
        let volume = dipole.moment.length() * 974.0;
        Self {
            dipole,
            radius: libm::cbrtf(volume / (0.7 * core::f32::consts::PI)),
        }
    }

    /// Returns the diameter and the height of the magnet, in mm, with the height that a
    /// remanence of 1.29 T implies.
    pub(super) fn size(&self) -> (f32, f32) {
        let volume = self.dipole.moment.length() * 974.0;
        let face = core::f32::consts::PI * self.radius * self.radius;
        (2.0 * self.radius, (volume / face).max(0.1))
    }

    /// Returns the field at a point, in mT.
    ///
    /// ```
    /// use glam::Vec3;
    /// use virtual_ring::geometry::Dipole;
    /// use virtual_ring::sensors::{DipoleSource, MOMENT_8X3};
    ///
    /// let marker = DipoleSource {
    ///     dipole: Dipole { position: Vec3::ZERO, moment: Vec3::Z * MOMENT_8X3 },
    ///     radius: 4.0,
    /// };
    /// let field = marker.field(Vec3::new(0.0, 0.0, -7.5));
    /// assert!((48.0..58.0).contains(&field.z), "6 mm below its face: {field}");
    /// ```
    #[must_use]
    pub fn field(&self, point: Vec3) -> Vec3 {
        let r = point - self.dipole.position;
        let far = r.length_squared();
        let near = far + self.radius * self.radius;
        let fifth = near * near * near.sqrt();
        let m = self.dipole.moment;
        // The curl of m x r / near^(3/2). 1e-7 T m/A over mm3 is 100 T, or 1e5 mT.
        (m * (2.0 * near - 3.0 * far) + r * (3.0 * m.dot(r))) * (1e5 / fifth)
    }
}

/// Returns the magnet of a marker in a post's slot, lying on the post's head above its
/// sensor. Each post has its own set of markers.
pub(super) fn marker(
    build: &HallBuild,
    magnet: Magnet,
    (post, sensor): (Post, Vec3),
    head: f32,
) -> DipoleSource {
    let (moment, radius, thickness) = match magnet.strength {
        Strength::Strong => (MOMENT_8X3, 4.0, 3.0),
        Strength::Middle => (MOMENT_6X2, 3.0, 2.0),
        Strength::Weak => (MOMENT_5X1, 2.5, 1.0),
    };
    let number = post.index() as u32 * 6 + code(magnet);
    let own = build.magnet((MagnetPlace::Marker, number), (2.0 * radius, thickness));
    own.of(DipoleSource {
        dipole: Dipole {
            position: sensor.with_z(head + thickness / 2.0),
            moment: Vec3::Z * moment * sign(magnet.polarity),
        },
        radius,
    })
}

/// Returns a number from 0 to 5 for the code of a magnet.
const fn code(magnet: Magnet) -> u32 {
    magnet.polarity as u32 * 3 + magnet.strength as u32
}

/// Returns the magnet of a piece on a grid board. `unit` distinguishes pieces of the same
/// code.
///
/// 31, 14 and 6 mT at the sensor, 5 mm below the piece: 5 x 2, 5 x 1 and 4 x 0.6 mm.
pub(super) fn cell_piece(
    build: &HallBuild,
    (magnet, unit): (Magnet, u8),
    position: Vec3,
) -> DipoleSource {
    let (level, size) = match magnet.strength {
        Strength::Strong => (31.0, (5.0, 2.0)),
        Strength::Middle => (14.0, (5.0, 1.0)),
        Strength::Weak => (6.0, (4.0, 0.6)),
    };
    let number = u32::from(unit) * 6 + code(magnet);
    let own = build.magnet((MagnetPlace::Piece, number), size);
    // Inverts the field on the axis, 6 mm from the middle of the magnet.
    let (radius, away) = (2.5_f32, 6.0_f32);
    let near = away * away + radius * radius;
    let moment = level * near * near.sqrt() / 2e5;
    own.of(DipoleSource {
        dipole: Dipole {
            position: position + Vec3::Z * 1.0,
            moment: Vec3::Z * moment * sign(magnet.polarity),
        },
        radius,
    })
}

fn sign(polarity: Polarity) -> f32 {
    match polarity {
        Polarity::Plus => 1.0,
        Polarity::Minus => -1.0,
    }
}

/// Height of the platform's magnets relative to its surface, in mm: their middle, in the
/// underside of a board of 6 mm.
const PLATFORM_MAGNET_Z: f32 = -4.5;
/// Distance from the platform's edge to the middle of the magnets along it, in mm.
const PLATFORM_MAGNET_IN: f32 = 6.0;

/// Returns the four magnets of the docked platform, 8 x 3 mm each: two along a short
/// edge, two along a long one.
///
/// Seen from outside, facing the ring, a short edge against it shows plus on the left and
/// minus on the right. The pair of a long edge is the other way round; it sits at the
/// right, 60 and 100 mm back from the short edge, far from the sensors.
pub(super) fn platform(
    build: &HallBuild,
    docking: Docking,
    ring_side: f32,
    width: f32,
) -> [DipoleSource; 4] {
    let (edge, middle) = match docking.place {
        Place::Corner(post) => (dock_edge(post), DOCK_ALONG as f32 / 1000.0),
        Place::Along { edge, at_mm } => (edge, f32::from(at_mm)),
    };
    let reach = DOCK_REACH as f32 / 1000.0;
    let inner = PLATFORM_MAGNET_IN;
    // Left, seen from outside, is clockwise: farther along.
    let places = match docking.facing {
        Facing::Short => [
            (reach, inner, 1.0),
            (-reach, inner, -1.0),
            (inner - width / 2.0, 60.0, -1.0),
            (inner - width / 2.0, 100.0, 1.0),
        ],
        // Turned so that its right edge lies against the ring: the short edge is now at
        // the left, 80 mm from the middle of the pair.
        Facing::Long => [
            (reach, inner, -1.0),
            (-reach, inner, 1.0),
            (80.0 - inner, width / 2.0 + reach, 1.0),
            (80.0 - inner, width / 2.0 - reach, -1.0),
        ],
    };
    let mut number = 0;
    places.map(|(along, out, sign)| {
        let own = build.magnet((MagnetPlace::Platform, number), (8.0, 3.0));
        number += 1;
        own.of(DipoleSource {
            dipole: Dipole {
                position: EdgeRelative {
                    edge,
                    along: middle + along,
                    out,
                }
                .at_height(ring_side, PLATFORM_MAGNET_Z),
                moment: Vec3::Z * MOMENT_8X3 * sign,
            },
            radius: 4.0,
        })
    })
}
