//! Figures of the SUMOO engine: turns per second, the worst case of inference,
//! sizes. `cargo bench -p dohyo-tests --bench sumoo [-- DEPTH]` counts positions
//! down to that depth, 2 if left out; 3 takes several
//! minutes.

use dohyo_tests::sumoo_inference::{Inference, infer};
use dohyo_tests::sumoo_play::{SensorDetail, ideal_reading, placed, reached};
use dohyo_tests::sumoo_tracker::Tracker;
use host_core::sumoo::perft;
use rules_core::games::cell_reading::CellReading;
use rules_core::games::sumoo::board_reading::BoardReading;
use rules_core::games::sumoo::generate::MAX_TURNS;
use rules_core::games::sumoo::{Cell, Colour, Game, Points, Position};
use std::time::{Duration, Instant};

fn main() {
    sizes();
    turns();
    inference();
    let depth = std::env::args().find_map(|a| a.parse().ok()).unwrap_or(2);
    count(depth);
}

fn sizes() {
    println!("state: game {} bytes", size_of::<Game>());
    println!(
        "state: inference {} bytes, tracker {} bytes",
        size_of::<Inference>(),
        size_of::<Tracker>()
    );
}

/// Sequences of actions of whole turns, one core.
fn turns() {
    let games: Vec<Game> = (0..200).map(reached).collect();
    let (mut turns, begin) = (0u64, Instant::now());
    for game in &games {
        let colour = game.to_move().unwrap_or(Colour::White);
        game.position()
            .each_turn(colour, Points::TURN, |_, _| turns += 1);
    }
    let rate = turns as f64 / begin.elapsed().as_secs_f64();
    println!("turns: {turns} sequences, {rate:.0} per second");

    let (mut ends, begin) = (0u64, Instant::now());
    for game in &games {
        let colour = game.to_move().unwrap_or(Colour::White);
        ends += perft::ends_of_turn(game.position(), colour, Points::TURN).len() as u64;
    }
    let rate = ends as f64 / begin.elapsed().as_secs_f64();
    println!("turns: {ends} distinct ends, {rate:.0} per second");
}

/// The hardest boards found. All turns are tried whatever is seen, so a blind
/// board is enough to count them.
fn inference() {
    let blind = BoardReading::unknown();
    let (mut worst, mut worst_actions) = ((0, Position::START, Colour::White), 0);
    for seed in 0..3000 {
        for game in [reached(seed), placed(seed, 7)] {
            let Some(colour) = game.to_move() else {
                continue;
            };
            let mut actions = 0;
            let fresh = Game::from_position(*game.position(), colour, Points::TURN);
            fresh.each_action(|_| actions += 1);
            worst_actions = worst_actions.max(actions);
            if actions + 4 >= worst_actions {
                let tried = infer(game.position(), colour, Points::TURN, &blind).tried;
                if tried > worst.0 {
                    worst = (tried, *game.position(), colour);
                }
            }
        }
    }
    println!("actions: most found {worst_actions} from one position");
    println!(
        "inference: worst found {} turns tried, proven bound {MAX_TURNS}",
        worst.0
    );
    println!(
        "inference: at most {} cells compared and {} places looked up ({MAX_TURNS} turns x 35 cells, x 12 tokens x 4 moments)",
        u64::from(MAX_TURNS) * 35,
        u64::from(MAX_TURNS) * 12 * 4
    );
    println!(
        "inference: matching, only for turns that touch all changed cells and until one passes through: at most 12 x 12 x 12 steps, 12 x 4 times over if the turn ends as seen"
    );
    let (tried, position, colour) = worst;
    let (hardest, seen) = hardest_sight(&position, colour);
    println!("inference: hardest sight of that board found: {hardest}");
    let begin = Instant::now();
    for _ in 0..RUNS {
        std::hint::black_box(infer(&position, colour, Points::TURN, &seen));
    }
    println!(
        "inference: {colour} to move on that board, {tried} turns tried against that sight: {:.2} ms on this machine",
        begin.elapsed().as_secs_f64() * 1000.0 / f64::from(RUNS)
    );
}

/// How often a time is taken for its mean.
const RUNS: u32 = 50;

/// What takes longest to explain on a board. Matching goes on turn after turn
/// only while no turn passes through, so sights that are final are looked for:
/// ends of turns seen by occupancy, with a token too many or too few.
fn hardest_sight(before: &Position, colour: Colour) -> (&'static str, BoardReading) {
    let mut ends = perft::ends_of_turn(before, colour, Points::TURN);
    ends.sort();
    let every = (ends.len() / 100).max(1);
    let mut hardest = (Duration::ZERO, "", BoardReading::unknown());
    for end in ends.iter().step_by(every) {
        for sight in SensorDetail::ALL {
            let whole = ideal_reading(end, sight);
            let mut more = whole.clone();
            let mut fewer = whole.clone();
            for cell in Cell::all() {
                if end.at(cell).is_none() {
                    more.set(cell, CellReading::Occupied);
                    break;
                }
            }
            if let Some((_, cell)) = end.tokens().last() {
                fewer.set(cell, CellReading::Empty);
            }
            for (seen, words) in [
                (whole, "the end of a turn"),
                (more, "the end of a turn with a token too many"),
                (fewer, "the end of a turn with a token too few"),
            ] {
                let begin = Instant::now();
                let found = infer(before, colour, Points::TURN, &seen);
                let took = begin.elapsed();
                std::hint::black_box(found);
                if took > hardest.0 {
                    hardest = (took, words, seen);
                }
            }
        }
    }
    (hardest.1, hardest.2)
}

fn count(depth: u32) {
    let mut counter = perft::Counter::default();
    for depth in 1..=depth {
        let begin = Instant::now();
        let nodes = counter.count(&Game::new(), depth);
        println!(
            "perft {depth}: {nodes} in {:.2} s",
            begin.elapsed().as_secs_f64()
        );
    }
}
