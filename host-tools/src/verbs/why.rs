//! `dohyo why [N]`: why something was ruled.

use super::challenge::calibration;
use super::reach::{AnyRing, RingArgs, or_fail};
use super::{Outcome, complain, save};
use crate::proof::draw;
use crate::wording;
use rules_core::referee::Session;
use rules_core::referee::why::{Ground, Passed, Why};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Say why something was ruled: the clause, what was seen with its margin, and
/// the policy that let it pass.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Which judgement, counted from the last one.
    #[arg(default_value_t = 1)]
    nth: usize,
    /// Where a picture of the raw samples goes, as SVG.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Which ring.
    #[command(flatten)]
    ring: RingArgs,
}

/// Prints it.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut client = or_fail!(args.ring.connect());
    or_fail!(client.catch_up());
    let Some(why) = client.session().map(Session::why) else {
        return Ok(complain(
            "no match is running: begin one with `dohyo setup`",
        ));
    };
    let known = why.grounds().count();
    let ground = args.nth.checked_sub(1).and_then(|n| why.grounds().nth(n));
    let line = match ground {
        Some(ground) => {
            tell(why, ground, out)?;
            ground.seq
        }
        None if known == 0 => {
            return Ok(complain("nothing has been judged yet: play first"));
        }
        None => {
            return Ok(complain(format_args!(
                "only the last {known} judgements are remembered: give a number from 1 to {known}"
            )));
        }
    };
    match &args.picture {
        Some(path) => draw_line(&mut client, line, path, out),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Draws the samples a judgement rests on.
fn draw_line(client: &mut AnyRing, line: u32, path: &Path, out: &mut impl Write) -> Outcome {
    if !or_fail!(client.proofs()).contains(&line) {
        return Ok(complain(format_args!(
            "there is no evidence for line {line}: people said it, or the ring has kept newer decisions since"
        )));
    }
    let bytes = or_fail!(client.proof(line));
    let drawn = match or_fail!(calibration(client)) {
        Ok(calibration) => draw(&bytes, &calibration).map_err(|flaw| flaw.to_string()),
        Err(misfit) => return Ok(complain(misfit)),
    };
    if let Err(why) = drawn.and_then(|svg| save(path, svg)) {
        return Ok(complain(why));
    }
    writeln!(out, "{}", path.display())?;
    Ok(ExitCode::SUCCESS)
}

fn tell(why: &Why, ground: &Ground, out: &mut impl Write) -> std::io::Result<()> {
    let evidence = &ground.evidence;
    for ruled in why.rulings(ground.seq) {
        let clause = ruled.clause();
        writeln!(out, "{ruled}")?;
        writeln!(out, "  {clause}: {}", clause.sentence())?;
        if let Some(reading) = clause.reading() {
            writeln!(out, "  read here as: {reading}")?;
        }
    }
    writeln!(
        out,
        "line {}: {} at {}, {}",
        ground.seq,
        evidence.seen,
        wording::clock(evidence.at),
        wording::odds(evidence.certainty)
    )?;
    match ground.passed {
        Passed::By(policy) => writeln!(out, "passed by the policy: {policy}"),
        Passed::People => writeln!(out, "passed because people said so"),
    }
}
