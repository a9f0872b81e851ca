//! Addresses of rings as people write them, and the connections they open.

use super::error::{Error, FoundRing, LinkError};
use super::hubs::{self, Hub};
#[cfg(feature = "in-process")]
use super::transport::InProcess;
use super::transport::Shared;
#[cfg(feature = "tcp")]
use super::transport::Tcp;
use super::transport::{Playback, Transport};
use rules_core::board::BoardId;
use rules_core::board::withdrawn::WithdrawnBoard;
use std::fmt;
use std::path::{Path, PathBuf};
#[cfg(feature = "serial")]
use {
    super::connection::Client,
    super::discovery::{Wanted, choose},
    super::transport::Serial,
    super::transport::serial::candidates,
    host_core::printable::printable,
};

/// Address of a ring, as `--ring` accepts it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// The only ring on USB (`any`). Opening fails if none or several are plugged in.
    Any,
    /// Ring on USB whose serial number starts with these digits (`serial:DIGITS`).
    SerialNumber(String),
    /// Ring on USB with this name, which people gave it (`name:NAME`).
    Name(String),
    /// Ring at the serial port with this name.
    Port(String),
    /// Ring that the hub at this socket shares (`hub:PATH`).
    Hub(PathBuf),
    /// Ring behind the TCP socket at this `HOST:PORT` (`tcp:HOST:PORT`).
    Tcp(String),
    /// New virtual ring with this board in this process (`virtual:BOARD`), with factory
    /// settings.
    Virtual(BoardId),
    /// Recording in this file, which stands in for a ring.
    Recording(PathBuf),
}

impl Address {
    /// Parses an address. An existing file, or a name ending in `.dohyo`, is a recording;
    /// any text that is not another kind of address is the name of a serial port.
    ///
    /// ```
    /// use ring_client::Address;
    /// use rules_core::board::BoardId;
    ///
    /// assert_eq!(Address::parse("any"), Ok(Address::Any));
    /// assert_eq!(Address::parse("virtual:"), Ok(Address::Virtual(BoardId::Ring)));
    /// assert_eq!(Address::parse("name:Attic"), Ok(Address::Name("Attic".into())));
    /// assert_eq!(Address::parse("/dev/ttyACM7"), Ok(Address::Port("/dev/ttyACM7".into())));
    /// ```
    ///
    /// # Errors
    /// `LinkError::BadAddress` with the expected form if the text is malformed.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let bad = |why: String| Error::link(text, LinkError::BadAddress(why));
        if text == "any" {
            return Ok(Self::Any);
        }
        if let Some(digits) = text.strip_prefix("serial:") {
            let is_hex = digits.chars().all(|digit| digit.is_ascii_hexdigit());
            return match digits.len() {
                1..=16 if is_hex => Ok(Self::SerialNumber(digits.to_lowercase())),
                _ => Err(bad(
                    "write serial: and the first digits of the number that `dohyo ports` shows"
                        .into(),
                )),
            };
        }
        if let Some(name) = text.strip_prefix("name:") {
            return match name.trim() {
                "" => Err(bad("write name:NAME, as `dohyo info` shows it".into())),
                name => Ok(Self::Name(name.to_owned())),
            };
        }
        if let Some(path) = text.strip_prefix("hub:") {
            return Ok(Self::Hub(PathBuf::from(path)));
        }
        if let Some(address) = text.strip_prefix("tcp:") {
            return match address.rsplit_once(':') {
                Some((host, port)) if !host.is_empty() && port.parse::<u16>().is_ok() => {
                    Ok(Self::Tcp(address.to_owned()))
                }
                _ => Err(bad("write tcp:HOST:PORT".into())),
            };
        }
        if let Some(board) = text.strip_prefix("virtual:") {
            return match BoardId::parse(board) {
                Some(name) => Ok(Self::Virtual(name)),
                None if board.is_empty() => Ok(Self::Virtual(BoardId::Ring)),
                None if let Some(board) = WithdrawnBoard::parse(board) => {
                    Err(bad(board.to_string()))
                }
                None => {
                    let names = BoardId::ALL.map(BoardId::word).join(", virtual:");
                    Err(bad(format!("write virtual:{names}")))
                }
            };
        }
        let path = Path::new(text);
        if path.is_file()
            || path
                .extension()
                .is_some_and(|extension| extension == "dohyo")
        {
            return Ok(Self::Recording(path.to_owned()));
        }
        Ok(Self::Port(text.to_owned()))
    }

    /// Opens the port of the ring on USB that is meant.
    #[cfg(feature = "serial")]
    fn find(&self, wanted: &Wanted) -> Result<Serial, Error> {
        match choose(&candidates(), wanted, name_at) {
            Ok(port) => Serial::open(&port),
            Err(fault) => Err(Error::link(&self.to_string(), fault)),
        }
    }

    /// Opens a connection to the ring at this address.
    ///
    /// # Errors
    /// `Error::Link` if the port, socket or recording cannot be opened, or if this
    /// program was built without that kind of connection.
    pub fn open(&self) -> Result<Box<dyn Transport>, Error> {
        match self.find_hub()? {
            Some(hub) => Self::Hub(hub.socket).open_itself(),
            None => self.open_itself(),
        }
    }

    /// Returns the hub on this computer that shares the ring that is meant; `None` if there
    /// is none. Only an address that means a ring and not a connection has one.
    ///
    /// # Errors
    /// `LinkError::Several` if more than one ring is meant.
    pub fn find_hub(&self) -> Result<Option<Hub>, Error> {
        let is_meant = |hub: &Hub| match self {
            Self::Any => true,
            Self::SerialNumber(digits) => hub.ring.starts_with(digits.as_str()),
            Self::Name(name) => hub.name.to_lowercase() == name.to_lowercase(),
            _ => false,
        };
        if !matches!(self, Self::Any | Self::SerialNumber(_) | Self::Name(_)) {
            return Ok(None);
        }
        let mut hubs = hubs::directory().map_or_else(Vec::new, |path| hubs::list(&path));
        hubs.retain(is_meant);
        let mut rings: Vec<FoundRing> = (hubs.iter())
            .map(|hub| FoundRing {
                port: format!("hub:{}", hub.socket.display()),
                serial: Some(hub.ring.clone()),
                name: Some(hub.name.clone()).filter(|name| !name.is_empty()),
            })
            .collect();
        if *self == Self::Any && !hubs.is_empty() {
            rings.extend(unshared(&hubs));
        }
        match (hubs.pop(), rings.len()) {
            (hub, 0 | 1) => Ok(hub),
            _ => Err(Error::link(&self.to_string(), LinkError::Several(rings))),
        }
    }

    /// Opens a connection to exactly this address, past a hub that shares its ring: for the
    /// hub.
    ///
    /// # Errors
    /// `Error::Link` as for [`Address::open`].
    pub fn open_itself(&self) -> Result<Box<dyn Transport>, Error> {
        Ok(match self {
            Self::Hub(path) => Box::new(Shared::open(path)?),
            #[cfg(feature = "serial")]
            Self::Any => Box::new(self.find(&Wanted::Any)?),
            #[cfg(feature = "serial")]
            Self::SerialNumber(digits) => Box::new(self.find(&Wanted::Serial(digits.clone()))?),
            #[cfg(feature = "serial")]
            Self::Name(name) => Box::new(self.find(&Wanted::Name(name.clone()))?),
            #[cfg(feature = "serial")]
            Self::Port(port) => Box::new(Serial::open(port)?),
            #[cfg(feature = "tcp")]
            Self::Tcp(address) => Box::new(Tcp::open(address)?),
            #[cfg(feature = "in-process")]
            Self::Virtual(board) => Box::new(InProcess::new(*board)),
            Self::Recording(path) => Box::new(Playback::open(path)?),
            #[allow(unreachable_patterns, reason = "every line may be built in")]
            _ => {
                let why = "this program was built without such lines".into();
                return Err(Error::link(&self.to_string(), LinkError::BadAddress(why)));
            }
        })
    }
}

/// Returns the rings on USB that none of these hubs shares.
#[cfg(feature = "serial")]
fn unshared(hubs: &[Hub]) -> Vec<FoundRing> {
    let is_shared = |serial: &str| hubs.iter().any(|hub| hub.ring == serial.to_lowercase());
    let ports = candidates()
        .into_iter()
        .filter(|port| port.is_ring() && !port.serial.as_deref().is_some_and(is_shared));
    ports
        .map(|port| FoundRing {
            port: port.port,
            serial: port.serial,
            name: None,
        })
        .collect()
}

#[cfg(not(feature = "serial"))]
fn unshared(_: &[Hub]) -> Vec<FoundRing> {
    Vec::new()
}

/// Asks the ring at a port for its name; `None` if it has none or does not answer.
#[cfg(feature = "serial")]
fn name_at(port: &str) -> Option<String> {
    let mut client = Client::connect(Serial::open(port).ok()?).ok()?;
    let name = client.info().ok()?.identity.name;
    (!name.is_empty()).then(|| printable(&name).into_owned())
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("the ring"),
            Self::SerialNumber(digits) => write!(f, "serial:{digits}"),
            Self::Name(name) => write!(f, "name:{name}"),
            Self::Port(port) => f.write_str(port),
            Self::Hub(path) => write!(f, "hub:{}", path.display()),
            Self::Tcp(address) => write!(f, "tcp:{address}"),
            Self::Virtual(board) => write!(f, "virtual:{board}"),
            Self::Recording(path) => write!(f, "{}", path.display()),
        }
    }
}
