//! `dohyo bench pushes`: pushes from everywhere on the platform, and what the ring makes of
//! them.

use super::{VerbResult, complain, remark, save};
use crate::threads::Threads;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use virtual_ring::pushes::{self, CELL, PlaceCount, PushTally};
use virtual_ring::sensors::{Noise, NoiseLevel};

/// Push elements from everywhere on the platform and count what the ring notices.
///
/// Simulated people lay an element anywhere on the platform and push it at any speed, a
/// little askew, in jerks, with pauses. They tell the ring nothing that it does not ask.
/// Exits with 1 if a push was not noticed, or ruled wrongly without a question.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Number of stays of the platform; in one of eight nothing is pushed.
    #[arg(long, default_value_t = 400)]
    pushes: u64,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Sensor noise.
    #[arg(long, default_value = "nominal", value_parser = super::noise())]
    noise: NoiseLevel,
    /// Threads [default: all cores].
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// One JSON object instead of the table.
    #[arg(long)]
    json: bool,
    /// SVG file for the share of questions by place on the platform.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    if args.pushes == 0 {
        return Ok(complain("--pushes 0 measures nothing; write 1 or more"));
    }
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = Threads(args.jobs.map_or(cores, NonZeroUsize::get));
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} pushes, {eta} left");
    let bar = ProgressBar::new(args.pushes);
    let bar = match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    };
    let noise = Noise::for_level(args.noise);
    let progress = |done| bar.set_position(done);
    let tally = pushes::run_all(args.pushes, args.seed, noise, &threads, &progress);
    bar.finish_and_clear();
    if args.json {
        writeln!(out, "{}", to_json(args, &tally))?;
    } else {
        print(args, &tally, out)?;
    }
    if let Some(file) = &args.picture {
        let title = format!(
            "Pushes from everywhere on the platform, noise {}",
            args.noise.word()
        );
        if let Err(why) = save(file, pushes::draw(&tally, &title).as_bytes()) {
            return Ok(complain(why));
        }
    }
    match tally.all.wrong + tally.all.unnoticed + tally.idle_wrong {
        0 => Ok(ExitCode::SUCCESS),
        bad => {
            remark(format!(
                "{bad} pushes were not noticed or ruled wrongly without a question; repeat one with --pushes 1 --seed {}",
                tally.bad.first().copied().unwrap_or(args.seed)
            ));
            Ok(ExitCode::FAILURE)
        }
    }
}

fn print(args: &Args, tally: &PushTally, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{} stays of the platform, noise {}, seed {}: everything simulated",
        tally.trials,
        args.noise.word(),
        args.seed
    )?;
    writeln!(
        out,
        "{:<8} {:>8} {:>8} {:>8} {:>8} {:>10} {:>12}",
        "load", "pushes", "ruled", "asked", "wrong", "unnoticed", "asked twice"
    )?;
    let rows = tally.loads().chain([("all", tally.all)]);
    for (word, count) in rows {
        writeln!(
            out,
            "{word:<8} {:>8} {:>8} {:>8} {:>8} {:>10} {:>12}",
            count.pushes, count.ruled, count.asked, count.wrong, count.unnoticed, count.asked_again
        )?;
    }
    writeln!(
        out,
        "nothing pushed: {} stays, asked in {}, ruled wrongly in {}",
        tally.idle, tally.idle_asked, tally.idle_wrong
    )?;
    writeln!(
        out,
        "element did not reach the ring: {} stays",
        tally.spoilt
    )?;
    if !tally.bad.is_empty() {
        let seeds: Vec<String> = tally.bad.iter().map(u64::to_string).collect();
        writeln!(out, "seeds not noticed or wrong: {}", seeds.join(" "))?;
    }
    Ok(())
}

fn to_json(args: &Args, tally: &PushTally) -> Value {
    let by_load: serde_json::Map<String, Value> = tally
        .loads()
        .map(|(word, count)| (word.to_owned(), counts(&count)))
        .collect();
    let by_place: Vec<Value> = tally
        .by_place
        .iter()
        .map(|(&(load, out, aside), count)| {
            let mut square = counts(count);
            square["load"] = json!(load);
            square["out"] = json!(out as f32 * CELL);
            square["aside"] = json!(aside as f32 * CELL);
            square
        })
        .collect();
    let mut all = counts(&tally.all);
    all["trials"] = json!(tally.trials);
    all["noise"] = json!(args.noise.word());
    all["seed"] = json!(args.seed);
    all["by_load"] = Value::Object(by_load);
    all["by_place"] = json!(by_place);
    all["idle"] = json!(tally.idle);
    all["idle_asked"] = json!(tally.idle_asked);
    all["idle_wrong"] = json!(tally.idle_wrong);
    all["spoilt"] = json!(tally.spoilt);
    all["bad_seeds"] = json!(tally.bad);
    all
}

fn counts(count: &PlaceCount) -> Value {
    json!({
        "pushes": count.pushes,
        "ruled": count.ruled,
        "asked": count.asked,
        "wrong": count.wrong,
        "unnoticed": count.unnoticed,
        "asked_again": count.asked_again,
    })
}
