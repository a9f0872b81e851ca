//! `dohyo challenge`: has the raw samples of a decision sent, and judges them anew.

use super::reach::{AnyRing, RingArgs, or_fail};
use super::{Outcome, complain, save};
use crate::client::Error;
use crate::proof::{draw, replay};
use rules_core::board::{Name, Profile};
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::calibration::migration::Misfit;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Fetch the raw samples around a decision, judge them anew, and draw them.
///
/// Without a line, lists the lines there is evidence for. Exit code 1 if the
/// samples do not come to the same again.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The line of the decision, as `dohyo why` names it.
    line: Option<u32>,
    /// Where the samples go.
    #[arg(long, value_name = "FILE", requires = "line")]
    out: Option<PathBuf>,
    /// Where a picture of them goes, as SVG.
    #[arg(long, value_name = "FILE", requires = "line")]
    picture: Option<PathBuf>,
    /// Which ring.
    #[command(flatten)]
    ring: RingArgs,
}

/// Fetches them.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut client = or_fail!(args.ring.connect_live());
    let lines = or_fail!(client.proofs());
    let Some(line) = args.line else {
        if lines.is_empty() {
            writeln!(
                out,
                "the ring keeps no evidence: nothing was judged since it started"
            )?;
        }
        for line in lines {
            writeln!(out, "line {line}")?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    if !lines.contains(&line) {
        return Ok(complain(format_args!(
            "there is no evidence for line {line}: `dohyo challenge` lists the lines there is some for"
        )));
    }
    let bytes = or_fail!(client.proof(line));
    writeln!(out, "line {line}: {} bytes of evidence", bytes.len())?;
    if let Some(path) = &args.out {
        if let Err(why) = save(path, &bytes) {
            return Ok(complain(why));
        }
        writeln!(out, "{}", path.display())?;
    }
    let calibration = or_fail!(calibration(&mut client));
    let calibration = match calibration {
        Ok(calibration) => calibration,
        Err(misfit) => return Ok(complain(misfit)),
    };
    let replayed = match replay(&bytes, &calibration) {
        Ok(replayed) => replayed,
        Err(flaw) => return Ok(complain(flaw)),
    };
    if let Some(path) = &args.picture {
        let drawn = draw(&bytes, &calibration).map_err(|flaw| flaw.to_string());
        if let Err(why) = drawn.and_then(|svg| save(path, svg)) {
            return Ok(complain(why));
        }
        writeln!(out, "{}", path.display())?;
    }
    if replayed.is_same() {
        writeln!(out, "judged anew: the same")?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "judged anew: NOT the same")?;
    Ok(ExitCode::FAILURE)
}

/// The calibration of the ring, without which its samples mean nothing.
pub(super) fn calibration(client: &mut AnyRing) -> Result<Result<Calibration, Misfit>, Error> {
    let board = client.hello().map_or(Name::Ring, |hello| hello.board);
    let stored = client.calibrated()?;
    Ok(stored.open(Profile::of(board)))
}
