//! `dohyo serve`: the live match on a page, for everybody in the room.

use super::reach::failed;
use super::{Outcome, complain};
use crate::client::{Address, Error};
use crate::game::Game;
use crate::serve::simulated::Simulated;
use crate::serve::wired::Wired;
use crate::serve::{Config, Source, secret, serve};
use crate::virtual_ring::play::Plan;
use rules_core::player::Players;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

/// Show the live match on a page, to everybody in the room.
///
/// Open the address it prints. Everybody may look. Who wants to answer the
/// ring's questions or take something back enters the table code, which is shown
/// here and nowhere else. Only this machine is served unless --bind says
/// otherwise; there is no encryption, so bind to networks you trust.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The ring to show: a serial port, tcp:HOST:PORT, virtual:, a recording, or
    /// `any` for the one that is plugged in. Without it, simulated matches.
    #[arg(long, value_name = "WHERE")]
    ring: Option<String>,
    /// Which game.
    #[arg(long, value_enum, default_value_t = Game::Ss)]
    game: Game,
    /// How many play.
    #[arg(long, default_value = "2", value_parser = super::players())]
    players: Players,
    /// Junior League: no special moves.
    #[arg(long)]
    junior: bool,
    /// Decides everything that is left to chance; the next match has the next one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Simulated seconds in a second; 0 for as fast as can be.
    #[arg(long, default_value_t = 4.0)]
    speed: f64,
    /// How many matches, one after the other.
    #[arg(long, default_value_t = 1_000_000)]
    matches: u64,
    /// Seconds for which the end of a match is shown.
    #[arg(long, default_value_t = 30)]
    pause: u64,
    /// The address to listen at: 0.0.0.0 for everybody on the network.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// The port; 0 for any that is free.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// A name by which the page is opened, if not by its number.
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
}

/// Serves until it is interrupted.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    if !args.speed.is_finite() || args.speed < 0.0 {
        return Ok(complain(
            "--speed is how many times faster; write 1, 4, or 0",
        ));
    }
    let league = super::league(args.junior);
    if let Err(why) = args.game.suits(args.players, league) {
        return Ok(complain(why));
    }
    let config = Config {
        bind: SocketAddr::new(args.bind, args.port),
        code: secret::code(),
        names: args.name.clone(),
    };
    let source = match source(args) {
        Ok(source) => source,
        Err(error) => return Ok(failed(&error)),
    };
    let served = match serve(&config, source) {
        Ok(served) => served,
        Err(error) => {
            let bind = config.bind;
            let remedy = match error.kind() {
                std::io::ErrorKind::AddrInUse => {
                    "another program listens there: choose another --port"
                }
                std::io::ErrorKind::PermissionDenied => "choose a --port above 1023",
                _ => "choose an address of this machine with --bind",
            };
            return Ok(complain(format_args!(
                "cannot listen at {bind}: {error}; {remedy}"
            )));
        }
    };
    writeln!(out, "page        http://{}/", served.address())?;
    writeln!(out, "table code  {}", config.code)?;
    if args.bind.is_loopback() {
        writeln!(
            out,
            "Only this machine is served; --bind 0.0.0.0 serves the network."
        )?;
    }
    writeln!(out, "Ends with Ctrl-C.")?;
    out.flush()?;
    match served.wait() {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(why) => Ok(complain(why)),
    }
}

fn source(args: &Args) -> Result<Box<dyn Source>, Error> {
    if let Some(ring) = &args.ring {
        let address = Address::parse(ring)?;
        return Ok(Box::new(Wired { address }));
    }
    let league = super::league(args.junior);
    Ok(Box::new(Simulated {
        plan: Plan {
            table: args.game.table(args.players, league, args.seed),
            kind: None,
            matches: args.matches,
            jobs: 1,
        },
        speed: match args.speed > 0.0 {
            true => args.speed,
            false => f64::INFINITY,
        },
        pause: Duration::from_secs(args.pause),
    }))
}
