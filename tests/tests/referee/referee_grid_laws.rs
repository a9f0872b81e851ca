//! Laws of the referee at grid boards, tried on soup and on whole random games.

use dohyo_tests::kabuto_play::Dice;
use dohyo_tests::referee_grid_soup::{any_doing, any_game, any_play, any_what, begin, sort_out};
use dohyo_tests::referee_grid_table::GridTable;
use dohyo_tests::referee_script::Bench;
use dohyo_tests::referee_soup::Ended;
use dohyo_tests::referee_stir::{self, Shadow, undone_and_redone};
use dohyo_tests::referee_words::Doing;
use dohyo_tests::ring_mirror::mirror;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use rules_core::referee::grid::Telling;
use rules_core::referee::record::Step;
use rules_core::referee::{Policies, Record, Seen, Session};
use rules_core::time::Span;

/// Stirs for so many steps.
fn stir(dice: &mut Dice, bench: &mut Bench, steps: usize, each: impl FnMut(&mut Bench)) {
    let pauses = [0, 1, 30, 200, 1_300, 6_000];
    referee_stir::stir((dice, bench), steps, any_doing, pauses, each);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn replayed_records_lead_to_the_live_session_after_every_step(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, None);
        let mut shadow = Shadow::default();
        stir(&mut dice, &mut bench, 60, |bench| shadow.follow(bench));
    }

    #[test]
    fn undo_and_redo_lead_back_to_the_same_session(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, None);
        stir(&mut dice, &mut bench, 40, |bench| undone_and_redone(bench));
    }

    #[test]
    fn nobody_is_ever_stuck(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, None);
        let length = dice.below(50);
        stir(&mut dice, &mut bench, length, |_| ());
        let heard = bench.tape.records.len();
        let ended = sort_out(&mut bench, 8);
        let since: Vec<_> = bench.tape.records.iter().skip(heard).collect();
        prop_assert!(ended != Ended::Stuck, "{:?} after {since:#?}", bench.referee.waiting());
        prop_assert_eq!(mirror(&bench), Ok(()));
    }

    #[test]
    fn time_alone_comes_to_an_end(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, None);
        stir(&mut dice, &mut bench, 40, |bench| {
            let mut trial = bench.clone();
            for _ in 0..16 {
                let Some(due) = trial.referee.poll_at() else { return };
                trial.wait(due);
            }
            panic!("polled for ever");
        });
    }

    #[test]
    fn what_is_not_certain_is_never_judged_by_itself(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, None);
        stir(&mut dice, &mut bench, 60, |_| ());
        for (_, record) in &bench.tape.records {
            let Record::Judge(judgement) = record else { continue };
            let evidence = &judgement.evidence;
            let by_itself = judgement.step == Step::New;
            prop_assert!(!by_itself || evidence.certainty.is_high(), "{:?}", judgement);
            let kind = matches!(evidence.seen, Seen::Board(_) | Seen::Cell { .. } | Seen::Said(_));
            prop_assert!(kind, "{:?}", judgement);
        }
    }

    #[test]
    fn a_passive_referee_only_writes_down(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, Some(Policies::PASSIVE));
        let before = bench.referee.session().hash();
        for _ in 0..60 {
            let what = any_what(&mut dice, &bench);
            bench.happen(&Doing::See(what)).expect("observations are taken");
            bench.wait(bench.now() + Span::millis(700));
        }
        prop_assert_eq!(bench.referee.session().hash(), before);
    }

    #[test]
    fn a_snapshot_leads_to_the_same_hash_without_the_past(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, None);
        stir(&mut dice, &mut bench, 40, |bench| {
            let mut again = Session::default();
            bench.referee.session().snapshot(|record| {
                let bytes = postcard::to_allocvec(record).expect("a record as bytes");
                assert!(bytes.len() <= Record::LONGEST, "{} bytes", bytes.len());
                again.apply(record).expect("a snapshot fits an empty session");
            });
            if bench.referee.session().game().is_some() {
                assert_eq!(again.hash(), bench.referee.session().hash());
            }
        });
    }

    #[test]
    fn games_in_any_order_of_handgrips_end_as_the_engine_plays_them(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let telling = dice.pick(&Telling::ALL);
        let mut game = any_game(&mut dice, telling);
        let mut table = GridTable::of(&game, seed);
        for _ in 0..12 {
            let Some(play) = any_play(&mut dice, &game) else { break };
            if game.is_over() {
                break;
            }
            game.judge(&play).expect("it is legal");
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
fn is_same(one: &rules_core::referee::Game, other: &rules_core::referee::Game) -> bool {
    use dohyo_tests::referee_grid::magnets;
    magnets(one) == magnets(other) && one.turn() == other.turn() && one.winner() == other.winner()
}
