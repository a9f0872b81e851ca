//! Abalone game records: what is written is read back, what is illegal is found.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use dohyo_tests::abalone_play::choose;
use dohyo_tests::test_rng::TestRng;
use host_core::abalone::{Record, check};
use proptest::prelude::*;
use rules_core::games::abalone::StartPosition;

fn checked(text: &str) -> (bool, String) {
    let mut out = Vec::new();
    let legal = check("games.txt", text, &mut out).unwrap();
    (legal, String::from_utf8(out).unwrap())
}

fn random_game(start: StartPosition, turns: usize, seed: u64) -> Record {
    let mut dice = TestRng::new(seed);
    let mut position = start.position();
    let mut moves = Vec::new();
    while moves.len() < turns
        && let Some(action) = choose(&position, &mut dice)
    {
        position.play(action).unwrap();
        moves.push(action);
    }
    Record { start, moves }
}

proptest! {
    #[test]
    fn a_game_reads_back(index in 0..StartPosition::ALL.len(), turns in 0..300usize, seed: u64) {
        let game = random_game(StartPosition::ALL[index], turns, seed);
        let text = game.to_string();
        prop_assert_eq!(text.parse::<Record>().unwrap(), game);
        prop_assert!(checked(&text).0);
    }

    #[test]
    fn no_record_is_too_strange_to_be_answered(text in "(standard: )?[ -~\n#]{0,60}") {
        let _ = checked(&text);
    }
}

#[test]
fn comments_and_blank_lines_are_skipped() {
    let text = "# two games\n\nstandard: a1b2 i9h8 # the usual\nBelgian daisy:\n";
    let (legal, report) = checked(text);
    assert!(legal);
    let expected = "games.txt:3: standard: 2 moves, unfinished 0-0\n\
                    games.txt:4: belgian-daisy: 0 moves, unfinished 0-0\n\
                    2 games, 0 not legal\n";
    assert_eq!(report, expected);
}

#[test]
fn a_won_game_names_its_winner() {
    let won = (0..)
        .map(|seed| random_game(StartPosition::GermanDaisy, 1000, seed))
        .find(|game| game.moves.len() < 1000)
        .unwrap();
    let (legal, report) = checked(&won.to_string());
    assert!(legal);
    assert!(
        report.contains(" wins 6-") || report.contains("-6\n"),
        "{report}"
    );
    let (legal, report) = checked(&format!("{won} a1b2"));
    assert!(!legal);
    assert!(report.contains("the game is over, won by"), "{report}");
    assert!(report.contains("AB-7"), "{report}");
}

#[test]
fn the_first_illegal_move_is_named_with_clause_and_board() {
    let (legal, report) = checked("standard: a1b2 i9h8 a1b1 zzz");
    assert!(!legal);
    let expected = "games.txt:1: standard: move 3, a1b1 by black, is illegal: no marble on a1, AB-2\n\
                    \x20     i w w w w .\n";
    assert!(report.starts_with(expected), "{report}");
    assert!(report.ends_with("1 game, 1 not legal\n"), "{report}");
}

#[test]
fn what_cannot_be_read_is_said() {
    for (text, why) in [
        ("standard a1b2", "no colon"),
        ("chess: e2e4", "unknown start \"chess\""),
        (
            "standard: a1b2 q9",
            "move 2, q9 by white, is illegal: not a move",
        ),
        ("standard: a1a3a2", "write a1a2"),
        ("standard: c3c3d3", "write c3d3"),
    ] {
        let (legal, report) = checked(text);
        assert!(!legal, "{text}");
        assert!(report.contains(why), "{text}: {report}");
    }
}

#[test]
fn what_can_be_read_but_never_played_cites_its_clause() {
    for (text, why) in [
        (
            "a1c3",
            "a1 and c3 are not neighbours; a marble moves one point, AB-2",
        ),
        (
            "c3c4c5",
            "c3 and c5 are not neighbours; a marble moves one point, AB-2",
        ),
        ("b1b4c1", "4 marbles in the row, and at most 3 move, AB-3"),
        ("c3d5c2", "c3 and d5 are not in one line, AB-2"),
        (
            "a5b6a6",
            "point 3 of the move is not on the board", // a6 is no point
        ),
    ] {
        let (legal, report) = checked(&format!("standard: {text}"));
        assert!(!legal, "{text}");
        assert!(report.contains(why), "{text}: {report}");
    }
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let (legal, report) = checked("\u{feff}standard: a1b2\n");
    assert!(legal, "{report}");
}
