//! Names the matches in the journal, one message each, by a walk over its lines.
//!
//! Nothing is kept about them: the lines say where a match begins and ends, and
//! a walk costs no memory. It waits while the host is sent lines it missed,
//! because both read from the same flash.

use super::Ring;
use crate::referee::{Body, Line, Record};
use crate::wire::message::FromRing;

/// How far the walk has come.
#[derive(Debug, Clone, Copy)]
pub(super) struct Walk {
    /// The next line to look at.
    at: u32,
    /// The first line of the match it is in.
    begin: Option<u32>,
}

/// What a line is to the match it stands in.
enum Bearing {
    /// It is part of one, or begins one.
    Within,
    /// It ends one.
    Last,
    /// It may stand between two.
    Aside,
}

impl Walk {
    pub(super) const fn from(at: u32) -> Self {
        Self { at, begin: None }
    }

    /// Goes on by one line; the match that ends with it.
    fn take(&mut self, seq: u32, line: &[u8]) -> Option<(u32, u32)> {
        self.at = seq.saturating_add(1);
        match bearing(line) {
            Bearing::Within => {
                self.begin = self.begin.or(Some(seq));
                None
            }
            Bearing::Last => self.begin.take().map(|begin| (begin, seq)),
            Bearing::Aside => None,
        }
    }
}

fn bearing(line: &[u8]) -> Bearing {
    match postcard::from_bytes::<Body>(line).map(|body| body.line) {
        Ok(Line::Record(Record::Abort | Record::Close)) => Bearing::Last,
        Ok(Line::Record(Record::Note(_) | Record::SetPolicies(_))) | Err(_) => Bearing::Aside,
        Ok(Line::Record(_) | Line::Snapshot(..)) => Bearing::Within,
    }
}

impl Ring {
    /// The next match of the journal, if a host wants to know.
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
            && let Some((seq, line)) = self.out.keeper.find(walk.at)
        {
            named = walk.take(seq, line);
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
                self.link.load(&FromRing::Match {
                    begin: next,
                    last: next.saturating_sub(1),
                });
                return true;
            }
        };
        self.link.errands.matches = Some(walk);
        self.link.load(&FromRing::Match { begin, last });
        true
    }
}
