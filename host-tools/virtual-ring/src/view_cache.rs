//! Cached view of a world between two of its steps, as the sensors see it.

use super::geometry::WorldView;
use super::world::{STEP, World};
use rules_core::time::Span;

/// Returns the fraction of the last simulation step that had passed at a time
/// `before_its_end`.
#[must_use]
pub fn part_of_step(before_its_end: Span) -> f32 {
    1.0 - before_its_end.0 as f32 / STEP.0 as f32
}

/// View of a world that is rebuilt only if something in it may have moved.
#[derive(Debug, Default)]
pub struct ViewCache {
    view: WorldView,
    /// Generation of the world in the view; `None` if something moves in it.
    still: Option<u64>,
}

impl ViewCache {
    /// Returns the view of the world at this fraction of the last step.
    pub fn at(&mut self, world: &World, part: f32) -> &WorldView {
        // A hand moves within a step even if no piece moves.
        let still = world.is_at_rest() && world.hands().is_empty();
        let still = still.then(|| world.generation());
        if still.is_none() || still != self.still {
            world.view_into(part, &mut self.view);
            self.still = still;
        }
        &self.view
    }
}
