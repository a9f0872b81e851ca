//! The many ways in which hands make a play: the whole group slid at once, piece
//! by piece in any order that leaves room, lifted or slid, the rear marble
//! carried to the front.

use super::board::{Carry, Grip, Spot};
use crate::virtual_ring::chance::Chance;
use rules_core::sensing::magnet::Magnet;

/// A piece that a play takes from one cell to another, or off the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shift {
    pub(super) magnet: Magnet,
    pub(super) from: u8,
    pub(super) to: Option<u8>,
}

/// Hands make these shifts, somehow.
pub(super) fn make(shifts: &[Shift], chance: &mut Chance) -> Vec<Grip> {
    let mut grips = Vec::new();
    if let Some(first) = shifts.first().filter(|_| chance.happens(0.05)) {
        grips.extend(hesitate(first, chance));
    }
    let chained = shifts.iter().any(|it| follows(shifts, it));
    let is_swap = shifts.len() == 2 && shifts.iter().all(|it| follows(shifts, it));
    match around(shifts) {
        Some(shift) if chance.happens(0.2) => one_by_one(&[shift], chance, &mut grips),
        _ if is_swap => one_by_one(shifts, chance, &mut grips),
        _ if shifts.len() > 1 && chance.happens(if chained { 0.6 } else { 0.3 }) => {
            grips.push(together(shifts, chance));
        }
        _ => one_by_one(shifts, chance, &mut grips),
    }
    grips
}

/// Whether this piece comes from where another goes to.
fn follows(shifts: &[Shift], it: &Shift) -> bool {
    shifts.iter().any(|other| other.to == Some(it.from))
}

/// Somebody lifts a piece, thinks, and puts it back.
fn hesitate(shift: &Shift, chance: &mut Chance) -> [Grip; 2] {
    let back = Carry {
        magnet: shift.magnet,
        from: Spot::Cell(shift.from),
        to: Spot::Cell(shift.from),
    };
    let grip = Grip {
        pieces: vec![back],
        height: chance.between(15.0, 60.0),
        seconds: chance.between(0.5, 2.5),
    };
    [grip, between(chance)]
}

/// A moment between two grips; now and then a long one.
fn between(chance: &mut Chance) -> Grip {
    Grip::pause(match chance.happens(0.06) {
        true => chance.between(1.3, 2.6),
        false => chance.between(0.08, 0.7),
    })
}

/// The whole group at once, over the board.
fn together(shifts: &[Shift], chance: &mut Chance) -> Grip {
    let carry = |it: &Shift| Carry {
        magnet: it.magnet,
        from: Spot::Cell(it.from),
        to: it.to.map_or(Spot::Beyond(it.from), Spot::Cell),
    };
    Grip {
        pieces: shifts.iter().map(carry).collect(),
        height: 0.0,
        seconds: chance.between(0.25, 1.2),
    }
}

/// A column of pieces that are all alike: its rear one goes to the front.
fn around(shifts: &[Shift]) -> Option<Shift> {
    let (first, rest) = shifts.split_first()?;
    if rest.is_empty() || rest.iter().any(|it| it.magnet != first.magnet) {
        return None;
    }
    let mut fronts = shifts
        .iter()
        .filter(|it| !shifts.iter().any(|other| Some(other.from) == it.to));
    let mut rears = shifts.iter().filter(|it| !follows(shifts, it));
    match (fronts.next(), fronts.next(), rears.next(), rears.next()) {
        (Some(front), None, Some(rear), None) if front.to.is_some() => Some(Shift {
            to: front.to,
            ..*rear
        }),
        _ => None,
    }
}

/// Piece by piece, each to a cell that is free then. Where nothing is free one
/// is taken into the hand meanwhile.
fn one_by_one(shifts: &[Shift], chance: &mut Chance, grips: &mut Vec<Grip>) {
    let mut open: Vec<(Shift, Spot)> = (shifts.iter())
        .map(|&it| (it, Spot::Cell(it.from)))
        .collect();
    chance.shuffle(&mut open);
    while !open.is_empty() {
        let taken = |cell: u8| open.iter().any(|it| it.1 == Spot::Cell(cell));
        let free = (open.iter()).position(|it| it.0.to.is_none_or(|to| !taken(to)));
        let (carry, height) = match free {
            Some(n) => {
                let (shift, from) = open.remove(n);
                let lifts = from == Spot::Hand || chance.happens(0.5);
                let to = match shift.to {
                    Some(to) => Spot::Cell(to),
                    None if lifts => Spot::Hand,
                    None => Spot::Beyond(shift.from),
                };
                let magnet = shift.magnet;
                let height = if lifts {
                    chance.between(15.0, 60.0)
                } else {
                    0.0
                };
                (Carry { magnet, from, to }, height)
            }
            None => {
                let (shift, from) = open[0];
                open[0].1 = Spot::Hand;
                let (magnet, to) = (shift.magnet, Spot::Hand);
                (Carry { magnet, from, to }, chance.between(15.0, 60.0))
            }
        };
        grips.push(Grip {
            pieces: vec![carry],
            height,
            seconds: chance.between(0.25, 1.0),
        });
        if !open.is_empty() {
            grips.push(between(chance));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Spot;
    use super::{Shift, make};
    use crate::virtual_ring::chance::Chance;
    use rules_core::sensing::magnet::Magnet;
    use std::collections::BTreeMap;

    /// Follows grips; fails if a piece is put upon another, or is not there.
    fn follow(shifts: &[Shift], seed: u64) -> BTreeMap<u8, Magnet> {
        let mut cells: BTreeMap<u8, Magnet> =
            shifts.iter().map(|it| (it.from, it.magnet)).collect();
        let mut hand = Vec::new();
        for grip in make(shifts, &mut Chance::new(seed, 1)) {
            for piece in &grip.pieces {
                match piece.from {
                    Spot::Cell(cell) => assert_eq!(cells.remove(&cell), Some(piece.magnet)),
                    Spot::Hand => {
                        let held = hand.iter().position(|it| *it == piece.magnet);
                        hand.remove(held.expect("it is in the hand"));
                    }
                    Spot::Beyond(_) => panic!("what is gone is gone"),
                }
            }
            for piece in &grip.pieces {
                match piece.to {
                    Spot::Cell(cell) => assert_eq!(cells.insert(cell, piece.magnet), None),
                    Spot::Hand => hand.push(piece.magnet),
                    Spot::Beyond(_) => {}
                }
            }
        }
        cells
    }

    #[test]
    fn however_hands_go_about_it_the_pieces_end_where_they_should() {
        let mut all = Magnet::all();
        let (a, b) = (all.next().expect("one"), all.next().expect("another"));
        let shift = |magnet, from, to| Shift { magnet, from, to };
        let plays: [Vec<Shift>; 5] = [
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
                .filter_map(|it| Some((it.to?, it.magnet)))
                .collect();
            for seed in 0..200 {
                assert_eq!(follow(&shifts, seed), ends, "{shifts:?} by {seed}");
            }
        }
    }
}
