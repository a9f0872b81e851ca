//! Rod stroke: the beams that a rod, drawn along each side, has not darkened.

use rules_core::board::curtain::{ChainBit, Curtain, Plane};
use rules_core::place::Edge;
use rules_core::sensing::frame::{CurtainRead, bit_of};
use rules_core::sensing::sensor::Sensor;

/// Returns the beams that have not gone dark, by side, plane and number; `seen` has a bit
/// for each that has.
#[must_use]
pub fn lit_beams(curtain: &Curtain, seen: &CurtainRead) -> Vec<Sensor> {
    let lit = beams(curtain).filter(|beam| !bit_of(seen, beam.edge, beam.place));
    lit.map(|beam| beam.sensor).collect()
}

/// Beam with its bit in the chain of its side.
struct Beam {
    sensor: Sensor,
    edge: Edge,
    place: u8,
}

/// Lists all beams of a curtain, by side, plane and number.
fn beams(curtain: &Curtain) -> impl Iterator<Item = Beam> {
    let rows = |plane: Plane| (0..curtain.rows[plane]).map(move |n| (plane, n));
    let of_side = move || Plane::ALL.into_iter().flat_map(rows);
    Edge::ALL.into_iter().flat_map(move |edge| {
        of_side().filter_map(move |(plane, n)| {
            let bit = Some(ChainBit::Beam(plane, n));
            let place = (0..curtain.bits).find(|&place| curtain.bit(edge, place) == bit)?;
            Some(Beam {
                sensor: Sensor::Beam(edge, plane, n),
                edge,
                place,
            })
        })
    })
}
