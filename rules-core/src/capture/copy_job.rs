//! Copying of captures out of the recorded segments, a little with every frame. Copying
//! one at once would delay the frames of ten milliseconds.
//!
//! Segments only grow, and the next does not begin before the copy is done. A job
//! therefore stores only the length of every stream at the time of the observation.

use super::channel_groups::GroupSet;
use super::codec::STREAMS;
use super::pool::{Chain, Pool};
use super::reader::{Header, MAGIC, MAX_HEADER, VERSION};
use super::segment::{Segment, SegmentRecorder};
use crate::checksum;
use crate::sensing::observation::ObservationId;
use core::fmt;

/// Maximum number of bytes copied per call, once a frame: that takes as long as the frame
/// itself.
const MAX_COPY_BYTES: u16 = 160;

/// Maximum number of captures being copied at one time: when a match begins, many markers
/// are put down at once.
pub(super) const MAX_COPYING: usize = 12;

/// Job that copies one capture out of the segments.
#[derive(Debug)]
pub(super) struct CopyJob {
    /// Observation whose capture is copied.
    pub id: ObservationId,
    groups: GroupSet,
    segments: u8,
    /// Length of each stream of the present segment at the time of the observation, in
    /// bytes.
    lens: [u16; STREAMS],
    /// Last bits of each stream, which did not fill a byte then.
    rests: [Option<u8>; STREAMS],
    /// Number of frames in the present segment at the time of the observation.
    frames: u16,
    stage: CopyStage,
    /// Part of the stage that is being copied: 0 is common, then one per group.
    part: usize,
    /// Number of bytes of the part that are copied; `None` before its length is written.
    done: Option<u16>,
    sum: RunningCrc,
}

/// Section of a capture that is being copied, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CopyStage {
    /// Snapshot of sensing at the start of the first segment.
    Memory,
    /// Frames of the segment before the present one.
    Before,
    /// Frames of the present segment.
    Now,
}

/// Progress of copying a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// Bytes are left to copy.
    Under,
    /// The capture is complete.
    Done,
    /// The pool has no room, or the segment is gone.
    Failed,
}

impl CopyJob {
    /// Starts a capture by writing its header; `None` if there is no segment or no room.
    pub fn begin<const N: usize>(
        header: &Header,
        running: &SegmentRecorder,
        pool: &mut Pool<N>,
        into: &mut Chain,
    ) -> Option<Self> {
        let (now, _) = running.segments();
        let now = now?;
        let mut copying = Self {
            id: header.observation.id,
            groups: header.groups,
            segments: header.segments,
            lens: core::array::from_fn(|n| now.streams.get(n).map_or(0, Chain::len)),
            rests: core::array::from_fn(|n| running.rest(n)),
            frames: now.frames,
            stage: CopyStage::Memory,
            part: 0,
            done: None,
            sum: RunningCrc(checksum::digest()),
        };
        let mut bytes = [0; MAX_HEADER];
        let bytes = postcard::to_slice(header, &mut bytes).ok()?;
        copying.put(pool, into, &MAGIC)?;
        copying.put(pool, into, &[VERSION])?;
        copying.put(pool, into, bytes)?;
        Some(copying)
    }

    /// Copies the next bytes of the capture. The snapshot of the present segment must be
    /// complete.
    pub fn step<const N: usize>(
        &mut self,
        running: &SegmentRecorder,
        pool: &mut Pool<N>,
        into: &mut Chain,
    ) -> Progress {
        self.portion(running, pool, into)
            .unwrap_or(Progress::Failed)
    }

    fn portion<const N: usize>(
        &mut self,
        running: &SegmentRecorder,
        pool: &mut Pool<N>,
        into: &mut Chain,
    ) -> Option<Progress> {
        let mut room = MAX_COPY_BYTES;
        while room > 0 {
            let (segment, from, to, rest) = self.part_of(running)?;
            let done = match self.done {
                Some(done) => done,
                None => {
                    if self.part == 0 && self.stage != CopyStage::Memory {
                        let frames = match self.stage {
                            CopyStage::Now => self.frames,
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
                CopyStage::Memory => &segment.state,
                _ => segment.streams.get(self.part)?,
            };
            let start = from.saturating_add(done);
            let end = to.min(start.saturating_add(room));
            let sum = &mut self.sum;
            pool.copy(chain, start, end, into, &mut |bytes| sum.0.update(bytes))
                .then_some(())?;
            // A part costs time even if it is empty.
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

    /// Returns the part being copied: its segment, the offsets of its start and end, and
    /// the bits that follow its last byte; `None` if the segment is gone.
    fn part_of<'a>(
        &self,
        running: &'a SegmentRecorder,
    ) -> Option<(&'a Segment, u16, u16, Option<u8>)> {
        let (now, before) = running.segments();
        let first = if self.segments == 2 { before } else { now };
        let part = self.part;
        match self.stage {
            CopyStage::Memory => {
                let segment = first.filter(|segment| segment.fits)?;
                let end = |part: usize| segment.ends.get(part).copied();
                let from = part.checked_sub(1).map_or(Some(0), end)?;
                Some((segment, from, end(part)?, None))
            }
            CopyStage::Before => {
                let segment = before?;
                Some((segment, 0, segment.streams.get(part)?.len(), None))
            }
            CopyStage::Now => {
                let rest = self.rests.get(part).copied().flatten();
                Some((now?, 0, *self.lens.get(part)?, rest))
            }
        }
    }

    /// Selects the next part to copy; returns false if there is none.
    fn next_part(&mut self) -> bool {
        let groups = self.groups;
        let next = (self.part + 1..STREAMS).find(|part| groups.has(part - 1));
        if let Some(part) = next {
            self.part = part;
            return true;
        }
        self.part = 0;
        self.stage = match self.stage {
            CopyStage::Memory if self.segments == 2 => CopyStage::Before,
            CopyStage::Memory | CopyStage::Before => CopyStage::Now,
            CopyStage::Now => return false,
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

/// CRC-32 of the bytes copied so far.
struct RunningCrc(crc::Digest<'static, u32, crc::Table<1>>);

impl fmt::Debug for RunningCrc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0.clone().finalize())
    }
}
