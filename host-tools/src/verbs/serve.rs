//! `dohyo serve`: the live match on a page, for everybody in the room.

use super::connect::{DeckArgs, failed};
#[cfg(feature = "physics")]
use super::serve_simulated::SimulatedArgs;
use super::{VerbResult, complain, remark};
use crate::hub::Hub;
use crate::hub::listener::Listeners;
use crate::serve::ring_source::{HubFailure, RingSource};
use crate::serve::{Config, Source, page_address, qr_code, secrets, serve};
#[cfg(not(feature = "physics"))]
use ring_client::LinkError;
use ring_client::{Address, Error};
use rules_core::games::kabuto::card::Card;
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;

/// Serve a page that shows the live match.
///
/// Open the address it prints. Everybody may look. Answering a question or taking
/// a step back needs the table code, which only this terminal shows. Without --bind
/// only this machine is served. There is no encryption: bind to networks you trust.
/// A ring that is not there yet is waited for. Other verbs work beside the page: it
/// shares the ring as `dohyo hub` does.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address of the ring: serial port, tcp:HOST:PORT, virtual:, recording, or `any`
    /// for the one that is plugged in [default: simulated matches].
    #[arg(long, value_name = "ADDRESS")]
    ring: Option<String>,
    /// Names of the players.
    #[command(flatten)]
    deck: DeckArgs,
    /// Matches to simulate.
    #[cfg(feature = "physics")]
    #[command(flatten)]
    simulated: SimulatedArgs,
    /// Address to listen at; 0.0.0.0 serves the whole network.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Port to listen at; 0 picks a free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// QR code of the address even if it goes to a pipe or is for this machine only.
    #[arg(long)]
    qr: bool,
    /// Additional host name under which the page is served, repeatable.
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
}

/// Serves until it is interrupted.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    #[cfg(feature = "physics")]
    if let Err(why) = args.simulated.check() {
        return Ok(complain(why));
    }
    let config = Config {
        bind: SocketAddr::new(args.bind, args.port),
        code: secrets::code(),
        names: args.name.clone(),
        on_link: |trouble| match trouble {
            Some(why) => remark(format_args!("{why} (waiting for the ring)")),
            None => remark("the ring is connected"),
        },
    };
    let cards = match args.deck.cards() {
        Ok(cards) => cards,
        Err(why) => return Ok(complain(why)),
    };
    let source = match source(args, cards) {
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
    print(args, &config, served.address(), out)?;
    match served.wait() {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(why) => Ok(complain(why)),
    }
}

/// Prints the addresses, the table code, and who can see what.
fn print(
    args: &Args,
    config: &Config,
    bound: SocketAddr,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let mut addresses = page_address::addresses(bound, &page_address::own());
    let is_reached = !addresses.is_empty();
    if bound.ip().is_unspecified() {
        let this = match bound {
            SocketAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            SocketAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        };
        addresses.push(SocketAddr::new(this, bound.port()));
    }
    for (n, address) in addresses.iter().enumerate() {
        let label = if n == 0 { "page" } else { "" };
        let note = match address.ip().is_loopback() && !bound.ip().is_loopback() {
            true => "    (on this machine)",
            false => "",
        };
        writeln!(out, "{label:<12}http://{address}/{note}")?;
    }
    writeln!(out, "table code  {}", config.code)?;
    let is_private = bound.ip().is_loopback();
    let exposure = match (is_private, is_reached) {
        (true, _) => "Only this machine is served; --bind 0.0.0.0 serves the network.",
        (false, true) => {
            "Everybody in this network can watch. Nothing is encrypted.\n\
             With the table code people can also answer the ring and take steps back:\n\
             give it only to people at the table."
        }
        (false, false) => {
            "This machine is in no network: join one, and start again to see its address."
        }
    };
    writeln!(out, "{exposure}")?;
    writeln!(out, "Ends with Ctrl-C.")?;
    out.flush()?;
    let to_terminal = std::io::stdout().is_terminal();
    if args.qr || (to_terminal && !is_private && is_reached) {
        print_qr(&format!("http://{}/", addresses[0]), to_terminal, out)?;
    }
    out.flush()
}

/// Prints the QR code of an address. In a terminal it has colours, which go there
/// directly: `out` lets no escape sequence pass.
fn print_qr(address: &str, to_terminal: bool, out: &mut impl Write) -> std::io::Result<()> {
    for line in qr_code::lines(address).into_iter().flatten() {
        match to_terminal {
            true => writeln!(std::io::stdout(), "{}", qr_code::coloured(&line))?,
            false => writeln!(out, "{line}")?,
        }
    }
    Ok(())
}

/// Shares the ring at an address with other programs on this computer, and returns the
/// address of the hub. A hub that gives its ring up says why in `failure`. A recording, a
/// ring that is shared already, and a ring on a computer without a run directory keep their
/// address.
fn shared(address: Address, failure: &HubFailure) -> Result<Address, Error> {
    if matches!(address, Address::Recording(_) | Address::Hub(_)) || address.find_hub()?.is_some() {
        return Ok(address);
    }
    let listeners = match Listeners::open(None) {
        Ok(listeners) => listeners,
        Err(why) => {
            remark(why);
            return Ok(address);
        }
    };
    let Some(path) = listeners.path.clone() else {
        return Ok(address);
    };
    let failure = failure.clone();
    std::thread::spawn(move || {
        if let Err(error) = Hub::new(listeners).run(&address, || false, |_| {}) {
            failure.get_or_init(|| error.to_string());
        }
    });
    Ok(Address::Hub(path))
}

fn source(args: &Args, cards: Vec<Card>) -> Result<Box<dyn Source>, Error> {
    if let Some(ring) = &args.ring {
        let address = Address::parse(ring)?;
        // A ring may still come; a file that cannot be read now cannot be read later.
        if let Address::Recording(_) = address {
            address.open()?;
        }
        let hub_failure = HubFailure::default();
        let address = shared(address, &hub_failure)?;
        return Ok(Box::new(RingSource {
            address,
            cards,
            hub_failure,
        }));
    }
    #[cfg(feature = "physics")]
    return Ok(Box::new(args.simulated.source()));
    #[cfg(not(feature = "physics"))]
    Err(Error::link("serve", LinkError::NoRing))
}
