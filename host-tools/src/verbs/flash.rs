//! `dohyo flash`: asks a ring to enter its boot loader, and copies the firmware to it.

use super::connect::{AnyRing, asked_to_touch, failed};
use super::{VerbResult, complain, uf2};
use crate::files::shown;
use ring_client::transport::serial::candidates;
use ring_client::{Address, Client, Error, LinkError};
use rules_core::wire::message::RestartMode;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Copy the firmware to a board and wait until it answers.
///
/// A running ring is asked to enter its boot loader, which a press of Confirm allows. A
/// board without firmware enters it if BOOTSEL is held while it is plugged in.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Image that `cargo fw` built [default: build it].
    #[arg(long, value_name = "FILE")]
    elf: Option<PathBuf>,
    /// Drive of the board [default: the one named RPI-RP2].
    #[arg(long, value_name = "DIRECTORY")]
    drive: Option<PathBuf>,
    /// Address of the running ring [default: any].
    #[arg(long, value_name = "ADDRESS")]
    ring: Option<String>,
    /// Restart timeout, seconds.
    #[arg(long, default_value_t = 10)]
    patience: u64,
}

/// Name of the boot loader's drive.
const DRIVE: &str = "RPI-RP2";
const MARK: &str = "INFO_UF2.TXT";

/// Folders in which systems mount drives: directly, or in a folder per user.
const MOUNTS: [&str; 4] = ["/media", "/run/media", "/Volumes", "/mnt"];

/// Interval between two looks for a drive or a port.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Board that takes new firmware.
enum Board {
    /// In boot-loader mode, with this drive.
    Drive(PathBuf),
    /// Running, and to be asked.
    Ring(Box<AnyRing>),
}

/// Copies the image to the drive and waits until the ring answers.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let board = match find_board(args) {
        Ok(board) => board,
        Err(code) => return Ok(code),
    };
    // Before the ring enters its boot loader, in which it is of no use to anybody.
    let image = match uf2::make(args.elf.as_deref()) {
        Ok(image) => image,
        Err(why) => return Ok(complain(why)),
    };
    let drive = match board {
        Board::Drive(drive) => drive,
        Board::Ring(ring) => match enter_boot_loader(*ring, args) {
            Ok(drive) => drive,
            Err(code) => return Ok(code),
        },
    };
    if let Err(error) = std::fs::write(drive.join("dohyo.uf2"), &image) {
        let drive = shown(&drive);
        return Ok(complain(format_args!(
            "cannot write to {drive}: {error}; plug the board in again with BOOTSEL held"
        )));
    }
    writeln!(out, "{} bytes are on {}", image.len(), shown(&drive))?;
    let patience = Duration::from_secs(args.patience);
    match wait_for(patience, || find_ring(args)) {
        Some(place) => writeln!(out, "the board is back at {place}")?,
        None => {
            return Ok(complain(format_args!(
                "the board did not come back within {} s: unplug it and plug it in again",
                args.patience
            )));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the drive of a board in boot-loader mode; `None` if there is none.
fn ready_drive(args: &Args) -> Option<PathBuf> {
    let drive = args.drive.clone().or_else(find_drive);
    drive.filter(|drive| drive.join(MARK).is_file())
}

/// Returns the board in boot-loader mode, or else the running ring. Otherwise says what is
/// missing, and returns the exit code.
fn find_board(args: &Args) -> Result<Board, ExitCode> {
    if let Some(drive) = ready_drive(args) {
        return Ok(Board::Drive(drive));
    }
    match connect(args.ring.as_deref()) {
        Ok(client) => Ok(Board::Ring(Box::new(client))),
        Err(Error::Link {
            fault: LinkError::NoRing,
            ..
        }) => Err(complain(
            "no board in boot-loader mode and no running ring is there: hold BOOTSEL while you \
             plug it in, or name its drive with --drive",
        )),
        Err(error) => Err(failed(&error)),
    }
}

/// Asks the running ring to enter its boot loader, and waits for the drive. Otherwise
/// says what is missing, and returns the exit code.
fn enter_boot_loader(mut ring: AnyRing, args: &Args) -> Result<PathBuf, ExitCode> {
    if let Err(error) = ring.restart(RestartMode::BootLoader) {
        return Err(failed(&error));
    }
    drop(ring);
    let drive = wait_for(Duration::from_secs(args.patience), || ready_drive(args));
    drive.ok_or_else(|| {
        complain(format_args!(
            "the ring has left, but its drive {DRIVE} did not appear within {} s: mount it, or \
             name its folder with --drive, and repeat the command",
            args.patience
        ))
    })
}

fn connect(ring: Option<&str>) -> Result<AnyRing, Error> {
    let address = ring.map_or(Ok(Address::Any), Address::parse)?;
    let mut client = Client::connect(address.open()?)?;
    client.on_touch(asked_to_touch);
    Ok(client)
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

/// Returns the place of the ring that is back; `None` if none is.
fn find_ring(args: &Args) -> Option<String> {
    match &args.ring {
        Some(ring) => connect(Some(ring)).ok().map(|_| ring.clone()),
        None => {
            let ring = candidates().into_iter().find(|port| port.is_ring());
            ring.map(|ring| ring.port)
        }
    }
}

fn wait_for<T>(patience: Duration, look: impl Fn() -> Option<T>) -> Option<T> {
    let began = Instant::now();
    while began.elapsed() < patience {
        if let Some(found) = look() {
            return Some(found);
        }
        sleep(POLL_INTERVAL);
    }
    None
}
