//! Lookup of the place that the lights point at, for a sensor, an evidence or a step of a
//! calibration.

use crate::board::hall::Role;
use crate::board::mounts::dock_edge;
use crate::board::{Dimensions, Micrometres, Profile};
use crate::lights::{CalibrationScene, Spot};
use crate::place::{Edge, Post};
use crate::referee::EvidenceKind;
use crate::sensing::calibration::guide::{CalibrationStep, Guide};
use crate::sensing::sensor::Sensor;

/// Returns the place of a sensor on the board; `None` if it has none, such as a wire that
/// many sensors share.
#[must_use]
pub fn of_sensor(sensor: Sensor, profile: &Profile, dimensions: &Dimensions) -> Option<Spot> {
    match sensor {
        Sensor::Beam(edge, plane, n) => {
            let along = profile.curtain?.along(dimensions, plane, n);
            Some(Spot::along(edge, along, dimensions))
        }
        Sensor::Lane(edge) => Some(Spot::Edge(edge)),
        Sensor::Guard(unused) => match unused {},
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

/// Returns the place along its edge at which a sensor is mounted.
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

/// Returns the place that an evidence refers to; `None` if it has none, such as a
/// declaration.
#[must_use]
pub fn of_evidence(seen: &EvidenceKind, dimensions: &Dimensions) -> Option<Spot> {
    match seen {
        EvidenceKind::Docked(place, _) => Some(Spot::of_platform(*place, dimensions)),
        EvidenceKind::Pushed(shove) => Some(Spot::of_platform(shove.place, dimensions)),
        EvidenceKind::Marker(change) => Some(Spot::Post(change.post)),
        EvidenceKind::Fell(drop) => Some(Spot::Edge(drop.pattern.edge)),
        EvidenceKind::Unseen(edge) => Some(Spot::Edge(*edge)),
        EvidenceKind::Cell { cell, .. } => Some(Spot::Cell(*cell)),
        EvidenceKind::Undocked
        | EvidenceKind::Rest
        | EvidenceKind::Declared(_)
        | EvidenceKind::Board(_) => None,
    }
}

/// Returns the progress of a guided calibration, and the place of the next step.
///
/// ```
/// use rules_core::board::{BoardId, Profile};
/// use rules_core::panel::spot_lookup;
/// use rules_core::sensing::calibration::Calibration;
/// use rules_core::sensing::calibration::guide::Guide;
///
/// let ring = Profile::of(BoardId::Ring);
/// let shown = spot_lookup::of_calibration(&Guide::new(ring, &Calibration::nominal(ring)));
/// assert_eq!((shown.done, shown.steps, shown.at), (0, 8, None));
/// ```
#[must_use]
pub fn of_calibration(guide: &Guide) -> CalibrationScene {
    let (done, steps) = guide.progress();
    let at = match guide.wants() {
        Some(CalibrationStep::Marker(_)) => Some(Spot::Post(Post::One)),
        Some(CalibrationStep::Platform(post)) => Some(Spot::Post(post)),
        // The platform lies where it was put last.
        Some(CalibrationStep::Disc) => Some(Spot::Post(Post::Four)),
        Some(CalibrationStep::Piece(_)) => guide.middle_cell().map(Spot::Cell),
        Some(CalibrationStep::Empty) | None => None,
    };
    CalibrationScene { done, steps, at }
}
