//! What lies on the platform, and how it leaves.
//!
//! Two reflective sensors look up through the docked platform on the line of the
//! push: the *back* one, over which an element waits, and the *front* one at the
//! ring's edge. Three instants tell a push:
//!
//! ```text
//!            t1: clears the back     t2: reaches the front    t3: clears the front
//!   empty --still on the back--> resting --t2--> moving --t3--> gone: Pushed
//!     ^                            |  ^            | pulled back: resting
//!     +---- taken away: Unloaded --+  +------------+
//! ```
//!
//! A finger behind the element is higher up and throws back about half: it
//! counts as something, not as wood. What cannot be told is said with no
//! certainty.

use super::lines::Lines;
use super::pushed::Passage;
use super::wiring::Wiring;
use crate::board::{Dimensions, Micrometres};
use crate::piece::Size;
use crate::place::{Place, Post};
use crate::sensing::body::{ByBody, widths};
use crate::sensing::calibration::Calibration;
use crate::sensing::calibration::record::Group;
#[cfg(feature = "ring")]
use crate::sensing::carry::Carrier;
use crate::sensing::magnet::Strength;
use crate::sensing::observation::What;
use crate::time::{Instant, Span};

/// Still for so long: it lies.
const DWELL: Span = Span::millis(50);

/// A level that changes by less (steps) is still.
const STILL: u16 = 60;

/// A small disc is over neither sensor for 10 mm. At 10 mm a second it is gone
/// for so long; later it was taken away.
const BETWEEN: Span = Span::millis(1_000);

/// What covers both sensors sooner after each other was put there, not pushed:
/// 30 mm at 1.2 m/s.
const PLACED: Span = Span::millis(25);

/// Nobody leaves an element between the sensors longer than this.
const TAKEN: Span = Span::millis(10_000);

/// The platform's own magnets make no more than this (steps).
const BARE: i32 = 40;

/// When the element on the platform moved, for the cause of falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Motion {
    /// When the last push began.
    pub began: Option<Instant>,
    /// When the element was last seen to move.
    pub last: Option<Instant>,
    /// Where the platform lay then.
    pub place: Option<Place>,
    /// Whether the element is still on its way.
    pub under_way: bool,
}

/// What a reflective sensor sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Cover {
    Clear,
    /// A finger, or an edge on its way.
    Something,
    Wood,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum State {
    Empty,
    /// Wood on the back sensor, not yet still.
    Settling {
        since: Instant,
    },
    /// It lies still; `Loaded` was said.
    Resting,
    /// It left the back and has not reached the front: pushed or taken?
    Leaving {
        left: Instant,
    },
    /// The same, but it never lay still: nothing was said about it.
    Crossing {
        left: Instant,
    },
    /// It is on its way over the front sensor.
    Moving(Passage),
    /// It has gone; fingers may follow.
    Gone,
    /// `Unloaded` was said. If it waited between the sensors all the same, it
    /// still comes over the front.
    Taken {
        at: Instant,
    },
}

/// The watch over the platform.
#[derive(Debug, Clone)]
pub(super) struct Platform {
    state: State,
    covers: [Cover; 2],
    /// Levels when they were last still, and since when.
    anchors: [i16; 2],
    still_since: Instant,
    /// When they began to move after having been still.
    stirred: Instant,
    /// The strongest magnet felt since the element came.
    pub(super) magnet: i16,
    /// What the platform's own magnets make the sensors feel, 1024ths of a step.
    bare: [i32; 2],
    pub(super) motion: Motion,
    /// Steps from which something or wood is seen.
    something: i16,
    wood: i16,
    pub(super) weak: i16,
    pub(super) strong: i16,
    pub(super) widths: ByBody<Micrometres>,
}

impl Platform {
    /// Hands over what is not known from the board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn carry(&mut self, carrier: &mut impl Carrier) {
        carrier.carry(&mut self.state);
        carrier.carry(&mut self.covers);
        carrier.carry(&mut self.anchors);
        carrier.carry(&mut self.still_since);
        carrier.carry(&mut self.stirred);
        carrier.carry(&mut self.magnet);
        carrier.carry(&mut self.bare);
        carrier.carry(&mut self.motion);
    }

    pub(super) fn new(dimensions: &Dimensions, calibration: &Calibration) -> Self {
        let steps = |group, strength| calibration.steps(group, strength).min(2047) as i16;
        let (finger, wood) = (
            steps(Group::Optics, Strength::Weak),
            steps(Group::Optics, Strength::Strong),
        );
        Self {
            state: State::Empty,
            covers: [Cover::Clear; 2],
            anchors: [0; 2],
            still_since: Instant::ZERO,
            stirred: Instant::ZERO,
            magnet: 0,
            bare: [0; 2],
            motion: Motion::default(),
            something: finger / 5 * 3,
            wood: finger + (wood - finger) / 5,
            weak: steps(Group::Elements, Strength::Weak),
            strong: steps(Group::Elements, Strength::Strong),
            widths: widths(dimensions, Size::Medium),
        }
    }

    pub(super) fn motion(&self) -> Motion {
        self.motion
    }

    /// Whether something lies or moves there.
    pub(super) fn is_occupied(&self) -> bool {
        self.state != State::Empty
    }

    /// The platform was taken away.
    pub(super) fn lift(&mut self, say: &mut impl FnMut(What)) {
        let loaded = matches!(
            self.state,
            State::Resting | State::Leaving { .. } | State::Moving(_)
        );
        if loaded {
            say(What::Unloaded);
        }
        self.forget();
    }

    /// Its sensors are in trouble: nothing is claimed.
    fn forget(&mut self) {
        self.state = State::Empty;
        self.covers = [Cover::Clear; 2];
        self.magnet = 0;
        self.motion.under_way = false;
    }

    /// Takes a scan while the platform lies at the corner of this post.
    pub(super) fn step(
        &mut self,
        now: Instant,
        lines: &Lines,
        wiring: &Wiring,
        post: Post,
        say: &mut impl FnMut(What),
    ) {
        let [back, front] = wiring.optics[post];
        if lines.is_in_trouble(back) {
            self.forget();
            return;
        }
        let front_in_use = !lines.is_in_trouble(front);
        let (Some(back), front) = (lines.sound(back), lines.sound(front)) else {
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
        self.feel(lines, wiring, post);
        let place = Place::Corner(post);
        let reached = self.covers[1] == Cover::Wood && was[1] != Cover::Wood;
        self.state = self.advance(now, place, (front.is_some(), reached), say);
        self.motion.under_way = matches!(self.state, State::Moving(_));
    }

    /// With play, so that a level at a threshold does not chatter.
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
                State::Resting | State::Leaving { .. } | State::Moving(_)
            ) {
                self.motion.last = Some(now);
            }
        }
    }

    fn feel(&mut self, lines: &Lines, wiring: &Wiring, post: Post) {
        let is_empty = self.state == State::Empty && self.covers == [Cover::Clear; 2];
        for (bare, channel) in self.bare.iter_mut().zip(wiring.elements[post]) {
            let Some(away) = lines.sound(channel) else {
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

    fn advance(
        &mut self,
        now: Instant,
        place: Place,
        (has_front, reached): (bool, bool),
        say: &mut impl FnMut(What),
    ) -> State {
        let [back, front] = self.covers;
        let is_still = now.since(self.still_since) >= DWELL;
        match self.state {
            State::Empty | State::Gone | State::Taken { .. } if back == Cover::Wood => {
                self.magnet = 0;
                State::Settling { since: now }
            }
            State::Gone if self.covers == [Cover::Clear; 2] => State::Empty,
            State::Empty | State::Gone => self.state,
            State::Taken { .. } if reached => self.start(now, now, place, (None, Some(now)), say),
            State::Taken { at } if now.since(at) > TAKEN => State::Empty,
            State::Taken { .. } => self.state,

            State::Settling { since } => {
                if back == Cover::Wood && is_still && now.since(since) >= DWELL {
                    say(What::Loaded(self.loaded(place)));
                    State::Resting
                } else if reached && now.since(since) >= PLACED {
                    self.start(now, since, place, (None, Some(now)), say)
                } else if back != Cover::Wood {
                    State::Crossing { left: now }
                } else {
                    self.state
                }
            }

            State::Resting => {
                let began = self.stirred;
                let t2 = reached.then_some(now);
                match (back, front) {
                    // A finger that follows shows as something: cleared as well.
                    (Cover::Clear | Cover::Something, Cover::Wood) => {
                        self.start(now, began, place, (Some(now), t2), say)
                    }
                    (Cover::Clear | Cover::Something, _) if !has_front => {
                        say(What::PushStarted(place));
                        self.started(now, place);
                        say(What::Pushed(self.pushed_unseen(place, now)));
                        State::Gone
                    }
                    (Cover::Clear | Cover::Something, _) => State::Leaving { left: now },
                    // It moves onto the front, still over the back.
                    (Cover::Wood, Cover::Wood) if reached => {
                        self.start(now, began, place, (None, t2), say)
                    }
                    (Cover::Wood, _) => State::Resting,
                }
            }

            State::Leaving { left } => {
                if front == Cover::Wood {
                    self.start(
                        now,
                        self.stirred.min(left),
                        place,
                        (Some(left), Some(now)),
                        say,
                    )
                } else if back == Cover::Wood && is_still {
                    State::Resting
                } else if now.since(left) >= BETWEEN && back != Cover::Wood {
                    say(What::Unloaded);
                    State::Taken { at: now }
                } else {
                    self.state
                }
            }

            State::Crossing { left } => {
                if reached {
                    self.start(now, left, place, (Some(left), Some(now)), say)
                } else if back == Cover::Wood {
                    State::Settling { since: now }
                } else if now.since(left) >= BETWEEN {
                    State::Gone
                } else {
                    self.state
                }
            }

            State::Moving(mut passage) => {
                if back == Cover::Wood && front != Cover::Wood {
                    // Pulled back, unless the next element follows at once.
                    if passage.t1.is_none() {
                        say(What::Loaded(self.loaded(place)));
                        return State::Resting;
                    }
                }
                if back != Cover::Wood && passage.t1.is_none() {
                    passage.t1 = Some(now);
                }
                if front == Cover::Wood {
                    return State::Moving(passage);
                }
                say(What::Pushed(self.pushed(place, passage, now)));
                State::Gone
            }
        }
    }

    fn start(
        &mut self,
        now: Instant,
        began: Instant,
        place: Place,
        (t1, t2): (Option<Instant>, Option<Instant>),
        say: &mut impl FnMut(What),
    ) -> State {
        let began = began.min(now);
        self.started(began, place);
        self.motion.last = Some(now);
        say(What::PushStarted(place));
        State::Moving(Passage { began, t1, t2 })
    }

    fn started(&mut self, began: Instant, place: Place) {
        self.motion.began = Some(began);
        self.motion.place = Some(place);
    }
}
