//! Flash contents of a board that has been in use. Factory-new flash would be erased
//! during the first seconds.

use rules_core::board::BoardId;
use rules_core::panel::quick_match;
use rules_core::player::Players;
use rules_core::referee::{AnyGame, Command, Policies};
use rules_core::ring::flash_store::{FlashStore, Regions};
use rules_core::ring::{Input, Job, ReclaimReport, Report, Ring, StorageError, StoredConfig};
use rules_core::time::{Instant, Span};
use rules_core::wire::BootReason;
use virtual_ring::in_process::{REGIONS, SECTORS};
use virtual_ring::mock_flash::{MockFlash, now};

/// Address of the journal region, which the settings region follows.
pub const AT: u32 = Regions::PICO.journal;

/// Flash of the chip, which writes single bytes: that determines the layout of the
/// records.
type ChipFlash = MockFlash<1>;

/// Returns the contents of both flash regions: erased, with the settings of a board.
#[must_use]
pub fn prepared(board: BoardId) -> Vec<u8> {
    let mut flash = ChipFlash::new(SECTORS);
    if let Ok(mut store) = now(FlashStore::open(&mut flash, REGIONS)) {
        save_settings(&mut flash, &mut store, board);
    }
    flash.bytes().to_vec()
}

/// Returns the contents of both flash regions after so many matches that the journal has
/// used every sector: the next match needs erased ones.
#[must_use]
pub fn played_full(board: BoardId) -> Vec<u8> {
    let mut flash = ChipFlash::new(SECTORS);
    if let Ok(mut store) = now(FlashStore::open(&mut flash, REGIONS)) {
        save_settings(&mut flash, &mut store, board);
        fill_journal(&mut flash, &mut store, board);
    }
    flash.bytes().to_vec()
}

/// Returns the contents of both flash regions at the moment at which a match runs and the
/// ring erases its oldest journal lines, and that match. After boot the ring erases them as
/// soon as it may.
#[must_use]
pub fn about_to_erase(board: BoardId) -> Option<(Vec<u8>, AnyGame)> {
    let game = quick_match::game(Players::Two, quick_match::DEFAULT_LAYOUTS[Players::Two])?;
    let mut flash = ChipFlash::new(SECTORS);
    let mut store = now(FlashStore::open(&mut flash, REGIONS)).ok()?;
    save_settings(&mut flash, &mut store, board);
    let mut ring = Box::new(Ring::new(
        &StoredConfig::new(board),
        BootReason::PowerUp,
        "",
    ));
    let mut at = Instant::ZERO;
    loop {
        at += Span::millis(1_000);
        ring.begin(at, &game, Policies::DEFAULT).ok()?;
        let mut before = flash.bytes().to_vec();
        while let Some(job) = ring.job() {
            if matches!(job, Job::Reclaim) {
                before = flash.bytes().to_vec();
            }
            let report = now(store.execute(&mut flash, &job, &ring.config_bytes()));
            if is_erased(&report) {
                return Some((before, game));
            }
            ring.step(at, Input::Storage(&report));
        }
        ring.command_from_table(at, &Command::Abort).ok()?;
        while let Some(job) = ring.job() {
            let report = now(store.execute(&mut flash, &job, &ring.config_bytes()));
            ring.step(at, Input::Storage(&report));
        }
    }
}

/// True if a report says that journal lines were erased.
const fn is_erased(report: &Report) -> bool {
    matches!(report, Report::Reclaimed(ReclaimReport::Erased { first }) if *first > 0)
}

fn save_settings(flash: &mut ChipFlash, store: &mut FlashStore, board: BoardId) {
    let kept = StoredConfig::new(board).to_bytes();
    let mut work = |job| now(store.execute(flash, &job, &kept));
    while let Report::Reclaimed(ReclaimReport::Erased { .. }) = work(Job::Reclaim) {}
    while let Report::Saved(_, Err(StorageError::NeedsReclaim)) = work(Job::Save(0)) {}
}

/// Begins and aborts matches until the journal erases its first lines.
fn fill_journal(flash: &mut ChipFlash, store: &mut FlashStore, board: BoardId) {
    let layout = quick_match::DEFAULT_LAYOUTS[Players::Two];
    let Some(game) = quick_match::game(Players::Two, layout) else {
        return;
    };
    let config = StoredConfig::new(board);
    let mut ring = Box::new(Ring::new(&config, BootReason::PowerUp, ""));
    let mut at = Instant::ZERO;
    let mut is_full = false;
    while !is_full {
        at += Span::millis(1_000);
        let is_aborted = ring.begin(at, &game, Policies::DEFAULT).is_ok()
            && ring.command_from_table(at, &Command::Abort).is_ok();
        if !is_aborted {
            return;
        }
        while let Some(job) = ring.job() {
            let report = now(store.execute(flash, &job, &ring.config_bytes()));
            is_full |= is_erased(&report);
            ring.step(at, Input::Storage(&report));
        }
    }
}
