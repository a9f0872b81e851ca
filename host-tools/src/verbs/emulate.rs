//! `dohyo emulate`: plays a whole match judged by the real image on an emulated Pico.

use super::{VerbResult, complain};
use crate::emulator::emulated_ring::EmulatedRing;
use crate::emulator::image;
use host_core::game::GameArg;
use rules_core::player::Players;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;
use virtual_ring::demo::plain_text::{PlainViewer, summary};
use virtual_ring::demo::viewer::Viewer;
use virtual_ring::play::{BatchPlan, Equipment, TableSetup, names, play_before};

/// Play a whole match on an emulated Pico.
///
/// Build the image if needed and boot it on an emulated board. Simulated players
/// play, sensor models drive its pins, and its messages over USB are printed as they
/// come. A ring on the host gets the same frames and must give the same lines. A
/// second of the device takes a few seconds. Needs Node.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game to play.
    #[arg(long, value_enum, default_value_t = GameArg::Ss)]
    game: GameArg,
    /// Number of players.
    #[arg(long, default_value = "2", value_parser = super::players())]
    players: Players,
    /// Junior League: no special moves.
    #[arg(long)]
    junior: bool,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Device time limit, seconds.
    #[arg(long, value_name = "N")]
    seconds: Option<u32>,
}

/// Plays the match and prints its events.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let league = super::league(args.junior);
    if let Err(why) = args.game.suits(args.players, league) {
        return Ok(complain(why));
    }
    let plan = BatchPlan {
        table: TableSetup::for_game(args.game, args.players, league, args.seed),
        kind: None,
        matches: 1,
    };
    let table = plan.table(0);
    let names = names(&table);
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
    let mut lines = PlainViewer::new(out, &names);
    let mut tell = |event: &_| lines.on_event(event);
    let started = EmulatedRing::start(&image, on.board, &directory, &mut tell);
    // Its files have been read; what stays behind does no harm.
    let _ = std::fs::remove_dir_all(&directory);
    let mut ring = match started {
        Ok(ring) => ring,
        Err(trouble) => return Ok(complain(trouble)),
    };
    if let Some(seconds) = args.seconds {
        ring.leave_at(rules_core::time::Instant(u64::from(seconds) * 1_000_000));
    }
    let played = play_before(&table, &on, &mut ring, None);
    if let Some(trouble) = ring.trouble() {
        return Ok(complain(trouble));
    }
    let (seconds, difference) = (ring.now().0 as f64 / 1e6, ring.difference());
    drop(ring);
    lines.finish()?;
    summary(&played, out)?;
    let took = began.elapsed().as_secs_f64();
    let mut row = |name: &str, value: String| writeln!(out, "  {name:<24} {value}");
    row(
        "device time",
        format!("{seconds:.0} s, in {took:.0} s of ours"),
    )?;
    match &difference {
        None => row("ring on the host", "gave the same lines".into())?,
        Some(line) => row("ring on the host", format!("gave another line: {line}"))?,
    }
    Ok(match played.is_right() && difference.is_none() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
