//! Flash contents of a board that has been in use. Factory-new flash would be erased
//! during the first seconds.

use rules_core::board::BoardId;
use rules_core::ring::flash_store::{FlashStore, Regions};
use rules_core::ring::{Job, ReclaimReport, Report, StorageError, StoredConfig};
use virtual_ring::in_process::{REGIONS, SECTORS};
use virtual_ring::mock_flash::{MockFlash, now};

/// Address of the journal region, which the settings region follows.
pub const AT: u32 = Regions::PICO.journal;

/// Returns the contents of both flash regions: erased, with the settings of a board. The
/// chip writes single bytes, which determines the layout of the records.
#[must_use]
pub fn prepared(board: BoardId) -> Vec<u8> {
    let mut flash = MockFlash::<1>::new(SECTORS);
    if let Ok(mut store) = now(FlashStore::open(&mut flash, REGIONS)) {
        let kept = StoredConfig::new(board).to_bytes();
        let mut work = |job| now(store.execute(&mut flash, &job, &kept));
        while let Report::Reclaimed(ReclaimReport::Erased { .. }) = work(Job::Reclaim) {}
        while let Report::Saved(_, Err(StorageError::NeedsReclaim)) = work(Job::Save(0)) {}
    }
    flash.bytes().to_vec()
}
