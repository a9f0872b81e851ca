//! `dohyo declare WORDS...`: tells the referee what happened.

use super::reach::{RingArgs, or_fail};
use super::{Outcome, complain};
use crate::wording;
use rules_core::referee::Session;
use std::io::Write;
use std::process::ExitCode;

/// Tell the referee what happened: a special move, the end of a turn, or what no
/// sensor saw.
///
/// In the words of the game: `dohyo declare end turn`, `dohyo declare move 1`,
/// in Abalone `dohyo declare a1b2`, in SUMOO `dohyo declare 3 N`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What happened.
    #[arg(required = true)]
    words: Vec<String>,
    /// Which ring.
    #[command(flatten)]
    ring: RingArgs,
}

/// Says it, and waits for a touch if it needs one.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut client = or_fail!(args.ring.connect_live());
    or_fail!(client.catch_up());
    let Some(game) = client.session().and_then(Session::game) else {
        return Ok(complain(
            "no match is running: begin one with `dohyo setup`",
        ));
    };
    let words = args.words.join(" ");
    let play = match wording::play(game, &words) {
        Ok(play) => play,
        Err(why) => return Ok(complain(why)),
    };
    or_fail!(client.declare(play));
    writeln!(out, "declared: {words}")?;
    Ok(ExitCode::SUCCESS)
}
