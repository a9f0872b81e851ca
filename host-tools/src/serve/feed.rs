//! Feed of the spectators: a numbered list without gaps, and the latest state of topics
//! that change too often to be kept.
//!
//! Each line of the list is stored once for all readers; a spectator is only a [`Cursor`].
//! Memory therefore does not grow with the number of spectators, and a slow one delays
//! nobody. The list drops its oldest lines.
//!
//! Numbers belong to one run of the server, its *epoch*. A spectator who returns with a
//! number of this epoch continues after it; any other starts at the first line.

use host_core::page::sink::{PageSink, Topic};
use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Maximum number of lines kept.
const MAX_LINES: usize = 20_000;
/// Maximum number of bytes of the lines kept (16 MiB).
const MAX_BYTES: usize = 16 << 20;
/// Approximate size of a piece that is sent at once, in bytes.
const PIECE: usize = 32 << 10;
/// Number of topics.
const TOPICS: usize = Topic::ALL.len();

/// Data that spectators receive: numbered lines, and the latest text of each topic.
#[derive(Debug)]
pub struct Feed {
    epoch: String,
    state: Mutex<FeedState>,
    /// Notification of new lines or topics.
    bell: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct FeedState {
    /// Number of the first line kept.
    first: u64,
    lines: VecDeque<Arc<str>>,
    bytes: usize,
    /// Number of changes of each topic, and its present text.
    latest: [(u64, Arc<str>); TOPICS],
}

/// Reading position of a spectator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// Number of the next line; `None` if the greeting has not been sent.
    next: Option<u64>,
    /// Number of the first line after the greeting.
    from: u64,
    /// Number of changes of each topic when it was last sent.
    seen: [u64; TOPICS],
}

impl Feed {
    /// Creates an empty feed. The epoch must differ from those of all earlier runs.
    #[must_use]
    pub fn new(epoch: String) -> Self {
        Self {
            epoch,
            state: Mutex::new(FeedState::default()),
            bell: watch::channel(()).0,
        }
    }

    /// Appends a line of JSON; `line` receives its number.
    pub fn push(&self, line: impl FnOnce(u64) -> String) {
        let mut state = self.state();
        let number = state.next();
        let line: Arc<str> = line(number).into();
        state.bytes += line.len();
        state.lines.push_back(line);
        while state.lines.len() > MAX_LINES || state.bytes > MAX_BYTES {
            let gone = state.lines.pop_front();
            state.bytes -= gone.map_or(0, |line| line.len());
            state.first += 1;
        }
        drop(state);
        self.bell.send_replace(());
    }

    /// Sets the text of a topic and notifies spectators, unless it is unchanged.
    pub fn publish(&self, topic: Topic, text: &str) {
        let mut state = self.state();
        let latest = &mut state.latest[topic as usize];
        if *latest.1 == *text {
            return;
        }
        *latest = (latest.0 + 1, text.into());
        drop(state);
        self.bell.send_replace(());
    }

    /// Returns a receiver that is notified of all further changes.
    pub fn listen(&self) -> watch::Receiver<()> {
        self.bell.subscribe()
    }

    /// Creates the cursor of a spectator who has read up to `mark` (`EPOCH-NUMBER`), or of
    /// a new one.
    pub fn cursor(&self, mark: Option<&str>) -> Cursor {
        let state = self.state();
        let known = mark.and_then(|mark| {
            let (epoch, number) = mark.rsplit_once('-')?;
            let after = number.parse::<u64>().ok()?.checked_add(1)?;
            (epoch == self.epoch && (state.first..=state.next()).contains(&after)).then_some(after)
        });
        Cursor {
            next: None,
            from: known.unwrap_or(state.first),
            seen: [0; TOPICS],
        }
    }

    /// Returns the next piece for a spectator; empty if there is nothing new.
    pub fn read(&self, cursor: &mut Cursor) -> String {
        let state = self.state();
        let mut out = String::new();
        let behind = cursor.next.is_some_and(|next| next < state.first);
        let mut next = match cursor.next {
            Some(next) if !behind => next,
            _ => {
                let from = if behind { state.first } else { cursor.from };
                // A spectator who fell behind starts again at the first line kept.
                let _ = write!(
                    out,
                    "event: hello\ndata: {{\"epoch\":\"{}\",\"from\":{from},\"first\":{},\"next\":{}}}\n\n",
                    self.epoch,
                    state.first,
                    state.next()
                );
                from
            }
        };
        let skip = usize::try_from(next.saturating_sub(state.first)).unwrap_or(usize::MAX);
        for line in state.lines.iter().skip(skip) {
            if out.len() > PIECE {
                break;
            }
            let epoch = &self.epoch;
            let _ = write!(out, "id: {epoch}-{next}\nevent: said\ndata: {line}\n\n");
            next += 1;
        }
        cursor.next = Some(next);
        if next == state.next() {
            for topic in Topic::ALL {
                let (times, text) = &state.latest[topic as usize];
                if cursor.seen[topic as usize] != *times {
                    cursor.seen[topic as usize] = *times;
                    let _ = write!(out, "event: {}\ndata: {text}\n\n", topic.word());
                }
            }
        }
        out
    }

    /// Returns the number of lines and of bytes kept.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let state = self.state();
        (state.lines.len(), state.bytes)
    }

    /// Locks the state. A poisoned lock is used all the same: a writer that panicked leaves
    /// whole lines.
    fn state(&self) -> MutexGuard<'_, FeedState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PageSink for Feed {
    fn push(&self, line: &mut dyn FnMut(u64) -> String) {
        Self::push(self, line);
    }

    fn publish(&self, topic: Topic, text: &str) {
        Self::publish(self, topic, text);
    }
}

impl FeedState {
    fn next(&self) -> u64 {
        self.first + self.lines.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Feed, MAX_LINES, Topic};

    fn feed(lines: u64) -> Feed {
        let feed = Feed::new("e".into());
        for _ in 0..lines {
            feed.push(|n| format!("{{\"n\":{n}}}"));
        }
        feed
    }

    fn all(feed: &Feed, mark: Option<&str>) -> String {
        let (mut cursor, mut text) = (feed.cursor(mark), String::new());
        loop {
            match feed.read(&mut cursor) {
                piece if piece.is_empty() => return text,
                piece => text += &piece,
            }
        }
    }

    #[test]
    fn a_new_spectator_gets_every_line_in_order() {
        let text = all(&feed(3), None);
        let ids: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("id:"))
            .collect();
        assert_eq!(ids, ["id: e-0", "id: e-1", "id: e-2"]);
    }

    #[test]
    fn who_comes_back_goes_on_behind_the_number() {
        let text = all(&feed(3), Some("e-1"));
        assert!(text.contains("\"from\":2") && text.contains("id: e-2"));
        assert!(!text.contains("id: e-1"));
    }

    #[test]
    fn a_number_of_another_run_or_none_begins_at_the_beginning() {
        for mark in ["f-1", "e-9", "e-", "nonsense", "e-18446744073709551615"] {
            assert!(all(&feed(3), Some(mark)).contains("id: e-0"), "{mark}");
        }
    }

    #[test]
    fn the_list_forgets_its_oldest_lines_and_says_so() {
        let feed = feed(5);
        let mut slow = feed.cursor(None);
        feed.read(&mut slow);
        for _ in 0..MAX_LINES {
            feed.push(|n| n.to_string());
        }
        assert_eq!(feed.size().0, MAX_LINES);
        // Line 4 was read last, so no line is missing.
        assert!(!feed.read(&mut slow).contains("hello"));
        for _ in 0..2 * MAX_LINES {
            feed.push(|n| n.to_string());
        }
        assert!(feed.read(&mut slow).starts_with("event: hello"));
    }

    #[test]
    fn topics_are_told_as_they_are_now_and_only_when_they_change() {
        let feed = feed(1);
        feed.publish(Topic::Now, "1");
        feed.publish(Topic::Now, "2");
        let mut cursor = feed.cursor(None);
        let piece = feed.read(&mut cursor);
        assert!(piece.contains("event: now\ndata: 2") && !piece.contains("data: 1\n"));
        feed.publish(Topic::Now, "2");
        assert_eq!(feed.read(&mut cursor), "");
    }
}
