//! Tests of the journal writer: saves, kinds of lines, failed reads.

use super::*;
use crate::referee::{LineBody, Note};
use crate::time::Instant;

#[test]
fn settings_that_could_not_be_saved_are_told() {
    let mut writer = JournalWriter::new(1, None, 1, false);
    writer.save();
    assert_eq!(writer.job(|| true), Some(Job::Save(1)));
    writer.report(&Report::Saved(1, Err(StorageError::Broken)));
    assert_eq!(writer.storage(), StorageStatus::Broken);
    assert_eq!(
        writer.job(|| true),
        Some(Job::Reclaim),
        "the journal goes on"
    );

    writer.save();
    assert_eq!(writer.job(|| true), Some(Job::Save(2)), "tried again");
    writer.report(&Report::Saved(2, Ok(())));
    assert_eq!(writer.storage(), StorageStatus::Working);
}

#[test]
fn what_changes_while_it_is_saved_is_saved_again() {
    let mut writer = JournalWriter::new(1, None, 1, false);
    writer.save();
    assert_eq!(writer.job(|| true), Some(Job::Save(1)));
    writer.save();
    writer.report(&Report::Saved(1, Ok(())));
    assert!(writer.has_unsaved());
    assert_eq!(writer.job(|| true), Some(Job::Save(2)));
    writer.report(&Report::Saved(2, Ok(())));
    assert!(!writer.has_unsaved());
}

#[test]
fn notes_between_two_matches_do_not_fill_the_journal() {
    let mut writer = JournalWriter::new(1, Some(1), 5, false);
    let mut kind_of_next = |seq, report: Option<ReclaimReport>| {
        if let Some(report) = report {
            writer.report(&Report::Reclaimed(report));
        }
        // A session without a match has no snapshot.
        if writer.wants_snapshot() {
            writer.begin_snapshot();
        }
        writer.append(&JournalLine {
            seq,
            body: LineBody {
                at: Instant::ZERO,
                hash: 0,
                line: LineContent::Record(Record::Note(Note::LostFall)),
            },
        });
        let Some(Job::Append { kind, .. }) = writer.job(|| true) else {
            unreachable!("a line waits");
        };
        writer.report(&Report::Appended(seq, Ok(())));
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
fn a_line_that_cannot_be_read_now_is_not_gone() {
    let mut writer = JournalWriter::new(1, Some(1), 5, false);
    for found in [Err(StorageError::Broken), Ok(None)] {
        assert!(writer.has(2));
        assert_eq!(writer.line_or_fetch(2), None);
        assert_eq!(writer.job(|| false), Some(Job::Read(2)));
        writer.report(&Report::Read { from: 2, found });
    }
    assert!(!writer.has(2), "the flash was read and has no such line");
}

#[test]
fn a_sector_that_takes_nothing_is_not_erased_for_ever() {
    let mut writer = JournalWriter::new(1, None, 1, false);
    writer.save();
    for _ in 0..=CONFIG_SECTORS {
        assert!(writer.has_unsaved());
        writer.report(&Report::Saved(1, Err(StorageError::NeedsReclaim)));
    }
    assert!(!writer.has_unsaved());
    assert_eq!(writer.storage(), StorageStatus::Broken);
}
