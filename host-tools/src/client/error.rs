//! What can go wrong between a host and a ring. What the line does and what the
//! ring refuses are different things, and each says what to do.

use rules_core::wire::Refusal;
use rules_core::wire::hello::Incompatible;
use std::fmt;
use std::io;

/// Why something did not work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The line to the ring.
    Link {
        /// Which one.
        place: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// The ring heard it and does not do it.
    Refused(Refusal),
    /// The two speak different versions.
    Incompatible(Incompatible),
    /// The ring does not answer.
    Timeout {
        /// Which ring.
        place: String,
        /// What it was to answer.
        to: &'static str,
    },
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// No ring is plugged in.
    NoRing,
    /// There are several; one has to be chosen.
    Several(Vec<String>),
    /// There is no such port.
    NotThere,
    /// Another program has it.
    Busy,
    /// This person may not use it.
    Denied,
    /// Nobody listens there.
    NobodyListens,
    /// No machine goes by that name.
    NoMachine,
    /// The address makes no sense; says why.
    BadAddress(String),
    /// It was there and is gone.
    Lost,
    /// It was lost while the ring was told something: it may have heard it.
    LostWhileTelling,
    /// The other end says this and hangs up.
    TurnedAway(String),
    /// No recording, or one that cannot be read; says why.
    NoRecording(String),
    /// A recording does not do what it is told.
    OnlyARecording,
    /// Something else; the system's words.
    Other(String),
}

impl Error {
    /// The line at `place` has this fault.
    #[must_use]
    pub fn link(place: &str, fault: Fault) -> Self {
        Self::Link {
            place: place.to_owned(),
            fault,
        }
    }
}

impl Fault {
    /// What an error of the system means for a line.
    #[must_use]
    pub fn of(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::NotThere,
            io::ErrorKind::PermissionDenied => Self::Denied,
            io::ErrorKind::ResourceBusy | io::ErrorKind::AddrInUse => Self::Busy,
            io::ErrorKind::ConnectionRefused => Self::NobodyListens,
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
            Self::Link { place, fault } => fault.tell(place, f),
            Self::Refused(refusal) => write!(f, "the ring refuses: {refusal}"),
            Self::Incompatible(incompatible) => incompatible.fmt(f),
            Self::Timeout { place, to } => write!(
                f,
                "{place} does not answer {to}: check that it is a ring, and unplug it and plug it in again"
            ),
        }
    }
}

impl std::error::Error for Error {}

impl Fault {
    fn tell(&self, place: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRing => write!(
                f,
                "no ring found: plug one in, or give --ring tcp:HOST:PORT, virtual: or a recording"
            ),
            Self::Several(ports) => write!(
                f,
                "several rings found ({}): choose one with --ring PORT",
                ports.join(", ")
            ),
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
            Self::NobodyListens => write!(
                f,
                "nobody listens at {place}: start `dohyo ring --listen` there, or correct the address"
            ),
            Self::NoMachine => write!(
                f,
                "no machine is known by the name in {place}: correct it, or write the machine's number"
            ),
            Self::BadAddress(why) => write!(f, "{place} is no address of a ring: {why}"),
            Self::Lost => write!(
                f,
                "the line to {place} broke and did not come back: plug the ring in again and call this again"
            ),
            Self::LostWhileTelling => write!(
                f,
                "the line to {place} broke while the ring was told something: see with `dohyo status` whether it heard it"
            ),
            Self::TurnedAway(sentence) => write!(f, "{place} says: {sentence}"),
            Self::NoRecording(why) => write!(f, "{place} cannot be played: {why}"),
            Self::OnlyARecording => write!(
                f,
                "{place} is a recording, which cannot be told anything: give --ring a ring"
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
