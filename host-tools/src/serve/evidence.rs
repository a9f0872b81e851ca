//! Evidence as it comes from a ring, piece by piece, and its picture.

use super::source::Refused;
use crate::client::Heard;
use crate::proof::draw;
use rules_core::board::{Name, Profile};
use rules_core::sensing::calibration::Calibration;
use rules_core::wire::FromRing;

/// The evidence of one line, while it comes.
#[derive(Debug)]
pub struct Gathering {
    calibration: Calibration,
    seq: u32,
    bytes: Vec<u8>,
    total: Option<u32>,
}

impl Gathering {
    /// For a board as it is calibrated by the factory.
    #[must_use]
    pub fn new(board: Name) -> Self {
        Self {
            calibration: Calibration::nominal(Profile::of(board)),
            seq: 0,
            bytes: Vec::new(),
            total: None,
        }
    }

    /// This line's evidence is asked for.
    pub fn begin(&mut self, seq: u32) {
        self.seq = seq;
        self.bytes.clear();
        self.total = None;
    }

    /// Takes the pieces that belong to it.
    pub fn hear(&mut self, heard: &Heard) {
        if let Heard::Message(message) = heard
            && let FromRing::Proof {
                seq,
                offset,
                total,
                bytes,
            } = &**message
            && *seq == self.seq
            && usize::try_from(*offset) == Ok(self.bytes.len())
        {
            self.bytes.extend_from_slice(bytes);
            self.total = Some(*total);
        }
    }

    /// Whether all of it has come.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.total.map(|it| it as usize) == Some(self.bytes.len())
    }

    /// Its picture.
    ///
    /// # Errors
    /// If the ring has none, or it cannot be read.
    pub fn picture(&self) -> Result<String, Refused> {
        if !self.is_whole() {
            let why =
                "the ring keeps evidence of its last decisions only; that of this one is gone";
            return Err(Refused(why.into()));
        }
        draw(&self.bytes, &self.calibration).map_err(|flaw| Refused(flaw.to_string()))
    }
}
