//! Matches judged by the device, from their first marker to their end, and games
//! on the grid boards: from raw frames, with the same lines and the same hashes of
//! the state as a ring on the host.
//!
//! The matches are played on the virtual ring first, before a ring on the host;
//! what it was told is told to the device. Games on grid boards leave out the time
//! in which nothing happens at the table.

use crate::{MAX_STACK, directory, image};
use host_core::sentences::SessionEvent;
use host_tools::emulator::emulated_ring::EmulatedRing;
use host_tools::emulator::input_log::{InputLog, InputRecorder};
use rules_core::games::kabuto::Edition;
use rules_core::games::kabuto::terms::League;
use rules_core::player::{BySeat, Players};
use rules_core::referee::{AnyGame, Event, EventKind};
use rules_core::time::{Instant, Span};
use virtual_ring::play::grid::GridGameId;
use virtual_ring::play::ring_under_test::RingUnderTest;
use virtual_ring::play::{BatchPlan, Equipment, MatchEnd, PlayedGame, TableSetup, play_before};
use virtual_ring::players::Strategy;
use virtual_ring::sensors::{Noise, NoiseLevel};

/// Longer than any match.
const TO_THE_END: Instant = Instant(u64::MAX);

/// A match of the virtual ring, as a judge was told it, and how it ended.
fn played(title: PlayedGame, players: Players, seed: u64) -> (InputLog, String) {
    let plan = BatchPlan {
        table: TableSetup {
            title,
            players,
            kinds: BySeat::from_fn(|_| Strategy::Greedy),
            noise: Noise::for_level(NoiseLevel::Nominal),
            build: None,
            mistakes: 0.0,
            lot: None,
            max_turns: 100,
            seed,
            cards: BySeat::default(),
        },
        kind: Some(Strategy::Greedy),
        matches: 1,
    };
    let on = Equipment {
        board: title.board(),
        ..Equipment::default()
    };
    let mut scribe = InputRecorder::new(on.board);
    let played = play_before(&plan.table(0), &on, &mut scribe, None);
    match played.end {
        MatchEnd::Won(how) => (scribe.script, how),
        end => panic!("{end:?}:\n{}", played.lines.join("\n")),
    }
}

/// What the device said, and how it stood at the end.
struct Judged {
    said: Vec<Event>,
    game: Option<AnyGame>,
}

/// Tells a match to the device, and to a ring beside it.
fn judged(name: &str, title: PlayedGame, script: &InputLog) -> Option<Judged> {
    let image = image()?;
    let began = std::time::Instant::now();
    let mut said = Vec::new();
    let mut hear = |told: &SessionEvent| said.push(told.event.clone());
    let mut judge = EmulatedRing::start(image, title.board(), &directory(name), &mut hear)
        .unwrap_or_else(|trouble| panic!("{trouble}"));
    script.replay_to(&mut judge);
    // What was said last is on its way: one line at a time goes to the flash.
    for _ in 0..10 {
        judge
            .step(100)
            .unwrap_or_else(|trouble| panic!("{trouble}"));
        if judge.difference().is_none() {
            break;
        }
    }
    assert_eq!(judge.trouble(), None);
    assert_eq!(judge.difference(), None, "device and host differ");
    let counts = &judge.last().counts;
    println!(
        "{name}: {} lines, {:.1} s of device time in {:.1} s; {} frames and {} scans, processor {:.0} %",
        judge.lines().len(),
        judge.now().0 as f64 / 1e6,
        began.elapsed().as_secs_f64(),
        counts.curtain.taken,
        counts.hall.taken,
        counts.cpu * 100.0
    );
    assert!(counts.stack <= MAX_STACK, "{} bytes of stack", counts.stack);
    assert_eq!((counts.curtain.lost, counts.hall.lost), (0, 0));
    assert_eq!((counts.curtain.wrong, counts.hall.wrong), (0, 0));
    assert!(judge.lines().len() > 3, "{:?}", judge.lines());
    let game = judge.game().cloned();
    drop(judge);
    Some(Judged { said, game })
}

/// End of a match: words of the sentence that people read, and of the ruling in
/// ledger notation.
struct ExpectedEnd {
    sentence: &'static str,
    ruling: &'static str,
}

const KNOCK_OUT: ExpectedEnd = ExpectedEnd {
    sentence: "off the ring",
    ruling: "wins by knocking out",
};

const SUBMISSION: ExpectedEnd = ExpectedEnd {
    sentence: "last one left",
    ruling: "last one left",
};

/// Plays a match on the ring to its end, and has it judged by the device.
fn match_ends(name: &str, players: Players, seed: u64, end: &ExpectedEnd) {
    let title = PlayedGame::Ring(Edition::SakuraSlam, League::Junior);
    let (script, how) = played(title, players, seed);
    assert!(how.contains(end.sentence), "{how}");
    let Some(judged) = judged(name, title, &script) else {
        return;
    };
    let said: Vec<String> = (judged.said.iter())
        .map(|event| event.kind.to_string())
        .collect();
    assert!(
        said.iter().any(|event| event.contains(end.ruling)),
        "{how}: {said:?}"
    );
    assert!(judged.game.is_some_and(|game| game.is_over()), "{said:?}");
}

#[test]
fn a_match_of_four_is_judged_to_a_knock_out() {
    match_ends("four", Players::Four, 5, &KNOCK_OUT);
}

/// A match in which nobody is asked: while the emulated ring waits for a touch the table
/// stands still, and the device takes what teeters then for a piece at rest.
#[test]
fn a_match_of_two_is_judged_to_a_submission() {
    match_ends("submission", Players::Two, 186, &SUBMISSION);
}

/// A game on a grid board, up to this time of it. Returns how it stands.
fn game_is_judged(name: &str, grid: GridGameId, seed: u64, until: Instant) -> Option<AnyGame> {
    let title = PlayedGame::Grid(grid);
    let (script, _) = played(title, Players::Two, seed);
    let judged = judged(name, title, &script.shortened(until))?;
    let ruled = |event: &&Event| matches!(event.kind, EventKind::Ruled(_));
    let rulings = judged.said.iter().filter(ruled).count();
    assert!(rulings > 2, "{:?}", judged.said);
    assert!(judged.game.is_some(), "no game is judged");
    judged.game
}

#[test]
fn a_game_of_sumoo_is_judged_to_its_end() {
    let game = game_is_judged("sumoo", GridGameId::Sumoo, 29, TO_THE_END);
    assert!(game.is_none_or(|game| game.is_over()));
}

#[test]
fn a_game_of_abalone_is_judged() {
    let first = Instant::ZERO + Span::millis(9_000);
    game_is_judged("abalone", GridGameId::Abalone, 1, first);
}

#[test]
fn a_game_of_abalone_is_judged_to_its_end() {
    let game = game_is_judged("abalone-end", GridGameId::AbaloneEnd, 3, TO_THE_END);
    assert!(game.is_none_or(|game| game.is_over()));
}
