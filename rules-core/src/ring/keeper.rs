//! Keeps the journal: numbers lines, decides when a snapshot is due, has them
//! stored, and finds them again for a host that missed some.

use super::job::{Failure, Job, LineBytes, Report, Tidied};
use super::tape::Tape;
use crate::journal::Kind;
use crate::referee::{Entry, Line, Record};
use crate::wire::message::Storage;

/// Records between two snapshots: resuming folds at most so many.
pub const SNAPSHOT_EVERY: u16 = 64;

/// Sectors in which settings are kept: more are never erased for one save.
const KEPT_SECTORS: u8 = 8;

/// The journal's keeper.
#[derive(Debug)]
pub(super) struct Keeper {
    tape: Tape,
    /// The first line there is, in flash or here.
    first: u32,
    /// The first line of the match that runs or ran last.
    begin: u32,
    chapter: Chapter,
    since_snapshot: u16,
    due: Due,
    /// What the next line is to the journal, if it is not just an entry.
    mark: Option<Kind>,
    flash: Flash,
    /// A line wanted from flash.
    wanted: Option<u32>,
    /// What came from there.
    found: Option<Found>,
    save: Save,
    /// Which settings: those of an order may be older.
    edition: u8,
    /// Sectors erased for them.
    erased: u8,
}

/// A line read from flash.
#[derive(Debug)]
struct Found {
    /// The number asked for: there is no line from it up to the one found.
    from: u32,
    seq: u32,
    line: LineBytes,
}

/// Whether the journal is within a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Chapter {
    /// Nothing has ever been stored.
    Blank,
    /// Between two matches.
    Between,
    /// Within one; its cards count.
    Match,
}

/// Whether a snapshot has to be written at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    No,
    /// Lines before it are missing, or cannot be followed from the last one.
    Snapshot,
    /// The match takes all the room: what came before is to count as past.
    Restart,
}

/// How the flash stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flash {
    /// It may want to be tidied.
    Untidy,
    /// It is tidy.
    Tidy,
    /// An append waits until it is tidied.
    Blocked,
    /// It is given up.
    Broken,
}

/// How settings and calibration stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Save {
    /// They are saved.
    Done,
    /// They are to be.
    Due,
    /// They could not be.
    Failed,
}

impl Keeper {
    /// Goes on with a journal whose lines are `first` to `next`, with the last
    /// match from `begin` on.
    pub(super) const fn new(first: u32, begin: Option<u32>, next: u32, running: bool) -> Self {
        Self {
            tape: Tape::new(next),
            first,
            begin: match begin {
                Some(begin) => begin,
                None => next,
            },
            chapter: match (begin, running) {
                (None, _) => Chapter::Blank,
                (Some(_), false) => Chapter::Between,
                (Some(_), true) => Chapter::Match,
            },
            since_snapshot: 0,
            due: Due::No,
            mark: None,
            flash: Flash::Untidy,
            wanted: None,
            found: None,
            save: Save::Done,
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

    pub(super) const fn storage(&self) -> Storage {
        match (self.flash, self.save) {
            (Flash::Broken, _) | (_, Save::Failed) => Storage::Broken,
            (Flash::Blocked, _) => Storage::Waiting,
            (Flash::Untidy | Flash::Tidy, _) => Storage::Working,
        }
    }

    /// Whether a snapshot is to be written now.
    pub(super) const fn wants_snapshot(&self) -> bool {
        matches!(self.chapter, Chapter::Match)
            && (self.since_snapshot >= SNAPSHOT_EVERY || !matches!(self.due, Due::No))
    }

    /// The next lines are a snapshot.
    pub(super) const fn begin_snapshot(&mut self) {
        if matches!(self.due, Due::Restart) {
            self.mark = Some(Kind::Begin);
        }
        self.due = Due::No;
        self.since_snapshot = 0;
    }

    /// Settings and calibration are to be saved.
    pub(super) const fn save(&mut self) {
        self.save = Save::Due;
        self.edition = self.edition.wrapping_add(1);
        self.erased = 0;
    }

    /// Whether something is still to be stored that can be.
    pub(super) fn owes(&self) -> bool {
        let waits = self.save == Save::Due || self.tape.unstored().is_some();
        waits && self.flash != Flash::Broken
    }

    /// What to do with the flash next. `is_safe`: no push that counts can be under
    /// way, so that it may be erased; asked only if it matters.
    pub(super) fn job(&self, is_safe: impl Fn() -> bool) -> Option<Job> {
        match self.flash {
            Flash::Broken => return None,
            Flash::Blocked if is_safe() => return Some(Job::Tidy),
            Flash::Blocked => {}
            Flash::Untidy | Flash::Tidy => {
                if let Some(job) = self.tape.unstored() {
                    return Some(job);
                }
            }
        }
        if let Some(seq) = self.wanted {
            return Some(Job::Read(seq));
        }
        if self.save == Save::Due && is_safe() {
            return Some(Job::Save(self.edition));
        }
        (self.flash == Flash::Untidy && is_safe()).then_some(Job::Tidy)
    }

    /// What became of a job.
    pub(super) fn report(&mut self, report: &Report) {
        match report {
            Report::Appended(seq, Ok(())) => {
                self.tape.store(*seq);
                self.flash = Flash::Untidy;
            }
            Report::Appended(_, Err(Failure::NeedsTidy)) => self.flash = Flash::Blocked,
            Report::Appended(_, Err(Failure::Full)) | Report::Tidied(Tidied::Short) => {
                // What comes next begins anew, so that what was before may go.
                self.due = Due::Restart;
                self.flash = Flash::Tidy;
            }
            Report::Appended(_, Err(Failure::Broken)) | Report::Tidied(Tidied::Failed) => {
                self.flash = Flash::Broken;
                self.tape.store(u32::MAX);
            }
            Report::Tidied(Tidied::Erased { first }) => {
                self.first = (*first).min(self.tape.next());
                self.flash = Flash::Untidy;
            }
            Report::Tidied(Tidied::Done) => self.flash = Flash::Tidy,
            Report::Read { from, found } => {
                if self.wanted == Some(*from) {
                    self.wanted = None;
                    self.found = found.clone().map(|(seq, line)| Found {
                        from: *from,
                        seq,
                        line,
                    });
                    if found.is_none() {
                        // Nothing from there on: all that is left is here.
                        self.first = self.first.max(self.tape.stored());
                    }
                }
            }
            Report::Saved(edition, Ok(())) if *edition == self.edition => self.save = Save::Done,
            // They have changed since.
            Report::Saved(_, Ok(())) => {}
            // A sector was erased, and frames had a turn: now once more.
            Report::Saved(_, Err(Failure::NeedsTidy)) if self.erased < KEPT_SECTORS => {
                self.erased += 1;
            }
            // Tried again with the next change; the journal goes on.
            Report::Saved(_, Err(_)) => self.save = Save::Failed,
        }
    }

    /// The line with this number or the next one there is, if it is at hand;
    /// else it is asked for.
    pub(super) fn find(&mut self, seq: u32) -> Option<(u32, &[u8])> {
        if seq >= self.tape.next() {
            return None;
        }
        if self.tape.line(seq).is_some() {
            return self.tape.line(seq).map(|(_, line)| (seq, line));
        }
        let fits = |it: &&Found| it.from <= seq && seq <= it.seq;
        if self.found.as_ref().filter(fits).is_some() {
            return self.found.as_ref().map(|it| (it.seq, &it.line[..]));
        }
        if self.flash == Flash::Broken {
            return None;
        }
        self.wanted = Some(seq);
        None
    }

    /// Whether a line with this number can still be found.
    pub(super) fn has(&self, seq: u32) -> bool {
        self.tape.line(seq).is_some() || (seq >= self.first && self.flash != Flash::Broken)
    }

    /// The first line from this one on that can still be found, or the next.
    pub(super) fn findable(&self, seq: u32) -> u32 {
        if self.has(seq) {
            seq
        } else {
            seq.max(self.tape.first())
        }
    }

    fn kind_of(&mut self, line: &Line) -> Kind {
        if let Some(kind) = self.mark.take() {
            return kind;
        }
        match line {
            Line::Snapshot(part, _) if part.is_last() => Kind::Snapshot,
            Line::Snapshot(..) => Kind::Entry,
            Line::Record(Record::Kit(..) | Record::Begin(_)) if self.chapter != Chapter::Match => {
                self.chapter = Chapter::Match;
                self.since_snapshot = 0;
                Kind::Begin
            }
            Line::Record(record) => {
                if let Record::Abort | Record::Close = record {
                    self.chapter = Chapter::Between;
                }
                self.since_snapshot = self.since_snapshot.saturating_add(1);
                if let Record::Undo | Record::Redo = record {
                    // It may go back to before the last snapshot, where who
                    // comes from there cannot follow.
                    self.due = Due::Snapshot;
                }
                match self.chapter {
                    Chapter::Blank => {
                        self.chapter = Chapter::Between;
                        Kind::Begin
                    }
                    // Notes alone can fill the journal, too.
                    Chapter::Between if self.due == Due::Restart => {
                        self.due = Due::No;
                        Kind::Begin
                    }
                    Chapter::Between | Chapter::Match => Kind::Entry,
                }
            }
        }
    }

    /// Keeps a line.
    pub(super) fn keep(&mut self, entry: &Entry) {
        let kind = self.kind_of(&entry.body.line);
        if kind == Kind::Begin {
            self.begin = entry.seq;
        }
        let mut bytes = [0; crate::referee::Body::LONGEST];
        let kept = postcard::to_slice(&entry.body, &mut bytes)
            .is_ok_and(|line| self.tape.push(kind, line).is_ok());
        if !kept {
            // Never seen to happen: the flash stood still for a hundred lines.
            self.tape.give_up(entry.seq.saturating_add(1));
            self.due = Due::Snapshot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Body, Note};
    use crate::time::Instant;

    #[test]
    fn settings_that_could_not_be_saved_are_told() {
        let mut keeper = Keeper::new(1, None, 1, false);
        keeper.save();
        assert_eq!(keeper.job(|| true), Some(Job::Save(1)));
        keeper.report(&Report::Saved(1, Err(Failure::Broken)));
        assert_eq!(keeper.storage(), Storage::Broken);
        assert_eq!(keeper.job(|| true), Some(Job::Tidy), "the journal goes on");

        keeper.save();
        assert_eq!(keeper.job(|| true), Some(Job::Save(2)), "tried again");
        keeper.report(&Report::Saved(2, Ok(())));
        assert_eq!(keeper.storage(), Storage::Working);
    }

    #[test]
    fn what_changes_while_it_is_saved_is_saved_again() {
        let mut keeper = Keeper::new(1, None, 1, false);
        keeper.save();
        assert_eq!(keeper.job(|| true), Some(Job::Save(1)));
        keeper.save();
        keeper.report(&Report::Saved(1, Ok(())));
        assert!(keeper.owes());
        assert_eq!(keeper.job(|| true), Some(Job::Save(2)));
        keeper.report(&Report::Saved(2, Ok(())));
        assert!(!keeper.owes());
    }

    #[test]
    fn notes_between_two_matches_do_not_fill_the_journal() {
        let mut keeper = Keeper::new(1, Some(1), 5, false);
        let mut kind_of_next = |seq, report: Option<Tidied>| {
            if let Some(report) = report {
                keeper.report(&Report::Tidied(report));
            }
            keeper.keep(&Entry {
                seq,
                body: Body {
                    at: Instant::ZERO,
                    hash: 0,
                    line: Line::Record(Record::Note(Note::LostFall)),
                },
            });
            let Some(Job::Append { kind, .. }) = keeper.job(|| true) else {
                unreachable!("a line waits");
            };
            keeper.report(&Report::Appended(seq, Ok(())));
            kind
        };
        assert_eq!(kind_of_next(5, None), Kind::Entry);
        assert_eq!(kind_of_next(6, Some(Tidied::Short)), Kind::Begin);
        assert_eq!(kind_of_next(7, None), Kind::Entry);
    }

    #[test]
    fn a_sector_that_takes_nothing_is_not_erased_for_ever() {
        let mut keeper = Keeper::new(1, None, 1, false);
        keeper.save();
        for _ in 0..=KEPT_SECTORS {
            assert!(keeper.owes());
            keeper.report(&Report::Saved(1, Err(Failure::NeedsTidy)));
        }
        assert!(!keeper.owes());
        assert_eq!(keeper.storage(), Storage::Broken);
    }
}
