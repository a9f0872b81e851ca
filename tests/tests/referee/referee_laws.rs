//! Laws of the referee, each tried on soup: observations and commands at
//! random over matches of every edition and number of players.

use dohyo_tests::referee_random::RING;
use dohyo_tests::referee_script_parse::ScriptLine;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use rules_core::referee::{AnyGame, Command, Record, Referee, Session};

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn replayed_records_lead_to_the_live_session_after_every_step(seed in any::<u64>()) {
        RING.replays(seed);
    }

    #[test]
    fn every_piece_is_somewhere_whatever_happens(seed in any::<u64>()) {
        RING.stirred(seed, 120, |bench| {
            if let Some(AnyGame::Kabuto(game)) = bench.referee.session().game() {
                assert!(game.state().balances(game.terms()));
            }
        });
    }

    #[test]
    fn undo_and_redo_lead_back_to_the_same_hash(seed in any::<u64>()) {
        RING.undoes_and_redoes(seed);
    }

    #[test]
    fn nobody_is_ever_stuck(seed in any::<u64>()) {
        RING.is_never_stuck(seed);
    }

    #[test]
    fn one_word_always_ends_it(seed in any::<u64>()) {
        let mut bench = RING.any(seed);
        let running = bench.referee.session().game().is_some();
        let aborted = bench.happen(&ScriptLine::Say(Command::Abort));
        prop_assert_eq!(aborted.is_ok(), running);
        prop_assert!(bench.referee.session().game().is_none());
        prop_assert!(bench.referee.session().question().is_none());
    }

    #[test]
    fn time_alone_comes_to_an_end(seed in any::<u64>()) {
        RING.time_alone_ends(seed);
    }

    #[test]
    fn what_is_not_certain_is_never_judged_by_itself(seed in any::<u64>()) {
        RING.judges_what_is_certain(seed);
    }

    #[test]
    fn a_passive_referee_only_writes_down(seed in any::<u64>()) {
        RING.looks_on(seed);
    }

    #[test]
    fn a_snapshot_leads_to_the_same_hash_without_the_past(seed in any::<u64>()) {
        RING.snapshots(seed);
    }
}

#[test]
fn a_referee_fits_its_memory() {
    let referee = size_of::<Referee>();
    println!("Referee {referee} bytes");
    println!("  Session {}", size_of::<Session>());
    println!("  Game {}", size_of::<AnyGame>());
    println!(
        "  History {}",
        size_of::<rules_core::referee::history::History>()
    );
    println!(
        "  Moment {}",
        size_of::<rules_core::referee::history::Checkpoint>()
    );
    println!(
        "  Why {}",
        size_of::<rules_core::referee::grounds::GroundsLog>()
    );
    println!("  Table {}", size_of::<rules_core::referee::Table>());
    println!(
        "  Falls {}",
        size_of::<rules_core::referee::fall_queue::FallQueue>()
    );
    println!("  Question {}", size_of::<rules_core::referee::Question>());
    println!("  Evidence {}", size_of::<rules_core::referee::Evidence>());
    println!("  Record {}", size_of::<Record>());
    println!("  Event {}", size_of::<rules_core::referee::Event>());
    assert!(referee <= 16 * 1024, "{referee}");
}
