//! One sector of flash as one queue of `sequential-storage`.
//!
//! The crate keeps items in the sector, skips torn ones and finds the next free
//! place. It gets a [`View`] of the flash that shows this sector only, reads
//! back whatever is written, and refuses to erase. What the crate then says
//! about a broken sector is of no interest: it is to be erased.
//!
//! An erase that was cut short can leave cells that read as erased and are not
//! good for writing. So an erase ends with a *mark*, an item without bytes, and
//! begins with removing the one that is there: a sector without records is
//! ready if it has its mark and all the rest of it is blank.

use core::ops::ControlFlow;
use embedded_storage_async::nor_flash::{
    ErrorType, MultiwriteNorFlash, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use sequential_storage::Error;
use sequential_storage::cache::page_pointers::ArrayPagePointers;
use sequential_storage::cache::page_states::ArrayPageStates;
use sequential_storage::cache::{Cache, Uncached};
use sequential_storage::queue::{QueueConfig, QueueStorage};

/// Bytes in a sector: what the flash of a Pico erases at once.
pub const SECTOR: u32 = 4096;

/// Bytes read at once where nothing is kept. A multiple of any word.
const PORTION: usize = 64;

/// What the crate remembers of a sector between two pushes.
pub(super) type Memory = Cache<ArrayPageStates<1>, ArrayPagePointers<1>, Uncached>;

/// The longest word of a flash, in bytes, that records are made for.
const WORD: usize = 4;

/// What the crate puts before each item, in bytes.
const HEAD: usize = 8;

/// The item that ends an erase.
const MARK: &[u8] = &[];

/// How many items of `length` bytes, a multiple of a word, a sector holds: two
/// words are its state to the crate, the first item is its mark.
pub(super) const fn holds(length: usize) -> usize {
    (SECTOR as usize - 2 * WORD - HEAD) / (HEAD + length)
}

/// Whether so many sectors from `start` are whole sectors of this flash, and
/// its words short enough.
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

/// Why something could not be done.
#[derive(Debug, Clone, Copy)]
pub(super) enum ViewError<E> {
    /// The flash says so.
    Flash(E),
    /// An erase was wanted, or another sector.
    Refused,
    /// What was written reads otherwise.
    Mismatch,
}

impl<E: NorFlashError> NorFlashError for ViewError<E> {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            Self::Flash(error) => error.kind(),
            Self::Refused | Self::Mismatch => NorFlashErrorKind::Other,
        }
    }
}

/// One sector of a flash, to read and to write.
struct View<'a, F> {
    flash: &'a mut F,
    base: u32,
}

impl<F: NorFlash> View<'_, F> {
    /// Where in the flash it is, if it is in the sector.
    fn place(&self, offset: u32, length: usize) -> Result<u32, ViewError<F::Error>> {
        u32::try_from(length)
            .ok()
            .and_then(|length| offset.checked_add(length))
            .filter(|&end| end <= SECTOR)
            .and_then(|_| self.base.checked_add(offset))
            .ok_or(ViewError::Refused)
    }
}

impl<F: NorFlash> ErrorType for View<'_, F> {
    type Error = ViewError<F::Error>;
}

impl<F: NorFlash> ReadNorFlash for View<'_, F> {
    const READ_SIZE: usize = F::READ_SIZE;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Self::Error> {
        let place = self.place(offset, bytes.len())?;
        self.flash
            .read(place, bytes)
            .await
            .map_err(ViewError::Flash)
    }

    fn capacity(&self) -> usize {
        SECTOR as usize
    }
}

impl<F: NorFlash> NorFlash for View<'_, F> {
    const WRITE_SIZE: usize = F::WRITE_SIZE;
    const ERASE_SIZE: usize = SECTOR as usize;

    async fn erase(&mut self, _: u32, _: u32) -> Result<(), Self::Error> {
        Err(ViewError::Refused)
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Self::Error> {
        let place = self.place(offset, bytes.len())?;
        self.flash
            .write(place, bytes)
            .await
            .map_err(ViewError::Flash)?;
        let mut offset = offset;
        for written in bytes.chunks(PORTION) {
            let mut read = [0; PORTION];
            let Some(read) = read.get_mut(..written.len()) else {
                return Err(ViewError::Refused);
            };
            self.read(offset, read).await?;
            if read != written {
                return Err(ViewError::Mismatch);
            }
            offset = offset.saturating_add(PORTION as u32);
        }
        Ok(())
    }
}

// Removing an item clears bits that are still set, in a word already written.
impl<F: MultiwriteNorFlash> MultiwriteNorFlash for View<'_, F> {}

/// What became of an item.
#[derive(Debug)]
pub(super) enum Pushed {
    /// It is there, read back and found equal.
    Stored(Memory),
    /// It needs more room than the sector has left. Nothing was written.
    Full,
    /// It may or may not be there.
    Failed,
}

fn fresh() -> Memory {
    Cache::new(ArrayPageStates::new(), ArrayPagePointers::new(), Uncached)
}

/// Appends `item` to the sector at `base`. Never erases.
pub(super) async fn push<F: NorFlash>(
    flash: &mut F,
    base: u32,
    item: &[u8],
    memory: Option<Memory>,
) -> Result<Pushed, F::Error> {
    let Ok(config) = QueueConfig::try_new(0..SECTOR) else {
        return Ok(Pushed::Failed);
    };
    let memory = memory.unwrap_or_else(fresh);
    let mut queue = QueueStorage::new(View { flash, base }, config, memory);
    match queue.push(item, false).await {
        Ok(()) => Ok(Pushed::Stored(queue.destroy().1)),
        Err(Error::FullStorage) => Ok(Pushed::Full),
        Err(Error::Storage {
            value: ViewError::Flash(error),
            ..
        }) => Err(error),
        Err(_) => Ok(Pushed::Failed),
    }
}

/// What a sector has besides its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Its last erase came to its end.
    Present,
    /// It was never erased, or an erase began.
    Absent,
}

/// How reading a sector ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// There is no more, for the crate at least.
    AtEnd(Mark),
    /// The reader had enough.
    Early,
}

/// Shows `each` item of the sector at `base`, in order, until it breaks or the
/// crate gives the sector up. Items longer than `buffer` end it as well.
pub(super) async fn read<F: NorFlash>(
    flash: &mut F,
    base: u32,
    buffer: &mut [u8],
    mut each: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<Ended, F::Error> {
    let mut mark = Mark::Absent;
    let Ok(config) = QueueConfig::try_new(0..SECTOR) else {
        return Ok(Ended::AtEnd(mark));
    };
    let mut queue = QueueStorage::new(View { flash, base }, config, fresh());
    let mut items = match queue.iter().await {
        Ok(items) => items,
        Err(error) => return passed_over(error, Ended::AtEnd(mark)),
    };
    loop {
        match items.next(buffer).await {
            Ok(Some(item)) if item.is_empty() => mark = Mark::Present,
            Ok(Some(item)) => {
                if each(&item).is_break() {
                    return Ok(Ended::Early);
                }
            }
            Ok(None) => return Ok(Ended::AtEnd(mark)),
            Err(error) => return passed_over(error, Ended::AtEnd(mark)),
        }
    }
}

/// A fault of the flash is one; anything else is a sector with no more to it.
fn passed_over<T, E>(error: Error<ViewError<E>>, otherwise: T) -> Result<T, E> {
    match error {
        Error::Storage {
            value: ViewError::Flash(error),
            ..
        } => Err(error),
        _ => Ok(otherwise),
    }
}

/// Whether every byte of the sector at `base` is erased, but for the mark.
pub(super) async fn is_blank<F: NorFlash>(flash: &mut F, base: u32) -> Result<bool, F::Error> {
    // The state of the sector to the crate is one word; then comes the mark.
    let mut marked = F::READ_SIZE.max(F::WRITE_SIZE) + HEAD;
    let mut view = View { flash, base };
    let mut bytes = [0; PORTION];
    for offset in (0..SECTOR).step_by(PORTION) {
        match view.read(offset, &mut bytes).await {
            Ok(()) if bytes.iter().skip(marked).all(|&byte| byte == 0xff) => {}
            Ok(()) | Err(ViewError::Refused | ViewError::Mismatch) => return Ok(false),
            Err(ViewError::Flash(error)) => return Err(error),
        }
        marked = 0;
    }
    Ok(true)
}

/// Erases the sector at `base` and marks it; whether it is ready now.
pub(super) async fn erase<F: MultiwriteNorFlash>(
    flash: &mut F,
    base: u32,
) -> Result<bool, F::Error> {
    unmark(flash, base).await?;
    flash.erase(base, base.saturating_add(SECTOR)).await?;
    match push(flash, base, MARK, None).await? {
        Pushed::Stored(_) => is_blank(flash, base).await,
        Pushed::Full | Pushed::Failed => Ok(false),
    }
}

/// Removes the mark, if it is there: it is the first item.
async fn unmark<F: MultiwriteNorFlash>(flash: &mut F, base: u32) -> Result<(), F::Error> {
    let Ok(config) = QueueConfig::try_new(0..SECTOR) else {
        return Ok(());
    };
    let mut queue = QueueStorage::new(View { flash, base }, config, fresh());
    let mut items = match queue.iter().await {
        Ok(items) => items,
        Err(error) => return passed_over(error, ()),
    };
    // Nothing longer than the mark is read: it is another item then.
    match items.next(&mut []).await {
        Ok(Some(mark)) => match mark.pop().await {
            Ok(_) => Ok(()),
            Err(error) => passed_over(error, ()),
        },
        Ok(None) => Ok(()),
        Err(error) => passed_over(error, ()),
    }
}
