//! Ground truth of a scene with exact times: the reference for observations and rulings.

use super::geometry::{Docking, EdgeRelative, Shape, Solid};
use super::pieces::{body, mm};
use super::units::lowest;
use super::world::{STEP, ThingId, World, WorldPiece};
use rules_core::piece::Piece;
use rules_core::place::{ByEdge, Edge, Place, Post};
use rules_core::sensing::body::Body;
use rules_core::sensing::magnet::Magnet;
use rules_core::sensing::observation::Cause;
use rules_core::time::{Instant, Span};
use std::collections::BTreeMap;

/// Depth of a piece's middle below the surface at which it counts as fallen, mm.
pub const FALLEN: f32 = 15.0;

/// Depth of a hand below the surface at which it counts as in the gutter, mm: a little
/// above the upper plane of beams.
pub const HAND_IN: f32 = 8.0;

/// All true events of a scene, in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Truth {
    /// True events; their times never decrease.
    pub events: Vec<TrueEvent>,
}

/// Event that truly happened in a scene.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrueEvent {
    /// Time of the event.
    pub at: Instant,
    /// Kind of event.
    pub what: TrueEventKind,
}

/// Kind of true event.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TrueEventKind {
    /// A piece fell; reported when its middle is [`FALLEN`] below the surface.
    Fell(TrueFall),
    /// A piece flew over the gutter and lies on the frame or beyond.
    Overshot(ThingId, Body),
    /// A hand began to move an element on the platform.
    PushStarted(Place, Body),
    /// An element left the platform; reported when its trailing edge is over the ring.
    Pushed(TruePush),
    /// All pieces came to rest after a push; not reported after an accident.
    Rested,
    /// An element was laid on the platform.
    Loaded(Place, Body),
    /// An element was taken off the platform.
    Unloaded(Body),
    /// The platform was laid against the ring.
    Docked(Docking),
    /// The platform was taken away.
    Lifted,
    /// A marker was put into a slot of a post, or taken out (`None`).
    Marked(Post, u8, Option<Magnet>),
    /// A hand, finger or sleeve came into the gutter of this side.
    HandIn(Edge),
    /// The last hand, finger or sleeve left the gutter of this side.
    HandOut(Edge),
    /// The table was bumped.
    Bump,
    /// A hand took a fallen piece out of the gutter.
    Retrieved(ThingId, Body),
}

/// Fall that truly happened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrueFall {
    /// Identifier of the fallen piece in the world.
    pub thing: ThingId,
    /// Kind of piece that fell.
    pub piece: Piece,
    /// Body of the piece: its class as far as sensors can tell pieces apart.
    pub body: Body,
    /// Edge that the piece's middle crossed.
    pub edge: Edge,
    /// Place of the crossing along that edge, clockwise, mm.
    pub along: f32,
    /// Time at which the piece's middle crossed the edge.
    pub crossed: Instant,
    /// Cause of the fall: push or accident.
    pub cause: Cause,
}

/// Push that truly happened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TruePush {
    /// Place of the platform.
    pub place: Place,
    /// Identifier of the pushed element in the world.
    pub thing: ThingId,
    /// Body of the piece: its class as far as sensors can tell pieces apart.
    pub body: Body,
    /// Time at which the element began to move.
    pub began: Instant,
    /// Speed of the element when its middle crossed the ring's edge, mm/s.
    pub speed: f32,
}

impl Truth {
    /// Returns the falls with their times, in order.
    pub fn falls(&self) -> impl Iterator<Item = (Instant, &TrueFall)> {
        self.events.iter().filter_map(|event| match &event.what {
            TrueEventKind::Fell(fell) => Some((event.at, fell)),
            _ => None,
        })
    }

    /// Returns the pushes with their times, in order.
    pub fn pushes(&self) -> impl Iterator<Item = (Instant, &TruePush)> {
        self.events.iter().filter_map(|event| match &event.what {
            TrueEventKind::Pushed(pushed) => Some((event.at, pushed)),
            _ => None,
        })
    }

    /// Returns a copy of all events, shifted to later times by `by`.
    #[must_use]
    pub fn later(&self, by: Span) -> Self {
        let shifted = self.events.iter().map(|event| TrueEvent {
            at: event.at + by,
            what: match event.what {
                TrueEventKind::Fell(fell) => TrueEventKind::Fell(TrueFall {
                    crossed: fell.crossed + by,
                    ..fell
                }),
                TrueEventKind::Pushed(pushed) => TrueEventKind::Pushed(TruePush {
                    began: pushed.began + by,
                    ..pushed
                }),
                what => what,
            },
        });
        Self {
            events: shifted.collect(),
        }
    }

    /// Records an event. Events within one step may be recorded in any order.
    pub(super) fn push(&mut self, at: Instant, what: TrueEventKind) {
        let place = self.events.partition_point(|event| event.at <= at);
        self.events.insert(place, TrueEvent { at, what });
    }
}

/// Progress of a piece towards a fall.
#[derive(Debug, Clone, Copy)]
enum FallProgress {
    /// The piece's middle is over the ring, or the piece is not there yet.
    Here,
    /// The piece's middle is beyond an edge that it crossed.
    Over { edge: Edge, along: f32, at: Instant },
    /// The piece has fallen or flown over the gutter, and is no longer followed.
    Gone,
}

/// Recorder of the falls and of the hands in the gutter of a world.
#[derive(Debug, Default)]
pub(super) struct TruthRecorder {
    ways: BTreeMap<ThingId, FallProgress>,
    hands: ByEdge<bool>,
}

impl TruthRecorder {
    /// Records the events of the last simulation step.
    pub(super) fn update(&mut self, world: &World, cause: Cause, truth: &mut Truth) {
        for (thing, item) in world.moving() {
            let way = self.ways.entry(thing).or_insert(FallProgress::Here);
            *way = follow(*way, thing, item, world, cause, truth);
        }
        let inside = hands_in(world);
        for edge in Edge::ALL {
            match (self.hands[edge], inside[edge]) {
                (false, true) => truth.push(world.now(), TrueEventKind::HandIn(edge)),
                (true, false) => truth.push(world.now(), TrueEventKind::HandOut(edge)),
                _ => {}
            }
        }
        self.hands = inside;
    }

    /// Stops following a piece that lies in the gutter from the start or is carried.
    pub(super) fn forget(&mut self, thing: ThingId) {
        self.ways.insert(thing, FallProgress::Gone);
    }

    /// True if a piece has fallen.
    pub(super) fn has_fallen(&self, thing: ThingId) -> bool {
        matches!(self.ways.get(&thing), Some(FallProgress::Gone))
    }
}

fn follow(
    way: FallProgress,
    thing: ThingId,
    item: &WorldPiece,
    world: &World,
    cause: Cause,
    truth: &mut Truth,
) -> FallProgress {
    let side = world.ring_side();
    let (before, now) = (item.before, item.now);
    let here = EdgeRelative::outermost(now.position, side);
    let way = match way {
        FallProgress::Gone => return FallProgress::Gone,
        _ if here.out <= 0.0 => FallProgress::Here,
        FallProgress::Over { .. } => way,
        FallProgress::Here => {
            let earlier = EdgeRelative::new(before.position, here.edge, side);
            let part = part_of(earlier.out, here.out, 0.0);
            FallProgress::Over {
                edge: here.edge,
                along: earlier.along + (here.along - earlier.along) * part,
                at: within(world.now(), part),
            }
        }
    };
    let FallProgress::Over { edge, along, at } = way else {
        return way;
    };
    if now.position.z <= -FALLEN {
        let part = part_of(before.position.z, now.position.z, -FALLEN);
        let fell = TrueFall {
            thing,
            piece: item.piece,
            body: body(item.piece),
            edge,
            along,
            crossed: at,
            cause,
        };
        truth.push(within(world.now(), part), TrueEventKind::Fell(fell));
        return FallProgress::Gone;
    }
    let beyond = mm(world.catalogue().dimensions.gutter_width);
    if here.out > beyond && !world.is_on_platform(now.position) {
        truth.push(
            world.now(),
            TrueEventKind::Overshot(thing, body(item.piece)),
        );
        return FallProgress::Gone;
    }
    way
}

/// Returns the fraction of the way from `from` to `to` at which `level` is reached.
fn part_of(from: f32, to: f32, level: f32) -> f32 {
    if from == to {
        1.0
    } else {
        ((level - from) / (to - from)).clamp(0.0, 1.0)
    }
}

/// Returns the time within the last step, at this fraction of it.
fn within(now: Instant, part: f32) -> Instant {
    let rest = (1.0 - part) * STEP.0 as f32;
    now - Span(rest as u32)
}

fn hands_in(world: &World) -> ByEdge<bool> {
    let mut inside = ByEdge::default();
    let mut solids: Vec<Solid> = Vec::new();
    for hand in world.hands() {
        hand.solids(1.0, &mut solids);
    }
    for solid in solids {
        if lowest(solid.shape, solid.pose) > -HAND_IN {
            continue;
        }
        let point = lowest_point(solid);
        for edge in Edge::ALL {
            if EdgeRelative::new(point, edge, world.ring_side()).out > 0.0 {
                inside[edge] = true;
            }
        }
    }
    inside
}

/// Returns the approximate lowest point of a solid, accurate enough to determine the
/// side.
fn lowest_point(solid: Solid) -> glam::Vec3 {
    let axis = solid.pose.rotation * glam::Vec3::Z;
    let down = if axis.z > 0.0 { -axis } else { axis };
    let reach = match solid.shape {
        Shape::Disc { half_height, .. } => half_height,
        Shape::Cuboid { half } => half.z,
        Shape::Capsule { half_length, .. } => half_length,
    };
    solid.pose.position + down * reach
}
