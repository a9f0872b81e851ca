//! What people write for a ring, and the line it stands for.

use super::error::{Error, Fault};
use super::transport::{Playback, Process, Serial, Tcp, Transport};
use rules_core::board::Name;
use std::fmt;
use std::path::{Path, PathBuf};

/// Where a ring is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// The one ring that is plugged in.
    Any,
    /// At this serial port.
    Port(String),
    /// At this `HOST:PORT`.
    Tcp(String),
    /// In this process, fresh from the factory.
    Virtual(Name),
    /// In this recording.
    Recording(PathBuf),
}

impl Address {
    /// Reads what people write. What is a file is a recording, and what is
    /// nothing of the kind is a port.
    ///
    /// ```
    /// use host_tools::client::Address;
    /// use rules_core::board::Name;
    ///
    /// assert_eq!(Address::parse("any"), Ok(Address::Any));
    /// assert_eq!(Address::parse("virtual:"), Ok(Address::Virtual(Name::Ring)));
    /// assert_eq!(Address::parse("/dev/ttyACM7"), Ok(Address::Port("/dev/ttyACM7".into())));
    /// ```
    ///
    /// # Errors
    /// What to write instead.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let bad = |why: String| Error::link(text, Fault::BadAddress(why));
        if text == "any" {
            return Ok(Self::Any);
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
            return match Name::parse(board) {
                Some(name) => Ok(Self::Virtual(name)),
                None if board.is_empty() => Ok(Self::Virtual(Name::Ring)),
                None => {
                    let names = Name::ALL.map(Name::word).join(", virtual:");
                    Err(bad(format!("write virtual:{names}")))
                }
            };
        }
        let path = Path::new(text);
        if path.is_file() || path.extension().is_some_and(|it| it == "dohyo") {
            return Ok(Self::Recording(path.to_owned()));
        }
        Ok(Self::Port(text.to_owned()))
    }

    /// Opens the line.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub fn open(&self) -> Result<Box<dyn Transport>, Error> {
        Ok(match self {
            Self::Any => Box::new(Serial::find()?),
            Self::Port(port) => Box::new(Serial::open(port)?),
            Self::Tcp(address) => Box::new(Tcp::open(address)?),
            Self::Virtual(board) => Box::new(Process::new(*board)),
            Self::Recording(path) => Box::new(Playback::open(path)?),
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("the ring"),
            Self::Port(port) => f.write_str(port),
            Self::Tcp(address) => write!(f, "tcp:{address}"),
            Self::Virtual(board) => write!(f, "virtual:{board}"),
            Self::Recording(path) => write!(f, "{}", path.display()),
        }
    }
}
