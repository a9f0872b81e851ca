//! The image that gets flashed, on an emulated Pico.
//!
//! Needs Node; without it these tests say so and pass, but not in CI. A second of
//! device time takes several of ours, so the flash comes prepared: erased, with
//! settings saved.
//!
//! | file | concern |
//! |---|---|
//! | `twin` | the device beside a ring on the host that is given the same |
//! | `frames` | stack frames of the image's functions |
//! | `bare` | the bare-Pico check, wired and not |
//! | `electrical` | drive of the outputs, and pulses of the chains, as the profile says |
//! | `flashing` | `cargo run` in the folder of the firmware |
//! | `crashes` | crashes that the next run reports, health of the device |
//! | `hosts` | hosts that talk, that are deaf, that talk nonsense |
//! | `identity` | ids of the ring and its journal |
//! | `matches` | whole matches, and games on the grid boards |
//! | `memory` | memory map of the image, and the code that runs from RAM |
//! | `power` | hangs, restarts and cuts |
//! | `processor` | the harness's own instructions, against the emulator's |
//! | `profiles` | one image on all boards |
//! | `pushes` | frames of pushes: samples, lines, rates |
//! | `states` | colours of the strip |

mod bare;
mod crashes;
mod electrical;
#[cfg(unix)]
mod flashing;
mod frames;
mod hosts;
mod identity;
mod matches;
mod memory;
mod power;
mod processor;
mod profiles;
mod pushes;
mod states;
mod twin;

use host_tools::emulator::image;
use std::path::{Path, PathBuf};

/// Largest stack that the device may need, at boot and in play, in bytes.
const MAX_STACK: u32 = 24 * 1024;

/// The image, if it can be run here.
fn image() -> Option<&'static Path> {
    image::for_tests().expect("all that it takes to run it")
}

/// A directory for this test's files.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("emulator-{name}"));
    std::fs::create_dir_all(&directory).expect("a directory for files");
    directory
}
