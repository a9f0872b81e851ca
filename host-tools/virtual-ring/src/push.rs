//! Push: a thumb behind the element on the platform moves it onto the ring.
//!
//! ```text
//!   Pushing --(far enough, or too long)--> Resting --(0.1 s)--> Lifting --> done
//!    |   ^
//!    v   |
//!   Pausing <-- Pulling back
//! ```

use super::arena::{dock_point, turn_to};
use super::geometry::{EdgeRelative, Pose};
use super::hand::{Hand, HandId};
use super::manner::{PullBack, PushManner};
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

/// Speed at which an element is pulled back, mm/s.
const PULL_SPEED: f32 = 60.0;

/// Time between pulling an element back and pushing on, s.
const AFTER_PULL: f32 = 0.15;

/// Longest time for which a thumb pushes, without its pauses, s.
const MAX_DURATION: f32 = 8.0;

/// Distance of the thumb past the expected trailing edge at which it has slipped off the
/// element and stops, mm.
const SLIPPED: f32 = 6.0;

/// Motion of a thumb that pushes an element.
#[derive(Debug)]
pub(super) struct PushMotion {
    push: Push,
    manner: PushManner,
    thing: ThingId,
    place: Place,
    /// Half the element's width, mm.
    radius: f32,
    ahead: Vec3,
    turn: Quat,
    at: Vec3,
    time: f32,
    /// Time for which the thumb has pushed, and since its last stop, s.
    pushing: [f32; 2],
    /// Way of the thumb so far, without ways back, mm.
    way: f32,
    stage: PushStage,
    began: Option<Instant>,
    speed: Option<f32>,
    told: bool,
}

#[derive(Debug, Clone, Copy)]
enum PushStage {
    Pushing,
    Pausing { until: f32 },
    PullingBack { until: f32 },
    Resting { until: f32 },
    Lifting { until: f32 },
}

impl PushMotion {
    /// Places the thumb behind the element; `None` if there is no platform or no such
    /// piece.
    pub(super) fn begin(
        push: Push,
        manner: PushManner,
        thing: ThingId,
        world: &mut World,
    ) -> Option<Self> {
        let place = world.platform()?.place;
        let (piece, pose) = world.thing(thing)?;
        let radius = world.catalogue().radius(piece);
        let inwards =
            turn_to(dock_point(place).edge) * Quat::from_rotation_z(core::f32::consts::PI);
        let turn = Quat::from_rotation_z(-push.angle.to_radians()) * inwards;
        let ahead = turn * Vec3::Y;
        let behind = pose.position.with_z(0.0) - ahead * (radius + GAP);
        let at = behind + turn * Vec3::X * manner.off;
        world.add_hand(Hand::thumb(
            THUMB,
            Pose {
                position: at,
                rotation: turn,
            },
        ));
        Some(Self {
            push,
            manner,
            thing,
            place,
            radius,
            ahead,
            turn,
            at,
            time: 0.0,
            pushing: [0.0; 2],
            way: 0.0,
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
                self.push_ahead(dt);
                let slipped = self.thumb_out(world) < -(self.push.beyond + SLIPPED);
                let there = self.trailing(world) < -self.push.beyond;
                if there || slipped || self.pushing[0] > MAX_DURATION {
                    self.stage = PushStage::Resting {
                        until: self.time + 0.1,
                    };
                } else {
                    self.hesitate();
                }
            }
            PushStage::Pausing { until } if self.time > until => {
                self.pushing[1] = 0.0;
                self.stage = PushStage::Pushing;
            }
            PushStage::Pausing { .. } => {}
            PushStage::PullingBack { until } if self.time > until => {
                world.shove(self.thing, Vec3::ZERO);
                self.stage = PushStage::Pausing {
                    until: self.time + AFTER_PULL,
                };
            }
            // Fingers on the element draw it back; the thumb stays behind it.
            PushStage::PullingBack { .. } => {
                world.shove(self.thing, self.ahead * -PULL_SPEED);
                self.at -= self.ahead * (PULL_SPEED * dt);
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

    /// Moves the thumb ahead by one step of `dt` seconds.
    fn push_ahead(&mut self, dt: f32) {
        for time in &mut self.pushing {
            *time += dt;
        }
        let [pushing, since_stop] = self.pushing;
        let ramp = (since_stop / self.push.ramp.max(dt)).min(1.0);
        let by = self.push.speed * ramp * self.manner.speed_at(pushing) * dt;
        self.at += self.ahead * by;
        self.way += by;
    }

    /// Begins a pause or a motion back whose time has come.
    fn hesitate(&mut self) {
        let way = self.way;
        if let Some(pause) = self.manner.pause.take_if(|pause| way > pause.after) {
            self.stage = PushStage::Pausing {
                until: self.time + pause.lasts,
            };
        } else if let Some(PullBack { by, .. }) = self.manner.pull.take_if(|pull| way > pull.after)
        {
            self.stage = PushStage::PullingBack {
                until: self.time + by / PULL_SPEED,
            };
        }
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
