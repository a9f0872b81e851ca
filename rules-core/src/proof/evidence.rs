//! Evidence read again: what it says, its frames, and the decision made anew.
//!
//! ```text
//!   "DHP"  version  header (postcard)
//!   what was known:     in common, then of each group       length, bytes
//!   each segment:       frames (u16), order, each group      length, bytes
//!   CRC-32 of all that
//! ```
//!
//! In common is what sensing knew of the analog channels, then what it knew of the
//! curtain; in front of each how many frames of that kind it had taken by then. Of a
//! group it is first what its channels were expected to read, then what sensing knew
//! of each. Numbers and lengths are little-endian, lengths in 16 bits. Sensing's
//! memory has no version of its own: it is read by the release that wrote it, which
//! the version of the format stands for.

use super::code::{Decoder, Expected, Frame, STREAMS, Start};
use super::fingerprint;
use super::groups::{Groups, Map};
use super::state::Reader;
use crate::board::hall::MOST_CHANNELS;
use crate::board::{Dimensions, Name, Profile};
use crate::checksum;
use crate::sensing::calibration::Calibration;
use crate::sensing::carry::Carrier as _;
use crate::sensing::observation::Observation;
use crate::sensing::{Known, Sensing};
use core::fmt;
use core::mem::discriminant;

/// What evidence begins with.
pub(super) const MAGIC: [u8; 3] = *b"DHP";

/// The format, sensing's memory included.
pub(super) const VERSION: u8 = 4;

/// No header is longer.
pub(super) const MOST_HEADER: usize = 320;

/// What evidence is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Header {
    /// The board.
    pub board: Name,
    /// Its dimensions.
    pub dimensions: Dimensions,
    /// The fingerprint of its calibration.
    pub calibration: u32,
    /// What was said.
    pub observation: Observation,
    /// What was known beside the frames.
    pub known: Known,
    /// It begins before the first sign of what was said.
    pub whole: bool,
    /// No channel that is not in it had a part in it. If one had, by crosstalk,
    /// a replay may be off by a step.
    pub alone: bool,
    /// The groups of channels that are in it.
    pub groups: Groups,
    /// How many segments it has.
    pub segments: u8,
}

/// Why evidence cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// It does not begin like evidence.
    Foreign,
    /// It is of another version.
    Version(u8),
    /// It is cut off or damaged.
    Damaged,
    /// The board was calibrated otherwise.
    Calibration,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("this is no evidence of a ring"),
            Self::Version(version) => write!(
                f,
                "this evidence has format {version}, this program reads format {VERSION}: \
                 use the release that the ring runs"
            ),
            Self::Damaged => f.write_str("this evidence is damaged: ask the ring for it again"),
            Self::Calibration => f.write_str(
                "this evidence was made with another calibration: \
                 take the one the ring had then",
            ),
        }
    }
}

impl core::error::Error for Flaw {}

/// Evidence whose bytes are sound.
#[derive(Debug, Clone)]
pub struct Evidence<'a> {
    header: Header,
    profile: &'static Profile,
    map: Map,
    /// In common, then by group.
    state: [&'a [u8]; STREAMS],
    /// What follows the state.
    segments: &'a [u8],
}

/// The header, and what follows it.
pub(super) fn header(bytes: &[u8]) -> Result<(Header, &[u8]), Flaw> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(Flaw::Foreign)?;
    match rest.split_first() {
        Some((&VERSION, rest)) => postcard::take_from_bytes(rest).map_err(|_| Flaw::Damaged),
        Some((&version, _)) => Err(Flaw::Version(version)),
        None => Err(Flaw::Damaged),
    }
}

impl<'a> Evidence<'a> {
    /// Reads evidence.
    ///
    /// # Errors
    ///
    /// If it is none, of another version, or damaged.
    ///
    /// ```
    /// use rules_core::proof::{Evidence, Flaw};
    ///
    /// let flaw = Evidence::parse(b"DHP").err();
    /// assert_eq!(flaw, Some(Flaw::Damaged));
    /// ```
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Flaw> {
        // That it is foreign or of another version is said before that it is damaged.
        header(bytes)?;
        let (bytes, sum) = bytes.split_last_chunk::<4>().ok_or(Flaw::Damaged)?;
        if checksum::of(bytes) != *sum {
            return Err(Flaw::Damaged);
        }
        let (header, mut rest) = header(bytes)?;
        let state = parts(&mut rest, header.groups).ok_or(Flaw::Damaged)?;
        let profile = Profile::of(header.board);
        let evidence = Self {
            header,
            profile,
            map: Map::of(profile),
            state,
            segments: rest,
        };
        // All frames make sense, or none is used.
        let mut frames = evidence.frames();
        while let Some(frame) = frames.step() {
            frame.ok_or(Flaw::Damaged)?;
        }
        if frames.rest.is_empty() {
            Ok(evidence)
        } else {
            Err(Flaw::Damaged)
        }
    }

    /// What it is about.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Its board.
    #[must_use]
    pub const fn profile(&self) -> &'static Profile {
        self.profile
    }

    /// The channels that are in it.
    pub fn channels(&self) -> impl Iterator<Item = usize> {
        let groups = self.header.groups;
        let channels = self.map.channels();
        channels.filter(move |it| groups.has(it.1)).map(|it| it.0)
    }

    /// How many of its bytes are what sensing knew.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.state.iter().map(|part| part.len()).sum()
    }

    /// Its frames, in the order in which sensing took them.
    #[must_use]
    pub fn frames(&self) -> Frames<'_, 'a> {
        Frames {
            evidence: self,
            segment: None,
            left: 0,
            segments: self.header.segments,
            rest: self.segments,
        }
    }

    /// Judges anew: says everything that sensing says about the frames, and
    /// returns the decision it comes to, if it comes to one of that kind.
    ///
    /// Channels that are not in the evidence read what they read at rest; what
    /// is said about them means nothing.
    ///
    /// # Errors
    ///
    /// If the calibration is another.
    pub fn replay(
        &self,
        calibration: &Calibration,
        say: &mut impl FnMut(Observation),
    ) -> Result<Option<Observation>, Flaw> {
        let (mut sensing, [mut unfelt, mut unwatched]) = self.sensing(calibration)?;
        let mut rests = [0; MOST_CHANNELS];
        for (rest, it) in rests.iter_mut().zip(&calibration.rests) {
            *rest = it.sum;
        }
        let wanted = self.header.observation;
        let mut found: Option<Observation> = None;
        let mut frames = self.frames().peekable();
        while let Some(frame) = frames.next() {
            let is_last = frames.peek().is_none();
            if is_last {
                sensing.presume(&self.header.known);
            }
            let mut hear = |it: Observation| {
                say(it);
                let alike = discriminant(&it.what) == discriminant(&wanted.what);
                if is_last && alike && found != Some(wanted) {
                    found = Some(it);
                }
            };
            match frame {
                Frame::Curtain(_) if unwatched > 0 => unwatched -= 1,
                Frame::Curtain(frame) => sensing.curtain(&frame, &mut hear),
                Frame::Hall(_) if unfelt > 0 => unfelt -= 1,
                Frame::Hall(scan) => {
                    let mut filled = scan;
                    filled.sums = rests;
                    for channel in self.channels() {
                        let sums = (filled.sums.get_mut(channel), scan.sums.get(channel));
                        if let (Some(to), Some(from)) = sums {
                            *to = *from;
                        }
                    }
                    sensing.hall(&filled, &mut hear);
                }
            }
        }
        Ok(found)
    }

    /// What its channels were expected to read before the first frame.
    fn expected(&self) -> Option<[Expected; MOST_CHANNELS]> {
        let mut all = [Expected::NOTHING; MOST_CHANNELS];
        let groups = (0..).zip(self.state.iter().skip(1));
        for (group, bytes) in groups.filter(|it| self.header.groups.has(it.0)) {
            let mut reader = Reader::new(bytes);
            for &channel in self.map.of_group(group) {
                let mut start = Start::default();
                reader.carry(&mut start);
                *all.get_mut(usize::from(channel))? = start.expected()?;
            }
            if reader.has_failed() {
                return None;
            }
        }
        Some(all)
    }

    /// Sensing as it was before the first frames, and how many scans and frames of the
    /// curtain it had taken by then.
    fn sensing(&self, calibration: &Calibration) -> Result<(Sensing, [u16; 2]), Flaw> {
        if fingerprint(calibration) != self.header.calibration {
            return Err(Flaw::Calibration);
        }
        let mut sensing = Sensing::new(self.profile, &self.header.dimensions, calibration);
        let mut taken = [0; 2];
        let [unfelt, unwatched] = &mut taken;
        for (n, bytes) in self.state.into_iter().enumerate() {
            let mut reader = Reader::new(bytes);
            match n.checked_sub(1) {
                None => {
                    reader.carry(unfelt);
                    sensing.carry_hall(&mut reader);
                    reader.carry(unwatched);
                    sensing.carry_curtain(&mut reader);
                }
                Some(group) if self.header.groups.has(group) => {
                    for _ in self.map.of_group(group) {
                        reader.carry(&mut Start::default());
                    }
                    for &channel in self.map.of_group(group) {
                        sensing.carry_channel(channel, &mut reader);
                    }
                }
                Some(_) => {}
            }
            if !reader.is_done() {
                return Err(Flaw::Damaged);
            }
        }
        sensing.do_with_some_channels();
        Ok((sensing, taken))
    }
}

/// Takes the parts that are there: in common, then of each group.
fn parts<'a>(rest: &mut &'a [u8], groups: Groups) -> Option<[&'a [u8]; STREAMS]> {
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

/// The frames of some evidence.
#[derive(Debug)]
pub struct Frames<'b, 'a> {
    evidence: &'b Evidence<'a>,
    segment: Option<Decoder<'a>>,
    left: u16,
    segments: u8,
    rest: &'a [u8],
}

impl Frames<'_, '_> {
    /// The next frame; `Some(None)` if the bits make no sense.
    fn step(&mut self) -> Option<Option<Frame>> {
        while self.left == 0 {
            self.segments = self.segments.checked_sub(1)?;
            let began = self.begin();
            if began.is_none() {
                self.segments = 0;
                return Some(None);
            }
        }
        self.left -= 1;
        let Evidence { map, header, .. } = self.evidence;
        let frame = (self.segment.as_mut()).and_then(|it| it.next(map, header.groups));
        if frame.is_none() {
            (self.left, self.segments) = (0, 0);
        }
        Some(frame)
    }

    fn begin(&mut self) -> Option<()> {
        let Evidence {
            header, profile, ..
        } = self.evidence;
        self.left = number(&mut self.rest)?;
        let streams = parts(&mut self.rest, header.groups)?;
        self.segment = Some(match &self.segment {
            Some(before) => before.follow_up(profile, streams),
            None => Decoder::new(profile, self.evidence.expected()?, streams),
        });
        Some(())
    }
}

impl Iterator for Frames<'_, '_> {
    type Item = Frame;

    fn next(&mut self) -> Option<Frame> {
        self.step()?
    }
}
