//! What the fuzzers have found interesting, once more, and soup of our own.

use rules_core::rng::Rng;
use std::path::Path;

#[path = "../../fuzz/src/deframer.rs"]
mod deframer;
#[path = "../../fuzz/src/ring.rs"]
mod ring;

/// Runs every file of a corpus; says how many there are.
fn replay(name: &str, run: fn(&[u8])) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/corpus")
        .join(name);
    let files = std::fs::read_dir(&folder).expect("the corpus is there");
    files
        .map(|file| std::fs::read(file.expect("a file").path()).expect("readable"))
        .map(|data| run(&data))
        .count()
}

#[test]
fn the_corpus_of_the_deframer_still_passes() {
    assert!(replay("deframer", deframer::run) >= 10);
}

#[test]
fn the_corpus_of_the_ring_still_passes() {
    assert!(replay("ring", ring::run) >= 10);
}

#[test]
fn soup_by_lot_passes_through_the_ring() {
    for seed in 0..200 {
        let mut lots = Rng::new(seed);
        let soup: Vec<u8> = (0..2_000).map(|_| lots.below(256) as u8).collect();
        ring::run(&soup);
    }
}
