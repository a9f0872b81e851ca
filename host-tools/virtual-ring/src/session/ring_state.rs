//! Ring of a session as JSON: what never changes, and the platform.

use super::ring_hand::SPOT;
use crate::arena::dock_point;
use crate::geometry::EdgeRelative;
use crate::pieces::mm;
use crate::world::World;
use glam::{Vec2, Vec3};
use rules_core::place::{Place, Post};
use rules_core::player::Colour;
use serde_json::{Map, Value, json};

/// Distance to either side of the spot within which an element is seen well, mm.
const ROOM: f32 = 8.0;

fn point(at: Vec3) -> Value {
    json!([at.x, at.y])
}

/// Returns the points of a dock that matter to a hand: the middle of the ring's edge
/// there, the direction of a push, the best place for an element.
fn dock(place: Place, side: f32) -> Value {
    let dock = dock_point(place);
    let at = |out: f32| EdgeRelative { out, ..dock }.at_height(side, 0.0);
    json!({ "at": point(at(0.0)), "in": point(at(-1.0) - at(0.0)), "spot": point(at(SPOT)) })
}

/// Returns what never changes of a ring, for drawing.
pub(super) fn describe(world: &World) -> Value {
    let dimensions = world.catalogue().dimensions;
    let side = world.ring_side();
    let half = side / 2.0;
    let posts = [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)];
    let posts = posts.map(|(x, y)| (Vec2::new(x, y) * half).to_array());
    let docks: Map<String, Value> = (Post::ALL.into_iter())
        .map(|post| (post.word().to_owned(), dock(Place::Corner(post), side)))
        .collect();
    json!({
        "kind": "ring",
        "half": half,
        "gutter": mm(dimensions.gutter_width),
        "depth": mm(dimensions.gutter_depth),
        "platform": {
            "width": mm(dimensions.platform_width),
            "length": mm(dimensions.platform_length),
        },
        "posts": posts,
        "docks": docks,
        "colours": Colour::ALL.map(Colour::word),
    })
}

/// Returns where the platform lies and where to lay an element on it; null if it is away.
pub(super) fn platform(world: &World) -> Value {
    let Some(docking) = world.platform() else {
        return Value::Null;
    };
    let mut platform = dock(docking.place, world.ring_side());
    platform["room"] = ROOM.into();
    platform["place"] = match docking.place {
        Place::Corner(post) => json!({ "post": post.index() + 1 }),
        Place::Along { edge, at_mm } => json!({ "edge": edge.word(), "at": at_mm }),
    };
    platform
}
