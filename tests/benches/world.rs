//! Figures of the virtual ring's physics: `cargo bench -p dohyo-tests --bench world`.

use rules_core::board::Dimensions;
use rules_core::games::kabuto::edition::Edition;
use std::hint::black_box;
use std::time::Instant;
use virtual_ring::geometry::WorldView;
use virtual_ring::pieces::Catalogue;
use virtual_ring::placement::{ScatterArea, any_piece, scatter};
use virtual_ring::scene::Scene;
use virtual_ring::scenes::ALL;
use virtual_ring::sim_rng::SimRng;
use virtual_ring::world::World;

fn main() {
    for (name, make) in ALL {
        let scenes: Vec<Scene> = (0..40).map(make).collect();
        let pieces: usize = scenes.iter().map(|it| it.world().things().count()).sum();
        let (mut simulated, mut falls) = (0.0, 0);
        let begun = Instant::now();
        for mut scene in scenes {
            while scene.advance() {}
            simulated += scene.world().now().0 as f64 * 1e-6;
            falls += scene.truth().falls().count();
        }
        let speed = simulated / begun.elapsed().as_secs_f64();
        println!(
            "{name:>16}: {:4.1} pieces, {:5.2} s, {:4.2} falls each, {speed:5.0} times real time",
            pieces as f64 / 40.0,
            simulated / 40.0,
            f64::from(falls as u32) / 40.0,
        );
    }
    crowd(false);
    crowd(true);
}

/// 45 pieces that never come to rest: the worst case.
fn crowd(looking: bool) {
    let catalogue = Catalogue {
        dimensions: Dimensions::ASSUMED,
        edition: Edition::SakuraSlam,
    };
    let mut chance = SimRng::new(1, 9);
    let pieces: Vec<_> = (0..45).map(|_| any_piece(&mut chance)).collect();
    let spread = ScatterArea {
        at_edge: 0.2,
        clear: None,
    };
    let placed = scatter(&pieces, &catalogue, spread, &mut chance);
    let mut world = World::new(&catalogue.dimensions, catalogue.edition, &placed, 1);
    let mut view = WorldView::default();
    let begun = Instant::now();
    for step in 0..5_000_u32 {
        // A tremble of a tenth of gravity keeps all of them awake.
        let turn = f64::from(step) * 0.05;
        world.shake(glam::Vec3::X * (turn.sin() as f32 * 981.0));
        world.step();
        if looking {
            for n in 1..=5_u8 {
                world.view_into(f32::from(n) / 5.0, &mut view);
                black_box(&view);
            }
        }
    }
    let speed = 10.0 / begun.elapsed().as_secs_f64();
    let views = if looking {
        ", looked at 2500 times a second"
    } else {
        ""
    };
    println!("45 pieces, all awake{views}: {speed:.0} times real time");
}
