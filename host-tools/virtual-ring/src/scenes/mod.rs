//! Scenes by name, each made from a seed: for statistics and for tests.
//!
//! | module | scenes |
//! |---|---|
//! | `pushing` | pushes from the platform |
//! | `falling` | single falls and several at once, by hands and slips |
//! | `disturbances` | hands, sleeves, bumps, and an idle ring |

mod disturbances;
mod falling;
mod pushing;
#[cfg(test)]
mod tests;

pub use disturbances::{bump, bump_with_fall, hand_in, hand_retrieving, idle, sleeve};
pub use falling::{
    abreast, bounce, burst, corner, flat, flick, late_accident, leaning, nudge, topple,
};
pub(crate) use pushing::place_on_platform;
pub use pushing::{edge_push, flick_push, kabuto_push, match_push, push_of, stopped_push};

use super::pieces::{Catalogue, PiecePlacement};
use super::scene::Scene;
use super::script::Act;
use super::world::World;
use rules_core::board::Dimensions;
use rules_core::games::kabuto::edition::Edition;

/// Length of one side of the assumed ring, mm.
const SIDE: f32 = Dimensions::ASSUMED.ring_side.0 as f32 / 1000.0;

/// Function that makes a scene from a seed.
pub type Make = fn(u64) -> Scene;

/// All scenes, as pairs of name and maker.
pub const ALL: [(&str, Make); 21] = [
    ("match_push", match_push),
    ("edge_push", edge_push),
    ("kabuto_push", kabuto_push),
    ("flick_push", flick_push),
    ("stopped_push", stopped_push),
    ("flat", flat),
    ("topple", topple),
    ("flick", flick),
    ("burst", burst),
    ("abreast", abreast),
    ("corner", corner),
    ("leaning", leaning),
    ("bounce", bounce),
    ("nudge", nudge),
    ("late_accident", late_accident),
    ("hand_in", hand_in),
    ("hand_retrieving", hand_retrieving),
    ("sleeve", sleeve),
    ("bump", bump),
    ("bump_with_fall", bump_with_fall),
    ("idle", idle),
];

/// Returns the pieces of an edition at the assumed sizes.
const fn catalogue(edition: Edition) -> Catalogue {
    Catalogue {
        dimensions: Dimensions::ASSUMED,
        edition,
    }
}

/// Creates a scene with these pieces on the assumed ring.
fn scene(
    name: &'static str,
    catalogue: &Catalogue,
    pieces: &[PiecePlacement],
    seed: u64,
    acts: Vec<Act>,
) -> Scene {
    let world = World::new(&catalogue.dimensions, catalogue.edition, pieces, seed);
    Scene::new(name, world, acts)
}
