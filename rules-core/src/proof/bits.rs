//! Numbers in as few bits as they need, the first lowest.

use super::pool::{Chain, Pool};

/// Bits on their way into a chain.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Pending {
    held: u32,
    count: u8,
}

/// From so many ones on a number is written plainly.
const PLAIN: u32 = 8;

impl Pending {
    /// At most 24 bits; says whether there was room.
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

    /// So many bits in full, the rest counted out: short where numbers are
    /// around 2 to the power of `bits`. What would grow long is written plainly.
    #[inline]
    pub fn put_around<const N: usize>(
        &mut self,
        pool: &mut Pool<N>,
        chain: &mut Chain,
        value: u32,
        bits: u8,
    ) -> bool {
        let ones = value >> bits;
        if ones < PLAIN {
            let code = ((1 << ones) - 1) | (value & ((1 << bits) - 1)) << (ones + 1);
            self.put(pool, chain, code, ones as u8 + 1 + bits)
        } else {
            // By way of a copy: so these bits can stay in registers.
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
        // Differences of two 16-bit numbers have 17 bits or 18.
        let plain = u32::BITS - value.leading_zeros();
        let code = ((1 << PLAIN) - 1) | plain << PLAIN;
        let fits = self.put(pool, chain, code, PLAIN as u8 + 5);
        self.put(pool, chain, value, plain as u8) && fits
    }

    /// The bits that do not fill a byte yet.
    pub const fn rest(self) -> Option<u8> {
        if self.count > 0 {
            Some(self.held as u8)
        } else {
            None
        }
    }
}

/// Bits out of bytes. Beyond the end there is nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Source<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Source<'a> {
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// At most 32 bits.
    pub fn take(&mut self, bits: u32) -> Option<u32> {
        let mut value = 0;
        for n in 0..bits {
            let byte = *self.bytes.get(self.at / 8)?;
            value |= u32::from(byte >> (self.at % 8) & 1) << n;
            self.at += 1;
        }
        Some(value)
    }

    pub fn take_around(&mut self, bits: u32) -> Option<u32> {
        let mut ones = 0;
        while self.take(1)? == 1 {
            ones += 1;
            if ones == PLAIN {
                let plain = self.take(5)?;
                return self.take(plain);
            }
        }
        Some(ones << bits | self.take(bits)?)
    }
}
