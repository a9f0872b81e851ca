//! Laws of the journal over any sequence of appends, tidies, restarts and cuts.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "what is not there fails the test"
)]

use dohyo_tests::journal_model::{Kept, Played, SECTORS, Small, opened, reclaim_all, shown};
use proptest::collection::vec;
use proptest::prelude::*;
use rules_core::journal::store::PAYLOAD_MAX;
use rules_core::journal::{AppendError, Reclaimed, RecordKind, RegionHealth};
use std::ops::ControlFlow;
use std::task::Poll;
use virtual_ring::mock_flash::{MockFlash, SECTOR, Tear, now, poll_once};

#[derive(Debug, Clone)]
enum Step {
    Append(RecordKind, Vec<u8>),
    Reclaim,
    Restart,
    /// The power goes within the write or erase after so many.
    Cut(u64, Tear),
}

fn tear() -> impl Strategy<Value = Tear> {
    let bytes = 0..=SECTOR;
    prop_oneof![
        (0..220usize, any::<u8>()).prop_map(|(count, bits)| Tear::Bytes(count, bits)),
        bytes.clone().prop_map(Tear::ErasedFront),
        bytes.clone().prop_map(Tear::ErasedBack),
        bytes.prop_map(Tear::Zeroed),
        (0..50usize, any::<u64>()).prop_map(|(count, seed)| Tear::ErasedBut(count, seed)),
        any::<u64>().prop_map(Tear::Sprinkled),
        Just(Tear::Done),
    ]
}

fn append() -> impl Strategy<Value = Step> {
    let kind = prop_oneof![
        1 => Just(RecordKind::Begin),
        2 => Just(RecordKind::Snapshot),
        20 => Just(RecordKind::Entry),
    ];
    let payload = prop_oneof![
        vec(any::<u8>(), 0..40),
        vec(any::<u8>(), PAYLOAD_MAX..=PAYLOAD_MAX),
        Just(vec![0xff; 64]),
        Just(vec![0; 64]),
    ];
    (kind, payload).prop_map(|(kind, payload)| Step::Append(kind, payload))
}

fn calm() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        20 => append(),
        3 => Just(Step::Reclaim),
        1 => Just(Step::Restart),
    ];
    vec(step, 1..300)
}

fn stormy() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        12 => append(),
        3 => Just(Step::Reclaim),
        1 => Just(Step::Restart),
        2 => (0..20u64, tear()).prop_map(|(after, tear)| Step::Cut(after, tear)),
    ];
    vec(step, 1..300)
}

/// Takes these steps, and starts again with power.
fn after<const WORD: usize>(steps: Vec<Step>) -> Played<WORD> {
    let mut played = Played::new();
    for step in steps {
        take(&mut played, step);
    }
    played.restart();
    played
}

fn take<const WORD: usize>(played: &mut Played<WORD>, step: Step) {
    match step {
        Step::Append(kind, payload) => match played.append(kind, &payload) {
            Ok(()) => {}
            Err(AppendError::NeedsReclaim) => played.reclaim(),
            // The running match is too long: all from the start.
            Err(AppendError::Full) => *played = Played::new(),
            Err(AppendError::Flash(_)) => played.restart_and_check(),
            Err(error) => panic!("{error}"),
        },
        Step::Reclaim => played.reclaim(),
        Step::Restart => played.restart_and_check(),
        Step::Cut(after, tear) => played.flash.cut_after(after, tear),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_appended_is_there_after_any_cuts(steps in stormy()) {
        let mut played = after::<4>(steps);
        let shown = played.shown();
        played.model.check(shown);
    }

    #[test]
    fn a_flash_read_byte_by_byte_does_as_well(steps in stormy()) {
        let mut played = after::<1>(steps);
        let shown = played.shown();
        played.model.check(shown);
    }

    #[test]
    fn without_cuts_nothing_is_missing_dirty_or_bad(steps in calm()) {
        let played = after::<4>(steps);
        prop_assert_eq!(played.journal.health(), RegionHealth::default());
    }

    #[test]
    fn a_restart_changes_nothing(steps in stormy()) {
        let mut played = after::<4>(steps);
        let (shown, running) = (played.shown(), played.journal.running());
        let bytes = played.flash.bytes().to_vec();
        played.restart();
        prop_assert_eq!(played.flash.bytes(), &bytes[..]);
        prop_assert_eq!(played.journal.running(), running);
        prop_assert_eq!(played.shown(), shown);
    }

    #[test]
    fn after_reclaiming_the_reserve_is_there(steps in stormy()) {
        let mut played = after::<4>(steps);
        if reclaim_all(&mut played.journal, &mut played.flash) == Reclaimed::Done {
            prop_assert!(played.journal.room() >= Small::RESERVED);
            for _ in 0..Small::RESERVED {
                let appended = now(played.journal.append(
                    &mut played.flash,
                    RecordKind::Begin,
                    &[7; PAYLOAD_MAX],
                ));
                prop_assert!(appended.is_ok());
            }
        }
    }

    #[test]
    fn a_running_match_goes_on_after_its_last_snapshot(steps in stormy()) {
        let mut played = after::<4>(steps);
        let running = played.model.running();
        let from = running.iter().rposition(|k| k.kind == RecordKind::Snapshot).unwrap_or(0);
        let expected = running.get(from..).unwrap_or_default().to_vec();
        let mut resumed: Vec<Kept> = Vec::new();
        now(played.journal.resume(&mut played.flash, |r| resumed.push(r.into()))).unwrap();
        prop_assert_eq!(resumed, expected);
    }

    #[test]
    fn reading_starts_at_any_number(steps in stormy(), at in any::<prop::sample::Index>()) {
        let mut played = after::<4>(steps);
        let all = played.shown();
        let from = all.first().map_or(0, |k| k.number) + at.index(all.len() + 1) as u32;
        let mut read: Vec<Kept> = Vec::new();
        now(played.journal.read(&mut played.flash, from, |record| {
            read.push(record.into());
            ControlFlow::Continue(())
        })).unwrap();
        let expected: Vec<Kept> = all.into_iter().filter(|k| k.number >= from).collect();
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn matches_put_together_are_the_journal(steps in stormy()) {
        let mut played = after::<4>(steps);
        let mut begins = Vec::new();
        now(played.journal.matches(&mut played.flash, |r| begins.push(r.number))).unwrap();
        let mut all: Vec<Kept> = Vec::new();
        for begin in begins {
            now(played.journal.read_match(&mut played.flash, begin, |r| all.push(r.into()))).unwrap();
        }
        prop_assert_eq!(all, played.shown());
    }

    #[test]
    fn bits_that_take_no_zero_lose_nothing(
        worn in vec((0..SECTORS * SECTOR, 0..8u32), 0..200),
        steps in calm(),
    ) {
        let mut played = Played::<4>::new();
        for (byte, bit) in worn {
            played.flash.wear(byte, bit);
        }
        for step in steps {
            if let Step::Append(kind, payload) = step {
                match played.append(kind, &payload) {
                    Ok(()) => {}
                    Err(AppendError::NeedsReclaim) => played.reclaim(),
                    Err(AppendError::Full | AppendError::Worn) => break,
                    Err(error) => panic!("{error}"),
                }
            } else {
                played.restart_and_check();
            }
        }
    }

    /// Each time, whoever waits for an append stops waiting after so many
    /// operations of the flash.
    #[test]
    fn an_append_that_is_given_up_is_there_or_not(
        rounds in vec((0..4u64, 0..PAYLOAD_MAX, any::<u8>()), 1..100),
    ) {
        let mut played = Played::<4>::new();
        prop_assert_eq!(played.append(RecordKind::Begin, b""), Ok(()));
        for (after, length, byte) in rounds {
            reclaim_all(&mut played.journal, &mut played.flash);
            played.flash.stall_after(after);
            let payload = vec![byte; length];
            let number = played.model.kept.last().unwrap().number + 1;
            let waited = poll_once(played.journal.append(&mut played.flash, RecordKind::Begin, &payload));
            played.flash.power_up();
            let kept = Kept { number, kind: RecordKind::Begin, payload };
            match waited {
                Poll::Ready(appended) => {
                    prop_assert_eq!(appended, Ok(number));
                    played.model.kept.push(kept);
                }
                Poll::Pending => played.model.in_flight = Some(kept),
            }
            let shown = match after {
                // Without a restart as well as after it.
                0 => shown(&mut opened::<4, 6, 2>(&mut played.flash.clone()), &mut played.flash),
                _ => played.shown(),
            };
            let from = shown.first().unwrap().number;
            played.model.kept.retain(|k| k.number >= from);
            played.model.check(shown);
        }
    }

    #[test]
    fn any_region_can_be_opened_and_made_usable(
        seed in any::<u64>(),
        blank in vec(any::<bool>(), SECTORS),
    ) {
        let mut lots = rules_core::rng::Rng::new(seed);
        let bytes = blank.into_iter().flat_map(|blank| {
            (0..SECTOR).map(|_| if blank { 0xff } else { lots.next_u64() as u8 }).collect::<Vec<u8>>()
        }).collect();
        let mut flash = MockFlash::<4>::holding(bytes);
        let mut journal: Small = opened(&mut flash);
        prop_assert_eq!(shown(&mut journal, &mut flash), []);
        prop_assert_eq!(reclaim_all(&mut journal, &mut flash), Reclaimed::Done);
        prop_assert_eq!(now(journal.append(&mut flash, RecordKind::Begin, b"first")), Ok(1));
    }

    #[test]
    fn a_rotten_byte_lets_nothing_new_appear(
        steps in calm(),
        byte in 0..SECTORS * SECTOR,
        mask in 1..=255u8,
    ) {
        let mut played = after::<4>(steps);
        let before = played.shown();
        played.flash.rot(byte, mask);
        played.restart();
        let after = played.shown();
        let mut rest = before.iter();
        prop_assert!(after.iter().all(|kept| rest.any(|k| k == kept)));
    }
}
