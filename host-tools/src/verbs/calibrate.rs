//! `dohyo calibrate`: leads a builder through a calibration.

use super::reach::{AnyRing, RingArgs, failed, or_fail};
use super::{Outcome, complain};
use rules_core::wire::message::{Calibrate, Calibrating};
use std::io::{BufRead, Write};
use std::process::ExitCode;

/// Calibrate a board step by step.
///
/// Do what is asked for and press Enter; the ring measures for a second and
/// refuses what cannot be. `q` and Enter ends it and keeps what is in use.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Take the set before the one in use, instead.
    #[arg(long)]
    restore: bool,
    /// Which ring.
    #[command(flatten)]
    ring: RingArgs,
}

/// Leads through the steps; answers are read from standard input.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut client = or_fail!(args.ring.connect_live());
    if args.restore {
        or_fail!(client.calibrate(Calibrate::Restore));
        writeln!(out, "the set before is in use again")?;
        return Ok(ExitCode::SUCCESS);
    }
    guide(&mut client, &mut std::io::stdin().lock(), out)
}

fn guide(client: &mut AnyRing, people: &mut impl BufRead, out: &mut impl Write) -> Outcome {
    let mut state = or_fail!(client.calibrate(Calibrate::Start));
    while let Some(step) = state.wants {
        let Calibrating { done, steps, .. } = state;
        writeln!(
            out,
            "step {} of {steps}: {step}; then press Enter",
            done + 1
        )?;
        out.flush()?;
        let mut line = String::new();
        let read = people.read_line(&mut line)?;
        if read == 0 || line.trim() == "q" {
            or_fail!(client.calibrate(Calibrate::Cancel));
            return Ok(complain(
                "the calibration was ended before its last step: what was in use stays in use",
            ));
        }
        writeln!(out, "  measuring, hold still")?;
        out.flush()?;
        or_fail!(client.calibrate(Calibrate::Ready));
        state = match client.calibrating() {
            Ok(state) => state,
            Err(error) => {
                let _ = client.calibrate(Calibrate::Cancel);
                return Ok(failed(&error));
            }
        };
        match state.refused {
            Some(why) => writeln!(out, "  not taken: {why}")?,
            None => writeln!(out, "  taken")?,
        }
    }
    writeln!(
        out,
        "calibrated: the new set is in use and saved; `dohyo calibrate --restore` takes the old one"
    )?;
    Ok(ExitCode::SUCCESS)
}
