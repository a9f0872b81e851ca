//! Receiver of the lines and topics that a page shows.

use std::sync::Arc;

/// Value that is published as it is now and not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Board, positions of its lights, players.
    About,
    /// Actions that are waited for.
    Now,
    /// Colours of the lights.
    Lights,
}

impl Topic {
    /// All topics.
    pub const ALL: [Self; 3] = [Self::About, Self::Now, Self::Lights];

    /// Name of its events on the page.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::About => "about",
            Self::Now => "now",
            Self::Lights => "lights",
        }
    }
}

/// Receiver of what a page shows.
pub trait PageSink {
    /// Appends a line, which must be one line of JSON, to a list without gaps;
    /// `line` is called once with the number of the line.
    fn push(&self, line: &mut dyn FnMut(u64) -> String);

    /// Replaces the value of a topic.
    fn publish(&self, topic: Topic, text: &str);
}

impl<S: PageSink + ?Sized> PageSink for Arc<S> {
    fn push(&self, line: &mut dyn FnMut(u64) -> String) {
        (**self).push(line);
    }

    fn publish(&self, topic: Topic, text: &str) {
        (**self).publish(topic, text);
    }
}
