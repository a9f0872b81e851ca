//! Laws of the referee at grid boards, tried on soup and on whole random games.

use dohyo_tests::referee_grid_random::{GRID, any_game, any_play};
use dohyo_tests::referee_grid_table::GridTable;
use dohyo_tests::test_rng::TestRng;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use rules_core::referee::grid::MagnetCoding;

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn replayed_records_lead_to_the_live_session_after_every_step(seed in any::<u64>()) {
        GRID.replays(seed);
    }

    #[test]
    fn undo_and_redo_lead_back_to_the_same_session(seed in any::<u64>()) {
        GRID.undoes_and_redoes(seed);
    }

    #[test]
    fn nobody_is_ever_stuck(seed in any::<u64>()) {
        GRID.is_never_stuck(seed);
    }

    #[test]
    fn time_alone_comes_to_an_end(seed in any::<u64>()) {
        GRID.time_alone_ends(seed);
    }

    #[test]
    fn what_is_not_certain_is_never_judged_by_itself(seed in any::<u64>()) {
        GRID.judges_what_is_certain(seed);
    }

    #[test]
    fn a_passive_referee_only_writes_down(seed in any::<u64>()) {
        GRID.looks_on(seed);
    }

    #[test]
    fn a_snapshot_leads_to_the_same_hash_without_the_past(seed in any::<u64>()) {
        GRID.snapshots(seed);
    }

    #[test]
    fn games_in_any_order_of_handgrips_end_as_the_engine_plays_them(seed in any::<u64>()) {
        let mut dice = TestRng::new(seed);
        let coding = dice.pick(&MagnetCoding::ALL);
        let mut game = any_game(&mut dice, coding);
        let mut table = GridTable::new(&game, seed);
        for _ in 0..12 {
            let Some(play) = any_play(&mut dice, &game) else { break };
            if game.is_over() {
                break;
            }
            game.apply(&play).expect("it is legal");
            if let Err(objection) = table.play(&play) {
                // Passed for want of a move meanwhile, or spent and ended.
                prop_assert_eq!(table.game().fingerprint(), game.fingerprint(), "{:?}", objection);
            }
            prop_assert!(is_same(&game, table.game()), "{:?} became {:?}", play, table.game());
            // Tokens that nobody can tell apart may be named otherwise.
            game = table.game().clone();
        }
    }
}

/// Whether two games stand alike as far as anybody can see.
fn is_same(one: &rules_core::referee::AnyGame, other: &rules_core::referee::AnyGame) -> bool {
    use dohyo_tests::referee_grid::magnets;
    magnets(one) == magnets(other) && one.turn() == other.turn() && one.winner() == other.winner()
}
