//! Preview of the table: places of the pieces, and a rough estimate of what a push moves.
//!
//! Discs are pushed straight ahead and each pushes the next; no disc turns, tips or slips
//! aside. This is accurate enough to rank pushes.

use crate::arena::dock_point;
use crate::geometry::EdgeRelative;
use crate::pieces::mm;
use crate::scene::Scene;
use crate::world::ThingId;
use glam::Vec2;
use rules_core::piece::Piece;
use rules_core::place::Place;

/// Piece on the ring, seen from above.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedPiece {
    /// Identifier in the simulated world.
    pub thing: ThingId,
    /// Kind of the piece.
    pub piece: Piece,
    /// Centre of the piece, in mm from the middle of the ring.
    pub at: Vec2,
    /// Half the width of the piece, in mm.
    pub radius: f32,
    /// Height of the piece's centre above the ring's surface, in mm.
    pub height: f32,
}

/// Table seen from above.
#[derive(Debug, Clone, PartialEq)]
pub struct TablePreview {
    /// Pieces on the ring.
    pub pieces: Vec<PlacedPiece>,
    /// Half the length of the ring's side, in mm.
    pub half: f32,
}

/// Piece that a push would move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MovedPiece {
    /// Kind of the piece.
    pub piece: Piece,
    /// Distance of the piece's centre inside the nearest edge after the push, in mm;
    /// negative if the piece falls.
    pub inside: f32,
}

impl TablePreview {
    /// Creates the preview of a scene, with all pieces that have not fallen.
    #[must_use]
    pub fn at(scene: &Scene) -> Self {
        let world = scene.world();
        let gone = scene.fallen();
        let pieces = (world.things())
            .filter(|thing| !gone.contains(thing))
            .filter_map(|thing| {
                let (piece, pose) = world.thing(thing)?;
                Some(PlacedPiece {
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

    /// Returns the distance of a point inside the nearest edge, in mm; negative outside
    /// the ring.
    #[must_use]
    pub fn inside(&self, at: Vec2) -> f32 {
        self.half - at.abs().max_element()
    }

    /// True if an element of this radius in mm can be laid at `at` with 1 mm to spare.
    #[must_use]
    pub fn is_free(&self, at: Vec2, radius: f32) -> bool {
        let apart = |placed: &PlacedPiece| placed.at.distance(at) > placed.radius + radius + 1.0;
        self.pieces.iter().all(apart)
    }

    /// Returns a point on the platform docked at `place`, and the direction of a push
    /// from it at `angle` degrees.
    #[must_use]
    pub fn line(&self, place: Place, out: f32, aside: f32, angle: f32) -> (Vec2, Vec2) {
        let dock = dock_point(place);
        let point = |out: f32| {
            let at = EdgeRelative {
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

    /// Returns the pieces that a disc of this radius moves while it goes `way` mm ahead.
    #[must_use]
    pub fn swept(&self, from: Vec2, ahead: Vec2, radius: f32, way: f32) -> Vec<MovedPiece> {
        let mut touched = vec![false; self.pieces.len()];
        let mut moved = Vec::new();
        let mut pushers = vec![(from, radius, way)];
        while let Some((from, radius, way)) = pushers.pop() {
            for (n, placed) in self.pieces.iter().enumerate() {
                let reach = radius + placed.radius;
                let along = (placed.at - from).dot(ahead);
                let aside = (placed.at - from).perp_dot(ahead).abs();
                if touched[n] || along <= 0.0 || aside >= 0.9 * reach {
                    continue;
                }
                let contact = along - (reach * reach - aside * aside).sqrt();
                if contact >= way {
                    continue;
                }
                touched[n] = true;
                let goes = (way - contact.max(0.0)) * (1.0 - 0.4 * aside / reach);
                moved.push(MovedPiece {
                    piece: placed.piece,
                    inside: self.inside(placed.at + ahead * goes),
                });
                pushers.push((placed.at, placed.radius, goes));
            }
        }
        moved
    }
}
