//! Occasional mistakes of players at a grid board, made without intent: a piece of
//! somebody else is taken to a cell where no play brings it, and put back.

use super::board::{HandMove, HeldPiece, PieceSpot};
use crate::sim_rng::SimRng;
use rules_core::board::cell_layout::CellLayout;
use rules_core::sensing::magnet::Magnet;

/// Time after which the players notice the mistake, s.
const NOTICED_AFTER: f32 = 0.8;

/// Returns the hand movements of a mistake: a piece for which `is_own` is false is lifted
/// to a free cell beyond its neighbours, and back. `None` if the board has no such cell.
pub(super) fn misplace(
    cells: &[Option<Magnet>],
    layout: CellLayout,
    is_own: impl Fn(Magnet) -> bool,
    rng: &mut SimRng,
) -> Option<[HandMove; 3]> {
    let numbered = || (0_u8..).zip(cells.iter().copied());
    let other = |(cell, piece): (u8, Option<Magnet>)| Some((cell, piece.filter(|&m| !is_own(m))?));
    let mut others: Vec<(u8, Magnet)> = numbered().filter_map(other).collect();
    rng.shuffle(&mut others);
    let &(from, magnet) = others.first()?;
    let is_beside = |cell| layout.neighbours(from).any(|beside| beside == cell);
    let free = numbered().filter(|&(cell, piece)| piece.is_none() && !is_beside(cell));
    let mut free: Vec<u8> = free.map(|(cell, _)| cell).collect();
    rng.shuffle(&mut free);
    let &to = free.first()?;
    let mut lift = |from, to| HandMove {
        pieces: vec![HeldPiece {
            magnet,
            from: PieceSpot::Cell(from),
            to: PieceSpot::Cell(to),
        }],
        height: rng.between(15.0, 60.0),
        seconds: rng.between(0.4, 1.2),
    };
    let (there, back) = (lift(from, to), lift(to, from));
    Some([there, HandMove::pause(NOTICED_AFTER), back])
}

#[cfg(test)]
mod tests {
    use super::misplace;
    use crate::play::grid::board::PieceSpot;
    use crate::sim_rng::SimRng;
    use rules_core::board::BoardId;
    use rules_core::board::cell_layout::CellLayout;
    use rules_core::sensing::magnet::Magnet;

    #[test]
    fn a_mistake_takes_a_piece_of_another_side_where_no_play_does_and_back() {
        let layout = CellLayout::for_board(BoardId::GridHex).expect("a grid");
        let mut all = Magnet::all();
        let (own, other) = (all.next().expect("one"), all.next().expect("another"));
        let mut cells = vec![None; 61];
        for cell in 0..11 {
            (cells[cell], cells[60 - cell]) = (Some(own), Some(other));
        }
        for seed in 0..100 {
            let rng = &mut SimRng::new(seed, 1);
            let [there, _, back] =
                misplace(&cells, layout, |piece| piece == own, rng).expect("there is room");
            let (PieceSpot::Cell(from), PieceSpot::Cell(to)) =
                (there.pieces[0].from, there.pieces[0].to)
            else {
                panic!("{there:?}");
            };
            assert_eq!(cells[usize::from(from)], Some(other), "seed {seed}");
            assert_eq!(cells[usize::from(to)], None, "seed {seed}");
            assert!(layout.neighbours(from).all(|beside| beside != to));
            assert_eq!(back.pieces[0].from, PieceSpot::Cell(to));
            assert_eq!(back.pieces[0].to, PieceSpot::Cell(from));
        }
    }
}
