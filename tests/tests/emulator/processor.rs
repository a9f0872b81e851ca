//! The harness adds to the emulator what it lacks, and executes most instructions by
//! itself, because the emulator is slow at it. Each script of `tests/emulator/check`
//! compares one part with the emulator or with the data sheet.

use crate::image;
use host_tools::emulator::image::harness;
use std::process::Command;

/// Runs a script of the harness, which fails if something differs.
fn check(script: &str) {
    if image().is_none() {
        return;
    }
    let check = harness().join("check").join(script);
    let run = Command::new("node").arg(check).output().expect("a run");
    let said = String::from_utf8_lossy(&run.stdout);
    println!("{said}");
    assert!(run.status.success(), "{said}");
}

#[test]
fn instructions_do_what_the_emulator_says() {
    check("thumb.mjs");
}

#[test]
fn the_flash_cache_costs_what_its_models_say() {
    check("cache.mjs");
}

#[test]
fn accesses_to_nothing_are_faults() {
    check("faults.mjs");
}
