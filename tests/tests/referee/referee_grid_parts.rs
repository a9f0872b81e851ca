//! Parts of refereeing grid games, one at a time: draws by repetition across
//! undo and snapshots, sizes of records, what all games tell about themselves.

use dohyo_tests::abalone_play::choose;
use dohyo_tests::test_rng::TestRng;
use rules_core::games::abalone::{DrawRules, Outcome, Repetition, Setup, StartPosition};
use rules_core::games::sumoo::Game as Sumoo;
use rules_core::player::{Players, Seat, Side};
use rules_core::referee::grid::MagnetCoding;
use rules_core::referee::record::{Judgement, MatchStart, UndoStep};
use rules_core::referee::sumoo::TurnAction;
use rules_core::referee::{
    AnyAction, AnyGame, Evidence, Policies, Record, Session, Speaker, abalone, sumoo,
};
use rules_core::time::Instant;

const THREEFOLD: DrawRules = DrawRules {
    repetition: Repetition::ThreefoldDraws,
    turn_cap: None,
};

fn begun(game: &AnyGame) -> Session {
    let mut session = Session::default();
    let begin = MatchStart {
        opening: game.opening(),
        policies: Policies::DEFAULT,
        asked: 0,
    };
    session.apply(&Record::Begin(begin)).expect("it begins");
    session
}

fn play(session: &mut Session, text: &str) {
    let judgement = Judgement {
        action: AnyAction::Abalone(text.parse().expect("a move")),
        evidence: Evidence::declared(Instant(0), Speaker::Table),
        step: UndoStep::New,
    };
    let judged = session.apply(&Record::Judge(judgement));
    judged.expect("it is legal");
}

fn is_over(session: &Session) -> bool {
    session.game().expect("it runs").is_over()
}

/// There and back again, for both players.
const ROUND: [&str; 4] = ["c3d3", "g5f5", "d3c3", "f5g5"];

#[test]
fn a_draw_by_repetition_survives_undo() {
    let start = StartPosition::Standard.position();
    let game = AnyGame::Abalone(abalone::Match::new(start, THREEFOLD, MagnetCoding::Class));
    let mut session = begun(&game);
    for text in ROUND {
        play(&mut session, text);
    }
    for text in ROUND.iter().take(3) {
        play(&mut session, text);
    }
    assert!(!is_over(&session));
    for _ in 0..5 {
        session.apply(&Record::Undo).expect("it was played");
    }
    // What was undone does not count: the same positions come once, not twice.
    for text in ["d3c3", "f5g5", "c3d3", "g5f5", "d3c3"] {
        assert!(!is_over(&session));
        play(&mut session, text);
    }
    assert!(!is_over(&session));
    play(&mut session, "f5g5");
    assert!(is_over(&session), "the start for the third time");
    session.apply(&Record::Undo).expect("it was played");
    assert!(!is_over(&session));
    session.apply(&Record::Redo).expect("it was undone");
    assert!(is_over(&session));
}

#[test]
fn a_draw_by_repetition_survives_a_snapshot() {
    let start = StartPosition::Standard.position();
    let game = AnyGame::Abalone(abalone::Match::new(start, THREEFOLD, MagnetCoding::Class));
    let mut session = begun(&game);
    for text in ROUND.iter().chain(&ROUND).take(7) {
        play(&mut session, text);
    }
    let mut again = Session::default();
    session.snapshot(|record| {
        again.apply(record).expect("a snapshot fits");
    });
    play(&mut again, "f5g5");
    assert!(is_over(&again), "the start for the third time");
}

#[test]
fn what_was_undone_is_no_repetition() {
    let start = StartPosition::Standard.position();
    let game = AnyGame::Abalone(abalone::Match::new(start, THREEFOLD, MagnetCoding::Class));
    let mut session = begun(&game);
    for _ in 0..10 {
        play(&mut session, "c3d3");
        session.apply(&Record::Undo).expect("it was played");
    }
    play(&mut session, "c3d3");
    assert!(!is_over(&session));
}

#[test]
fn no_opening_is_too_long_for_a_record() {
    let mut longest = 0;
    for (seed, start) in (1..).zip(StartPosition::ALL.iter().cycle().take(40)) {
        let mut dice = TestRng::new(seed);
        let mut game = abalone::Match::new(start.position(), THREEFOLD, MagnetCoding::Class);
        for _ in 0..200 {
            let begin = MatchStart {
                opening: AnyGame::Abalone(game.clone()).opening(),
                policies: Policies::DEFAULT,
                asked: u16::MAX,
            };
            let bytes = postcard::to_allocvec(&Record::Begin(begin)).expect("bytes");
            longest = longest.max(bytes.len());
            let Some(action) = choose(game.position(), &mut dice) else {
                break;
            };
            if game.apply(action).is_err() {
                break;
            }
        }
    }
    println!("longest opening: {longest} bytes");
    assert!(longest <= Record::MAX_SIZE, "{longest}");
}

#[test]
fn every_game_says_who_plays_and_who_has_won() {
    let three = StartPosition::ThreePlayers.position();
    let game = AnyGame::Abalone(abalone::Match::new(
        three,
        DrawRules::default(),
        MagnetCoding::Class,
    ));
    assert_eq!((game.name(), game.players()), ("Abalone", Players::Three));
    assert_eq!((game.turn(), game.winner()), (Seat::First, None));
    assert_eq!(game.colour(Seat::Third), "red");
    assert_eq!(game.side_of(Seat::Third), Side::Three);

    let mut sumoo = AnyGame::Sumoo(sumoo::Match::new(Sumoo::new(), MagnetCoding::Class));
    assert_eq!((sumoo.name(), sumoo.turn()), ("SUMOO", Seat::First));
    let ended = sumoo.apply(&AnyAction::Sumoo(TurnAction::EndTurn));
    ended.expect("a turn may end at once");
    assert_eq!(
        (sumoo.turn(), sumoo.colour(Seat::Second)),
        (Seat::Second, "black")
    );
    assert!(
        sumoo
            .apply(&AnyAction::Abalone("a1b2".parse().expect("a move")))
            .is_err()
    );

    let mut won = abalone::Match::new(
        Setup::read("5/6/7/8/6bbw/8/7/6/5 b 5-0")
            .expect("a text")
            .study()
            .expect("a study"),
        DrawRules::default(),
        MagnetCoding::Class,
    );
    won.apply("e7e8".parse().expect("a move")).expect("legal");
    assert!(matches!(won.game().outcome(), Outcome::Won(_)));
    assert_eq!(AnyGame::Abalone(won).winner(), Some(Side::One));
}
