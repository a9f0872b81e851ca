//! `dohyo uf2`: writes the firmware as a file for the boot loader.

use super::{VerbResult, complain, save};
use crate::emulator::image;
use crate::files::shown;
use crate::uf2;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write the firmware as a UF2 file.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Image that `cargo fw` built [default: build it].
    #[arg(long, value_name = "FILE")]
    elf: Option<PathBuf>,
    /// Output file.
    #[arg(short, long, value_name = "FILE", default_value = "dohyo.uf2")]
    output: PathBuf,
}

/// Writes the file.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let uf2 = match make(args.elf.as_deref()) {
        Ok(uf2) => uf2,
        Err(why) => return Ok(complain(why)),
    };
    if let Err(why) = save(&args.output, &uf2) {
        return Ok(complain(why));
    }
    writeln!(
        out,
        "{}: {} bytes; hold BOOTSEL, plug the board in, and copy it to the drive RPI-RP2",
        shown(&args.output),
        uf2.len()
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the firmware as UF2, from this image or from one built now; the error is a
/// sentence with a remedy.
pub(super) fn make(elf: Option<&Path>) -> Result<Vec<u8>, String> {
    let elf = match elf {
        Some(elf) => elf.to_owned(),
        None => image::build().map_err(|trouble| trouble.to_string())?,
    };
    let file = shown(&elf);
    let bytes = std::fs::read(&elf)
        .map_err(|error| format!("cannot read {file}: {error}; build it with `cargo fw`"))?;
    uf2::from_elf(&bytes).map_err(|why| format!("{file} cannot be flashed: {why}"))
}
