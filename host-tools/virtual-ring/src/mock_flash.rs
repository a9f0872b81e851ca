//! NOR flash in memory that can fail: the power goes within a write or an erase, or a bit
//! cannot be programmed. The flash counts all operations.
//!
//! It is stricter than the part on a Pico: between two erases a byte is programmed once,
//! and a second time only to zero. After an interrupted erase it is not programmed at all,
//! whatever it reads as. Any other use panics.

#![allow(
    clippy::panic,
    reason = "who misuses a flash has made a mistake that must not pass"
)]

use embedded_storage_async::nor_flash::{
    ErrorType, MultiwriteNorFlash, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use rules_core::rng::Rng;
use std::collections::BTreeMap;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Size of a sector, the unit of an erase, in bytes.
pub const SECTOR: usize = 4096;

/// Size of a page, the unit of programming, in bytes.
pub const PAGE: usize = 256;

/// Part of a write or erase that was carried out before a power cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tear {
    /// A write programmed this number of bytes, and these bits of the next one; an erase
    /// had no effect.
    Bytes(usize, u8),
    /// An erase cleared this number of bytes from the front of the sector; a write had no
    /// effect.
    ErasedFront(usize),
    /// An erase cleared this number of bytes from the back of the sector.
    ErasedBack(usize),
    /// An erase cleared all but this number of bytes, at random places from the seed.
    ErasedBut(usize, u64),
    /// An erase set half of the zero bits, at random places from the seed.
    Sprinkled(u64),
    /// An erase had set this number of bytes from the front to zero, since chips program
    /// a sector to zero first.
    Zeroed(usize),
    /// The operation completed, but its end was not reported.
    Done,
}

/// Counts of operations on the flash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FlashStats {
    /// Number of reads.
    pub reads: u64,
    /// Number of bytes read.
    pub read_bytes: u64,
    /// Number of writes.
    pub writes: u64,
    /// Number of bytes written.
    pub written_bytes: u64,
    /// Number of pages programmed; a write that crosses the end of a page counts twice.
    pub programs: u64,
    /// Number of sectors erased.
    pub erases: u64,
}

/// Operation that changed the flash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// A write of this number of bytes.
    Write(usize),
    /// An erase of one sector.
    Erase,
}

/// Failure of a flash operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlashError {
    /// The power is off.
    NoPower,
    /// The address is beyond the end.
    OutOfBounds,
    /// The address or length is not a multiple of the word or sector size.
    NotAligned,
}

impl NorFlashError for FlashError {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            Self::NoPower => NorFlashErrorKind::Other,
            Self::OutOfBounds => NorFlashErrorKind::OutOfBounds,
            Self::NotAligned => NorFlashErrorKind::NotAligned,
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Power {
    On,
    /// Power fails within the write or erase after this number of further ones.
    Cut(u64, Tear),
    /// The write or erase after this number of further ones is executed but never returns.
    Stall(u64),
    Off,
}

/// State of a byte, which determines the operations that it allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ByteState {
    /// Byte is erased and may be programmed to any value.
    Erased,
    /// Byte is programmed and may only be programmed to zero.
    Programmed,
    /// Byte is undefined after an interrupted erase and must be erased first.
    Weak,
}

/// Flash that is read in words of `WORD` bytes.
#[derive(Debug, Clone)]
pub struct MockFlash<const WORD: usize> {
    bytes: Vec<u8>,
    cells: Vec<ByteState>,
    /// Mask of bits that cannot be programmed to zero, by byte offset.
    worn: BTreeMap<usize, u8>,
    erases: Vec<u32>,
    done: FlashStats,
    operations: Vec<Operation>,
    power: Power,
}

impl<const WORD: usize> MockFlash<WORD> {
    /// Creates a flash as it comes from the factory: it reads 0xff, but must be erased
    /// before it is written.
    #[must_use]
    pub fn new(sectors: usize) -> Self {
        Self::holding(vec![0xff; sectors * SECTOR])
    }

    /// Creates a flash with these contents of unknown history; it must be erased before it
    /// is written.
    #[must_use]
    pub fn holding(bytes: Vec<u8>) -> Self {
        Self {
            cells: vec![ByteState::Weak; bytes.len()],
            worn: BTreeMap::new(),
            erases: vec![0; bytes.len() / SECTOR],
            done: FlashStats::default(),
            operations: Vec::new(),
            power: Power::On,
            bytes,
        }
    }

    /// Returns the contents of the flash.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Makes one bit of a byte stay one whatever is written.
    pub fn wear(&mut self, byte: usize, bit: u32) {
        *self.worn.entry(byte).or_default() |= 1 << bit;
    }

    /// Clears the stored bits of `mask` in a byte, as ageing does.
    pub fn rot(&mut self, byte: usize, mask: u8) {
        self.bytes[byte] &= !mask;
    }

    /// Returns the counts of operations so far.
    #[must_use]
    pub const fn done(&self) -> FlashStats {
        self.done
    }

    /// Returns the operations that changed the flash since the last call, in order.
    pub fn take_operations(&mut self) -> Vec<Operation> {
        std::mem::take(&mut self.operations)
    }

    /// Returns the number of erases of each sector.
    #[must_use]
    pub fn erases(&self) -> &[u32] {
        &self.erases
    }

    /// Cuts the power within the write or erase after `operations` further ones.
    pub const fn cut_after(&mut self, operations: u64, tear: Tear) {
        self.power = Power::Cut(operations, tear);
    }

    /// Makes the write or erase after `operations` further ones never return.
    pub const fn stall_after(&mut self, operations: u64) {
        self.power = Power::Stall(operations);
    }

    /// Restores the power and cancels a planned cut.
    pub const fn power_up(&mut self) {
        self.power = Power::On;
    }

    /// True if a planned power cut has not happened yet.
    #[must_use]
    pub const fn has_cut_to_come(&self) -> bool {
        matches!(self.power, Power::Cut(..))
    }

    /// True if the power is on.
    #[must_use]
    pub const fn is_powered(&self) -> bool {
        !matches!(self.power, Power::Off)
    }

    /// Waits forever if a stall is due.
    async fn stall(&mut self) {
        match self.power {
            Power::Stall(0) => std::future::pending().await,
            Power::Stall(more) => self.power = Power::Stall(more - 1),
            Power::On | Power::Cut(..) | Power::Off => {}
        }
    }

    /// Returns the extent of the next write or erase if the power is cut in it; `None` if
    /// it completes.
    fn torn(&mut self) -> Result<Option<Tear>, FlashError> {
        match self.power {
            Power::On | Power::Stall(_) => Ok(None),
            Power::Cut(0, tear) => {
                self.power = Power::Off;
                Ok(Some(tear))
            }
            Power::Cut(more, tear) => {
                self.power = Power::Cut(more - 1, tear);
                Ok(None)
            }
            Power::Off => Err(FlashError::NoPower),
        }
    }

    fn program(&mut self, at: usize, byte: u8) {
        match self.cells[at] {
            _ if byte == self.bytes[at] => {}
            ByteState::Erased => {}
            ByteState::Programmed => assert_eq!(byte, 0, "byte {at} is programmed twice"),
            ByteState::Weak => panic!("byte {at} is programmed without a whole erase"),
        }
        if self.cells[at] == ByteState::Erased {
            self.cells[at] = ByteState::Programmed;
        }
        let worn = self.worn.get(&at).copied().unwrap_or(0);
        self.bytes[at] &= byte | worn;
    }

    /// Programs some bits of a byte, as an interrupted write does.
    fn program_bits(&mut self, at: usize, byte: u8) {
        assert_ne!(self.cells[at], ByteState::Weak, "byte {at} is not erased");
        self.cells[at] = ByteState::Programmed;
        self.bytes[at] &= byte;
    }

    fn place(&self, offset: u32, length: usize, unit: usize) -> Result<usize, FlashError> {
        let offset = offset as usize;
        if !offset.is_multiple_of(unit) || !length.is_multiple_of(unit) {
            return Err(FlashError::NotAligned);
        }
        if offset + length > self.bytes.len() {
            return Err(FlashError::OutOfBounds);
        }
        Ok(offset)
    }

    fn erase_sector(&mut self, start: usize, tear: Tear) {
        let all = start..start + SECTOR;
        let erased: Vec<u8> = match tear {
            Tear::Bytes(..) => self.bytes[all.clone()].to_vec(),
            Tear::Done => vec![0xff; SECTOR],
            Tear::ErasedFront(count) => self.part(start, |at| at < count, 0xff),
            Tear::ErasedBack(count) => self.part(start, |at| at >= SECTOR - count, 0xff),
            Tear::Zeroed(count) => self.part(start, |at| at < count, 0),
            Tear::ErasedBut(count, seed) => {
                let mut rng = Rng::new(seed);
                let kept: Vec<usize> = (0..count)
                    .map(|_| rng.below(SECTOR as u32) as usize)
                    .collect();
                self.part(start, |at| !kept.contains(&at), 0xff)
            }
            Tear::Sprinkled(seed) => {
                let mut rng = Rng::new(seed);
                let bytes = &self.bytes[all.clone()];
                bytes
                    .iter()
                    .map(|byte| byte | rng.next_u64() as u8)
                    .collect()
            }
        };
        let cell = match tear {
            Tear::Done => ByteState::Erased,
            _ => ByteState::Weak,
        };
        for (at, byte) in all.zip(erased) {
            self.bytes[at] = byte;
            self.cells[at] = cell;
        }
    }

    fn part(&self, start: usize, changes: impl Fn(usize) -> bool, to: u8) -> Vec<u8> {
        (0..SECTOR)
            .map(|at| {
                if changes(at) {
                    to
                } else {
                    self.bytes[start + at]
                }
            })
            .collect()
    }
}

impl<const WORD: usize> ErrorType for MockFlash<WORD> {
    type Error = FlashError;
}

impl<const WORD: usize> ReadNorFlash for MockFlash<WORD> {
    const READ_SIZE: usize = WORD;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), FlashError> {
        if !self.is_powered() {
            return Err(FlashError::NoPower);
        }
        let start = self.place(offset, bytes.len(), WORD)?;
        self.done.reads += 1;
        self.done.read_bytes += bytes.len() as u64;
        bytes.copy_from_slice(&self.bytes[start..start + bytes.len()]);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.bytes.len()
    }
}

impl<const WORD: usize> NorFlash for MockFlash<WORD> {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), FlashError> {
        let length = to.saturating_sub(from) as usize;
        let start = self.place(from, length, SECTOR)?;
        for sector in (start..start + length).step_by(SECTOR) {
            let torn = self.torn()?;
            self.done.erases += 1;
            self.operations.push(Operation::Erase);
            self.erases[sector / SECTOR] += 1;
            self.erase_sector(sector, torn.unwrap_or(Tear::Done));
            if torn.is_some() {
                return Err(FlashError::NoPower);
            }
            self.stall().await;
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), FlashError> {
        let start = self.place(offset, bytes.len(), 1)?;
        let torn = self.torn()?;
        self.done.writes += 1;
        self.operations.push(Operation::Write(bytes.len()));
        self.done.written_bytes += bytes.len() as u64;
        let pages = (start + bytes.len() - 1) / PAGE - start / PAGE + 1;
        self.done.programs += pages as u64;
        let (whole, bits) = match torn {
            None | Some(Tear::Done) => (bytes.len(), 0),
            Some(Tear::Bytes(whole, bits)) => (whole.min(bytes.len()), bits),
            Some(_) => (0, 0),
        };
        for (at, &byte) in bytes.iter().enumerate().take(whole) {
            self.program(start + at, byte);
        }
        if let Some(&next) = bytes.get(whole)
            && next | !bits != 0xff
        {
            let held = self.bytes[start + whole];
            self.program_bits(start + whole, held & (next | !bits));
        }
        if torn.is_some() {
            return Err(FlashError::NoPower);
        }
        self.stall().await;
        Ok(())
    }
}

impl<const WORD: usize> MultiwriteNorFlash for MockFlash<WORD> {}

/// Runs a future that never waits, such as those of a [`MockFlash`] that does not stall,
/// and returns its result.
///
/// # Panics
///
/// If the future waits.
pub fn now<T>(future: impl Future<Output = T>) -> T {
    match poll_once(future) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("a mock flash never waits"),
    }
}

/// Polls a future once and drops it if it waits.
pub fn poll_once<T>(future: impl Future<Output = T>) -> Poll<T> {
    pin!(future).poll(&mut Context::from_waker(Waker::noop()))
}
