//! Rice coding of numbers: small ones take few bits. The first bit is the lowest.

use super::pool::{Chain, Pool};

/// Writer of single bits into a chain of memory chunks.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BitWriter {
    held: u32,
    count: u8,
}

/// Number of leading ones that announces a number in plain binary.
const ESCAPE_ONES: u32 = 8;

impl BitWriter {
    /// Writer that holds no bits.
    pub const EMPTY: Self = Self { held: 0, count: 0 };

    /// Writes the low `bits` bits of `value`, up to 24; returns true if there was room.
    #[inline]
    pub fn put<const N: usize>(
        &mut self,
        pool: &mut Pool<N>,
        chain: &mut Chain,
        value: u32,
        bits: u8,
    ) -> bool {
        self.held |= value << self.count;
        self.count += bits;
        let mut fits = true;
        while self.count >= 8 {
            fits &= pool.push(chain, self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
        fits
    }

    /// Writes a number in Rice coding: the low `bits` bits in full and the remainder in
    /// unary, which is short for numbers around 2 to the power of `bits`. A number whose
    /// unary part would grow long is written in plain binary. Returns true if there was
    /// room.
    #[inline]
    pub fn put_rice<const N: usize>(
        &mut self,
        pool: &mut Pool<N>,
        chain: &mut Chain,
        value: u32,
        bits: u8,
    ) -> bool {
        let ones = value >> bits;
        if ones < ESCAPE_ONES {
            let code = ((1 << ones) - 1) | (value & ((1 << bits) - 1)) << (ones + 1);
            self.put(pool, chain, code, ones as u8 + 1 + bits)
        } else {
            // Through a copy, so that these bits can stay in registers.
            let mut copy = *self;
            let fits = copy.put_plainly(pool, chain, value);
            *self = copy;
            fits
        }
    }

    #[cold]
    #[inline(never)]
    fn put_plainly<const N: usize>(
        &mut self,
        pool: &mut Pool<N>,
        chain: &mut Chain,
        value: u32,
    ) -> bool {
        // Differences of two 16-bit numbers have 17 or 18 bits.
        let plain = u32::BITS - value.leading_zeros();
        let code = ((1 << ESCAPE_ONES) - 1) | plain << ESCAPE_ONES;
        let fits = self.put(pool, chain, code, ESCAPE_ONES as u8 + 5);
        self.put(pool, chain, value, plain as u8) && fits
    }

    /// Returns the bits that do not fill a byte yet; `None` if there are none.
    pub const fn rest(self) -> Option<u8> {
        if self.count > 0 {
            Some(self.held as u8)
        } else {
            None
        }
    }
}

/// Reader of bits from bytes. Beyond the end every read returns `None`.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> BitReader<'a> {
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Reads `bits` bits, up to 32; `None` beyond the end.
    pub fn get(&mut self, bits: u32) -> Option<u32> {
        let mut value = 0;
        for n in 0..bits {
            let byte = *self.bytes.get(self.at / 8)?;
            value |= u32::from(byte >> (self.at % 8) & 1) << n;
            self.at += 1;
        }
        Some(value)
    }

    pub fn get_rice(&mut self, bits: u32) -> Option<u32> {
        let mut ones = 0;
        while self.get(1)? == 1 {
            ones += 1;
            if ones == ESCAPE_ONES {
                let plain = self.get(5)?;
                return self.get(plain);
            }
        }
        Some(ones << bits | self.get(bits)?)
    }
}
