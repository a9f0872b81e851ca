//! What spectators are told: a numbered list without gaps, and the latest of
//! what changes too often to be kept.
//!
//! Every line of the list is kept once, whoever reads it; a spectator is only a
//! [`Cursor`]. So memory does not grow with the number of spectators, and a slow
//! one holds nobody up. The list itself forgets its oldest lines.
//!
//! Numbers belong to one run of the server, its *epoch*. Who comes back with a
//! number of this epoch goes on behind it; anybody else begins at the beginning.

use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Lines that are kept.
const MOST_LINES: usize = 20_000;
/// And their bytes.
const MOST_BYTES: usize = 16 << 20;
/// A piece that is sent at once is about this long.
const PIECE: usize = 32 << 10;

/// What is told as it is now, and not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Which board, where its lights are, who plays.
    About,
    /// What is waited for.
    Now,
    /// What the lights show.
    Lights,
}

impl Topic {
    const ALL: [Self; 3] = [Self::About, Self::Now, Self::Lights];

    /// The name of its events.
    const fn word(self) -> &'static str {
        match self {
            Self::About => "about",
            Self::Now => "now",
            Self::Lights => "lights",
        }
    }
}

/// Everything spectators are told.
#[derive(Debug)]
pub struct Feed {
    epoch: String,
    book: Mutex<Book>,
    /// Says that there is something new.
    bell: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct Book {
    /// The number of the first line.
    first: u64,
    lines: VecDeque<Arc<str>>,
    bytes: usize,
    /// How often each topic has changed, and what it is now.
    latest: [(u64, Arc<str>); 3],
}

/// How far a spectator has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// The next line; nothing if a greeting is to come first.
    next: Option<u64>,
    /// The line to begin with after the greeting.
    from: u64,
    /// How often each topic had changed when it was last told.
    seen: [u64; 3],
}

impl Feed {
    /// An empty list. The epoch must not be one that was there before.
    #[must_use]
    pub fn new(epoch: String) -> Self {
        Self {
            epoch,
            book: Mutex::new(Book::default()),
            bell: watch::channel(()).0,
        }
    }

    /// Adds a line, which must be one line of JSON.
    pub fn push(&self, line: impl FnOnce(u64) -> String) {
        let mut book = self.book();
        let number = book.next();
        let line: Arc<str> = line(number).into();
        book.bytes += line.len();
        book.lines.push_back(line);
        while book.lines.len() > MOST_LINES || book.bytes > MOST_BYTES {
            let gone = book.lines.pop_front();
            book.bytes -= gone.map_or(0, |it| it.len());
            book.first += 1;
        }
        drop(book);
        self.bell.send_replace(());
    }

    /// Says what a topic is now; nothing if it is that already.
    pub fn tell(&self, topic: Topic, text: &str) {
        let mut book = self.book();
        let latest = &mut book.latest[topic as usize];
        if *latest.1 == *text {
            return;
        }
        *latest = (latest.0 + 1, text.into());
        drop(book);
        self.bell.send_replace(());
    }

    /// Hears the bell from now on.
    pub fn listen(&self) -> watch::Receiver<()> {
        self.bell.subscribe()
    }

    /// A spectator who has read up to this mark, or is new.
    pub fn cursor(&self, mark: Option<&str>) -> Cursor {
        let book = self.book();
        let known = mark.and_then(|it| {
            let (epoch, number) = it.rsplit_once('-')?;
            let after = number.parse::<u64>().ok()?.checked_add(1)?;
            (epoch == self.epoch && (book.first..=book.next()).contains(&after)).then_some(after)
        });
        Cursor {
            next: None,
            from: known.unwrap_or(book.first),
            seen: [0; 3],
        }
    }

    /// The next piece for a spectator; empty if there is nothing new.
    pub fn read(&self, cursor: &mut Cursor) -> String {
        let book = self.book();
        let mut out = String::new();
        let behind = cursor.next.is_some_and(|next| next < book.first);
        let mut next = match cursor.next {
            Some(next) if !behind => next,
            _ => {
                let from = if behind { book.first } else { cursor.from };
                // Who is behind begins anew at the first line there is.
                let _ = write!(
                    out,
                    "event: hello\ndata: {{\"epoch\":\"{}\",\"from\":{from},\"first\":{},\"next\":{}}}\n\n",
                    self.epoch,
                    book.first,
                    book.next()
                );
                from
            }
        };
        let skip = usize::try_from(next.saturating_sub(book.first)).unwrap_or(usize::MAX);
        for line in book.lines.iter().skip(skip) {
            if out.len() > PIECE {
                break;
            }
            let epoch = &self.epoch;
            let _ = write!(out, "id: {epoch}-{next}\nevent: said\ndata: {line}\n\n");
            next += 1;
        }
        cursor.next = Some(next);
        if next == book.next() {
            for topic in Topic::ALL {
                let (times, text) = &book.latest[topic as usize];
                if cursor.seen[topic as usize] != *times {
                    cursor.seen[topic as usize] = *times;
                    let _ = write!(out, "event: {}\ndata: {text}\n\n", topic.word());
                }
            }
        }
        out
    }

    /// How many lines and bytes are kept.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let book = self.book();
        (book.lines.len(), book.bytes)
    }

    /// A writer that was interrupted leaves whole lines behind.
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Book {
    fn next(&self) -> u64 {
        self.first + self.lines.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Feed, MOST_LINES, Topic};

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
        let ids: Vec<&str> = text.lines().filter(|it| it.starts_with("id:")).collect();
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
        for _ in 0..MOST_LINES {
            feed.push(|n| n.to_string());
        }
        assert_eq!(feed.size().0, MOST_LINES);
        // Read up to 4, so nothing is missing.
        assert!(!feed.read(&mut slow).contains("hello"));
        for _ in 0..2 * MOST_LINES {
            feed.push(|n| n.to_string());
        }
        assert!(feed.read(&mut slow).starts_with("event: hello"));
    }

    #[test]
    fn topics_are_told_as_they_are_now_and_only_when_they_change() {
        let feed = feed(1);
        feed.tell(Topic::Now, "1");
        feed.tell(Topic::Now, "2");
        let mut cursor = feed.cursor(None);
        let piece = feed.read(&mut cursor);
        assert!(piece.contains("event: now\ndata: 2") && !piece.contains("data: 1\n"));
        feed.tell(Topic::Now, "2");
        assert_eq!(feed.read(&mut cursor), "");
    }
}
