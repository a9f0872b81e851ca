//! `dohyo answer CHOICE`: answers the open question.

use super::reach::{RingArgs, or_fail};
use super::{Outcome, complain};
use crate::wording;
use rules_core::referee::Session;
use std::io::Write;
use std::process::ExitCode;

/// Answer the open question; without an answer, show it.
///
/// Needs a touch on the ring: only people at the table change results.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The number of an answer in the list, or its words.
    choice: Vec<String>,
    /// Which ring.
    #[command(flatten)]
    ring: RingArgs,
}

/// Answers, and waits for the touch.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut client = or_fail!(args.ring.connect_live());
    or_fail!(client.catch_up());
    let Some(question) = client.session().and_then(Session::question) else {
        return Ok(complain(
            "no question is open: see with `dohyo status` what is waited for",
        ));
    };
    if args.choice.is_empty() {
        writeln!(
            out,
            "question {}: {} ({})?",
            question.number, question.about.seen, question.doubt
        )?;
        for (n, choice) in (1..).zip(&question.choices) {
            writeln!(out, "  {n} {choice}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let number = question.number;
    let choice = match wording::choice(question, &args.choice.join(" ")) {
        Ok(choice) => choice,
        Err(why) => return Ok(complain(why)),
    };
    or_fail!(client.answer(number, choice));
    writeln!(out, "answered: {choice}")?;
    Ok(ExitCode::SUCCESS)
}
