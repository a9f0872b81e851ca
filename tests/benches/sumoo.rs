//! Figures of the SUMOO engine: turns per second, the worst case of inference,
//! sizes. `cargo bench -p dohyo-tests --bench sumoo [-- DEPTH]` counts positions
//! down to that depth, 2 if left out; 3 takes several
//! minutes.

use dohyo_tests::sumoo_play::{placed, reached};
use host_tools::sumoo::perft;
use rules_core::games::sumoo::generate::MOST_TURNS;
use rules_core::games::sumoo::inference::{Inference, infer};
use rules_core::games::sumoo::observation::{Observation, Sight};
use rules_core::games::sumoo::tracker::Tracker;
use rules_core::games::sumoo::{Colour, Game, Points, Position};
use std::time::Instant;

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

/// The hardest boards found: what is seen fits nothing, so that all is tried.
fn inference() {
    let nowhere = Observation::unknown();
    let (mut worst, mut worst_actions) = ((0, Position::START), 0);
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
                let tried = infer(game.position(), colour, Points::TURN, &nowhere).tried;
                if tried > worst.0 {
                    worst = (tried, *game.position());
                }
            }
        }
    }
    println!("actions: most found {worst_actions} from one position");
    println!(
        "inference: worst found {} turns tried, proven bound {MOST_TURNS}",
        worst.0
    );
    println!(
        "inference: at most {} cells compared and {} places looked up ({MOST_TURNS} turns x 35 cells, x 12 tokens x 4 moments)",
        u64::from(MOST_TURNS) * 35,
        u64::from(MOST_TURNS) * 12 * 4
    );
    println!(
        "inference: matching, only for turns that touch all changed cells: at most 12 x 12 x 12 steps each"
    );
    let seen = Observation::of(&Position::START, Sight::Class);
    let begin = Instant::now();
    for colour in Colour::ALL {
        std::hint::black_box(infer(&worst.1, colour, Points::TURN, &seen));
    }
    println!(
        "inference: worst board {:.2} ms on this machine",
        begin.elapsed().as_secs_f64() * 500.0
    );
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
