//! `dohyo ring --listen ADDRESS`: a ring without hardware at a socket.

use super::{Outcome, complain, remark};
use crate::live::LiveRing;
use crate::live::server::Server;
use rules_core::board::Name;
use std::io::{BufRead, Write};
use std::net::TcpListener;
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
    /// Which board: ring, ring-lite, grid-hex or grid-square.
    #[arg(long, default_value = "ring", value_parser = board)]
    board: Name,
    /// Let the sensors read as if nothing were on the board; disturb them with
    /// `channel NUMBER STEPS`, `unplug SIDE`, `darken SIDE PLANE BEAM`.
    #[arg(long)]
    still: bool,
}

fn board(word: &str) -> Result<Name, String> {
    Name::parse(word)
        .ok_or_else(|| format!("write one of: {}", Name::ALL.map(Name::word).join(", ")))
}

/// Serves until it is told to quit.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let ring = match args.still {
        true => LiveRing::still(args.board),
        false => LiveRing::new(args.board),
    };
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
        let Ok(line) = typed.try_recv() else {
            continue;
        };
        match line.trim() {
            "" => {}
            "quit" => return Ok(ExitCode::SUCCESS),
            words => match server.ring().tell(words) {
                Ok(()) => writeln!(out, "ok {words}")?,
                Err(why) => remark(why),
            },
        }
        out.flush()?;
    }
}
