//! Storage task: stores journal, settings and calibration in flash, and executes one job
//! of the ring at a time.
//!
//! The RP2040 runs its program from the same flash. While a page is written or a sector
//! is erased no code runs, but the DMA continues to read the sensors. A page takes 0.4 to
//! 3 ms, a sector 45 to 400 ms; the ring requests an erase only while no push that counts
//! can be under way.

use crate::board::FLASH_BYTES;
use crate::channels::{ENGINE_INPUTS, EngineInput, FLASH_ORDER, FlashOrder};
use crate::crash;
use defmt::{error, warn};
use embassy_embedded_hal::adapter::BlockingAsync;
use embassy_futures::block_on;
use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, Flash};
use embassy_rp::peripherals::FLASH;
use rules_core::board::BoardId;
use rules_core::journal::settings_store::Generation;
use rules_core::ring::flash_store::{FlashStore, Regions};
use rules_core::ring::{
    Job, ReclaimReport, Replay, ReplayTarget, Report, StorageError, StoredConfig,
};
use rules_core::wire::{FirmwarePhase, RingId};
use static_cell::{ConstStaticCell, StaticCell};

/// Driver of the flash chip.
type Driver = Flash<'static, FLASH, Blocking, FLASH_BYTES>;

type FlashChip = BlockingAsync<Driver>;

/// Flash chip that is not opened yet, with its id.
pub struct ClosedFlash {
    driver: Driver,
    /// Id of the chip; `None` if it has none.
    pub id: Option<RingId>,
}

impl ClosedFlash {
    /// Reads the id of the flash chip, which is that of the ring.
    pub fn new(flash: Peri<'static, FLASH>) -> Self {
        let mut driver = Flash::new_blocking(flash);
        let mut bytes = [0; 8];
        let read = driver.blocking_unique_id(&mut bytes);
        let id = read.ok().and_then(|()| RingId::from_chip(bytes));
        Self { driver, id }
    }
}

/// Flash chip, and the store of journal and configuration on it.
pub struct Storage {
    chip: FlashChip,
    /// Store on the flash; `None` if the flash cannot be read or was written by a newer
    /// program. The flash is then left unchanged.
    store: Option<&'static mut FlashStore>,
}

// The flash driver is blocking and never returns `Pending`, so `block_on` polls each
// future once. Values read at boot lie on the stack instead of in a task, which is never
// freed.
impl Storage {
    /// Opens the flash. After a failure, logs the error and returns a storage that does
    /// not use the flash.
    pub fn open(flash: ClosedFlash) -> &'static mut Self {
        static STORAGE: StaticCell<Storage> = StaticCell::new();
        static STORE: ConstStaticCell<FlashStore> =
            ConstStaticCell::new(FlashStore::closed(Regions::PICO));
        let mut chip = BlockingAsync::new(flash.driver);
        let store = STORE.take();
        let opened = block_on(store.reopen(&mut chip));
        let store = opened.map(|()| store);
        let store = store.map_err(|why| error!("flash: {}", why)).ok();
        STORAGE.init(Self { chip, store })
    }

    // Separate functions, never inlined, so that each one's stack is free again after it.

    /// Returns the stored settings and calibration. If none are stored, returns those of
    /// a `BoardId::Ring` with the data-sheet values of its parts.
    #[inline(never)]
    pub fn config(&mut self) -> StoredConfig {
        let config = self.load(Generation::Latest);
        config.unwrap_or_else(|| StoredConfig::new(BoardId::Ring))
    }

    /// Returns the settings and calibration stored before the latest; `None` if there are
    /// none.
    #[inline(never)]
    pub fn previous_config(&mut self) -> Option<StoredConfig> {
        self.load(Generation::Previous)
    }

    fn load(&mut self, which: Generation) -> Option<StoredConfig> {
        let store = self.store.as_mut()?;
        block_on(store.config(&mut self.chip, which)).ok().flatten()
    }

    /// Replays the last match of the journal into a blank ring. If the journal cannot be
    /// read, stops using the flash, because the numbers of its lines are unknown.
    #[inline(never)]
    pub fn replay(&mut self, ring: ReplayTarget<'_>) -> Replay {
        let store = self.store.as_mut();
        let replay = store.and_then(|store| block_on(store.replay(&mut self.chip, ring)).ok());
        if replay.is_none() {
            self.store = None;
        }
        let replay = replay.unwrap_or_default();
        if replay.lost() > 0 {
            warn!("journal: {} lines make no sense", replay.lost());
        }
        replay
    }

    async fn execute(&mut self, order: &FlashOrder) -> Report {
        match &mut self.store {
            Some(store) => {
                store
                    .execute(&mut self.chip, &order.job, &order.config)
                    .await
            }
            None => refuse(&order.job),
        }
    }
}

/// Returns the report of failure for a job, for a flash that is not usable.
const fn refuse(job: &Job) -> Report {
    match job {
        Job::Append { seq, .. } => Report::Appended(*seq, Err(StorageError::Broken)),
        Job::Read(from) => Report::Read {
            from: *from,
            found: Err(StorageError::Broken),
        },
        Job::Save(number) => Report::Saved(*number, Err(StorageError::Broken)),
        Job::Reclaim => Report::Reclaimed(ReclaimReport::Failed),
    }
}

/// Executes the engine's flash orders until reset.
#[embassy_executor::task]
pub async fn run(storage: &'static mut Storage) -> ! {
    loop {
        let order = FLASH_ORDER.wait().await;
        crash::enter(FirmwarePhase::WriteFlash);
        let report = storage.execute(&order).await;
        ENGINE_INPUTS.send(EngineInput::Stored(report)).await;
    }
}
