//! `dohyo bridge mqtt`: publishes what a ring says at a broker.

use super::connect::{DeckArgs, RingArgs, failed};
use super::{VerbResult, complain, remark};
use crate::club::bridge::{self, BridgeEnd, BridgeOptions};
use crate::club::broker::{BrokerOptions, Tls};
use crate::club::ring_id;
use crate::state_folder::state_folder;
use clap::Subcommand;
use ring_client::Error;
use rules_core::wire::RingId;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

/// Interval between two attempts to reach a ring that was there.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Publish what a ring says at a broker, without loss.
///
/// Lines are published once they are in the ring's flash, and repeated until the broker
/// acknowledges them. Nothing that comes over the broker changes a result.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    to: Destination,
}

/// Protocol of the broker.
#[derive(Debug, Subcommand)]
enum Destination {
    /// Publish at a broker that speaks MQTT 5.
    Mqtt(MqttArgs),
}

/// Broker and ring.
#[derive(Debug, clap::Args)]
struct MqttArgs {
    /// Broker: mqtt://HOST[:PORT], or mqtts:// with TLS.
    url: String,
    /// User at the broker; access rules name the user of a ring by the ring's id.
    #[arg(long)]
    user: Option<String>,
    /// File with the password [default: the variable DOHYO_MQTT_PASSWORD].
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// File with the certificate of the broker's authority [default: those of the system].
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// Folder that remembers which lines the broker has.
    #[arg(long, value_name = "FOLDER")]
    state: Option<PathBuf>,
    /// Id for a ring that has none, 16 hexadecimal digits.
    #[arg(long, value_name = "ID", value_parser = ring_id::parse)]
    ring_id: Option<RingId>,
    /// Description of the ring for Home Assistant as well.
    #[arg(long)]
    home_assistant: bool,
    /// Names of the players.
    #[command(flatten)]
    deck: DeckArgs,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Publishes until it is interrupted, or broker or ring cannot be used.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let Destination::Mqtt(args) = &args.to;
    let options = match options(args) {
        Ok(options) => options,
        Err(why) => return Ok(complain(why)),
    };
    let mut has_begun = false;
    loop {
        let connected = args.ring.connect_live().and_then(|mut client| {
            client.set_patience(Duration::MAX);
            let info = client.info()?;
            Ok((client, info))
        });
        let end = match connected {
            Ok((mut client, info)) => {
                has_begun = true;
                let identity = match ring_id::published(&info.identity, options.ring_id) {
                    Ok(identity) => identity,
                    Err(why) => return Ok(complain(why)),
                };
                writeln!(out, "bridging ring {}", identity.ring)?;
                out.flush()?;
                bridge::run(&mut client, &options, || false, |link| remark(link))
            }
            Err(error) if !has_begun => return Ok(failed(&error)),
            Err(error) => BridgeEnd::Ring(error),
        };
        match end {
            BridgeEnd::Closed => return Ok(ExitCode::SUCCESS),
            BridgeEnd::OtherJournal => remark("the ring has another journal; starting again"),
            // Whoever has reached the ring once waits for it.
            BridgeEnd::Ring(error @ (Error::Link { .. } | Error::Timeout { .. })) => {
                remark(format_args!("{error} (trying again)"));
                thread::sleep(RETRY_INTERVAL);
            }
            BridgeEnd::Ring(error) => return Ok(failed(&error)),
            BridgeEnd::Fault(why) => return Ok(complain(why)),
        }
    }
}

fn options(args: &MqttArgs) -> Result<BridgeOptions, String> {
    let (host, port, is_tls) = parse_url(&args.url)?;
    let read = |path: &PathBuf| {
        std::fs::read(path)
            .map_err(|error| format!("cannot read {}: {error}; give another file", path.display()))
    };
    let password = match &args.password_file {
        Some(path) => String::from_utf8_lossy(&read(path)?).trim_end().to_owned(),
        None => std::env::var("DOHYO_MQTT_PASSWORD").unwrap_or_default(),
    };
    let tls = match (is_tls, &args.ca) {
        (true, Some(path)) => Some(Tls::Authority(read(path)?)),
        (true, None) => Some(Tls::System),
        (false, None) => None,
        (false, Some(_)) => return Err("--ca needs an address that begins with mqtts://".into()),
    };
    let is_near = matches!(host.as_str(), "localhost" | "127.0.0.1" | "::1");
    if tls.is_none() && !is_near && !password.is_empty() {
        return Err(format!(
            "the password would go to {host} unencrypted: write mqtts://{host} and give --ca"
        ));
    }
    let state = args.state.clone().or_else(state_folder);
    Ok(BridgeOptions {
        broker: BrokerOptions {
            host,
            port,
            client_id: String::new(),
            login: args.user.clone().map(|user| (user, password)),
            tls,
            last_will: None,
        },
        state: state.ok_or("no folder for the bridge's state: give --state FOLDER")?,
        cards: args.deck.cards()?,
        home_assistant: args.home_assistant,
        ring_id: args.ring_id,
    })
}

/// Returns host, port and whether TLS is wanted.
fn parse_url(url: &str) -> Result<(String, u16, bool), String> {
    let bad =
        || format!("{url} is not a broker's address: write mqtt://HOST:PORT or mqtts://HOST:PORT");
    let (rest, is_tls) = match (url.strip_prefix("mqtt://"), url.strip_prefix("mqtts://")) {
        (Some(rest), _) => (rest, false),
        (None, Some(rest)) => (rest, true),
        (None, None) => return Err(bad()),
    };
    let rest = rest.trim_end_matches('/');
    let default = if is_tls { 8883 } else { 1883 };
    let (host, port) = match rest.rsplit_once(':') {
        Some((host, port)) if !host.ends_with(':') && !port.contains(']') => {
            (host, port.parse().map_err(|_| bad())?)
        }
        _ => (rest, default),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    match host.is_empty() || host.contains(['/', '@', ' ']) {
        true => Err(bad()),
        false => Ok((host.to_owned(), port, is_tls)),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_url;

    #[test]
    fn a_broker_is_written_as_an_address_without_a_password() {
        let good = |url: &str| parse_url(url).unwrap();
        assert_eq!(good("mqtt://hall"), ("hall".into(), 1883, false));
        assert_eq!(good("mqtts://hall:9/"), ("hall".into(), 9, true));
        assert_eq!(good("mqtt://[::1]:99"), ("::1".into(), 99, false));
        for bad in [
            "hall",
            "mqtt://",
            "mqtt://ann:secret@hall",
            "mqtt://hall:x",
            "http://hall",
        ] {
            let why = parse_url(bad).unwrap_err();
            assert!(why.contains("write mqtt://HOST:PORT"), "{why}");
        }
    }
}
