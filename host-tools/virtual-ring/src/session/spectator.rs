//! Session as pictures and sentences, for a terminal, which reads no JSON.

use super::Session;
use crate::demo::view::DemoView;
use host_core::sentences::{Names, SessionEvent};

impl Session {
    /// Keeps the ring's events from now on, for [`Session::events`].
    pub fn keep_events(&mut self) {
        self.news.events.get_or_insert_default();
    }

    /// Removes and returns the ring's events since the last call; none if they are not
    /// kept.
    pub fn events(&mut self) -> Vec<SessionEvent> {
        let kept = self.news.events.as_mut();
        kept.map(core::mem::take).unwrap_or_default()
    }

    /// Returns the names of the players.
    #[must_use]
    pub fn names(&self) -> Names {
        self.news.names(&self.ring)
    }

    /// Returns the table and the match as a picture.
    pub fn view(&mut self) -> DemoView {
        let names = self.names();
        self.table.view(&mut self.ring, &names)
    }
}
