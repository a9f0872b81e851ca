//! The harness executes most instructions by itself, because the emulator is slow
//! at it: both must do the same.

use crate::image;
use host_tools::emulator::image::harness;
use std::process::Command;

#[test]
fn instructions_do_what_the_emulator_says() {
    if image().is_none() {
        return;
    }
    let check = harness().join("check/thumb.mjs");
    let run = Command::new("node").arg(check).output().expect("a run");
    let said = String::from_utf8_lossy(&run.stdout);
    println!("{said}");
    assert!(run.status.success(), "{said}");
}
