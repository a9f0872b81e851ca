//! Figures of the Abalone engine: `cargo bench -p dohyo-tests --bench abalone`.

use dohyo_tests::abalone_play::play_out;
use dohyo_tests::abalone_reference::Reference;
use dohyo_tests::test_rng::TestRng;
use rules_core::games::abalone::{
    BoardReading, Game, MAX_MOVES, Move, Position, StartPosition, infer,
};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    println!(
        "state: position {} bytes, game {} bytes, sight {} bytes, move {} bytes",
        size_of::<Position>(),
        size_of::<Game>(),
        size_of::<BoardReading>(),
        size_of::<Move>()
    );
    perft();
    generation_and_inference();
}

fn perft() {
    for (start, depth) in [
        (StartPosition::Standard, 5),
        (StartPosition::BelgianDaisy, 5),
        (StartPosition::GermanDaisy, 4),
        (StartPosition::ThreePlayers, 5),
        (StartPosition::FourPlayers, 5),
    ] {
        let begun = Instant::now();
        let nodes = black_box(start.position()).perft(depth);
        let speed = nodes as f64 / begun.elapsed().as_secs_f64();
        println!(
            "perft {} depth {depth}: {nodes} nodes, {:.0} million a second on one core",
            start.name(),
            speed / 1e6
        );
    }
    let position = StartPosition::Standard.position();
    let reference = Reference::read(2, &position.board().to_string());
    let begun = Instant::now();
    let slow_nodes = reference.perft(3);
    let slow = slow_nodes as f64 / begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    let fast_nodes: u64 = (0..50).map(|_| black_box(position).perft(4)).sum();
    let fast = fast_nodes as f64 / begun.elapsed().as_secs_f64();
    println!(
        "perft standard depth 3 by the slow reference: {slow_nodes} nodes, {:.2} million a second; the engine is {:.0} times as fast",
        slow / 1e6,
        fast / slow
    );
}

fn generation_and_inference() {
    let mut dice = TestRng::new(7);
    let mut positions = Vec::new();
    for round in 0..500 {
        let start = StartPosition::ALL[round % StartPosition::ALL.len()];
        play_out(start, 300, &mut dice, |p| positions.push(*p));
    }
    let begun = Instant::now();
    let moves: usize = positions.iter().map(|p| black_box(p).moves().count()).sum();
    let each = begun.elapsed().as_secs_f64() / moves as f64;
    println!(
        "moves: {} positions of random play, {moves} moves listed, {:.1} ns each",
        positions.len(),
        each * 1e9
    );
    let Some(worst) = positions.iter().max_by_key(|p| p.moves().count()) else {
        return;
    };
    println!(
        "most moves seen: {} (bound {MAX_MOVES}) in {worst}",
        worst.moves().count()
    );
    // The worst case of one inference: a sight that nothing explains, and the
    // list of the nearest explanations walked to its end.
    let sight = BoardReading::colours(StartPosition::BelgianDaisy.position().board());
    let rounds = 2_000;
    let begun = Instant::now();
    for _ in 0..rounds {
        let inference = infer(black_box(worst), black_box(&sight));
        black_box(inference.nearest().count());
    }
    let time = begun.elapsed().as_secs_f64() / f64::from(rounds);
    let comparisons = 2 * (worst.moves().count() + 1);
    println!(
        "inference there: {comparisons} comparisons (bound {}), {:.1} us",
        2 * (usize::from(MAX_MOVES) + 1),
        time * 1e6
    );
}
