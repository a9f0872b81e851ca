//! Beginning and end of matches in a journal. An end is read from the state of the match
//! after each line, so that undo, redo and corrections need no care of their own.

use super::event::{MatchId, Places};
use super::pairing::DecidedBy;
use super::results::{Counting, PlayedMatch, ResultRow};
use super::seating::MatchSeat;
use crate::events;
use crate::sentences::{Language, Names};
use rules_core::games::kabuto;
use rules_core::games::kabuto::card::Card;
use rules_core::match_game;
use rules_core::player::Side;
use rules_core::referee::game::{AnyRuling, RefereedGame};
use rules_core::referee::record::Record;
use rules_core::referee::{
    AnyGame, Event, EventKind, FollowError, Follower, JournalLine, LineContent, Session, abalone,
    sumoo,
};

/// News of the matches in a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchNews {
    /// A match began.
    Began {
        /// Number of the line that began it.
        first: u32,
        /// Word for the game.
        game: &'static str,
        /// Seats in turn order.
        seats: Vec<MatchSeat>,
    },
    /// The match ended.
    Ended(MatchEnd),
    /// The end of the match was taken back.
    Reopened {
        /// Number of the line that began it.
        first: u32,
    },
    /// The match was aborted.
    Aborted {
        /// Number of the line that began it.
        first: u32,
    },
}

/// End of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchEnd {
    /// Number of the line that began the match.
    pub first: u32,
    /// Number of the line that ended it.
    pub last: u32,
    /// Places of the seats.
    pub places: Places<u8>,
    /// Clause of the ruling that ended it.
    pub clause: Option<String>,
    /// True if the people at the table overruled the ring.
    pub overruled: bool,
    /// State hash after the last line, in hexadecimal digits.
    pub hash: String,
    /// Duration by the ring's clock, seconds.
    pub seconds: u64,
}

/// Reader of the lines of one journal, in order.
#[derive(Debug, Clone)]
pub struct MatchReader {
    cards: Vec<Card>,
    current: Option<CurrentMatch>,
}

#[derive(Debug, Clone)]
struct CurrentMatch {
    first: u32,
    /// Ring's time of the last line, microseconds.
    at: u64,
    /// Time since the beginning by the ring's clock, microseconds.
    played: u64,
    /// Sides that are out, in the order in which they went.
    out: Vec<Side>,
    overruled: bool,
    clause: Option<String>,
    is_over: bool,
}

impl MatchReader {
    /// Creates a reader; the cards name the seats.
    #[must_use]
    pub const fn new(cards: Vec<Card>) -> Self {
        Self {
            cards,
            current: None,
        }
    }

    /// Reads a line, with its events and the session after it.
    pub fn read(
        &mut self,
        line: &JournalLine,
        events: &[Event],
        session: Option<&Session>,
    ) -> Option<MatchNews> {
        let game = session.and_then(Session::game);
        if let (LineContent::Record(Record::Begin(_)), Some(game)) = (&line.body.line, game) {
            self.current = Some(CurrentMatch {
                first: line.seq,
                at: line.body.at.0,
                played: 0,
                out: Vec::new(),
                overruled: false,
                clause: None,
                is_over: false,
            });
            return Some(MatchNews::Began {
                first: line.seq,
                game: events::word(game),
                seats: seats(game, &self.cards),
            });
        }
        let current = self.current.as_mut()?;
        // The clock begins again after a power cut.
        current.played += line.body.at.0.saturating_sub(current.at);
        current.at = line.body.at.0;
        for event in events {
            match &event.kind {
                EventKind::Overruled(_) => current.overruled = true,
                EventKind::Ruled(ruling) if ends(ruling) => {
                    current.clause = Some(ruling.clause().id().to_owned());
                }
                EventKind::Aborted => {
                    let first = current.first;
                    self.current = None;
                    return Some(MatchNews::Aborted { first });
                }
                EventKind::Closed => {
                    self.current = None;
                    return None;
                }
                _ => {}
            }
        }
        current.update(line, game?)
    }
}

impl CurrentMatch {
    fn update(&mut self, line: &JournalLine, game: &AnyGame) -> Option<MatchNews> {
        let out = match_game!(AnyGame, game, game => game.out());
        self.out.retain(|side| out.contains(*side));
        let gone: Vec<Side> = out.iter().filter(|side| !self.out.contains(side)).collect();
        self.out.extend(gone);
        let was_over = std::mem::replace(&mut self.is_over, game.is_over());
        match (was_over, self.is_over) {
            (false, true) => Some(MatchNews::Ended(MatchEnd {
                first: self.first,
                last: line.seq,
                places: places(game, &self.out),
                clause: self.clause.clone(),
                overruled: self.overruled,
                hash: format!("{:016x}", line.body.hash),
                seconds: self.played / 1_000_000,
            })),
            (true, false) => Some(MatchNews::Reopened { first: self.first }),
            _ => None,
        }
    }
}

/// True if a ruling ends its match.
fn ends(ruling: &AnyRuling) -> bool {
    match ruling {
        AnyRuling::Kabuto(ruling) => matches!(ruling.change, kabuto::Change::Ended(_)),
        AnyRuling::Abalone(ruling) => matches!(
            ruling.change,
            abalone::Change::Won(_) | abalone::Change::Threefold | abalone::Change::TurnCap(_)
        ),
        AnyRuling::Sumoo(ruling) => matches!(
            ruling.change,
            sumoo::Change::Won(_) | sumoo::Change::Capped | sumoo::Change::Agreed
        ),
    }
}

/// Returns the seats of a match in turn order.
fn seats(game: &AnyGame, cards: &[Card]) -> Vec<MatchSeat> {
    let names = Names::new(game, cards);
    let seats = game.players().seats().map(|seat| MatchSeat {
        colour: game.colour(seat).to_owned(),
        card: names.seat(seat, Language::English).subject(),
    });
    seats.collect()
}

/// Returns the places of a match that is over: the winner, those who are left, and then the
/// others, the last to go first. Without a winner all are level.
fn places(game: &AnyGame, out: &[Side]) -> Places<u8> {
    let players = game.players();
    let seats = |is_meant: &dyn Fn(Side) -> bool| -> Vec<u8> {
        let meant = players.seats().filter(|seat| is_meant(game.side_of(*seat)));
        meant
            .filter_map(|seat| u8::try_from(seat.index() + 1).ok())
            .collect()
    };
    let Some(winner) = game.winner() else {
        return vec![seats(&|_| true)];
    };
    let mut places = vec![
        seats(&|side| side == winner),
        seats(&|side| side != winner && !out.contains(&side)),
    ];
    let gone = out.iter().rev().filter(|side| **side != winner);
    places.extend(gone.map(|gone| seats(&|side| side == *gone)));
    places.retain(|group| !group.is_empty());
    places
}

/// Returns the results in the lines of a journal, whose every hash is verified, and the
/// number of the first line that does not follow, with the reason.
#[must_use]
pub fn results_in<'a>(
    lines: impl IntoIterator<Item = &'a JournalLine>,
    cards: &[Card],
    ring: &str,
    journal: &str,
) -> (Vec<ResultRow>, Option<(u32, FollowError)>) {
    let mut reader = MatchReader::new(cards.to_vec());
    let mut follower = Follower::default();
    let mut rows: Vec<ResultRow> = Vec::new();
    let (mut astray, mut names) = (None, Vec::new());
    for line in lines {
        let said = match follower.apply(line) {
            Ok(said) => said,
            Err(error) => {
                astray.get_or_insert((line.seq, error));
                continue;
            }
        };
        let mut events = Vec::new();
        said.events(line.seq, line.body.at, line.body.hash, |event| {
            events.push(event)
        });
        match reader.read(line, &events, follower.session()) {
            Some(MatchNews::Began { seats, .. }) => {
                names = seats.into_iter().map(|seat| seat.card).collect();
            }
            Some(MatchNews::Ended(end)) => rows.push(row(end, ring, journal, names.clone())),
            Some(MatchNews::Reopened { first }) => {
                rows.retain(|row| row.played.as_ref().is_none_or(|it| it.id.first != first));
            }
            Some(MatchNews::Aborted { .. }) | None => {}
        }
    }
    (rows, astray)
}

fn row(end: MatchEnd, ring: &str, journal: &str, seats: Vec<String>) -> ResultRow {
    ResultRow {
        round: 0,
        number: 0,
        table: String::new(),
        seats,
        places: end.places,
        by: DecidedBy::Ring,
        counts: Counting::Counts,
        played: Some(PlayedMatch {
            id: MatchId {
                ring: ring.to_owned(),
                journal: journal.to_owned(),
                first: end.first,
            },
            last: end.last,
            clause: end.clause.unwrap_or_default(),
            overruled: end.overruled,
            hash: end.hash,
        }),
        time: String::new(),
    }
}
