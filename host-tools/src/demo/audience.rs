//! Whoever a match is shown to, whatever is played: on a ring with physics, or on
//! a grid.

use super::view::View;
use super::words::Names;
use crate::virtual_ring::play::{Moment, Onlooker};
use core::ops::ControlFlow;
use rules_core::referee::Event;
use rules_core::time::Instant;

/// An audience.
pub trait Audience {
    /// The ring says something.
    fn hear(&mut self, event: &Event);
    /// Whether it wants to see this moment.
    fn wants(&self, now: Instant) -> bool;
    /// Sees a moment; says whether to play on.
    fn see(&mut self, view: View) -> ControlFlow<()>;
    /// Passes over a moment; says whether to play on.
    fn pass(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// An audience at a virtual ring.
#[derive(Debug)]
pub struct AtRing<'a, A> {
    /// Who.
    pub audience: &'a mut A,
    /// The names at the table.
    pub names: &'a Names,
}

impl<A: Audience> Onlooker for AtRing<'_, A> {
    fn hear(&mut self, event: &Event) {
        self.audience.hear(event);
    }

    fn look(&mut self, moment: Moment<'_>) -> ControlFlow<()> {
        if self.audience.wants(moment.now()) {
            self.audience.see(View::of_ring(moment, self.names))
        } else {
            self.audience.pass()
        }
    }
}
