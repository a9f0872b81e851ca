//! Store of the settings and calibration in use, and of the set before them.
//!
//! Saving appends and overwrites nothing. Whatever happens while a set is saved, the two
//! before it stay. Every change is saved as a new set, including a change of the
//! brightness. [`Generation::Previous`] therefore has the calibration before the one in
//! use only if nothing else was changed since. The payload records the provenance of each
//! number.

use super::error::{AppendError, OpenError};
use super::log::{Log, Reclaimed};
use super::record::{HEAD, RecordKind, StoredRecord};
use super::sector_map::RegionHealth;
use core::ops::ControlFlow;
use embedded_storage_async::nor_flash::{MultiwriteNorFlash, NorFlash};

/// Maximum length of an encoded set of settings and calibration, in bytes.
pub const PAYLOAD_MAX: usize = 1024;

const ITEM: usize = PAYLOAD_MAX + HEAD;

/// Number of sectors to keep erased; one holds three of the longest sets.
const RESERVE: usize = 1;

/// Settings store of all boards, which fills the region CALIBRATION of memory.x.
pub type BoardSettingsStore = SettingsStore<8>;

/// Generation of a stored set of settings and calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Generation {
    /// The set that was saved last.
    Latest,
    /// The set that was saved before the latest.
    Previous,
}

/// Store of the last two sets of settings and calibration, in `SECTORS` sectors of flash.
#[derive(Debug)]
pub struct SettingsStore<const SECTORS: usize> {
    log: Log<SECTORS, ITEM>,
    /// Record number of the latest set; `None` if there is none.
    latest: Option<u32>,
    /// Record number of the set before the latest; `None` if there is none.
    previous: Option<u32>,
}

impl<const SECTORS: usize> SettingsStore<SECTORS> {
    // The two stored sets can lie in two sectors while a third is written.
    const CHECKED: () = assert!(SECTORS >= RESERVE + 3);

    /// Opens the region at offset `start` of the flash, in bytes. Writes and erases
    /// nothing.
    ///
    /// # Errors
    ///
    /// [`OpenError`] if the flash cannot be read, the region does not suit it, or a newer
    /// program wrote there.
    pub async fn open<F: NorFlash>(
        flash: &mut F,
        start: u32,
        format: u8,
    ) -> Result<Self, OpenError<F::Error>> {
        let mut store = Self::wiped(start, format);
        store.reopen(flash).await?;
        Ok(store)
    }

    /// Reads the region again, in place, like [`SettingsStore::open`].
    ///
    /// # Errors
    ///
    /// [`OpenError`] as of [`SettingsStore::open`]. The store must not be used then.
    pub async fn reopen<F: NorFlash>(&mut self, flash: &mut F) -> Result<(), OpenError<F::Error>> {
        self.log.reopen(flash).await?;
        let (mut latest, mut previous) = (None, None);
        let each = |record: StoredRecord<'_>| {
            previous = latest.replace(record.number);
            ControlFlow::Continue(())
        };
        let read = self.log.read(flash, 0, each).await;
        read.map_err(OpenError::Flash)?;
        self.latest = latest;
        self.previous = previous;
        self.log.settle_oldest(self.keep());
        Ok(())
    }

    /// Creates a store that ignores the contents of the region. Saving fails until `reclaim`
    /// has returned [`Reclaimed::Done`].
    #[must_use]
    pub const fn wiped(start: u32, format: u8) -> Self {
        const { Self::CHECKED };
        Self {
            log: Log::wiped(start, format),
            latest: None,
            previous: None,
        }
    }

    /// Saves a set as the latest one; the latest becomes the previous one. Never erases.
    /// There is room for at least three sets after `reclaim` has returned
    /// [`Reclaimed::Done`].
    ///
    /// # Errors
    ///
    /// [`AppendError`] if the payload is too long, no erased sector is left, or the flash
    /// fails.
    pub async fn save<F: NorFlash>(
        &mut self,
        flash: &mut F,
        payload: &[u8],
    ) -> Result<(), AppendError<F::Error>> {
        let keep = self.keep();
        let saved = self
            .log
            .append(flash, RecordKind::Snapshot, payload, keep)
            .await?;
        self.previous = self.latest.replace(saved);
        Ok(())
    }

    /// Erases one sector if the next save needs it. The caller must call only while no
    /// push can be under way, and again after [`Reclaimed::Erased`].
    ///
    /// # Errors
    ///
    /// The error of the flash.
    pub async fn reclaim<F: MultiwriteNorFlash>(
        &mut self,
        flash: &mut F,
    ) -> Result<Reclaimed, F::Error> {
        let keep = self.keep();
        self.log.reclaim(flash, keep, RESERVE).await
    }

    /// Passes the stored set of a generation to `read` and returns the result of `read`;
    /// `None` if there is no such set.
    ///
    /// # Errors
    ///
    /// The error of the flash.
    pub async fn load<F: NorFlash, T>(
        &mut self,
        flash: &mut F,
        which: Generation,
        read: impl FnOnce(StoredRecord<'_>) -> T,
    ) -> Result<Option<T>, F::Error> {
        let number = match which {
            Generation::Latest => self.latest,
            Generation::Previous => self.previous,
        };
        let (mut read, mut result) = (Some(read), None);
        let Some(number) = number else {
            return Ok(None);
        };
        let each = |record: StoredRecord<'_>| {
            if record.number == number {
                result = read.take().map(|read| read(record));
            }
            ControlFlow::Break(())
        };
        self.log.read(flash, number, each).await?;
        Ok(result)
    }

    /// Returns the condition of the region.
    #[must_use]
    pub fn health(&self) -> RegionHealth {
        self.log.table().health(self.keep())
    }

    /// Returns the number of erases of the region so far: an estimate from the numbers of
    /// its records.
    #[must_use]
    pub fn erases(&self) -> u32 {
        self.log.table().erases(self.log.next())
    }

    /// Number of sectors of the region.
    pub const SECTORS: u32 = SECTORS as u32;

    /// Returns the number of the first record that must stay: that of the previous set.
    fn keep(&self) -> u32 {
        self.previous.or(self.latest).unwrap_or(self.log.next())
    }
}
