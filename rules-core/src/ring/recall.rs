//! After the power came back: the journal is read from the last snapshot on, and
//! leads to the session as it was.

use super::job::{KEPT_MAX, LineBytes};
use crate::board::{Dimensions, Name, Profile};
use crate::lights::Setting;
use crate::referee::{Body, Entry, Follower, Game, Line, Record, Session};
use crate::sensing::calibration::Calibration;
use crate::sensing::calibration::migration::Stored;
use crate::wire::message::Settings;
use heapless::Vec;

/// Collects what the journal holds.
#[derive(Debug)]
pub struct Recall {
    follower: Follower,
    first: u32,
    begin: Option<u32>,
    next: u32,
    /// The last match as it began, to be played again.
    last: Option<Game>,
    lost: u32,
}

impl Default for Recall {
    /// A journal without a line: the first has the number 1.
    fn default() -> Self {
        Self::new(None, None, 1)
    }
}

impl Recall {
    /// A journal whose lines are `first` to before `next`, the last match from
    /// `begin` on.
    #[must_use]
    pub fn new(first: Option<u32>, begin: Option<u32>, next: u32) -> Self {
        Self {
            follower: Follower::default(),
            first: first.unwrap_or(next),
            begin,
            next,
            last: None,
            lost: 0,
        }
    }

    /// Where the reading of a match starts whose last snapshot ends with the
    /// line `seq`: with the first part of that snapshot.
    #[must_use]
    pub fn start(seq: u32, line: &[u8]) -> u32 {
        match postcard::from_bytes::<Body>(line) {
            Ok(Body {
                line: Line::Snapshot(part, _),
                ..
            }) => seq.saturating_sub(part.index.into()),
            _ => seq,
        }
    }

    /// Takes the next line of the journal.
    pub fn take(&mut self, seq: u32, line: &[u8]) {
        let Ok(body) = postcard::from_bytes::<Body>(line) else {
            self.lost = self.lost.saturating_add(1);
            return;
        };
        let entry = Entry { seq, body };
        if self.follower.take(&entry).is_err() {
            self.lost = self.lost.saturating_add(1);
        }
        let begins = matches!(
            entry.body.line,
            Line::Record(Record::Begin(_)) | Line::Snapshot(_, Record::Begin(_))
        );
        if begins && let Some(game) = self.follower.session().and_then(Session::game) {
            self.last = game.is_fresh().then(|| game.clone());
        }
    }

    /// Lines that could not be followed.
    #[must_use]
    pub const fn lost(&self) -> u32 {
        self.lost
    }

    pub(super) fn finish(self) -> Recalled {
        let count = self.next.saturating_sub(1);
        let session = self.follower.into_session(count).numbered(count);
        Recalled {
            session,
            first: self.first,
            begin: self.begin,
            next: self.next,
            last: self.last,
        }
    }
}

/// What was recalled.
pub(super) struct Recalled {
    pub(super) session: Session,
    pub(super) first: u32,
    pub(super) begin: Option<u32>,
    pub(super) next: u32,
    pub(super) last: Option<Game>,
}

/// What outlives the power beside the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// What a person set.
    pub settings: Settings,
    /// What was measured.
    pub calibration: Calibration,
}

impl Kept {
    /// What a board starts with.
    #[must_use]
    pub fn new(board: Name) -> Self {
        Self {
            settings: Settings {
                board,
                dimensions: Dimensions::ASSUMED,
                light: Setting::USUAL,
                sound: crate::panel::Volume::On,
            },
            calibration: Calibration::nominal(Profile::of(board)),
        }
    }

    /// As bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8, KEPT_MAX> {
        let stored = Stored::V2(self.calibration.clone());
        let mut bytes = [0; KEPT_MAX];
        let length = postcard::to_slice(&(&self.settings, &stored), &mut bytes)
            .map_or(0, |bytes| bytes.len());
        bytes
            .get(..length)
            .and_then(|bytes| Vec::try_from(bytes).ok())
            .unwrap_or_default()
    }

    /// From bytes; a calibration that does not fit the board is left out.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (settings, rest) = postcard::take_from_bytes::<Settings>(bytes).ok()?;
        let profile = Profile::of(settings.board);
        let calibration = postcard::from_bytes::<Stored>(rest)
            .ok()
            .and_then(|stored| stored.open(profile).ok())
            .unwrap_or_else(|| Calibration::nominal(profile));
        Some(Self {
            settings,
            calibration,
        })
    }
}

/// A line, for who reads it from flash.
#[must_use]
pub fn line_bytes(line: &[u8]) -> Option<LineBytes> {
    LineBytes::try_from(line).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::plain;
    use crate::player::Players;
    use crate::referee::Policies;
    use crate::ring::{Job, Ring};
    use crate::time::Instant;
    use crate::wire::BootReason;

    #[test]
    fn without_a_journal_lines_have_the_numbers_of_their_records() {
        let kept = Kept::new(Name::RingLite);
        let mut ring = Ring::new(kept, Recall::default(), BootReason::PowerUp, "0.0.0");
        let game = plain::game(Players::Two, plain::ASSUMED[Players::Two]);
        let begun = ring.begin(Instant::ZERO, &game.expect("a match"), Policies::USUAL);
        begun.expect("no match runs");
        assert!(matches!(ring.job(), Some(Job::Append { seq: 1, .. })));
        assert_eq!(ring.info().next, ring.referee().session().count() + 1);
    }
}
