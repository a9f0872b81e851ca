//! What really happened, with exact times: the yardstick for what was seen.

use super::outline::lowest;
use super::pieces::{body, mm};
use super::space::{Beside, Docking, Shape, Solid};
use super::world::{Item, STEP, ThingId, World};
use rules_core::piece::Piece;
use rules_core::place::{ByEdge, Edge, Place, Post};
use rules_core::sensing::body::Body;
use rules_core::sensing::magnet::Magnet;
use rules_core::sensing::observation::Cause;
use rules_core::time::{Instant, Span};
use std::collections::BTreeMap;

/// A piece has fallen when its middle is this far below the surface, mm.
pub const FALLEN: f32 = 15.0;

/// A hand is in the gutter when it reaches this far below the surface, mm: the
/// upper plane of beams is not much lower.
pub const HAND_IN: f32 = 8.0;

/// Everything that happened, in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Truth {
    /// The events; their times never decrease.
    pub events: Vec<Event>,
}

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Event {
    /// When.
    pub at: Instant,
    /// What.
    pub what: Happening,
}

/// What can happen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Happening {
    /// A piece fell; said when its middle was [`FALLEN`].
    Fell(Fell),
    /// A piece flew over the gutter and lies on the frame or beyond.
    Overshot(ThingId, Body),
    /// A hand began to move an element on the platform.
    PushStarted(Place, Body),
    /// It left the platform; said when its trailing edge was over the ring.
    Pushed(Pushed),
    /// Everything came to rest after a push; after an accident it is not said.
    Rested,
    /// An element was laid on the platform.
    Loaded(Place, Body),
    /// What lay on the platform was taken away.
    Unloaded(Body),
    /// The platform was laid against the ring.
    Docked(Docking),
    /// It was taken away.
    Lifted,
    /// A marker was put into a slot of a post, or taken out.
    Marked(Post, u8, Option<Magnet>),
    /// A hand, finger or sleeve came into the gutter.
    HandIn(Edge),
    /// It left.
    HandOut(Edge),
    /// The table was bumped.
    Bump,
    /// A hand took a fallen piece out of the gutter.
    Retrieved(ThingId, Body),
}

/// A fall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fell {
    /// Which piece.
    pub thing: ThingId,
    /// What it was.
    pub piece: Piece,
    /// What it can be told apart as.
    pub body: Body,
    /// Over which edge its middle went.
    pub edge: Edge,
    /// Where along it, clockwise, mm.
    pub along: f32,
    /// When its middle went over the edge.
    pub crossed: Instant,
    /// Why.
    pub cause: Cause,
}

/// A push.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pushed {
    /// From where.
    pub place: Place,
    /// Which piece.
    pub thing: ThingId,
    /// What it was.
    pub body: Body,
    /// When it began to move.
    pub began: Instant,
    /// Its speed when its middle went over the ring's edge, mm/s.
    pub speed: f32,
}

impl Truth {
    /// The falls, in order.
    pub fn falls(&self) -> impl Iterator<Item = (Instant, &Fell)> {
        self.events.iter().filter_map(|event| match &event.what {
            Happening::Fell(fell) => Some((event.at, fell)),
            _ => None,
        })
    }

    /// The pushes, in order.
    pub fn pushes(&self) -> impl Iterator<Item = (Instant, &Pushed)> {
        self.events.iter().filter_map(|event| match &event.what {
            Happening::Pushed(pushed) => Some((event.at, pushed)),
            _ => None,
        })
    }

    /// The same story, told that much later.
    #[must_use]
    pub fn later(&self, by: Span) -> Self {
        let shifted = self.events.iter().map(|event| Event {
            at: event.at + by,
            what: match event.what {
                Happening::Fell(fell) => Happening::Fell(Fell {
                    crossed: fell.crossed + by,
                    ..fell
                }),
                Happening::Pushed(pushed) => Happening::Pushed(Pushed {
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

    /// Notes something that happened. What happened within one step may be noted
    /// in any order.
    pub(super) fn note(&mut self, at: Instant, what: Happening) {
        let place = self.events.partition_point(|event| event.at <= at);
        self.events.insert(place, Event { at, what });
    }
}

/// Where a piece is on its way.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// Its middle is over the ring, or it has not been there yet.
    Here,
    /// Its middle went over the edge.
    Over { edge: Edge, along: f32, at: Instant },
    /// It has fallen, or flown over the gutter: nothing more is said of it.
    Gone,
}

/// Watches the world for falls and hands.
#[derive(Debug, Default)]
pub(super) struct Watcher {
    ways: BTreeMap<ThingId, Way>,
    hands: ByEdge<bool>,
}

impl Watcher {
    /// Looks at what the last step has changed.
    pub(super) fn look(&mut self, world: &World, cause: Cause, truth: &mut Truth) {
        for (thing, item) in world.moving() {
            let way = self.ways.entry(thing).or_insert(Way::Here);
            *way = follow(*way, thing, item, world, cause, truth);
        }
        let inside = hands_in(world);
        for edge in Edge::ALL {
            match (self.hands[edge], inside[edge]) {
                (false, true) => truth.note(world.now(), Happening::HandIn(edge)),
                (true, false) => truth.note(world.now(), Happening::HandOut(edge)),
                _ => {}
            }
        }
        self.hands = inside;
    }

    /// A piece that lies in the gutter from the start, or is carried, falls no more.
    pub(super) fn forget(&mut self, thing: ThingId) {
        self.ways.insert(thing, Way::Gone);
    }

    /// Whether a piece has fallen.
    pub(super) fn has_fallen(&self, thing: ThingId) -> bool {
        matches!(self.ways.get(&thing), Some(Way::Gone))
    }
}

fn follow(
    way: Way,
    thing: ThingId,
    item: &Item,
    world: &World,
    cause: Cause,
    truth: &mut Truth,
) -> Way {
    let side = world.ring_side();
    let (before, now) = (item.before, item.now);
    let here = Beside::outermost(now.position, side);
    let way = match way {
        Way::Gone => return Way::Gone,
        _ if here.out <= 0.0 => Way::Here,
        Way::Over { .. } => way,
        Way::Here => {
            let earlier = Beside::of(before.position, here.edge, side);
            let part = part_of(earlier.out, here.out, 0.0);
            Way::Over {
                edge: here.edge,
                along: earlier.along + (here.along - earlier.along) * part,
                at: within(world.now(), part),
            }
        }
    };
    let Way::Over { edge, along, at } = way else {
        return way;
    };
    if now.position.z <= -FALLEN {
        let part = part_of(before.position.z, now.position.z, -FALLEN);
        let fell = Fell {
            thing,
            piece: item.piece,
            body: body(item.piece),
            edge,
            along,
            crossed: at,
            cause,
        };
        truth.note(within(world.now(), part), Happening::Fell(fell));
        return Way::Gone;
    }
    let beyond = mm(world.catalogue().dimensions.gutter_width);
    if here.out > beyond && !world.is_on_platform(now.position) {
        truth.note(world.now(), Happening::Overshot(thing, body(item.piece)));
        return Way::Gone;
    }
    way
}

/// Which part of the way from `from` to `to` is gone at `level`.
fn part_of(from: f32, to: f32, level: f32) -> f32 {
    if from == to {
        1.0
    } else {
        ((level - from) / (to - from)).clamp(0.0, 1.0)
    }
}

/// The instant in the last step when this part of it had passed.
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
            if Beside::of(point, edge, world.ring_side()).out > 0.0 {
                inside[edge] = true;
            }
        }
    }
    inside
}

/// Roughly the lowest point of a solid: near enough to tell the side.
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
