//! Output of `dohyo evening show`.

use super::{VerbResult, complain, remark};
use crate::evening::event_file::{EventFile, TORN};
use crate::files::shown;
use host_core::evening::pairing::{DecidedBy, PairingState};
use host_core::evening::{Evening, hall};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Prints rounds and pairings of an evening, or the contents of the hall's page.
///
/// # Errors
/// If `out` cannot be written to.
pub fn show(events: &Path, json: bool, out: &mut impl Write) -> VerbResult {
    let evening = match EventFile::open(events) {
        Ok((file, is_torn)) => {
            if is_torn {
                remark(format_args!("{}: {TORN}", shown(events)));
            }
            file.evening().clone()
        }
        Err(why) => return Ok(complain(why)),
    };
    if json {
        writeln!(out, "{}", hall::contents(&evening, &BTreeMap::new()))?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{}", evening.plan().name)?;
    for (number, round) in (1..).zip(evening.rounds()) {
        writeln!(out, "round {number}")?;
        for pairing in round {
            let table = match pairing.table.as_str() {
                "" => "no table",
                table => table,
            };
            let players = pairing.players.join(" - ");
            writeln!(
                out,
                "  {table}: {players}, {}",
                state(&evening.state_of(pairing))
            )?;
        }
    }
    let waiting: Vec<&str> = waiting(&evening);
    if !waiting.is_empty() {
        writeln!(out, "waiting: {}", waiting.join(", "))?;
    }
    match evening.is_over() {
        true => writeln!(out, "all rounds are played")?,
        false if evening.is_settled() => writeln!(out, "`dohyo pair` pairs the next round")?,
        false => {}
    }
    Ok(ExitCode::SUCCESS)
}

fn state(state: &PairingState) -> String {
    match state {
        PairingState::Waiting => "not played yet".to_owned(),
        PairingState::Playing(_) => "playing".to_owned(),
        PairingState::Decided(places, by) => {
            let groups: Vec<String> = places.iter().map(|group| group.join(" = ")).collect();
            match by {
                DecidedBy::Bye => "bye".to_owned(),
                DecidedBy::Ring => groups.join(" > "),
                by => format!("{} by {}", groups.join(" > "), by.word()),
            }
        }
    }
}

/// Returns the people who have a pairing before them and play at no table.
fn waiting(evening: &Evening) -> Vec<&str> {
    let is_waiting = |name: &&str| {
        let next = evening.next_of(name).map(|next| evening.state_of(next));
        next == Some(PairingState::Waiting)
    };
    evening.active().filter(is_waiting).collect()
}
