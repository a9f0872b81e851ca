//! Tests of the whole world: it is deterministic, and resting pieces stay at rest.

use super::arena::POST_RADIUS;
use super::geometry::WorldView;
use super::pieces::{Catalogue, mm};
use super::placement::{ScatterArea, scatter};
use super::scene::Scene;
use super::scenes;
use super::sim_rng::SimRng;
use super::view_cache::ViewCache;
use super::world::World;
use rules_core::board::Dimensions;
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::{Piece, Size};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Returns a hash that changes with any bit of any pose.
fn fingerprint(view: &WorldView) -> u64 {
    let mut hasher = DefaultHasher::new();
    for thing in &view.things {
        let pose = thing.solid.pose;
        let bits = pose.position.to_array().map(f32::to_bits);
        (bits, pose.rotation.to_array().map(f32::to_bits)).hash(&mut hasher);
    }
    hasher.finish()
}

fn end_of(seed: u64) -> (u64, String) {
    let mut scene = scenes::edge_push(seed);
    while scene.advance() {}
    let events = format!("{:?}", scene.truth());
    (fingerprint(&scene.view_at(1.0)), events)
}

#[test]
fn a_seed_is_the_same_to_the_last_bit() {
    for seed in [1, 2, 77] {
        assert_eq!(end_of(seed), end_of(seed));
    }
    assert_ne!(end_of(1).0, end_of(2).0);
}

#[test]
fn the_same_pieces_with_another_seed_lie_otherwise() {
    let catalogue = catalogue();
    let piece = catalogue.lay(Piece::pawn(Size::Small), glam::Vec2::ZERO, 0.0, 0.0);
    let world = |seed| {
        let mut world = World::new(&catalogue.dimensions, catalogue.edition, &[piece], seed);
        for _ in 0..100 {
            world.step();
        }
        fingerprint(&world.view_at(1.0))
    };
    assert_eq!(world(1), world(1));
    assert_ne!(world(1), world(2));
}

const fn catalogue() -> Catalogue {
    Catalogue {
        dimensions: Dimensions::ASSUMED,
        edition: Edition::SakuraSlam,
    }
}

/// 45 pieces are too many for the surface, so some are stacked; all of them stay.
#[test]
fn a_crowd_lies_still_where_it_was_laid() {
    for seed in 0..4 {
        let mut chance = SimRng::new(seed, 9);
        let pieces: Vec<Piece> = (0..45)
            .map(|_| super::placement::any_piece(&mut chance))
            .collect();
        let spread = ScatterArea {
            at_edge: 0.2,
            clear: None,
        };
        let catalogue = catalogue();
        let placed = scatter(&pieces, &catalogue, spread, &mut chance);
        let mut world = World::new(&catalogue.dimensions, catalogue.edition, &placed, seed);
        for _ in 0..1_000 {
            world.step();
        }
        let restless: Vec<_> = world.moving().map(|(id, piece)| (id, piece.now)).collect();
        assert!(restless.is_empty(), "seed {seed}: {restless:?}");
        let view = world.view_at(1.0);
        let flat = |placed: &super::pieces::PiecePlacement| placed.pose.position.z < 7.0;
        for (before, after) in placed
            .iter()
            .zip(&view.things)
            .filter(|(before, _)| flat(before))
        {
            let moved = before.pose.position.distance(after.solid.pose.position);
            // The lowest piece of a high stack may slip a little until it stands.
            assert!(
                moved < 1.5,
                "seed {seed}: {} moved {moved} mm",
                before.piece
            );
        }
    }
}

/// The posts are on the ring of either edition.
#[test]
fn nothing_is_laid_into_a_post() {
    for edition in [Edition::SakuraSlam, Edition::KabutoSumo] {
        let catalogue = Catalogue {
            edition,
            ..catalogue()
        };
        let pieces = [Piece::pawn(Size::Large); 12];
        let spread = ScatterArea {
            at_edge: 0.5,
            clear: None,
        };
        let corner = glam::Vec2::splat(mm(catalogue.dimensions.ring_side) / 2.0);
        for seed in 0..20 {
            for placed in scatter(&pieces, &catalogue, spread, &mut SimRng::new(seed, 8)) {
                let away = placed.pose.position.truncate().abs().distance(corner);
                let room = away - catalogue.radius(placed.piece) - POST_RADIUS;
                assert!(room > 0.0, "{edition:?}, seed {seed}: {room} mm");
            }
        }
    }
}

/// This holds also while no piece moves.
#[test]
fn a_hand_glides_within_a_step() {
    let mut scene = scenes::hand_in(2);
    let glides = |scene: &Scene| {
        let mut sight = ViewCache::default();
        let [early, late] = [0.2, 0.8].map(|part| sight.at(scene.world(), part).clone());
        early.hands != late.hands
    };
    let mut steps = 0;
    while scene.advance() {
        let world = scene.world();
        steps += u32::from(world.is_at_rest() && glides(&scene));
    }
    assert!(steps > 50, "{steps} steps");
}

#[test]
fn a_view_between_two_steps_is_between_them() {
    let mut scene = scenes::edge_push(4);
    while scene.truth().falls().next().is_none() && scene.advance() {}
    let [before, middle, after] = [0.0, 0.5, 1.0].map(|part| scene.view_at(part));
    for ((a, b), c) in before.things.iter().zip(&middle.things).zip(&after.things) {
        let mean = (a.solid.pose.position + c.solid.pose.position) / 2.0;
        assert!(mean.distance(b.solid.pose.position) < 1e-3);
    }
    assert_ne!(fingerprint(&before), fingerprint(&after));
}
