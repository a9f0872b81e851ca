//! `dohyo bench`: measures the device on an emulated Pico.

use super::{VerbResult, complain};
use crate::emulator::{bench, image};
use std::io::Write;
use std::process::ExitCode;

/// Measure a part and print its figures.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: BenchTarget,
}

#[derive(Debug, clap::Subcommand)]
enum BenchTarget {
    Device(Device),
}

/// Measure sampling, load and latency of the real image on an emulated Pico.
///
/// Builds the image if needed. All times are device time. Needs Node.
#[derive(Debug, clap::Args)]
struct Device {
    /// Number of rounds of four pushes: one of a match, three along the rim.
    #[arg(long, default_value_t = 4)]
    pushes: u64,
    /// One JSON object instead of the table.
    #[arg(long)]
    json: bool,
}

/// Measures the chosen part and prints its figures.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let BenchTarget::Device(device) = &args.what;
    let directory = std::env::temp_dir().join(format!("dohyo-bench-{}", std::process::id()));
    let figures =
        image::prepare().and_then(|image| bench::measure(&image, device.pushes.max(1), &directory));
    // Nobody needs the dumps any more; what stays behind does no harm.
    let _ = std::fs::remove_dir_all(&directory);
    match figures {
        Ok(figures) if device.json => {
            serde_json::to_writer_pretty(&mut *out, &figures)?;
            writeln!(out)?;
        }
        Ok(figures) => write!(out, "{figures}")?,
        Err(trouble) => return Ok(complain(trouble)),
    }
    Ok(ExitCode::SUCCESS)
}
