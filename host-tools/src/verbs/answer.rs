//! `dohyo answer CHOICE`: answers the open question.

use super::connect::{DeckArgs, RingArgs, names, or_fail, refused};
use super::{VerbResult, complain};
use host_core::answers::{choice, numbered};
use host_core::sentences::Phrasebook;
use rules_core::referee::{AnyGame, Session};
use std::io::Write;
use std::process::ExitCode;

/// Answer the open question, or show it.
///
/// Needs a touch on the ring: only people at the table change results.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Number of an answer in the list, or its words; without it, the question is shown.
    choice: Vec<String>,
    /// Names of the players.
    #[command(flatten)]
    deck: DeckArgs,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Sends the answer and waits for the touch, or prints the open question.
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
    let session = client.session();
    let Some(question) = session.and_then(Session::question) else {
        return Ok(complain(
            "no question is open: `dohyo status` shows what the ring waits for",
        ));
    };
    let names = names(session, &cards);
    let book = Phrasebook::english(&names);
    let answers = book.choices(question);
    if args.choice.is_empty() {
        let seat = session.and_then(Session::game).map(AnyGame::turn);
        let asked = book.question(question, seat);
        writeln!(out, "question {}: {asked}", question.number)?;
        for answer in numbered(&answers) {
            writeln!(out, "  {answer}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let number = question.number;
    let choice = match choice(question, &answers, &args.choice.join(" ")) {
        Ok(choice) => choice,
        Err(why) => return Ok(complain(why)),
    };
    let answer = book.choice(&choice);
    if let Err(error) = client.answer(number, choice) {
        return Ok(refused(&error, &names));
    }
    writeln!(out, "answered: {answer}")?;
    Ok(ExitCode::SUCCESS)
}
