//! Thumb that follows a pointer. A pointer jumps once a frame, and a hand that did the
//! same would push in jerks, of which the ring often cannot say which element they moved.
//! So the thumb follows the pointer's way with a delay, smoothly and not too fast.

use crate::geometry::Pose;
use crate::hand::{Hand, HandId};
use crate::world::{STEP, World};
use glam::{Quat, Vec2, Vec3};
use std::collections::VecDeque;

/// Identifier of the thumb.
const ID: HandId = HandId(7);

/// Delay of the thumb behind the pointer, in steps: 60 ms.
const DELAY: u64 = 30;

/// Time in which the thumb takes up the pointer's motion, s.
const SMOOTHING: f32 = 0.03;

/// Largest speed of the thumb, mm/s: that of a flick, which the ring notices above 1 m/s.
const FASTEST: f32 = 1_500.0;

/// Time after which a pointer that did not report counts as resting, in steps: 32 ms.
const RESTS: u64 = 16;

/// Duration of lifting the thumb, in steps: 150 ms.
const LIFTING: u32 = 75;

/// Duration of a simulation step, in seconds.
const DT: f32 = STEP.0 as f32 * 1e-6;

/// Thumb that follows a pointer.
#[derive(Debug)]
pub(super) struct Thumb {
    turn: Quat,
    /// Distance of the thumb from the pointer.
    offset: Vec2,
    at: Vec2,
    height: f32,
    velocity: Vec2,
    /// Points of the pointer's way with their steps, oldest first.
    way: VecDeque<(u64, Vec2)>,
    /// Step at which the thumb is where the pointer was let go; `None` before that.
    let_go: Option<u64>,
    /// Number of steps left until the thumb is gone; `None` while it is down.
    lifting: Option<u32>,
}

impl Thumb {
    /// Puts a thumb on the table for a pointer at `pointer`: its front is at `front`.
    pub(super) fn down(
        world: &mut World,
        step: u64,
        pointer: Vec2,
        front: Vec2,
        turn: Quat,
    ) -> Self {
        let thumb = Self {
            turn,
            offset: front - pointer,
            at: front,
            height: 0.0,
            velocity: Vec2::ZERO,
            way: [(step, front)].into(),
            let_go: None,
            lifting: None,
        };
        world.add_hand(Hand::thumb(ID, thumb.pose()));
        thumb
    }

    /// Notes where the pointer is.
    pub(super) fn follow(&mut self, step: u64, pointer: Vec2) {
        let to = pointer + self.offset;
        if let Some(&(last, at)) = self.way.back() {
            if step > last + RESTS {
                self.way.push_back((step - RESTS, at));
            } else if step == last {
                self.way.pop_back();
            }
        }
        self.way.push_back((step, to));
    }

    /// Notes that the pointer was let go: the thumb is lifted once it has come so far.
    pub(super) fn lift(&mut self, step: u64) {
        self.let_go.get_or_insert(step + DELAY);
    }

    /// True while the thumb is being lifted.
    pub(super) const fn is_lifting(&self) -> bool {
        self.lifting.is_some()
    }

    /// Moves the thumb before a simulation step. Returns false once it is gone.
    pub(super) fn step(&mut self, world: &mut World, step: u64) -> bool {
        if self.let_go.is_some_and(|at| step >= at) && self.lifting.is_none() {
            self.lifting = Some(LIFTING);
        }
        match &mut self.lifting {
            Some(0) => {
                world.remove_hand(ID);
                return false;
            }
            Some(left) => {
                *left -= 1;
                // Back a little and up.
                let back = (self.turn * Vec3::Y).truncate() * 60.0;
                self.at -= back * DT;
                self.height += 300.0 * DT;
            }
            None => self.approach(step),
        }
        world.move_hand(ID, self.pose());
        true
    }

    /// Moves towards the delayed pointer, as a critically damped spring does.
    fn approach(&mut self, step: u64) {
        let to = self.delayed(step);
        let rate = 2.0 / SMOOTHING;
        let pull = (to - self.at) * (rate * rate) - self.velocity * (2.0 * rate);
        self.velocity = (self.velocity + pull * DT).clamp_length_max(FASTEST);
        self.at += self.velocity * DT;
    }

    /// Returns where the pointer was some time ago, on straight ways between the points
    /// that it reported.
    fn delayed(&mut self, step: u64) -> Vec2 {
        let then = step.saturating_sub(DELAY);
        while self.way.get(1).is_some_and(|&(next, _)| next <= then) {
            self.way.pop_front();
        }
        match (self.way.front(), self.way.get(1)) {
            (Some(&(from, at)), Some(&(to, next))) if then > from => {
                at.lerp(next, (then - from) as f32 / (to - from) as f32)
            }
            (Some(&(_, at)), _) => at,
            (None, _) => self.at,
        }
    }

    fn pose(&self) -> Pose {
        Pose {
            position: self.at.extend(self.height),
            rotation: self.turn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FASTEST, Thumb, Vec2};
    use glam::Quat;
    use std::collections::VecDeque;

    fn thumb() -> Thumb {
        Thumb {
            turn: Quat::IDENTITY,
            offset: Vec2::ZERO,
            at: Vec2::ZERO,
            height: 0.0,
            velocity: Vec2::ZERO,
            way: VecDeque::from([(0, Vec2::ZERO)]),
            let_go: None,
            lifting: None,
        }
    }

    #[test]
    fn a_pointer_that_jumps_once_a_frame_moves_the_thumb_evenly() {
        let mut thumb = thumb();
        let mut speeds = Vec::new();
        for step in 1..=500 {
            if step % 8 == 0 {
                // 200 mm/s in jumps of 3.2 mm.
                thumb.follow(step, Vec2::new(step as f32 * 0.4, 0.0));
            }
            thumb.approach(step);
            speeds.push(thumb.velocity.length());
        }
        let steady = &speeds[150..];
        assert!(
            steady.iter().all(|speed| (195.0..205.0).contains(speed)),
            "{steady:?}"
        );
    }

    #[test]
    fn a_pointer_that_leaps_is_followed_at_a_hands_speed() {
        let mut thumb = thumb();
        thumb.follow(1, Vec2::new(300.0, 0.0));
        let mut fastest: f32 = 0.0;
        for step in 2..=600 {
            thumb.approach(step);
            fastest = fastest.max(thumb.velocity.length());
        }
        assert!(fastest <= FASTEST * 1.001, "{fastest}");
        assert!((thumb.at.x - 300.0).abs() < 0.1, "{}", thumb.at);
    }

    #[test]
    fn a_pointer_that_rested_starts_from_where_it_was() {
        let mut thumb = thumb();
        for step in 1..=1_000 {
            thumb.approach(step);
        }
        thumb.follow(1_000, Vec2::new(10.0, 0.0));
        // Without a resting point the thumb would already be most of the way.
        thumb.approach(1_001);
        assert!(thumb.at.x < 0.1, "{}", thumb.at);
    }
}
