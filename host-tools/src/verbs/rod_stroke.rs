//! Rod stroke of `dohyo doctor --rod` and `dohyo calibrate`: a person draws a rod along
//! each side, and every beam must go dark in its turn.
//!
//! A clear beam that is lit looks the same whoever lights it. Only a blocked one that stays
//! lit shows that light of other emitters reaches its detector.

use super::connect::AnyRing;
use host_core::rod_stroke::lit_beams;
use ring_client::Error;
use rules_core::board::Profile;
use rules_core::board::curtain::Curtain;
use rules_core::place::Edge;
use rules_core::sensing::sensor::Sensor;
use rules_core::wire::message::StrokeCommand;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::Duration;

/// Time between two looks at the beams that have gone dark.
const INTERVAL: Duration = Duration::from_millis(200);

/// Result of a rod stroke.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum StrokeResult {
    /// The person ended the stroke with `q`, or the input ended.
    Skipped,
    /// Beams that never went dark, in the order of sides and planes.
    Lit(Vec<Sensor>),
}

/// Returns the lines that a person types, read on a thread of their own.
pub(super) fn typed_lines() -> Receiver<String> {
    let (sender, people) = mpsc::channel();
    thread::spawn(move || {
        for line in io::stdin().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    people
}

/// Asks for the stroke and waits until the person has drawn the rod. At a terminal a line
/// counts the beams meanwhile.
pub(super) fn run(
    client: &mut AnyRing,
    profile: &Profile,
    people: &Receiver<String>,
    out: &mut impl Write,
) -> io::Result<Result<StrokeResult, Error>> {
    let Some(curtain) = &profile.curtain else {
        return Ok(Ok(StrokeResult::Lit(Vec::new())));
    };
    if let Err(error) = client.stroke(StrokeCommand::Start) {
        return Ok(Err(error));
    }
    writeln!(
        out,
        "draw a rod of 4 mm slowly along each side, upright and through both planes of \
         beams; then press Enter, or q and Enter to leave it out"
    )?;
    out.flush()?;
    let live = io::stdout().is_terminal();
    let line = loop {
        match people.try_recv() {
            Ok(line) => break Some(line),
            Err(TryRecvError::Disconnected) => break None,
            Err(TryRecvError::Empty) => thread::sleep(INTERVAL),
        }
        let seen = match client.stroke(StrokeCommand::Report) {
            Ok(seen) => seen,
            Err(error) => return Ok(Err(error)),
        };
        if live {
            let missing = lit_beams(curtain, &seen).len();
            let all = usize::from(curtain.beams());
            write!(
                out,
                "\r  {:3} of {all} beams have gone dark ",
                all - missing
            )?;
            out.flush()?;
        }
    };
    if live {
        writeln!(out)?;
    }
    Ok(client.stroke(StrokeCommand::Finish).map(|seen| {
        if line.is_none_or(|line| line.trim() == "q") {
            return StrokeResult::Skipped;
        }
        StrokeResult::Lit(lit_beams(curtain, &seen))
    }))
}

/// Prints the beams that never went dark, each with its position and a remedy. A side on
/// which none went dark gets one sentence.
pub(super) fn print_lit(
    lit: &[Sensor],
    curtain: &Curtain,
    place: impl Fn(&Sensor) -> String,
    out: &mut impl Write,
) -> io::Result<()> {
    for edge in Edge::ALL {
        let of_side: Vec<&Sensor> = lit
            .iter()
            .filter(|sensor| matches!(sensor, Sensor::Beam(side, ..) if *side == edge))
            .collect();
        let all: u8 = curtain.rows.0.iter().sum();
        if of_side.len() == usize::from(all) {
            writeln!(out, "{edge} side: no beam went dark")?;
            writeln!(
                out,
                "  check: the rod was not drawn along it, or the side is unplugged"
            )?;
            continue;
        }
        for sensor in of_side {
            writeln!(out, "{sensor}: lit behind the rod")?;
            writeln!(out, "  where: {}", place(sensor))?;
            writeln!(
                out,
                "  check: its bores, which must be matt and in line; then its detector, which \
                 may be of a brighter bin, or shorted"
            )?;
        }
    }
    Ok(())
}
