//! `dohyo flash`: copies the firmware to a board in boot-loader mode.

use super::{VerbResult, complain, uf2};
use crate::files::shown;
use ring_client::discovery::Candidate;
use ring_client::transport::serial::candidates;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Copy the firmware to a board in boot-loader mode and wait until it answers.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Image that `cargo fw` built [default: build it].
    #[arg(long, value_name = "FILE")]
    elf: Option<PathBuf>,
    /// Drive of the board [default: the one named RPI-RP2].
    #[arg(long, value_name = "DIRECTORY")]
    drive: Option<PathBuf>,
    /// Restart timeout, seconds.
    #[arg(long, default_value_t = 10)]
    patience: u64,
}

/// Name of the boot loader's drive.
const DRIVE: &str = "RPI-RP2";
const MARK: &str = "INFO_UF2.TXT";

/// Folders in which systems mount drives: directly, or in a folder per user.
const MOUNTS: [&str; 4] = ["/media", "/run/media", "/Volumes", "/mnt"];

/// Copies the image to the drive and waits until the ring answers.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let drive = args.drive.clone().or_else(find_drive);
    let Some(drive) = drive.filter(|drive| drive.join(MARK).is_file()) else {
        return Ok(complain(
            "no board in boot-loader mode is there: hold BOOTSEL while you plug it in, \
             or name its drive with --drive",
        ));
    };
    let image = match uf2::make(args.elf.as_deref()) {
        Ok(image) => image,
        Err(why) => return Ok(complain(why)),
    };
    if let Err(error) = std::fs::write(drive.join("dohyo.uf2"), &image) {
        let drive = shown(&drive);
        return Ok(complain(format_args!(
            "cannot write to {drive}: {error}; plug the board in again with BOOTSEL held"
        )));
    }
    writeln!(out, "{} bytes are on {}", image.len(), shown(&drive))?;
    match wait_for_port(Duration::from_secs(args.patience)) {
        Some(port) => writeln!(out, "the board is back at {port}")?,
        None => {
            return Ok(complain(format_args!(
                "the board did not come back within {} s: unplug it and plug it in again",
                args.patience
            )));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn find_drive() -> Option<PathBuf> {
    let entries = |directory: &Path| {
        let read = std::fs::read_dir(directory).into_iter().flatten();
        read.flatten().map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let is_drive = |path: &PathBuf| path.file_name() == Some(OsStr::new(DRIVE));
    let near = MOUNTS.iter().flat_map(|mount| entries(Path::new(mount)));
    let all = near.flat_map(|path| {
        let mut inside = entries(&path);
        inside.push(path);
        inside
    });
    all.into_iter().find(is_drive)
}

fn wait_for_port(patience: Duration) -> Option<String> {
    let began = Instant::now();
    while began.elapsed() < patience {
        if let Some(ring) = candidates().into_iter().find(Candidate::is_ring) {
            return Some(ring.port);
        }
        sleep(Duration::from_millis(100));
    }
    None
}
