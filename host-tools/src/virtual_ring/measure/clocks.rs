//! When the frames of a board's two streams are due.

use rules_core::board::Profile;
use rules_core::time::{Instant, Span};

/// Which stream a frame belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stream {
    /// The curtain's frames.
    Curtain,
    /// The scans of the analog channels.
    Hall,
}

/// A frame that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// Of which stream.
    pub what: Stream,
    /// Its number in it.
    pub index: u32,
    /// When it begins.
    pub at: Instant,
    /// When its last sample is there.
    pub known: Instant,
}

/// When the frames of both streams are due, in order.
#[derive(Debug)]
pub struct Clocks {
    streams: Vec<(Stream, Span, u32)>,
}

impl Clocks {
    /// From power-up on.
    #[must_use]
    pub fn new(profile: &Profile) -> Self {
        let mut streams = vec![(Stream::Hall, profile.hall.period(), 0)];
        if let Some(curtain) = profile.curtain {
            streams.push((Stream::Curtain, curtain.period, 0));
        }
        Self { streams }
    }

    /// The next frame that begins not after `until`.
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
