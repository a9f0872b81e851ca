//! Laws of the referee, each tried on soup: observations and commands at
//! random over matches of every edition and number of players.

use dohyo_tests::kabuto_play::{Dice, any_setup, trial_deck};
use dohyo_tests::referee_script::Bench;
use dohyo_tests::referee_soup::{BEGINNING, Ended, any_doing, any_policies, any_what, sort_out};
use dohyo_tests::referee_words::Doing;
use dohyo_tests::ring_mirror::mirror;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use rules_core::referee::record::Step;
use rules_core::referee::{Command, Game, Policies, Record, Referee, Seen, Session};
use rules_core::time::Span;

/// A fresh match with these policies, or any.
fn begin(dice: &mut Dice, policies: Option<Policies>) -> Bench {
    let deck = if dice.below(2) == 0 {
        trial_deck()
    } else {
        host_tools::data::house_deck()
    };
    let setup = any_setup(dice, &deck);
    let game = setup.begin(&deck).expect("the set-up is made to be valid");
    let mut bench = Bench::default();
    bench.wait(BEGINNING);
    let policies = policies.unwrap_or_else(|| any_policies(dice));
    bench
        .begin(BEGINNING, &Game::Kabuto(game), policies)
        .expect("no match is running");
    bench
}

/// Stirs for so many steps.
fn stir(dice: &mut Dice, bench: &mut Bench, steps: usize, mut each: impl FnMut(&mut Bench)) {
    for _ in 0..steps {
        let doing = any_doing(dice, bench);
        // What is declined is declined: the soup does not mind.
        let _ = bench.happen(&doing);
        let pause = [0, 1, 30, 200, 900, 6_000][dice.below(6)];
        bench.wait(bench.now() + Span::millis(pause));
        each(bench);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn replayed_records_lead_to_the_live_session_after_every_step(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut bench = begin(&mut dice, None);
        let mut shadow = Session::default();
        let mut done = 0;
        stir(&mut dice, &mut bench, 120, |bench| {
            for (_, record) in &bench.tape.records[done..] {
                let bytes = postcard::to_allocvec(record).expect("a record as bytes");
                assert!(bytes.len() <= Record::LONGEST, "{} bytes", bytes.len());
                let again: Record = postcard::from_bytes(&bytes).expect("a record from bytes");
                assert_eq!(&again, record);
                shadow.apply(&again).expect("it fitted once");
            }
            done = bench.tape.records.len();
            assert_eq!(shadow.hash(), bench.referee.session().hash());
            assert_eq!(&shadow, bench.referee.session());
        });
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
        stir(&mut dice, &mut bench, 60, |bench| {
            let before = bench.referee.session().hash();
            let mut trial = bench.clone();
            let mut steps = 0;
            while trial.happen(&Doing::Say(Command::Undo)).is_ok() {
                steps += 1;
            }
            assert_eq!(steps, usize::from(bench.referee.session().history().undoable()));
            for _ in 0..steps {
                trial.happen(&Doing::Say(Command::Redo)).expect("it was undone");
            }
            assert_eq!(trial.referee.session().hash(), before);
        });
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
