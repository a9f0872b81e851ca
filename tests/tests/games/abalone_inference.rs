//! What inference says of particular Abalone boards.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "what is not there fails the test"
)]

use rules_core::games::abalone::{
    BoardReading, Cell, Move, PlayHypothesis, Player, Position, Setup, StartPosition, infer,
};
use rules_core::games::cell_reading::{CellReading, Finality, GridRepair};
use std::collections::BTreeSet;

fn after(position: &Position, action: Move) -> Position {
    let mut after = *position;
    after.play(action).unwrap();
    after
}

#[test]
fn a_blind_board_can_be_anything() {
    let position = StartPosition::Standard.position();
    let inference = infer(&position, &BoardReading::UNKNOWN);
    assert_eq!(inference.count_explaining(), 44);
    assert!(inference.may_be_unmoved());
    assert_eq!(inference.only(), None);
}

#[test]
fn an_untouched_board_may_become_anything() {
    let position = StartPosition::Standard.position();
    let sight = BoardReading::colours(position.board());
    let inference = infer(&position, &sight);
    assert_eq!(inference.count_explaining(), 0);
    assert_eq!(inference.count_underway(), 44);
    assert_eq!(inference.finality(), Finality::MayContinue);
}

#[test]
fn one_marble_moved_may_be_the_start_of_a_wider_move() {
    let position = StartPosition::Standard.position();
    let one: Move = "c3d3".parse().unwrap();
    let sight = BoardReading::occupancy(after(&position, one).board());
    let inference = infer(&position, &sight);
    assert_eq!(inference.only(), Some(one));
    assert_eq!(inference.finality(), Finality::MayContinue);
    let wider: BTreeSet<String> = inference.underway().map(|m| m.to_string()).collect();
    let expected = ["a3b3", "b2c3c2", "b3c3", "c3c4d3", "c3c5d3"].map(str::to_owned);
    assert_eq!(wider, BTreeSet::from(expected));
}

#[test]
fn a_whole_line_moved_is_final() {
    let position = StartPosition::Standard.position();
    let three: Move = "c3c5d3".parse().unwrap();
    let sight = BoardReading::occupancy(after(&position, three).board());
    let inference = infer(&position, &sight);
    assert_eq!(inference.only(), Some(three));
    assert_eq!(inference.finality(), Finality::Final);
}

#[test]
fn a_marble_put_too_far_is_explained_by_the_nearest_moves() {
    let position = StartPosition::Standard.position();
    let mut board = *position.board();
    board.put("c3".parse().unwrap(), None);
    board.put("e5".parse().unwrap(), Some(Player::Black));
    let sight = BoardReading::colours(&board);
    let inference = infer(&position, &sight);
    assert_eq!(inference.count_explaining(), 0);
    assert_eq!(inference.finality(), Finality::Final);
    assert_eq!(inference.repairs(), 2);
    let e5 = GridRepair::Remove("e5".parse::<Cell>().unwrap());
    let causes: BTreeSet<String> = inference
        .nearest()
        .map(|explanation| {
            assert_eq!(explanation.repair, Some(e5));
            match explanation.cause {
                PlayHypothesis::Unmoved => "unmoved".to_owned(),
                PlayHypothesis::Moved(action) => action.to_string(),
            }
        })
        .collect();
    // What takes c3 away and puts one marble somewhere else, or nothing at all.
    let expected = ["unmoved", "c3c2", "c3c4", "c3d3", "c3d4"].map(str::to_owned);
    assert_eq!(causes, BTreeSet::from(expected));
}

#[test]
fn a_marble_too_many_is_no_move_underway() {
    let position = StartPosition::Standard.position();
    let mut board = *position.board();
    board.put("d3".parse().unwrap(), Some(Player::Black));
    for sight in [
        BoardReading::colours(&board),
        BoardReading::occupancy(&board),
    ] {
        let inference = infer(&position, &sight);
        assert_eq!(inference.count_underway(), 0);
        assert_eq!(inference.finality(), Finality::Final);
    }
}

#[test]
fn a_third_own_marble_in_a_push_of_two_is_no_move_underway() {
    let setup = Setup::read("5/6/7/8/bbw6/8/7/6/5").unwrap();
    let position = setup.study().unwrap();
    let seen = Setup::read("5/6/7/8/bbb6/8/7/6/5").unwrap();
    let sight = BoardReading::colours(&seen.board);
    assert_eq!(infer(&position, &sight).count_underway(), 0);
}

#[test]
fn masked_points_leave_open_whether_anything_moved() {
    let position = StartPosition::Standard.position();
    let mut sight = BoardReading::colours(position.board());
    sight.set("c3".parse().unwrap(), CellReading::Unknown);
    sight.set("d3".parse().unwrap(), CellReading::Unknown);
    let inference = infer(&position, &sight);
    let explaining: Vec<String> = inference.explaining().map(|m| m.to_string()).collect();
    assert_eq!(explaining, ["c3d3"]);
    assert!(inference.may_be_unmoved());
    assert_eq!(inference.only(), None);
}

#[test]
fn a_marble_of_the_wrong_colour_is_exchanged_in_two_steps() {
    let position = StartPosition::Standard.position();
    let a1: Cell = "a1".parse().unwrap();
    let mut sight = BoardReading::colours(position.board());
    sight.set(a1, CellReading::Looks(Player::White));
    assert_eq!(infer(&position, &sight).repairs(), 2);
    assert_eq!(sight.repair(position.board()), Some(GridRepair::Remove(a1)));
    sight.set(a1, CellReading::Empty);
    assert_eq!(
        sight.repair(position.board()),
        Some(GridRepair::Place(Player::Black, a1))
    );
}
