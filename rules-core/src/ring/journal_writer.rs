//! Journal writer: numbers lines, buffers them until they are in flash, decides when a
//! snapshot is due, and serves lines that a host missed.

use super::job::{Job, LineBytes, ReclaimReport, Report, StorageError};
use super::line_buffer::LineBuffer;
use crate::journal::RecordKind;
use crate::referee::{JournalLine, LineContent, Record};
use crate::wire::message::StorageStatus;

/// Records between two snapshots, and thus the most that resuming folds.
pub const SNAPSHOT_EVERY: u16 = 64;

/// Sectors for settings: no more are erased for one save.
const KEPT_SECTORS: u8 = 8;

/// Writer of the journal.
#[derive(Debug)]
pub(super) struct JournalWriter {
    tape: LineBuffer,
    /// First line of the journal, in flash or in the buffer.
    first: u32,
    /// First line of the match that runs or ran last.
    begin: u32,
    chapter: MatchSpan,
    since_snapshot: u16,
    due: SnapshotDue,
    /// Kind of the next line for the journal, if it is not a plain entry.
    mark: Option<RecordKind>,
    flash: FlashState,
    /// Line requested from flash.
    wanted: Option<u32>,
    /// Line that was read from flash.
    found: Option<FetchedLine>,
    save: SaveState,
    /// Edition of the settings; a job under way may be for an older one.
    edition: u8,
    /// Sectors erased for the present save.
    erased: u8,
}

/// A line read from flash.
#[derive(Debug)]
struct FetchedLine {
    /// Number asked for: there is no line from it up to `seq`.
    from: u32,
    seq: u32,
    line: LineBytes,
}

/// Position of the journal relative to matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MatchSpan {
    /// Journal without any stored line.
    Blank,
    /// Between two matches.
    Between,
    /// Within a match; its cards belong to it.
    Match,
}

/// Reason to write a snapshot at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SnapshotDue {
    No,
    /// Lines before it are missing, or cannot be followed from the last snapshot.
    Snapshot,
    /// The match occupies all the room: a snapshot that begins it again lets the lines
    /// before it be erased.
    Restart,
}

/// State of the flash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FlashState {
    /// A sector may have to be erased.
    Untidy,
    /// No sector has to be erased.
    Tidy,
    /// An append waits until a sector is erased.
    Blocked,
    /// The flash is given up.
    Broken,
}

/// State of settings and calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SaveState {
    /// Settings are saved.
    Done,
    /// Settings must be saved.
    Due,
    /// Settings could not be saved.
    Failed,
}

impl JournalWriter {
    /// Continues a journal with lines from `first` to before `next`, whose last match
    /// starts at `begin`.
    pub(super) const fn new(first: u32, begin: Option<u32>, next: u32, running: bool) -> Self {
        Self {
            tape: LineBuffer::new(next),
            first,
            begin: match begin {
                Some(begin) => begin,
                None => next,
            },
            chapter: match (begin, running) {
                (None, _) => MatchSpan::Blank,
                (Some(_), false) => MatchSpan::Between,
                (Some(_), true) => MatchSpan::Match,
            },
            since_snapshot: 0,
            due: SnapshotDue::No,
            mark: None,
            flash: FlashState::Untidy,
            wanted: None,
            found: None,
            save: SaveState::Done,
            edition: 0,
            erased: 0,
        }
    }

    pub(super) const fn first(&self) -> u32 {
        self.first
    }

    pub(super) const fn begin(&self) -> u32 {
        self.begin
    }

    pub(super) const fn next(&self) -> u32 {
        self.tape.next()
    }

    pub(super) const fn stored(&self) -> u32 {
        self.tape.stored()
    }

    pub(super) const fn storage(&self) -> StorageStatus {
        match (self.flash, self.save) {
            (FlashState::Broken, _) | (_, SaveState::Failed) => StorageStatus::Broken,
            (FlashState::Blocked, _) => StorageStatus::Waiting,
            (FlashState::Untidy | FlashState::Tidy, _) => StorageStatus::Working,
        }
    }

    /// True if a snapshot must be written now.
    pub(super) const fn wants_snapshot(&self) -> bool {
        matches!(self.chapter, MatchSpan::Match)
            && (self.since_snapshot >= SNAPSHOT_EVERY || !matches!(self.due, SnapshotDue::No))
    }

    /// Announces that the next lines are a snapshot.
    pub(super) const fn begin_snapshot(&mut self) {
        if matches!(self.due, SnapshotDue::Restart) {
            self.mark = Some(RecordKind::Begin);
        }
        self.due = SnapshotDue::No;
        self.since_snapshot = 0;
    }

    /// Requests that settings and calibration are saved.
    pub(super) const fn save(&mut self) {
        self.save = SaveState::Due;
        self.edition = self.edition.wrapping_add(1);
        self.erased = 0;
    }

    /// True if lines or settings are not stored yet and can be.
    pub(super) fn has_unsaved(&self) -> bool {
        let waits = self.save == SaveState::Due || self.tape.unstored().is_some();
        waits && self.flash != FlashState::Broken
    }

    /// Returns the next job for the flash; `None` if there is none. `is_safe` is true
    /// while no push that counts can be under way, so that the flash may be erased; it is
    /// called only if it matters.
    pub(super) fn job(&self, is_safe: impl Fn() -> bool) -> Option<Job> {
        match self.flash {
            FlashState::Broken => return None,
            FlashState::Blocked if is_safe() => return Some(Job::Reclaim),
            FlashState::Blocked => {}
            FlashState::Untidy | FlashState::Tidy => {
                if let Some(job) = self.tape.unstored() {
                    return Some(job);
                }
            }
        }
        if let Some(seq) = self.wanted {
            return Some(Job::Read(seq));
        }
        if self.save == SaveState::Due && is_safe() {
            return Some(Job::Save(self.edition));
        }
        (self.flash == FlashState::Untidy && is_safe()).then_some(Job::Reclaim)
    }

    /// Handles the report of a job.
    pub(super) fn report(&mut self, report: &Report) {
        match report {
            Report::Appended(seq, Ok(())) => {
                self.tape.store(*seq);
                self.flash = FlashState::Untidy;
            }
            Report::Appended(_, Err(StorageError::NeedsTidy)) => self.flash = FlashState::Blocked,
            Report::Appended(_, Err(StorageError::Full)) | Report::Tidied(ReclaimReport::Short) => {
                // The next snapshot begins the match again, so that older lines may be
                // erased.
                self.due = SnapshotDue::Restart;
                self.flash = FlashState::Tidy;
            }
            Report::Appended(_, Err(StorageError::Broken))
            | Report::Tidied(ReclaimReport::Failed) => {
                self.flash = FlashState::Broken;
                self.tape.store(u32::MAX);
            }
            Report::Tidied(ReclaimReport::Erased { first }) => {
                self.first = (*first).min(self.tape.next());
                self.flash = FlashState::Untidy;
            }
            Report::Tidied(ReclaimReport::Done) => self.flash = FlashState::Tidy,
            Report::Read { from, found } => {
                if self.wanted == Some(*from) {
                    self.wanted = None;
                    self.found = found.clone().map(|(seq, line)| FetchedLine {
                        from: *from,
                        seq,
                        line,
                    });
                    if found.is_none() {
                        // No line from there on: all that is left is in the buffer.
                        self.first = self.first.max(self.tape.stored());
                    }
                }
            }
            Report::Saved(edition, Ok(())) if *edition == self.edition => {
                self.save = SaveState::Done
            }
            // The settings have changed since.
            Report::Saved(_, Ok(())) => {}
            // A sector was erased, and frames were processed meanwhile: repeat the save.
            Report::Saved(_, Err(StorageError::NeedsTidy)) if self.erased < KEPT_SECTORS => {
                self.erased += 1;
            }
            // The next change tries again; the journal goes on.
            Report::Saved(_, Err(_)) => self.save = SaveState::Failed,
        }
    }

    /// Returns the line with this number or the next one there is. If it is not
    /// available, requests it from flash and returns `None`.
    pub(super) fn line_or_fetch(&mut self, seq: u32) -> Option<(u32, &[u8])> {
        if seq >= self.tape.next() {
            return None;
        }
        if self.tape.line(seq).is_some() {
            return self.tape.line(seq).map(|(_, line)| (seq, line));
        }
        let fits = |line: &&FetchedLine| line.from <= seq && seq <= line.seq;
        if self.found.as_ref().filter(fits).is_some() {
            return self
                .found
                .as_ref()
                .map(|found| (found.seq, &found.line[..]));
        }
        if self.flash == FlashState::Broken {
            return None;
        }
        self.wanted = Some(seq);
        None
    }

    /// True if a line with this number is still available.
    pub(super) fn has(&self, seq: u32) -> bool {
        self.tape.line(seq).is_some() || (seq >= self.first && self.flash != FlashState::Broken)
    }

    /// Returns the first line from this one on that is still available, or the next one.
    pub(super) fn findable(&self, seq: u32) -> u32 {
        if self.has(seq) {
            seq
        } else {
            seq.max(self.tape.first())
        }
    }

    fn kind_of(&mut self, line: &LineContent) -> RecordKind {
        if let Some(kind) = self.mark.take() {
            return kind;
        }
        match line {
            LineContent::Snapshot(part, _) if part.is_last() => RecordKind::Snapshot,
            LineContent::Snapshot(..) => RecordKind::Entry,
            LineContent::Record(Record::Kit(..) | Record::Begin(_))
                if self.chapter != MatchSpan::Match =>
            {
                self.chapter = MatchSpan::Match;
                self.since_snapshot = 0;
                RecordKind::Begin
            }
            LineContent::Record(record) => {
                if let Record::Abort | Record::Close = record {
                    self.chapter = MatchSpan::Between;
                }
                self.since_snapshot = self.since_snapshot.saturating_add(1);
                if let Record::Undo | Record::Redo = record {
                    // It may go back to before the last snapshot, where a follower that
                    // started there cannot follow.
                    self.due = SnapshotDue::Snapshot;
                }
                match self.chapter {
                    MatchSpan::Blank => {
                        self.chapter = MatchSpan::Between;
                        RecordKind::Begin
                    }
                    // Notes alone can fill the journal, too.
                    MatchSpan::Between if self.due == SnapshotDue::Restart => {
                        self.due = SnapshotDue::No;
                        RecordKind::Begin
                    }
                    MatchSpan::Between | MatchSpan::Match => RecordKind::Entry,
                }
            }
        }
    }

    /// Adds a line to the buffer, and gives it up if it does not fit.
    pub(super) fn append(&mut self, entry: &JournalLine) {
        let kind = self.kind_of(&entry.body.line);
        if kind == RecordKind::Begin {
            self.begin = entry.seq;
        }
        let mut bytes = [0; crate::referee::LineBody::LONGEST];
        let kept = postcard::to_slice(&entry.body, &mut bytes)
            .is_ok_and(|line| self.tape.push(kind, line).is_ok());
        if !kept {
            // Never observed: the flash would have to be idle for a hundred lines.
            self.tape.give_up(entry.seq.saturating_add(1));
            self.due = SnapshotDue::Snapshot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{LineBody, Note};
    use crate::time::Instant;

    #[test]
    fn settings_that_could_not_be_saved_are_told() {
        let mut keeper = JournalWriter::new(1, None, 1, false);
        keeper.save();
        assert_eq!(keeper.job(|| true), Some(Job::Save(1)));
        keeper.report(&Report::Saved(1, Err(StorageError::Broken)));
        assert_eq!(keeper.storage(), StorageStatus::Broken);
        assert_eq!(
            keeper.job(|| true),
            Some(Job::Reclaim),
            "the journal goes on"
        );

        keeper.save();
        assert_eq!(keeper.job(|| true), Some(Job::Save(2)), "tried again");
        keeper.report(&Report::Saved(2, Ok(())));
        assert_eq!(keeper.storage(), StorageStatus::Working);
    }

    #[test]
    fn what_changes_while_it_is_saved_is_saved_again() {
        let mut keeper = JournalWriter::new(1, None, 1, false);
        keeper.save();
        assert_eq!(keeper.job(|| true), Some(Job::Save(1)));
        keeper.save();
        keeper.report(&Report::Saved(1, Ok(())));
        assert!(keeper.has_unsaved());
        assert_eq!(keeper.job(|| true), Some(Job::Save(2)));
        keeper.report(&Report::Saved(2, Ok(())));
        assert!(!keeper.has_unsaved());
    }

    #[test]
    fn notes_between_two_matches_do_not_fill_the_journal() {
        let mut keeper = JournalWriter::new(1, Some(1), 5, false);
        let mut kind_of_next = |seq, report: Option<ReclaimReport>| {
            if let Some(report) = report {
                keeper.report(&Report::Tidied(report));
            }
            keeper.append(&JournalLine {
                seq,
                body: LineBody {
                    at: Instant::ZERO,
                    hash: 0,
                    line: LineContent::Record(Record::Note(Note::LostFall)),
                },
            });
            let Some(Job::Append { kind, .. }) = keeper.job(|| true) else {
                unreachable!("a line waits");
            };
            keeper.report(&Report::Appended(seq, Ok(())));
            kind
        };
        assert_eq!(kind_of_next(5, None), RecordKind::Entry);
        assert_eq!(
            kind_of_next(6, Some(ReclaimReport::Short)),
            RecordKind::Begin
        );
        assert_eq!(kind_of_next(7, None), RecordKind::Entry);
    }

    #[test]
    fn a_sector_that_takes_nothing_is_not_erased_for_ever() {
        let mut keeper = JournalWriter::new(1, None, 1, false);
        keeper.save();
        for _ in 0..=KEPT_SECTORS {
            assert!(keeper.has_unsaved());
            keeper.report(&Report::Saved(1, Err(StorageError::NeedsTidy)));
        }
        assert!(!keeper.has_unsaved());
        assert_eq!(keeper.storage(), StorageStatus::Broken);
    }
}
