//! Evidence on its way out of the segments that run along, a little with every
//! frame: all of it at once would hold up the frames of ten milliseconds.
//!
//! Segments only grow, and the next does not begin before this is done, so it is
//! enough to remember how long everything was when something was said.

use super::code::STREAMS;
use super::evidence::{Header, MAGIC, MOST_HEADER, VERSION};
use super::groups::Groups;
use super::pool::{Chain, Pool};
use super::segment::{Running, Segment};
use crate::checksum;
use core::fmt;

/// Bytes that are copied with one frame: it takes as long as the frame itself.
const PORTION: u16 = 160;

/// How much evidence can be on its way: when a match begins many markers are put
/// down at once.
pub(super) const MOST_COPYING: usize = 12;

/// Evidence on its way.
#[derive(Debug)]
pub(super) struct Copying {
    /// The number of what it becomes.
    pub number: u32,
    groups: Groups,
    segments: u8,
    /// How long the streams of the segment now were when something was said, and
    /// the bits that did not fill a byte.
    lens: [u16; STREAMS],
    rests: [Option<u8>; STREAMS],
    frames: u16,
    /// What is copied now, which part of it, and how much of that is done; nothing
    /// if it has not begun.
    stage: Stage,
    part: usize,
    done: Option<u16>,
    sum: Sum,
}

/// What evidence consists of, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Memory,
    Before,
    Now,
}

/// Whether it is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// Not yet.
    Under,
    /// It is.
    Done,
    /// There was no room, or what it is copied from is gone.
    Failed,
}

impl Copying {
    /// Begins with the header; nothing if it does not fit.
    pub fn begin<const N: usize>(
        number: u32,
        header: &Header,
        running: &Running,
        pool: &mut Pool<N>,
        into: &mut Chain,
    ) -> Option<Self> {
        let (now, _) = running.segments();
        let now = now?;
        let mut copying = Self {
            number,
            groups: header.groups,
            segments: header.segments,
            lens: core::array::from_fn(|n| now.streams.get(n).map_or(0, Chain::len)),
            rests: core::array::from_fn(|n| running.rest(n)),
            frames: now.frames,
            stage: Stage::Memory,
            part: 0,
            done: None,
            sum: Sum(checksum::digest()),
        };
        let mut bytes = [0; MOST_HEADER];
        let bytes = postcard::to_slice(header, &mut bytes).ok()?;
        copying.put(pool, into, &MAGIC)?;
        copying.put(pool, into, &[VERSION])?;
        copying.put(pool, into, bytes)?;
        Some(copying)
    }

    /// Copies the next bytes. All that was known when the segment now began must
    /// be written.
    pub fn go_on<const N: usize>(
        &mut self,
        running: &Running,
        pool: &mut Pool<N>,
        into: &mut Chain,
    ) -> Progress {
        self.portion(running, pool, into)
            .unwrap_or(Progress::Failed)
    }

    fn portion<const N: usize>(
        &mut self,
        running: &Running,
        pool: &mut Pool<N>,
        into: &mut Chain,
    ) -> Option<Progress> {
        let mut room = PORTION;
        while room > 0 {
            let (segment, from, to, rest) = self.part_of(running)?;
            let done = match self.done {
                Some(done) => done,
                None => {
                    if self.part == 0 && self.stage != Stage::Memory {
                        let frames = match self.stage {
                            Stage::Now => self.frames,
                            _ => segment.frames,
                        };
                        self.put(pool, into, &frames.to_le_bytes())?;
                    }
                    let len = to.saturating_sub(from) + u16::from(rest.is_some());
                    self.put(pool, into, &len.to_le_bytes())?;
                    0
                }
            };
            let chain = match self.stage {
                Stage::Memory => &segment.state,
                _ => segment.streams.get(self.part)?,
            };
            let start = from.saturating_add(done);
            let end = to.min(start.saturating_add(room));
            let sum = &mut self.sum;
            pool.copy(chain, start, end, into, &mut |bytes| sum.0.update(bytes))
                .then_some(())?;
            // A part costs something even if it is empty.
            room = room.saturating_sub((end - start).max(8));
            if end < to {
                self.done = Some(end - from);
            } else {
                if let Some(byte) = rest {
                    self.put(pool, into, &[byte])?;
                }
                self.done = None;
                if !self.next_part() {
                    let sum = self.sum.0.clone().finalize();
                    return pool
                        .extend(into, &sum.to_le_bytes())
                        .then_some(Progress::Done);
                }
            }
        }
        Some(Progress::Under)
    }

    /// Where the part under way is: its segment, from where to where, and the bits
    /// behind it.
    fn part_of<'a>(&self, running: &'a Running) -> Option<(&'a Segment, u16, u16, Option<u8>)> {
        let (now, before) = running.segments();
        let first = if self.segments == 2 { before } else { now };
        let part = self.part;
        match self.stage {
            Stage::Memory => {
                let segment = first.filter(|it| it.fits)?;
                let end = |part: usize| segment.ends.get(part).copied();
                let from = part.checked_sub(1).map_or(Some(0), end)?;
                Some((segment, from, end(part)?, None))
            }
            Stage::Before => {
                let segment = before?;
                Some((segment, 0, segment.streams.get(part)?.len(), None))
            }
            Stage::Now => {
                let rest = self.rests.get(part).copied().flatten();
                Some((now?, 0, *self.lens.get(part)?, rest))
            }
        }
    }

    /// Goes on to the next part; says whether there is one.
    fn next_part(&mut self) -> bool {
        let groups = self.groups;
        let next = (self.part + 1..STREAMS).find(|part| groups.has(part - 1));
        if let Some(part) = next {
            self.part = part;
            return true;
        }
        self.part = 0;
        self.stage = match self.stage {
            Stage::Memory if self.segments == 2 => Stage::Before,
            Stage::Memory | Stage::Before => Stage::Now,
            Stage::Now => return false,
        };
        true
    }

    fn put<const N: usize>(
        &mut self,
        pool: &mut Pool<N>,
        into: &mut Chain,
        bytes: &[u8],
    ) -> Option<()> {
        self.sum.0.update(bytes);
        pool.extend(into, bytes).then_some(())
    }
}

/// The checksum so far.
struct Sum(crc::Digest<'static, u32, crc::Table<1>>);

impl fmt::Debug for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0.clone().finalize())
    }
}
