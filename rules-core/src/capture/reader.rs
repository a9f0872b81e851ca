//! Reader of captures: header, frames, and the replay of the observation.
//!
//! ```text
//!   "DHP"  version  header (postcard)
//!   snapshot:           common part, part of each group      length, bytes
//!   each segment:       frames (u16), order, each group      length, bytes
//!   CRC-32 of all that
//! ```
//!
//! The common part is the state of the analog sensing that belongs to no single channel,
//! then that of the curtain. Each is preceded by the number of frames of that kind
//! recorded before it. The part of a group is first the predictions of its channels, then
//! the state of each. Numbers and lengths are little-endian, lengths in 16 bits. The
//! version of the format covers the state of sensing too, which only the release that
//! wrote it can read.

use super::channel_groups::{GroupMap, GroupSet};
use super::codec::{AnyFrame, ChannelPredictor, Decoder, PredictorSeed, STREAMS};
use super::fingerprint;
use super::snapshot::RunLengthReader;
use crate::board::hall::MAX_CHANNELS;
use crate::board::{BoardId, Dimensions, Profile};
use crate::checksum;
use crate::sensing::archive::Archive as _;
use crate::sensing::calibration::Calibration;
use crate::sensing::observation::Observation;
use crate::sensing::{FallContext, Sensing};
use core::fmt;
use core::mem::discriminant;

/// First bytes of every capture.
pub(super) const MAGIC: [u8; 3] = *b"DHP";

/// Version of the capture format, the state of sensing included.
pub(super) const VERSION: u8 = 5;

/// Maximum size of a serialised header, in bytes.
pub(super) const MAX_HEADER: usize = 320;

/// Header of a capture: the observation it shows, and the conditions of its replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Header {
    /// Board that made the capture.
    pub board: BoardId,
    /// Dimensions of the board and its pieces.
    pub dimensions: Dimensions,
    /// [`fingerprint`] of the calibration in use.
    pub calibration: u32,
    /// Observation that the capture shows.
    pub observation: Observation,
    /// State that the observation rests on besides the frames: pushes, hands and bumps.
    pub known: FallContext,
    /// True if the capture begins before the first sign of the observation.
    pub whole: bool,
    /// True if no channel outside the capture affected the observation. If one did, by
    /// crosstalk, a replay may be off by an ADC step.
    pub alone: bool,
    /// Groups of analog channels in the capture.
    pub groups: GroupSet,
    /// Number of 80 ms segments in the capture: 1 or 2.
    pub segments: u8,
}

/// Reason why a capture cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureError {
    /// The bytes do not begin like a capture.
    Foreign,
    /// The capture has this other version of the format.
    Version(u8),
    /// The capture is cut off or damaged.
    Damaged,
    /// The capture was made with another calibration.
    Calibration,
}

impl fmt::Display for CaptureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("not a capture"),
            Self::Version(version) => write!(
                f,
                "capture format {version}; this program reads {VERSION}: \
                 use the release that the ring runs"
            ),
            Self::Damaged => f.write_str("damaged capture: fetch it again"),
            Self::Calibration => {
                f.write_str("the capture was made with another calibration: use that one")
            }
        }
    }
}

impl core::error::Error for CaptureError {}

/// A parsed capture: its checksum and all its frames are valid.
#[derive(Debug, Clone)]
pub struct Capture<'a> {
    header: Header,
    profile: &'static Profile,
    map: GroupMap,
    /// Snapshot of sensing: the common part, then one part per group.
    state: [&'a [u8]; STREAMS],
    /// Segments: the bytes after the snapshot.
    segments: &'a [u8],
}

/// Reads the header of a capture; returns it with the bytes that follow.
pub(super) fn header(bytes: &[u8]) -> Result<(Header, &[u8]), CaptureError> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(CaptureError::Foreign)?;
    match rest.split_first() {
        Some((&VERSION, rest)) => {
            postcard::take_from_bytes(rest).map_err(|_| CaptureError::Damaged)
        }
        Some((&version, _)) => Err(CaptureError::Version(version)),
        None => Err(CaptureError::Damaged),
    }
}

impl<'a> Capture<'a> {
    /// Parses a capture and checks its checksum and every frame.
    ///
    /// # Errors
    ///
    /// [`CaptureError::Foreign`], [`CaptureError::Version`] or [`CaptureError::Damaged`]
    /// if the bytes are not a capture, of another version, or damaged.
    ///
    /// ```
    /// use rules_core::capture::{Capture, CaptureError};
    ///
    /// let error = Capture::parse(b"DHP").err();
    /// assert_eq!(error, Some(CaptureError::Damaged));
    /// ```
    pub fn parse(bytes: &'a [u8]) -> Result<Self, CaptureError> {
        // Foreign bytes and other versions are reported before damage.
        header(bytes)?;
        let (bytes, sum) = bytes.split_last_chunk::<4>().ok_or(CaptureError::Damaged)?;
        if checksum::crc32(bytes) != *sum {
            return Err(CaptureError::Damaged);
        }
        let (header, mut rest) = header(bytes)?;
        let state = parts(&mut rest, header.groups).ok_or(CaptureError::Damaged)?;
        let profile = Profile::of(header.board);
        let capture = Self {
            header,
            profile,
            map: GroupMap::from_profile(profile),
            state,
            segments: rest,
        };
        // Either all frames are valid, or none is used.
        let mut frames = capture.frames();
        while let Some(frame) = frames.step() {
            frame.ok_or(CaptureError::Damaged)?;
        }
        if frames.rest.is_empty() {
            Ok(capture)
        } else {
            Err(CaptureError::Damaged)
        }
    }

    /// Returns the header of the capture.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the profile of the board that made the capture.
    #[must_use]
    pub const fn profile(&self) -> &'static Profile {
        self.profile
    }

    /// Iterates over the numbers of the analog channels in the capture.
    pub fn channels(&self) -> impl Iterator<Item = usize> {
        let groups = self.header.groups;
        let channels = self.map.channels();
        channels
            .filter(move |&(_, group)| groups.has(group))
            .map(|(channel, _)| channel)
    }

    /// Returns the frames of the capture, in the order in which sensing processed them.
    #[must_use]
    pub fn frames(&self) -> Frames<'_, 'a> {
        Frames {
            capture: self,
            segment: None,
            left: 0,
            segments: self.header.segments,
            rest: self.segments,
        }
    }

    /// Replays the capture: feeds its frames to sensing and calls `emit` with every
    /// observation. Returns the observation of the last frame that has the kind of the
    /// one in the header, preferably the identical one; `None` if there is none.
    ///
    /// Channels that are not in the capture read their rest level; observations about
    /// them mean nothing.
    ///
    /// # Errors
    ///
    /// [`CaptureError::Calibration`] if the calibration is another one,
    /// [`CaptureError::Damaged`] if the snapshot cannot be read.
    pub fn replay(
        &self,
        calibration: &Calibration,
        emit: &mut impl FnMut(Observation),
    ) -> Result<Option<Observation>, CaptureError> {
        let (mut sensing, [mut unfelt, mut unwatched]) = self.sensing(calibration)?;
        let mut rests = [0; MAX_CHANNELS];
        for (rest, level) in rests.iter_mut().zip(&calibration.rests) {
            *rest = level.sum;
        }
        let wanted = self.header.observation;
        let mut found: Option<Observation> = None;
        let mut frames = self.frames().peekable();
        while let Some(frame) = frames.next() {
            let is_last = frames.peek().is_none();
            if is_last {
                sensing.assume_context(&self.header.known);
            }
            let mut emit_checked = |observation: Observation| {
                emit(observation);
                let alike = discriminant(&observation.kind) == discriminant(&wanted.kind);
                if is_last && alike && found != Some(wanted) {
                    // A replay does not have all channels, and so not all observations:
                    // it cannot number them.
                    found = Some(Observation {
                        id: wanted.id,
                        ..observation
                    });
                }
            };
            match frame {
                AnyFrame::Curtain(_) if unwatched > 0 => unwatched -= 1,
                AnyFrame::Curtain(frame) => sensing.step_curtain(&frame, &mut emit_checked),
                AnyFrame::Hall(_) if unfelt > 0 => unfelt -= 1,
                AnyFrame::Hall(scan) => {
                    let mut filled = scan;
                    filled.sums = rests;
                    for channel in self.channels() {
                        let sums = (filled.sums.get_mut(channel), scan.sums.get(channel));
                        if let (Some(to), Some(from)) = sums {
                            *to = *from;
                        }
                    }
                    sensing.step_hall(&filled, &mut emit_checked);
                }
            }
        }
        Ok(found)
    }

    /// Returns the predictions of the channels before the first frame; `None` if the
    /// snapshot is damaged.
    fn expected(&self) -> Option<[ChannelPredictor; MAX_CHANNELS]> {
        let mut all = [ChannelPredictor::NOTHING; MAX_CHANNELS];
        let groups = (0..).zip(self.state.iter().skip(1));
        for (group, bytes) in groups.filter(|&(group, _)| self.header.groups.has(group)) {
            let mut reader = RunLengthReader::new(bytes);
            for &channel in self.map.of_group(group) {
                let mut start = PredictorSeed::default();
                reader.archive(&mut start);
                *all.get_mut(usize::from(channel))? = start.expected()?;
            }
            if reader.has_failed() {
                return None;
            }
        }
        Some(all)
    }

    /// Restores sensing from the snapshot. Returns it with the number of scans and of
    /// curtain frames that were recorded before the snapshot, which a replay skips.
    fn sensing(&self, calibration: &Calibration) -> Result<(Sensing, [u16; 2]), CaptureError> {
        if fingerprint(calibration) != self.header.calibration {
            return Err(CaptureError::Calibration);
        }
        let mut sensing = Sensing::new(self.profile, &self.header.dimensions, calibration);
        let mut taken = [0; 2];
        let [unfelt, unwatched] = &mut taken;
        for (n, bytes) in self.state.into_iter().enumerate() {
            let mut reader = RunLengthReader::new(bytes);
            match n.checked_sub(1) {
                None => {
                    reader.archive(unfelt);
                    sensing.archive_hall(&mut reader);
                    reader.archive(unwatched);
                    sensing.archive_curtain(&mut reader);
                }
                Some(group) if self.header.groups.has(group) => {
                    for _ in self.map.of_group(group) {
                        reader.archive(&mut PredictorSeed::default());
                    }
                    for &channel in self.map.of_group(group) {
                        sensing.archive_channel(channel, &mut reader);
                    }
                }
                Some(_) => {}
            }
            if !reader.is_done() {
                return Err(CaptureError::Damaged);
            }
        }
        sensing.allow_missing_channels();
        Ok((sensing, taken))
    }
}

/// Splits off the parts of a snapshot or segment: the common one, then one per group in
/// `groups`. Parts of other groups are empty; `None` if bytes are missing.
fn parts<'a>(rest: &mut &'a [u8], groups: GroupSet) -> Option<[&'a [u8]; STREAMS]> {
    let mut parts = [&[] as &[u8]; STREAMS];
    for (n, part) in parts.iter_mut().enumerate() {
        if n.checked_sub(1).is_none_or(|group| groups.has(group)) {
            let len = usize::from(number(rest)?);
            (*part, *rest) = rest.split_at_checked(len)?;
        }
    }
    Some(parts)
}

fn number(rest: &mut &[u8]) -> Option<u16> {
    let (number, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u16::from_le_bytes(*number))
}

/// Iterator over the frames of a capture.
#[derive(Debug)]
pub struct Frames<'b, 'a> {
    capture: &'b Capture<'a>,
    segment: Option<Decoder<'a>>,
    left: u16,
    segments: u8,
    rest: &'a [u8],
}

impl Frames<'_, '_> {
    /// Decodes the next frame; `Some(None)` if the bits are not valid, `None` at the end.
    fn step(&mut self) -> Option<Option<AnyFrame>> {
        while self.left == 0 {
            self.segments = self.segments.checked_sub(1)?;
            let began = self.begin();
            if began.is_none() {
                self.segments = 0;
                return Some(None);
            }
        }
        self.left -= 1;
        let Capture { map, header, .. } = self.capture;
        let frame = (self.segment.as_mut()).and_then(|decoder| decoder.next(map, header.groups));
        if frame.is_none() {
            (self.left, self.segments) = (0, 0);
        }
        Some(frame)
    }

    fn begin(&mut self) -> Option<()> {
        let Capture {
            header, profile, ..
        } = self.capture;
        self.left = number(&mut self.rest)?;
        let streams = parts(&mut self.rest, header.groups)?;
        self.segment = Some(match &self.segment {
            Some(before) => before.follow_up(profile, streams),
            None => Decoder::new(profile, self.capture.expected()?, streams),
        });
        Some(())
    }
}

impl Iterator for Frames<'_, '_> {
    type Item = AnyFrame;

    fn next(&mut self) -> Option<AnyFrame> {
        self.step()?
    }
}
