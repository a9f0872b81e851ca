//! Evidence as it comes from a ring, piece by piece, kept for challenges.
//!
//! A ring keeps the evidence of its last decisions only. Who asks for it as soon
//! as something is decided can show it much later.

use crate::capture::draw;
use crate::protocol::ClientEvent;
use rules_core::board::{BoardId, Profile};
use rules_core::referee::EventKind;
use rules_core::sensing::calibration::Calibration;
use rules_core::wire::RingMessage;
use std::collections::VecDeque;

/// Decisions whose evidence is kept here: 1 to 3 KiB each.
const MOST: usize = 512;

/// Evidence by line.
#[derive(Debug)]
pub struct CaptureStore {
    calibration: Calibration,
    kept: VecDeque<(u32, Vec<u8>)>,
    /// The line whose evidence is coming, and what has come so far.
    coming: (u32, Vec<u8>),
}

impl CaptureStore {
    /// For a board as it is calibrated by the factory.
    #[must_use]
    pub fn new(board: BoardId) -> Self {
        Self {
            calibration: Calibration::nominal(Profile::of(board)),
            kept: VecDeque::new(),
            coming: (0, Vec::new()),
        }
    }

    /// The calibration the ring uses; what it keeps is judged with it.
    pub fn calibrate(&mut self, calibration: Calibration) {
        self.calibration = calibration;
    }

    /// The line that was decided with this, if its evidence is worth asking for.
    #[must_use]
    pub fn decided(heard: &ClientEvent) -> Option<u32> {
        match heard {
            ClientEvent::Line(followed) => (followed.events.iter())
                .any(|it| matches!(it.what, EventKind::Ruled(_) | EventKind::Asked(_)))
                .then_some(followed.line.seq),
            _ => None,
        }
    }

    /// This line's evidence is asked for.
    pub fn expect(&mut self, seq: u32) {
        self.coming = (seq, Vec::new());
    }

    /// Takes the pieces that belong to it; keeps it once it is whole.
    pub fn on_event(&mut self, heard: &ClientEvent) {
        let ClientEvent::Message(message) = heard else {
            return;
        };
        let RingMessage::Capture {
            seq,
            offset,
            total,
            bytes,
        } = &**message
        else {
            return;
        };
        if *seq != self.coming.0 || *offset as usize != self.coming.1.len() {
            return;
        }
        self.coming.1.extend_from_slice(bytes);
        if self.coming.1.len() == *total as usize {
            if self.kept.len() >= MOST {
                self.kept.pop_front();
            }
            let whole = std::mem::take(&mut self.coming.1);
            self.kept.push_back((*seq, whole));
        }
    }

    /// The picture of a line's evidence.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn picture(&self, seq: u32) -> Result<String, String> {
        match self.kept.iter().find(|it| it.0 == seq) {
            Some((_, bytes)) => draw(bytes, &self.calibration).map_err(|flaw| flaw.to_string()),
            None => Err("no sensor decided this, or its evidence is gone".into()),
        }
    }
}
