//! The tables of messages: what a host may ask, and what a ring says.
//!
//! Both are postcard: the number of a message is its place in the table, so
//! messages are only ever added at the end, and none changes. The golden bytes
//! of each are in `tests/wire/messages.txt`.
//!
//! # Compatibility
//!
//! - [`Hello`] and [`HostHello`] never change.
//! - Within a major version messages are added at the end of a table, and no
//!   field is added, removed or reordered.
//! - Who gets a message that it cannot read counts it, answers
//!   [`Refusal::Unknown`] if it is a ring, and goes on.
//!
//! # Answers
//!
//! Every request has a number and gets one answer with it, and before that
//! perhaps [`Outcome::TouchNeeded`]. The same number again gets the same answer
//! again and does nothing: so a host that heard nothing can ask twice.

use super::hello::{Hello, HostHello};
use crate::board::Name;
use crate::closed::closed;
use crate::games::kabuto::terms::Kit;
use crate::lights::Spot as LightSpot;
use crate::player::Seat;
use crate::referee::record::Begin;
use crate::referee::{Command, Declined, Entry, Waiting};
use crate::sensing::calibration::migration::Stored;
use crate::sensing::frame::CurtainFrame;
use crate::sensing::observation::Observation;
use crate::sensing::sensor::{Sensor, Trouble};
use core::fmt;
use heapless::Vec;
use serde::{Deserialize, Serialize};

/// What a host sends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum FromHost {
    /// Who it is; the ring answers with its own `Hello`.
    Hello(HostHello),
    /// A request with its number.
    Ask(u16, Ask),
}

/// What can be asked of a ring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum Ask {
    /// Facts about it; answered by [`FromRing::Info`].
    Info,
    /// Send the journal from there on, and go on as it grows.
    Follow(From),
    /// Send these streams, and no others.
    Watch(Streams),
    /// Lay out the card of a seat for the next match.
    Kit(Seat, Kit),
    /// Begin a match with the cards laid out.
    Begin(Begin),
    /// Begin the last match again.
    Again,
    /// Tell the referee something.
    Command(Command),
    /// Name what evidence there is.
    Proofs,
    /// Send evidence from this byte on.
    Proof {
        /// The line it belongs to.
        seq: u32,
        /// The first byte wanted.
        offset: u32,
    },
    /// Name the matches in the journal; answered by [`FromRing::Match`].
    Matches,
    /// A step of the guided calibration.
    Calibrate(Calibrate),
    /// Use these settings from now on.
    Configure(Settings),
    /// Let a place blink for some seconds.
    Identify(LightSpot),
    /// Restart.
    Restart(Restart),
    /// Send the calibration in use; answered by [`FromRing::Calibrated`].
    Calibrated,
}

/// Where to follow the journal from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum From {
    /// This line: what was missed, or to have it repeated.
    Line(u32),
    /// The beginning of the running match.
    Match,
    /// A snapshot of how it stands.
    Now,
}

closed! {
    /// A stream a host can watch. None is repeated: what is missed is missed.
    enum Stream {
        /// What sensing says, at once.
        Observations = "observations",
        /// What is waited for, whenever that changes.
        Waiting = "waiting",
        /// Curtain frames, some of them.
        Curtain = "curtain",
        /// Analog scans, some of them.
        Hall = "hall",
        /// Sensors in trouble, whenever that changes.
        Health = "health",
    }
    set Streams
}

closed! {
    /// A step of the guided calibration, as people take it.
    enum Calibrate {
        /// Begin, or begin anew.
        Start = "start",
        /// What was asked for is done: measure.
        Ready = "ready",
        /// Keep what is in use.
        Cancel = "cancel",
        /// Take the set before the one in use.
        Restore = "restore",
    }
}

closed! {
    /// How to restart.
    enum Restart {
        /// Into the same program.
        Program = "program",
        /// Into the boot loader, to be flashed.
        BootLoader = "boot loader",
    }
}

/// What a person sets once and the ring keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Settings {
    /// The board it is built into. Another one holds after a restart.
    pub board: Name,
    /// Its dimensions.
    pub dimensions: crate::board::Dimensions,
    /// How bright the lights may be.
    pub light: crate::lights::Setting,
    /// Whether it beeps.
    pub sound: crate::panel::Volume,
}

/// What a ring sends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum FromRing {
    /// Who it is.
    Hello(Hello),
    /// The answer to the request with this number.
    Answer(u16, Outcome),
    /// A line of the journal.
    Entry(Entry),
    /// Something seen.
    Seen(Observation),
    /// What is waited for now.
    Waiting(Waiting),
    /// A frame of the curtain.
    Curtain(CurtainFrame),
    /// A scan of the analog channels.
    Hall {
        /// Its number.
        index: u32,
        /// The sum of four readings for each channel.
        sums: Vec<u16, 96>,
    },
    /// Sensors in trouble; all of them, in one or more messages.
    Health {
        /// How many were named in messages before this one.
        before: u16,
        /// Whether that is all.
        last: bool,
        /// Each with what is wrong.
        troubles: Vec<(Sensor, Trouble), 16>,
    },
    /// A piece of evidence.
    Proof {
        /// The line it belongs to.
        seq: u32,
        /// Where these bytes belong.
        offset: u32,
        /// How many there are in all.
        total: u32,
        /// Some of them.
        bytes: Vec<u8, 512>,
    },
    /// The lines there is evidence for.
    Proofs(Vec<u32, 64>),
    /// A match in the journal, oldest first. One whose last line is before its
    /// first says that this was all.
    Match {
        /// Its first line.
        begin: u32,
        /// Its last one.
        last: u32,
    },
    /// How the calibration stands.
    Calibration(Calibrating),
    /// Facts.
    Info(Info),
    /// The calibration in use, without which evidence cannot be judged anew.
    Calibrated(Stored),
}

/// How a guided calibration stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calibrating {
    /// Steps done.
    pub done: u8,
    /// Steps in all.
    pub steps: u8,
    /// What to do next; nothing when it is done.
    pub wants: Option<crate::sensing::calibration::guide::Step>,
    /// Why the last measurement was not taken.
    pub refused: Option<crate::sensing::calibration::guide::Refusal>,
}

/// Facts about a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// Frames that came over the wire, by what became of them.
    pub frames: super::Counts,
    /// Frames whose message could not be read.
    pub unread: u32,
    /// Observations that no host was quick enough for.
    pub dropped: u32,
    /// The first line of the journal.
    pub first: u32,
    /// The next one.
    pub next: u32,
    /// All lines before this one are in flash.
    pub stored: u32,
    /// Whether the flash takes what is written to it.
    pub storage: Storage,
    /// The settings in use.
    pub settings: Settings,
}

closed! {
    /// Whether journal and settings are written.
    enum Storage {
        /// They are.
        Working = "working",
        /// The journal waits for a moment in which it may erase.
        Waiting = "waiting to erase",
        /// One of them is not, and does not outlive the power.
        Broken = "broken",
    }
}

/// The answer to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// Done.
    Done,
    /// Lines follow from this one on.
    From {
        /// Its number.
        seq: u32,
        /// Whether no match is running before it.
        idle: bool,
    },
    /// Somebody at the table has to touch the ring within ten seconds; another
    /// answer follows.
    TouchNeeded,
    /// Not done.
    Refused(Refusal),
}

/// Why a request is not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// The message cannot be read: it is newer than the ring, or damaged.
    Unknown,
    /// No `Hello` has been said, or one of another version.
    NoHello,
    /// The referee declines.
    Declined(Declined),
    /// Nobody touched the ring in time, or somebody refused.
    NotTouched,
    /// Another request waits for a touch.
    Busy,
    /// The journal begins with this line; what was before is gone.
    Gone {
        /// The first there is.
        first: u32,
    },
    /// The journal has no such line yet: this is another ring.
    Ahead {
        /// The next one there will be.
        next: u32,
    },
    /// There is none.
    None,
    /// Not while a match is running.
    MatchRunning,
    /// No calibration is under way.
    NotCalibrating,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => {
                f.write_str("the ring cannot read that: flash it with the firmware of this version")
            }
            Self::NoHello => {
                f.write_str("the ring has not been greeted: connect again with the same version")
            }
            Self::Declined(declined) => declined.fmt(f),
            Self::NotTouched => f.write_str(
                "nobody pressed confirm on the ring within ten seconds: ask again and press it",
            ),
            Self::Busy => {
                f.write_str("another request waits for a touch on the ring: do that first")
            }
            Self::Gone { first } => write!(
                f,
                "the ring has forgotten that; its journal begins with line {first}"
            ),
            Self::Ahead { next } => write!(
                f,
                "the ring is only at line {next}: this is another ring, or it was wiped"
            ),
            Self::None => f.write_str("there is none"),
            Self::MatchRunning => f.write_str("a match is running: end it or break it off first"),
            Self::NotCalibrating => f.write_str("no calibration is under way: start one"),
        }
    }
}

impl core::error::Error for Refusal {}
