//! The journal at its edges: full, worn alike, old and new formats.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "what is not there fails the test"
)]

use dohyo_tests::journal_model::{FORMAT, Played, SECTORS, Small, fresh, opened, reclaim_all};
use rules_core::journal::store::{BoardJournal, PAYLOAD_MAX};
use rules_core::journal::{AppendError, Reclaimed, RecordKind};
use virtual_ring::mock_flash::{MockFlash, SECTOR, now};

#[test]
fn a_board_takes_200_records_between_two_tidies() {
    const { assert!(BoardJournal::RESERVED >= 200) }
}

#[test]
fn payloads_have_a_length_limit() {
    let mut played = Played::<4>::new();
    let long = [0; PAYLOAD_MAX + 1];
    let refused = now(played
        .journal
        .append(&mut played.flash, RecordKind::Begin, &long));
    let error = AppendError::TooLong {
        length: 225,
        most: 224,
    };
    assert_eq!(refused, Err(error));
}

#[test]
fn nothing_comes_before_the_first_match() {
    let mut played = Played::<4>::new();
    let refused = now(played
        .journal
        .append(&mut played.flash, RecordKind::Entry, b"?"));
    assert_eq!(refused, Err(AppendError::NoMatch));
}

#[test]
fn a_newer_format_is_refused_and_left_alone() {
    let mut flash = fresh::<4>();
    let mut journal = now(Small::open(&mut flash, 0, FORMAT + 2)).unwrap();
    now(journal.append(&mut flash, RecordKind::Begin, b"from the future")).unwrap();
    let bytes = flash.bytes().to_vec();
    let refused = now(Small::open(&mut flash, 0, FORMAT)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "what is stored was written by a newer program (format 3, this one knows up to 1): \
         update the program, or wipe the region and lose what it holds"
    );
    assert_eq!(flash.bytes(), bytes);
}

#[test]
fn an_older_format_is_read_as_what_it_is() {
    let mut flash = fresh::<4>();
    let mut old: Small = opened(&mut flash);
    now(old.append(&mut flash, RecordKind::Begin, b"old")).unwrap();
    let mut new = now(Small::open(&mut flash, 0, FORMAT + 1)).unwrap();
    now(new.append(&mut flash, RecordKind::Begin, b"new")).unwrap();
    let mut formats = Vec::new();
    now(new.matches(&mut flash, |r| formats.push((r.format, r.payload.to_vec())))).unwrap();
    assert_eq!(
        formats,
        [(FORMAT, b"old".to_vec()), (FORMAT + 1, b"new".to_vec())]
    );
}

#[test]
fn a_wiped_region_forgets_the_future() {
    let mut flash = fresh::<4>();
    let mut newer = now(Small::open(&mut flash, 0, 200)).unwrap();
    now(newer.append(&mut flash, RecordKind::Begin, b"from the future")).unwrap();
    let mut journal = Small::wiped(0, FORMAT);
    assert_eq!(now(journal.reclaim(&mut flash)), Ok(Reclaimed::Erased));
    let early = now(journal.append(&mut flash, RecordKind::Begin, b"now"));
    assert_eq!(early, Err(AppendError::NeedsReclaim));
    assert_eq!(reclaim_all(&mut journal, &mut flash), Reclaimed::Done);
    assert_eq!(
        now(journal.append(&mut flash, RecordKind::Begin, b"now")),
        Ok(1)
    );
    assert!(now(Small::open(&mut flash, 0, FORMAT)).is_ok());
}

#[test]
fn a_region_must_be_whole_sectors_of_the_flash() {
    let mut flash = MockFlash::<4>::new(SECTORS);
    for start in [4, 2048, SECTOR as u32, u32::MAX - 4095] {
        let refused = now(Small::open(&mut flash, start, FORMAT));
        assert!(refused.is_err(), "{start}");
    }
}

#[test]
fn a_match_that_fills_the_region_is_kept_to_its_last_record() {
    let mut played = Played::<4>::new();
    let mut kind = RecordKind::Begin;
    let mut first_short = None;
    let error = loop {
        let reclaimed = reclaim_all(&mut played.journal, &mut played.flash);
        if reclaimed == Reclaimed::Short && first_short.is_none() {
            first_short = Some(played.journal.room());
        }
        match played.append(kind, &[3; PAYLOAD_MAX]) {
            Ok(()) => kind = RecordKind::Entry,
            Err(error) => break error,
        }
    };
    assert_eq!(error, AppendError::Full);
    // 6 sectors of 16 records; Short came with one sector less than the reserve.
    assert_eq!(played.model.kept.len(), 96);
    assert_eq!(first_short, Some(16));
    played.restart_and_check();
}

#[test]
fn a_long_match_that_begins_anew_when_room_is_short_never_ends() {
    let mut played = Played::<4>::new();
    let mut kind = RecordKind::Begin;
    for _ in 0..2000 {
        assert_eq!(played.append(kind, &[3; PAYLOAD_MAX]), Ok(()));
        kind = match reclaim_all(&mut played.journal, &mut played.flash) {
            Reclaimed::Short => RecordKind::Begin,
            Reclaimed::Done | Reclaimed::Erased => RecordKind::Entry,
        };
        let shown = played.shown();
        played.model.check_reclaimed(shown);
    }
}

#[test]
fn sectors_wear_alike() {
    let mut played = Played::<4>::new();
    for index in 0..5000 {
        let kind = match index % 30 {
            0 => RecordKind::Begin,
            _ => RecordKind::Entry,
        };
        now(played.journal.append(&mut played.flash, kind, &[9; 80])).unwrap();
        reclaim_all(&mut played.journal, &mut played.flash);
    }
    let erases = played.flash.erases();
    let (least, most) = (erases.iter().min().unwrap(), erases.iter().max().unwrap());
    println!("erases by sector: {erases:?}");
    assert!(*least > 10 && most - least <= 1);
}

#[test]
fn several_past_matches_are_kept() {
    let mut played = Played::<4>::new();
    for index in 0..2000 {
        let kind = match index % 30 {
            0 => RecordKind::Begin,
            _ => RecordKind::Entry,
        };
        now(played.journal.append(&mut played.flash, kind, &[9; 80])).unwrap();
        reclaim_all(&mut played.journal, &mut played.flash);
        let mut matches = 0;
        now(played.journal.matches(&mut played.flash, |_| matches += 1)).unwrap();
        // At least three sectors are full of 40 records each.
        assert!(
            matches >= (index / 30 + 1).min(3),
            "{matches} after {index}"
        );
    }
}

#[test]
fn resuming_reads_only_from_the_snapshot_on() {
    let mut played = Played::<4>::new();
    let mut kind = RecordKind::Begin;
    while played.journal.room() > 0 {
        now(played.journal.append(&mut played.flash, kind, &[9; 80])).unwrap();
        kind = RecordKind::Entry;
    }
    now(played
        .journal
        .append(&mut played.flash, RecordKind::Snapshot, &[9; 80]))
    .unwrap();
    played.restart();
    let before = played.flash.done().read_bytes;
    let mut resumed = 0;
    now(played.journal.resume(&mut played.flash, |_| resumed += 1)).unwrap();
    let read = played.flash.done().read_bytes - before;
    assert_eq!(resumed, 1);
    assert!(read <= SECTOR as u64 + 16, "{read} bytes");
}

#[test]
fn a_sector_that_lost_its_blankness_is_erased_again() {
    let mut flash = fresh::<4>();
    flash.rot(3 * SECTOR + 2000, 1);
    let mut journal: Small = opened(&mut flash);
    assert_eq!(journal.health().dirty, 1);
    assert_eq!(reclaim_all(&mut journal, &mut flash), Reclaimed::Done);
    assert_eq!(journal.health().dirty, 0);
}
