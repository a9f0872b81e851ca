//! Keeps matches, settings and calibrations in flash: does one job of the ring
//! after the other.
//!
//! The chip runs its program from the same flash: while a page is written or a
//! sector erased nothing else runs, but the sensors go on being read. A page
//! takes 0.4 to 3 ms. A sector takes 45 to 400 ms; the ring asks for that only
//! while no push that counts can be under way.

use crate::board::FLASH_BYTES;
use crate::inbox::{INBOX, Input, ORDER, Order};
use defmt::{error, warn};
use embassy_embedded_hal::adapter::BlockingAsync;
use embassy_futures::block_on;
use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, Flash};
use embassy_rp::peripherals::FLASH;
use rules_core::board::Name;
use rules_core::journal::calibration::Which;
use rules_core::ring::shelf::{Regions, Shelf};
use rules_core::ring::{Failure, Job, Kept, Recall, Report, Tidied};
use static_cell::StaticCell;

type Chip = BlockingAsync<Flash<'static, FLASH, Blocking, FLASH_BYTES>>;

/// The flash, and what is known to be in it.
pub struct Storage {
    chip: Chip,
    /// Nothing if it cannot be read or a newer program wrote there: then it is
    /// left as it is.
    shelf: Option<Shelf>,
}

// The driver of the flash never lets anybody wait, so at boot nobody has to be
// asked twice. What is read then lies on the stack, not in a task for ever.
impl Storage {
    /// Reads the flash.
    pub fn open(flash: Peri<'static, FLASH>) -> &'static mut Self {
        static STORAGE: StaticCell<Storage> = StaticCell::new();
        let mut chip = BlockingAsync::new(Flash::new_blocking(flash));
        let shelf = block_on(Shelf::open(&mut chip, Regions::PICO));
        let shelf = shelf.map_err(|why| error!("flash: {}", why)).ok();
        STORAGE.init(Self { chip, shelf })
    }

    // Apart, so that what each needs of the stack is free again after it.

    /// Settings and calibration. Without any this is a ring, as its parts are by
    /// their data sheets.
    #[inline(never)]
    pub fn kept(&mut self) -> Kept {
        let kept = self.load(Which::Latest);
        kept.unwrap_or_else(|| Kept::new(Name::Ring))
    }

    /// What was kept before that.
    #[inline(never)]
    pub fn kept_before(&mut self) -> Option<Kept> {
        self.load(Which::Previous)
    }

    fn load(&mut self, which: Which) -> Option<Kept> {
        let shelf = self.shelf.as_mut()?;
        block_on(shelf.kept(&mut self.chip, which)).ok().flatten()
    }

    /// What the journal recalls of the last match. One that cannot be read is not
    /// written to either: the numbers of its lines are not known.
    #[inline(never)]
    pub fn recall(&mut self) -> Recall {
        let shelf = self.shelf.as_mut();
        let recall = shelf.and_then(|shelf| block_on(shelf.recall(&mut self.chip)).ok());
        if recall.is_none() {
            self.shelf = None;
        }
        let recall = recall.unwrap_or_default();
        if recall.lost() > 0 {
            warn!("journal: {} lines make no sense", recall.lost());
        }
        recall
    }

    async fn work(&mut self, order: &Order) -> Report {
        match &mut self.shelf {
            Some(shelf) => shelf.work(&mut self.chip, &order.job, &order.kept).await,
            None => refuse(&order.job),
        }
    }
}

/// The answer of a flash that is not there.
const fn refuse(job: &Job) -> Report {
    match job {
        Job::Append { seq, .. } => Report::Appended(*seq, Err(Failure::Broken)),
        Job::Read(from) => Report::Read {
            from: *from,
            found: None,
        },
        Job::Save(number) => Report::Saved(*number, Err(Failure::Broken)),
        Job::Tidy => Report::Tidied(Tidied::Failed),
    }
}

/// Does what the core orders, for ever.
#[embassy_executor::task]
pub async fn run(storage: &'static mut Storage) -> ! {
    loop {
        let order = ORDER.wait().await;
        let report = storage.work(&order).await;
        INBOX.send(Input::Stored(report)).await;
    }
}
