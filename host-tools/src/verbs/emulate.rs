//! `dohyo emulate`: a whole match judged by the real image on an emulated Pico.

use super::{Outcome, complain};
use crate::demo::audience::Audience;
use crate::demo::lines::{Lines, summary};
use crate::demo::words::{Names, Start};
use crate::emulator::image;
use crate::emulator::judge::PicoJudge;
use crate::game::Game;
use crate::virtual_ring::play::{Equipment, Plan, dealt, play_before};
use rules_core::player::Players;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Play a whole match on an emulated Pico.
///
/// Builds the image if needed and boots it on an emulated board. Simulated people
/// play; models of the sensors drive its pins; what it says over USB is told line
/// by line, as it comes. A ring on the host is given the same frames and must say
/// the same. A second of the device takes a few of ours. Needs Node.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Which game: ss (Sakura Slam), ks (Kabuto Sumo), sumoo or abalone.
    #[arg(long, value_enum, default_value_t = Game::Ss)]
    game: Game,
    /// How many play.
    #[arg(long, default_value = "2", value_parser = super::players())]
    players: Players,
    /// Play in the Junior League, without special moves.
    #[arg(long)]
    junior: bool,
    /// The same seed plays the same match.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leave the match when the device has run for so many seconds.
    #[arg(long, value_name = "N")]
    seconds: Option<u32>,
}

/// Plays the match and tells it.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let league = super::league(args.junior);
    if let Err(why) = args.game.suits(args.players, league) {
        return Ok(complain(why));
    }
    let plan = Plan {
        table: args.game.table(args.players, league, args.seed),
        kind: None,
        matches: 1,
        jobs: 1,
    };
    let table = plan.table(0);
    let names = Names::new(dealt(&table), Start::of(args.game));
    let on = Equipment {
        board: table.title.board(),
        ..Equipment::default()
    };
    writeln!(
        out,
        "{}, {} players, seed {}, on an emulated Pico.",
        args.game.name(),
        args.players,
        args.seed
    )?;
    out.flush()?;
    let image = match image::prepare() {
        Ok(image) => image,
        Err(trouble) => return Ok(complain(trouble)),
    };
    let directory = std::env::temp_dir().join(format!("dohyo-emulate-{}", std::process::id()));
    let began = Instant::now();
    let mut lines = Lines::new(out, &names);
    let mut tell = |event: &_| lines.hear(event);
    let started = PicoJudge::start(&image, on.board, &directory, &mut tell);
    // Its files have been read; what stays behind does no harm.
    let _ = std::fs::remove_dir_all(&directory);
    let mut judge = match started {
        Ok(judge) => judge,
        Err(trouble) => return Ok(complain(trouble)),
    };
    if let Some(seconds) = args.seconds {
        judge.leave_at(rules_core::time::Instant(u64::from(seconds) * 1_000_000));
    }
    let played = play_before(&table, &on, &mut judge, None);
    if let Some(trouble) = judge.trouble() {
        return Ok(complain(trouble));
    }
    let (seconds, difference) = (judge.now().0 as f64 / 1e6, judge.difference());
    drop(judge);
    lines.finish()?;
    summary(&played, out)?;
    let took = began.elapsed().as_secs_f64();
    let mut row = |name: &str, value: String| writeln!(out, "  {name:<24} {value}");
    row(
        "device time",
        format!("{seconds:.0} s, in {took:.0} s of ours"),
    )?;
    match &difference {
        None => row("ring on the host", "said the same, line by line".into())?,
        Some(line) => row("ring on the host", format!("said something else: {line}"))?,
    }
    Ok(match played.is_right() && difference.is_none() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
