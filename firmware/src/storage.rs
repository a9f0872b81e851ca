//! Keeps matches and calibrations in flash.
//!
//! The chip runs its program from the same flash: while a page is written or a
//! sector erased nothing else runs, but the sensors go on being read. A page
//! takes 0.4 to 3 ms. A sector takes 45 to 400 ms, so one is erased only while
//! the core allows it, and between two of them everybody gets a turn.

use crate::board::FLASH_BYTES;
use crate::inbox::{INBOX, Input, MAY_ERASE, RECORDS, Record, Stored};
use core::sync::atomic::Ordering;
use defmt::{error, info, warn};
use embassy_embedded_hal::adapter::BlockingAsync;
use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, Flash};
use embassy_rp::peripherals::FLASH;
use embassy_time::{Duration, Timer, with_timeout};
use heapless::Vec;
use rules_core::board::{Name, Profile};
use rules_core::journal::calibration::{BoardCalibrations, Which};
use rules_core::journal::store::BoardJournal;
use rules_core::journal::{AppendError, Tidied};
use rules_core::sensing::calibration::{Calibration, migration};
use static_cell::StaticCell;

/// Where the regions of memory.x start, from the start of the flash.
const JOURNAL: u32 = 0x1C_0000;
const CALIBRATION: u32 = 0x1F_8000;

/// The format of what is written.
const FORMAT: u8 = 1;

/// From one look whether a sector may be erased to the next. Frames that came
/// meanwhile are judged in between.
const PAUSE: Duration = Duration::from_millis(100);

type Chip = BlockingAsync<Flash<'static, FLASH, Blocking, FLASH_BYTES>>;

/// The flash, and what it is known to hold.
pub struct Storage {
    chip: Chip,
    journal: Option<BoardJournal>,
    calibrations: Option<BoardCalibrations>,
}

impl Storage {
    /// Reads the flash. A region that cannot be read, or was written by a newer
    /// program, is left as it is and nothing is stored in it.
    pub async fn open(flash: Peri<'static, FLASH>) -> &'static mut Self {
        static STORAGE: StaticCell<Storage> = StaticCell::new();
        let mut chip = BlockingAsync::new(Flash::new_blocking(flash));
        let journal = BoardJournal::open(&mut chip, JOURNAL, FORMAT).await;
        let journal = journal.map_err(|why| error!("journal: {}", why)).ok();
        let calibrations = BoardCalibrations::open(&mut chip, CALIBRATION, FORMAT).await;
        let calibrations = calibrations
            .map_err(|why| error!("calibrations: {}", why))
            .ok();
        STORAGE.init(Self {
            chip,
            journal,
            calibrations,
        })
    }

    /// The calibration in use, and with it the board it was made for. Without
    /// one this is a ring, as its parts are by their data sheets.
    pub async fn calibration(&mut self) -> Calibration {
        let read = |record: rules_core::journal::Record<'_>| {
            postcard::from_bytes::<migration::Stored>(record.payload).ok()
        };
        let stored = match &mut self.calibrations {
            Some(calibrations) => {
                let latest = calibrations.load(&mut self.chip, Which::Latest, read);
                latest.await.ok().flatten().flatten()
            }
            None => None,
        };
        let opened = stored.and_then(|stored| {
            let board = match &stored {
                migration::Stored::V1(old) => old.board,
                migration::Stored::V2(new) => new.board,
            };
            stored.open(Profile::of(board)).ok()
        });
        opened.unwrap_or_else(|| Calibration::nominal(Profile::of(Name::Ring)))
    }

    /// Tells the core what the running match was.
    async fn resume(&mut self) {
        let running = self.journal.as_ref().and_then(BoardJournal::running);
        if let Some(running) = running {
            let mut next = running.resume;
            // One at a time, as the core takes them.
            while let Some((number, record)) = self.read(next).await {
                next = number + 1;
                INBOX.send(Input::Stored(Stored::Found(record))).await;
            }
        }
        INBOX.send(Input::Stored(Stored::Resumed)).await;
    }

    /// The first record numbered `from` or later.
    async fn read(&mut self, from: u32) -> Option<(u32, Record)> {
        let mut found = None;
        let each = |record: rules_core::journal::Record<'_>| {
            if let Ok(payload) = Vec::from_slice(record.payload) {
                let kind = record.kind;
                found = Some((record.number, Record { kind, payload }));
            }
            core::ops::ControlFlow::Break(())
        };
        let journal = self.journal.as_mut()?;
        journal.read(&mut self.chip, from, each).await.ok()?;
        found
    }

    /// Appends a record.
    async fn append(&mut self, record: &Record) -> Appended {
        let Some(journal) = &mut self.journal else {
            return Appended::Never;
        };
        let (chip, payload) = (&mut self.chip, &record.payload);
        match journal.append(chip, record.kind, payload).await {
            Ok(number) => Appended::Under(number),
            // Erased sectors are on their way.
            Err(AppendError::NeedsTidy) => Appended::Later,
            Err(why) => {
                warn!("a record is not stored: {}", why);
                Appended::Never
            }
        }
    }

    /// Erases one sector if one should be; whether there may be more.
    async fn tidy(&mut self) -> bool {
        if let Some(journal) = &mut self.journal
            && let Ok(Tidied::Erased) = journal.tidy(&mut self.chip).await
        {
            return true;
        }
        match &mut self.calibrations {
            Some(calibrations) => {
                matches!(calibrations.tidy(&mut self.chip).await, Ok(Tidied::Erased))
            }
            None => false,
        }
    }
}

/// What became of a record.
enum Appended {
    /// It is in flash, under this number.
    Under(u32),
    /// There is no erased sector, but there will be.
    Later,
    /// It cannot be stored.
    Never,
}

/// Stores what the core gives, for ever.
#[embassy_executor::task]
pub async fn run(storage: &'static mut Storage) -> ! {
    if let Some(journal) = &storage.journal {
        info!("journal: room for {} records", journal.room());
    }
    storage.resume().await;
    let mut untidy = true;
    let mut waiting: Option<Record> = None;
    loop {
        if waiting.is_none() {
            waiting = with_timeout(PAUSE, RECORDS.receive()).await.ok();
        }
        if let Some(record) = &waiting {
            untidy = true;
            let news = match storage.append(record).await {
                Appended::Under(number) => Some(Stored::Appended(number)),
                Appended::Later => None,
                Appended::Never => Some(Stored::Failed),
            };
            match news {
                Some(news) => {
                    waiting = None;
                    INBOX.send(Input::Stored(news)).await;
                }
                None => Timer::after(PAUSE).await,
            }
        }
        if untidy && MAY_ERASE.load(Ordering::Relaxed) {
            untidy = storage.tidy().await;
        }
    }
}
