//! One sector of flash as one queue of `sequential-storage`.
//!
//! The crate stores items in the sector, skips torn ones and finds the next free place.
//! It works on a [`SectorFlash`], which exposes only this sector, reads back every write,
//! and refuses to erase. The crate's diagnosis of a broken sector is ignored: such a
//! sector is erased.
//!
//! An interrupted erase can leave cells that read as erased but cannot be written
//! reliably. An erase therefore ends with a *mark*, an item without bytes, and begins by
//! removing the existing mark. A sector without records is ready if it has its mark and
//! the rest of it is blank.

use core::ops::ControlFlow;
use embedded_storage_async::nor_flash::{
    ErrorType, MultiwriteNorFlash, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use sequential_storage::Error;
use sequential_storage::cache::page_pointers::ArrayPagePointers;
use sequential_storage::cache::page_states::ArrayPageStates;
use sequential_storage::cache::{Cache, Uncached};
use sequential_storage::queue::{QueueConfig, QueueStorage};

/// Size of a sector in bytes: the erase unit of a Pico's flash.
pub const SECTOR: u32 = 4096;

/// Number of bytes read at once for comparison; a multiple of any word size.
const CHUNK_SIZE: usize = 64;

/// State of a sector that `sequential-storage` caches between two pushes.
pub(super) type QueueCache = Cache<ArrayPageStates<1>, ArrayPagePointers<1>, Uncached>;

/// Size of the longest supported flash word, in bytes; records are aligned to it.
const WORD: usize = 4;

/// Length of the header that `sequential-storage` puts before each item, in bytes.
const HEAD: usize = 8;

/// Item that marks a finished erase: one without bytes.
const MARK: &[u8] = &[];

/// Returns the number of items of `length` bytes that a sector holds; `length` is a
/// multiple of a word. Two words hold the state that `sequential-storage` stores, and the
/// first item is the mark.
pub(super) const fn holds(length: usize) -> usize {
    (SECTOR as usize - 2 * WORD - HEAD) / (HEAD + length)
}

/// True if the region of `sectors` sectors at offset `start` consists of whole sectors of
/// this flash, and its words have at most 4 bytes.
pub(super) fn suits<F: NorFlash>(flash: &F, start: u32, sectors: usize) -> bool {
    let end = sectors
        .checked_mul(SECTOR as usize)
        .and_then(|length| length.checked_add(start as usize));
    start.is_multiple_of(SECTOR)
        && end.is_some_and(|end| end <= flash.capacity())
        && (SECTOR as usize).is_multiple_of(F::ERASE_SIZE)
        && WORD.is_multiple_of(F::READ_SIZE)
        && WORD.is_multiple_of(F::WRITE_SIZE)
}

/// Error of a read or write within a sector.
#[derive(Debug, Clone, Copy)]
pub(super) enum SectorError<E> {
    /// The flash reported an error.
    Flash(E),
    /// An erase was requested, or an access outside the sector.
    Refused,
    /// The bytes read back differ from those written.
    Mismatch,
}

impl<E: NorFlashError> NorFlashError for SectorError<E> {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            Self::Flash(error) => error.kind(),
            Self::Refused | Self::Mismatch => NorFlashErrorKind::Other,
        }
    }
}

/// Restricted access to one sector of a flash: read and write, no erase.
struct SectorFlash<'a, F> {
    flash: &'a mut F,
    base: u32,
}

impl<F: NorFlash> SectorFlash<'_, F> {
    /// Returns the position of a range in the flash; [`SectorError::Refused`] if the
    /// range leaves the sector.
    fn place(&self, offset: u32, length: usize) -> Result<u32, SectorError<F::Error>> {
        u32::try_from(length)
            .ok()
            .and_then(|length| offset.checked_add(length))
            .filter(|&end| end <= SECTOR)
            .and_then(|_| self.base.checked_add(offset))
            .ok_or(SectorError::Refused)
    }
}

impl<F: NorFlash> ErrorType for SectorFlash<'_, F> {
    type Error = SectorError<F::Error>;
}

impl<F: NorFlash> ReadNorFlash for SectorFlash<'_, F> {
    const READ_SIZE: usize = F::READ_SIZE;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Self::Error> {
        let place = self.place(offset, bytes.len())?;
        self.flash
            .read(place, bytes)
            .await
            .map_err(SectorError::Flash)
    }

    fn capacity(&self) -> usize {
        SECTOR as usize
    }
}

impl<F: NorFlash> NorFlash for SectorFlash<'_, F> {
    const WRITE_SIZE: usize = F::WRITE_SIZE;
    const ERASE_SIZE: usize = SECTOR as usize;

    async fn erase(&mut self, _: u32, _: u32) -> Result<(), Self::Error> {
        Err(SectorError::Refused)
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Self::Error> {
        let place = self.place(offset, bytes.len())?;
        self.flash
            .write(place, bytes)
            .await
            .map_err(SectorError::Flash)?;
        let mut offset = offset;
        for written in bytes.chunks(CHUNK_SIZE) {
            let mut read = [0; CHUNK_SIZE];
            let Some(read) = read.get_mut(..written.len()) else {
                return Err(SectorError::Refused);
            };
            self.read(offset, read).await?;
            if read != written {
                return Err(SectorError::Mismatch);
            }
            offset = offset.saturating_add(CHUNK_SIZE as u32);
        }
        Ok(())
    }
}

// Removing an item clears more bits in a word already written.
impl<F: MultiwriteNorFlash> MultiwriteNorFlash for SectorFlash<'_, F> {}

/// Result of appending an item to a sector.
#[derive(Debug)]
pub(super) enum PushResult {
    /// The item is stored and was read back equal.
    Stored(QueueCache),
    /// The item needs more room than the sector has left; no byte was written.
    Full,
    /// The item may or may not be stored.
    Failed,
}

/// Returns an empty cache, with which the crate searches the next free place.
fn fresh() -> QueueCache {
    Cache::new(ArrayPageStates::new(), ArrayPagePointers::new(), Uncached)
}

/// Appends `item` to the sector at `base`; never erases. `cache` is the result of the
/// last push to this sector; `None` if it is not known.
pub(super) async fn push<F: NorFlash>(
    flash: &mut F,
    base: u32,
    item: &[u8],
    cache: Option<QueueCache>,
) -> Result<PushResult, F::Error> {
    let Ok(config) = QueueConfig::try_new(0..SECTOR) else {
        return Ok(PushResult::Failed);
    };
    let cache = cache.unwrap_or_else(fresh);
    let mut queue = QueueStorage::new(SectorFlash { flash, base }, config, cache);
    match queue.push(item, false).await {
        Ok(()) => Ok(PushResult::Stored(queue.destroy().1)),
        Err(Error::FullStorage) => Ok(PushResult::Full),
        Err(Error::Storage {
            value: SectorError::Flash(error),
            ..
        }) => Err(error),
        Err(_) => Ok(PushResult::Failed),
    }
}

/// Presence of the mark that a finished erase leaves in a sector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EraseMark {
    /// The last erase of the sector finished.
    Present,
    /// The sector was never erased, or an erase was started and did not finish.
    Absent,
}

/// Reason why reading a sector ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadEnd {
    /// The sector has no further item, or the crate found it broken.
    AtEnd(EraseMark),
    /// The callback returned `Break`.
    Early,
}

/// Calls `each` with every item of the sector at `base`, in order, until it returns
/// `Break` or the crate finds the sector broken. An item longer than `buffer` also ends
/// the reading.
pub(super) async fn read<F: NorFlash>(
    flash: &mut F,
    base: u32,
    buffer: &mut [u8],
    mut each: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<ReadEnd, F::Error> {
    let mut mark = EraseMark::Absent;
    let Ok(config) = QueueConfig::try_new(0..SECTOR) else {
        return Ok(ReadEnd::AtEnd(mark));
    };
    let mut queue = QueueStorage::new(SectorFlash { flash, base }, config, fresh());
    let mut items = match queue.iter().await {
        Ok(items) => items,
        Err(error) => return flash_error_or(error, ReadEnd::AtEnd(mark)),
    };
    loop {
        match items.next(buffer).await {
            Ok(Some(item)) if item.is_empty() => mark = EraseMark::Present,
            Ok(Some(item)) => {
                if each(&item).is_break() {
                    return Ok(ReadEnd::Early);
                }
            }
            Ok(None) => return Ok(ReadEnd::AtEnd(mark)),
            Err(error) => return flash_error_or(error, ReadEnd::AtEnd(mark)),
        }
    }
}

/// Returns an error of the flash as `Err`, and `otherwise` for any other error, which
/// counts as the end of the sector.
fn flash_error_or<T, E>(error: Error<SectorError<E>>, otherwise: T) -> Result<T, E> {
    match error {
        Error::Storage {
            value: SectorError::Flash(error),
            ..
        } => Err(error),
        _ => Ok(otherwise),
    }
}

/// True if every byte of the sector at `base` is erased, except the mark.
pub(super) async fn is_blank<F: NorFlash>(flash: &mut F, base: u32) -> Result<bool, F::Error> {
    // The crate's state of the sector is one word, followed by the mark.
    let mut marked = F::READ_SIZE.max(F::WRITE_SIZE) + HEAD;
    let mut view = SectorFlash { flash, base };
    let mut bytes = [0; CHUNK_SIZE];
    for offset in (0..SECTOR).step_by(CHUNK_SIZE) {
        match view.read(offset, &mut bytes).await {
            Ok(()) if bytes.iter().skip(marked).all(|&byte| byte == 0xff) => {}
            Ok(()) | Err(SectorError::Refused | SectorError::Mismatch) => return Ok(false),
            Err(SectorError::Flash(error)) => return Err(error),
        }
        marked = 0;
    }
    Ok(true)
}

/// Erases the sector at `base` and marks it. Returns true if the sector can be written
/// now.
pub(super) async fn erase<F: MultiwriteNorFlash>(
    flash: &mut F,
    base: u32,
) -> Result<bool, F::Error> {
    unmark(flash, base).await?;
    flash.erase(base, base.saturating_add(SECTOR)).await?;
    match push(flash, base, MARK, None).await? {
        PushResult::Stored(_) => is_blank(flash, base).await,
        PushResult::Full | PushResult::Failed => Ok(false),
    }
}

/// Removes the erase mark, the first item of the sector at `base`, if there is one.
async fn unmark<F: MultiwriteNorFlash>(flash: &mut F, base: u32) -> Result<(), F::Error> {
    let Ok(config) = QueueConfig::try_new(0..SECTOR) else {
        return Ok(());
    };
    let mut queue = QueueStorage::new(SectorFlash { flash, base }, config, fresh());
    let mut items = match queue.iter().await {
        Ok(items) => items,
        Err(error) => return flash_error_or(error, ()),
    };
    // An empty buffer accepts only the mark; a longer first item is not removed.
    match items.next(&mut []).await {
        Ok(Some(mark)) => match mark.pop().await {
            Ok(_) => Ok(()),
            Err(error) => flash_error_or(error, ()),
        },
        Ok(None) => Ok(()),
        Err(error) => flash_error_or(error, ()),
    }
}
