//! The settings with the calibration in use, and those before them.
//!
//! Saving appends; nothing is overwritten. Whatever happens while a set is saved,
//! the two before it stay. Every change makes a set, that of the brightness too: so
//! [`Which::Previous`] has the calibration before the one in use only if nothing else
//! was changed since. Where each number comes from is in the payload.

use super::error::{AppendError, OpenError};
use super::log::{Log, Tidied};
use super::record::{HEAD, Kind, Record};
use super::table::Health;
use core::ops::ControlFlow;
use embedded_storage_async::nor_flash::{MultiwriteNorFlash, NorFlash};

/// The longest calibration, in bytes.
pub const PAYLOAD_MAX: usize = 1024;

const ITEM: usize = PAYLOAD_MAX + HEAD;

/// One erased sector holds three of the longest.
const RESERVE: usize = 1;

/// Those of the boards: the region CALIBRATION of memory.x.
pub type BoardCalibrations = Calibrations<8>;

/// Which of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Which {
    /// The last one that was saved.
    Latest,
    /// The one before it.
    Previous,
}

/// The calibrations in `SECTORS` sectors of flash.
#[derive(Debug)]
pub struct Calibrations<const SECTORS: usize> {
    log: Log<SECTORS, ITEM>,
    latest: Option<u32>,
    previous: Option<u32>,
}

impl<const SECTORS: usize> Calibrations<SECTORS> {
    // Two calibrations can lie in two sectors, a third is written.
    const CHECKED: () = assert!(SECTORS >= RESERVE + 3);

    /// Opens the region that starts at the offset `start` of the flash. Writes
    /// and erases nothing.
    ///
    /// # Errors
    ///
    /// [`OpenError`].
    pub async fn open<F: NorFlash>(
        flash: &mut F,
        start: u32,
        format: u8,
    ) -> Result<Self, OpenError<F::Error>> {
        const { Self::CHECKED };
        let mut calibrations = Self {
            log: Log::open(flash, start, format).await?,
            latest: None,
            previous: None,
        };
        let (mut latest, mut previous) = (None, None);
        let each = |record: Record<'_>| {
            previous = latest.replace(record.number);
            ControlFlow::Continue(())
        };
        calibrations
            .log
            .read(flash, 0, each)
            .await
            .map_err(OpenError::Flash)?;
        calibrations.latest = latest;
        calibrations.previous = previous;
        calibrations.log.settle_oldest(calibrations.keep());
        Ok(calibrations)
    }

    /// A store that forgets all that the region holds. Nothing can be saved
    /// before `tidy` was called until it is done.
    #[must_use]
    pub const fn wiped(start: u32, format: u8) -> Self {
        const { Self::CHECKED };
        Self {
            log: Log::wiped(start, format),
            latest: None,
            previous: None,
        }
    }

    /// Saves a calibration. The one in use becomes the previous one. Never
    /// erases; there is room for at least three after `tidy` is done.
    ///
    /// # Errors
    ///
    /// [`AppendError`].
    pub async fn save<F: NorFlash>(
        &mut self,
        flash: &mut F,
        payload: &[u8],
    ) -> Result<(), AppendError<F::Error>> {
        let keep = self.keep();
        let saved = self
            .log
            .append(flash, Kind::Snapshot, payload, keep)
            .await?;
        self.previous = self.latest.replace(saved);
        Ok(())
    }

    /// Erases one sector, if that is needed to save the next one. Only while no
    /// push can be under way; call it again after [`Tidied::Erased`].
    ///
    /// # Errors
    ///
    /// What the flash says.
    pub async fn tidy<F: MultiwriteNorFlash>(&mut self, flash: &mut F) -> Result<Tidied, F::Error> {
        let keep = self.keep();
        self.log.tidy(flash, keep, RESERVE).await
    }

    /// Shows one of the two to `read` and returns what it makes of it; `None` if
    /// there is none.
    ///
    /// # Errors
    ///
    /// What the flash says.
    pub async fn load<F: NorFlash, T>(
        &mut self,
        flash: &mut F,
        which: Which,
        read: impl FnOnce(Record<'_>) -> T,
    ) -> Result<Option<T>, F::Error> {
        let number = match which {
            Which::Latest => self.latest,
            Which::Previous => self.previous,
        };
        let (mut read, mut made) = (Some(read), None);
        let Some(number) = number else {
            return Ok(None);
        };
        let each = |record: Record<'_>| {
            if record.number == number {
                made = read.take().map(|read| read(record));
            }
            ControlFlow::Break(())
        };
        self.log.read(flash, number, each).await?;
        Ok(made)
    }

    /// How sound the region is.
    #[must_use]
    pub fn health(&self) -> Health {
        self.log.table().health(self.keep())
    }

    /// The first number that must stay.
    fn keep(&self) -> u32 {
        self.previous.or(self.latest).unwrap_or(self.log.next())
    }
}
