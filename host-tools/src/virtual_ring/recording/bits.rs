//! Numbers in as few bits as they need.

/// Bits on their way into bytes, the first lowest.
#[derive(Debug, Clone, Default)]
pub(super) struct Sink {
    bytes: Vec<u8>,
    held: u64,
    count: u32,
}

impl Sink {
    /// At most 32 bits.
    pub fn put(&mut self, value: u32, bits: u32) {
        self.held |= u64::from(value) << self.count;
        self.count += bits;
        while self.count >= 8 {
            self.bytes.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    /// So many bits in full, the rest counted out: short where numbers are
    /// around 2 to the power of `bits`. A number that would grow long is written
    /// plainly behind a run of ones.
    pub fn put_around(&mut self, value: u32, bits: u32) {
        let ones = value >> bits;
        if ones < u32::from(PLAIN) {
            self.put((1 << ones) - 1, ones + 1);
            self.put(value & ((1 << bits) - 1), bits);
        } else {
            self.put(u32::MAX >> (32 - u32::from(PLAIN)), u32::from(PLAIN));
            self.put(value, 32);
        }
    }

    /// A number of any size, seven bits at a time.
    pub fn put_any(&mut self, mut value: u32) {
        while value >= 128 {
            self.put(value & 127 | 128, 8);
            value >>= 7;
        }
        self.put(value, 8);
    }

    /// How many bytes there are so far.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes; the last is filled up with zeros.
    pub fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.held as u8);
        }
        self.bytes
    }
}

/// From so many ones on a number is written plainly.
const PLAIN: u8 = 20;

/// Bits out of bytes. Beyond the end there is nothing.
#[derive(Debug, Clone)]
pub(super) struct Source<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Source<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// At most 32 bits.
    pub fn take(&mut self, bits: u32) -> Option<u32> {
        let mut value = 0_u64;
        let mut got = 0;
        while got < bits {
            let byte = *self.bytes.get(self.at / 8)?;
            let (from, left) = (self.at as u32 % 8, bits - got);
            let here = (8 - from).min(left);
            let part = u64::from(byte) >> from & ((1 << here) - 1);
            value |= part << got;
            got += here;
            self.at += here as usize;
        }
        Some(value as u32)
    }

    pub fn take_around(&mut self, bits: u32) -> Option<u32> {
        let mut ones = 0;
        while self.take(1)? == 1 {
            ones += 1;
            if ones == u32::from(PLAIN) {
                return self.take(32);
            }
        }
        Some(ones << bits | self.take(bits)?)
    }

    pub fn take_any(&mut self) -> Option<u32> {
        let mut value = 0_u32;
        for shift in (0..35).step_by(7) {
            let byte = self.take(8)?;
            value |= (byte & 127).checked_shl(shift)?;
            if byte < 128 {
                return Some(value);
            }
        }
        None
    }
}
