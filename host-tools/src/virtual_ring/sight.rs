//! What the sensors see of a world between two of its steps.

use super::space::View;
use super::world::{STEP, World};
use rules_core::time::Span;

/// Which part of the last step was gone so long before its end.
#[must_use]
pub fn part_of_step(before_its_end: Span) -> f32 {
    1.0 - before_its_end.0 as f32 / STEP.0 as f32
}

/// A view of a world, made anew only if something may have moved in it.
#[derive(Debug, Default)]
pub struct Sight {
    view: View,
    /// The generation of the view, if nothing moves in it.
    still: Option<u64>,
}

impl Sight {
    /// What there is to see when this part of the last step is gone.
    pub fn at(&mut self, world: &World, part: f32) -> &View {
        // A hand glides on within a step, even if no piece moves.
        let still = world.is_at_rest() && world.hands().is_empty();
        let still = still.then(|| world.generation());
        if still.is_none() || still != self.still {
            world.view_into(part, &mut self.view);
            self.still = still;
        }
        &self.view
    }
}
