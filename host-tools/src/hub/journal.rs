//! Journal of a shared ring, in memory: each program follows it from its own line, and the
//! ring sends every line once.

use rules_core::referee::record::Record;
use rules_core::referee::{JournalLine, LineContent};
use rules_core::wire::message::{FollowFrom, RequestError};

/// Lines of a ring's journal, without gaps.
#[derive(Debug, Clone, Default)]
pub struct SharedJournal {
    lines: Vec<JournalLine>,
    /// Number of the first line of the running match, or else of the last one.
    begin: u32,
    /// True between the first line of a match and its end.
    is_match: bool,
}

/// Reply to a program that wants to follow the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FollowReply {
    /// Number of the first line that the program gets.
    pub seq: u32,
    /// Number of the next line of the journal.
    pub next: u32,
}

impl SharedJournal {
    /// Adds the next line. Returns false, and keeps this line only, if it does not follow
    /// the last one: then all programs must begin again.
    #[must_use]
    pub fn push(&mut self, line: &JournalLine) -> bool {
        let follows = self.lines.is_empty() || line.seq == self.next();
        if !follows {
            *self = Self::default();
        }
        let is_first = self.lines.is_empty();
        if let LineContent::Record(record) = &line.body.line {
            match record {
                Record::Card(..) | Record::Begin(_) | Record::SetPolicies(_) if !self.is_match => {
                    self.is_match = true;
                    self.begin = line.seq;
                }
                Record::Abort | Record::Close => self.is_match = false,
                _ => {}
            }
        }
        if is_first {
            self.begin = line.seq;
        }
        self.lines.push(line.clone());
        follows
    }

    /// Drops the lines from `from` on, which the ring has taken back.
    pub fn truncate(&mut self, from: u32) {
        self.lines.retain(|line| line.seq < from);
    }

    /// Returns the number of the first line that is held; that of the next one if there is
    /// none.
    #[must_use]
    pub fn first(&self) -> u32 {
        self.lines.first().map_or(1, |line| line.seq)
    }

    /// Returns the number that the next line gets.
    #[must_use]
    pub fn next(&self) -> u32 {
        self.lines
            .last()
            .map_or(1, |line| line.seq.saturating_add(1))
    }

    /// Returns a line; `None` if it is not held.
    #[must_use]
    pub fn line(&self, seq: u32) -> Option<&JournalLine> {
        let index = seq.checked_sub(self.first())?;
        self.lines.get(usize::try_from(index).ok()?)
    }

    /// Returns where a program begins that wants to follow from here. `Now` begins with the
    /// match, because a snapshot would have to be written into the journal.
    ///
    /// # Errors
    /// `RequestError::Ahead` or `RequestError::Gone` if there is no such line.
    pub fn follow(&self, from: FollowFrom) -> Result<FollowReply, RequestError> {
        let (first, next) = (self.first(), self.next());
        let seq = match from {
            FollowFrom::Line(seq) if seq > next => return Err(RequestError::Ahead { next }),
            FollowFrom::Line(seq) if seq < first => return Err(RequestError::Gone { first }),
            FollowFrom::Line(seq) => seq,
            FollowFrom::Match | FollowFrom::Now if self.lines.is_empty() => next,
            FollowFrom::Match | FollowFrom::Now => self.begin.max(first),
        };
        Ok(FollowReply { seq, next })
    }
}

#[cfg(test)]
mod tests {
    use super::{FollowFrom, RequestError, SharedJournal};
    use rules_core::referee::{JournalLine, LineBody, LineContent, Note, Record};
    use rules_core::time::Instant;

    fn line(seq: u32, record: Record) -> JournalLine {
        JournalLine {
            seq,
            body: LineBody {
                at: Instant(0),
                hash: 0,
                line: LineContent::Record(record),
            },
        }
    }

    fn note(seq: u32) -> JournalLine {
        line(seq, Record::Note(Note::PowerUp))
    }

    #[test]
    fn a_program_begins_where_it_asks_or_is_told_why_not() {
        let mut journal = SharedJournal::default();
        assert_eq!(journal.follow(FollowFrom::Match).unwrap().seq, 1);
        for seq in 7..10 {
            assert!(journal.push(&note(seq)));
        }
        assert_eq!(journal.follow(FollowFrom::Line(8)).unwrap().seq, 8);
        assert_eq!(journal.follow(FollowFrom::Line(10)).unwrap().seq, 10);
        let gone = journal.follow(FollowFrom::Line(6));
        assert_eq!(gone, Err(RequestError::Gone { first: 7 }));
        let ahead = journal.follow(FollowFrom::Line(11));
        assert_eq!(ahead, Err(RequestError::Ahead { next: 10 }));
    }

    #[test]
    fn lines_that_the_ring_took_back_come_again_under_their_numbers() {
        let mut journal = SharedJournal::default();
        for seq in 1..6 {
            assert!(journal.push(&note(seq)));
        }
        journal.truncate(4);
        assert_eq!((journal.first(), journal.next()), (1, 4));
        assert!(journal.push(&note(4)));
    }

    #[test]
    fn a_match_begins_with_its_first_line_and_a_gap_starts_over() {
        use rules_core::referee::Policies;
        let mut journal = SharedJournal::default();
        assert!(journal.push(&note(1)));
        assert!(journal.push(&line(2, Record::SetPolicies(Policies::DEFAULT))));
        assert!(journal.push(&note(3)));
        assert_eq!(journal.follow(FollowFrom::Match).unwrap().seq, 2);
        assert!(!journal.push(&note(9)), "lines 4 to 8 are missing");
        assert_eq!((journal.first(), journal.next()), (9, 10));
    }
}
