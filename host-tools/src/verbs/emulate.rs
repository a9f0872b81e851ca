//! `dohyo emulate`: a whole match judged by the real image on an emulated Pico.

use super::{Outcome, complain};
use crate::demo::audience::Audience;
use crate::demo::lines::{Lines, summary};
use crate::demo::programme::Game;
use crate::demo::words::{Names, Start};
use crate::emulator::image;
use crate::emulator::judge::PicoJudge;
use crate::players::Kind;
use crate::virtual_ring::play::grid::Grid;
use crate::virtual_ring::play::{Equipment, Plan, Table, Title, dealt, play_before};
use crate::virtual_ring::sensors::{Level, Noise};
use rules_core::games::kabuto::Edition;
use rules_core::games::kabuto::terms::League;
use rules_core::player::{BySeat, Players};
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
    #[arg(long, default_value = "2", value_parser = ["2", "3", "4"])]
    players: String,
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
    let players = Players::parse(&args.players).unwrap_or(Players::Two);
    let league = match args.junior {
        true => League::Junior,
        false => League::Full,
    };
    let title = match args.game {
        Game::Ss => Title::Kabuto(Edition::SakuraSlam, league),
        Game::Ks => Title::Kabuto(Edition::KabutoSumo, league),
        Game::Sumoo if players != Players::Two => {
            return Ok(complain("SUMOO is for two; leave out --players"));
        }
        Game::Sumoo => Title::Grid(Grid::Sumoo),
        Game::Abalone => Title::Grid(Grid::Abalone),
    };
    let plan = Plan {
        table: Table {
            title,
            players,
            kinds: BySeat::from_fn(|_| Kind::Random),
            noise: Noise::of(Level::Nominal),
            mistakes: 0.0,
            seed: args.seed,
        },
        kind: None,
        matches: 1,
        jobs: 1,
    };
    let table = plan.table(0);
    let start = match args.game {
        Game::Ss => Start::Opening,
        Game::Ks => Start::AtOnce,
        Game::Sumoo | Game::Abalone => Start::Untold,
    };
    let names = Names::new(dealt(&table), start);
    let on = Equipment {
        board: title.board(),
        ..Equipment::default()
    };
    writeln!(
        out,
        "{}, {players} players, seed {}, on an emulated Pico.",
        args.game.title(),
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
    let mut judge = match PicoJudge::start(&image, on.board, &directory, &mut tell) {
        Ok(judge) => judge,
        Err(trouble) => return Ok(complain(trouble)),
    };
    if let Some(seconds) = args.seconds {
        judge.leave_at(rules_core::time::Instant(u64::from(seconds) * 1_000_000));
    }
    let played = play_before(&table, &on, &mut judge, None);
    // Nobody needs the flash any more; what stays behind does no harm.
    let _ = std::fs::remove_dir_all(&directory);
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
