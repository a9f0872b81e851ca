//! Hands the linker its scripts: the memory map of the board, and those of the
//! runtime, the chip and the log.

use std::path::PathBuf;
use std::{env, fs, io};

/// The memory map, at the root of the repository.
const MEMORY: &str = "../memory.x";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={MEMORY}");
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("none") {
        println!("cargo::error=the firmware runs on the Pico only; build it with `cargo fw`");
        return Ok(());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::copy(MEMORY, out.join("memory.x"))?;
    println!("cargo::rustc-link-search={}", out.display());
    for argument in [
        // Sections follow each other closely; the chip has no pages.
        "--nmagic",
        "-Tlink.x",
        "-Tlink-rp.x",
        "-Tdefmt.x",
    ] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    Ok(())
}
