//! `dohyo demo`: a whole match, whoever plays.

use super::{bad, good};

#[test]
fn every_kind_of_match_is_played_to_its_end() {
    for game in ["ss", "ks"] {
        for players in ["2", "3", "4"] {
            for seed in ["1", "2", "3"] {
                for junior in [&[][..], &["--junior"]] {
                    let mut args = vec!["demo", "--game", game, "--players", players];
                    args.extend(["--seed", seed]);
                    args.extend(junior);
                    let said = good(&args);
                    let turns = said.lines().filter(|it| it.starts_with("Turn ")).count();
                    assert!(turns >= 1, "{args:?} has no turn");
                    assert!(said.contains("\nResult: side "), "{args:?} has no result");
                }
            }
        }
    }
}

#[test]
fn a_seed_plays_the_same_match_again() {
    let match_of = |seed| good(&["demo", "--seed", seed]);
    assert_eq!(match_of("7"), match_of("7"));
    assert_ne!(match_of("7"), match_of("8"));
}

#[test]
fn every_ruling_shows_its_clause() {
    let said = good(&["demo", "--players", "4"]);
    let rulings = said.lines().filter(|line| line.starts_with("  SS-"));
    assert!(rulings.count() > 10);
}

#[test]
fn a_game_it_does_not_play_is_refused() {
    assert!(bad(&["demo", "--game", "go"]).contains("ss, ks"));
    assert!(bad(&["demo", "--players", "5"]).contains("2, 3, 4"));
}
