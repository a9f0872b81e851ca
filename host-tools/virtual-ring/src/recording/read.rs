//! Reading of a recording, as far as it is intact.

use super::codec::{CurtainDecoder, HallDecoder};
use super::{Header, MAGIC, MAX_BLOCK_SIZE, RecordedFrame, VERSION};
use core::fmt;
use rules_core::board::withdrawn::{BoardNumber, WithdrawnBoard};
use rules_core::board::{BoardId, Profile};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use std::collections::VecDeque;
use std::io::{self, Read};

/// Reader of a recording: an iterator over its frames and scans in the order of time.
///
/// ```
/// use virtual_ring::geometry::WorldView;
/// use virtual_ring::recording::{
///     FrameRecorder, FrameRecording, Header, RecordedFrame,
/// };
/// use virtual_ring::sensors::{Noise, NoiseLevel, Sensors};
/// use rules_core::board::{BoardId, Dimensions, Profile};
///
/// let size = Dimensions::ASSUMED;
/// let noise = Noise::for_level(NoiseLevel::Nominal);
/// let mut sensors = Sensors::new(Profile::of(BoardId::Ring), &size, noise, &[], 1);
/// let frame = sensors.curtain(0, &WorldView::default()).ok_or("no frame")?;
///
/// let mut recorder = FrameRecorder::new(Vec::new(), &Header::now(BoardId::Ring, size, 1))?;
/// recorder.curtain(&frame)?;
/// let file = recorder.finish()?;
///
/// let mut recording = FrameRecording::open(file.as_slice())?;
/// assert_eq!(recording.header().board, BoardId::Ring);
/// assert_eq!(recording.next().transpose()?, Some(RecordedFrame::Curtain(frame)));
/// assert_eq!(recording.next().transpose()?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FrameRecording<R: Read> {
    from: R,
    header: Header,
    /// Number of bytes read so far.
    at: u64,
    ready: VecDeque<RecordedFrame>,
    state: State,
}

/// Progress of reading.
#[derive(Debug)]
enum State {
    /// More blocks may follow.
    Open,
    /// Reading failed; the error follows after the frames that are ready.
    Failed(ReadError),
    /// No more frames follow.
    Ended,
}

/// Reason why a recording cannot be read, or not further.
#[derive(Debug)]
pub enum ReadError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is not a recording.
    NoRecording,
    /// A newer program wrote the recording, in this version.
    TooNew(u16),
    /// The recording is of a board that was withdrawn.
    Withdrawn(WithdrawnBoard),
    /// The recording is damaged from this byte on.
    Damaged(u64),
    /// The recording is incomplete and ends at this byte.
    Truncated(u64),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the recording cannot be read: {error}"),
            Self::NoRecording => f.write_str(
                "this is not a recording: it does not begin with \"DOHYOREC\"; give a file that a recorder wrote",
            ),
            Self::TooNew(version) => write!(
                f,
                "this recording has version {version}, this program reads up to {VERSION}; update the program"
            ),
            Self::Withdrawn(board) => board.fmt(f),
            Self::Damaged(at) => write!(
                f,
                "the recording is damaged at byte {at}; everything before that has been read"
            ),
            Self::Truncated(at) => write!(
                f,
                "the recording breaks off at byte {at}; everything before that has been read"
            ),
        }
    }
}

impl core::error::Error for ReadError {}

impl<R: Read> FrameRecording<R> {
    /// Opens a recording.
    ///
    /// # Errors
    ///
    /// [`ReadError`] if the file cannot be read, is not a recording, is too new, or its
    /// header is damaged.
    pub fn open(mut from: R) -> Result<Self, ReadError> {
        let mut start = [0; MAGIC.len() + 2];
        let got = fill(&mut from, &mut start).map_err(ReadError::Io)?;
        let (magic, version) = start.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(ReadError::NoRecording);
        }
        if got < start.len() {
            return Err(ReadError::Truncated(got as u64));
        }
        let version = u16::from_le_bytes([version[0], version[1]]);
        match version {
            0 => return Err(ReadError::Damaged(MAGIC.len() as u64)),
            1..=VERSION => {}
            _ => return Err(ReadError::TooNew(version)),
        }
        let mut at = start.len() as u64;
        let contents = block(&mut from, &mut at)?;
        let damaged = ReadError::Damaged(start.len() as u64);
        let header = postcard::from_bytes(&contents).map_err(|_| {
            // The board comes first in a header.
            let number = postcard::take_from_bytes::<BoardNumber>(&contents);
            let board = number.map(|(number, _)| BoardId::try_from(number));
            match board {
                Ok(Err(board)) => ReadError::Withdrawn(board),
                _ => damaged,
            }
        })?;
        Ok(Self {
            from,
            header,
            at,
            ready: VecDeque::new(),
            state: State::Open,
        })
    }

    /// Returns the header of the recording.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Reads the next block of the file, if there is one.
    fn advance(&mut self) {
        let began = self.at;
        match block(&mut self.from, &mut self.at) {
            Ok(contents) if contents.is_empty() => self.state = State::Ended,
            Ok(contents) => {
                if decode(&contents, &self.header, &mut self.ready).is_none() {
                    self.state = State::Failed(ReadError::Damaged(began));
                }
            }
            Err(error) => self.state = State::Failed(error),
        }
    }
}

impl<R: Read> Iterator for FrameRecording<R> {
    type Item = Result<RecordedFrame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(frame) = self.ready.pop_front() {
                return Some(Ok(frame));
            }
            match core::mem::replace(&mut self.state, State::Ended) {
                State::Open => {
                    self.state = State::Open;
                    self.advance();
                }
                State::Failed(error) => return Some(Err(error)),
                State::Ended => return None,
            }
        }
    }
}

/// Decodes the frames of a block in order of time; `None` if its contents are invalid.
fn decode(contents: &[u8], header: &Header, ready: &mut VecDeque<RecordedFrame>) -> Option<()> {
    let profile = Profile::of(header.board);
    let (numbers, streams) = contents.split_at_checked(12)?;
    let number = |n: usize| {
        let bytes = numbers.get(n * 4..n * 4 + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    };
    let (curtain, hall) = streams.split_at_checked(number(2)? as usize)?;
    if number(0)?.max(number(1)?) > MAX_BLOCK_SIZE {
        return None;
    }
    let mut frames = CurtainDecoder::new(curtain, number(0)?);
    let mut scans = HallDecoder::new(hall, number(1)?);
    let frame_at = |frame: &CurtainFrame| {
        let period = profile.curtain.map_or(0, |curtain| curtain.period.0);
        u64::from(frame.index) * u64::from(period)
    };
    let scan_at = |scan: &HallScan| scan.at(&profile.hall).0;
    let mut frame = frames.next().map_or(Some(None), |frame| frame.map(Some))?;
    let mut scan = scans.next().map_or(Some(None), |scan| scan.map(Some))?;
    loop {
        let curtain_first = match (&frame, &scan) {
            (None, None) => return Some(()),
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (Some(frame), Some(scan)) => frame_at(frame) <= scan_at(scan),
        };
        if curtain_first {
            ready.extend(frame.map(RecordedFrame::Curtain));
            frame = frames.next().map_or(Some(None), |frame| frame.map(Some))?;
        } else {
            ready.extend(scan.map(RecordedFrame::Hall));
            scan = scans.next().map_or(Some(None), |scan| scan.map(Some))?;
        }
    }
}

/// Reads and checks the next block and returns its contents.
fn block(from: &mut impl Read, at: &mut u64) -> Result<Vec<u8>, ReadError> {
    let began = *at;
    let mut head = [0; 8];
    let got = fill(from, &mut head).map_err(ReadError::Io)?;
    if got < head.len() {
        return Err(ReadError::Truncated(began + got as u64));
    }
    let [a, b, c, d, e, f, g, h] = head;
    let (length, sum) = (
        u32::from_le_bytes([a, b, c, d]),
        u32::from_le_bytes([e, f, g, h]),
    );
    if length > MAX_BLOCK_SIZE {
        return Err(ReadError::Damaged(began));
    }
    let mut contents = Vec::new();
    let got = from
        .by_ref()
        .take(u64::from(length))
        .read_to_end(&mut contents)
        .map_err(ReadError::Io)?;
    if got < length as usize {
        return Err(ReadError::Truncated(began + 8 + got as u64));
    }
    if crc32fast::hash(&contents) != sum {
        return Err(ReadError::Damaged(began));
    }
    *at = began + 8 + u64::from(length);
    Ok(contents)
}

/// Reads until the buffer is full or the file ends, and returns the number of bytes read.
fn fill(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut got = 0;
    while let Some(rest) = buffer.get_mut(got..).filter(|rest| !rest.is_empty()) {
        match from.read(rest) {
            Ok(0) => break,
            Ok(count) => got += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(got)
}
