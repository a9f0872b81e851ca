//! Frames, and what they show: sensing says it, its evidence is kept, the referee
//! judges.
//!
//! To see a fall takes a chip nearly as long as a frame lasts, and to judge it takes
//! as long again. So what a frame of the curtain shows may stay unjudged until the
//! host is told what was seen, at the latest until the next thing happens. Nothing
//! lies between the two but outputs that are asked for, and it is judged as of its
//! own time: all comes out as if it had been judged at once.

use super::Ring;
use crate::sensing::frame::{CurtainFrame, HallScan};
use crate::sensing::observation::Observation;
use crate::time::Instant;
use heapless::Vec;

/// What one frame can say: every beam of a lane in trouble, and more.
type Sights = Vec<Observation, 32>;

/// So much stays unjudged at most: one that fell, and others that begin to. What shows
/// more is judged at once.
const MOST: usize = 4;

/// What a frame showed that is not judged yet.
#[derive(Debug)]
pub(super) struct Unjudged {
    /// When it was taken.
    at: Instant,
    pub(super) seen: Vec<Observation, MOST>,
    /// The last frame showed something, judged or not.
    showed: bool,
    /// There is time for the evidence after the last frame.
    has_time: bool,
}

impl Unjudged {
    pub(super) const NOTHING: Self = Self {
        at: Instant::ZERO,
        seen: Vec::new(),
        showed: false,
        has_time: false,
    };
}

impl Ring {
    /// Takes a frame of the curtain. The host hears at once of what it shows.
    #[inline(never)]
    pub(super) fn look(&mut self, frame: &CurtainFrame) {
        self.proofs.curtain(frame, &mut self.sensing);
        let mut seen = Sights::new();
        self.sensing.curtain(frame, &mut |observation| {
            // Room for more than any frame has ever said.
            let _ = seen.push(observation);
        });
        self.show_curtain(frame);
        let showed = core::mem::replace(&mut self.unjudged.showed, !seen.is_empty());
        if seen.is_empty() {
            // What was seen goes first, and what was seen before is judged now.
            self.unjudged.has_time = !showed;
            return;
        }
        for observation in &seen {
            self.link.saw(observation);
        }
        self.unjudged.at = self.now;
        if self.unjudged.seen.extend_from_slice(&seen).is_err() {
            self.judge(&seen);
        }
    }

    #[inline(never)]
    pub(super) fn feel(&mut self, scan: &HallScan) {
        if self.guide.is_some() && !self.is_match_running() {
            self.measure(scan);
        }
        self.proofs.hall(scan, &mut self.sensing);
        let mut seen = Sights::new();
        self.sensing.hall(scan, &mut |observation| {
            let _ = seen.push(observation);
        });
        for observation in &seen {
            self.link.saw(observation);
        }
        self.judge(&seen);
        self.show_hall(scan);
        // Where frames come as well, a scan is work enough.
        if self.profile.curtain.is_none() {
            self.proofs.work_on(&mut self.sensing);
        }
    }

    /// Judges what the last frame showed, if that is not done yet, as of when it
    /// was taken. If it showed nothing, there is time for the evidence.
    pub fn catch_up(&mut self) {
        if core::mem::take(&mut self.unjudged.has_time) {
            self.proofs.work_on(&mut self.sensing);
        }
        if self.unjudged.seen.is_empty() {
            return;
        }
        let seen = core::mem::take(&mut self.unjudged.seen);
        // Whoever asked for the lights may have told a later time.
        let now = core::mem::replace(&mut self.now, self.unjudged.at);
        self.judge(&seen);
        self.conclude();
        self.now = self.now.max(now);
    }

    /// Keeps the evidence of what was seen, then judges it.
    pub(super) fn judge(&mut self, seen: &[Observation]) {
        for observation in seen {
            self.proofs.said(observation, &self.sensing);
        }
        for observation in seen {
            self.referee.observe(self.now, observation, &mut self.out);
            self.stale = true;
            self.stirred = true;
        }
    }
}
