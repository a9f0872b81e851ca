//! Picture of a single moment of a match, for a file or a test.

use super::colours::Depth;
use super::screen::{Screen, Status};
use super::terminal::KEYS;
use core::ops::ControlFlow;
use host_core::narration::{Narration, narrate};
use host_core::sentences::{Names, Phrasebook, SessionEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use rules_core::time::Instant;
use virtual_ring::demo::view::DemoView;
use virtual_ring::demo::viewer::Viewer;

/// Viewer that keeps one moment of a match.
#[derive(Debug)]
pub struct SingleFrame<'a> {
    names: &'a Names,
    at: Instant,
    told: Vec<Narration>,
    seen: Option<DemoView>,
}

impl<'a> SingleFrame<'a> {
    /// Creates a viewer for the first moment at or after `at`; it ends the match there.
    #[must_use]
    pub const fn new(names: &'a Names, at: Instant) -> Self {
        Self {
            names,
            at,
            told: Vec::new(),
            seen: None,
        }
    }

    /// Draws the moment for a terminal of this size; `None` if the match ended before it.
    #[must_use]
    pub fn cells(&self, title: &str, (wide, high): (u16, u16), depth: Depth) -> Option<Buffer> {
        let area = Rect::new(0, 0, wide, high);
        let mut buffer = Buffer::empty(area);
        let status = Status {
            pace: "speed 4x".into(),
            rate: 30,
            keys: KEYS,
        };
        let screen = Screen {
            title,
            view: self.seen.as_ref()?,
            told: &self.told,
            status: &status,
            depth,
            sheet: None,
        };
        screen.draw(area, &mut buffer);
        Some(buffer)
    }
}

impl Viewer for SingleFrame<'_> {
    fn on_event(&mut self, event: &SessionEvent) {
        let narration = narrate(&Phrasebook::english(self.names), event);
        self.told.extend(narration);
    }

    fn wants(&self, now: Instant) -> bool {
        now >= self.at
    }

    fn on_view(&mut self, view: DemoView) -> ControlFlow<()> {
        self.seen = Some(view);
        ControlFlow::Break(())
    }
}
