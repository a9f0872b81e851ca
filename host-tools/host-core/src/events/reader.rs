//! Rule by which a reader of a broker loses no line and takes none twice.
//!
//! A broker may deliver a line twice, drop it, or deliver it late. The reader takes a line
//! if it knows the line before; it passes over lines that it has; for anything else it asks
//! the bridge to say the lines again from the first one that it misses. The retained `tail`
//! shows it what it misses when nothing more comes. What it asks can be lost as well: it
//! asks again every few seconds until nothing is missing.
//!
//! ```
//! use host_core::events::reader::{LineReader, Reading};
//! use serde_json::json;
//!
//! let line = |seq: u32| json!({ "type": "line", "journal": "9f", "seq": seq, "prev": seq - 1 });
//! let mut reader = LineReader::default();
//! assert_eq!(reader.read(&line(1)), Reading::Taken);
//! assert_eq!(reader.read(&line(1)), Reading::Known);
//! assert_eq!(reader.read(&line(4)), Reading::Missing { from: 2 });
//! assert_eq!(reader.missing().collect::<Vec<_>>(), [("9f", 2)]);
//! ```

use serde_json::Value;
use std::collections::BTreeMap;

/// Reader of the lines of one ring.
#[derive(Debug, Clone, Default)]
pub struct LineReader {
    /// Number of the last line that was taken, by journal.
    last: BTreeMap<String, u32>,
    /// Number of the last line that was heard of, by journal.
    heard: BTreeMap<String, u32>,
}

/// What a reader does with an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// The line is the next one.
    Taken,
    /// The line was taken before.
    Known,
    /// Lines from this one on are missing; the reader asks for them.
    Missing {
        /// Number of the first missing line.
        from: u32,
    },
    /// The ring does not hold these lines any more; the reader goes on after them.
    Gone {
        /// Number of the first line that is gone.
        from: u32,
        /// Number of the last line that is gone.
        to: u32,
    },
    /// The object is of no concern to a reader.
    Other,
}

impl LineReader {
    /// Returns the number of the last line of a journal that was taken; 0 before the first.
    #[must_use]
    pub fn last(&self, journal: &str) -> u32 {
        self.last.get(journal).copied().unwrap_or(0)
    }

    /// Continues after line `last` of a journal, which was taken by an earlier reader.
    pub fn resume(&mut self, journal: &str, last: u32) {
        self.last.insert(journal.to_owned(), last);
    }

    /// Iterates over the journals of which lines are missing, each with the first one to
    /// ask for.
    pub fn missing(&self) -> impl Iterator<Item = (&str, u32)> {
        self.heard.iter().filter_map(|(journal, &heard)| {
            let last = self.last(journal);
            (heard > last).then_some((journal.as_str(), last.saturating_add(1)))
        })
    }

    fn hear(&mut self, journal: &str, line: u32) {
        let heard = self.heard.entry(journal.to_owned()).or_default();
        *heard = line.max(*heard);
    }

    /// Reads an object of the topic `line` or `tail`.
    pub fn read(&mut self, object: &Value) -> Reading {
        let Some(journal) = object["journal"].as_str() else {
            return Reading::Other;
        };
        let number = |value: &Value| value.as_u64().and_then(|value| u32::try_from(value).ok());
        let last = self.last(journal);
        let missing = Reading::Missing {
            from: last.saturating_add(1),
        };
        match object["type"].as_str() {
            Some("line") => {
                let (Some(seq), Some(prev)) = (number(&object["seq"]), number(&object["prev"]))
                else {
                    return Reading::Other;
                };
                self.hear(journal, seq);
                if seq <= last {
                    return Reading::Known;
                }
                if prev > last {
                    return missing;
                }
                self.resume(journal, seq);
                Reading::Taken
            }
            Some("gap") => {
                let gap = &object["gap"];
                let (Some(from), Some(to)) = (number(&gap[0]), number(&gap[1])) else {
                    return Reading::Other;
                };
                self.hear(journal, to);
                if to <= last {
                    return Reading::Known;
                }
                if from > last.saturating_add(1) {
                    return missing;
                }
                self.resume(journal, to);
                Reading::Gone {
                    from: last.saturating_add(1),
                    to,
                }
            }
            Some("tail") => match number(&object["line"]) {
                Some(line) if line > last => {
                    self.hear(journal, line);
                    missing
                }
                Some(_) => Reading::Known,
                None => Reading::Other,
            },
            _ => Reading::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LineReader, Reading};
    use serde_json::{Value, json};

    fn line(seq: u32) -> Value {
        json!({ "type": "line", "journal": "a", "seq": seq, "prev": seq - 1 })
    }

    #[test]
    fn every_line_is_taken_once_whatever_the_broker_does() {
        let (mut reader, mut taken, mut asked) = (LineReader::default(), Vec::new(), 0);
        let mut rng = rules_core::rng::Rng::new(7);
        let mut next = 1;
        // A bad broker: it drops, doubles and reorders; the bridge repeats when asked.
        for _ in 0..20_000 {
            let seq = match rng.below(10) {
                0..5 => {
                    next += 1;
                    next - 1
                }
                5..8 => rng.below(next) + 1,
                _ => {
                    next += 1;
                    continue;
                }
            };
            match reader.read(&line(seq)) {
                Reading::Taken => taken.push(seq),
                Reading::Missing { from } => {
                    asked += 1;
                    next = from;
                }
                _ => {}
            }
        }
        assert!(
            asked > 100 && taken.len() > 1_000,
            "{asked} {}",
            taken.len()
        );
        let expected: Vec<u32> = (1..=taken.len() as u32).collect();
        assert_eq!(taken, expected);
    }

    #[test]
    fn the_tail_shows_what_is_missing_at_the_end() {
        let mut reader = LineReader::default();
        assert_eq!(reader.read(&line(1)), Reading::Taken);
        let tail = |line: u32| json!({ "type": "tail", "journal": "a", "line": line });
        assert_eq!(reader.read(&tail(1)), Reading::Known);
        assert_eq!(reader.read(&tail(3)), Reading::Missing { from: 2 });
        // It knows so until the lines have come, whatever becomes of its question.
        assert_eq!(reader.read(&line(2)), Reading::Taken);
        assert_eq!(reader.missing().collect::<Vec<_>>(), [("a", 3)]);
        assert_eq!(reader.read(&line(3)), Reading::Taken);
        assert_eq!(reader.missing().next(), None);
    }

    #[test]
    fn lines_that_are_gone_are_passed_over_knowingly() {
        let mut reader = LineReader::default();
        let gap = json!({ "type": "gap", "journal": "a", "gap": [1, 9] });
        assert_eq!(reader.read(&gap), Reading::Gone { from: 1, to: 9 });
        assert_eq!(reader.read(&line(10)), Reading::Taken);
        assert_eq!(reader.read(&gap), Reading::Known);
        let later = json!({ "type": "gap", "journal": "a", "gap": [15, 19] });
        assert_eq!(reader.read(&later), Reading::Missing { from: 11 });
    }

    #[test]
    fn a_wiped_ring_has_another_journal_whose_numbers_are_new() {
        let mut reader = LineReader::default();
        for seq in 1..5 {
            assert_eq!(reader.read(&line(seq)), Reading::Taken);
        }
        let mut other = line(1);
        other["journal"] = json!("b");
        assert_eq!(reader.read(&other), Reading::Taken);
        assert_eq!((reader.last("a"), reader.last("b")), (4, 1));
    }
}
