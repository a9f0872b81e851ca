//! `dohyo standings`: places of an evening, with the rule that made each.

use super::{VerbResult, complain};
use crate::evening::event_file::{EventFile, TORN};
use crate::files::shown;
use host_core::evening::results::{self, read_csv};
use host_core::evening::standings::{self, RULES, Standing};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Print the standings of an evening, with the rule that made each place.
///
/// They are computed from the table of results every time and stored nowhere. The table
/// that `dohyo results --csv` writes gives the same places.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// File of the evening, or a table of results in CSV.
    file: PathBuf,
    /// One JSON object per player.
    #[arg(long)]
    json: bool,
}

/// Prints the standings.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let standings = match read(&args.file) {
        Ok(standings) => standings,
        Err(why) => return Ok(complain(why)),
    };
    if args.json {
        for one in standings {
            let object = json!({
                "place": one.place, "name": one.name, "points": f64::from(one.half_points) / 2.0,
                "wins": one.wins, "games": one.games, "rule": one.rule.word(),
            });
            writeln!(out, "{object}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    write!(out, "{}", standings::text(&standings))?;
    writeln!(out, "{RULES}")?;
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<Vec<Standing>, String> {
    if path.extension().is_some_and(|extension| extension == "csv") {
        let name = shown(path);
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {name}: {error}; give another file"))?;
        let rows = read_csv(&text).map_err(|why| format!("{name}: {why}"))?;
        return Ok(standings::standings(&[], &rows));
    }
    let (file, is_torn) = EventFile::open(path)?;
    if is_torn {
        super::remark(format_args!("{}: {TORN}", shown(path)));
    }
    let evening = file.evening();
    let people = evening.plan().names();
    Ok(standings::standings(&people, &results::table(evening)))
}
