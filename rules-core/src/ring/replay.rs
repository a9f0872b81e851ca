//! Replay of the journal after a power cut, and the configuration that survives one.
//!
//! A replay starts at the last snapshot and restores the session as it was, in the ring
//! itself, because the stack of a device has no room for a second session.

use super::identity::StoredIdentity;
use super::job::{KEPT_MAX, LineBytes};
use crate::board::{BoardId, Profile};
use crate::referee::{AnyGame, FollowState, JournalLine, LineBody, LineContent, Record, Session};
use crate::sensing::calibration::Calibration;
use crate::sensing::calibration::migration::StoredCalibration;
use crate::wire::message::{FlashWear, Settings};
use heapless::Vec;

/// Parts of a ring that a replay restores.
#[derive(Debug)]
pub struct ReplayTarget<'r> {
    pub(super) session: &'r mut Session,
    /// Initial state of the last match, for a rematch; `None` if the replay did not see
    /// it.
    pub(super) last: &'r mut Option<AnyGame>,
}

impl ReplayTarget<'_> {
    /// Removes all that a replay has restored.
    #[cfg(feature = "storage")]
    pub(super) fn clear(&mut self) {
        self.session.begin_anew(0);
        *self.last = None;
    }
}

/// Replay of the journal after a power cut: applies lines one by one to restore the
/// session of a ring.
#[derive(Debug, Clone, Copy)]
pub struct Replay {
    state: FollowState,
    pub(super) first: u32,
    pub(super) begin: Option<u32>,
    pub(super) next: u32,
    /// Number of lines that could not be applied.
    lost: u32,
    /// True if the lines do not lead to the session by themselves, so that the ring must
    /// write a snapshot.
    pub(super) damaged: bool,
    pub(super) wear: FlashWear,
}

impl Default for Replay {
    /// Creates the replay of an empty journal, whose first line gets the number 1.
    fn default() -> Self {
        Self::new(None, None, 1)
    }
}

impl Replay {
    /// Starts the replay of a journal with the lines `first..next`, whose last match
    /// starts at line `begin`. `first` is `None` for an empty journal, `begin` is `None`
    /// if it contains no match to resume.
    #[must_use]
    pub fn new(first: Option<u32>, begin: Option<u32>, next: u32) -> Self {
        Self {
            state: FollowState::New,
            first: first.unwrap_or(next),
            begin,
            next,
            lost: 0,
            damaged: false,
            wear: FlashWear::default(),
        }
    }

    /// Returns the number of the first line to replay: the first part of the snapshot
    /// whose last part is line `seq`. Returns `seq` if that line is not part of a
    /// snapshot.
    #[must_use]
    pub fn start(seq: u32, line: &[u8]) -> u32 {
        match postcard::from_bytes::<LineBody>(line) {
            Ok(LineBody {
                line: LineContent::Snapshot(part, _),
                ..
            }) => seq.saturating_sub(part.index.into()),
            _ => seq,
        }
    }

    /// Applies the next line of the journal; counts it as lost if that fails.
    #[inline(never)]
    pub fn push_line(&mut self, seq: u32, line: &[u8], to: &mut ReplayTarget<'_>) {
        let Ok(body) = postcard::from_bytes::<LineBody>(line) else {
            self.lost = self.lost.saturating_add(1);
            return;
        };
        let entry = JournalLine { seq, body };
        if self.state.apply(&entry, to.session).is_err() {
            self.lost = self.lost.saturating_add(1);
        }
        let begins = matches!(
            entry.body.line,
            LineContent::Record(Record::Begin(_)) | LineContent::Snapshot(_, Record::Begin(_))
        );
        if begins
            && self.state == FollowState::Following
            && let Some(game) = to.session.game()
        {
            *to.last = game.is_fresh().then(|| game.clone());
        }
    }

    /// Returns the number of lines that could not be decoded or applied.
    #[must_use]
    pub const fn lost(&self) -> u32 {
        self.lost
    }

    /// True if all lines could be applied, and none is missing at the end of a snapshot.
    #[cfg(feature = "storage")]
    pub(super) fn is_whole(&self) -> bool {
        self.lost == 0 && self.state == FollowState::Following
    }

    /// Returns the replay, marked as one whose journal needs a snapshot.
    #[cfg(feature = "storage")]
    pub(super) const fn damaged(mut self) -> Self {
        self.damaged = true;
        self
    }

    /// Returns the replay with the wear of the flash that it was read from.
    #[cfg(feature = "storage")]
    pub(super) const fn with_wear(mut self, wear: FlashWear) -> Self {
        self.wear = wear;
        self
    }

    /// Numbers the restored session so that the journal continues after it. Removes a
    /// session of which the replay did not see the beginning, or the end of a snapshot.
    pub(super) fn finish(&self, session: &mut Session) {
        let count = self.next.saturating_sub(1);
        match self.state {
            FollowState::Following => session.set_count(count),
            FollowState::New | FollowState::Taking(_) => session.begin_anew(count),
        }
    }
}

/// Settings and calibration, which are stored in flash besides the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredConfig {
    /// Settings that a person can change.
    pub settings: Settings,
    /// Calibration of the analog channels; the nominal one until a person measured it.
    pub calibration: Calibration,
    /// Name of the ring and id of its journal.
    pub identity: StoredIdentity,
}

impl StoredConfig {
    /// Configuration without a calibration, before that of a board is known.
    pub(super) const BLANK: Self = Self {
        settings: Settings::new(BoardId::Ring),
        calibration: Calibration::BLANK,
        identity: StoredIdentity::NONE,
    };

    /// Returns the configuration that a new board starts with.
    #[must_use]
    pub fn new(board: BoardId) -> Self {
        Self {
            settings: Settings::new(board),
            calibration: Calibration::nominal(Profile::of(board)),
            identity: StoredIdentity::default(),
        }
    }

    /// Serialises the configuration for [`StoredConfig::from_bytes`].
    #[must_use]
    #[inline(never)]
    pub fn to_bytes(&self) -> Vec<u8, KEPT_MAX> {
        let stored = StoredCalibration::V2(self.calibration.clone());
        let mut bytes = Vec::new();
        // As long as the capacity, so there is room.
        let _ = bytes.resize_default(KEPT_MAX);
        let content = (&self.settings, &stored, &self.identity);
        let length = postcard::to_slice(&content, &mut bytes).map_or(0, |bytes| bytes.len());
        bytes.truncate(length);
        bytes
    }

    /// Deserialises a configuration; `None` if the settings cannot be read. Replaces a
    /// calibration that cannot be read or does not fit the board by the nominal one, and
    /// an identity that older firmware did not write by an empty one.
    #[must_use]
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (settings, rest) = postcard::take_from_bytes::<Settings>(bytes).ok()?;
        let profile = Profile::of(settings.board);
        let (calibration, rest) = stored_calibration(rest, profile);
        let calibration = calibration.unwrap_or_else(|| Calibration::nominal(profile));
        Some(Self {
            settings,
            calibration,
            identity: postcard::from_bytes(rest).unwrap_or_default(),
        })
    }
}

/// Deserialises a calibration, and returns the bytes after it; `None` if it cannot be read
/// or does not fit the board.
#[inline(never)]
fn stored_calibration<'a>(bytes: &'a [u8], profile: &Profile) -> (Option<Calibration>, &'a [u8]) {
    match postcard::take_from_bytes::<StoredCalibration>(bytes) {
        Ok((stored, rest)) => (stored.open(profile).ok(), rest),
        Err(_) => (None, &[]),
    }
}

/// Copies a line that was read from flash; `None` if it is too long.
#[must_use]
pub fn line_bytes(line: &[u8]) -> Option<LineBytes> {
    LineBytes::try_from(line).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::quick_match;
    use crate::player::Players;
    use crate::referee::Policies;
    use crate::ring::{Input, Job, ReclaimReport, Report, Ring};
    use crate::time::Instant;
    use crate::wire::{BootReason, JournalId};

    /// Executes all flash jobs of a ring; returns the number of saves among them.
    fn saves(ring: &mut Ring) -> usize {
        let mut saves = 0;
        while let Some(job) = ring.job() {
            let report = match job {
                Job::Append { seq, .. } => Report::Appended(seq, Ok(())),
                Job::Save(edition) => {
                    saves += 1;
                    Report::Saved(edition, Ok(()))
                }
                Job::Reclaim => Report::Reclaimed(ReclaimReport::Done),
                Job::Read(from) => Report::Read {
                    from,
                    found: Ok(None),
                },
            };
            ring.step(Instant::ZERO, Input::Storage(&report));
        }
        saves
    }

    #[test]
    fn a_configuration_of_older_firmware_has_no_name() {
        let mut config = StoredConfig::new(BoardId::Ring);
        let with_identity = config.to_bytes();
        let length = with_identity.len() - 2;
        let without = with_identity.get(..length).unwrap_or_default();
        assert_eq!(StoredConfig::from_bytes(without), Some(config.clone()));
        config.identity.name = "Kitchen ring".try_into().unwrap_or_default();
        config.identity.journal = Some(JournalId(7));
        let named = StoredConfig::from_bytes(&config.to_bytes());
        assert_eq!(named, Some(config));
    }

    #[test]
    fn the_first_line_saves_the_id_of_its_journal() {
        let config = StoredConfig::new(BoardId::Ring);
        let mut ring = Ring::new(&config, BootReason::PowerUp, "0.0.0");
        ring.set_identity(None, 1);
        let journal = ring.identity().journal;
        assert_eq!(ring.identity().ring.0, journal.0, "no id of a chip");
        ring.step(Instant::ZERO, Input::Time);
        assert_eq!(saves(&mut ring), 0, "nothing is written yet");
        let game = quick_match::game(Players::Two, quick_match::DEFAULT_LAYOUTS[Players::Two]);
        let begun = ring.begin(Instant::ZERO, &game.expect("a match"), Policies::DEFAULT);
        begun.expect("no match runs");
        assert_eq!(saves(&mut ring), 1);
        let config = StoredConfig::from_bytes(&ring.config_bytes()).expect("settings");
        assert_eq!(config.identity.journal, Some(journal));
        // With lines in it, the journal keeps its id; an empty one gets another.
        let lines = Replay::new(Some(1), None, 9);
        let mut ring = Ring::blank();
        ring.power_up(&config, &lines, BootReason::PowerUp, "0.0.0");
        ring.set_identity(None, 2);
        assert_eq!(ring.identity().journal, journal);
        let mut ring = Ring::new(&config, BootReason::PowerUp, "0.0.0");
        ring.set_identity(None, 2);
        assert_ne!(ring.identity().journal, journal);
    }

    #[test]
    fn without_a_journal_lines_have_the_numbers_of_their_records() {
        let config = StoredConfig::new(BoardId::Ring);
        let mut ring = Ring::new(&config, BootReason::PowerUp, "0.0.0");
        let game = quick_match::game(Players::Two, quick_match::DEFAULT_LAYOUTS[Players::Two]);
        let begun = ring.begin(Instant::ZERO, &game.expect("a match"), Policies::DEFAULT);
        begun.expect("no match runs");
        assert!(matches!(ring.job(), Some(Job::Append { seq: 1, .. })));
        assert_eq!(ring.info().next, ring.referee().session().count() + 1);
    }
}
