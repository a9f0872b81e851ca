//! The Abalone engine against a slow reference written from the clauses alone.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "what is not there fails the test"
)]

use dohyo_tests::abalone_play::choose;
use dohyo_tests::abalone_reference::{Ply, Reference};
use dohyo_tests::test_rng::TestRng;
use rules_core::games::abalone::{Board, Cell, Player, Players, Position, Setup, StartPosition};
use std::collections::BTreeSet;

/// How many positions each number of players must agree on.
const ENOUGH: usize = 10_000;

/// Compares everything; gives back the reference's moves.
fn same_moves(position: &Position, reference: &Reference) -> Vec<Ply> {
    assert_eq!(position.board().to_string(), reference.rows());
    assert_eq!(position.to_move() as usize, reference.to_move);
    let score: Vec<u32> = position
        .players()
        .sides()
        .map(|side| position.score().ejected_by(side).into())
        .collect();
    assert_eq!(score, reference.ejected, "{position}");
    assert_eq!(
        position.winner().map(|side| side as usize),
        reference.winner()
    );
    let plies = reference.moves();
    let ours: BTreeSet<String> = position.moves().map(|m| m.to_string()).collect();
    let theirs: BTreeSet<String> = plies.iter().map(|ply| ply.name.clone()).collect();
    assert_eq!(ours, theirs, "in {position}");
    assert_eq!(position.moves().count(), ours.len(), "a move came twice");
    plies
}

/// Compares where every move leads.
fn same_results(position: &Position, reference: &Reference, plies: &[Ply]) {
    for ply in plies {
        let mut after = *position;
        after
            .play(ply.name.parse().expect("a name of a move"))
            .expect("a move both know is legal");
        let board = after.board().to_string();
        let rows = reference.after(ply).rows();
        assert_eq!(board, rows, "{} in {position}", ply.name);
    }
}

fn agree(starts: &[StartPosition], seed: u64) {
    let mut dice = TestRng::new(seed);
    let (mut looked_at, mut won, mut assisted) = (0, 0, 0);
    while looked_at < ENOUGH {
        let start = starts[dice.below(starts.len())];
        let mut position = start.position();
        let players = position.players().count().into();
        let mut reference = Reference::read(players, &position.board().to_string());
        for _ in 0..200 {
            let plies = same_moves(&position, &reference);
            // The result of the move chosen is compared in the next round; all
            // others now and then, because it takes long.
            if looked_at % 8 == 0 {
                same_results(&position, &reference, &plies);
            }
            looked_at += 1;
            let Some(action) = choose(&position, &mut dice) else {
                won += 1;
                break;
            };
            let name = action.to_string();
            let ply = plies.iter().find(|ply| ply.name == name);
            reference = reference.after(ply.expect("the reference knows the move"));
            let effect = position.play(action).expect("a generated move is legal");
            assisted += usize::from(!effect.assisting.is_empty());
        }
    }
    assert!(won > 10, "only {won} games came to an end");
    let teams = starts.contains(&StartPosition::FourPlayers);
    assert_eq!(assisted > 50, teams, "{assisted} assisted pushes");
}

/// Cites: AB-2, AB-3, AB-4, AB-5, AB-6, AB-7.
#[test]
fn two_players_have_the_same_moves_in_both_programs() {
    agree(
        &[
            StartPosition::Standard,
            StartPosition::BelgianDaisy,
            StartPosition::GermanDaisy,
        ],
        2,
    );
}

/// Cites: AB-8.
#[test]
fn three_players_have_the_same_moves_in_both_programs() {
    agree(&[StartPosition::ThreePlayers], 3);
}

/// Cites: AB-9.
#[test]
fn four_players_have_the_same_moves_in_both_programs() {
    agree(&[StartPosition::FourPlayers], 4);
}

/// Crowded and scattered boards that no game reaches soon: lines of mixed
/// colours, marbles on the rim, players who cannot move.
///
/// Cites: AB-9, AB-11.
#[test]
fn thrown_marbles_have_the_same_moves_in_both_programs() {
    let mut dice = TestRng::new(5);
    let mut passes = 0;
    for round in 0..2_000 {
        let players = Players::from_count(2 + (round % 3) as u8).expect("2, 3 or 4");
        let mut setup = Setup::from(StartPosition::usual(players).position());
        setup.board = Board::EMPTY;
        let cells: Vec<Cell> = Cell::all().collect();
        // Every fourth board is a crowd around one lone marble in a corner.
        let crowded = round % 4 == 0;
        for player in players.iter() {
            let lone = crowded && player == Player::Black;
            for _ in 0..if lone { 1 } else { players.marbles() } {
                let cell = cells[dice.below(if crowded && !lone { 20 } else { cells.len() })];
                setup.board.put(cell, Some(player));
            }
        }
        let position = setup.study().expect("few enough marbles");
        let reference = Reference::read(players.count().into(), &setup.board.to_string());
        let plies = same_moves(&position, &reference);
        same_results(&position, &reference, &plies);
        passes += usize::from(plies[0].name == "pass");
    }
    assert!(passes > 5, "{passes} passes");
}

#[test]
fn both_programs_count_the_same_games() {
    for start in StartPosition::ALL {
        let position = start.position();
        let players = position.players().count().into();
        let reference = Reference::read(players, &position.board().to_string());
        for depth in 0..=2 {
            assert_eq!(
                position.perft(depth),
                reference.perft(depth),
                "{} at depth {depth}",
                start.name()
            );
        }
    }
    assert_eq!(StartPosition::Standard.position().perft(3), 98_912);
}
