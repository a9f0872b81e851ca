//! Where things are that lights can point at: sensors, evidence, and the steps
//! of a calibration.

use crate::board::hall::Role;
use crate::board::mounts::dock_edge;
use crate::board::{Dimensions, Micrometres, Profile};
use crate::lights::{Calibration, Spot};
use crate::place::{Edge, Post};
use crate::referee::Seen;
use crate::sensing::calibration::guide::{Guide, Step};
use crate::sensing::sensor::Sensor;

/// The place of a sensor; nothing for what has no place, such as a wire that
/// many share.
#[must_use]
pub fn of_sensor(sensor: Sensor, profile: &Profile, dimensions: &Dimensions) -> Option<Spot> {
    match sensor {
        Sensor::Beam(edge, plane, n) => {
            let along = profile.curtain?.along(dimensions, plane, n);
            Some(Spot::along(edge, along, dimensions))
        }
        Sensor::Guard(edge, _) | Sensor::Lane(edge) => Some(Spot::Edge(edge)),
        Sensor::Channel(_, role) => of_role(role, profile, dimensions),
        Sensor::Phase(_)
        | Sensor::AddressLine(_)
        | Sensor::Input(_)
        | Sensor::CurtainFrames
        | Sensor::HallScans => None,
    }
}

fn of_role(role: Role, profile: &Profile, dimensions: &Dimensions) -> Option<Spot> {
    match role {
        Role::Slot(post, _) => Some(Spot::Post(post)),
        Role::Dock(post, _) | Role::Element(post, _) | Role::Optic(post, _) => {
            mounted(role, dock_edge(post), profile, dimensions)
        }
        Role::Edge(edge, _) => mounted(role, edge, profile, dimensions),
        Role::Cell(n) => Some(Spot::Cell(n)),
        Role::Quiet => Some(Spot::Post(Post::Four)),
        Role::Divider => None,
    }
}

/// Where along its edge a sensor is mounted.
fn mounted(role: Role, edge: Edge, profile: &Profile, dimensions: &Dimensions) -> Option<Spot> {
    let point = profile.mount(role, dimensions)?.point;
    let half = i64::from(dimensions.ring_side.0 / 2);
    let (x, y) = (i64::from(point.x), i64::from(point.y));
    let along = match edge {
        Edge::North => x + half,
        Edge::East => half - y,
        Edge::South => half - x,
        Edge::West => y + half,
    };
    let along = u32::try_from(along.max(0)).unwrap_or(u32::MAX);
    Some(Spot::along(edge, Micrometres(along), dimensions))
}

/// Where something was seen; nothing for what has no place.
#[must_use]
pub fn of_evidence(seen: &Seen, dimensions: &Dimensions) -> Option<Spot> {
    match seen {
        Seen::Docked(place, _) => Some(Spot::of_platform(*place, dimensions)),
        Seen::Pushed(shove) => Some(Spot::of_platform(shove.place, dimensions)),
        Seen::Marker(change) => Some(Spot::Post(change.post)),
        Seen::Fell(drop) => Some(Spot::Edge(drop.edge)),
        Seen::Unseen(edge) => Some(Spot::Edge(*edge)),
        Seen::Cell { cell, .. } => Some(Spot::Cell(*cell)),
        Seen::Lifted | Seen::Rest | Seen::Said(_) | Seen::Board(_) => None,
    }
}

/// How far a guided calibration is, and where the next step is to be done.
///
/// ```
/// use rules_core::board::{Name, Profile};
/// use rules_core::panel::spots;
/// use rules_core::sensing::calibration::Calibration;
/// use rules_core::sensing::calibration::guide::Guide;
///
/// let ring = Profile::of(Name::Ring);
/// let shown = spots::of_calibration(&Guide::new(ring, &Calibration::nominal(ring)));
/// assert_eq!((shown.done, shown.steps, shown.at), (0, 8, None));
/// ```
#[must_use]
pub fn of_calibration(guide: &Guide) -> Calibration {
    let (done, steps) = guide.progress();
    let at = match guide.wants() {
        Some(Step::Marker(_)) => Some(Spot::Post(Post::One)),
        Some(Step::Platform(post)) => Some(Spot::Post(post)),
        // The platform lies where it was put last.
        Some(Step::Disc) => Some(Spot::Post(Post::Four)),
        Some(Step::Piece(_)) => guide.middle_cell().map(Spot::Cell),
        Some(Step::Empty) | None => None,
    };
    Calibration { done, steps, at }
}
