//! Figures of evidence: `cargo bench -p dohyo-tests --bench proof [scenes]`. How
//! many decisions are replayed to the same, how large they are, how many are
//! kept, and what a frame costs.

use dohyo_tests::proof_play::{Share, Witness, witness};
use host_tools::virtual_ring::scenes;
use host_tools::virtual_ring::sensors::{Level, Noise};
use rules_core::board::{Name, Profile};
use rules_core::proof::Proofs;
use std::collections::BTreeMap;

fn main() {
    let asked = std::env::args().skip(1).find_map(|it| it.parse().ok());
    let rounds: u64 = asked.unwrap_or(4);
    println!("memory: {} bytes", size_of::<Proofs>());
    let ring = Profile::of(Name::Ring);
    let mut shares = BTreeMap::<&str, Share>::new();
    let mut fewest = usize::MAX;
    for seed in 0..rounds {
        let each = scenes::ALL.iter().filter(|it| it.0 != "idle");
        let scenes = each.map(|(_, make)| make(seed));
        let noise = Noise::of(Level::Nominal);
        let it: Witness = witness(ring, noise, &[], seed, scenes);
        fewest = fewest.min(it.fewest);
        for (said, replayed) in it.differ.iter().take(3) {
            println!("differs: {said:?}\n     as: {replayed:?}");
        }
        for (kind, share) in it.shares {
            let sum = shares.entry(kind).or_default();
            sum.same += share.same;
            sum.other += share.other;
            sum.cut += share.cut;
            sum.bytes.extend(share.bytes);
            sum.memory.extend(share.memory);
        }
        if it.proofs.unkept() > 0 {
            println!("not kept: {}", it.proofs.unkept());
        }
    }
    for (kind, mut share) in shares {
        share.bytes.sort_unstable();
        share.memory.sort_unstable();
        let memory = share.memory[share.memory.len() / 2];
        let at = |part: usize| share.bytes[(share.bytes.len() - 1) * part / 100];
        println!(
            "{kind}: {} same, {} other, {} begin late; bytes p50 {} (memory {memory}), p99 {}, most {}",
            share.same,
            share.other,
            share.cut,
            at(50),
            at(99),
            at(100),
        );
    }
    println!("decisions kept, at the least: {fewest}");
}
