//! `dohyo bench`: measures the device on an emulated Pico, and the referee on the virtual
//! ring; builds rings by lot; loads a broker.

#[cfg(feature = "club")]
use super::bench_club;
use super::{VerbResult, bench_builds, bench_pushes, complain, remark};
use crate::emulator::memory_map::MemoryMap;
use crate::emulator::{CacheModel, ChipModel, bench, image};
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
    Memory(Memory),
    Builds(bench_builds::Builds),
    Pushes(bench_pushes::Args),
    #[cfg(feature = "club")]
    Club(bench_club::Args),
}

/// Measure sampling, load and latency of the real image on an emulated Pico.
///
/// Builds the image if needed. All times are device time, on a chip with a flash cache
/// and, for comparison, on one that never waits for its flash. Exits with 1 if a frame is
/// lost. Needs Node.
#[derive(Debug, clap::Args)]
struct Device {
    /// Number of rounds of four pushes: one of a match, three along the rim.
    #[arg(long, default_value_t = 4)]
    pushes: u64,
    /// Model of the flash cache.
    #[arg(long, value_enum, default_value_t = CacheModel::FourByte)]
    cache: CacheModel,
    /// Seed of the durations of flash writes and erases.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Measure this chip alone, without the ideal one beside it.
    #[arg(long)]
    alone: bool,
    /// One JSON object instead of the table.
    #[arg(long)]
    json: bool,
}

/// Print the RAM map of the real image: stack, variables, code, samples, free RAM.
///
/// Builds the image if needed.
#[derive(Debug, clap::Args)]
struct Memory {}

/// Measures the chosen part and prints its figures.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    match &args.what {
        BenchTarget::Device(device) => measure_device(device, out),
        BenchTarget::Memory(_) => print_memory(out),
        BenchTarget::Builds(builds) => bench_builds::run(builds, out),
        BenchTarget::Pushes(pushes) => bench_pushes::run(pushes, out),
        #[cfg(feature = "club")]
        BenchTarget::Club(club) => bench_club::run(club, out),
    }
}

fn print_memory(out: &mut impl Write) -> VerbResult {
    let image = match image::prepare() {
        Ok(image) => image,
        Err(trouble) => return Ok(complain(trouble)),
    };
    let map = std::fs::read(&image)
        .map_err(|why| why.to_string())
        .and_then(|file| MemoryMap::read(&file));
    match map {
        Ok(map) => write!(out, "{map}")?,
        Err(why) => return Ok(complain(format!("{}: {why}", image.display()))),
    }
    Ok(ExitCode::SUCCESS)
}

fn measure_device(device: &Device, out: &mut impl Write) -> VerbResult {
    let directory = std::env::temp_dir().join(format!("dohyo-bench-{}", std::process::id()));
    let chip = ChipModel {
        cache: device.cache,
        seed: device.seed,
    };
    let figures = image::prepare().and_then(|image| {
        bench::compare(&image, device.pushes.max(1), chip, device.alone, &directory)
    });
    // Nobody needs the dumps any more; what stays behind does no harm.
    let _ = std::fs::remove_dir_all(&directory);
    let figures = match figures {
        Ok(figures) => figures,
        Err(trouble) => return Ok(complain(trouble)),
    };
    if device.json {
        serde_json::to_writer_pretty(&mut *out, &figures)?;
        writeln!(out)?;
    } else {
        write!(out, "{figures}")?;
    }
    match figures.frames_lost() {
        0 => Ok(ExitCode::SUCCESS),
        lost => {
            remark(format!(
                "{lost} frames and scans were lost: the processor does not keep up with the sensors"
            ));
            Ok(ExitCode::FAILURE)
        }
    }
}
