//! `dohyo identify PLACE`: blinks an LED position on the ring.

use super::connect::{RingArgs, or_fail};
use super::{VerbResult, complain};
use rules_core::lights::Spot;
use rules_core::place::{Edge, Post};
use std::io::Write;
use std::process::ExitCode;

/// Blink an LED position on the ring.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Post (1 to 4), edge (north, east, south, west), or `cell N`.
    #[arg(default_value = "1")]
    place: Vec<String>,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Blinks the LED position.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let words: Vec<&str> = args.place.iter().map(String::as_str).collect();
    let name = words.join(" ");
    let Some(spot) = spot(&words) else {
        return Ok(complain(format_args!(
            "\"{name}\" is not a place: give a post (1 to 4), an edge (north, east, south, west) or cell N"
        )));
    };
    let mut client = or_fail!(args.ring.connect_live());
    or_fail!(client.identify(spot));
    writeln!(out, "blinking: {name}")?;
    Ok(ExitCode::SUCCESS)
}

fn spot(words: &[&str]) -> Option<Spot> {
    match words {
        [word] => Post::parse(word)
            .map(Spot::Post)
            .or_else(|| Edge::parse(word).map(Spot::Edge)),
        ["cell", number] => {
            let number: u8 = number.parse().ok()?;
            number.checked_sub(1).map(Spot::Cell)
        }
        _ => None,
    }
}
