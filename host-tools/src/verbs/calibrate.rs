//! `dohyo calibrate`: guides a builder through a calibration.

use super::connect::{AnyRing, RingArgs, failed, or_fail};
use super::doctor::place;
use super::rod_stroke::{self, StrokeResult};
use super::{VerbResult, complain};
use ring_client::{ClientUpdate, Error};
use rules_core::board::hall::OVERSAMPLE;
use rules_core::board::{BoardId, Profile};
use rules_core::sensing::sensor::Sensor;
use rules_core::wire::RingMessage;
use rules_core::wire::message::{CalibrationCommand, CalibrationStatus, Streams, WatchStream};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Duration;

/// Calibrate a board step by step.
///
/// Follow each instruction and press Enter; the ring measures for a second and
/// refuses implausible readings. `q` and Enter ends the calibration and keeps the
/// one in use. On a board with beams a rod drawn along each side then shows whether every
/// beam goes dark.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Previous calibration instead of a new one.
    #[arg(long)]
    restore: bool,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Guides a person through the steps; answers are read from standard input.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let mut client = or_fail!(args.ring.connect_live());
    if args.restore {
        or_fail!(client.calibrate(CalibrationCommand::Restore));
        writeln!(out, "the set before is in use again")?;
        return Ok(ExitCode::SUCCESS);
    }
    let people = rod_stroke::typed_lines();
    let ended = guide(&mut client, &people, out)?;
    if ended != ExitCode::SUCCESS {
        return Ok(ended);
    }
    check_beams(&mut client, &people, out)
}

/// Checks with a rod that every beam goes dark, after a calibration; on a board without
/// beams, nothing is left to do.
fn check_beams(
    client: &mut AnyRing,
    people: &Receiver<String>,
    out: &mut impl Write,
) -> VerbResult {
    let settings = or_fail!(client.info()).settings;
    let profile = Profile::of(settings.board);
    let Some(curtain) = &profile.curtain else {
        return Ok(ExitCode::SUCCESS);
    };
    match or_fail!(rod_stroke::run(client, profile, people, out)?) {
        StrokeResult::Skipped => {
            writeln!(
                out,
                "not checked: whether every beam goes dark; `dohyo doctor --rod` does it"
            )?;
        }
        StrokeResult::Lit(lit) if lit.is_empty() => writeln!(out, "every beam goes dark")?,
        StrokeResult::Lit(lit) => {
            let place = |sensor: &Sensor| place(sensor, profile, &settings.dimensions);
            rod_stroke::print_lit(&lit, curtain, place, out)?;
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn guide(client: &mut AnyRing, people: &Receiver<String>, out: &mut impl Write) -> VerbResult {
    let mut state = or_fail!(client.calibrate(CalibrationCommand::Start));
    while let Some(step) = state.wants {
        let CalibrationStatus { done, steps, .. } = state;
        writeln!(
            out,
            "step {} of {steps}: {step}; then press Enter",
            done + 1
        )?;
        out.flush()?;
        let line = or_fail!(await_person(client, people, out)?);
        if line.is_none_or(|line| line.trim() == "q") {
            or_fail!(client.calibrate(CalibrationCommand::Cancel));
            return Ok(complain(
                "the calibration was ended before its last step: what was in use stays in use",
            ));
        }
        writeln!(out, "  measuring, hold still")?;
        out.flush()?;
        or_fail!(client.calibrate(CalibrationCommand::Ready));
        state = match client.calibrating() {
            Ok(state) => state,
            Err(error) => {
                let _ = client.calibrate(CalibrationCommand::Cancel);
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

/// Waits for a line from the person; `None` if the input has ended. At a terminal a bar
/// shows meanwhile which sensor has changed most, and by how much.
fn await_person(
    client: &mut AnyRing,
    people: &Receiver<String>,
    out: &mut impl Write,
) -> std::io::Result<Result<Option<String>, Error>> {
    let live = std::io::stdout().is_terminal();
    if live && let Err(error) = client.watch(Streams::of(WatchStream::Hall)) {
        return Ok(Err(error));
    }
    let board = client.hello().map_or(BoardId::Ring, |hello| hello.board);
    let mut before: Option<Vec<u16>> = None;
    loop {
        match people.try_recv() {
            Ok(line) => return Ok(client.watch(Streams::EMPTY).map(|()| Some(line))),
            Err(TryRecvError::Disconnected) => return Ok(Ok(None)),
            Err(TryRecvError::Empty) => {}
        }
        match client.next(Duration::from_millis(100)) {
            Ok(Some(ClientUpdate::Message(message))) => {
                if let RingMessage::Hall { sums, .. } = *message {
                    let before = before.get_or_insert_with(|| sums.to_vec());
                    write!(out, "\r  {:<70}", bar(Profile::of(board), before, &sums))?;
                    out.flush()?;
                }
            }
            Ok(_) => {}
            Err(error) => return Ok(Err(error)),
        }
    }
}

/// Returns the channel that has changed most, in words and as a bar of 20 characters.
fn bar(profile: &Profile, before: &[u16], now: &[u16]) -> String {
    let changes = before
        .iter()
        .zip(now)
        .map(|(before, now)| (i32::from(*now) - i32::from(*before)) / i32::from(OVERSAMPLE));
    let most = (0_usize..).zip(changes).max_by_key(|change| change.1.abs());
    let (channel, steps) = most.unwrap_or((0, 0));
    let role = profile
        .hall
        .channels
        .get(channel)
        .and_then(|channel| channel.role());
    let name = role.map_or_else(|| format!("channel {channel}"), |role| role.to_string());
    // A strong marker makes about 1,000 steps.
    let length = usize::try_from(steps.unsigned_abs() / 50)
        .unwrap_or(20)
        .min(20);
    format!("[{:<20}] {steps:+5} steps at {name}", "#".repeat(length))
}

#[cfg(test)]
mod tests {
    use super::bar;
    use rules_core::board::{BoardId, Profile};

    #[test]
    fn the_bar_shows_who_feels_most() {
        let ring = Profile::of(BoardId::Ring);
        let (before, mut now) = (vec![8_000; 69], vec![8_000; 69]);
        now[4] = 8_000 + 4 * 225;
        let shown = bar(ring, &before, &now);
        assert!(
            shown.starts_with("[####                ]  +225 steps at "),
            "{shown}"
        );
        now[4] = 0;
        assert!(bar(ring, &before, &now).starts_with("[####################] -2000"));
    }
}
