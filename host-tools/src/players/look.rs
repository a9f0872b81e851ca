//! A cheap look at the table: what lies where, and roughly what a push moves.
//!
//! Discs are pushed straight ahead, each pushes the next; nothing turns, tips or
//! slips aside. Good enough to prefer one push to another.

use crate::virtual_ring::arena::dock_point;
use crate::virtual_ring::pieces::mm;
use crate::virtual_ring::scene::Scene;
use crate::virtual_ring::space::Beside;
use crate::virtual_ring::world::ThingId;
use glam::Vec2;
use rules_core::piece::Piece;
use rules_core::place::Place;

/// A piece on the ring, seen from above.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lies {
    /// Which.
    pub thing: ThingId,
    /// What.
    pub piece: Piece,
    /// Its middle, mm from the ring's.
    pub at: Vec2,
    /// Half its width, mm.
    pub radius: f32,
    /// The height of its middle, mm.
    pub height: f32,
}

/// The table seen from above.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The pieces on the ring.
    pub pieces: Vec<Lies>,
    /// Half a side of the ring, mm.
    pub half: f32,
}

/// A piece that a push would move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moved {
    /// What.
    pub piece: Piece,
    /// How far its middle would then be inside the nearest edge, mm; negative if
    /// it falls.
    pub inside: f32,
}

impl Look {
    /// Looks at a scene.
    #[must_use]
    pub fn at(scene: &Scene) -> Self {
        let world = scene.world();
        let gone = scene.fallen();
        let pieces = (world.things())
            .filter(|it| !gone.contains(it))
            .filter_map(|thing| {
                let (piece, pose) = world.thing(thing)?;
                Some(Lies {
                    thing,
                    piece,
                    at: pose.position.truncate(),
                    radius: world.catalogue().radius(piece),
                    height: pose.position.z,
                })
            });
        Self {
            pieces: pieces.collect(),
            half: mm(world.catalogue().dimensions.ring_side) / 2.0,
        }
    }

    /// How far a point is inside the nearest edge, mm.
    #[must_use]
    pub fn inside(&self, at: Vec2) -> f32 {
        self.half - at.abs().max_element()
    }

    /// Whether nothing lies where an element of this radius is to be laid.
    #[must_use]
    pub fn is_free(&self, at: Vec2, radius: f32) -> bool {
        let apart = |it: &Lies| it.at.distance(at) > it.radius + radius + 1.0;
        self.pieces.iter().all(apart)
    }

    /// A point on the platform at this place, and the direction of a push from
    /// it at this angle.
    #[must_use]
    pub fn line(&self, place: Place, out: f32, aside: f32, angle: f32) -> (Vec2, Vec2) {
        let dock = dock_point(place);
        let point = |out: f32| {
            let at = Beside {
                along: dock.along + aside,
                out,
                ..dock
            };
            at.at_height(self.half * 2.0, 0.0).truncate()
        };
        let inwards = point(0.0) - point(1.0);
        (
            point(out),
            Vec2::from_angle(-angle.to_radians()).rotate(inwards),
        )
    }

    /// What a disc of this radius moves on its way.
    #[must_use]
    pub fn swept(&self, from: Vec2, ahead: Vec2, radius: f32, way: f32) -> Vec<Moved> {
        let mut touched = vec![false; self.pieces.len()];
        let mut moved = Vec::new();
        let mut pushers = vec![(from, radius, way)];
        while let Some((from, radius, way)) = pushers.pop() {
            for (n, it) in self.pieces.iter().enumerate() {
                let reach = radius + it.radius;
                let along = (it.at - from).dot(ahead);
                let aside = (it.at - from).perp_dot(ahead).abs();
                if touched[n] || along <= 0.0 || aside >= 0.9 * reach {
                    continue;
                }
                let contact = along - (reach * reach - aside * aside).sqrt();
                if contact >= way {
                    continue;
                }
                touched[n] = true;
                let goes = (way - contact.max(0.0)) * (1.0 - 0.4 * aside / reach);
                moved.push(Moved {
                    piece: it.piece,
                    inside: self.inside(it.at + ahead * goes),
                });
                pushers.push((it.at, it.radius, goes));
            }
        }
        moved
    }
}
