//! One moment of a match as a picture: for a file, or for a test.

use super::audience::Audience;
use super::colours::Depth;
use super::screen::{Screen, Status};
use super::view::View;
use super::words::{Names, Told};
use core::ops::ControlFlow;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use rules_core::referee::Event;
use rules_core::time::Instant;

/// Waits for a moment.
#[derive(Debug)]
pub struct Still<'a> {
    names: &'a Names,
    at: Instant,
    turns: u32,
    told: Vec<Told>,
    seen: Option<View>,
}

impl<'a> Still<'a> {
    /// Waits for this one; then the match need not go on.
    #[must_use]
    pub const fn new(names: &'a Names, at: Instant) -> Self {
        Self {
            names,
            at,
            turns: 0,
            told: Vec::new(),
            seen: None,
        }
    }

    /// The cells of a terminal of this size; nothing if the match was over
    /// before.
    #[must_use]
    pub fn cells(&self, title: &str, (wide, high): (u16, u16), depth: Depth) -> Option<Buffer> {
        let area = Rect::new(0, 0, wide, high);
        let mut buffer = Buffer::empty(area);
        let status = Status {
            pace: "speed 4x".into(),
            rate: 30,
            keys: "space pause  + - speed  n next turn  q quit",
        };
        let screen = Screen {
            title,
            view: self.seen.as_ref()?,
            told: &self.told,
            status: &status,
            depth,
        };
        screen.draw(area, &mut buffer);
        Some(buffer)
    }
}

impl Audience for Still<'_> {
    fn hear(&mut self, event: &Event) {
        let told = self.names.tell(event, &mut self.turns);
        self.told.extend(told);
    }

    fn wants(&self, now: Instant) -> bool {
        now >= self.at
    }

    fn see(&mut self, view: View) -> ControlFlow<()> {
        self.seen = Some(view);
        ControlFlow::Break(())
    }
}
