//! States of the element on the platform, and what covers the sensors under it.

use super::push_estimate::PushTiming;
use crate::time::Instant;

/// Object that covers a reflective sensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Cover {
    Clear,
    /// A finger covers the sensor, or wood in part.
    Something,
    Wood,
}

/// State of the element on the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum PlatformState {
    Empty,
    /// Wood is on the back sensor, but not still yet.
    Settling {
        since: Instant,
    },
    /// The element is at rest; `Loaded` has been reported.
    Resting,
    /// The element has left the back sensor and not reached the front: it is being pushed
    /// or taken away.
    Leaving {
        left: Instant,
    },
    /// The element has left the back sensor without having been at rest; nothing has been
    /// reported about it.
    Crossing {
        left: Instant,
    },
    /// The element is on its way over the front sensor.
    Moving(PushTiming),
    /// The element is gone; fingers may follow.
    Gone,
    /// The element was taken away; `Unloaded` has been reported. If it waits between the
    /// sensors instead, it may still come over the front.
    Taken {
        at: Instant,
    },
    /// The element lies over the front sensor alone; `Loaded` has been reported.
    AtFront,
    /// The element is over the front sensor alone, where it came at this time: it passes,
    /// or was laid there.
    Passing(Instant),
    /// The element came over the front sensor alone at the first time and has left it at
    /// the second: it was pushed, or is pulled back.
    Cleared(Instant, Instant),
}
