//! The Abalone engine against a slow reference written from the clauses alone.

use dohyo_tests::abalone_play::{Dice, choose};
use dohyo_tests::abalone_reference::{Ply, Reference};
use rules_core::games::abalone::{Position, Start};
use std::collections::BTreeMap;

/// How many positions each number of players must agree on.
const ENOUGH: usize = 10_000;

/// Compares everything; gives back the reference's moves.
fn same_moves(position: &Position, reference: &Reference) -> Vec<Ply> {
    assert_eq!(position.board().to_string(), reference.rows());
    assert_eq!(position.to_move() as usize, reference.to_move);
    let score: Vec<u32> = position
        .players()
        .sides()
        .map(|side| position.score().of(side).into())
        .collect();
    assert_eq!(score, reference.ejected, "{position}");
    assert_eq!(
        position.winner().map(|side| side as usize),
        reference.winner()
    );
    let ours: BTreeMap<String, String> = position
        .moves()
        .map(|action| {
            let mut after = *position;
            after.play(action).expect("a generated move is legal");
            (action.to_string(), after.board().to_string())
        })
        .collect();
    let plies = reference.moves();
    let theirs: BTreeMap<String, String> = plies
        .iter()
        .map(|ply| (ply.name.clone(), ply.next.rows()))
        .collect();
    assert_eq!(ours, theirs, "in {position}");
    assert_eq!(position.moves().count(), ours.len(), "a move came twice");
    plies
}

fn agree(starts: &[Start], seed: u64) {
    let mut dice = Dice::new(seed);
    let (mut looked_at, mut won, mut assisted) = (0, 0, 0);
    while looked_at < ENOUGH {
        let start = starts[dice.roll(starts.len())];
        let mut position = start.position();
        let players = position.players().count().into();
        let mut reference = Reference::read(players, &position.board().to_string());
        for _ in 0..200 {
            let plies = same_moves(&position, &reference);
            looked_at += 1;
            let Some(action) = choose(&position, &mut dice) else {
                won += 1;
                break;
            };
            let name = action.to_string();
            let ply = plies.into_iter().find(|ply| ply.name == name);
            reference = ply.expect("the reference knows the move").next;
            let effect = position.play(action).expect("a generated move is legal");
            assisted += usize::from(!effect.assisting.is_empty());
        }
    }
    assert!(won > 10, "only {won} games came to an end");
    let teams = starts.contains(&Start::FourPlayers);
    assert_eq!(assisted > 50, teams, "{assisted} assisted pushes");
}

/// Cites: AB-2, AB-3, AB-4, AB-5, AB-6, AB-7.
#[test]
fn two_players_have_the_same_moves_in_both_programs() {
    agree(
        &[Start::Standard, Start::BelgianDaisy, Start::GermanDaisy],
        2,
    );
}

/// Cites: AB-8.
#[test]
fn three_players_have_the_same_moves_in_both_programs() {
    agree(&[Start::ThreePlayers], 3);
}

/// Cites: AB-9.
#[test]
fn four_players_have_the_same_moves_in_both_programs() {
    agree(&[Start::FourPlayers], 4);
}

#[test]
fn both_programs_count_the_same_games() {
    for start in Start::ALL {
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
    assert_eq!(Start::Standard.position().perft(3), 98_912);
}
