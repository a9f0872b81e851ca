//! The power goes within every single write and erase of a long workload.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "what is not there fails the test"
)]

use dohyo_tests::journal_model::{Model, SECTORS, Small, fresh, opened, shown};
use rules_core::journal::{AppendError, RecordKind, RegionHealth};
use rules_core::rng::Rng;
use virtual_ring::mock_flash::{MockFlash, Operation, SECTOR, Tear, now};

type Flash = MockFlash<4>;

#[derive(Debug, Clone)]
enum Step {
    Append(RecordKind, Vec<u8>),
    Reclaim,
}

/// Matches of 20 to 60 records with snapshots, of all lengths; a reclaim between.
fn workload(appends: usize) -> Vec<Step> {
    let mut lots = Rng::new(5);
    let mut steps = Vec::new();
    let mut left = 0;
    for _ in 0..appends {
        let kind = if left == 0 {
            left = 20 + lots.below(40);
            RecordKind::Begin
        } else if lots.below(8) == 0 {
            RecordKind::Snapshot
        } else {
            RecordKind::Entry
        };
        left -= 1;
        let length = if lots.below(2) == 0 {
            200
        } else {
            lots.below(60)
        };
        let payload = (0..length).map(|_| lots.next_u64() as u8).collect();
        steps.push(Step::Append(kind, payload));
        if lots.below(6) == 0 {
            steps.push(Step::Reclaim);
        }
    }
    steps
}

/// Takes the step; an error if the power went.
fn take(step: &Step, model: &mut Model, journal: &mut Small, flash: &mut Flash) -> Result<(), ()> {
    match step {
        Step::Append(kind, payload) => match model.append(journal, flash, *kind, payload) {
            Ok(()) => Ok(()),
            Err(AppendError::NeedsReclaim) => {
                now(journal.reclaim(flash)).map(|_| ()).map_err(|_| ())?;
                model.check_reclaimed(shown(journal, flash));
                take(step, model, journal, flash)
            }
            Err(AppendError::Flash(_)) => Err(()),
            Err(error) => panic!("{error}"),
        },
        Step::Reclaim => {
            now(journal.reclaim(flash)).map_err(|_| ())?;
            model.check_reclaimed(shown(journal, flash));
            Ok(())
        }
    }
}

/// Power is back: everything is there, and it goes on for some `more` records.
fn recovers(mut model: Model, mut flash: Flash, more: usize) {
    flash.power_up();
    let mut journal: Small = opened(&mut flash);
    if model.in_flight.is_some() {
        model.check(shown(&mut journal, &mut flash));
    } else {
        model.check_reclaimed(shown(&mut journal, &mut flash));
    }
    let kind = match model.kept.is_empty() {
        true => RecordKind::Begin,
        false => RecordKind::Entry,
    };
    let mut take = |step| take(&step, &mut model, &mut journal, &mut flash);
    take(Step::Append(kind, vec![1; 9])).unwrap();
    for _ in 0..SECTORS {
        take(Step::Reclaim).unwrap();
    }
    for _ in 0..more {
        take(Step::Append(RecordKind::Entry, vec![2; 200])).unwrap();
    }
    assert_eq!(journal.health(), RegionHealth::default());
    model.check(shown(&mut opened::<4, 6, 2>(&mut flash), &mut flash));
}

/// How many times the power was cut.
#[derive(Debug, Default)]
struct Cuts {
    writes: u32,
    erases: u32,
}

/// Cuts in each write and erase of each step, torn in each of these ways.
fn cut_everywhere(steps: &[Step], mut tears: impl FnMut(Operation) -> Vec<Tear>) -> Cuts {
    let mut flash: Flash = fresh();
    let mut model = Model::default();
    let mut cuts = Cuts::default();
    for step in steps {
        flash.take_operations();
        let (mut done, mut after) = (flash.clone(), model.clone());
        take(step, &mut after, &mut opened(&mut done), &mut done).unwrap();
        for (index, operation) in done.take_operations().into_iter().enumerate() {
            for tear in tears(operation) {
                let (mut flash, mut model) = (flash.clone(), model.clone());
                let mut journal = opened(&mut flash);
                flash.cut_after(index as u64, tear);
                take(step, &mut model, &mut journal, &mut flash).unwrap_err();
                match operation {
                    Operation::Write(_) => {
                        cuts.writes += 1;
                        recovers(model, flash, 3);
                    }
                    // On until what was being erased is written again.
                    Operation::Erase => {
                        cuts.erases += 1;
                        recovers(model, flash, 40);
                    }
                }
            }
        }
        (flash, model) = (done, after);
    }
    println!("{cuts:?}");
    cuts
}

/// Half of the bits of a byte.
const HALF: u8 = 0b1010_0101;

#[test]
fn nothing_is_lost_wherever_a_write_is_cut() {
    let mut lots = Rng::new(6);
    let cuts = cut_everywhere(&workload(300), |operation| match operation {
        Operation::Erase => vec![],
        // Markers and heads of items, at every byte.
        Operation::Write(length @ ..=8) => (0..length)
            .map(|count| Tear::Bytes(count, if lots.below(2) == 0 { HALF } else { 0 }))
            .chain([Tear::Done])
            .collect(),
        Operation::Write(length) => [0, 1, 4, 8, 12, length - 1]
            .into_iter()
            .chain([lots.below(length as u32) as usize])
            .map(|count| Tear::Bytes(count, HALF))
            .chain([Tear::Done])
            .collect(),
    });
    assert!(cuts.writes > 5_000);
}

#[test]
fn nothing_is_lost_wherever_an_erase_is_cut() {
    let mut seed = 0;
    let cuts = cut_everywhere(&workload(1500), |operation| match operation {
        Operation::Write(_) => vec![],
        Operation::Erase => [
            1,
            2,
            4,
            5,
            8,
            100,
            1000,
            2048,
            4000,
            SECTOR - 12,
            SECTOR - 1,
        ]
        .into_iter()
        .flat_map(|count| {
            seed += 1;
            [
                Tear::ErasedFront(count),
                Tear::ErasedBack(count),
                Tear::Zeroed(count),
                Tear::ErasedBut(count, seed),
                Tear::Sprinkled(seed),
            ]
        })
        .chain([Tear::Bytes(0, 0), Tear::Done])
        .collect(),
    });
    assert!(cuts.erases > 2_000);
}

#[test]
#[ignore = "minutes even when optimised: cargo test --release -- --ignored"]
fn nothing_is_lost_at_any_byte_of_any_write() {
    let cuts = cut_everywhere(&workload(400), |operation| match operation {
        Operation::Erase => vec![],
        Operation::Write(length) => (0..length)
            .flat_map(|count| [Tear::Bytes(count, 0), Tear::Bytes(count, HALF)])
            .chain([Tear::Done])
            .collect(),
    });
    assert!(cuts.writes > 50_000);
}
