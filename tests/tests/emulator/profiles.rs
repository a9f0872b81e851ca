//! One image for all boards: the stored calibration says which one it is on.

use crate::{ask, directory, image, resting, told};
use dohyo_tests::mock_flash::{MockFlash, now};
use host_tools::emulator::{Emulator, Until};
use rules_core::board::{Name, Profile};
use rules_core::journal::Tidied;
use rules_core::journal::calibration::BoardCalibrations;
use rules_core::sensing::calibration::{Calibration, migration};
use std::path::PathBuf;

/// The region CALIBRATION of memory.x, from the start of the flash.
const CALIBRATION: u32 = 0x1F_8000;

/// What the region holds after a board was calibrated.
fn calibrated(board: Name) -> PathBuf {
    let mut flash = MockFlash::<1>::new(8);
    let mut store = now(BoardCalibrations::open(&mut flash, 0, 1)).expect("a region");
    while now(store.tidy(&mut flash)).expect("an erase") == Tidied::Erased {}
    let calibration = migration::Stored::V2(Calibration::nominal(Profile::of(board)));
    let bytes = postcard::to_allocvec(&calibration).expect("bytes");
    now(store.save(&mut flash, &bytes)).expect("room");
    let file = directory("profiles").join(format!("{board}.bin"));
    std::fs::write(&file, flash.bytes()).expect("the region");
    file
}

fn runs_on(board: Name) {
    let Some(image) = image() else { return };
    let region = calibrated(board);
    let mut pico = Emulator::start(image, board, &[(CALIBRATION, &region)]).expect("an emulator");
    pico.feed(&resting(board, board.word()))
        .expect("frames to feed");
    pico.run(2_000, Until::Ready).expect("a boot");
    let run = pico.run(300, Until::Over).expect("a run");
    let (curtain, hall) = (run.counts.curtain, run.counts.hall);
    assert_eq!((curtain.wrong, curtain.lost), (0, 0), "{board}");
    assert_eq!((hall.wrong, hall.lost), (0, 0), "{board}");
    let profile = Profile::of(board);
    // What came within an erase at the end is still to be handed over.
    let expected = 230_000 / profile.hall.period().0;
    assert!(
        hall.compared >= expected,
        "{board}: {} scans",
        hall.compared
    );
    assert_eq!(curtain.compared > 570, profile.curtain.is_some(), "{board}");
    let report = ask(&mut pico, "report", 500).expect("an answer");
    assert_eq!(told(&report, "board"), board.word());
}

#[test]
fn runs_on_the_cheap_ring() {
    runs_on(Name::RingLite);
}

#[test]
fn runs_on_the_hexagonal_grid() {
    runs_on(Name::GridHex);
}
