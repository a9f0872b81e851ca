//! Verdict on a ring at rest: each beam clear, blocked, and in the dark read.
//!
//! A beam is *good* if it reads lit when clear, dark when something blocks all of its own
//! light but none of the foreign light, and dark in the dark read. A ring is good if all
//! its beams are and its chains have slack.
//!
//! Two margins tell how far a beam is from failing: *lit*, the clear beam's current over
//! the current that it needs; and *blocked*, the current of the input's threshold over the
//! foreign light with that of the room.

use super::drawn::Build;
use super::field::{Detector, Field};
use crate::sensors::light::settling;
use rules_core::place::Edge;

/// Margin below which a beam is named before it fails.
pub const THIN: f64 = 1.5;

/// Time in the settle sweep beyond which a beam counts as weak, in us.
pub const WEAK: f64 = 16.0;

/// Verdict on one beam.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BeamCheck {
    /// Number of the beam among all beams of the curtain.
    pub beam: usize,
    /// Current of the clear beam over the current that it needs.
    pub lit: f64,
    /// Current of the input's threshold over what is left in the blocked beam.
    pub blocked: f64,
    /// True if the beam is dark in the dark read.
    pub dark_in_dark: bool,
    /// Shortest settling time at which the clear beam reads lit, in us.
    pub lit_after: f64,
}

impl BeamCheck {
    fn new(beam: usize, detector: &Detector) -> Self {
        let foreign: f64 = detector.foreign.iter().map(|light| light.current).sum();
        let left = foreign + detector.room;
        let clear = detector.own + left;
        Self {
            beam,
            lit: clear / detector.needed,
            blocked: detector.threshold / left,
            dark_in_dark: detector.room < detector.released_in_dark,
            lit_after: settling::time_until_lit(clear, detector.threshold, detector.charge),
        }
    }

    /// True if the beam reads as it should in all three states.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.lit >= 1.0 && self.blocked >= 1.0 && self.dark_in_dark
    }

    /// True if a margin is thin, or the dark read is not dark: `doctor` names the beam.
    #[must_use]
    pub fn is_named(&self) -> bool {
        self.lit < THIN || self.blocked < THIN || !self.dark_in_dark
    }

    /// True if the settle sweep finds the beam weak.
    #[must_use]
    pub fn is_weak(&self) -> bool {
        self.lit_after > WEAK
    }
}

/// Verdict on a whole ring.
#[derive(Debug, Clone, PartialEq)]
pub struct RingCheck {
    /// Beams across the gutter.
    pub beams: Vec<BeamCheck>,
    /// Least slack of the four chains, in ns.
    pub slack: f64,
}

impl RingCheck {
    /// Checks a ring.
    #[must_use]
    pub fn new(field: &Field, build: &Build) -> Self {
        let detectors = field.detectors.iter().enumerate();
        let beams = detectors
            .filter_map(|(n, detector)| Some(BeamCheck::new(n, detector.as_ref()?)))
            .collect();
        let slacks = Edge::ALL.map(|edge| build.chain(edge).slack());
        Self {
            beams,
            slack: slacks.into_iter().fold(f64::INFINITY, f64::min),
        }
    }

    /// True if every beam is good and every chain has slack.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.slack > 0.0 && self.beams.iter().all(BeamCheck::is_good)
    }
}
