//! Tracker of the element on the platform: it lies there, is pushed, or is taken away.
//!
//! Two reflective sensors look up through the docked platform on the line of the push:
//! the *back* one, over which an element waits, and the *front* one at the ring's edge.
//! Three times define a push:
//!
//! ```text
//!            t1: clears the back     t2: reaches the front    t3: clears the front
//!   empty --still on the back--> resting --t2--> moving --t3--> gone: Pushed
//!     ^                            |  ^            | pulled back: resting
//!     +---- taken away: Unloaded --+  +------------+
//! ```
//!
//! A finger behind the element is higher up and reflects about half: it counts as an
//! obstacle, not as wood. A result that the sensors cannot decide has no certainty.

use super::channels::Channels;
use super::push_estimate::PushTiming;
use super::wiring::Wiring;
use crate::board::{Dimensions, Micrometres};
use crate::piece::Size;
use crate::place::{Place, Post};
#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;
use crate::sensing::body::{Body, ByBody, widths};
use crate::sensing::calibration::Calibration;
use crate::sensing::calibration::values::ChannelGroup;
use crate::sensing::magnet::Strength;
use crate::sensing::observation::ObservationKind;
use crate::time::{Instant, Span};

/// Time for which an element must be still to count as resting.
const DWELL: Span = Span::millis(50);

/// Change of a reflective sensor's reading up to which the element is still, in ADC
/// steps.
const STILL: u16 = 60;

/// Longest time for which an element is over neither sensor during a push: a small disc
/// is for 10 mm, at 10 mm a second. After it the element counts as taken away.
const BETWEEN: Span = Span::millis(1_000);

/// Shortest time from the back sensor to the front one in a push: 30 mm at 1.2 m/s. An
/// element that covers both sooner was put there.
const PLACED: Span = Span::millis(25);

/// Longest time for which an element reported as taken away may wait between the sensors
/// and still be pushed.
const TAKEN: Span = Span::millis(10_000);

/// Largest reading of the element sensors that the platform's own magnets make, in ADC
/// steps.
const BARE: i32 = 40;

/// Motion of the element on the platform, for the cause of falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlatformMotion {
    /// Start of the last push; `None` before the first.
    pub began: Option<Instant>,
    /// Time at which an element was last seen to move; `None` before the first.
    pub last: Option<Instant>,
    /// Place of the platform at the last push; `None` before the first.
    pub place: Option<Place>,
    /// True while an element moves over the front sensor.
    pub under_way: bool,
}

/// Object that covers a reflective sensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Cover {
    Clear,
    /// A finger covers the sensor, or wood in part.
    Something,
    Wood,
}

/// State of the element on the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum PlatformState {
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
}

/// Tracker of the element on the platform. Pairs of values are for the back sensor and
/// the front one.
#[derive(Debug, Clone)]
pub(super) struct PlatformTracker {
    state: PlatformState,
    covers: [Cover; 2],
    /// Readings of the reflective sensors around which they are still.
    anchors: [i16; 2],
    /// Time since which the reflective sensors are still.
    still_since: Instant,
    /// Time at which the reflective sensors began to move after having been still.
    stirred: Instant,
    /// Strongest reading of the element's magnet since it came, in ADC steps.
    pub(super) magnet: i16,
    /// Reading that the platform's own magnets make, in 1024ths of a step.
    bare: [i32; 2],
    pub(super) motion: PlatformMotion,
    /// Reading from which a reflective sensor is covered, in ADC steps.
    something: i16,
    /// Reading from which a reflective sensor is covered by wood, in ADC steps.
    wood: i16,
    pub(super) weak: i16,
    pub(super) strong: i16,
    pub(super) widths: ByBody<Micrometres>,
}

impl PlatformTracker {
    /// Tracker without levels, before it is given a calibration.
    pub(super) const BLANK: Self = Self {
        state: PlatformState::Empty,
        covers: [Cover::Clear; 2],
        anchors: [0; 2],
        still_since: Instant::ZERO,
        stirred: Instant::ZERO,
        magnet: 0,
        bare: [0; 2],
        motion: PlatformMotion {
            began: None,
            last: None,
            place: None,
            under_way: false,
        },
        something: 0,
        wood: 0,
        weak: 0,
        strong: 0,
        widths: ByBody([Micrometres(0); Body::ALL.len()]),
    };

    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn archive(&mut self, archive: &mut impl Archive) {
        archive.archive(&mut self.state);
        archive.archive(&mut self.covers);
        archive.archive(&mut self.anchors);
        archive.archive(&mut self.still_since);
        archive.archive(&mut self.stirred);
        archive.archive(&mut self.magnet);
        archive.archive(&mut self.bare);
        archive.archive(&mut self.motion);
    }

    pub(super) fn new(dimensions: &Dimensions, calibration: &Calibration) -> Self {
        let steps = |group, strength| calibration.steps(group, strength).min(2047) as i16;
        let (finger, wood) = (
            steps(ChannelGroup::Optics, Strength::Weak),
            steps(ChannelGroup::Optics, Strength::Strong),
        );
        Self {
            something: finger / 5 * 3,
            wood: finger + (wood - finger) / 5,
            weak: steps(ChannelGroup::Elements, Strength::Weak),
            strong: steps(ChannelGroup::Elements, Strength::Strong),
            widths: widths(dimensions, Size::Medium),
            ..Self::BLANK
        }
    }

    pub(super) fn motion(&self) -> PlatformMotion {
        self.motion
    }

    /// True unless the platform is known to be empty: also for a while after its element
    /// was pushed or taken away.
    pub(super) fn is_occupied(&self) -> bool {
        self.state != PlatformState::Empty
    }

    /// Records that the platform was taken away, and reports its load as unloaded.
    #[cold]
    #[inline(never)]
    pub(super) fn lift(&mut self, emit: &mut impl FnMut(ObservationKind)) {
        let loaded = matches!(
            self.state,
            PlatformState::Resting | PlatformState::Leaving { .. } | PlatformState::Moving(_)
        );
        if loaded {
            emit(ObservationKind::Unloaded);
        }
        self.forget();
    }

    /// Forgets the element on the platform without a report, because the platform was
    /// taken away or its back sensor is faulty.
    fn forget(&mut self) {
        self.state = PlatformState::Empty;
        self.covers = [Cover::Clear; 2];
        self.magnet = 0;
        self.motion.under_way = false;
    }

    /// Evaluates a scan while the platform lies at the corner of this post.
    #[inline(never)]
    pub(super) fn step(
        &mut self,
        now: Instant,
        channels: &Channels,
        wiring: &Wiring,
        post: Post,
        emit: &mut impl FnMut(ObservationKind),
    ) {
        let [back, front] = wiring.optics[post];
        if channels.is_faulty(back) {
            self.forget();
            return;
        }
        let front_in_use = !channels.is_faulty(front);
        let (Some(back), front) = (channels.sound(back), channels.sound(front)) else {
            return;
        };
        if front.is_none() && front_in_use {
            // Dropped out for the moment: wait.
            return;
        }
        let was = self.covers;
        self.covers = [
            self.cover(back, was[0]),
            front.map_or(Cover::Clear, |front| self.cover(front, was[1])),
        ];
        self.watch_stillness(now, [back, front.unwrap_or(0)]);
        self.read_magnet(channels, wiring, post);
        let place = Place::Corner(post);
        let reached = self.covers[1] == Cover::Wood && was[1] != Cover::Wood;
        self.state = self.advance(now, place, (front.is_some(), reached), emit);
        self.motion.under_way = matches!(self.state, PlatformState::Moving(_));
    }

    /// Returns the object that covers a reflective sensor, with hysteresis, so that a
    /// reading at a threshold does not chatter.
    fn cover(&self, level: i16, was: Cover) -> Cover {
        let play = |seen: bool| if seen { 50 } else { 0 };
        let wood = self.wood - play(was == Cover::Wood);
        let something = self.something - 2 * play(was != Cover::Clear);
        if level >= wood {
            Cover::Wood
        } else if level >= something {
            Cover::Something
        } else {
            Cover::Clear
        }
    }

    fn watch_stillness(&mut self, now: Instant, levels: [i16; 2]) {
        let mut anchors = self.anchors.iter().zip(levels);
        if anchors.any(|(&anchor, level)| anchor.abs_diff(level) > STILL) {
            self.anchors = levels;
            if now.since(self.still_since) >= DWELL {
                self.stirred = now;
            }
            self.still_since = now;
            if matches!(
                self.state,
                PlatformState::Resting | PlatformState::Leaving { .. } | PlatformState::Moving(_)
            ) {
                self.motion.last = Some(now);
            }
        }
    }

    fn read_magnet(&mut self, channels: &Channels, wiring: &Wiring, post: Post) {
        let is_empty = self.state == PlatformState::Empty && self.covers == [Cover::Clear; 2];
        for (bare, channel) in self.bare.iter_mut().zip(wiring.elements[post]) {
            let Some(away) = channels.sound(channel) else {
                continue;
            };
            if is_empty {
                let steps = i32::from(away).clamp(-BARE, BARE);
                *bare += ((steps << 10) - *bare) >> 6;
                continue;
            }
            let felt = away.saturating_sub((*bare >> 10) as i16);
            if felt.unsigned_abs() > self.magnet.unsigned_abs() {
                self.magnet = felt;
            }
        }
    }

    /// Returns the next state of the element, and reports loads, pushes and removals.
    /// `has_front` is true if the front sensor works, `reached` if wood has just reached
    /// it.
    fn advance(
        &mut self,
        now: Instant,
        place: Place,
        (has_front, reached): (bool, bool),
        emit: &mut impl FnMut(ObservationKind),
    ) -> PlatformState {
        let [back, front] = self.covers;
        let is_still = now.since(self.still_since) >= DWELL;
        match self.state {
            PlatformState::Empty | PlatformState::Gone | PlatformState::Taken { .. }
                if back == Cover::Wood =>
            {
                self.magnet = 0;
                PlatformState::Settling { since: now }
            }
            PlatformState::Gone if self.covers == [Cover::Clear; 2] => PlatformState::Empty,
            PlatformState::Empty | PlatformState::Gone => self.state,
            PlatformState::Taken { .. } if reached => {
                self.start(now, now, place, (None, Some(now)), emit)
            }
            PlatformState::Taken { at } if now.since(at) > TAKEN => PlatformState::Empty,
            PlatformState::Taken { .. } => self.state,

            PlatformState::Settling { since } => {
                if back == Cover::Wood && is_still && now.since(since) >= DWELL {
                    emit(ObservationKind::Loaded(self.loaded(place)));
                    PlatformState::Resting
                } else if reached && now.since(since) >= PLACED {
                    self.start(now, since, place, (None, Some(now)), emit)
                } else if back != Cover::Wood {
                    PlatformState::Crossing { left: now }
                } else {
                    self.state
                }
            }

            PlatformState::Resting => {
                let began = self.stirred;
                let t2 = reached.then_some(now);
                match (back, front) {
                    // A finger that follows shows as an obstacle: cleared as well.
                    (Cover::Clear | Cover::Something, Cover::Wood) => {
                        self.start(now, began, place, (Some(now), t2), emit)
                    }
                    (Cover::Clear | Cover::Something, _) if !has_front => {
                        emit(ObservationKind::PushStarted(place));
                        self.started(now, place);
                        emit(ObservationKind::Pushed(self.pushed_unseen(place, now)));
                        PlatformState::Gone
                    }
                    (Cover::Clear | Cover::Something, _) => PlatformState::Leaving { left: now },
                    // It moves onto the front, still over the back.
                    (Cover::Wood, Cover::Wood) if reached => {
                        self.start(now, began, place, (None, t2), emit)
                    }
                    (Cover::Wood, _) => PlatformState::Resting,
                }
            }

            PlatformState::Leaving { left } => {
                if front == Cover::Wood {
                    self.start(
                        now,
                        self.stirred.min(left),
                        place,
                        (Some(left), Some(now)),
                        emit,
                    )
                } else if back == Cover::Wood && is_still {
                    PlatformState::Resting
                } else if now.since(left) >= BETWEEN && back != Cover::Wood {
                    emit(ObservationKind::Unloaded);
                    PlatformState::Taken { at: now }
                } else {
                    self.state
                }
            }

            PlatformState::Crossing { left } => {
                if reached {
                    self.start(now, left, place, (Some(left), Some(now)), emit)
                } else if back == Cover::Wood {
                    PlatformState::Settling { since: now }
                } else if now.since(left) >= BETWEEN {
                    PlatformState::Gone
                } else {
                    self.state
                }
            }

            PlatformState::Moving(mut passage) => {
                if back == Cover::Wood && front != Cover::Wood {
                    // Pulled back, unless the next element follows at once.
                    if passage.t1.is_none() {
                        emit(ObservationKind::Loaded(self.loaded(place)));
                        return PlatformState::Resting;
                    }
                }
                if back != Cover::Wood && passage.t1.is_none() {
                    passage.t1 = Some(now);
                }
                if front == Cover::Wood {
                    return PlatformState::Moving(passage);
                }
                emit(ObservationKind::Pushed(self.pushed(place, passage, now)));
                PlatformState::Gone
            }
        }
    }

    /// Reports the start of a push; `t1` and `t2` are those of [`PushTiming`].
    fn start(
        &mut self,
        now: Instant,
        began: Instant,
        place: Place,
        (t1, t2): (Option<Instant>, Option<Instant>),
        emit: &mut impl FnMut(ObservationKind),
    ) -> PlatformState {
        let began = began.min(now);
        self.started(began, place);
        self.motion.last = Some(now);
        emit(ObservationKind::PushStarted(place));
        PlatformState::Moving(PushTiming { began, t1, t2 })
    }

    fn started(&mut self, began: Instant, place: Place) {
        self.motion.began = Some(began);
        self.motion.place = Some(place);
    }
}
