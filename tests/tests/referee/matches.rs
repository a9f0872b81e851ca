//! Whole simulated matches: what the referee makes of raw frames is what truly
//! happened, or it asked.

use host_tools::threads::Threads;
use rules_core::games::kabuto::Edition;
use rules_core::games::kabuto::terms::League;
use rules_core::player::{BySeat, Players};
use virtual_ring::play::grid::GridGameId;
use virtual_ring::play::sensor_rig::MatchOutputs;
use virtual_ring::play::{
    BatchPlan, MatchEnd, PlayedGame, PlayedMatch, TableSetup, play, play_all,
};
use virtual_ring::players::Strategy;
use virtual_ring::sensors::{Noise, NoiseLevel};

fn plan(players: Players, league: League, kind: Option<Strategy>, seed: u64) -> BatchPlan {
    BatchPlan {
        table: TableSetup {
            title: PlayedGame::Ring(Edition::SakuraSlam, league),
            players,
            kinds: BySeat::from_fn(|_| Strategy::Random),
            noise: Noise::for_level(NoiseLevel::Nominal),
            build: None,
            mistakes: 0.0,
            lot: None,
            max_turns: 100,
            seed,
            cards: BySeat::default(),
        },
        kind,
        matches: 2,
    }
}

/// Plays, and fails with what was said if the referee was wrong.
fn all_right(plan: &BatchPlan) -> Vec<PlayedMatch> {
    let all = play_all(plan, &Threads(2), &|_| {});
    assert_eq!(all.len() as u64, plan.matches);
    for it in &all {
        let said = it.lines.join("\n");
        assert!(it.is_right(), "seed {}: {:?}\n{said}", it.seed, it.end);
        assert!(it.pushes > 0, "seed {}: nobody pushed", it.seed);
    }
    all
}

#[test]
fn junior_matches_of_two_end_as_they_truly_did() {
    let all = all_right(&plan(
        Players::Two,
        League::Junior,
        Some(Strategy::Random),
        1,
    ));
    assert!(all.iter().all(|it| matches!(it.end, MatchEnd::Won(_))));
    assert!(all.iter().all(|it| it.moves == 0));
}

#[test]
fn matches_of_two_with_the_house_deck_end_as_they_truly_did() {
    let all = all_right(&plan(Players::Two, League::Full, None, 10));
    assert!(all.iter().any(|it| it.moves > 0), "nobody made a move");
}

#[test]
fn matches_of_three_end_as_they_truly_did() {
    let all = all_right(&plan(
        Players::Three,
        League::Full,
        Some(Strategy::Careful),
        101,
    ));
    assert!(all.iter().any(|it| it.falls > 0), "nothing fell");
}

#[test]
fn matches_of_two_teams_end_as_they_truly_did() {
    let all = all_right(&plan(
        Players::Four,
        League::Full,
        Some(Strategy::Greedy),
        100,
    ));
    assert!(all.iter().any(|it| it.falls > 0), "nothing fell");
}

#[test]
fn matches_with_mistakes_end_as_they_truly_did() {
    let mut plan = plan(Players::Two, League::Full, None, 102);
    plan.table.mistakes = 0.3;
    let all = all_right(&plan);
    assert!(all.iter().any(|it| it.mistakes > 0), "nobody erred");
}

/// Away from the docks the ring sees neither every platform nor any push, and
/// can be wrong about what caused a fall; the truth must be sound all the same.
#[test]
fn matches_without_posts_come_to_an_end() {
    for players in Players::ALL {
        let mut plan = plan(players, League::Junior, None, 1);
        plan.table.title = PlayedGame::Ring(Edition::KabutoSumo, League::Junior);
        plan.matches = 1;
        for it in play_all(&plan, &Threads(2), &|_| {}) {
            let said = it.lines.join("\n");
            let stuck = matches!(it.end, MatchEnd::Stuck(_));
            assert!(!stuck, "seed {}: {:?}\n{said}", it.seed, it.end);
        }
    }
}

#[test]
fn matches_of_sumoo_end_as_they_were_played() {
    let mut plan = plan(Players::Two, League::Full, None, 1);
    plan.table.title = PlayedGame::Grid(GridGameId::Sumoo);
    let all = all_right(&plan);
    assert!(all.iter().any(|it| matches!(it.end, MatchEnd::Won(_))));
}

#[test]
fn matches_of_abalone_end_as_they_were_played() {
    for players in Players::ALL {
        let mut plan = plan(players, League::Full, None, 1);
        plan.table.title = PlayedGame::Grid(GridGameId::Abalone);
        plan.matches = 1;
        all_right(&plan);
    }
}

#[test]
fn a_seed_is_a_match() {
    let plan = plan(Players::Two, League::Full, None, 7);
    let once = play(&plan.table(0), MatchOutputs::default());
    assert_eq!(once, play(&plan.table(0), MatchOutputs::default()));
    let other = play(&plan.table(1), MatchOutputs::default());
    assert_ne!(once.lines, other.lines);
}
