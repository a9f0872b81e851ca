//! A NOR flash that can fail: the power goes within a write or an erase, a bit
//! does not take a zero. It counts what is done to it.
//!
//! Stricter than the part on a Pico: between two erases a byte is programmed
//! once, and then only to zero; after an erase that was cut short it is not
//! programmed at all, whatever it reads as. Anything else panics.

#![allow(
    clippy::panic,
    reason = "who misuses a flash has made a mistake that must not pass"
)]

use embedded_storage_async::nor_flash::{
    ErrorType, MultiwriteNorFlash, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use rules_core::lots::Lots;
use std::collections::BTreeMap;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Bytes erased at once.
pub const SECTOR: usize = 4096;

/// Bytes programmed at once.
pub const PAGE: usize = 256;

/// How far an interrupted operation got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tear {
    /// A write: so many bytes, and of the next one these bits. An erase:
    /// nothing yet.
    Bytes(usize, u8),
    /// An erase: so many bytes from the front. A write: nothing yet.
    ErasedFront(usize),
    /// An erase: so many bytes from the back.
    ErasedBack(usize),
    /// An erase: all but so many bytes, somewhere.
    ErasedBut(usize, u64),
    /// An erase: one bit in two, anywhere.
    Sprinkled(u64),
    /// An erase: chips program all to zero first; so many bytes from the front.
    Zeroed(usize),
    /// All of it, but nobody was told.
    Done,
}

/// What was done to the flash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Done {
    /// Reads.
    pub reads: u64,
    /// Bytes read.
    pub read_bytes: u64,
    /// Writes.
    pub writes: u64,
    /// Bytes written.
    pub written_bytes: u64,
    /// Pages programmed: a write that crosses the end of a page counts twice.
    pub programs: u64,
    /// Sectors erased.
    pub erases: u64,
}

/// One thing that changed the flash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// So many bytes were written.
    Write(usize),
    /// A sector was erased.
    Erase,
}

/// Why the flash did not do it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The power is off.
    NoPower,
    /// There is no such place.
    OutOfBounds,
    /// Not whole words or sectors.
    NotAligned,
}

impl NorFlashError for Fault {
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
    /// It goes within the write or erase after so many.
    Cut(u64, Tear),
    /// The write or erase after so many is done, but never says so.
    Stall(u64),
    Off,
}

/// What may be done to a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    /// Program it.
    Erased,
    /// Program it to zero.
    Programmed,
    /// Nothing before it is erased.
    Weak,
}

/// A flash that is read in words of `WORD` bytes.
#[derive(Debug, Clone)]
pub struct MockFlash<const WORD: usize> {
    bytes: Vec<u8>,
    cells: Vec<Cell>,
    /// Bits that stay one, by byte.
    worn: BTreeMap<usize, u8>,
    erases: Vec<u32>,
    done: Done,
    operations: Vec<Operation>,
    power: Power,
}

impl<const WORD: usize> MockFlash<WORD> {
    /// A flash as it comes from the factory. Nothing may be written before it
    /// was erased.
    #[must_use]
    pub fn new(sectors: usize) -> Self {
        Self::holding(vec![0xff; sectors * SECTOR])
    }

    /// A flash with these bytes in it, nobody knows how.
    #[must_use]
    pub fn holding(bytes: Vec<u8>) -> Self {
        Self {
            cells: vec![Cell::Weak; bytes.len()],
            worn: BTreeMap::new(),
            erases: vec![0; bytes.len() / SECTOR],
            done: Done::default(),
            operations: Vec::new(),
            power: Power::On,
            bytes,
        }
    }

    /// What it holds.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Lets this bit stay one whatever is written.
    pub fn wear(&mut self, byte: usize, bit: u32) {
        *self.worn.entry(byte).or_default() |= 1 << bit;
    }

    /// Turns bits that were stored to zero.
    pub fn rot(&mut self, byte: usize, mask: u8) {
        self.bytes[byte] &= !mask;
    }

    /// What was done so far.
    #[must_use]
    pub const fn done(&self) -> Done {
        self.done
    }

    /// What changed the flash since this was called last, in order.
    pub fn take_operations(&mut self) -> Vec<Operation> {
        std::mem::take(&mut self.operations)
    }

    /// How often each sector was erased.
    #[must_use]
    pub fn erases(&self) -> &[u32] {
        &self.erases
    }

    /// Cuts the power within the write or erase after `operations` more.
    pub const fn cut_after(&mut self, operations: u64, tear: Tear) {
        self.power = Power::Cut(operations, tear);
    }

    /// Lets the write or erase after `operations` more never return.
    pub const fn stall_after(&mut self, operations: u64) {
        self.power = Power::Stall(operations);
    }

    /// Power is there, and stays.
    pub const fn power_up(&mut self) {
        self.power = Power::On;
    }

    /// Whether the power is to be cut in a write or erase that has not come yet.
    #[must_use]
    pub const fn has_cut_to_come(&self) -> bool {
        matches!(self.power, Power::Cut(..))
    }

    /// Whether the power is still there.
    #[must_use]
    pub const fn is_powered(&self) -> bool {
        !matches!(self.power, Power::Off)
    }

    /// Waits for ever if it is to.
    async fn stall(&mut self) {
        match self.power {
            Power::Stall(0) => std::future::pending().await,
            Power::Stall(more) => self.power = Power::Stall(more - 1),
            Power::On | Power::Cut(..) | Power::Off => {}
        }
    }

    /// Whether the next write or erase is torn, and how.
    fn torn(&mut self) -> Result<Option<Tear>, Fault> {
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
            Power::Off => Err(Fault::NoPower),
        }
    }

    fn program(&mut self, at: usize, byte: u8) {
        match self.cells[at] {
            _ if byte == self.bytes[at] => {}
            Cell::Erased => {}
            Cell::Programmed => assert_eq!(byte, 0, "byte {at} is programmed twice"),
            Cell::Weak => panic!("byte {at} is programmed without a whole erase"),
        }
        if self.cells[at] == Cell::Erased {
            self.cells[at] = Cell::Programmed;
        }
        let worn = self.worn.get(&at).copied().unwrap_or(0);
        self.bytes[at] &= byte | worn;
    }

    /// A program that was cut short within a byte.
    fn program_bits(&mut self, at: usize, byte: u8) {
        assert_ne!(self.cells[at], Cell::Weak, "byte {at} is not erased");
        self.cells[at] = Cell::Programmed;
        self.bytes[at] &= byte;
    }

    fn place(&self, offset: u32, length: usize, unit: usize) -> Result<usize, Fault> {
        let offset = offset as usize;
        if !offset.is_multiple_of(unit) || !length.is_multiple_of(unit) {
            return Err(Fault::NotAligned);
        }
        if offset + length > self.bytes.len() {
            return Err(Fault::OutOfBounds);
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
                let mut lots = Lots::new(seed);
                let kept: Vec<usize> = (0..count)
                    .map(|_| lots.below(SECTOR as u32) as usize)
                    .collect();
                self.part(start, |at| !kept.contains(&at), 0xff)
            }
            Tear::Sprinkled(seed) => {
                let mut lots = Lots::new(seed);
                let bytes = &self.bytes[all.clone()];
                bytes.iter().map(|byte| byte | lots.draw() as u8).collect()
            }
        };
        let cell = match tear {
            Tear::Done => Cell::Erased,
            _ => Cell::Weak,
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
    type Error = Fault;
}

impl<const WORD: usize> ReadNorFlash for MockFlash<WORD> {
    const READ_SIZE: usize = WORD;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Fault> {
        if !self.is_powered() {
            return Err(Fault::NoPower);
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

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Fault> {
        let length = to.saturating_sub(from) as usize;
        let start = self.place(from, length, SECTOR)?;
        for sector in (start..start + length).step_by(SECTOR) {
            let torn = self.torn()?;
            self.done.erases += 1;
            self.operations.push(Operation::Erase);
            self.erases[sector / SECTOR] += 1;
            self.erase_sector(sector, torn.unwrap_or(Tear::Done));
            if torn.is_some() {
                return Err(Fault::NoPower);
            }
            self.stall().await;
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Fault> {
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
            return Err(Fault::NoPower);
        }
        self.stall().await;
        Ok(())
    }
}

impl<const WORD: usize> MultiwriteNorFlash for MockFlash<WORD> {}

/// Runs a future that never waits, as those on a [`MockFlash`] that does not
/// stall.
///
/// # Panics
///
/// If it waits.
pub fn now<T>(future: impl Future<Output = T>) -> T {
    match poll_once(future) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("a mock flash never waits"),
    }
}

/// Runs a future as far as it goes, and gives it up if it waits.
pub fn poll_once<T>(future: impl Future<Output = T>) -> Poll<T> {
    pin!(future).poll(&mut Context::from_waker(Waker::noop()))
}
