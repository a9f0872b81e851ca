//! Store of captures, the raw frames around each decision of a ring, for challenges on
//! the page.
//!
//! A ring keeps the evidence of its last decisions only. Who asks for it as soon
//! as something is decided can show it much later.

use crate::capture::draw;
use crate::protocol::FollowedLine;
use rules_core::board::{BoardId, Profile};
use rules_core::referee::{Event, EventKind};
use rules_core::sensing::calibration::Calibration;
use rules_core::wire::RingMessage;
use std::collections::VecDeque;

/// Largest number of captures kept: 1 to 3 KiB each. The oldest is dropped.
const MAX_CAPTURES: usize = 512;

/// Captures of a ring by the number of their journal line.
#[derive(Debug)]
pub struct CaptureStore {
    calibration: Calibration,
    entries: VecDeque<(u32, Vec<u8>)>,
    /// Number of the line whose capture is being received, and its bytes so far.
    coming: (u32, Vec<u8>),
}

impl CaptureStore {
    /// Creates an empty store for a board with nominal calibration.
    #[must_use]
    pub fn new(board: BoardId) -> Self {
        Self {
            calibration: Calibration::nominal(Profile::of(board)),
            entries: VecDeque::new(),
            coming: (0, Vec::new()),
        }
    }

    /// Sets the calibration of the ring, with which captures are replayed.
    pub fn calibrate(&mut self, calibration: Calibration) {
        self.calibration = calibration;
    }

    /// Returns the number of a journal line that rules or asks, so that its capture is
    /// worth requesting; `None` for any other line.
    #[must_use]
    pub fn decided(followed: &FollowedLine) -> Option<u32> {
        let is_decision =
            |event: &Event| matches!(event.kind, EventKind::Ruled(_) | EventKind::Asked(_));
        let decides = followed.events.iter().any(is_decision);
        decides.then_some(followed.line.seq)
    }

    /// Prepares for the capture of this line, which was requested from the ring.
    pub fn expect(&mut self, seq: u32) {
        self.coming = (seq, Vec::new());
    }

    /// Adds a part of the expected capture, and keeps the capture once it is complete.
    pub fn on_message(&mut self, message: &RingMessage) {
        let RingMessage::Capture {
            seq,
            offset,
            total,
            bytes,
        } = message
        else {
            return;
        };
        if *seq != self.coming.0 || *offset as usize != self.coming.1.len() {
            return;
        }
        self.coming.1.extend_from_slice(bytes);
        if self.coming.1.len() == *total as usize {
            if self.entries.len() >= MAX_CAPTURES {
                self.entries.pop_front();
            }
            let whole = std::mem::take(&mut self.coming.1);
            self.entries.push_back((*seq, whole));
        }
    }

    /// Returns the bytes of a line's capture; `None` if there is none.
    #[must_use]
    pub fn bytes(&self, seq: u32) -> Option<&[u8]> {
        let entry = self.entries.iter().find(|entry| entry.0 == seq)?;
        Some(&entry.1)
    }

    /// Returns the drawing of a line's capture, as SVG.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn picture(&self, seq: u32) -> Result<String, String> {
        match self.bytes(seq) {
            Some(bytes) => draw(bytes, &self.calibration).map_err(|flaw| flaw.to_string()),
            None => Err("no capture: no sensor decided this, or the ring has dropped it".into()),
        }
    }
}
