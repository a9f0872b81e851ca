//! `dohyo ring --listen ADDRESS`: serves a ring without hardware at a socket.

use super::{VerbResult, complain, remark};
use crate::ring_server::{ServedRing, Server};
use ring_client::clock;
use rules_core::board::BoardId;
use std::io::{BufRead, Write};
use std::net::TcpListener;
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};
use virtual_ring::manual::ManualRing;
#[cfg(feature = "physics")]
use {
    crate::emulator::served_pico::ServedPico,
    crate::emulator::{EmulatorError, image},
    host_core::game::GameArg,
    rules_core::{games::kabuto::terms::League, player::Players},
    std::path::{Path, PathBuf},
    virtual_ring::play::ring_under_test::HostRing,
    virtual_ring::play::{Equipment, TableSetup, play_before},
};

/// Default address at which a ring without hardware listens.
pub const DEFAULT_LISTEN: &str = "127.0.0.1:7070";

/// Serve a ring without hardware at a socket.
///
/// Reach it with `--ring tcp:HOST:PORT`. Type the acts of players and sensors, one a
/// line: `press confirm`, `marker 1 red`, `dock 2`, `say end turn`; `quit` ends it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address to listen at; port 0 picks a free one.
    #[arg(long, value_name = "HOST:PORT", default_value = DEFAULT_LISTEN)]
    listen: String,
    /// Board.
    #[arg(long, default_value = "ring", value_parser = super::board())]
    board: BoardId,
    /// Idle sensors of an empty board; disturb them with `channel NUMBER STEPS`,
    /// `unplug SIDE`, `darken SIDE PLANE BEAM`.
    #[arg(long, alias = "still")]
    idle_sensors: bool,
    /// Seed of a simulated match of Sakura Slam that the ring has just refereed, from
    /// raw frames.
    #[cfg(feature = "physics")]
    #[arg(long, alias = "played", value_name = "SEED", conflicts_with_all = ["idle_sensors", "board"])]
    after_match: Option<u64>,
    /// Real image on an emulated Pico, whose pins get the readings of the board. Needs
    /// Node.
    #[cfg(feature = "physics")]
    #[arg(long, conflicts_with_all = ["idle_sensors", "after_match"])]
    emulated: bool,
    /// Image that `cargo fw` built [default: build it].
    #[cfg(feature = "physics")]
    #[arg(long, value_name = "FILE", requires = "emulated")]
    elf: Option<PathBuf>,
}

#[cfg(feature = "physics")]
fn ring(args: &Args) -> ManualRing {
    match args.after_match {
        Some(seed) => after_match(seed),
        None => untouched(args),
    }
}

#[cfg(not(feature = "physics"))]
fn ring(args: &Args) -> ManualRing {
    untouched(args)
}

/// Returns a seed for the ids of a ring, so that two rings on one machine differ.
fn seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanos = now.map_or(0, |now| now.as_nanos() as u64);
    nanos ^ (u64::from(std::process::id()) << 40)
}

fn untouched(args: &Args) -> ManualRing {
    if args.idle_sensors {
        ManualRing::still(args.board, clock::monotonic)
    } else {
        ManualRing::new(args.board, clock::monotonic)
    }
}

/// Returns a ring that has just refereed a match of two.
#[cfg(feature = "physics")]
fn after_match(seed: u64) -> ManualRing {
    let table = TableSetup::for_game(GameArg::Ss, Players::Two, League::Junior, seed);
    let mut ring = HostRing::new(BoardId::Ring);
    // How it ended is in the ring's journal.
    let _ = play_before(&table, &Equipment::default(), &mut ring, None);
    ManualRing::from_ring(ring.into_ring(), clock::monotonic)
}

/// Boots the real image on an emulated Pico.
#[cfg(feature = "physics")]
fn emulated(args: &Args, directory: &Path) -> Result<ServedPico, EmulatorError> {
    let image = match &args.elf {
        Some(image) => image.clone(),
        None => image::prepare()?,
    };
    ServedPico::start(&image, args.board, directory)
}

/// Serves the ring until a typed `quit`, or until the ring fails.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    #[cfg(feature = "physics")]
    if args.emulated {
        let directory = std::env::temp_dir().join(format!("dohyo-ring-{}", std::process::id()));
        let started = emulated(args, &directory);
        // Its files have been read; what stays behind does no harm.
        let _ = std::fs::remove_dir_all(&directory);
        return match started {
            Ok(pico) => serve(pico, args, out),
            Err(trouble) => Ok(complain(trouble)),
        };
    }
    let mut ring = ring(args);
    ring.set_seed(seed());
    serve(ring, args, out)
}

fn serve(ring: impl ServedRing, args: &Args, out: &mut impl Write) -> VerbResult {
    let listening = TcpListener::bind(&args.listen)
        .and_then(|listener| Ok((listener.local_addr()?, Server::new(ring, listener)?)));
    let (address, mut server) = match listening {
        Ok(listening) => listening,
        Err(error) => {
            return Ok(complain(format_args!(
                "cannot listen at {}: {error}; give --listen another HOST:PORT",
                args.listen
            )));
        }
    };
    writeln!(out, "listening at tcp:{address}")?;
    out.flush()?;
    let (sender, typed) = mpsc::channel();
    thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    loop {
        server.poll();
        if let Some(trouble) = server.ring().trouble() {
            return Ok(complain(trouble));
        }
        let Ok(line) = typed.try_recv() else {
            continue;
        };
        match line.trim() {
            "" => {}
            "quit" => return Ok(ExitCode::SUCCESS),
            words => match server.ring().execute(words) {
                Ok(()) => {
                    while !server.ring().is_settled() && server.ring().trouble().is_none() {
                        server.poll();
                    }
                    writeln!(out, "ok {words}")?;
                }
                Err(why) => remark(why),
            },
        }
        out.flush()?;
    }
}
