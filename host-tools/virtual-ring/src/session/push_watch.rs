//! True pushes of a live hand: when an element on the platform begins to move, and when
//! it has left the platform.

use crate::arena::dock_point;
use crate::geometry::EdgeRelative;
use crate::pieces::body;
use crate::scene::Scene;
use crate::truth::{TrueEventKind, TruePush};
use crate::world::ThingId;
use rules_core::time::Instant;

/// Speed above which an element counts as moving, mm/s.
const MOVES: f32 = 4.0;

/// Element on the platform that a hand may push.
#[derive(Debug)]
pub(super) struct PushWatch {
    thing: ThingId,
    began: Option<Instant>,
    speed: Option<f32>,
}

/// Progress of a watched element in the last step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PushProgress {
    /// The element lies on the platform, or moves on.
    Going,
    /// The element has just begun to move.
    Began,
    /// The element has left the platform, or is gone.
    Over,
}

impl PushWatch {
    /// Watches an element that was laid on the platform.
    pub(super) const fn new(thing: ThingId) -> Self {
        Self {
            thing,
            began: None,
            speed: None,
        }
    }

    /// Returns the watched element.
    pub(super) const fn thing(&self) -> ThingId {
        self.thing
    }

    /// Records what the last step did to the element; `hand` says whether a thumb is down.
    pub(super) fn update(&mut self, scene: &mut Scene, hand: bool) -> PushProgress {
        let world = scene.world();
        let (Some((piece, pose)), Some(docking)) = (world.thing(self.thing), world.platform())
        else {
            return PushProgress::Over;
        };
        let speed = world.velocity(self.thing).length();
        let edge = dock_point(docking.place).edge;
        let out = EdgeRelative::new(pose.position, edge, world.ring_side()).out;
        let trailing = out + world.catalogue().radius(piece);
        let now = world.now();
        let mut progress = PushProgress::Going;
        if hand && self.began.is_none() && speed > MOVES {
            self.began = Some(now);
            scene.record(TrueEventKind::PushStarted(docking.place, body(piece)));
            progress = PushProgress::Began;
        }
        if self.speed.is_none() && out <= 0.0 {
            self.speed = Some(speed);
        }
        if let (Some(began), Some(speed), true) = (self.began, self.speed, trailing <= 0.0) {
            scene.record(TrueEventKind::Pushed(TruePush {
                place: docking.place,
                thing: self.thing,
                body: body(piece),
                began,
                speed,
            }));
            return PushProgress::Over;
        }
        progress
    }
}
