//! A push: a thumb behind the element on the platform moves it onto the ring.
//!
//! ```text
//!   Pushing --(far enough, or too long)--> Resting --(0.1 s)--> Lifting --> done
//! ```

use super::arena::{dock_point, turn_to};
use super::hand::{Hand, HandId};
use super::pieces::body;
use super::space::{Beside, Pose};
use super::truth::{Happening, Pushed, Truth};
use super::world::{STEP, ThingId, World};
use glam::{Quat, Vec3};
use rules_core::place::Place;
use rules_core::time::Instant;

/// How a hand pushes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Push {
    /// Degrees clockwise from straight onto the ring, seen from above.
    pub angle: f32,
    /// Millimetres a second.
    pub speed: f32,
    /// Seconds until that speed is reached.
    pub ramp: f32,
    /// The hand stops when the element's trailing edge is so far over the ring's
    /// edge, mm.
    pub beyond: f32,
}

/// The thumb.
const THUMB: HandId = HandId(0);

/// How far behind the element the thumb begins, mm.
const GAP: f32 = 1.0;

/// An element moves when it is this fast, mm/s.
const MOVES: f32 = 4.0;

/// No push takes longer, s.
const LONGEST: f32 = 8.0;

/// A thumb this much farther than the element's trailing edge should be has
/// slipped off it, mm: nobody pushes on then.
const SLIPPED: f32 = 6.0;

/// A push that is going on.
#[derive(Debug)]
pub(super) struct Running {
    push: Push,
    thing: ThingId,
    place: Place,
    /// Half the element's width, mm.
    radius: f32,
    ahead: Vec3,
    turn: Quat,
    at: Vec3,
    time: f32,
    stage: Stage,
    began: Option<Instant>,
    speed: Option<f32>,
    told: bool,
}

#[derive(Debug, Clone, Copy)]
enum Stage {
    Pushing,
    Resting { until: f32 },
    Lifting { until: f32 },
}

impl Running {
    /// The thumb takes its place behind the element; nothing if there is no
    /// platform or no such piece.
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
            stage: Stage::Pushing,
            began: None,
            speed: None,
            told: false,
        })
    }

    /// Before a step: moves the thumb. Says whether the push goes on.
    pub(super) fn step(&mut self, world: &mut World, truth: &mut Truth) -> bool {
        let dt = STEP.0 as f32 * 1e-6;
        self.watch(world, truth);
        self.time += dt;
        match self.stage {
            Stage::Pushing => {
                let ramp = (self.time / self.push.ramp.max(dt)).min(1.0);
                self.at += self.ahead * (self.push.speed * ramp * dt);
                let slipped = self.thumb_out(world) < -(self.push.beyond + SLIPPED);
                let there = self.trailing(world) < -self.push.beyond;
                if there || slipped || self.time > LONGEST {
                    self.stage = Stage::Resting {
                        until: self.time + 0.1,
                    };
                }
            }
            Stage::Resting { until } if self.time > until => {
                self.stage = Stage::Lifting {
                    until: self.time + 0.15,
                };
            }
            Stage::Resting { .. } => {}
            Stage::Lifting { until } if self.time > until => {
                world.remove_hand(THUMB);
                return false;
            }
            // Back a little and up, 300 mm/s.
            Stage::Lifting { .. } => self.at += (Vec3::Z * 300.0 - self.ahead * 60.0) * dt,
        }
        let pose = Pose {
            position: self.at,
            rotation: self.turn,
        };
        world.move_hand(THUMB, pose);
        true
    }

    /// How far outside the ring's edge the element's trailing edge is, mm.
    fn trailing(&self, world: &World) -> f32 {
        self.out(world) + self.radius
    }

    /// How far outside the ring's edge the thumb is, mm.
    fn thumb_out(&self, world: &World) -> f32 {
        let edge = dock_point(self.place).edge;
        Beside::of(self.at, edge, world.ring_side()).out
    }

    fn out(&self, world: &World) -> f32 {
        world
            .thing(self.thing)
            .map_or(f32::NEG_INFINITY, |(_, pose)| {
                Beside::of(
                    pose.position,
                    dock_point(self.place).edge,
                    world.ring_side(),
                )
                .out
            })
    }

    /// Notes what the last step has done to the element.
    fn watch(&mut self, world: &World, truth: &mut Truth) {
        let Some((piece, _)) = world.thing(self.thing) else {
            return;
        };
        let speed = world.velocity(self.thing).length();
        if self.began.is_none() && speed > MOVES {
            self.began = Some(world.now());
            truth.note(world.now(), Happening::PushStarted(self.place, body(piece)));
        }
        if self.speed.is_none() && self.out(world) <= 0.0 {
            self.speed = Some(speed);
        }
        if let (false, Some(began), Some(speed)) = (self.told, self.began, self.speed)
            && self.trailing(world) <= 0.0
        {
            self.told = true;
            let pushed = Pushed {
                place: self.place,
                thing: self.thing,
                body: body(piece),
                began,
                speed,
            };
            truth.note(world.now(), Happening::Pushed(pushed));
        }
    }
}
