//! Processing of frames: sensing reports observations, their capture is recorded, and the
//! referee judges them.
//!
//! On the RP2040 sensing a fall takes nearly a frame period, and judging it takes as long
//! again. The observations of a curtain frame may therefore stay pending until they have
//! been sent to the host, at the latest until the next input. No other input lies between
//! the two, and the referee judges the observations as of the time of their frame. The
//! result is therefore identical to judging them at once.

use super::Ring;
use crate::sensing::frame::{CurtainFrame, HallScan};
use crate::sensing::observation::Observation;
use crate::time::Instant;
use heapless::Vec;

/// Observations of one frame or scan. The capacity suffices for a fault of every beam of
/// a lane.
type FrameObservations = Vec<Observation, 32>;

/// Maximum number of observations that can stay pending: one fall, and others that begin.
/// A frame with more is judged at once.
const MAX_PENDING: usize = 4;

/// Observations of a curtain frame that the referee has not judged yet.
#[derive(Debug)]
pub(super) struct PendingObservations {
    /// Time of the frame.
    pub(super) at: Instant,
    pub(super) seen: Vec<Observation, MAX_PENDING>,
    /// True if the last curtain frame had an observation, judged or not.
    had_observations: bool,
    /// True if [`Ring::work`] may continue the captures: neither of the last two curtain
    /// frames had an observation. Without a curtain, true after each scan.
    pub(super) has_time: bool,
}

impl PendingObservations {
    pub(super) const EMPTY: Self = Self {
        at: Instant::ZERO,
        seen: Vec::new(),
        had_observations: false,
        has_time: false,
    };
}

impl<const CHUNKS: usize> Ring<CHUNKS> {
    /// Feeds a curtain frame into sensing and queues its observations for the host at
    /// once.
    #[inline(never)]
    pub(super) fn on_curtain(&mut self, frame: &CurtainFrame) {
        if let Some(stroke) = &mut self.stroke {
            stroke.add_frame(frame);
        }
        self.captures.curtain(frame, &mut self.sensing);
        let mut seen = FrameObservations::new();
        self.sensing.step_curtain(frame, &mut |observation| {
            // Room for more than any frame has ever reported.
            let _ = seen.push(observation);
        });
        self.show_curtain(frame);
        let had_observations =
            core::mem::replace(&mut self.unjudged.had_observations, !seen.is_empty());
        if seen.is_empty() {
            // New observations go first, and pending ones are judged now.
            self.unjudged.has_time = !had_observations;
            return;
        }
        for observation in &seen {
            self.link.queue_observation(observation);
        }
        self.unjudged.at = self.now;
        if self.unjudged.seen.extend_from_slice(&seen).is_err() {
            self.judge_observations(&seen);
        }
    }

    /// Feeds an analog scan into sensing and calibration, and judges its observations at
    /// once.
    #[inline(never)]
    pub(super) fn on_hall(&mut self, scan: &HallScan) {
        if self.guide.is_some() && !self.is_match_running() {
            self.measure(scan);
        }
        self.captures.hall(scan, &mut self.sensing);
        let mut seen = FrameObservations::new();
        self.sensing.step_hall(scan, &mut |observation| {
            let _ = seen.push(observation);
        });
        for observation in &seen {
            self.link.queue_observation(observation);
        }
        if !seen.is_empty() {
            self.judge_observations(&seen);
        }
        self.show_hall(scan);
        // On a board with a curtain the scan alone is enough work.
        self.unjudged.has_time = self.profile.curtain.is_none();
    }
}
