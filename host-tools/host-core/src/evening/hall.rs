//! Contents of the page for the hall: every table, who plays where, who waits, what somebody
//! should look at, and the standings. The page shows them and computes nothing.

use super::Evening;
use super::event::MatchId;
use super::pairing::{Pairing, PairingState};
use super::results::{self, ResultRow};
use super::seating::MatchSeat;
use super::standings::{RULES, points_text, standings};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Number of results that the page shows.
const MAX_RESULTS: usize = 8;

/// Present state of a table's ring, beside what the evening knows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LiveTable {
    /// Match that the ring has; `None` if it has none.
    pub running: Option<MatchId>,
    /// Seats of its match in turn order.
    pub seats: Vec<MatchSeat>,
    /// Seat whose turn it is, from 1; `None` if nobody's.
    pub turn: Option<u8>,
    /// State of the match in one sentence; empty if there is none.
    pub headline: String,
    /// Concerns of the table, each kind once.
    pub concerns: Vec<TableConcern>,
}

/// Concern of a table: a matter that somebody should look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableConcern {
    /// Word for the kind: `question`, `trouble`, `link`.
    pub kind: &'static str,
    /// Sentence.
    pub text: String,
    /// Time since which it lasts, as RFC 3339.
    pub since: String,
}

impl LiveTable {
    /// Notes that something needs attention since `time`, or that it no longer does. Returns
    /// true if that is news.
    pub fn concern(&mut self, kind: &'static str, text: Option<String>, time: &str) -> bool {
        let at = self.concerns.iter().position(|known| known.kind == kind);
        match (at, text) {
            (Some(at), Some(text)) if self.concerns[at].text == text => false,
            (Some(at), Some(text)) => {
                self.concerns[at].text = text;
                true
            }
            (Some(at), None) => {
                self.concerns.remove(at);
                true
            }
            (None, Some(text)) => {
                self.concerns.push(TableConcern {
                    kind,
                    text,
                    since: time.to_owned(),
                });
                true
            }
            (None, None) => false,
        }
    }
}

/// Returns the contents of the page.
#[must_use]
pub fn contents(evening: &Evening, live: &BTreeMap<String, LiveTable>) -> Value {
    let plan = evening.plan();
    let rows = results::table(evening);
    let none = LiveTable::default();
    let tables = plan.tables.iter().map(|table| {
        let live = live.get(&table.name).unwrap_or(&none);
        table_contents(evening, &table.name, live)
    });
    let people = evening.plan().names();
    let standings = standings(&people, &rows).into_iter().map(|one| {
        json!({
            "place": one.place, "name": one.name, "points": points_text(one.half_points),
            "wins": one.wins, "games": one.games, "rule": one.rule.word(),
            "gone": evening.withdrawn().contains(&one.name),
        })
    });
    let undecided = |pairing: &&Pairing| !evening.state_of(pairing).is_decided();
    let round = evening
        .pairings()
        .find(undecided)
        .map(|pairing| pairing.round);
    let mut last: Vec<&ResultRow> = rows.iter().filter(|row| !row.time.is_empty()).collect();
    last.sort_by(|a, b| b.time.cmp(&a.time));
    json!({
        "name": plan.name,
        "round": round.unwrap_or_else(|| evening.next_round() - 1),
        "rounds": plan.round_count(),
        "over": evening.is_over(),
        "tables": tables.collect::<Vec<_>>(),
        "waiting": waiting(evening, live),
        "standings": standings.collect::<Vec<_>>(),
        "rules": RULES,
        "results": last.into_iter().take(MAX_RESULTS).map(result).collect::<Vec<_>>(),
    })
}

fn table_contents(evening: &Evening, table: &str, live: &LiveTable) -> Value {
    let mut queue = evening.queue(table);
    let due = queue.next();
    let next = queue.next();
    let players = due.map_or_else(Vec::new, |due| players(evening, due, live));
    let is_silent = live.concerns.iter().any(|concern| concern.kind == "link");
    let played = due.map(|due| evening.state_of(due));
    let running = match &played {
        Some(PairingState::Playing(id)) => evening.match_of(id),
        _ => None,
    };
    let awaited = due
        .filter(|_| running.is_none())
        .map_or_else(Vec::new, |due| awaited(evening, due));
    let state = match played {
        _ if is_silent => "silent",
        Some(PairingState::Playing(_)) => "playing",
        Some(_) if live.running.is_some() => "free",
        Some(_) if !awaited.is_empty() => "waits",
        Some(_) => "ready",
        None => "done",
    };
    // A ring knows cards; the hall knows people.
    let mut headline = live.headline.clone();
    for (seat, name) in live
        .seats
        .iter()
        .zip(running.map_or(&[][..], |it| &it.seats))
    {
        headline = headline.replace(&seat.card, name);
    }
    if state != "playing" {
        headline.clear();
    }
    let best_of = evening.plan().best_of;
    let game = due
        .filter(|_| best_of > 1)
        .map(|due| due.finished(evening).count() + 1);
    let attention = live.concerns.iter().map(
        |concern| json!({ "kind": concern.kind, "text": concern.text, "since": concern.since }),
    );
    json!({
        "name": table,
        "state": state,
        "round": due.map(|due| due.round),
        "game": game,
        "best_of": best_of,
        "players": players,
        "headline": headline,
        "awaited": awaited,
        "next": next.map(|next| json!({ "round": next.round, "players": next.players })),
        "attention": attention.collect::<Vec<_>>(),
    })
}

/// Returns the players of a pairing, in turn order while they play.
fn players(evening: &Evening, due: &Pairing, live: &LiveTable) -> Vec<Value> {
    let running = match evening.state_of(due) {
        PairingState::Playing(id) => evening.match_of(&id),
        _ => None,
    };
    let won = |name: &str| {
        let games = due.finished(evening);
        let first = |seats: &[String], places: &[Vec<u8>]| {
            let best = places.first().filter(|_| places.len() > 1);
            best.is_some_and(|best| {
                best.iter().any(|seat| {
                    seats
                        .get(usize::from(*seat) - 1)
                        .is_some_and(|it| it == name)
                })
            })
        };
        games
            .filter(|(_, played, result)| first(&played.seats, &result.places))
            .count()
    };
    let names = running.map_or(&due.players, |running| &running.seats);
    let players = (1_u8..).zip(names).map(|(seat, name)| {
        let person = evening.plan().person(name);
        let colour = match running {
            Some(_) => live
                .seats
                .get(usize::from(seat) - 1)
                .map(|seat| seat.colour.clone()),
            None => person.and_then(|person| person.colour.clone()),
        };
        json!({
            "name": name, "seat": seat, "colour": colour,
            "card": person.and_then(|person| person.card.clone()),
            "turn": running.is_some() && live.turn == Some(seat), "won": won(name),
        })
    });
    players.collect()
}

/// Returns the players of a pairing who still play elsewhere, with the table.
fn awaited(evening: &Evening, due: &Pairing) -> Vec<Value> {
    let elsewhere = due.players.iter().filter_map(|name| {
        let first = evening.next_of(name)?;
        let is_other = (first.round, first.number) != (due.round, due.number);
        is_other.then(|| json!({ "name": name, "table": first.table }))
    });
    elsewhere.collect()
}

/// Returns everybody who does not play now, with the next table.
fn waiting(evening: &Evening, live: &BTreeMap<String, LiveTable>) -> Vec<Value> {
    let waiting = evening.active().filter_map(|name| {
        let next = evening.next_of(name);
        let Some(next) = next else {
            return Some(json!({ "name": name, "table": null, "round": null, "call": false }));
        };
        if let PairingState::Playing(_) = evening.state_of(next) {
            return None;
        }
        let is_due = evening
            .due(&next.table)
            .is_some_and(|due| due.number == next.number && due.round == next.round);
        let is_free = live
            .get(&next.table)
            .is_none_or(|live| live.running.is_none());
        let call = is_due && is_free && awaited(evening, next).is_empty();
        Some(json!({ "name": name, "table": next.table, "round": next.round, "call": call }))
    });
    waiting.collect()
}

fn result(row: &ResultRow) -> Value {
    let names = |group: &Vec<u8>| row.names(group).join(", ");
    json!({
        "table": row.table,
        "round": row.round,
        "places": row.places.iter().map(names).collect::<Vec<_>>(),
        "clause": row.played.as_ref().map(|played| played.clause.clone()),
        "overruled": row.played.as_ref().is_some_and(|played| played.overruled),
        "counts": row.counts != results::Counting::Void,
        "time": row.time,
    })
}
