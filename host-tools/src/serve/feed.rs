//! Feed of the spectators: a numbered list without gaps, and the latest state of topics
//! that change too often to be kept.
//!
//! Each line of the list is stored once for all readers; a spectator is only a [`Cursor`].
//! Memory therefore does not grow with the number of spectators, and a slow one delays
//! nobody. The list drops its oldest lines.
//!
//! Numbers belong to one run of the server, its *epoch*. A spectator who returns with a
//! number of this epoch continues after it. Any other joins: at the first line of the
//! latest match, or later if that would be more than [`JOIN_LINES`] lines or
//! [`JOIN_BYTES`] bytes. The topics hold the whole present state, so a late spectator
//! lacks nothing but older lines.

use host_core::page::sink::{PageSink, Topic};
use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Maximum number of lines kept.
const MAX_LINES: usize = 20_000;
/// Maximum number of bytes of the lines kept (16 MiB).
const MAX_BYTES: usize = 16 << 20;
/// Maximum number of past lines that a new spectator receives. The simulated match of
/// seed 1 has 121, of 2.2 KB each.
pub const JOIN_LINES: usize = 1_000;
/// Maximum number of bytes of past lines that a new spectator receives (2 MiB).
pub const JOIN_BYTES: usize = 2 << 20;
/// Approximate size of a piece that is sent at once, in bytes.
const PIECE: usize = 8 << 10;
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
    /// Number of the first line of the latest match.
    start: u64,
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

    /// Starts a match: new spectators receive no line before the next one.
    pub fn begin(&self) {
        let mut state = self.state();
        state.start = state.next();
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
            from: known.unwrap_or_else(|| state.join()),
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
                // A spectator who fell behind the list joins again.
                let is_kept = !behind && cursor.from >= state.first;
                let from = if is_kept { cursor.from } else { state.join() };
                let _ = write!(
                    out,
                    "event: hello\ndata: {{\"epoch\":\"{}\",\"from\":{from},\"start\":{},\"next\":{}}}\n\n",
                    self.epoch,
                    state.start,
                    state.next()
                );
                from
            }
        };
        let skip = usize::try_from(next.saturating_sub(state.first)).unwrap_or(usize::MAX);
        for line in state.lines.range(skip.min(state.lines.len())..) {
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

    fn begin(&self) {
        Self::begin(self);
    }

    fn publish(&self, topic: Topic, text: &str) {
        Self::publish(self, topic, text);
    }
}

impl FeedState {
    fn next(&self) -> u64 {
        self.first + self.lines.len() as u64
    }

    /// Returns the number of the first line for a new spectator.
    fn join(&self) -> u64 {
        let since_start = self.next() - self.start.max(self.first);
        let most = usize::try_from(since_start).map_or(JOIN_LINES, |lines| lines.min(JOIN_LINES));
        let mut room = JOIN_BYTES;
        let latest = self.lines.iter().rev().take(most);
        let fits = latest.take_while(|line| {
            let rest = room.checked_sub(line.len());
            room = rest.unwrap_or(0);
            rest.is_some()
        });
        self.next() - fits.count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Feed, JOIN_BYTES, JOIN_LINES, MAX_LINES, Topic};

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

    /// Returns the numbers of the lines in a text.
    fn numbers(text: &str) -> Vec<u64> {
        let ids = text.lines().filter_map(|line| line.strip_prefix("id: e-"));
        ids.map(|number| number.parse().unwrap()).collect()
    }

    #[test]
    fn who_joins_gets_the_match_from_its_start_and_what_follows() {
        let feed = feed(50);
        feed.begin();
        for _ in 0..20 {
            feed.push(|n| n.to_string());
        }
        let mut late = feed.cursor(None);
        let mut text = feed.read(&mut late);
        assert!(text.contains("\"from\":50,\"start\":50,\"next\":70"));
        feed.push(|n| n.to_string());
        text += &feed.read(&mut late);
        assert_eq!(numbers(&text), (50..71).collect::<Vec<u64>>());
        // Who has read up to here continues, also across a start.
        assert_eq!(numbers(&all(&feed, Some("e-47")))[..4], [48, 49, 50, 51]);
    }

    #[test]
    fn what_a_newcomer_gets_is_bounded_in_lines_and_bytes() {
        let long = feed(JOIN_LINES as u64 + 500);
        let text = all(&long, None);
        assert_eq!(numbers(&text).len(), JOIN_LINES);
        assert_eq!(numbers(&text)[0], 500);
        assert!(text.contains("\"from\":500,\"start\":0"));
        let wide = Feed::new("e".into());
        for _ in 0..40 {
            wide.push(|_| "x".repeat(JOIN_BYTES / 10));
        }
        assert_eq!(numbers(&all(&wide, None)), (30..40).collect::<Vec<u64>>());
    }

    /// Reads, disconnects and reconnects at random while lines are pushed and dropped.
    #[test]
    fn however_often_a_spectator_returns_no_line_is_missing_or_doubled() {
        let mut random = 7_u32;
        let mut draw = |below: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) % below
        };
        let feed = feed(1);
        let mut cursor = feed.cursor(None);
        let mut seen: Vec<u64> = Vec::new();
        while seen.len() < 30_000 {
            for _ in 0..draw(400) {
                feed.push(|n| format!("{n}{}", "-".repeat(100)));
            }
            if draw(50) == 0 {
                feed.begin();
            }
            seen.extend(numbers(&feed.read(&mut cursor)));
            if draw(3) == 0 {
                let mark = format!("e-{}", seen[seen.len() - 1]);
                cursor = feed.cursor(Some(&mark));
            }
            // Catch up before the list drops what was not read.
            while draw(2) == 0 || seen.len() as u64 + 5_000 < feed.state().next() {
                seen.extend(numbers(&feed.read(&mut cursor)));
            }
        }
        assert_eq!(seen, (0..seen.len() as u64).collect::<Vec<u64>>());
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
