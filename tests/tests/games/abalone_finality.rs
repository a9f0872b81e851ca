//! Whether what a sensing board shows can be judged now, against a slow answer:
//! every stage of every legal move is laid out and compared point by point.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use dohyo_tests::abalone_play::choose;
use dohyo_tests::test_rng::TestRng;
use proptest::prelude::*;
use rules_core::games::abalone::{
    Board, BoardReading, Cell, Inference, Move, Player, Position, Setup, StartPosition, infer,
};
use rules_core::games::cell_reading::{CellReading, Finality};
use std::collections::HashSet;

/// Whether `board` may look like that.
fn fits(board: &Board, sight: &BoardReading) -> bool {
    Cell::all().all(|cell| match (sight.at(cell), board.at(cell)) {
        (CellReading::Unknown, _)
        | (CellReading::Empty, None)
        | (CellReading::Occupied, Some(_)) => true,
        (CellReading::Looks(look), Some(owner)) => look == owner,
        (CellReading::Empty, Some(_)) | (CellReading::Occupied | CellReading::Looks(_), None) => {
            false
        }
    })
}

/// How the marbles of a move are carried.
#[derive(Clone, Copy)]
enum Carried {
    /// Each from its place to the next point.
    Each,
    /// Any to where any of its colour goes: they are alike.
    Alike,
}

/// Every board on the way of a legal move: each marble that goes is still at
/// its place, in a hand, or arrived; never two on one point.
fn stages(position: &Position, action: Move, carried: Carried) -> HashSet<Board> {
    let effect = position.check_move(action).unwrap();
    let Some(toward) = effect.toward() else {
        return HashSet::from([*position.board()]);
    };
    let going: Vec<(Cell, Player)> = (effect.moved | effect.pushed)
        .into_iter()
        .map(|cell| (cell, position.board().at(cell).unwrap()))
        .collect();
    let mut nobody = *position.board();
    for &(cell, _) in &going {
        nobody.put(cell, None);
    }
    let mut boards = HashSet::from([nobody]);
    for &(cell, owner) in &going {
        let mut next = boards.clone(); // in the hand, or off the board
        for &(old, other) in &going {
            let same = match carried {
                Carried::Each => old == cell,
                Carried::Alike => other == owner,
            };
            for place in [Some(old), old.step(toward)].into_iter().flatten() {
                if same {
                    let free = boards.iter().filter(|board| board.at(place).is_none());
                    next.extend(free.map(|&board| {
                        let mut board = board;
                        board.put(place, Some(owner));
                        board
                    }));
                }
            }
        }
        boards = next;
    }
    boards
}

/// Whether some legal move may be on its way and not yet at its end.
fn may_continue(position: &Position, sight: &BoardReading, carried: Carried) -> bool {
    position.moves().any(|action| {
        let mut end = *position;
        end.play(action).unwrap();
        stages(position, action, carried)
            .iter()
            .any(|board| board != end.board() && fits(board, sight))
    })
}

fn says_final(inference: &Inference<'_>) -> bool {
    inference.finality() == Finality::Final
}

/// A position some turns into a game, and a board on the way from it.
fn played(start: StartPosition, turns: usize, seed: u64) -> (Position, Board) {
    let mut dice = TestRng::new(seed);
    let mut position = start.position();
    for _ in 0..turns {
        if let Some(action) = choose(&position, &mut dice) {
            position.play(action).unwrap();
        }
    }
    let Some(action) = choose(&position, &mut dice) else {
        return (position, *position.board());
    };
    let mut stages = Vec::from_iter(stages(&position, action, Carried::Each));
    stages.sort_by_key(Board::to_string);
    // The end in every third case, so that it is not rare.
    let mut end = position;
    end.play(action).unwrap();
    let board = match dice.below(3) {
        0 => *end.board(),
        _ => stages[dice.below(stages.len())],
    };
    (position, board)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn final_means_that_no_legal_move_goes_on(
        start in proptest::sample::select(StartPosition::ALL.to_vec()),
        turns in 0..80usize,
        seed: u64,
        colours: bool,
        masked in prop_oneof![
            proptest::collection::vec(0..61usize, 0..6),
            proptest::collection::vec(0..61usize, 20..60),
        ],
    ) {
        let (position, board) = played(start, turns, seed);
        let mut sight = if colours {
            BoardReading::colours(&board)
        } else {
            BoardReading::occupancy(&board)
        };
        for index in masked {
            sight.set(Cell::from_index(index).unwrap(), CellReading::Unknown);
        }
        if says_final(&infer(&position, &sight)) {
            let open = may_continue(&position, &sight, Carried::Each);
            prop_assert!(!open, "{position} shows {board}");
        } else {
            // Nor is anybody made to wait without need.
            let open = may_continue(&position, &sight, Carried::Alike);
            prop_assert!(open, "{position} shows {board}");
        }
    }

    /// Points masked where the move itself took place.
    #[test]
    fn final_is_true_where_the_move_itself_is_masked(
        start in proptest::sample::select(StartPosition::ALL.to_vec()),
        turns in 0..80usize,
        seed: u64,
        colours: bool,
        hide in proptest::collection::vec(any::<bool>(), 12),
    ) {
        let (position, board) = played(start, turns, seed);
        let mut sight = if colours {
            BoardReading::colours(&board)
        } else {
            BoardReading::occupancy(&board)
        };
        let changed = Cell::all().filter(|&cell| position.board().at(cell) != board.at(cell));
        for (cell, hide) in changed.zip(hide) {
            if hide {
                sight.set(cell, CellReading::Unknown);
            }
        }
        let inference = infer(&position, &sight);
        let open = may_continue(&position, &sight, Carried::Each);
        prop_assert!(!says_final(&inference) || !open, "{position} shows {board}");
    }

    #[test]
    fn no_legal_move_is_nearer_than_the_nearest(
        start in proptest::sample::select(StartPosition::ALL.to_vec()),
        turns in 0..80usize,
        seed: u64,
        changes in proptest::collection::vec((0..61usize, 0..7usize), 0..10),
    ) {
        let (position, board) = played(start, turns, seed);
        let mut sight = BoardReading::colours(&board);
        for (index, kind) in changes {
            let seen = match kind {
                0 => CellReading::Unknown,
                1 => CellReading::Occupied,
                2 => CellReading::Empty,
                _ => CellReading::Looks(Player::ALL[kind - 3]),
            };
            sight.set(Cell::from_index(index).unwrap(), seen);
        }
        let inference = infer(&position, &sight);
        let mut least = repairs(position.board(), &sight);
        let mut as_near = 0;
        for action in position.moves() {
            let mut end = position;
            end.play(action).unwrap();
            least = least.min(repairs(end.board(), &sight));
        }
        for board in position
            .moves()
            .map(|action| {
                let mut end = position;
                end.play(action).unwrap();
                *end.board()
            })
            .chain([*position.board()])
        {
            as_near += usize::from(repairs(&board, &sight) == least);
        }
        prop_assert_eq!(usize::from(inference.repairs()), least);
        prop_assert_eq!(inference.nearest().count(), as_near);
        for explanation in inference.nearest() {
            prop_assert_eq!(usize::from(explanation.repairs), least);
            prop_assert_eq!(repairs(&explanation.board, &sight), least);
        }
    }
}

/// What a person has to take off or put down, point by point: a marble of the
/// wrong colour is both.
fn repairs(board: &Board, sight: &BoardReading) -> usize {
    Cell::all()
        .map(|cell| match (sight.at(cell), board.at(cell)) {
            (CellReading::Looks(look), Some(owner)) if look != owner => 2,
            (CellReading::Empty, Some(_))
            | (CellReading::Occupied | CellReading::Looks(_), None) => 1,
            _ => 0,
        })
        .sum()
}

#[test]
fn a_blind_board_is_never_final_while_somebody_can_move() {
    let position = StartPosition::Standard.position();
    let inference = infer(&position, &BoardReading::UNKNOWN);
    assert_eq!(inference.finality(), Finality::MayContinue);
}

#[test]
fn a_blind_board_is_final_where_nobody_moves() {
    // Black is shut in and passes; a won game has no moves.
    let shut_in = Setup::read("5/6/7/8/9/8/7/ww4/bw3").unwrap();
    let won = Setup::read("wwwww/www3/7/8/9/8/2bbb2/bbbbbb/bbbbb w 6-0").unwrap();
    for position in [shut_in.study().unwrap(), won.position().unwrap()] {
        let inference = infer(&position, &BoardReading::UNKNOWN);
        assert_eq!(inference.finality(), Finality::Final);
    }
}

#[test]
fn a_marble_may_still_be_in_the_hand_over_a_masked_point() {
    // The line c3 to c5 goes to d3 to d5, and nothing is known of d5.
    let position = StartPosition::Standard.position();
    let mut after = position;
    after.play("c3c5d3".parse().unwrap()).unwrap();
    let mut sight = BoardReading::colours(after.board());
    sight.set("d5".parse().unwrap(), CellReading::Unknown);
    let inference = infer(&position, &sight);
    assert_eq!(inference.only(), Some("c3c5d3".parse().unwrap()));
    assert_eq!(inference.finality(), Finality::MayContinue);
    // A masked point elsewhere changes nothing.
    let mut sight = BoardReading::colours(after.board());
    sight.set("e9".parse().unwrap(), CellReading::Unknown);
    assert_eq!(infer(&position, &sight).finality(), Finality::Final);
}

#[test]
fn a_lifted_rear_marble_looks_like_an_ejection_without_colours() {
    // a3 and a4 push a5 off; a3 can do nothing else.
    let setup = Setup::read("5/6/7/8/9/8/7/2ww2/wwbbw").unwrap();
    let position = setup.study().unwrap();
    let push: Move = "a3a4".parse().unwrap();
    let mut after = position;
    after.play(push).unwrap();
    let bare = BoardReading::occupancy(after.board());
    let inference = infer(&position, &bare);
    assert_eq!(inference.only(), Some(push));
    assert_eq!(inference.finality(), Finality::MayContinue);
    let coloured = BoardReading::colours(after.board());
    assert_eq!(infer(&position, &coloured).finality(), Finality::Final);
}
