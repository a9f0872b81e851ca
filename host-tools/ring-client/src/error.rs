//! Errors between a host and a ring: faults of the connection and refusals of the ring,
//! each printed as a sentence with a remedy.

use rules_core::wire::RequestError;
use rules_core::wire::hello::Incompatible;
use std::fmt;
use std::io;

/// Failure of a client operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The connection to the ring failed.
    Link {
        /// Address of the ring as people write it.
        place: String,
        /// Cause of the fault.
        fault: LinkError,
    },
    /// The ring received the request and refused it.
    Refused(RequestError),
    /// The major protocol versions of host and ring differ.
    Incompatible(Incompatible),
    /// The ring did not answer in time.
    Timeout {
        /// Address of the ring as people write it.
        place: String,
        /// Rest of the sentence "the ring does not answer ...", which names the request.
        to: &'static str,
    },
}

/// Fault of a connection to a ring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkError {
    /// No ring is plugged in.
    NoRing,
    /// Several rings are plugged in that fit; the user must choose one.
    Several(Vec<FoundRing>),
    /// Rings are plugged in, but none that fits.
    NoSuchRing(Vec<FoundRing>),
    /// The serial port does not exist.
    NotThere,
    /// Another program uses the port, or another host the ring.
    Busy,
    /// The user lacks the permission to open the serial port.
    Denied,
    /// No server listens at the address.
    ConnectionRefused,
    /// The host name cannot be resolved.
    NoMachine,
    /// The address is malformed, for this reason.
    BadAddress(String),
    /// An open connection broke.
    Lost,
    /// The connection broke after a request was sent: the ring may have executed it.
    LostDuringRequest,
    /// The server refused with this sentence and hung up.
    TurnedAway(String),
    /// The recording is missing or unreadable, for this reason.
    NoRecording(String),
    /// A recording cannot execute a request.
    OnlyARecording,
    /// Any other error, with the text of the operating system.
    Other(String),
}

impl Error {
    /// Creates the error of a connection to `place`.
    #[must_use]
    pub fn link(place: &str, fault: LinkError) -> Self {
        Self::Link {
            place: place.to_owned(),
            fault,
        }
    }
}

impl LinkError {
    /// Converts an error of the operating system into a fault of the connection.
    #[must_use]
    pub fn classify(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::NotThere,
            io::ErrorKind::PermissionDenied => Self::Denied,
            io::ErrorKind::ResourceBusy | io::ErrorKind::AddrInUse => Self::Busy,
            io::ErrorKind::ConnectionRefused => Self::ConnectionRefused,
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::BrokenPipe
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::NotConnected => Self::Lost,
            _ => Self::Other(error.to_string()),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Link { place, fault } => fault.describe(place, f),
            Self::Refused(refusal) => write!(f, "refused: {refusal}"),
            Self::Incompatible(incompatible) => incompatible.fmt(f),
            Self::Timeout { place, to } => write!(
                f,
                "{place} does not answer {to}: check that it is a ring, and unplug it and plug it in again"
            ),
        }
    }
}

impl std::error::Error for Error {}

/// Ring that was found, as a sentence names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundRing {
    /// Name of its port.
    pub port: String,
    /// Serial number; `None` if it has none.
    pub serial: Option<String>,
    /// Name that people gave it; `None` if it has none or does not answer.
    pub name: Option<String>,
}

impl fmt::Display for FoundRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "name:\"{name}\", ")?;
        }
        if let Some(serial) = &self.serial {
            write!(f, "serial:{serial}, ")?;
        }
        write!(f, "{}", self.port)
    }
}

/// Returns rings as the list of a sentence.
fn list(rings: &[FoundRing]) -> String {
    let rings: Vec<String> = rings.iter().map(ToString::to_string).collect();
    rings.join("; and ")
}

impl LinkError {
    fn describe(&self, place: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRing => write!(
                f,
                "no ring found: plug one in, or give --ring tcp:HOST:PORT or a recording; \
                 `dohyo ring` serves a ring without hardware"
            ),
            Self::Several(rings) => write!(
                f,
                "several rings found: {}: choose one with --ring name:NAME, --ring serial:ID or \
                 --ring PORT",
                list(rings)
            ),
            Self::NoSuchRing(rings) => {
                write!(f, "no ring is {place}; there are {}", list(rings))
            }
            Self::NotThere => write!(
                f,
                "there is no {place}: look for the ring's port with `dohyo ports`"
            ),
            Self::Busy => write!(
                f,
                "{place} is in use by another program: end that one, or let it share the ring"
            ),
            Self::Denied => write!(
                f,
                "you may not open {place}: add yourself to its group (often `sudo usermod -aG dialout $USER`) and log in again"
            ),
            Self::ConnectionRefused => write!(
                f,
                "cannot connect to {place}: start `dohyo ring --listen` there, or check the address"
            ),
            Self::NoMachine => write!(
                f,
                "unknown host in {place}: check the name, or write an IP address"
            ),
            Self::BadAddress(why) => write!(f, "{place} is not the address of a ring: {why}"),
            Self::Lost => write!(
                f,
                "lost the connection to {place}: plug the ring in again and repeat the command"
            ),
            Self::LostDuringRequest => write!(
                f,
                "lost the connection to {place} during a command: check with `dohyo status` whether the ring got it"
            ),
            Self::TurnedAway(sentence) => write!(f, "{place} says: {sentence}"),
            Self::NoRecording(why) => write!(f, "{place} cannot be replayed: {why}"),
            Self::OnlyARecording => write!(
                f,
                "{place} is a recording and takes no commands: give --ring a ring"
            ),
            Self::Other(what) => {
                write!(
                    f,
                    "{place} does not work ({what}): unplug the ring, plug it in and try again"
                )
            }
        }
    }
}
