//! Events for a page as lines of JSON, one object with name and data each.

use super::sink::{PageSink, Topic};
use serde_json::Value;
use std::collections::BTreeMap;
use std::mem;
use std::sync::{Mutex, PoisonError};

/// List of events as lines of JSON.
#[derive(Debug, Default)]
pub struct EventLines(Mutex<Events>);

#[derive(Debug, Default)]
struct Events {
    lines: Vec<String>,
    /// Number of the next line of the match.
    next: u64,
    /// Last data of each event of which only changes are news.
    last: BTreeMap<&'static str, Value>,
}

impl EventLines {
    fn with<T>(&self, change: impl FnOnce(&mut Events) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Appends an event with these data, which are JSON.
    pub fn add(&self, event: &str, data: &str) {
        let line = format!("{{\"event\":\"{event}\",\"data\":{data}}}");
        self.with(|events| events.lines.push(line));
    }

    /// Appends an event if its data differ from the last ones of that event.
    pub fn change(&self, event: &'static str, data: Value) {
        if self.with(|events| events.last.get(event) == Some(&data)) {
            return;
        }
        self.add(event, &data.to_string());
        self.with(|events| events.last.insert(event, data));
    }

    /// Forgets the last data of all events, so that each is news again.
    pub fn forget(&self) {
        self.with(|events| events.last.clear());
    }

    /// True if [`Self::change`] has appended this event.
    #[must_use]
    pub fn has(&self, event: &str) -> bool {
        self.with(|events| events.last.contains_key(event))
    }

    /// Removes and returns the lines so far.
    #[must_use]
    pub fn take(&self) -> String {
        self.with(|events| mem::take(&mut events.lines)).join("\n")
    }
}

impl PageSink for EventLines {
    fn push(&self, line: &mut dyn FnMut(u64) -> String) {
        let number = self.with(|events| {
            events.next += 1;
            events.next - 1
        });
        self.add("said", &line(number));
    }

    fn begin(&self) {
        self.add("begin", "null");
    }

    fn publish(&self, topic: Topic, text: &str) {
        self.add(topic.word(), text);
    }
}

#[cfg(test)]
mod tests {
    use super::EventLines;
    use crate::page::sink::PageSink;
    use serde_json::json;

    #[test]
    fn lines_are_numbered_and_taken_once() {
        let lines = EventLines::default();
        lines.begin();
        lines.push(&mut |number| number.to_string());
        lines.push(&mut |number| number.to_string());
        assert_eq!(
            lines.take(),
            "{\"event\":\"begin\",\"data\":null}\n{\"event\":\"said\",\"data\":0}\n\
             {\"event\":\"said\",\"data\":1}"
        );
        assert_eq!(lines.take(), "");
    }

    #[test]
    fn only_a_change_is_news() {
        let lines = EventLines::default();
        assert!(!lines.has("turn"));
        for seat in [1, 1, 2] {
            lines.change("turn", json!(seat));
        }
        assert!(lines.has("turn"));
        assert_eq!(lines.take().lines().count(), 2);
        lines.forget();
        assert!(!lines.has("turn"));
        lines.change("turn", json!(2));
        assert_eq!(lines.take().lines().count(), 1);
    }
}
