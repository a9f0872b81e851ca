//! `dohyo hub`: shares one ring among programs.

use super::connect::failed;
use super::{VerbResult, complain, remark};
use crate::hub::Hub;
use crate::hub::listener::{Door, Listeners};
use ring_client::{Address, Error, LinkError};
use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;

/// Share a ring among any number of programs on this computer.
///
/// Every verb finds the hub by itself: while it runs, `watch`, `answer`, `status` and
/// `bridge` work at the same time. `serve` shares its ring as well. A ring that is not
/// there yet is waited for.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address of the ring: serial port, serial:ID, name:NAME, tcp:HOST:PORT, virtual:, or
    /// `any` for the one that is plugged in [default: any].
    #[arg(long, value_name = "ADDRESS")]
    ring: Option<String>,
    /// Address on loopback for programs that cannot open the hub's socket; port 0 picks a
    /// free one.
    #[arg(long, value_name = "HOST:PORT")]
    listen: Option<SocketAddr>,
    /// Port on loopback with a token in place of a Unix socket, as on Windows.
    #[arg(long)]
    token: bool,
}

/// Shares the ring until the program is interrupted.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let address = args.ring.as_deref().unwrap_or("any");
    let address = match Address::parse(address).and_then(check) {
        Ok(address) => address,
        Err(error) => return Ok(failed(&error)),
    };
    let door = match args.token {
        true => Door::Token,
        false => Door::OF_SYSTEM,
    };
    let listeners = match Listeners::open_with(door, args.listen) {
        Ok(listeners) => listeners,
        Err(why) => return Ok(complain(why)),
    };
    if let Some(path) = &listeners.path {
        writeln!(out, "listening at hub:{}", path.display())?;
    }
    if let Some(address) = listeners.tcp_address() {
        writeln!(out, "listening at tcp:{address}")?;
    }
    writeln!(out, "Ends with Ctrl-C.")?;
    out.flush()?;
    let on_link = |trouble: Option<&str>| match trouble {
        Some(why) => remark(format_args!("{why} (waiting for the ring)")),
        None => remark("the ring is connected"),
    };
    match Hub::new(listeners).run(&address, || false, on_link) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => Ok(failed(&error)),
    }
}

/// Checks that an address is of a ring that no hub shares yet.
fn check(address: Address) -> Result<Address, Error> {
    let refuse = |why: &str| {
        let fault = LinkError::BadAddress(why.to_owned());
        Err(Error::link(&address.to_string(), fault))
    };
    match &address {
        Address::Recording(_) => refuse("a recording needs no hub: give it to every verb"),
        Address::Hub(_) => refuse("a hub shares this ring already"),
        _ if address.find_hub()?.is_some() => refuse("a hub shares this ring already"),
        _ => Ok(address),
    }
}
