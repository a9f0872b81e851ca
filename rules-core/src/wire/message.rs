//! Tables of messages: requests of a host, and messages of a ring.
//!
//! Both are postcard: the number of a message is its place in the table, so that messages
//! are only ever added at the end, and none changes. The golden bytes of each are in
//! `tests/wire/messages.txt`.
//!
//! # Compatibility
//!
//! - [`Hello`] and [`HostHello`] never change.
//! - Within a major version messages are added at the end of a table, and no field is
//!   added, removed or reordered.
//! - A side that gets a message it cannot read counts it and goes on; a ring also answers
//!   [`RequestError::Unknown`].
//!
//! # Responses
//!
//! Every request has a number and gets one response with it, possibly after
//! [`Response::TouchNeeded`]. A repeated number gets the previous response again and does
//! nothing, so that a host that missed the response can repeat the request.

use super::hello::{Hello, HostHello};
use crate::board::BoardId;
use crate::closed_enum::closed_enum;
use crate::games::kabuto::terms::CardRules;
use crate::lights::Spot as LightSpot;
use crate::player::Seat;
use crate::referee::record::MatchStart;
use crate::referee::{Command, CommandError, JournalLine, Waiting};
use crate::sensing::calibration::migration::StoredCalibration;
use crate::sensing::frame::CurtainFrame;
use crate::sensing::observation::Observation;
use crate::sensing::sensor::{Sensor, SensorFault};
use core::fmt;
use heapless::Vec;
use serde::{Deserialize, Serialize};

/// Message of a host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum HostMessage {
    /// Greeting of the host; the ring answers with its own `Hello`.
    Hello(HostHello),
    /// Request with its number.
    Request(u16, Request),
}

/// Request to a ring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum Request {
    /// Send facts about the ring; answered by [`RingMessage::Info`].
    Info,
    /// Send the journal from there on, and continue as it grows.
    Follow(FollowFrom),
    /// Send these streams, and no others.
    Watch(Streams),
    /// Lay out the card of a seat for the next match.
    Card(Seat, CardRules),
    /// Begin a match with the cards laid out.
    Begin(MatchStart),
    /// Begin the last match again.
    Rematch,
    /// Give the referee a command.
    Command(Command),
    /// List the captures on the device.
    Captures,
    /// Send a capture from this byte on.
    Capture {
        /// Journal line of the capture.
        seq: u32,
        /// First byte wanted.
        offset: u32,
    },
    /// List the matches in the journal; answered by [`RingMessage::Match`].
    Matches,
    /// Do a step of the guided calibration.
    Calibrate(CalibrationCommand),
    /// Use these settings from now on.
    Configure(Settings),
    /// Blink a place for some seconds.
    Identify(LightSpot),
    /// Restart the device.
    Restart(RestartMode),
    /// Send the calibration in use; answered by [`RingMessage::Calibration`].
    Calibrated,
}

/// First journal line a host wants to receive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FollowFrom {
    /// Line with this number: the first one missed, or one to be repeated.
    Line(u32),
    /// First line of the running match.
    Match,
    /// Snapshot of the present session.
    Now,
}

closed_enum! {
    /// Stream that a host can watch. No message of a stream is repeated: a host that
    /// misses one does not get it.
    enum WatchStream {
        /// Observations of sensing, without delay.
        Observations = "observations",
        /// State that the referee waits for, on every change.
        Waiting = "waiting",
        /// Curtain frames, some of them.
        Curtain = "curtain",
        /// Analog scans, some of them.
        Hall = "hall",
        /// Sensor faults, on every change.
        Health = "health",
    }
    set Streams
}

closed_enum! {
    /// Step of the guided calibration.
    enum CalibrationCommand {
        /// Start, or start again.
        Start = "start",
        /// Measure: the person has done what the step asks for.
        Ready = "ready",
        /// Cancel, and keep the set in use.
        Cancel = "cancel",
        /// Return to the set before the one in use.
        Restore = "restore",
    }
}

closed_enum! {
    /// Target of a restart.
    enum RestartMode {
        /// The firmware.
        Program = "program",
        /// The boot loader, to be flashed.
        BootLoader = "boot loader",
    }
}

/// Settings that a person makes once and the ring stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Settings {
    /// Board that the ring is built into. A changed one takes effect after a restart.
    pub board: BoardId,
    /// Dimensions of the board.
    pub dimensions: crate::board::Dimensions,
    /// Maximum brightness of the lights.
    pub light: crate::lights::LightSettings,
    /// Buzzer: on or muted.
    pub sound: crate::panel::Volume,
}

/// Message of a ring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum RingMessage {
    /// Greeting of the ring.
    Hello(Hello),
    /// Response to the request with this number.
    Response(u16, Response),
    /// Line of the journal.
    Line(JournalLine),
    /// Observation of sensing.
    Observation(Observation),
    /// State that the referee waits for now.
    Waiting(Waiting),
    /// Frame of the curtain.
    Curtain(CurtainFrame),
    /// Scan of the analog channels.
    Hall {
        /// Number of the scan.
        index: u32,
        /// Sum of four readings for each channel.
        sums: Vec<u16, 96>,
    },
    /// Sensor faults: all of them, in one or more messages.
    Health {
        /// Number of faults in the messages before this one.
        before: u16,
        /// True if this is the last message of the list.
        last: bool,
        /// Sensors with their faults.
        troubles: Vec<(Sensor, SensorFault), 16>,
    },
    /// Part of a capture.
    Capture {
        /// Journal line of the capture.
        seq: u32,
        /// Offset of `bytes` in the capture.
        offset: u32,
        /// Length of the capture, in bytes.
        total: u32,
        /// Bytes of this part.
        bytes: Vec<u8, 512>,
    },
    /// Journal lines for which there is a capture.
    Captures(Vec<u32, 64>),
    /// Match in the journal, oldest first. A match whose last line is before its first
    /// marks the end of the list.
    Match {
        /// First line of the match.
        begin: u32,
        /// Last line of the match.
        last: u32,
    },
    /// State of the guided calibration.
    CalibrationStatus(CalibrationStatus),
    /// Facts about the ring.
    Info(Info),
    /// Calibration in use, without which captures cannot be replayed.
    Calibration(StoredCalibration),
}

/// State of a guided calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalibrationStatus {
    /// Number of steps done.
    pub done: u8,
    /// Number of steps in all.
    pub steps: u8,
    /// Next step; `None` when all are done.
    pub wants: Option<crate::sensing::calibration::guide::CalibrationStep>,
    /// Reason why the last measurement was refused, if it was.
    pub refused: Option<crate::sensing::calibration::guide::StepRefusal>,
}

/// Facts about a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// Frames received over the wire, by result.
    pub frames: super::FrameCounts,
    /// Frames whose message could not be read.
    pub unread: u32,
    /// Observations dropped because the host was too slow.
    pub dropped: u32,
    /// First line of the journal.
    pub first: u32,
    /// Number of the next line.
    pub next: u32,
    /// Number before which all lines are in flash.
    pub stored: u32,
    /// State of the flash.
    pub storage: StorageStatus,
    /// Settings in use.
    pub settings: Settings,
}

closed_enum! {
    /// State of the flash for journal and settings.
    enum StorageStatus {
        /// Journal and settings are written.
        Working = "working",
        /// The journal waits for a moment in which it may erase.
        Waiting = "waiting to erase",
        /// Journal or settings are not written and are lost at power-off.
        Broken = "broken",
    }
}

/// Response to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Response {
    /// The request is done.
    Done,
    /// Lines follow from this one on.
    From {
        /// Number of the first line.
        seq: u32,
        /// True if no match is running before it.
        idle: bool,
    },
    /// A person at the table must touch the ring within ten seconds; another response
    /// follows.
    TouchNeeded,
    /// The request is refused.
    Refused(RequestError),
}

/// Reason why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RequestError {
    /// The message cannot be read: it is newer than the ring, or damaged.
    Unknown,
    /// No `Hello` has been received, or one of another version.
    NoHello,
    /// The referee declines the command.
    Declined(CommandError),
    /// No person touched the ring in time, or one refused.
    NotTouched,
    /// Another request waits for a touch.
    Busy,
    /// The journal begins after this line; older ones are erased.
    Gone {
        /// First line of the journal.
        first: u32,
    },
    /// The journal has no such line yet: this is another ring.
    Ahead {
        /// Number of the next line.
        next: u32,
    },
    /// The requested capture, match or calibration does not exist.
    None,
    /// The request is not possible while a match is running.
    MatchRunning,
    /// No calibration is under way.
    NotCalibrating,
}

impl fmt::Display for RequestError {
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

impl core::error::Error for RequestError {}
