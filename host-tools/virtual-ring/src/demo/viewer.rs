//! Viewers of a demo match, on a ring with physics or on a grid board.

use super::view::DemoView;
use crate::play::{MatchObserver, Moment};
use core::ops::ControlFlow;
use host_core::sentences::{Names, SessionEvent};
use rules_core::time::Instant;

/// Receiver of the events and views of a match.
pub trait Viewer {
    /// Receives an event of the referee.
    fn on_event(&mut self, event: &SessionEvent);
    /// True if the viewer wants the view at `now`; otherwise the match calls `on_idle`.
    fn wants(&self, now: Instant) -> bool;
    /// Receives a view; returns `Break` to end the match.
    fn on_view(&mut self, view: DemoView) -> ControlFlow<()>;
    /// Receives a moment without a view; returns `Break` to end the match.
    fn on_idle(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Adapter that passes a match on a virtual ring to a [`Viewer`].
#[derive(Debug)]
pub struct RingViewer<'a, A> {
    /// Viewer that receives the events and views.
    pub audience: &'a mut A,
    /// Names of the players in the views.
    pub names: &'a Names,
}

impl<A: Viewer> MatchObserver for RingViewer<'_, A> {
    fn on_event(&mut self, event: &SessionEvent) {
        self.audience.on_event(event);
    }

    fn on_step(&mut self, moment: Moment<'_>) -> ControlFlow<()> {
        if self.audience.wants(moment.now()) {
            self.audience.on_view(DemoView::of_ring(moment, self.names))
        } else {
            self.audience.on_idle()
        }
    }
}
