//! Fixed memory in small chunks, and chains of chunks that grow.
//!
//! Captures are written through many chains at once, each of unknown length; chunks of 32
//! bytes waste little at their ends. There is no other memory: data that does not fit is
//! dropped.

/// Number of data bytes in a chunk; two more hold the number of the next chunk.
pub(super) const CHUNK: usize = 30;

/// Chunk number that stands for no chunk.
const NONE: u16 = u16::MAX;

/// Smallest unit of the memory for captures. Its bytes come first, aligned to words, so
/// that they are copied word by word.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(4))]
pub struct Chunk {
    bytes: [u8; CHUNK],
    next: u16,
}

impl Chunk {
    /// Chunk of zeros, so that a `static` of them takes no room in an image.
    pub const BLANK: Self = Self {
        bytes: [0; CHUNK],
        next: 0,
    };
}

/// Fixed memory of `N` chunks that chains take and give back, or of chunks that are lent
/// to the pool if `N` is 0.
#[derive(Debug)]
pub(super) struct Pool<const N: usize> {
    memory: Memory<N>,
    /// First chunk in the list of freed chunks.
    free: u16,
    /// First chunk that was never used; all after it are unused too.
    fresh: u16,
    /// Number of free chunks.
    left: u16,
}

/// Chunks of a pool: its own, or those lent to it if `N` is 0.
#[derive(Debug)]
struct Memory<const N: usize> {
    own: [Chunk; N],
    lent: &'static mut [Chunk],
}

impl<const N: usize> Memory<N> {
    #[inline]
    const fn chunks(&self) -> &[Chunk] {
        if N == 0 { self.lent } else { &self.own }
    }

    #[inline]
    const fn chunks_mut(&mut self) -> &mut [Chunk] {
        if N == 0 { self.lent } else { &mut self.own }
    }
}

/// Growing byte string in a chain of chunks. [`Pool::free`] gives the chunks back.
#[derive(Debug)]
pub(super) struct Chain {
    first: u16,
    last: u16,
    len: u16,
    /// Number of bytes in the last chunk. It is stored because computing it needs a
    /// division, which takes as long as the rest of [`Pool::push`].
    held: u8,
}

impl Chain {
    pub const EMPTY: Self = Self {
        first: NONE,
        last: NONE,
        len: 0,
        held: CHUNK as u8,
    };

    /// Returns the length in bytes.
    pub const fn len(&self) -> u16 {
        self.len
    }

    /// Returns the number of bytes up to the end of the last chunk, or of the next one if
    /// the last is full.
    pub const fn room(&self) -> usize {
        match CHUNK - self.held as usize {
            0 => CHUNK,
            room => room,
        }
    }
}

impl Pool<0> {
    /// Gives the pool its memory, with all chunks free.
    pub fn lend(&mut self, chunks: &'static mut [Chunk]) {
        self.memory.lent = chunks;
        self.clear();
    }
}

impl<const N: usize> Pool<N> {
    /// Creates a pool with all its chunks free.
    pub const fn new() -> Self {
        const { assert!(N < NONE as usize, "chunks are numbered by a u16") };
        Self {
            memory: Memory {
                own: [Chunk::BLANK; N],
                lent: &mut [],
            },
            free: NONE,
            fresh: 0,
            left: N as u16,
        }
    }

    /// Frees all chunks.
    pub fn clear(&mut self) {
        let all = self.memory.chunks().len().min(usize::from(NONE - 1));
        (self.free, self.fresh, self.left) = (NONE, 0, all as u16);
    }

    /// Returns the number of free chunks.
    pub const fn left(&self) -> u16 {
        self.left
    }

    /// Appends a byte to a chain; returns true if there was room.
    #[inline(never)]
    pub fn push(&mut self, chain: &mut Chain, byte: u8) -> bool {
        if usize::from(chain.held) == CHUNK && !self.lengthen(chain) {
            return false;
        }
        let chunk = self.memory.chunks_mut().get_mut(usize::from(chain.last));
        match chunk.and_then(|chunk| chunk.bytes.get_mut(usize::from(chain.held))) {
            Some(there) => *there = byte,
            None => return false,
        }
        chain.held += 1;
        chain.len += 1;
        true
    }

    /// Appends bytes to a chain; returns true if there was room for all of them.
    pub fn extend(&mut self, chain: &mut Chain, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            if usize::from(chain.held) == CHUNK && !self.lengthen(chain) {
                return false;
            }
            let chunk = self.memory.chunks_mut().get_mut(usize::from(chain.last));
            let room = chunk.and_then(|chunk| chunk.bytes.get_mut(usize::from(chain.held)..));
            let room = room.unwrap_or_default();
            let fits = room.len().min(bytes.len());
            let (Some(room), Some((now, later))) =
                (room.get_mut(..fits), bytes.split_at_checked(fits))
            else {
                return false;
            };
            room.copy_from_slice(now);
            chain.held += fits as u8;
            chain.len += fits as u16;
            bytes = later;
        }
        true
    }

    #[inline(never)]
    fn lengthen(&mut self, chain: &mut Chain) -> bool {
        let is_fresh = self.free == NONE;
        let new = if is_fresh { self.fresh } else { self.free };
        let Some(chunk) = self.memory.chunks_mut().get_mut(usize::from(new)) else {
            return false;
        };
        if chain.len > u16::MAX - CHUNK as u16 {
            return false;
        }
        if is_fresh {
            self.fresh += 1;
        } else {
            self.free = chunk.next;
        }
        self.left -= 1;
        chunk.next = NONE;
        match self.memory.chunks_mut().get_mut(usize::from(chain.last)) {
            Some(last) => last.next = new,
            None => chain.first = new,
        }
        (chain.last, chain.held) = (new, 0);
        true
    }

    /// Frees all chunks of a chain and leaves it empty.
    pub fn free(&mut self, chain: &mut Chain) {
        if let Some(last) = self.memory.chunks_mut().get_mut(usize::from(chain.last)) {
            last.next = self.free;
            self.free = chain.first;
            self.left += (usize::from(chain.len).div_ceil(CHUNK)) as u16;
        }
        *chain = Chain::EMPTY;
    }

    /// Iterates over the bytes of a chain from an offset on, in slices.
    pub fn pieces<'a>(&'a self, chain: &Chain, from: u16) -> impl Iterator<Item = &'a [u8]> {
        let mut chunk = chain.first;
        let mut skip = usize::from(from);
        let mut left = usize::from(chain.len);
        core::iter::from_fn(move || {
            loop {
                let here = self.memory.chunks().get(usize::from(chunk))?;
                let bytes = here.bytes.get(..left.min(CHUNK))?;
                if bytes.is_empty() {
                    return None;
                }
                left -= bytes.len();
                chunk = here.next;
                let rest = bytes.get(skip..).unwrap_or_default();
                skip = skip.saturating_sub(bytes.len());
                if !rest.is_empty() {
                    return Some(rest);
                }
            }
        })
    }

    /// Reads a chain from the byte offset `from` on into `into`; returns the number of
    /// bytes read.
    pub fn read(&self, chain: &Chain, from: u16, into: &mut [u8]) -> usize {
        let mut count = 0;
        for piece in self.pieces(chain, from) {
            let left = into.get_mut(count..).unwrap_or_default();
            let fits = piece.len().min(left.len());
            if let (Some(left), Some(piece)) = (left.get_mut(..fits), piece.get(..fits)) {
                left.copy_from_slice(piece);
            }
            count += fits;
            if count == into.len() {
                break;
            }
        }
        count
    }

    /// Appends the bytes `from..to` of one chain to another, and calls `look` with them.
    /// Returns true if there was room.
    pub fn copy(
        &mut self,
        of: &Chain,
        from: u16,
        to: u16,
        into: &mut Chain,
        look: &mut impl FnMut(&[u8]),
    ) -> bool {
        let mut chunk = of.first;
        for _ in 0..usize::from(from) / CHUNK {
            chunk = self.next(chunk);
        }
        let mut here = usize::from(from) % CHUNK;
        let mut left = usize::from(to.min(of.len).saturating_sub(from));
        while left > 0 {
            // A copy, because the compiler cannot know that it is not in the other chain.
            let Some(source) = self.memory.chunks().get(usize::from(chunk)).copied() else {
                return false;
            };
            let end = (here + left).min(CHUNK);
            let bytes = source.bytes.get(here..end).unwrap_or_default();
            if bytes.is_empty() || !self.extend(into, bytes) {
                return false;
            }
            look(bytes);
            left -= bytes.len();
            (chunk, here) = (source.next, 0);
        }
        true
    }

    fn next(&self, chunk: u16) -> u16 {
        self.memory
            .chunks()
            .get(usize::from(chunk))
            .map_or(NONE, |chunk| chunk.next)
    }
}
