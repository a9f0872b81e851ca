//! `dohyo configure`: sets board, dimensions, sound and brightness of a ring.

use super::connect::{RingArgs, or_fail};
use super::wiring::measured;
use super::{VerbResult, complain, one_of};
use rules_core::board::BoardId;
use rules_core::panel::Volume;
use rules_core::wire::message::{RestartMode, Settings};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Set board, dimensions, sound and brightness of a ring.
///
/// Options that are left out stay unchanged. The ring stores the settings; another
/// board takes effect after a restart, which this verb requests.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Board that the ring is built into.
    #[arg(long, value_name = "NAME", value_parser = super::board())]
    board: Option<BoardId>,
    /// Board file with the measures of your ring and pieces.
    #[arg(long, value_name = "FILE")]
    dimensions: Option<PathBuf>,
    /// Buzzer: on or muted.
    #[arg(long, value_name = "on|muted", value_parser = one_of(Volume::ALL.map(Volume::word), Volume::parse))]
    sound: Option<Volume>,
    /// Maximum LED brightness, 1 to 255.
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..))]
    brightness: Option<u8>,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Sends the settings and prints those now in use.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let dimensions = match args.dimensions.as_deref().map(measured) {
        None => None,
        Some(Ok(dimensions)) => Some(dimensions),
        Some(Err(why)) => return Ok(complain(why)),
    };
    let mut client = or_fail!(args.ring.connect_live());
    let before = or_fail!(client.info()).settings;
    let mut settings = before;
    if let Some(board) = args.board {
        settings.board = board;
    }
    if let Some(dimensions) = dimensions {
        settings.dimensions = dimensions;
    }
    if let Some(sound) = args.sound {
        settings.sound = sound;
    }
    if let Some(brightness) = args.brightness {
        settings.light.brightness = brightness;
    }
    if settings != before {
        or_fail!(client.configure(settings));
    }
    print(&settings, out)?;
    if settings.board != before.board {
        or_fail!(client.restart(RestartMode::Program));
        writeln!(out, "the ring restarts as a {}", settings.board)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print(settings: &Settings, out: &mut impl Write) -> std::io::Result<()> {
    let size = &settings.dimensions;
    writeln!(out, "board      {}", settings.board)?;
    writeln!(
        out,
        "measures   ring {}, discs {}, {} and {}",
        size.ring_side, size.diameters.0[0], size.diameters.0[1], size.diameters.0[2]
    )?;
    writeln!(out, "sound      {}", settings.sound)?;
    writeln!(out, "brightness {}", settings.light.brightness)
}
