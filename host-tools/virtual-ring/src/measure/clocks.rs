//! Schedule of a board's two frame streams: curtain frames and analog scans.

use rules_core::board::Profile;
use rules_core::time::{Instant, Span};

/// Stream of frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FrameStream {
    /// Frames of the light curtain.
    Curtain,
    /// Scans of the analog channels.
    Hall,
}

/// Curtain frame or analog scan that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// Stream of the frame.
    pub what: FrameStream,
    /// Number of the frame in its stream.
    pub index: u32,
    /// Time at which the frame begins.
    pub at: Instant,
    /// Time at which the frame's last sample is available.
    pub known: Instant,
}

/// Schedule of both frame streams, in order of time.
#[derive(Debug)]
pub struct Clocks {
    streams: Vec<(FrameStream, Span, u32)>,
}

impl Clocks {
    /// Creates the schedule of a board that powers up at time 0.
    #[must_use]
    pub fn new(profile: &Profile) -> Self {
        let mut streams = vec![(FrameStream::Hall, profile.hall.period(), 0)];
        if let Some(curtain) = profile.curtain {
            streams.push((FrameStream::Curtain, curtain.period, 0));
        }
        Self { streams }
    }

    /// Returns the next frame that begins not after `until`; `None` if there is none.
    pub fn next_until(&mut self, until: Instant) -> Option<Due> {
        let time = |period: Span, index: u32| Instant(u64::from(period.0) * u64::from(index));
        let next = self.streams.iter_mut();
        let next = next.min_by_key(|(what, period, index)| (time(*period, *index), *what))?;
        let (what, period, index) = *next;
        let at = time(period, index);
        if at > until {
            return None;
        }
        next.2 += 1;
        Some(Due {
            what,
            index,
            at,
            known: at + period,
        })
    }
}
