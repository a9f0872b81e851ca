//! Journal lines from files that people keep: recordings, and lines as `dohyo export`,
//! `dohyo watch --json` and readers of a broker write them.

use crate::files::shown;
use host_core::evening::match_end::results_in;
use host_core::evening::results::ResultRow;
use host_core::events::verify;
use ring_client::recording;
use rules_core::games::kabuto::card::Card;
use rules_core::referee::JournalLine;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Results in a file, and sentences about what does not follow in it.
#[derive(Debug, Default)]
pub struct ArchivedResults {
    /// Rows of all matches that ended, in the order of their journals.
    pub rows: Vec<ResultRow>,
    /// Sentences about lines that are damaged or whose hash differs.
    pub faults: Vec<String>,
}

/// Reads the results in a file and verifies the hash of every line.
///
/// # Errors
/// A sentence with a remedy if the file is neither a recording nor a list of lines.
pub fn results(path: &Path, cards: &[Card]) -> Result<ArchivedResults, String> {
    let name = shown(path);
    let is_text = path
        .extension()
        .is_some_and(|extension| extension == "jsonl" || extension == "json");
    let mut found = ArchivedResults::default();
    if is_text {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {name}: {error}; give another file"))?;
        let journals = journals(&text).map_err(|why| format!("{name}: {why}"))?;
        for ((ring, journal), lines) in journals {
            found.add(&name, &lines, cards, &ring, &journal);
        }
        return Ok(found);
    }
    let recording =
        recording::read(path).map_err(|why| format!("{name} is no recording: {why}"))?;
    let identity = recording.identity();
    let id = |id: Option<String>| id.unwrap_or_default();
    let ring = id(identity.map(|identity| identity.ring.to_string()));
    let journal = id(identity.map(|identity| identity.journal.to_string()));
    found.faults.extend(
        recording
            .damage
            .iter()
            .map(|damage| format!("{name}: {damage}")),
    );
    found.add(&name, &recording.journal().lines, cards, &ring, &journal);
    Ok(found)
}

impl ArchivedResults {
    /// Adds the results in the lines of a journal.
    pub fn add(
        &mut self,
        name: &str,
        lines: &[JournalLine],
        cards: &[Card],
        ring: &str,
        journal: &str,
    ) {
        let (rows, astray) = results_in(lines, cards, ring, journal);
        self.rows.extend(rows);
        let fault = astray.map(|(line, why)| format!("{name}: line {line}: {why}"));
        self.faults.extend(fault);
    }
}

/// Lines by ring and journal.
type Journals = BTreeMap<(String, String), Vec<JournalLine>>;

fn journals(text: &str) -> Result<Journals, String> {
    let mut journals = Journals::new();
    for (number, line) in (1..).zip(text.lines()) {
        let in_line = |why: String| format!("line {number}: {why}");
        let object: Value =
            serde_json::from_str(line).map_err(|error| in_line(error.to_string()))?;
        if object["type"] != "line" {
            continue;
        }
        let word = |field: &str| object[field].as_str().unwrap_or_default().to_owned();
        let line = verify::line_of(&object).map_err(|error| in_line(error.to_string()))?;
        journals
            .entry((word("ring"), word("journal")))
            .or_default()
            .push(line);
    }
    match journals.is_empty() {
        true => {
            Err("it holds no journal line; `dohyo export` and `watch --json` write them".into())
        }
        false => Ok(journals),
    }
}

/// Compares a table of results with what files hold. Returns the number of rows that are
/// proved, and a sentence for each one that is not.
#[must_use]
pub fn compare(table: &[ResultRow], archived: &[ResultRow]) -> (usize, Vec<String>) {
    let mut proved = 0;
    let mut differing = Vec::new();
    for row in table {
        let Some(played) = &row.played else {
            continue;
        };
        let same = archived.iter().filter(|other| {
            other
                .played
                .as_ref()
                .is_some_and(|it| it.id == played.id && it.last == played.last)
        });
        let what = format!("round {}, {}: {}", row.round, row.table, played.id);
        match same.into_iter().next() {
            None => differing.push(format!("{what} is in none of the files")),
            Some(other) if other.played.as_ref() == Some(played) && other.places == row.places => {
                proved += 1;
            }
            Some(_) => differing.push(format!("{what} has another result there")),
        }
    }
    (proved, differing)
}
