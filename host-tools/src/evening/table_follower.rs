//! Follower of one table's ring, on its own thread: beginning and end of its matches, and
//! what somebody should look at. After an outage it begins anew, because the evening knows
//! from which line on.

use host_core::evening::match_end::{MatchNews, MatchReader};
use host_core::events::EventWriter;
use host_core::sentences::{Names, Phrasebook};
use ring_client::transport::Transport;
use ring_client::{Address, Client, ClientUpdate, Error};
use rules_core::games::kabuto::card::Card;
use rules_core::referee::{AnyGame, Session};
use rules_core::wire::RingMessage;
use rules_core::wire::message::{Info, WatchStream};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Interval between two attempts to reach a ring.
const RETRY_INTERVAL: Duration = Duration::from_millis(500);

/// Wait for an update of the ring.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Time in which a ring sends the lines that it has.
const HISTORY_TIMEOUT: Duration = Duration::from_secs(10);

/// News of a table's ring.
#[derive(Debug)]
pub enum TableNews {
    /// The ring was reached; the reply says from which line on its matches count.
    Reached {
        /// Ring id.
        ring: String,
        /// Journal id.
        journal: String,
        /// First line of the match that it plays, or else the number of its next line.
        next: u32,
        /// Reply; `None` if another table has this ring.
        reply: SyncSender<Option<u32>>,
    },
    /// A match began or ended.
    Match(MatchNews),
    /// The state of the match changed.
    Present {
        /// State in one sentence; empty if there is no match.
        headline: String,
        /// Seat whose turn it is, from 1; `None` if nobody's.
        turn: Option<u8>,
    },
    /// Something needs attention, or with `None` no longer does.
    Concern(&'static str, Option<String>),
}

/// Table and its ring.
#[derive(Debug, Clone)]
pub struct FollowedTable {
    /// Name of the table.
    pub name: String,
    /// Address of its ring.
    pub address: Address,
    /// Cards that name the players.
    pub cards: Vec<Card>,
}

/// Returns the address that a plan means by the ring of a table: an id of 16 digits, an
/// address as `--ring` takes it, or a name.
///
/// # Errors
/// `LinkError::BadAddress` with the expected form.
pub fn ring_address(text: &str) -> Result<Address, Error> {
    let is_id = text.len() == 16 && text.chars().all(|digit| digit.is_ascii_hexdigit());
    let is_address = text.contains([':', '/', '\\']) || text == "any";
    match (is_id, is_address) {
        (true, _) => Address::parse(&format!("serial:{text}")),
        (false, true) => Address::parse(text),
        (false, false) => Address::parse(&format!("name:{text}")),
    }
}

/// Starts the follower of a table. It ends when `closed` is set or nobody takes its news.
///
/// # Errors
/// `io::Error` if the operating system starts no thread.
pub fn start(
    table: FollowedTable,
    news: Sender<(String, TableNews)>,
    closed: Arc<AtomicBool>,
) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name("table".into()).spawn(move || {
        let is_closed = || closed.load(Ordering::Relaxed);
        let tell = |said| {
            news.send((table.name.clone(), said))
                .map_err(|_| Stop::Closed)
        };
        while !is_closed() {
            let why = match follow(&table, &tell, &is_closed) {
                Err(Stop::Closed) | Ok(()) => return,
                Err(Stop::Trouble(why)) => why,
            };
            if tell(TableNews::Concern("link", Some(why))).is_err() {
                return;
            }
            let until = Instant::now() + RETRY_INTERVAL;
            while !is_closed() && Instant::now() < until {
                thread::sleep(POLL_INTERVAL);
            }
        }
    })
}

/// Reason why following stops.
enum Stop {
    /// End of the listener.
    Closed,
    /// Sentence about the ring; try again.
    Trouble(String),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Trouble(error.to_string())
    }
}

fn follow(
    table: &FollowedTable,
    tell: &impl Fn(TableNews) -> Result<(), Stop>,
    is_closed: &impl Fn() -> bool,
) -> Result<(), Stop> {
    let mut client = Client::connect(table.address.open()?)?;
    let info = client.info()?;
    let mut ring = RingFollower::new(table, &info);
    // The match that runs now, so that one that was begun before the evening counts.
    let first = client.follow_match_of(info.next)?;
    ring.awaited = Some(first);
    let until = Instant::now() + HISTORY_TIMEOUT;
    while first < info.next && ring.last + 1 < info.next && Instant::now() < until && !is_closed() {
        ring.poll(&mut client)?;
    }
    let running = ring.history.back().and_then(|(_, news)| match news {
        MatchNews::Began { first, .. } | MatchNews::Reopened { first } => Some(*first),
        MatchNews::Ended(_) | MatchNews::Aborted { .. } => None,
    });
    let (reply, answer) = sync_channel(1);
    tell(TableNews::Reached {
        ring: info.identity.ring.to_string(),
        journal: info.identity.journal.to_string(),
        next: running.unwrap_or(info.next),
        reply,
    })?;
    let from = answer.recv().map_err(|_| Stop::Closed)?;
    let Some(from) = from else {
        return Err(Stop::Trouble(
            "another table has this ring: give each table its own".into(),
        ));
    };
    if from < first {
        // Matches since then ended while nobody listened.
        let first = client.follow_match_of(from)?;
        ring = RingFollower::new(table, &info);
        ring.awaited = Some(first);
    }
    tell(TableNews::Concern("link", None))?;
    client.watch(
        [WatchStream::Waiting, WatchStream::Health]
            .into_iter()
            .collect(),
    )?;
    while !is_closed() {
        ring.tell_matches(from, tell)?;
        ring.tell_present(&client, tell)?;
        ring.poll(&mut client)?;
    }
    Ok(())
}

/// State of following one ring over one connection.
struct RingFollower {
    reader: MatchReader,
    writer: EventWriter,
    /// Line with which the journal begins to come again; `None` if it has come.
    awaited: Option<u32>,
    /// Number of the last line that came.
    last: u32,
    /// First line that is not in flash; `None` if all are.
    provisional: Option<u32>,
    /// News that were not told yet, each with its line.
    history: VecDeque<(u32, MatchNews)>,
    cards: Vec<Card>,
    present: Option<(String, Option<u8>)>,
    question: Option<String>,
    trouble: Option<String>,
    told: [Option<String>; 2],
}

impl RingFollower {
    fn new(table: &FollowedTable, info: &Info) -> Self {
        Self {
            reader: MatchReader::new(table.cards.clone()),
            writer: EventWriter::new(Some(info.identity.clone()), table.cards.clone()),
            awaited: None,
            last: 0,
            provisional: None,
            history: VecDeque::new(),
            cards: table.cards.clone(),
            present: None,
            question: None,
            trouble: None,
            told: [None, None],
        }
    }

    /// Takes what the ring says.
    fn poll<T: Transport>(&mut self, client: &mut Client<T>) -> Result<(), Stop> {
        let mut wait = POLL_INTERVAL;
        while let Some(update) = client.next(wait)? {
            self.on_update(update, client)?;
            wait = Duration::ZERO;
        }
        match client.is_over() {
            true => Err(Stop::Trouble("the connection has ended".into())),
            false => Ok(()),
        }
    }

    fn on_update<T: Transport>(
        &mut self,
        update: ClientUpdate,
        client: &Client<T>,
    ) -> Result<(), Stop> {
        match update {
            ClientUpdate::Line(followed) => {
                let seq = followed.line.seq;
                if self.awaited.is_some_and(|first| first != seq) {
                    return Ok(());
                }
                self.awaited = None;
                self.last = seq;
                let session = followed.session.as_deref();
                let news = self.reader.read(&followed.line, &followed.events, session);
                self.history.extend(news.map(|news| (seq, news)));
            }
            ClientUpdate::Message(message) => match *message {
                RingMessage::Provisional(first) => self.provisional = first,
                RingMessage::Waiting(waiting) => {
                    let object = self.writer.waiting(&waiting, client.session());
                    let question = &object["question"]["text"];
                    self.question = question.as_str().map(str::to_owned);
                }
                RingMessage::Health { last: true, .. } => {
                    let faults = client.state().faults().iter();
                    let faults = faults.map(|(sensor, fault)| format!("{sensor} {fault}"));
                    let faults: Vec<String> = faults.collect();
                    self.trouble = (!faults.is_empty()).then(|| faults.join("; "));
                }
                _ => {}
            },
            ClientUpdate::Lost(why) => return Err(why.into()),
            ClientUpdate::Void(lines) => return Err(Stop::Trouble(lines.to_string())),
            ClientUpdate::FollowFailed(why) => return Err(Stop::Trouble(why.to_string())),
            ClientUpdate::Back | ClientUpdate::Response(..) => {}
        }
        Ok(())
    }

    /// Tells the news of matches that began with line `from` or later. What is not in flash
    /// yet may still go with the power.
    fn tell_matches(
        &mut self,
        from: u32,
        tell: &impl Fn(TableNews) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let is_stored = |line: u32, provisional: Option<u32>| provisional.is_none_or(|p| line < p);
        while let Some((line, _)) = self.history.front() {
            if !is_stored(*line, self.provisional) {
                break;
            }
            let Some((_, news)) = self.history.pop_front() else {
                break;
            };
            let first = match &news {
                MatchNews::Began { first, .. }
                | MatchNews::Reopened { first }
                | MatchNews::Aborted { first } => *first,
                MatchNews::Ended(end) => end.first,
            };
            if first >= from {
                tell(TableNews::Match(news))?;
            }
        }
        Ok(())
    }

    /// Tells the present state of the match, if it changed.
    fn tell_present<T: Transport>(
        &mut self,
        client: &Client<T>,
        tell: &impl Fn(TableNews) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let present = present(client.session(), &self.cards);
        if self.present.as_ref() != Some(&present) {
            let (headline, turn) = present.clone();
            self.present = Some(present);
            tell(TableNews::Present { headline, turn })?;
        }
        let concerns = [("question", &self.question), ("trouble", &self.trouble)];
        for ((kind, text), told) in concerns.into_iter().zip(&mut self.told) {
            if text != told {
                told.clone_from(text);
                tell(TableNews::Concern(kind, text.clone()))?;
            }
        }
        Ok(())
    }
}

/// Returns the state of a match in one sentence, and the seat whose turn it is.
fn present(session: Option<&Session>, cards: &[Card]) -> (String, Option<u8>) {
    let Some(game) = session.and_then(Session::game) else {
        return (String::new(), None);
    };
    let names = Names::new(game, cards);
    let headline = Phrasebook::english(&names).headline(game);
    let turn = Some(game).filter(|game| !game.is_over()).map(AnyGame::turn);
    let turn = turn.and_then(|seat| u8::try_from(seat.index() + 1).ok());
    (headline, turn)
}
