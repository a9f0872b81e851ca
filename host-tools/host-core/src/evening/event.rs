//! Events of an evening: what happened, one JSON object on each line of a file to which
//! lines are only appended.

use super::plan::EveningPlan;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Version of the events, which every line carries as `v`.
pub const VERSION: u32 = 1;

/// Line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EveningLine {
    /// Version of the events.
    pub v: u32,
    /// Time of the computer's clock, as RFC 3339.
    pub time: String,
    /// Event.
    #[serde(flatten)]
    pub event: EveningEvent,
}

/// Identity of a match: no two matches of all rings have the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MatchId {
    /// Ring id, in hexadecimal digits.
    pub ring: String,
    /// Journal id, in hexadecimal digits.
    pub journal: String,
    /// Number of the journal line that began it.
    pub first: u32,
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ring, journal, first) = (&self.ring, &self.journal, self.first);
        write!(f, "line {first} of journal {journal} of ring {ring}")
    }
}

/// Players who are to meet at a table. Somebody alone has a bye, which counts as a win.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedPair {
    /// Name of the table; empty for a bye.
    pub table: String,
    /// Names of the players; the first has the first seat in the first game.
    pub players: Vec<String>,
}

/// Groups of those who are level, from the first place to the last.
pub type Places<T> = Vec<Vec<T>>;

/// Event of an evening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EveningEvent {
    /// The evening begins with this plan.
    Begun {
        /// Plan.
        plan: EveningPlan,
    },
    /// A round is paired.
    Paired {
        /// Number of the round, from 1.
        round: u32,
        /// Pairs in the order of their tables.
        pairs: Vec<PlannedPair>,
        /// Origin of the pairs, for people: `berger`, a file, an engine.
        by: String,
    },
    /// A table's ring was reached; its lines count from here on.
    Opened {
        /// Name of the table.
        table: String,
        /// Ring id.
        ring: String,
        /// Journal id.
        journal: String,
        /// Number of the first line that counts.
        from: u32,
    },
    /// A match that began is of this pairing.
    Assigned {
        /// Identity.
        #[serde(flatten)]
        id: MatchId,
        /// Number of the round.
        round: u32,
        /// Number of the pairing in its round, from 1.
        number: u32,
        /// Word for the game.
        game: String,
        /// Names of the players in turn order.
        seats: Vec<String>,
    },
    /// A match that began is of no pairing.
    Free {
        /// Identity.
        #[serde(flatten)]
        id: MatchId,
        /// Name of the table.
        table: String,
    },
    /// A match ended.
    Result {
        /// Identity.
        #[serde(flatten)]
        id: MatchId,
        /// Number of the line that ended it.
        last: u32,
        /// Places of the seats.
        places: Places<u8>,
        /// Clause of the ruling that ended it.
        clause: Option<String>,
        /// True if the people at the table overruled the ring in this match.
        overruled: bool,
        /// State hash after the last line.
        hash: String,
        /// Duration by the ring's clock, seconds.
        seconds: u64,
    },
    /// People took the end of a match back.
    Reopened {
        /// Identity.
        #[serde(flatten)]
        id: MatchId,
    },
    /// People decided a pairing themselves, or let it be played again.
    Corrected {
        /// Number of the round.
        round: u32,
        /// Number of the pairing in its round.
        number: u32,
        /// Places of the players; `None` if all games so far are void.
        places: Option<Places<String>>,
        /// Reason, for people.
        why: String,
    },
    /// A person plays no more.
    Withdrawn {
        /// Name.
        player: String,
    },
}

/// Reads the lines of a file. A last line that is torn, because the program was killed
/// while it wrote, is dropped; the second value is the length of the text without it.
///
/// # Errors
/// A sentence with the line that is no event.
pub fn read_lines(text: &[u8], number: usize) -> Result<(Vec<EveningLine>, usize), String> {
    let (mut lines, mut at) = (Vec::new(), 0);
    for (n, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let number = number + n;
        let is_last = at + line.len() == text.len();
        let is_whole = line.ends_with(b"\n");
        let value: Option<serde_json::Value> = serde_json::from_slice(line).ok();
        match value {
            // Without its end a line may lack the last digit of a number.
            _ if !is_whole => return Ok((lines, at)),
            None if is_last => return Ok((lines, at)),
            None => {
                return Err(format!(
                    "line {number} is damaged: restore the file from a copy, or delete the line"
                ));
            }
            Some(value) => {
                if value["v"].as_u64().is_some_and(|v| v > u64::from(VERSION)) {
                    return Err(format!(
                        "line {number} was written by a newer version: update this program"
                    ));
                }
                let line = serde_json::from_value(value)
                    .map_err(|error| format!("line {number} is no event of an evening: {error}"))?;
                lines.push(line);
            }
        }
        at += line.len();
    }
    Ok((lines, at))
}

#[cfg(test)]
mod tests {
    use super::{EveningEvent, EveningLine, MatchId, VERSION, read_lines};

    fn lines() -> Vec<EveningLine> {
        let id = MatchId {
            ring: "a1".into(),
            journal: "b2".into(),
            first: 17,
        };
        let result = EveningEvent::Result {
            id: id.clone(),
            last: 90,
            places: vec![vec![2], vec![1]],
            clause: Some("SS-K1".into()),
            overruled: false,
            hash: "00ff".into(),
            seconds: 93,
        };
        let withdrawn = EveningEvent::Withdrawn {
            player: "Zoë".into(),
        };
        let events = [EveningEvent::Reopened { id }, result, withdrawn];
        let time = "2026-11-19T19:00:00.000Z";
        let line = |event| EveningLine {
            v: VERSION,
            time: time.into(),
            event,
        };
        events.map(line).to_vec()
    }

    fn text() -> String {
        let line = |line| serde_json::to_string(line).unwrap() + "\n";
        lines().iter().map(line).collect()
    }

    #[test]
    fn a_file_that_is_cut_anywhere_gives_its_whole_lines() {
        let text = text();
        for end in 0..=text.len() {
            let cut = &text.as_bytes()[..end];
            let (read, length) = read_lines(cut, 1).unwrap();
            assert_eq!(
                length,
                cut.iter()
                    .rposition(|byte| *byte == b'\n')
                    .map_or(0, |at| at + 1)
            );
            assert_eq!(read, lines()[..read.len()]);
        }
    }

    #[test]
    fn zeros_in_place_of_the_last_line_are_dropped_and_damage_before_it_is_told() {
        let text = text();
        let torn = [text.as_bytes(), &[0; 40], b"\n"].concat();
        assert_eq!(read_lines(&torn, 1).unwrap(), (lines(), text.len()));
        let damaged = text.replacen("\"kind\"", "\"kind", 1);
        assert!(
            read_lines(damaged.as_bytes(), 1)
                .unwrap_err()
                .starts_with("line 1 is damaged")
        );
        let newer = text.replacen("\"v\":1", "\"v\":2", 1);
        assert!(
            read_lines(newer.as_bytes(), 5)
                .unwrap_err()
                .starts_with("line 5 was written by a newer")
        );
    }
}
