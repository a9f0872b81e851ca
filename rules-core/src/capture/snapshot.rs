//! State of sensing as bytes: postcard, with runs of zeros replaced by their length.
//!
//! At rest most bytes are zero: no shadow is tracked, no sensor is faulty. Counting the
//! zeros takes longer than writing them. Urgent data is therefore written raw first and
//! run-length coded later.

use super::pool::{CHUNK, Chain, Pool};
use crate::sensing::archive::Archive;
use postcard::{Deserializer, Error, Result, de_flavors, ser_flavors};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Writer of archived values into a chain as plain postcard, without run-length coding.
#[derive(Debug)]
pub(super) struct RawWriter<'a, const N: usize> {
    pool: &'a mut Pool<N>,
    chain: &'a mut Chain,
    piece: ChunkBuffer,
    len: usize,
    /// Number of bytes after which `piece` is appended to the chain, so that it ends with
    /// a chunk.
    room: usize,
    fits: bool,
}

/// Buffer for the contents of one chunk, aligned like a chunk.
#[derive(Debug)]
#[repr(align(4))]
struct ChunkBuffer([u8; CHUNK]);

impl<'a, const N: usize> RawWriter<'a, N> {
    pub const fn new(pool: &'a mut Pool<N>, chain: &'a mut Chain) -> Self {
        Self {
            room: chain.room(),
            pool,
            chain,
            piece: ChunkBuffer([0; CHUNK]),
            len: 0,
            fits: true,
        }
    }

    /// Writes the remaining bytes into the chain; returns true if there was room for
    /// everything.
    pub fn end(mut self) -> bool {
        self.pour();
        self.fits
    }

    #[inline(never)]
    fn pour(&mut self) {
        let len = core::mem::take(&mut self.len);
        self.room = CHUNK;
        let bytes = self.piece.0.get(..len).unwrap_or_default();
        self.fits &= self.pool.extend(self.chain, bytes);
    }
}

impl<const N: usize> Archive for RawWriter<'_, N> {
    fn archive<T: Serialize + DeserializeOwned>(&mut self, value: &mut T) {
        self.fits &= postcard::serialize_with_flavor(value, RawFlavor(&mut *self)).is_ok();
    }
}

struct RawFlavor<'a, 'b, const N: usize>(&'b mut RawWriter<'a, N>);

impl<const N: usize> ser_flavors::Flavor for RawFlavor<'_, '_, N> {
    type Output = ();

    #[inline]
    fn try_push(&mut self, byte: u8) -> Result<()> {
        if self.0.len == self.0.room {
            self.0.pour();
        }
        if let Some(place) = self.0.piece.0.get_mut(self.0.len) {
            *place = byte;
            self.0.len += 1;
        }
        Ok(())
    }

    fn finalize(self) -> Result<()> {
        Ok(())
    }
}

/// Writer of archived values into a chain, with each run of zeros as a zero and its
/// length.
#[derive(Debug)]
pub(super) struct RunLengthWriter<'a, const N: usize> {
    pool: &'a mut Pool<N>,
    chain: &'a mut Chain,
    /// Buffer of bytes not yet in the chain, the first `len` of them used.
    bytes: [u8; BYTES],
    len: usize,
    /// Length of the run of zeros that is not written yet.
    zeros: u8,
    fits: bool,
}

/// Number of bytes that are appended to the chain together.
const BYTES: usize = 32;

impl<'a, const N: usize> RunLengthWriter<'a, N> {
    /// Creates a writer that continues a part of which `zeros` zeros are not written yet.
    pub fn new(pool: &'a mut Pool<N>, chain: &'a mut Chain, zeros: u8) -> Self {
        Self {
            pool,
            chain,
            bytes: [0; BYTES],
            len: 0,
            zeros,
            fits: true,
        }
    }

    /// Ends a part that can be read on its own. Returns the length of the chain, or
    /// `None` if there was no room for everything.
    pub fn end(&mut self) -> Option<u16> {
        self.end_zeros();
        self.pour();
        self.fits.then(|| self.chain.len())
    }

    /// Stops within a part, which a later writer continues. Returns the number of zeros
    /// not written yet, or `None` if there was no room for everything else.
    pub fn stop(mut self) -> Option<u8> {
        self.pour();
        self.fits.then_some(self.zeros)
    }

    fn pour(&mut self) {
        let len = core::mem::take(&mut self.len);
        let bytes = self.bytes.get(..len).unwrap_or_default();
        self.fits &= self.pool.extend(self.chain, bytes);
    }

    fn put(&mut self, byte: u8) {
        if self.len == BYTES {
            self.pour();
        }
        if let Some(place) = self.bytes.get_mut(self.len) {
            *place = byte;
            self.len += 1;
        }
    }

    fn end_zeros(&mut self) {
        if self.zeros > 0 {
            let run = core::mem::take(&mut self.zeros);
            self.put(0);
            self.put(run);
        }
    }

    /// Appends a byte. Most bytes are zeros, and those are counted inline.
    #[inline]
    pub fn push(&mut self, byte: u8) {
        if byte == 0 && self.zeros < u8::MAX {
            self.zeros += 1;
        } else {
            self.push_on(byte);
        }
    }

    #[inline(never)]
    fn push_on(&mut self, byte: u8) {
        self.end_zeros();
        if byte == 0 {
            self.zeros = 1;
        } else {
            self.put(byte);
        }
    }
}

impl<const N: usize> Archive for RunLengthWriter<'_, N> {
    fn archive<T: Serialize + DeserializeOwned>(&mut self, value: &mut T) {
        self.fits &= postcard::serialize_with_flavor(value, RunLengthFlavor(&mut *self)).is_ok();
    }
}

struct RunLengthFlavor<'a, 'b, const N: usize>(&'b mut RunLengthWriter<'a, N>);

impl<const N: usize> ser_flavors::Flavor for RunLengthFlavor<'_, '_, N> {
    type Output = ();

    #[inline]
    fn try_push(&mut self, byte: u8) -> Result<()> {
        self.0.push(byte);
        Ok(())
    }

    fn finalize(self) -> Result<()> {
        Ok(())
    }
}

/// Reader of run-length-coded values, from one part.
#[derive(Debug)]
pub(super) struct RunLengthReader<'a> {
    bytes: &'a [u8],
    zeros: u8,
    failed: bool,
}

impl<'a> RunLengthReader<'a> {
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            zeros: 0,
            failed: false,
        }
    }

    /// True if a value was missing or not valid.
    pub const fn has_failed(&self) -> bool {
        self.failed
    }

    /// True if every value was there, and no byte is left.
    pub const fn is_done(&self) -> bool {
        !self.failed && self.bytes.is_empty() && self.zeros == 0
    }

    fn pop(&mut self) -> Option<u8> {
        if self.zeros > 0 {
            self.zeros -= 1;
            return Some(0);
        }
        let (&byte, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        if byte == 0 {
            let (&run, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            self.zeros = run.checked_sub(1)?;
        }
        Some(byte)
    }
}

impl Archive for RunLengthReader<'_> {
    fn archive<T: Serialize + DeserializeOwned>(&mut self, value: &mut T) {
        if self.failed {
            return;
        }
        match T::deserialize(&mut Deserializer::from_flavor(RunLengthSource(self))) {
            Ok(read) => *value = read,
            Err(_) => self.failed = true,
        }
    }
}

struct RunLengthSource<'a, 'b>(&'b mut RunLengthReader<'a>);

impl<'de, 'a: 'de, 'b: 'de> de_flavors::Flavor<'de> for RunLengthSource<'a, 'b> {
    type Remainder = ();
    type Source = ();

    fn pop(&mut self) -> Result<u8> {
        self.0.pop().ok_or(Error::DeserializeUnexpectedEnd)
    }

    /// Fails always: no archived value is a byte slice.
    fn try_take_n(&mut self, _: usize) -> Result<&'de [u8]> {
        Err(Error::WontImplement)
    }

    fn finalize(self) -> Result<()> {
        Ok(())
    }
}
