//! Table of results: one row for each match that ended and for each pairing decided without
//! one. A row names ring, journal, lines and state hash, so that anybody who has the lines
//! can verify it. Standings are computed from this table and from nothing else.

use super::Evening;
use super::csv;
use super::event::{MatchId, Places};
use super::pairing::{DecidedBy, Pairing, PairingState};

/// Columns of the table.
pub const COLUMNS: [&str; 18] = [
    "round",
    "number",
    "table",
    "seat_1",
    "seat_2",
    "seat_3",
    "seat_4",
    "places",
    "by",
    "counts",
    "clause",
    "overruled",
    "ring",
    "journal",
    "first",
    "last",
    "hash",
    "time",
];

/// Row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultRow {
    /// Number of the round; 0 outside an evening.
    pub round: u32,
    /// Number of the pairing in its round; 0 outside an evening.
    pub number: u32,
    /// Name of the table; empty if there was none.
    pub table: String,
    /// Names of the players in turn order; outside an evening their cards.
    pub seats: Vec<String>,
    /// Places of the seats.
    pub places: Places<u8>,
    /// Origin of the places.
    pub by: DecidedBy,
    /// Effect on the standings.
    pub counts: Counting,
    /// Match at a ring; `None` if there was none.
    pub played: Option<PlayedMatch>,
    /// Time at which the result was heard of, as RFC 3339; empty if nobody noted it.
    pub time: String,
}

/// Match of a row, as its ring has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedMatch {
    /// Identity.
    pub id: MatchId,
    /// Number of the line that ended it.
    pub last: u32,
    /// Clause of the ruling that ended it; empty if none did.
    pub clause: String,
    /// True if the people at the table overruled the ring.
    pub overruled: bool,
    /// State hash after the last line.
    pub hash: String,
}

/// Effect of a row on the standings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counting {
    /// Row of a pairing that is decided.
    Counts,
    /// Row of a series that goes on.
    Open,
    /// Row that people decided otherwise.
    Void,
}

impl Counting {
    const ALL: [Self; 3] = [Self::Counts, Self::Open, Self::Void];

    const fn word(self) -> &'static str {
        match self {
            Self::Counts => "yes",
            Self::Open => "open",
            Self::Void => "no",
        }
    }
}

impl ResultRow {
    /// Returns the names of a group of places.
    #[must_use]
    pub fn names(&self, group: &[u8]) -> Vec<&str> {
        let name = |seat: &u8| self.seats.get(usize::from(*seat).wrapping_sub(1));
        group.iter().filter_map(name).map(String::as_str).collect()
    }

    /// Returns the names of those who won; none after a draw or a bye.
    #[must_use]
    pub fn winners(&self) -> Vec<&str> {
        match self.places.as_slice() {
            [first, _, ..] => self.names(first),
            _ => Vec::new(),
        }
    }

    /// Returns the row as a line of comma-separated values.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let seat = |at: usize| self.seats.get(at).cloned().unwrap_or_default();
        let played = self.played.as_ref();
        let text = |field: fn(&PlayedMatch) -> String| played.map(field).unwrap_or_default();
        let number = |number: u32| match number {
            0 => String::new(),
            number => number.to_string(),
        };
        let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
        csv::line([
            number(self.round),
            number(self.number),
            self.table.clone(),
            seat(0),
            seat(1),
            seat(2),
            seat(3),
            places_text(&self.places),
            self.by.word().to_owned(),
            self.counts.word().to_owned(),
            text(|played| played.clause.clone()),
            played
                .map(|played| yes(played.overruled))
                .unwrap_or_default(),
            text(|played| played.id.ring.clone()),
            text(|played| played.id.journal.clone()),
            text(|played| played.id.first.to_string()),
            text(|played| played.last.to_string()),
            text(|played| played.hash.clone()),
            self.time.clone(),
        ])
    }

    fn from_fields(fields: &[String]) -> Result<Self, String> {
        let field = |column: &str| {
            let at = COLUMNS.iter().position(|known| *known == column);
            at.and_then(|at| fields.get(at)).map_or("", String::as_str)
        };
        let number = |column: &str| match field(column) {
            "" => Ok(0),
            text => text
                .parse::<u32>()
                .map_err(|_| format!("{column} is {text:?}: write a number")),
        };
        let by = DecidedBy::ALL
            .into_iter()
            .find(|by| by.word() == field("by"));
        let counts = Counting::ALL
            .into_iter()
            .find(|it| it.word() == field("counts"));
        let (Some(by), Some(counts)) = (by, counts) else {
            return Err("`by` or `counts` has an unknown word: export the table again".into());
        };
        let id = MatchId {
            ring: field("ring").to_owned(),
            journal: field("journal").to_owned(),
            first: number("first")?,
        };
        let seats = ["seat_1", "seat_2", "seat_3", "seat_4"].map(field);
        let seats = seats
            .into_iter()
            .filter(|name| !name.is_empty())
            .map(str::to_owned);
        let row = Self {
            round: number("round")?,
            number: number("number")?,
            table: field("table").to_owned(),
            seats: seats.collect(),
            places: read_places(field("places"))?,
            by,
            counts,
            played: match id.ring.is_empty() {
                true => None,
                false => Some(PlayedMatch {
                    id,
                    last: number("last")?,
                    clause: field("clause").to_owned(),
                    overruled: field("overruled") == "yes",
                    hash: field("hash").to_owned(),
                }),
            },
            time: field("time").to_owned(),
        };
        let mut seats: Vec<u8> = row.places.iter().flatten().copied().collect();
        seats.sort_unstable();
        match (1..).zip(&seats).all(|(at, seat)| at == *seat) && seats.len() == row.seats.len() {
            true => Ok(row),
            false => Err("`places` does not name every seat once: write for example 2>1".into()),
        }
    }
}

/// Returns the table as comma-separated values with a line of column names.
#[must_use]
pub fn to_csv(rows: &[ResultRow]) -> String {
    let head = csv::line(COLUMNS);
    let lines = rows.iter().map(ResultRow::to_csv);
    let lines: Vec<String> = std::iter::once(head).chain(lines).collect();
    lines.join("\n") + "\n"
}

/// Reads a table from comma-separated values.
///
/// # Errors
/// A sentence with line and mistake.
pub fn read_csv(text: &str) -> Result<Vec<ResultRow>, String> {
    let mut records = csv::read(text)?.into_iter();
    match records.next() {
        Some((_, columns)) if columns == COLUMNS => {}
        _ => return Err("line 1 has other columns than `dohyo results --csv` writes".into()),
    }
    let rows = records.map(|(line, fields)| {
        ResultRow::from_fields(&fields).map_err(|why| format!("line {line}: {why}"))
    });
    rows.collect()
}

/// Returns places as text: `2>1` if the second seat won, `1=2` if both are level.
#[must_use]
pub fn places_text(places: &Places<u8>) -> String {
    let group = |group: &Vec<u8>| {
        let seats: Vec<String> = group.iter().map(u8::to_string).collect();
        seats.join("=")
    };
    places.iter().map(group).collect::<Vec<_>>().join(">")
}

fn read_places(text: &str) -> Result<Places<u8>, String> {
    let seat = |seat: &str| {
        seat.parse::<u8>()
            .ok()
            .filter(|seat| (1..=4).contains(seat))
    };
    let group = |group: &str| group.split('=').map(seat).collect::<Option<Vec<u8>>>();
    let places: Option<Places<u8>> = text.split('>').map(group).collect();
    places.ok_or_else(|| format!("places are {text:?}: write seats, for example 2>1 or 1=2"))
}

/// Returns the table of an evening, round by round.
#[must_use]
pub fn table(evening: &Evening) -> Vec<ResultRow> {
    let rows = evening
        .pairings()
        .flat_map(|pairing| pairing_rows(evening, pairing));
    rows.collect()
}

fn pairing_rows(evening: &Evening, pairing: &Pairing) -> Vec<ResultRow> {
    let state = evening.state_of(pairing);
    let counts = match &state {
        PairingState::Decided(_, DecidedBy::Ring) => Counting::Counts,
        PairingState::Decided(..) => Counting::Void,
        PairingState::Waiting | PairingState::Playing(_) => Counting::Open,
    };
    let valid = pairing.matches.iter().map(|id| (id, counts));
    let void = pairing.void.iter().map(|id| (id, Counting::Void));
    let mut rows: Vec<ResultRow> = void
        .chain(valid)
        .filter_map(|(id, counts)| {
            let played = evening.match_of(id)?;
            let result = played.result.as_ref()?;
            Some(ResultRow {
                round: pairing.round,
                number: pairing.number,
                table: pairing.table.clone(),
                seats: played.seats.clone(),
                places: result.places.clone(),
                by: DecidedBy::Ring,
                counts,
                played: Some(PlayedMatch {
                    id: id.clone(),
                    last: result.last,
                    clause: result.clause.clone().unwrap_or_default(),
                    overruled: result.overruled,
                    hash: result.hash.clone(),
                }),
                time: result.time.clone(),
            })
        })
        .collect();
    if let PairingState::Decided(places, by) = state
        && by != DecidedBy::Ring
        && !places.is_empty()
    {
        let seat = |name: &String| {
            let at = pairing.players.iter().position(|player| player == name);
            at.and_then(|at| u8::try_from(at + 1).ok())
        };
        rows.push(ResultRow {
            round: pairing.round,
            number: pairing.number,
            table: pairing.table.clone(),
            seats: pairing.players.clone(),
            places: places
                .iter()
                .map(|group| group.iter().filter_map(seat).collect())
                .collect(),
            by,
            counts: Counting::Counts,
            played: None,
            time: String::new(),
        });
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::{Counting, PlayedMatch, ResultRow, read_csv, to_csv};
    use crate::evening::event::MatchId;
    use crate::evening::pairing::DecidedBy;

    #[test]
    fn the_table_is_read_back_as_it_was_written() {
        let played = PlayedMatch {
            id: MatchId {
                ring: "e6614c311b7f5a2c".into(),
                journal: "9f3c01d27a44be10".into(),
                first: 17,
            },
            last: 140,
            clause: "SS-K5".into(),
            overruled: true,
            hash: "bd0646f03bdd8c14".into(),
        };
        let mut row = ResultRow {
            round: 2,
            number: 1,
            table: "By the door, left".into(),
            seats: vec!["Ann \"A\"".into(), "Bo".into(), "Cy".into()],
            places: vec![vec![3], vec![1, 2]],
            by: DecidedBy::Ring,
            counts: Counting::Open,
            played: Some(played),
            time: "2026-11-19T19:00:00.000Z".into(),
        };
        let first = row.clone();
        row.played = None;
        row.by = DecidedBy::Bye;
        row.seats.truncate(1);
        row.places = vec![vec![1]];
        let rows = [first, row];
        let text = to_csv(&rows);
        assert_eq!(read_csv(&text).unwrap(), rows);
        for (from, to, expected) in [
            (
                "3>1=2",
                "3>1",
                "line 2: `places` does not name every seat once",
            ),
            ("3>1=2", "5>1=2", "line 2: places are \"5>1=2\""),
            (",open,", ",maybe,", "line 2: `by` or `counts`"),
            (",17,", ",x,", "line 2: first is \"x\""),
            ("round,", "runde,", "line 1 has other columns"),
        ] {
            let why = read_csv(&text.replacen(from, to, 1)).unwrap_err();
            assert!(why.starts_with(expected), "{why}");
        }
    }
}
