//! List of the matches in the journal, one message each, by a scan over its lines.
//!
//! The ring stores no list: the lines show where a match begins and ends, and a scan
//! costs no memory. The scan waits while the host receives lines that it missed, because
//! both read from the same flash.

use super::Ring;
use crate::referee::{LineBody, LineContent, Record};
use crate::wire::message::RingMessage;

/// Progress of a scan over the journal for the list of matches.
#[derive(Debug, Clone, Copy)]
pub(super) struct MatchScan {
    /// Number of the next line to scan.
    at: u32,
    /// First line of the match that the scan is in; `None` between two matches.
    begin: Option<u32>,
}

/// Role of a journal line in its match.
enum LineRole {
    /// The line is part of a match, possibly its first line.
    Within,
    /// The line ends a match.
    Last,
    /// The line begins and ends no match: a note, new policies, or an unreadable line.
    Aside,
}

impl MatchScan {
    pub(super) const fn from(at: u32) -> Self {
        Self { at, begin: None }
    }

    /// Scans one line. Returns the numbers of the first and last line of the match that
    /// ends with it; `None` if no match ends there.
    fn push_line(&mut self, seq: u32, line: &[u8]) -> Option<(u32, u32)> {
        self.at = seq.saturating_add(1);
        match role_of(line) {
            LineRole::Within => {
                self.begin = self.begin.or(Some(seq));
                None
            }
            LineRole::Last => self.begin.take().map(|begin| (begin, seq)),
            LineRole::Aside => None,
        }
    }
}

fn role_of(line: &[u8]) -> LineRole {
    match postcard::from_bytes::<LineBody>(line).map(|body| body.line) {
        Ok(LineContent::Record(Record::Abort | Record::Close)) => LineRole::Last,
        Ok(LineContent::Record(Record::Note(_) | Record::SetPolicies(_))) | Err(_) => {
            LineRole::Aside
        }
        Ok(LineContent::Record(_) | LineContent::Snapshot(..)) => LineRole::Within,
    }
}

impl<const CHUNKS: usize> Ring<CHUNKS> {
    /// Loads the message about the next match of the journal, if a host requested the
    /// list. Returns true if a message was loaded.
    pub(super) fn load_match(&mut self) -> bool {
        let next = self.out.journal.next();
        let Some(mut scan) = self.link.sends.matches else {
            return false;
        };
        if self.link.cursor.is_some_and(|cursor| cursor < next) {
            return false;
        }
        scan.at = self.out.journal.first_available(scan.at);
        let mut found = None;
        while found.is_none()
            && scan.at < next
            && let Some((seq, line)) = self.out.journal.line_or_fetch(scan.at)
        {
            found = scan.push_line(seq, line);
        }
        let (begin, last) = match (found, scan.begin) {
            (Some(found), _) => found,
            // A line is on its way from flash.
            (None, _) if scan.at < next => {
                self.link.sends.matches = Some(scan);
                return false;
            }
            (None, Some(begin)) => {
                scan.begin = None;
                (begin, next.saturating_sub(1))
            }
            (None, None) => {
                self.link.sends.matches = None;
                self.link.load(&RingMessage::Match {
                    begin: next,
                    last: next.saturating_sub(1),
                });
                return true;
            }
        };
        self.link.sends.matches = Some(scan);
        self.link.load(&RingMessage::Match { begin, last });
        true
    }
}
