//! Laws of the referee, each tried on soup: observations and commands at
//! random over matches of every edition and number of players.

use dohyo_tests::kabuto_play::Dice;
use dohyo_tests::referee_script::Bench;
use dohyo_tests::referee_soup::{Ended, any_doing, any_what, sort_out};
use dohyo_tests::referee_stir::{self, Shadow, begin, undone_and_redone};
use dohyo_tests::referee_words::Doing;
use dohyo_tests::ring_mirror::mirror;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use rules_core::referee::record::Step;
use rules_core::referee::{Command, Game, Policies, Record, Referee, Seen, Session};
use rules_core::time::Span;

/// Stirs for so many steps.
fn stir(dice: &mut Dice, bench: &mut Bench, steps: usize, each: impl FnMut(&mut Bench)) {
    let pauses = [0, 1, 30, 200, 900, 6_000];
    referee_stir::stir((dice, bench), steps, any_doing, pauses, each);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn replayed_records_lead_to_the_live_session_after_every_step(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, None);
        let mut shadow = Shadow::default();
        stir(&mut dice, &mut bench, 120, |bench| shadow.follow(bench));
    }

    #[test]
    fn every_piece_is_somewhere_whatever_happens(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, None);
        stir(&mut dice, &mut bench, 120, |bench| {
            if let Some(Game::Kabuto(game)) = bench.referee.session().game() {
                assert!(game.state().balances(game.terms()));
            }
        });
    }

    #[test]
    fn undo_and_redo_lead_back_to_the_same_hash(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, None);
        stir(&mut dice, &mut bench, 60, |bench| undone_and_redone(bench));
    }

    #[test]
    fn nobody_is_ever_stuck(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, None);
        let length = dice.below(90);
        stir(&mut dice, &mut bench, length, |_| ());
        let heard = bench.tape.records.len();
        let ended = sort_out(&mut bench, 8);
        let since: Vec<_> = bench.tape.records.iter().skip(heard).collect();
        prop_assert!(ended != Ended::Stuck, "{:?} after {since:#?}", bench.referee.waiting());
        prop_assert_eq!(mirror(&bench), Ok(()));
    }

    #[test]
    fn one_word_always_ends_it(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, None);
        let length = dice.below(60);
        stir(&mut dice, &mut bench, length, |_| ());
        let running = bench.referee.session().game().is_some();
        let aborted = bench.happen(&Doing::Say(Command::Abort));
        prop_assert_eq!(aborted.is_ok(), running);
        prop_assert!(bench.referee.session().game().is_none());
        prop_assert!(bench.referee.session().question().is_none());
    }

    #[test]
    fn time_alone_comes_to_an_end(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, None);
        stir(&mut dice, &mut bench, 60, |bench| {
            let mut trial = bench.clone();
            for _ in 0..64 {
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
        stir(&mut dice, &mut bench, 120, |_| ());
        for (_, record) in &bench.tape.records {
            let Record::Judge(judgement) = record else { continue };
            let evidence = &judgement.evidence;
            // Which element was pushed can be certain by what the side holds.
            let pushed = matches!(evidence.seen, Seen::Pushed(_));
            let by_itself = judgement.step == Step::New;
            prop_assert!(pushed || !by_itself || evidence.certainty.is_high(), "{:?}", judgement);
        }
    }

    #[test]
    fn a_passive_referee_only_writes_down(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, Some(Policies::PASSIVE));
        let before = bench.referee.session().hash();
        for _ in 0..80 {
            let what = any_what(&mut dice, &bench);
            bench.happen(&Doing::See(what)).expect("observations are taken");
            bench.wait(bench.now() + Span::millis(500));
        }
        prop_assert_eq!(bench.referee.session().hash(), before);
    }

    #[test]
    fn a_snapshot_leads_to_the_same_hash_without_the_past(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, None);
        stir(&mut dice, &mut bench, 60, |bench| {
            let mut again = Session::default();
            bench.referee.session().snapshot(|record| {
                again.apply(record).expect("a snapshot fits an empty session");
            });
            if bench.referee.session().game().is_some() {
                assert_eq!(again.hash(), bench.referee.session().hash());
                assert_eq!(again.held(), bench.referee.session().held());
            }
        });
    }
}

#[test]
fn a_referee_fits_its_memory() {
    let referee = size_of::<Referee>();
    println!("Referee {referee} bytes");
    println!("  Session {}", size_of::<Session>());
    println!("  Game {}", size_of::<Game>());
    println!(
        "  History {}",
        size_of::<rules_core::referee::history::History>()
    );
    println!(
        "  Moment {}",
        size_of::<rules_core::referee::history::Moment>()
    );
    println!("  Why {}", size_of::<rules_core::referee::why::Why>());
    println!("  Table {}", size_of::<rules_core::referee::Table>());
    println!("  Falls {}", size_of::<rules_core::referee::falls::Falls>());
    println!("  Question {}", size_of::<rules_core::referee::Question>());
    println!("  Evidence {}", size_of::<rules_core::referee::Evidence>());
    println!("  Record {}", size_of::<Record>());
    println!("  Event {}", size_of::<rules_core::referee::Event>());
    assert!(referee <= 16 * 1024, "{referee}");
}
