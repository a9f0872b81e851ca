//! `dohyo ring --listen ADDRESS`: a ring without hardware at a socket.

use super::{Outcome, complain, remark};
use crate::live::LiveRing;
use crate::live::server::{Server, Serves};
#[cfg(feature = "physics")]
use crate::{
    emulator::{Trouble, image, live::LivePico},
    game::Game,
    virtual_ring::play::judge::RingJudge,
    virtual_ring::play::{Equipment, play_before},
};
use rules_core::board::Name;
#[cfg(feature = "physics")]
use rules_core::{games::kabuto::terms::League, player::Players};
use std::io::{BufRead, Write};
use std::net::TcpListener;
#[cfg(feature = "physics")]
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;

/// Serve a ring without hardware at a socket, for tests and tinkering.
///
/// Reach it with `--ring tcp:ADDRESS`. What people and sensors would do is typed
/// in, a line each: `press confirm`, `marker 1 red`, `docked 2`, `say end turn`;
/// `quit` ends it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where to listen; port 0 takes a free one.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:7070")]
    listen: String,
    /// Which board.
    #[arg(long, default_value = "ring", value_parser = super::board())]
    board: Name,
    /// Let the sensors read as if nothing were on the board; disturb them with
    /// `channel NUMBER STEPS`, `unplug SIDE`, `darken SIDE PLANE BEAM`.
    #[arg(long)]
    still: bool,
    /// Let simulated people play a match of Sakura Slam on it first, by physics
    /// and raw frames: this one.
    #[cfg(feature = "physics")]
    #[arg(long, value_name = "SEED", conflicts_with_all = ["still", "board"])]
    played: Option<u64>,
    /// Run the real image on an emulated Pico; needs Node. What lies on the board
    /// goes to its pins as the sensors would read it.
    #[cfg(feature = "physics")]
    #[arg(long, conflicts_with_all = ["still", "played"])]
    emulated: bool,
    /// The image that `cargo fw` built [default: build it].
    #[cfg(feature = "physics")]
    #[arg(long, value_name = "FILE", requires = "emulated")]
    elf: Option<PathBuf>,
}

#[cfg(feature = "physics")]
fn ring(args: &Args) -> LiveRing {
    match args.played {
        Some(seed) => played(seed),
        None => untouched(args),
    }
}

#[cfg(not(feature = "physics"))]
fn ring(args: &Args) -> LiveRing {
    untouched(args)
}

fn untouched(args: &Args) -> LiveRing {
    match args.still {
        true => LiveRing::still(args.board),
        false => LiveRing::new(args.board),
    }
}

/// A ring on which a match of two has just been played.
#[cfg(feature = "physics")]
fn played(seed: u64) -> LiveRing {
    let table = Game::Ss.table(Players::Two, League::Junior, seed);
    let mut judge = RingJudge::new(Name::Ring);
    // How it ended is in the ring's journal.
    let _ = play_before(&table, &Equipment::default(), &mut judge, None);
    LiveRing::of(judge.into_ring())
}

/// The real image on an emulated Pico.
#[cfg(feature = "physics")]
fn emulated(args: &Args, directory: &Path) -> Result<LivePico, Trouble> {
    let image = match &args.elf {
        Some(image) => image.clone(),
        None => image::prepare()?,
    };
    LivePico::start(&image, args.board, directory)
}

/// Serves until it is told to quit.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
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
    serve(ring(args), args, out)
}

fn serve(ring: impl Serves, args: &Args, out: &mut impl Write) -> Outcome {
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
        server.turn();
        if let Some(trouble) = server.ring().trouble() {
            return Ok(complain(trouble));
        }
        let Ok(line) = typed.try_recv() else {
            continue;
        };
        match line.trim() {
            "" => {}
            "quit" => return Ok(ExitCode::SUCCESS),
            words => match server.ring().tell(words) {
                Ok(()) => {
                    while !server.ring().is_settled() && server.ring().trouble().is_none() {
                        server.turn();
                    }
                    writeln!(out, "ok {words}")?;
                }
                Err(why) => remark(why),
            },
        }
        out.flush()?;
    }
}
