//! Bit streams and variable-length numbers of a recording.

/// Writer of bits into bytes; the first bit is the lowest of its byte.
#[derive(Debug, Clone, Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    held: u64,
    count: u32,
}

impl BitWriter {
    /// Writes the lower `bits` bits of a value; `bits` is at most 32.
    pub fn put(&mut self, value: u32, bits: u32) {
        self.held |= u64::from(value) << self.count;
        self.count += bits;
        while self.count >= 8 {
            self.bytes.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    /// Writes a number in Rice code: its lower `bits` bits in full, the rest in unary;
    /// short for numbers around 2 to the power of `bits`. A number that would become long
    /// is written in full behind a run of ones.
    pub fn put_rice(&mut self, value: u32, bits: u32) {
        let ones = value >> bits;
        if ones < u32::from(PLAIN) {
            self.put((1 << ones) - 1, ones + 1);
            self.put(value & ((1 << bits) - 1), bits);
        } else {
            self.put(u32::MAX >> (32 - u32::from(PLAIN)), u32::from(PLAIN));
            self.put(value, 32);
        }
    }

    /// Writes a number of any size, seven bits at a time.
    pub fn put_varint(&mut self, mut value: u32) {
        while value >= 128 {
            self.put(value & 127 | 128, 8);
            value >>= 7;
        }
        self.put(value, 8);
    }

    /// Returns the number of complete bytes so far.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the bytes; the last one is padded with zeros.
    pub fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.held as u8);
        }
        self.bytes
    }
}

/// Length of the run of ones that precedes a number written in full.
const PLAIN: u8 = 20;

/// Reader of bits from bytes; its methods return `None` beyond the end.
#[derive(Debug, Clone)]
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> BitReader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Reads the next `bits` bits; `bits` is at most 32.
    pub fn get(&mut self, bits: u32) -> Option<u32> {
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

    pub fn get_rice(&mut self, bits: u32) -> Option<u32> {
        let mut ones = 0;
        while self.get(1)? == 1 {
            ones += 1;
            if ones == u32::from(PLAIN) {
                return self.get(32);
            }
        }
        Some(ones << bits | self.get(bits)?)
    }

    pub fn get_varint(&mut self) -> Option<u32> {
        let mut value = 0_u32;
        for shift in (0..35).step_by(7) {
            let byte = self.get(8)?;
            value |= (byte & 127).checked_shl(shift)?;
            if byte < 128 {
                return Some(value);
            }
        }
        None
    }
}
