//! Laws of the stored calibrations: the last one and the one before it stay.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "what is not there fails the test"
)]

use proptest::collection::vec;
use proptest::prelude::*;
use rules_core::journal::settings_store::{Generation, PAYLOAD_MAX, SettingsStore};
use rules_core::journal::{AppendError, Reclaimed};
use virtual_ring::mock_flash::{MockFlash, SECTOR, Tear, now};

type Small = SettingsStore<4>;
type Flash = MockFlash<4>;

fn opened(flash: &mut Flash) -> Small {
    flash.power_up();
    now(Small::open(flash, 0, 1)).unwrap()
}

/// The latest and the previous one.
fn both(store: &mut Small, flash: &mut Flash) -> [Option<Vec<u8>>; 2] {
    [Generation::Latest, Generation::Previous]
        .map(|which| now(store.load(flash, which, |r| r.payload.to_vec())).unwrap())
}

fn last_two(saved: &[Vec<u8>]) -> [Option<Vec<u8>>; 2] {
    [1, 2].map(|back| saved.len().checked_sub(back).map(|at| saved[at].clone()))
}

fn tear() -> impl Strategy<Value = Tear> {
    prop_oneof![
        (0..1100usize, any::<u8>()).prop_map(|(count, bits)| Tear::Bytes(count, bits)),
        (0..=SECTOR).prop_map(Tear::ErasedFront),
        (0..=SECTOR).prop_map(Tear::ErasedBack),
        any::<u64>().prop_map(Tear::Sprinkled),
        Just(Tear::Done),
    ]
}

proptest! {
    /// Each is saved after a reclaim, and the power may go within any of it.
    #[test]
    fn the_last_two_stay_whatever_the_power_does(
        rounds in vec((0..=PAYLOAD_MAX, any::<u8>(), 0..12u64, tear()), 1..60),
    ) {
        let mut flash = Flash::new(4);
        let mut saved: Vec<Vec<u8>> = Vec::new();
        for (length, byte, after, tear) in rounds {
            let mut store = opened(&mut flash);
            prop_assert_eq!(both(&mut store, &mut flash), last_two(&saved));
            flash.cut_after(after, tear);
            let calibration = vec![byte; length];
            let done = loop {
                match now(store.reclaim(&mut flash)) {
                    Ok(Reclaimed::Erased) => {}
                    Ok(Reclaimed::Done | Reclaimed::Short) => {
                        break now(store.save(&mut flash, &calibration));
                    }
                    Err(fault) => break Err(AppendError::Flash(fault)),
                }
            };
            match done {
                Ok(()) => saved.push(calibration),
                // It may be there or not; the ones before it are.
                Err(AppendError::Flash(_)) => {
                    let mut store = opened(&mut flash);
                    let mut with = saved.clone();
                    with.push(calibration);
                    let found = both(&mut store, &mut flash);
                    if found == last_two(&with) {
                        saved = with;
                    }
                    prop_assert_eq!(found, last_two(&saved));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}

#[test]
fn there_is_room_for_three_after_a_reclaim() {
    let mut flash = Flash::new(4);
    let mut store = opened(&mut flash);
    for _ in 0..50 {
        while now(store.reclaim(&mut flash)) != Ok(Reclaimed::Done) {}
        for _ in 0..3 {
            now(store.save(&mut flash, &[5; PAYLOAD_MAX])).unwrap();
        }
    }
}

#[test]
fn an_empty_region_holds_none() {
    let mut flash = Flash::new(4);
    let mut store = opened(&mut flash);
    assert_eq!(both(&mut store, &mut flash), [None, None]);
}

#[test]
fn the_previous_one_can_be_saved_again() {
    let mut flash = Flash::new(4);
    let mut store = opened(&mut flash);
    while now(store.reclaim(&mut flash)) != Ok(Reclaimed::Done) {}
    for calibration in [b"good", b"bad!"] {
        now(store.save(&mut flash, calibration)).unwrap();
    }
    let good = now(store.load(&mut flash, Generation::Previous, |r| r.payload.to_vec()))
        .unwrap()
        .unwrap();
    now(store.save(&mut flash, &good)).unwrap();
    let expected = [b"good", b"bad!"].map(|c| Some(c.to_vec()));
    assert_eq!(both(&mut opened(&mut flash), &mut flash), expected);
}

#[test]
fn the_last_two_stay_when_half_of_the_sectors_are_bad() {
    let mut flash = Flash::new(4);
    for sector in [1, 2] {
        flash.wear(sector * SECTOR, 0);
    }
    let mut store = opened(&mut flash);
    let mut saved: Vec<Vec<u8>> = Vec::new();
    for round in 0..20u8 {
        while now(store.reclaim(&mut flash)) == Ok(Reclaimed::Erased) {}
        assert_eq!(both(&mut store, &mut flash), last_two(&saved));
        let calibration = vec![round; PAYLOAD_MAX];
        match now(store.save(&mut flash, &calibration)) {
            Ok(()) => saved.push(calibration),
            Err(error) => assert_eq!(error, AppendError::Full),
        }
    }
    assert_eq!(store.health().bad, 2);
    assert!(saved.len() >= 3);
}
