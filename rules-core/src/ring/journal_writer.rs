//! Journal writer: numbers lines, buffers them until they are in flash, decides when a
//! snapshot is due, and serves lines that a host missed.

use super::job::{Job, LineBytes, ReclaimReport, Report, StorageError};
use super::line_buffer::LineBuffer;
use crate::journal::RecordKind;
use crate::referee::{JournalLine, LineContent, Record};
use crate::wire::message::StorageStatus;

/// Number of records after which a snapshot is written. A replay after a power cut folds
/// about that many records at most.
pub const SNAPSHOT_EVERY: u16 = 64;

/// Number of flash sectors for settings and calibration, and thus the most erasures for
/// one save.
const CONFIG_SECTORS: u8 = 8;

/// Writer of the journal: numbers and buffers lines, and makes the jobs for the flash.
#[derive(Debug)]
pub(super) struct JournalWriter {
    buffer: LineBuffer,
    /// Number of the oldest line that is still in flash or in the buffer.
    first: u32,
    /// Number of the first line of the match that is running or ran last.
    begin: u32,
    span: MatchSpan,
    /// Records since the last snapshot.
    since_snapshot: u16,
    /// Number of the first line of the last whole snapshot of the running match; `None`
    /// if there is none.
    snapshot: Option<u32>,
    /// Number of the first line of the snapshot that is being written.
    snapshot_began: u32,
    due: SnapshotDue,
    /// True if the next line begins the match again, whatever it contains.
    restarts: bool,
    flash: FlashState,
    /// Number of the line to read from flash; `None` if there is none.
    wanted: Option<u32>,
    /// Line last read from flash; `None` before the first read or if there was no line.
    found: Option<FetchedLine>,
    save: SaveState,
    /// Counter of the changes of settings and calibration, modulo 256. A save job under
    /// way may be for an older value.
    edition: u8,
    /// Number of sectors erased for the present save.
    erased: u8,
}

/// A journal line read from flash.
#[derive(Debug)]
struct FetchedLine {
    /// Requested line number; no line in flash has a number from `from` to `seq - 1`.
    from: u32,
    seq: u32,
    line: LineBytes,
}

/// Position of the journal's end relative to the matches in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MatchSpan {
    /// The journal contains no match and no line since power-up.
    Blank,
    /// The last match is over, and no other has begun.
    Between,
    /// A match is running, or at least the cards of its players are set.
    Match,
}

/// Reason to write a snapshot before [`SNAPSHOT_EVERY`] records are reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SnapshotDue {
    No,
    /// Earlier lines are missing.
    Snapshot,
    /// The match occupies all the room. A snapshot that begins the match again lets the
    /// lines before the snapshot be erased.
    Restart,
}

/// State of the journal in flash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FlashState {
    /// The journal may need an erased sector.
    MayReclaim,
    /// The journal needs no further erased sector.
    Reclaimed,
    /// An append waits until a sector is erased.
    Blocked,
    /// The flash failed; the writer uses it no more until restart.
    Broken {
        /// Number of the first line that is not in flash.
        from: u32,
    },
}

/// State of the last save of settings and calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SaveState {
    /// Settings and calibration are saved.
    Done,
    /// Settings and calibration must be saved.
    Due,
    /// Settings and calibration could not be saved; only their next change tries again.
    Failed,
}

impl JournalWriter {
    /// Creates a writer that continues a journal with the lines `first..next`, whose last
    /// match starts at line `begin`. `running` is true if that match is not over, or if
    /// one is being set up.
    pub(super) const fn new(first: u32, begin: Option<u32>, next: u32, running: bool) -> Self {
        let (begin, span) = Self::place(begin, next, running);
        Self {
            buffer: LineBuffer::new(next),
            first,
            begin,
            span,
            since_snapshot: 0,
            snapshot: None,
            snapshot_began: 0,
            due: SnapshotDue::No,
            restarts: false,
            flash: FlashState::MayReclaim,
            wanted: None,
            found: None,
            save: SaveState::Done,
            edition: 0,
            erased: 0,
        }
    }

    /// Becomes the writer that [`JournalWriter::new`] creates, in place.
    pub(super) fn begin_anew(&mut self, first: u32, begin: Option<u32>, next: u32, running: bool) {
        self.buffer.give_up(next);
        self.first = first;
        (self.begin, self.span) = Self::place(begin, next, running);
        self.since_snapshot = 0;
        self.snapshot = None;
        self.snapshot_began = 0;
        self.due = SnapshotDue::No;
        self.restarts = false;
        self.flash = FlashState::MayReclaim;
        self.wanted = None;
        self.found = None;
        self.save = SaveState::Done;
        self.edition = 0;
        self.erased = 0;
    }

    /// Returns the first line of the last match, and the place of the journal's end.
    const fn place(begin: Option<u32>, next: u32, running: bool) -> (u32, MatchSpan) {
        match (begin, running) {
            (None, _) => (next, MatchSpan::Blank),
            (Some(begin), false) => (begin, MatchSpan::Between),
            (Some(begin), true) => (begin, MatchSpan::Match),
        }
    }

    pub(super) const fn first(&self) -> u32 {
        self.first
    }

    pub(super) const fn begin(&self) -> u32 {
        self.begin
    }

    /// Returns the number of the first line from which a follower can compute the present
    /// session: of the last snapshot, or of the match. `None` if neither is available.
    pub(super) fn session_start(&self) -> Option<u32> {
        let starts = self.snapshot.into_iter().chain([self.begin]);
        let mut available = starts.filter(|&seq| seq < self.next() && self.has(seq));
        available.next()
    }

    pub(super) const fn next(&self) -> u32 {
        self.buffer.next()
    }

    /// Returns the number of the first line that is not in flash.
    pub(super) const fn stored(&self) -> u32 {
        match self.flash {
            FlashState::Broken { from } => from,
            _ => self.buffer.stored(),
        }
    }

    pub(super) const fn storage(&self) -> StorageStatus {
        match (self.flash, self.save) {
            (FlashState::Broken { .. }, _) | (_, SaveState::Failed) => StorageStatus::Broken,
            (FlashState::Blocked, _) => StorageStatus::Waiting,
            (FlashState::MayReclaim | FlashState::Reclaimed, _) => StorageStatus::Working,
        }
    }

    /// True if lines cannot be stored now: the flash failed, or must be erased first. Then
    /// hosts receive lines that are not in flash.
    pub(super) const fn is_stuck(&self) -> bool {
        matches!(self.flash, FlashState::Blocked | FlashState::Broken { .. })
    }

    /// True if a snapshot must be written now.
    pub(super) const fn wants_snapshot(&self) -> bool {
        match self.due {
            SnapshotDue::No => {
                matches!(self.span, MatchSpan::Match) && self.since_snapshot >= SNAPSHOT_EVERY
            }
            SnapshotDue::Snapshot | SnapshotDue::Restart => true,
        }
    }

    /// Makes a snapshot due that begins the match again, because lines before it cannot
    /// be followed.
    pub(super) const fn restart(&mut self) {
        self.due = SnapshotDue::Restart;
    }

    /// Prepares for a snapshot, which the caller appends next. A blank session has none:
    /// then the next record takes its place.
    pub(super) const fn begin_snapshot(&mut self) {
        if matches!(self.due, SnapshotDue::Restart) {
            self.restarts = true;
        }
        self.due = SnapshotDue::No;
        self.since_snapshot = 0;
    }

    /// Requests a save of settings and calibration.
    pub(super) const fn save(&mut self) {
        self.save = SaveState::Due;
        self.edition = self.edition.wrapping_add(1);
        self.erased = 0;
    }

    /// True if lines or settings are not stored yet and the flash works.
    pub(super) fn has_unsaved(&self) -> bool {
        let waits = self.save == SaveState::Due || self.buffer.unstored().is_some();
        waits && !self.is_broken()
    }

    const fn is_broken(&self) -> bool {
        matches!(self.flash, FlashState::Broken { .. })
    }

    /// Returns the next job for the flash; `None` if there is none. `is_safe` returns
    /// true while no push that counts can be under way, so that the flash may be erased.
    /// The writer calls `is_safe` only for jobs that erase.
    pub(super) fn job(&self, is_safe: impl Fn() -> bool) -> Option<Job> {
        match self.flash {
            FlashState::Broken { .. } => return None,
            FlashState::Blocked if is_safe() => return Some(Job::Reclaim),
            FlashState::Blocked => {}
            FlashState::MayReclaim | FlashState::Reclaimed => {
                if let Some(job) = self.buffer.unstored() {
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
        (self.flash == FlashState::MayReclaim && is_safe()).then_some(Job::Reclaim)
    }

    /// Handles the report of a job.
    pub(super) fn report(&mut self, report: &Report) {
        match report {
            Report::Appended(seq, Ok(())) => {
                self.buffer.store(*seq);
                self.flash = FlashState::MayReclaim;
            }
            Report::Appended(_, Err(StorageError::NeedsReclaim)) => {
                self.flash = FlashState::Blocked
            }
            Report::Appended(_, Err(StorageError::Full))
            | Report::Reclaimed(ReclaimReport::Short) => {
                // The next snapshot begins the match again, so that older lines may be
                // erased.
                self.due = SnapshotDue::Restart;
                self.flash = FlashState::Reclaimed;
            }
            Report::Appended(_, Err(StorageError::Broken))
            | Report::Reclaimed(ReclaimReport::Failed) => {
                self.flash = FlashState::Broken {
                    from: self.buffer.stored(),
                };
                self.buffer.store(u32::MAX);
            }
            Report::Reclaimed(ReclaimReport::Erased { first }) => {
                self.first = (*first).min(self.buffer.next());
                self.flash = FlashState::MayReclaim;
            }
            Report::Reclaimed(ReclaimReport::Done) => self.flash = FlashState::Reclaimed,
            // The flash could not be read: the line may be there, and is fetched again.
            Report::Read {
                from,
                found: Err(_),
            } if self.wanted == Some(*from) => {
                self.wanted = None;
            }
            Report::Read {
                from,
                found: Ok(found),
            } if self.wanted == Some(*from) => {
                self.wanted = None;
                self.found = found.clone().map(|(seq, line)| FetchedLine {
                    from: *from,
                    seq,
                    line,
                });
                if found.is_none() {
                    // No line from there on: all that is left is in the buffer.
                    self.first = self.first.max(self.buffer.stored());
                }
            }
            // No longer wanted.
            Report::Read { .. } => {}
            Report::Saved(edition, Ok(())) if *edition == self.edition => {
                self.save = SaveState::Done
            }
            // The settings have changed since.
            Report::Saved(_, Ok(())) => {}
            // A sector was erased, and frames were processed meanwhile: repeat the save.
            Report::Saved(_, Err(StorageError::NeedsReclaim)) if self.erased < CONFIG_SECTORS => {
                self.erased += 1;
            }
            // The next change tries again; the journal goes on.
            Report::Saved(_, Err(_)) => self.save = SaveState::Failed,
        }
    }

    /// Returns the line with this number, or the next one that exists, with its number.
    /// If the line is not in RAM, requests it from flash and returns `None`.
    pub(super) fn line_or_fetch(&mut self, seq: u32) -> Option<(u32, &[u8])> {
        if seq >= self.buffer.next() {
            return None;
        }
        if self.buffer.line(seq).is_some() {
            return self.buffer.line(seq).map(|(_, line)| (seq, line));
        }
        let fits = |line: &&FetchedLine| line.from <= seq && seq <= line.seq;
        if self.found.as_ref().filter(fits).is_some() {
            return self
                .found
                .as_ref()
                .map(|found| (found.seq, &found.line[..]));
        }
        if self.is_broken() {
            return None;
        }
        self.wanted = Some(seq);
        None
    }

    /// True if the line with this number is in the buffer or may be in flash.
    pub(super) fn has(&self, seq: u32) -> bool {
        self.buffer.line(seq).is_some() || (seq >= self.first && !self.is_broken())
    }

    /// Returns `seq` if that line is available, otherwise the number of the first line in
    /// the buffer at or after `seq`.
    pub(super) fn first_available(&self, seq: u32) -> u32 {
        if self.has(seq) {
            seq
        } else {
            seq.max(self.buffer.first())
        }
    }

    fn kind_of(&mut self, line: &LineContent) -> RecordKind {
        let kind = match line {
            LineContent::Snapshot(part, _) if part.is_last() => RecordKind::Snapshot,
            LineContent::Snapshot(..) => RecordKind::Entry,
            LineContent::Record(record) => {
                let before = self.span;
                self.span = match record {
                    Record::Card(..) | Record::Begin(_) | Record::SetPolicies(_) => {
                        MatchSpan::Match
                    }
                    Record::Abort | Record::Close => MatchSpan::Between,
                    // The first line of a journal, whatever it is.
                    _ if before == MatchSpan::Blank => MatchSpan::Between,
                    _ => before,
                };
                let begins = self.span == MatchSpan::Match && before != MatchSpan::Match;
                if begins || before == MatchSpan::Blank {
                    self.since_snapshot = 0;
                    RecordKind::Begin
                } else {
                    self.since_snapshot = self.since_snapshot.saturating_add(1);
                    RecordKind::Entry
                }
            }
        };
        match core::mem::take(&mut self.restarts) {
            true => RecordKind::Begin,
            false => kind,
        }
    }

    /// Adds a line to the buffer. If it does not fit, drops it together with all lines
    /// that are not stored yet, and makes a snapshot due.
    pub(super) fn append(&mut self, entry: &JournalLine) {
        let kind = self.kind_of(&entry.body.line);
        if kind == RecordKind::Begin {
            self.begin = entry.seq;
        }
        match &entry.body.line {
            LineContent::Snapshot(part, _) => {
                if part.index == 0 {
                    self.snapshot_began = entry.seq;
                }
                if part.is_last() {
                    self.snapshot = Some(self.snapshot_began);
                }
            }
            LineContent::Record(Record::Begin(_) | Record::Abort | Record::Close) => {
                self.snapshot = None;
            }
            LineContent::Record(_) => {}
        }
        let mut bytes = [0; crate::referee::LineBody::MAX_SIZE];
        let stored = postcard::to_slice(&entry.body, &mut bytes)
            .is_ok_and(|line| self.buffer.push(kind, line).is_ok());
        if !stored {
            // Never observed: the flash would have to be idle for a hundred lines.
            self.buffer.give_up(entry.seq.saturating_add(1));
            self.due = SnapshotDue::Snapshot;
        }
    }
}

#[cfg(test)]
mod tests;
