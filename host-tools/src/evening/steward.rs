//! Steward of an evening: follows all rings, assigns each match that begins to the pairing
//! that its table has next, and notes each result when the match ends.

use super::event_file::EventFile;
use super::table_follower::{self, FollowedTable, TableNews, ring_address};
use crate::wall_clock;
use host_core::evening::Evening;
use host_core::evening::event::{EveningEvent, MatchId};
use host_core::evening::hall::{self, LiveTable};
use host_core::evening::match_end::MatchNews;
use host_core::evening::seating::{MatchSeat, seated};
use rules_core::games::kabuto::card::Card;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Wait for news; after it the file is looked at for what others appended.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Steward of an evening.
#[derive(Debug)]
pub struct Steward {
    file: EventFile,
    /// Present state of every table that was heard of.
    live: BTreeMap<String, LiveTable>,
    /// Ring and journal of every table that was reached.
    rings: BTreeMap<String, (String, String)>,
    news: Receiver<(String, TableNews)>,
    closed: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Drop for Steward {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        // A follower that waits for a reply must see that nobody listens.
        self.news = mpsc::channel().1;
        for thread in self.threads.drain(..) {
            // A failed thread has already printed its panic.
            let _ = thread.join();
        }
    }
}

impl Steward {
    /// Starts to follow the rings of all tables. The cards name the players' seats.
    ///
    /// # Errors
    /// A sentence if the address of a ring is wrong or no thread can be started.
    pub fn start(file: EventFile, cards: &[Card]) -> Result<Self, String> {
        let (sender, news) = mpsc::channel();
        let closed = Arc::new(AtomicBool::new(false));
        let mut threads = Vec::new();
        for table in &file.evening().plan().tables {
            let address = ring_address(&table.ring)
                .map_err(|error| format!("table {:?}: {error}", table.name))?;
            let table = FollowedTable {
                name: table.name.clone(),
                address,
                cards: cards.to_vec(),
            };
            let thread = table_follower::start(table, sender.clone(), closed.clone());
            threads.push(thread.map_err(|error| format!("cannot follow a table: {error}"))?);
        }
        Ok(Self {
            file,
            live: BTreeMap::new(),
            rings: BTreeMap::new(),
            news,
            closed,
            threads,
        })
    }

    /// Returns the evening.
    #[must_use]
    pub const fn evening(&self) -> &Evening {
        self.file.evening()
    }

    /// Returns the contents of the page for the hall.
    #[must_use]
    pub fn hall(&self) -> Value {
        hall::contents(self.file.evening(), &self.live)
    }

    /// Waits a moment for news of rings and people. Returns true if anything changed.
    ///
    /// # Errors
    /// A sentence if the file cannot be read or written.
    pub fn poll(&mut self) -> Result<bool, String> {
        let mut wait = POLL_INTERVAL;
        let mut changed = false;
        loop {
            match self.news.recv_timeout(wait) {
                Ok((table, news)) => changed |= self.on_news(&table, news)?,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
            wait = Duration::ZERO;
        }
        Ok(self.file.refresh()? || changed)
    }

    fn on_news(&mut self, table: &str, news: TableNews) -> Result<bool, String> {
        let live = self.live.entry(table.to_owned()).or_default();
        match news {
            TableNews::Concern(kind, text) => Ok(live.concern(kind, text, &wall_clock::now())),
            TableNews::Present { headline, turn } => {
                (live.headline, live.turn) = (headline, turn);
                Ok(true)
            }
            TableNews::Match(news) => self.on_match(table, news).map(|()| true),
            TableNews::Reached {
                ring,
                journal,
                next,
                reply,
            } => {
                let from = self.reach(table, ring, journal, next)?;
                // A follower that has ended does not wait.
                let _ = reply.send(from);
                Ok(true)
            }
        }
    }

    /// Returns the line from which on the matches of a ring count; `None` if another table
    /// has the ring.
    fn reach(
        &mut self,
        table: &str,
        ring: String,
        journal: String,
        next: u32,
    ) -> Result<Option<u32>, String> {
        let is_taken =
            |(other, known): (&String, &(String, String))| *other != table && known.0 == ring;
        if self.rings.iter().any(is_taken) {
            return Ok(None);
        }
        // A journal that is new to a known ring was begun during the evening.
        let from = match self.file.evening().knows_ring(table, &ring) {
            true => 1,
            false => next,
        };
        self.rings
            .insert(table.to_owned(), (ring.clone(), journal.clone()));
        self.file.append(&[EveningEvent::Opened {
            table: table.to_owned(),
            ring: ring.clone(),
            journal: journal.clone(),
            from,
        }])?;
        let evening = self.file.evening();
        let opened = evening.journal(table, &ring, &journal);
        Ok(opened.map(|opened| evening.follow_from(opened)))
    }

    fn on_match(&mut self, table: &str, news: MatchNews) -> Result<(), String> {
        let Some((ring, journal)) = self.rings.get(table) else {
            return Ok(());
        };
        let id = |first| MatchId {
            ring: ring.clone(),
            journal: journal.clone(),
            first,
        };
        let live = self.live.entry(table.to_owned()).or_default();
        match news {
            MatchNews::Began { first, game, seats } => {
                live.running = Some(id(first));
                live.seats.clone_from(&seats);
                let id = id(first);
                let begun = |evening: &Evening| Ok(vec![begun(evening, table, id, game, &seats)]);
                self.file.append_with(begun)?;
            }
            MatchNews::Ended(end) => {
                live.running = None;
                self.file.append(&[EveningEvent::Result {
                    id: id(end.first),
                    last: end.last,
                    places: end.places,
                    clause: end.clause,
                    overruled: end.overruled,
                    hash: end.hash,
                    seconds: end.seconds,
                }])?;
            }
            MatchNews::Reopened { first } => {
                live.running = Some(id(first));
                let id = id(first);
                self.file.append(&[EveningEvent::Reopened { id }])?;
            }
            MatchNews::Aborted { .. } => live.running = None,
        }
        Ok(())
    }
}

/// Returns the event of a match that began: of the pairing that the table has next, if its
/// players are as many.
fn begun(
    evening: &Evening,
    table: &str,
    id: MatchId,
    game: &str,
    seats: &[MatchSeat],
) -> EveningEvent {
    let assigned = evening.due(table).and_then(|due| {
        let played = due.finished(evening).count();
        let names = seated(evening.plan(), &due.players, seats, played)?;
        Some((due.round, due.number, names))
    });
    match assigned {
        Some((round, number, seats)) => EveningEvent::Assigned {
            id,
            round,
            number,
            game: game.to_owned(),
            seats,
        },
        None => EveningEvent::Free {
            id,
            table: table.to_owned(),
        },
    }
}
