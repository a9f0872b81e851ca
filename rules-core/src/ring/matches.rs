//! List of the matches in the journal, one message each, by a scan over its lines.
//!
//! The ring stores no list: the lines show where a match begins and ends, and a scan
//! costs no memory. It waits while the host is being sent lines that it missed, because
//! both read from the same flash.

use super::Ring;
use crate::referee::{LineBody, LineContent, Record};
use crate::wire::message::RingMessage;

/// Progress of the scan.
#[derive(Debug, Clone, Copy)]
pub(super) struct MatchScan {
    /// Next line to scan.
    at: u32,
    /// First line of the match that the scan is in.
    begin: Option<u32>,
}

/// Role of a line in its match.
enum LineRole {
    /// Part of a match, possibly its first line.
    Within,
    /// Last line of a match.
    Last,
    /// Line that may stand between two matches.
    Aside,
}

impl MatchScan {
    pub(super) const fn from(at: u32) -> Self {
        Self { at, begin: None }
    }

    /// Scans one line. Returns the first and last line of the match that ends with it.
    fn push_line(&mut self, seq: u32, line: &[u8]) -> Option<(u32, u32)> {
        self.at = seq.saturating_add(1);
        match bearing(line) {
            LineRole::Within => {
                self.begin = self.begin.or(Some(seq));
                None
            }
            LineRole::Last => self.begin.take().map(|begin| (begin, seq)),
            LineRole::Aside => None,
        }
    }
}

fn bearing(line: &[u8]) -> LineRole {
    match postcard::from_bytes::<LineBody>(line).map(|body| body.line) {
        Ok(LineContent::Record(Record::Abort | Record::Close)) => LineRole::Last,
        Ok(LineContent::Record(Record::Note(_) | Record::SetPolicies(_))) | Err(_) => {
            LineRole::Aside
        }
        Ok(LineContent::Record(_) | LineContent::Snapshot(..)) => LineRole::Within,
    }
}

impl Ring {
    /// Sends the next match of the journal, if a host asked for the list. Returns true if
    /// a message was loaded.
    pub(super) fn load_match(&mut self) -> bool {
        let next = self.out.keeper.next();
        let Some(mut walk) = self.link.errands.matches else {
            return false;
        };
        if self.link.cursor.is_some_and(|cursor| cursor < next) {
            return false;
        }
        walk.at = self.out.keeper.findable(walk.at);
        let mut named = None;
        while named.is_none()
            && walk.at < next
            && let Some((seq, line)) = self.out.keeper.line_or_fetch(walk.at)
        {
            named = walk.push_line(seq, line);
        }
        let (begin, last) = match (named, walk.begin) {
            (Some(named), _) => named,
            // A line is on its way from flash.
            (None, _) if walk.at < next => {
                self.link.errands.matches = Some(walk);
                return false;
            }
            (None, Some(begin)) => {
                walk.begin = None;
                (begin, next.saturating_sub(1))
            }
            (None, None) => {
                self.link.errands.matches = None;
                self.link.load(&RingMessage::Match {
                    begin: next,
                    last: next.saturating_sub(1),
                });
                return true;
            }
        };
        self.link.errands.matches = Some(walk);
        self.link.load(&RingMessage::Match { begin, last });
        true
    }
}
