//! Storage task: keeps matches, settings and calibrations in flash and executes one job
//! of the ring at a time.
//!
//! The RP2040 runs its program from the same flash. While a page is written or a sector
//! is erased no code runs, but the DMA continues to read the sensors. A page takes 0.4 to
//! 3 ms, a sector 45 to 400 ms; the ring requests an erase only while no push that counts
//! can be under way.

use crate::board::FLASH_BYTES;
use crate::channels::{ENGINE_INPUTS, EngineInput, FLASH_ORDER, FlashOrder};
use defmt::{error, warn};
use embassy_embedded_hal::adapter::BlockingAsync;
use embassy_futures::block_on;
use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, Flash};
use embassy_rp::peripherals::FLASH;
use rules_core::board::BoardId;
use rules_core::journal::settings_store::Generation;
use rules_core::ring::flash_store::{FlashStore, Regions};
use rules_core::ring::{Job, ReclaimReport, Replay, Report, StorageError, StoredConfig};
use static_cell::StaticCell;

type FlashChip = BlockingAsync<Flash<'static, FLASH, Blocking, FLASH_BYTES>>;

/// Flash chip and the index of its contents.
pub struct Storage {
    chip: FlashChip,
    /// Index of the flash contents; `None` if the flash cannot be read or was written by a
    /// newer program, and is then left unchanged.
    shelf: Option<FlashStore>,
}

// The flash driver is blocking and never returns `Pending`, so `block_on` polls each
// future once. Values read at boot lie on the stack instead of in a task, which is never
// freed.
impl Storage {
    /// Reads the flash and returns the storage; a failure is logged and leaves it unused.
    pub fn open(flash: Peri<'static, FLASH>) -> &'static mut Self {
        static STORAGE: StaticCell<Storage> = StaticCell::new();
        let mut chip = BlockingAsync::new(Flash::new_blocking(flash));
        let shelf = block_on(FlashStore::open(&mut chip, Regions::PICO));
        let shelf = shelf.map_err(|why| error!("flash: {}", why)).ok();
        STORAGE.init(Self { chip, shelf })
    }

    // Separate functions, never inlined, so that each one's stack is free again after it.

    /// Returns the stored settings and calibration. If none are stored: a board of the
    /// kind `BoardId::Ring` with the data-sheet values of its parts.
    #[inline(never)]
    pub fn config(&mut self) -> StoredConfig {
        let kept = self.load(Generation::Latest);
        kept.unwrap_or_else(|| StoredConfig::new(BoardId::Ring))
    }

    /// Returns the generation of settings before the current one; `None` if there is
    /// none.
    #[inline(never)]
    pub fn kept_before(&mut self) -> Option<StoredConfig> {
        self.load(Generation::Previous)
    }

    fn load(&mut self, which: Generation) -> Option<StoredConfig> {
        let shelf = self.shelf.as_mut()?;
        block_on(shelf.config(&mut self.chip, which)).ok().flatten()
    }

    /// Returns the replay of the last match from the journal. A journal that cannot be
    /// read is not written to either, because the numbers of its lines are unknown.
    #[inline(never)]
    pub fn replay(&mut self) -> Replay {
        let shelf = self.shelf.as_mut();
        let recall = shelf.and_then(|shelf| block_on(shelf.replay(&mut self.chip)).ok());
        if recall.is_none() {
            self.shelf = None;
        }
        let recall = recall.unwrap_or_default();
        if recall.lost() > 0 {
            warn!("journal: {} lines make no sense", recall.lost());
        }
        recall
    }

    async fn execute(&mut self, order: &FlashOrder) -> Report {
        match &mut self.shelf {
            Some(shelf) => shelf.execute(&mut self.chip, &order.job, &order.kept).await,
            None => refuse(&order.job),
        }
    }
}

/// Returns the failure report for `job`, used while the flash is not usable.
const fn refuse(job: &Job) -> Report {
    match job {
        Job::Append { seq, .. } => Report::Appended(*seq, Err(StorageError::Broken)),
        Job::Read(from) => Report::Read {
            from: *from,
            found: None,
        },
        Job::Save(number) => Report::Saved(*number, Err(StorageError::Broken)),
        Job::Reclaim => Report::Tidied(ReclaimReport::Failed),
    }
}

/// Executes the engine's flash orders until reset.
#[embassy_executor::task]
pub async fn run(storage: &'static mut Storage) -> ! {
    loop {
        let order = FLASH_ORDER.wait().await;
        let report = storage.execute(&order).await;
        ENGINE_INPUTS.send(EngineInput::Stored(report)).await;
    }
}
