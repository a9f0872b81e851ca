//! Board of a real ring as JSON: what never changes, its sensors and their faults, and the
//! steps of its calibration.

use crate::page::in_all;
use crate::rod_stroke::lit_beams;
use crate::sentences::builder::{
    calibration_step, fault_name, remedy, sensor_name, sensor_place, step_refusal,
};
use rules_core::board::curtain::Plane;
use rules_core::board::hall::Role;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::games::{abalone, sumoo};
use rules_core::place::Post;
use rules_core::player::Colour;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::calibration::guide::{CalibrationStep, Guide, StepRefusal};
use rules_core::sensing::frame::CurtainRead;
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::wire::message::CalibrationStatus;
use serde_json::{Value, json};

/// Board of a ring with its dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Board {
    pub id: BoardId,
    pub dimensions: Dimensions,
}

/// Half of the distance between neighbouring cells that a drawn cell takes.
const CELL: f64 = 0.45;

fn mm(micrometres: i32) -> f64 {
    f64::from(micrometres) / 1000.0
}

impl Board {
    const fn profile(&self) -> &'static Profile {
        Profile::of(self.id)
    }

    /// Returns what never changes, for drawing.
    pub fn describe(&self) -> Value {
        let names: Vec<String> = match self.id {
            BoardId::Ring => return self.describe_ring(),
            BoardId::GridHex => abalone::Cell::all().map(|cell| cell.to_string()).collect(),
            BoardId::GridSquare => sumoo::Cell::all().map(|cell| cell.to_string()).collect(),
        };
        let cells: Vec<[f64; 2]> = (0_u8..)
            .zip(&names)
            .filter_map(|(n, _)| self.point(Role::Cell(n)))
            .collect();
        let first = cells.first().copied().unwrap_or_default();
        let square = |way: f64| way * way;
        let far = |at: &[f64; 2]| (square(at[0] - first[0]) + square(at[1] - first[1])).sqrt();
        let pitch = cells.iter().skip(1).map(far).fold(f64::INFINITY, f64::min);
        json!({ "kind": "grid", "cells": cells, "radius": CELL * pitch, "names": names })
    }

    fn describe_ring(&self) -> Value {
        let half = f64::from(self.dimensions.ring_side.0) / 2000.0;
        let posts = [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)];
        let posts = posts.map(|(x, y)| [x * half, y * half]);
        json!({
            "kind": "ring",
            "half": half,
            "posts": posts,
            "colours": Colour::ALL.map(Colour::word),
            "beams": self.beams(),
            "sensors": self.sensors(),
        })
    }

    /// Returns the distances of all beams of a plane from the start of their side, in mm;
    /// null on a board without beams.
    fn beams(&self) -> Value {
        let Some(curtain) = &self.profile().curtain else {
            return Value::Null;
        };
        let row = |plane| -> Vec<f64> {
            let along = |n| curtain.along(&self.dimensions, plane, n).0;
            let beams = 0..curtain.rows[plane];
            beams.map(|n| f64::from(along(n)) / 1000.0).collect()
        };
        json!({ "upper": row(Plane::Upper), "lower": row(Plane::Lower) })
    }

    /// Returns the points of all analog sensors that have a place of their own.
    fn sensors(&self) -> Vec<[f64; 2]> {
        let channels = self.profile().hall.channels.iter();
        let roles = channels.filter_map(|channel| channel.role());
        roles.filter_map(|role| self.point(role)).collect()
    }

    /// Returns the point of a sensor from above, in mm from the middle.
    fn point(&self, role: Role) -> Option<[f64; 2]> {
        let mount = self.profile().mount(role, &self.dimensions)?;
        Some([mm(mount.point.x), mm(mount.point.y)])
    }

    /// Returns a sensor with its place, for a drawing and in words.
    fn sensor(&self, sensor: &Sensor) -> Value {
        let mut json = match sensor {
            Sensor::Beam(edge, plane, n) => {
                let curtain = self.profile().curtain.as_ref();
                let along = curtain.map(|it| it.along(&self.dimensions, *plane, *n).0);
                let along = along.map(|along| f64::from(along) / 1000.0);
                json!({ "kind": "beam", "edge": edge.word(), "plane": plane.word(),
                    "beam": n + 1, "along": along })
            }
            Sensor::Guard(unused) => match *unused {},
            Sensor::Lane(edge) => json!({ "kind": "side", "edge": edge.word() }),
            Sensor::Phase(phase) => json!({ "kind": "phase", "phase": phase.word() }),
            Sensor::Channel(n, role) => {
                json!({ "kind": "channel", "channel": n, "at": self.point(*role) })
            }
            Sensor::AddressLine(n) | Sensor::Input(n) => json!({ "kind": "wire", "number": n }),
            Sensor::CurtainFrames | Sensor::HallScans => json!({ "kind": "pico" }),
        };
        json["name"] = in_all(|language| sensor_name(sensor, language));
        let (profile, dimensions) = (self.profile(), &self.dimensions);
        json["where"] = in_all(|language| sensor_place(sensor, profile, dimensions, language));
        json
    }

    /// Returns the faulty sensors, each with its fault and what to check.
    pub fn faults(&self, faults: &[(Sensor, SensorFault)]) -> Value {
        let all = faults.iter().map(|(sensor, fault)| {
            let mut json = self.sensor(sensor);
            json["word"] = fault.word().into();
            json["fault"] = in_all(|language| fault_name(*fault, language));
            json["check"] = in_all(|language| remedy(*fault, language));
            json
        });
        all.collect()
    }

    /// Returns the state of a guided calibration.
    pub fn calibration(&self, status: &CalibrationStatus) -> Value {
        let step = status.wants.map(|step| {
            let mut json = self.step(step);
            json["text"] = in_all(|language| calibration_step(step, language));
            json
        });
        let refused = status.refused.map(|refusal| {
            json!({
                "text": in_all(|language| step_refusal(refusal, language)),
                "sensor": self.sensor(&shown(refusal)),
            })
        });
        json!({ "done": status.done, "steps": status.steps, "step": step, "refused": refused })
    }

    /// Returns what a step puts where, for a picture.
    fn step(&self, step: CalibrationStep) -> Value {
        match step {
            CalibrationStep::Empty => json!({ "put": "nothing" }),
            CalibrationStep::Marker(strength) => {
                json!({ "put": "marker", "strength": strength.word(), "post": 1,
                    "at": self.point(Role::Slot(Post::One, 0)) })
            }
            CalibrationStep::Platform(post) => {
                json!({ "put": "platform", "post": post.index() + 1 })
            }
            CalibrationStep::Disc => {
                // It is laid where the platform was for the step before: at the last post.
                json!({ "put": "disc", "post": 4, "at": self.point(Role::Optic(Post::Four, 0)) })
            }
            CalibrationStep::Piece(strength) => {
                let guide = Guide::new(self.profile(), &Calibration::nominal(self.profile()));
                json!({ "put": "piece", "strength": strength.word(),
                    "cell": guide.middle_cell() })
            }
        }
    }

    /// Returns the state of a rod stroke: how many beams have gone dark, of how many, and
    /// those that have not.
    pub fn stroke(&self, seen: &CurtainRead) -> Value {
        let Some(curtain) = &self.profile().curtain else {
            return Value::Null;
        };
        let lit = lit_beams(curtain, seen);
        let all = usize::from(curtain.beams());
        let sensors: Vec<Value> = lit.iter().map(|beam| self.sensor(beam)).collect();
        json!({ "dark": all - lit.len(), "all": all, "lit": sensors })
    }
}

/// Returns the sensor that shows why a measurement was refused.
const fn shown(refusal: StepRefusal) -> Sensor {
    match refusal {
        StepRefusal::Magnet(sensor)
        | StepRefusal::Covered(sensor)
        | StepRefusal::Noisy(sensor)
        | StepRefusal::OffLevel(sensor)
        | StepRefusal::Unchanged(sensor)
        | StepRefusal::Unlikely(sensor)
        | StepRefusal::Elsewhere(sensor) => sensor,
    }
}

#[cfg(test)]
mod tests {
    use super::Board;
    use rules_core::board::curtain::Plane;
    use rules_core::board::hall::Role;
    use rules_core::board::{BoardId, Dimensions};
    use rules_core::place::{Edge, Post};
    use rules_core::sensing::calibration::guide::{CalibrationStep, StepRefusal};
    use rules_core::sensing::sensor::{Sensor, SensorFault};
    use rules_core::wire::message::CalibrationStatus;

    const fn board(id: BoardId) -> Board {
        Board {
            id,
            dimensions: Dimensions::ASSUMED,
        }
    }

    #[test]
    fn a_faulty_sensor_has_a_place_in_the_drawing_and_in_words() {
        let faults = [
            (
                Sensor::Beam(Edge::South, Plane::Lower, 19),
                SensorFault::StuckDark,
            ),
            (
                Sensor::Channel(3, Role::Dock(Post::Four, 0)),
                SensorFault::Stuck,
            ),
            (Sensor::Lane(Edge::West), SensorFault::Broken),
        ];
        let told = board(BoardId::Ring).faults(&faults);
        assert_eq!(told[0]["kind"], "beam");
        assert_eq!(told[0]["edge"], "south");
        assert_eq!(told[0]["along"], 197.5);
        assert_eq!(told[0]["fault"]["fr"], "toujours sombre");
        assert_eq!(told[1]["at"], serde_json::json!([-80.0, 103.0]));
        assert_eq!(told[2]["kind"], "side");
        assert_eq!(
            told[2]["check"]["en"],
            "the cable between two boards of this chain"
        );
    }

    #[test]
    fn a_step_says_what_is_put_where_and_why_it_was_refused() {
        let status = CalibrationStatus {
            done: 4,
            steps: 8,
            wants: Some(CalibrationStep::Platform(Post::Two)),
            refused: Some(StepRefusal::Unchanged(Sensor::Channel(
                0,
                Role::Dock(Post::Two, 1),
            ))),
        };
        let told = board(BoardId::Ring).calibration(&status);
        assert_eq!(told["step"]["put"], "platform");
        assert_eq!(told["step"]["post"], 2);
        assert!(told["step"]["text"]["fr"].is_string());
        assert!(told["refused"]["sensor"]["at"].is_array());
        let marker = CalibrationStatus {
            wants: Some(CalibrationStep::Piece(
                rules_core::sensing::magnet::Strength::Weak,
            )),
            refused: None,
            ..status
        };
        let told = board(BoardId::GridHex).calibration(&marker);
        assert_eq!(told["step"]["cell"], 30);
        assert!(told["refused"].is_null());
    }

    #[test]
    fn a_grid_is_described_by_its_cells() {
        let told = board(BoardId::GridHex).describe();
        assert_eq!(told["cells"].as_array().map(Vec::len), Some(61));
        assert_eq!(told["radius"], 11.25);
        let ring = board(BoardId::Ring).describe();
        assert_eq!(ring["half"], 100.0);
        assert_eq!(ring["beams"]["upper"][1], 12.5);
        assert!(ring["sensors"].as_array().is_some_and(|all| all.len() > 60));
    }

    #[test]
    fn a_rod_stroke_names_the_beams_that_stay_lit() {
        let told = board(BoardId::Ring).stroke(&Default::default());
        assert_eq!(told["all"], 160);
        assert_eq!(told["dark"], 0);
        assert_eq!(told["lit"].as_array().map(Vec::len), Some(160));
        assert!(
            board(BoardId::GridHex)
                .stroke(&Default::default())
                .is_null()
        );
    }
}
