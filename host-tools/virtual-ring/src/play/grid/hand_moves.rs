//! Hand movements that make a play: the whole group slid at once, piece by piece in any
//! order that leaves room, lifted or slid, or the rear marble carried to the front.

use super::board::{HandMove, HeldPiece, PieceSpot};
use crate::sim_rng::SimRng;
use rules_core::sensing::magnet::Magnet;

/// Piece that a play moves from one cell to another, or off the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PieceShift {
    pub(crate) magnet: Magnet,
    pub(crate) from: u8,
    pub(crate) to: Option<u8>,
}

/// Chooses hand movements that make these shifts, at random among the usual ways.
pub(crate) fn make(shifts: &[PieceShift], rng: &mut SimRng) -> Vec<HandMove> {
    let mut grips = Vec::new();
    if let Some(first) = shifts.first().filter(|_| rng.bool_with(0.05)) {
        grips.extend(hesitate(first, rng));
    }
    let chained = shifts.iter().any(|shift| follows(shifts, shift));
    let is_swap = shifts.len() == 2 && shifts.iter().all(|shift| follows(shifts, shift));
    match around(shifts) {
        Some(shift) if rng.bool_with(0.2) => one_by_one(&[shift], rng, &mut grips),
        _ if is_swap => one_by_one(shifts, rng, &mut grips),
        _ if shifts.len() > 1 && rng.bool_with(if chained { 0.6 } else { 0.3 }) => {
            grips.push(together(shifts, rng));
        }
        _ => one_by_one(shifts, rng, &mut grips),
    }
    grips
}

/// True if another piece moves to the cell that this one leaves.
fn follows(shifts: &[PieceShift], it: &PieceShift) -> bool {
    shifts.iter().any(|other| other.to == Some(it.from))
}

/// Returns the movements of a player who lifts a piece, thinks, and puts it back.
fn hesitate(shift: &PieceShift, rng: &mut SimRng) -> [HandMove; 2] {
    let back = HeldPiece {
        magnet: shift.magnet,
        from: PieceSpot::Cell(shift.from),
        to: PieceSpot::Cell(shift.from),
    };
    let grip = HandMove {
        pieces: vec![back],
        height: rng.between(15.0, 60.0),
        seconds: rng.between(0.5, 2.5),
    };
    [grip, between(rng)]
}

/// Returns a pause between two hand movements; sometimes a long one.
fn between(rng: &mut SimRng) -> HandMove {
    HandMove::pause(match rng.bool_with(0.06) {
        true => rng.between(1.3, 2.6),
        false => rng.between(0.08, 0.7),
    })
}

/// Returns the movement that slides the whole group at once.
fn together(shifts: &[PieceShift], rng: &mut SimRng) -> HandMove {
    let carry = |shift: &PieceShift| HeldPiece {
        magnet: shift.magnet,
        from: PieceSpot::Cell(shift.from),
        to: shift
            .to
            .map_or(PieceSpot::Beyond(shift.from), PieceSpot::Cell),
    };
    HandMove {
        pieces: shifts.iter().map(carry).collect(),
        height: 0.0,
        seconds: rng.between(0.25, 1.2),
    }
}

/// Returns the shift that carries the rear piece of a column of equal pieces to the
/// front; `None` for other shapes.
fn around(shifts: &[PieceShift]) -> Option<PieceShift> {
    let (first, rest) = shifts.split_first()?;
    if rest.is_empty() || rest.iter().any(|shift| shift.magnet != first.magnet) {
        return None;
    }
    let mut fronts = shifts
        .iter()
        .filter(|shift| !shifts.iter().any(|other| Some(other.from) == shift.to));
    let mut rears = shifts.iter().filter(|shift| !follows(shifts, shift));
    match (fronts.next(), fronts.next(), rears.next(), rears.next()) {
        (Some(front), None, Some(rear), None) if front.to.is_some() => Some(PieceShift {
            to: front.to,
            ..*rear
        }),
        _ => None,
    }
}

/// Appends movements that move piece by piece, each to a cell that is free then. If no
/// cell is free, the hand holds one piece meanwhile.
fn one_by_one(shifts: &[PieceShift], rng: &mut SimRng, grips: &mut Vec<HandMove>) {
    let mut open: Vec<(PieceShift, PieceSpot)> = (shifts.iter())
        .map(|&shift| (shift, PieceSpot::Cell(shift.from)))
        .collect();
    rng.shuffle(&mut open);
    while !open.is_empty() {
        let taken = |cell: u8| open.iter().any(|piece| piece.1 == PieceSpot::Cell(cell));
        let free = (open.iter()).position(|piece| piece.0.to.is_none_or(|to| !taken(to)));
        let (carry, height) = match free {
            Some(n) => {
                let (shift, from) = open.remove(n);
                let lifts = from == PieceSpot::Hand || rng.bool_with(0.5);
                let to = match shift.to {
                    Some(to) => PieceSpot::Cell(to),
                    None if lifts => PieceSpot::Hand,
                    None => PieceSpot::Beyond(shift.from),
                };
                let magnet = shift.magnet;
                let height = if lifts { rng.between(15.0, 60.0) } else { 0.0 };
                (HeldPiece { magnet, from, to }, height)
            }
            None => {
                let (shift, from) = open[0];
                open[0].1 = PieceSpot::Hand;
                let (magnet, to) = (shift.magnet, PieceSpot::Hand);
                (HeldPiece { magnet, from, to }, rng.between(15.0, 60.0))
            }
        };
        grips.push(HandMove {
            pieces: vec![carry],
            height,
            seconds: rng.between(0.25, 1.0),
        });
        if !open.is_empty() {
            grips.push(between(rng));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PieceShift, make};
    use crate::play::grid::board::PieceSpot;
    use crate::sim_rng::SimRng;
    use rules_core::sensing::magnet::Magnet;
    use std::collections::BTreeMap;

    /// Performs hand movements; fails if a piece is put on another, or is not there.
    fn follow(shifts: &[PieceShift], seed: u64) -> BTreeMap<u8, Magnet> {
        let mut cells: BTreeMap<u8, Magnet> = shifts
            .iter()
            .map(|shift| (shift.from, shift.magnet))
            .collect();
        let mut hand = Vec::new();
        for grip in make(shifts, &mut SimRng::new(seed, 1)) {
            for piece in &grip.pieces {
                match piece.from {
                    PieceSpot::Cell(cell) => assert_eq!(cells.remove(&cell), Some(piece.magnet)),
                    PieceSpot::Hand => {
                        let held = hand.iter().position(|held| *held == piece.magnet);
                        hand.remove(held.expect("it is in the hand"));
                    }
                    PieceSpot::Beyond(_) => panic!("what is gone is gone"),
                }
            }
            for piece in &grip.pieces {
                match piece.to {
                    PieceSpot::Cell(cell) => assert_eq!(cells.insert(cell, piece.magnet), None),
                    PieceSpot::Hand => hand.push(piece.magnet),
                    PieceSpot::Beyond(_) => {}
                }
            }
        }
        cells
    }

    #[test]
    fn however_hands_go_about_it_the_pieces_end_where_they_should() {
        let mut all = Magnet::all();
        let (a, b) = (all.next().expect("one"), all.next().expect("another"));
        let shift = |magnet, from, to| PieceShift { magnet, from, to };
        let plays: [Vec<PieceShift>; 5] = [
            vec![shift(a, 0, Some(1))],
            vec![
                shift(a, 0, Some(1)),
                shift(a, 1, Some(2)),
                shift(a, 2, Some(3)),
            ],
            vec![
                shift(a, 0, Some(1)),
                shift(a, 1, Some(2)),
                shift(b, 2, None),
            ],
            vec![shift(a, 0, Some(1)), shift(b, 1, Some(0))],
            vec![shift(a, 0, Some(5)), shift(a, 1, Some(6))],
        ];
        for shifts in plays {
            let ends: BTreeMap<u8, Magnet> = (shifts.iter())
                .filter_map(|shift| Some((shift.to?, shift.magnet)))
                .collect();
            for seed in 0..200 {
                assert_eq!(follow(&shifts, seed), ends, "{shifts:?} by {seed}");
            }
        }
    }
}
