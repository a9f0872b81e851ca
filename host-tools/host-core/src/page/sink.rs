//! Receiver of the lines and topics that a page shows.

use std::sync::Arc;

/// Topic of the page: a value of which only the latest version is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Board, positions of its LEDs, players.
    About,
    /// State of the ring: match, question, awaited actions, faulty sensors.
    Now,
    /// Colours of the LEDs.
    Lights,
    /// Fault of the connection to the ring.
    Link,
    /// All tables of a hall.
    Hall,
}

impl Topic {
    /// All topics.
    pub const ALL: [Self; 5] = [Self::About, Self::Now, Self::Lights, Self::Link, Self::Hall];

    /// Returns the name of the topic's events on the page.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::About => "about",
            Self::Now => "now",
            Self::Lights => "lights",
            Self::Link => "link",
            Self::Hall => "hall",
        }
    }
}

/// Receiver of the lines and topics that a page shows.
pub trait PageSink {
    /// Appends a line of JSON to a list without gaps; `line` is called once with the
    /// number of the line.
    fn push(&self, line: &mut dyn FnMut(u64) -> String);

    /// Starts a match: the next line is its first. Those who come later need no line
    /// before it.
    fn begin(&self);

    /// Replaces the value of a topic.
    fn publish(&self, topic: Topic, text: &str);
}

impl<S: PageSink + ?Sized> PageSink for Arc<S> {
    fn push(&self, line: &mut dyn FnMut(u64) -> String) {
        (**self).push(line);
    }

    fn begin(&self) {
        (**self).begin();
    }

    fn publish(&self, topic: Topic, text: &str) {
        (**self).publish(topic, text);
    }
}
