//! `dohyo declare WORDS...`: declares an action to the referee.

use super::connect::{DeckArgs, RingArgs, names, or_fail, refused};
use super::{VerbResult, complain};
use host_core::table_event::play::parse_play;
use rules_core::referee::Session;
use std::io::Write;
use std::process::ExitCode;

/// Declare an action: a special move, the end of a turn, or one that no sensor saw.
///
/// In the words of the game: `dohyo declare end turn`, `dohyo declare move 1`,
/// in Abalone `dohyo declare a1b2`, in SUMOO `dohyo declare 3 N`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Action, in the words of the game.
    #[arg(required = true)]
    words: Vec<String>,
    /// Names of the players.
    #[command(flatten)]
    deck: DeckArgs,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Declares the action and waits for a touch if it needs one.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let cards = match args.deck.cards() {
        Ok(cards) => cards,
        Err(why) => return Ok(complain(why)),
    };
    let mut client = or_fail!(args.ring.connect_live());
    or_fail!(client.catch_up());
    let names = names(client.session(), &cards);
    let Some(game) = client.session().and_then(Session::game) else {
        return Ok(complain(
            "no match is running: start one with `dohyo setup`",
        ));
    };
    let words = args.words.join(" ");
    let play = match parse_play(game, &words) {
        Ok(play) => play,
        Err(error) => return Ok(complain(error.message)),
    };
    if let Err(error) = client.declare(play) {
        return Ok(refused(&error, &names));
    }
    writeln!(out, "declared: {words}")?;
    Ok(ExitCode::SUCCESS)
}
