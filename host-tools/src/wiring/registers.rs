//! Connections of the detectors to the inputs of the shift registers.
//!
//! An SN74HCS165 shifts out its input H first, and the chip nearest to the Pico before the
//! one behind it.

use super::emitters::name;
use rules_core::board::curtain::{ChainBit, Curtain};
use rules_core::place::Edge;

/// Inputs of a shift-register chip, in the order in which their bits arrive.
const INPUTS: [char; 8] = ['H', 'G', 'F', 'E', 'D', 'C', 'B', 'A'];

/// Returns the shift-register chips of a side, each with the connections of its inputs H
/// to A. Sides differ only in the straps, the inputs with a fixed level, that spell their
/// code; these inputs name the sides.
#[must_use]
pub fn of_a_side(curtain: &Curtain) -> Vec<[String; 8]> {
    let chips = curtain.bits / 8;
    (0..chips)
        .map(|chip| INPUTS_AT.map(|at| input(curtain, chip * 8 + at)))
        .collect()
}

const INPUTS_AT: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

fn input(curtain: &Curtain, place: u8) -> String {
    let wired = Edge::ALL.map(|lane| curtain.bit(lane, place));
    match wired {
        [Some(first), rest @ ..] if rest.iter().all(|bit| *bit == Some(first)) => name(first),
        [None, ..] => "3.3 V (spare)".to_owned(),
        _ => {
            let high: Vec<&str> = Edge::ALL
                .into_iter()
                .filter(|&lane| curtain.bit(lane, place) == Some(ChainBit::Strap(true)))
                .map(Edge::word)
                .collect();
            format!("code: 3.3 V on {}, else ground", high.join(" and "))
        }
    }
}

/// Returns the letters of a chip's inputs, in the order of [`of_a_side`].
#[must_use]
pub const fn letters() -> [char; 8] {
    INPUTS
}
