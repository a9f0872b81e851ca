//! Push: a thumb behind the element on the platform moves it onto the ring.
//!
//! ```text
//!   Pushing --(far enough, or too long)--> Resting --(0.1 s)--> Lifting --> done
//! ```

use super::arena::{dock_point, turn_to};
use super::geometry::{EdgeRelative, Pose};
use super::hand::{Hand, HandId};
use super::pieces::body;
use super::truth::{TrueEventKind, TruePush, Truth};
use super::world::{STEP, ThingId, World};
use glam::{Quat, Vec3};
use rules_core::place::Place;
use rules_core::time::Instant;

/// Parameters of a push.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Push {
    /// Direction of the push in degrees, clockwise from straight onto the ring, seen from
    /// above.
    pub angle: f32,
    /// Speed of the thumb, mm/s.
    pub speed: f32,
    /// Time until the thumb reaches its speed, s.
    pub ramp: f32,
    /// Distance of the element's trailing edge past the ring's edge at which the thumb
    /// stops, mm.
    pub beyond: f32,
}

/// Identifier of the thumb.
const THUMB: HandId = HandId(0);

/// Gap between the thumb and the element at the start, mm.
const GAP: f32 = 1.0;

/// Speed above which an element counts as moving, mm/s.
const MOVES: f32 = 4.0;

/// Longest duration of a push, s.
const MAX_DURATION: f32 = 8.0;

/// Distance of the thumb past the expected trailing edge at which it has slipped off the
/// element and stops, mm.
const SLIPPED: f32 = 6.0;

/// Motion of a thumb that pushes an element.
#[derive(Debug)]
pub(super) struct PushMotion {
    push: Push,
    thing: ThingId,
    place: Place,
    /// Half the element's width, mm.
    radius: f32,
    ahead: Vec3,
    turn: Quat,
    at: Vec3,
    time: f32,
    stage: PushStage,
    began: Option<Instant>,
    speed: Option<f32>,
    told: bool,
}

#[derive(Debug, Clone, Copy)]
enum PushStage {
    Pushing,
    Resting { until: f32 },
    Lifting { until: f32 },
}

impl PushMotion {
    /// Places the thumb behind the element; `None` if there is no platform or no such
    /// piece.
    pub(super) fn begin(push: Push, thing: ThingId, world: &mut World) -> Option<Self> {
        let place = world.platform()?.place;
        let (piece, pose) = world.thing(thing)?;
        let radius = world.catalogue().radius(piece);
        let inwards =
            turn_to(dock_point(place).edge) * Quat::from_rotation_z(core::f32::consts::PI);
        let turn = Quat::from_rotation_z(-push.angle.to_radians()) * inwards;
        let ahead = turn * Vec3::Y;
        let at = pose.position.with_z(0.0) - ahead * (radius + GAP);
        world.add_hand(Hand::thumb(
            THUMB,
            Pose {
                position: at,
                rotation: turn,
            },
        ));
        Some(Self {
            push,
            thing,
            place,
            radius,
            ahead,
            turn,
            at,
            time: 0.0,
            stage: PushStage::Pushing,
            began: None,
            speed: None,
            told: false,
        })
    }

    /// Moves the thumb before a simulation step. Returns true while the push is in
    /// progress.
    pub(super) fn step(&mut self, world: &mut World, truth: &mut Truth) -> bool {
        let dt = STEP.0 as f32 * 1e-6;
        self.watch(world, truth);
        self.time += dt;
        match self.stage {
            PushStage::Pushing => {
                let ramp = (self.time / self.push.ramp.max(dt)).min(1.0);
                self.at += self.ahead * (self.push.speed * ramp * dt);
                let slipped = self.thumb_out(world) < -(self.push.beyond + SLIPPED);
                let there = self.trailing(world) < -self.push.beyond;
                if there || slipped || self.time > MAX_DURATION {
                    self.stage = PushStage::Resting {
                        until: self.time + 0.1,
                    };
                }
            }
            PushStage::Resting { until } if self.time > until => {
                self.stage = PushStage::Lifting {
                    until: self.time + 0.15,
                };
            }
            PushStage::Resting { .. } => {}
            PushStage::Lifting { until } if self.time > until => {
                world.remove_hand(THUMB);
                return false;
            }
            // Back a little and up, at 300 mm/s.
            PushStage::Lifting { .. } => self.at += (Vec3::Z * 300.0 - self.ahead * 60.0) * dt,
        }
        let pose = Pose {
            position: self.at,
            rotation: self.turn,
        };
        world.move_hand(THUMB, pose);
        true
    }

    /// Returns the distance of the element's trailing edge outside the ring's edge, mm.
    fn trailing(&self, world: &World) -> f32 {
        self.out(world) + self.radius
    }

    /// Returns the distance of the thumb outside the ring's edge, mm.
    fn thumb_out(&self, world: &World) -> f32 {
        let edge = dock_point(self.place).edge;
        EdgeRelative::new(self.at, edge, world.ring_side()).out
    }

    fn out(&self, world: &World) -> f32 {
        world
            .thing(self.thing)
            .map_or(f32::NEG_INFINITY, |(_, pose)| {
                EdgeRelative::new(
                    pose.position,
                    dock_point(self.place).edge,
                    world.ring_side(),
                )
                .out
            })
    }

    /// Records the effect of the last step on the element.
    fn watch(&mut self, world: &World, truth: &mut Truth) {
        let Some((piece, _)) = world.thing(self.thing) else {
            return;
        };
        let speed = world.velocity(self.thing).length();
        if self.began.is_none() && speed > MOVES {
            self.began = Some(world.now());
            truth.push(
                world.now(),
                TrueEventKind::PushStarted(self.place, body(piece)),
            );
        }
        if self.speed.is_none() && self.out(world) <= 0.0 {
            self.speed = Some(speed);
        }
        if let (false, Some(began), Some(speed)) = (self.told, self.began, self.speed)
            && self.trailing(world) <= 0.0
        {
            self.told = true;
            let pushed = TruePush {
                place: self.place,
                thing: self.thing,
                body: body(piece),
                began,
                speed,
            };
            truth.push(world.now(), TrueEventKind::Pushed(pushed));
        }
    }
}
