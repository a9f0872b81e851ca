//! Sensing's memory as bytes: postcard, with runs of zeros counted.
//!
//! At rest most of it is zero: no shadow is followed, no sensor is in trouble. To
//! count the zeros takes longer than to write them, so what has to be written at
//! once is written plainly, and counted later.

use super::pool::{CHUNK, Chain, Pool};
use crate::sensing::carry::Carrier;
use postcard::{Deserializer, Error, Result, de_flavors, ser_flavors};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Writes values into a chain, zeros as they are.
#[derive(Debug)]
pub(super) struct Plain<'a, const N: usize> {
    pool: &'a mut Pool<N>,
    chain: &'a mut Chain,
    piece: Piece,
    len: usize,
    /// As much of a piece as the last chunk of the chain still holds.
    room: usize,
    fits: bool,
}

/// What fills a chunk, where words begin like there.
#[derive(Debug)]
#[repr(align(4))]
struct Piece([u8; CHUNK]);

impl<'a, const N: usize> Plain<'a, N> {
    pub const fn new(pool: &'a mut Pool<N>, chain: &'a mut Chain) -> Self {
        Self {
            room: chain.room(),
            pool,
            chain,
            piece: Piece([0; CHUNK]),
            len: 0,
            fits: true,
        }
    }

    /// Says whether all of it was written.
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

impl<const N: usize> Carrier for Plain<'_, N> {
    fn carry<T: Serialize + DeserializeOwned>(&mut self, value: &mut T) {
        self.fits &= postcard::serialize_with_flavor(value, IntoPlain(&mut *self)).is_ok();
    }
}

struct IntoPlain<'a, 'b, const N: usize>(&'b mut Plain<'a, N>);

impl<const N: usize> ser_flavors::Flavor for IntoPlain<'_, '_, N> {
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

/// Writes values into a chain, with runs of zeros counted.
#[derive(Debug)]
pub(super) struct Writer<'a, const N: usize> {
    pool: &'a mut Pool<N>,
    chain: &'a mut Chain,
    /// Bytes on their way.
    bytes: [u8; BYTES],
    len: usize,
    zeros: u8,
    fits: bool,
}

/// So many go into the chain together.
const BYTES: usize = 32;

impl<'a, const N: usize> Writer<'a, N> {
    /// Goes on in a part in which so many zeros are not written yet.
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

    /// Ends a part that can be read by itself; returns where it ends, if all of
    /// it was written.
    pub fn end(&mut self) -> Option<u16> {
        self.end_zeros();
        self.pour();
        self.fits.then(|| self.chain.len())
    }

    /// Stops within a part; returns the zeros that are not written yet, if all
    /// else was.
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

    /// Most bytes are zeros, and those are counted where they come up.
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

impl<const N: usize> Carrier for Writer<'_, N> {
    fn carry<T: Serialize + DeserializeOwned>(&mut self, value: &mut T) {
        self.fits &= postcard::serialize_with_flavor(value, IntoWriter(&mut *self)).is_ok();
    }
}

struct IntoWriter<'a, 'b, const N: usize>(&'b mut Writer<'a, N>);

impl<const N: usize> ser_flavors::Flavor for IntoWriter<'_, '_, N> {
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

/// Reads them again, from one part.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    zeros: u8,
    failed: bool,
}

impl<'a> Reader<'a> {
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            zeros: 0,
            failed: false,
        }
    }

    /// Whether something was not there.
    pub const fn has_failed(&self) -> bool {
        self.failed
    }

    /// Whether everything was there, and nothing more.
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

impl Carrier for Reader<'_> {
    fn carry<T: Serialize + DeserializeOwned>(&mut self, value: &mut T) {
        if self.failed {
            return;
        }
        match T::deserialize(&mut Deserializer::from_flavor(OutOf(self))) {
            Ok(read) => *value = read,
            Err(_) => self.failed = true,
        }
    }
}

struct OutOf<'a, 'b>(&'b mut Reader<'a>);

impl<'de, 'a: 'de, 'b: 'de> de_flavors::Flavor<'de> for OutOf<'a, 'b> {
    type Remainder = ();
    type Source = ();

    fn pop(&mut self) -> Result<u8> {
        self.0.pop().ok_or(Error::DeserializeUnexpectedEnd)
    }

    /// Nothing that is handed over is a piece of memory.
    fn try_take_n(&mut self, _: usize) -> Result<&'de [u8]> {
        Err(Error::WontImplement)
    }

    fn finalize(self) -> Result<()> {
        Ok(())
    }
}
