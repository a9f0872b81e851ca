//! Writing of a recording, frame by frame.

use super::codec::{CurtainEncoder, HallEncoder};
use super::{BLOCK, BLOCK_FRAMES, Header, MAGIC, RecordedFrame, VERSION};
use core::fmt;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use std::io::{self, Write};

/// Writer of a recording, one block of frames at a time. Only [`FrameRecorder::finish`]
/// completes a recording; a recorder that is dropped leaves a file that reads up to its
/// last block.
#[derive(Debug)]
pub struct FrameRecorder<W: Write> {
    to: W,
    curtain: CurtainEncoder,
    hall: HallEncoder,
    frames: u32,
    scans: u32,
    last_frame: Option<u32>,
    last_scan: Option<u32>,
}

/// Reason why nothing more can be recorded.
#[derive(Debug)]
pub enum WriteError {
    /// The file cannot be written.
    Io(io::Error),
    /// The frame with this number is not newer than the one before it.
    OutOfOrder(u32),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the recording cannot be written: {error}"),
            Self::OutOfOrder(index) => write!(
                f,
                "frame {index} does not come after the one recorded before it; record frames in order"
            ),
        }
    }
}

impl core::error::Error for WriteError {}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl<W: Write> FrameRecorder<W> {
    /// Starts a recording and writes its header.
    ///
    /// # Errors
    ///
    /// [`WriteError::Io`] if it cannot be written.
    pub fn new(mut to: W, header: &Header) -> Result<Self, WriteError> {
        to.write_all(&MAGIC)?;
        to.write_all(&VERSION.to_le_bytes())?;
        let header = postcard::to_allocvec(header).map_err(io::Error::other)?;
        write_block(&mut to, &header)?;
        Ok(Self {
            to,
            curtain: CurtainEncoder::new(),
            hall: HallEncoder::new(),
            frames: 0,
            scans: 0,
            last_frame: None,
            last_scan: None,
        })
    }

    /// Records a frame or scan.
    ///
    /// # Errors
    ///
    /// [`WriteError`] if it cannot be written, or is not newer than the last one.
    pub fn push(&mut self, frame: &RecordedFrame) -> Result<(), WriteError> {
        match frame {
            RecordedFrame::Curtain(frame) => self.curtain(frame),
            RecordedFrame::Hall(scan) => self.hall(scan),
        }
    }

    /// Records a frame of the curtain.
    ///
    /// # Errors
    ///
    /// [`WriteError`] if it cannot be written, or is not newer than the last one.
    pub fn curtain(&mut self, frame: &CurtainFrame) -> Result<(), WriteError> {
        after(self.last_frame, frame.index)?;
        self.last_frame = Some(frame.index);
        self.curtain.push(*frame);
        self.frames += 1;
        self.flush_if_full()
    }

    /// Records a scan of the analog channels.
    ///
    /// # Errors
    ///
    /// [`WriteError`] if it cannot be written, or is not newer than the last one.
    pub fn hall(&mut self, scan: &HallScan) -> Result<(), WriteError> {
        after(self.last_scan, scan.index)?;
        self.last_scan = Some(scan.index);
        self.hall.push(scan);
        self.scans += 1;
        self.flush_if_full()
    }

    /// Completes the recording and returns the writer that it went to.
    ///
    /// # Errors
    ///
    /// [`WriteError::Io`] if it cannot be written.
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.flush()?;
        write_block(&mut self.to, &[])?;
        self.to.flush()?;
        Ok(self.to)
    }

    fn flush_if_full(&mut self) -> Result<(), WriteError> {
        let bytes = self.curtain.len() + self.hall.len();
        if bytes >= BLOCK || self.frames >= BLOCK_FRAMES {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        if self.frames == 0 && self.scans == 0 {
            return Ok(());
        }
        let curtain = core::mem::replace(&mut self.curtain, CurtainEncoder::new()).finish();
        let hall = core::mem::replace(&mut self.hall, HallEncoder::new()).finish();
        let mut contents = Vec::with_capacity(curtain.len() + hall.len() + 12);
        // `BLOCK` keeps the lengths far below the limit.
        for number in [self.frames, self.scans, curtain.len() as u32] {
            contents.extend(number.to_le_bytes());
        }
        contents.extend(curtain);
        contents.extend(hall);
        (self.frames, self.scans) = (0, 0);
        Ok(write_block(&mut self.to, &contents)?)
    }
}

fn after(last: Option<u32>, index: u32) -> Result<(), WriteError> {
    match last {
        Some(last) if index <= last => Err(WriteError::OutOfOrder(index)),
        _ => Ok(()),
    }
}

fn write_block(to: &mut impl Write, contents: &[u8]) -> io::Result<()> {
    let length = u32::try_from(contents.len()).map_err(io::Error::other)?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(&crc32fast::hash(contents).to_le_bytes())?;
    to.write_all(contents)
}
