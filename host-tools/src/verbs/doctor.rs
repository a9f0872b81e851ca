//! `dohyo doctor`: lists every faulty sensor with its position and a remedy.

use super::connect::{RingArgs, or_fail};
use super::rod_stroke::{self, StrokeResult};
use super::{VerbResult, complain};
use host_core::sentences::Language;
use host_core::sentences::builder::{remedy, sensor_place};
use rules_core::board::{Dimensions, Profile};
use rules_core::sensing::sensor::Sensor;
use rules_core::wire::message::StorageStatus;
use std::io::Write;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

/// List every faulty sensor with its position and a remedy.
///
/// Exit code 1 if there is any. With `--rod` a person draws a rod along each side, and
/// beams that stay lit behind it are listed as well: light of other emitters reaches them.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Observation time, seconds.
    #[arg(long, default_value_t = 2)]
    seconds: u64,
    /// Check with a rod of 4 mm that every beam goes dark; not during a match.
    #[arg(long)]
    rod: bool,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Prints a line for each faulty sensor.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let mut client = or_fail!(args.ring.connect());
    let info = or_fail!(client.info());
    or_fail!(client.health());
    if !client.is_over() {
        thread::sleep(Duration::from_secs(args.seconds));
    }
    let reported = or_fail!(client.health());
    let profile = Profile::of(info.settings.board);
    let dimensions = &info.settings.dimensions;
    for (sensor, fault) in &reported {
        writeln!(out, "{sensor}: {fault}")?;
        writeln!(out, "  where: {}", place(sensor, profile, dimensions))?;
        writeln!(out, "  check: {}", remedy(*fault, Language::English))?;
    }
    if info.storage == StorageStatus::Broken {
        writeln!(out, "flash: broken")?;
        writeln!(
            out,
            "  check: matches or settings do not outlive the power; use another board"
        )?;
    }
    let mut ill = reported.len() + usize::from(info.storage == StorageStatus::Broken);
    if args.rod {
        let Some(curtain) = &profile.curtain else {
            return Ok(complain("this board has no beams; leave out --rod"));
        };
        let people = rod_stroke::typed_lines();
        match or_fail!(rod_stroke::run(&mut client, profile, &people, out)?) {
            StrokeResult::Skipped => {
                return Ok(complain(
                    "the rod stroke was left out: whether every beam goes dark is not known",
                ));
            }
            StrokeResult::Lit(lit) => {
                let place = |sensor: &Sensor| place(sensor, profile, dimensions);
                rod_stroke::print_lit(&lit, curtain, place, out)?;
                ill += lit.len();
            }
        }
    }
    match ill {
        0 => writeln!(out, "all sensors work")?,
        1 => writeln!(out, "1 fault")?,
        n => writeln!(out, "{n} faults")?,
    }
    Ok(if ill == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Returns the position of a sensor in words, for a person with a ruler.
pub(super) fn place(sensor: &Sensor, profile: &Profile, dimensions: &Dimensions) -> String {
    sensor_place(sensor, profile, dimensions, Language::English)
}
