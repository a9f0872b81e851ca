//! Messages between host and ring: the requests of a host, and the messages of a ring.
//!
//! Both enums are encoded with postcard. The number of a message is its position in the
//! enum, its *table*, so messages are only ever added at the end, and none changes. The
//! golden bytes of each are in `tests/wire/messages.txt`.
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
//! Every request has a number and gets one final response with that number, possibly
//! after [`Response::TouchNeeded`]. A request with the number of the last final response
//! gets that response again and is not executed, so that a host that missed it can repeat
//! the request.

use super::device::{Crash, DeviceHealth};
use super::hello::{Hello, HostHello};
use super::identity::{Identity, RingName};
use crate::board::BoardId;
use crate::closed_enum::closed_enum;
use crate::games::kabuto::terms::CardRules;
use crate::lights::Spot as LightSpot;
use crate::panel::Touch;
use crate::player::Seat;
use crate::referee::record::MatchStart;
use crate::referee::{Command, CommandError, JournalLine, Waiting};
use crate::sensing::calibration::migration::StoredCalibration;
use crate::sensing::frame::{CurtainFrame, CurtainRead};
use crate::sensing::observation::Observation;
use crate::sensing::sensor::{Sensor, SensorFault};
use core::fmt;
use heapless::Vec;
use serde::{Deserialize, Serialize};

/// Message from a host to a ring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum HostMessage {
    /// Greeting of the host; the ring answers with its own `Hello`.
    Hello(HostHello),
    /// Request with its number, which the response repeats.
    Request(u16, Request),
}

/// Request of a host to a ring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum Request {
    /// Send message counts, journal numbers and settings, as [`RingMessage::Info`].
    Info,
    /// Send the journal lines from this one on, and continue as the journal grows.
    Follow(FollowFrom),
    /// Send these streams, and no others.
    Watch(Streams),
    /// Set the character card of a seat for the next match.
    Card(Seat, CardRules),
    /// Begin a match with the cards set before.
    Begin(MatchStart),
    /// Begin a match with the setup of the last one.
    Rematch,
    /// Give the referee a command.
    Command(Command),
    /// List the captures on the device, as [`RingMessage::Captures`].
    Captures,
    /// Send a capture from a byte offset to its end, as [`RingMessage::Capture`].
    Capture {
        /// Number of the journal line that rests on the capture.
        seq: u32,
        /// Offset of the first byte wanted.
        offset: u32,
    },
    /// List the matches in the journal, one [`RingMessage::Match`] each.
    Matches,
    /// Control the guided calibration.
    Calibrate(CalibrationCommand),
    /// Use and save these settings; refused during a match.
    Configure(Settings),
    /// Blink the LEDs at a place for 8 s.
    Identify(LightSpot),
    /// Restart the device.
    Restart(RestartMode),
    /// Send the calibration in use, as [`RingMessage::Calibration`].
    Calibration,
    /// Give the ring this name and save it; an empty one takes its name away.
    Name(RingName),
    /// Control the rod stroke, the check that every beam goes dark.
    Stroke(StrokeCommand),
}

/// First journal line a host wants to receive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FollowFrom {
    /// Line with this number, for example the first one that the host missed.
    Line(u32),
    /// First line of the running match.
    Match,
    /// First line from which the present session can be computed: of the last snapshot,
    /// or of the match.
    Now,
}

closed_enum! {
    /// Stream of messages that a host can watch. The ring does not repeat a message that
    /// the host misses.
    enum WatchStream {
        /// Observations of sensing, sent without delay.
        Observations = "observations",
        /// State that the referee waits for, sent on every change.
        Waiting = "waiting",
        /// One of 50 curtain frames, for a live view.
        Curtain = "curtain",
        /// One of 50 analog scans, for a live view.
        Hall = "hall",
        /// Sensor faults, sent on every change.
        Health = "health",
        /// Health of the device, sent once a minute.
        Device = "device",
    }
    set Streams
}

closed_enum! {
    /// Command to the guided calibration.
    enum CalibrationCommand {
        /// Start the calibration, or start it again.
        Start = "start",
        /// Measure the present step, which the person has prepared.
        Ready = "ready",
        /// Cancel, and keep the calibration in use.
        Cancel = "cancel",
        /// Return to the calibration before the one in use.
        Restore = "restore",
    }
}

closed_enum! {
    /// Command to the rod stroke.
    enum StrokeCommand {
        /// Start the stroke, or start it again.
        Start = "start",
        /// Send the beams that have gone dark so far, as [`RingMessage::Stroke`].
        Report = "report",
        /// Send them a last time, and end the stroke.
        Finish = "finish",
    }
}

closed_enum! {
    /// Program that the device starts after a restart.
    enum RestartMode {
        /// The firmware of the ring.
        Program = "program",
        /// The boot loader of the chip, through which a host flashes firmware.
        BootLoader = "boot loader",
    }
}

/// Settings that a person makes once and the ring stores in flash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Settings {
    /// Kind of board that the ring is built into. A change takes effect after a restart.
    pub board: BoardId,
    /// Dimensions of the board.
    pub dimensions: crate::board::Dimensions,
    /// Brightness and current limit of the lights.
    pub light: crate::lights::LightSettings,
    /// Buzzer: on or muted.
    pub sound: crate::panel::Volume,
}

impl Settings {
    /// Returns the settings that a new board starts with.
    #[must_use]
    pub const fn new(board: BoardId) -> Self {
        Self {
            board,
            dimensions: crate::board::Dimensions::ASSUMED,
            light: crate::lights::LightSettings::DEFAULT,
            sound: crate::panel::Volume::On,
        }
    }
}

/// Message from a ring to a host.
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
    /// Journal line that the host follows. It is in flash, unless
    /// [`RingMessage::Provisional`] came before.
    Line(JournalLine),
    /// Observation of sensing, of the stream [`WatchStream::Observations`].
    Observation(Observation),
    /// State that the referee waits for, of the stream [`WatchStream::Waiting`].
    Waiting(Waiting),
    /// Frame of the light curtain, of the stream [`WatchStream::Curtain`].
    Curtain(CurtainFrame),
    /// Scan of the analog channels, of the stream [`WatchStream::Hall`].
    Hall {
        /// Number of the scan.
        index: u32,
        /// Sum of four ADC readings for each channel.
        sums: Vec<u16, 96>,
    },
    /// Present sensor faults, of the stream [`WatchStream::Health`], in one or more
    /// messages.
    Health {
        /// Number of faults in the messages of the list before this one.
        before: u16,
        /// True if this is the last message of the list.
        last: bool,
        /// Faulty sensors with their faults.
        troubles: Vec<(Sensor, SensorFault), 16>,
    },
    /// Part of a requested capture.
    Capture {
        /// Number of the journal line that rests on the capture.
        seq: u32,
        /// Offset of `bytes` in the capture.
        offset: u32,
        /// Length of the whole capture, in bytes.
        total: u32,
        /// Bytes of this part.
        bytes: Vec<u8, 512>,
    },
    /// Numbers of the journal lines for which there is a capture.
    Captures(Vec<u32, 64>),
    /// Match in the journal, one message each, the oldest first. A match whose last line
    /// is before its first marks the end of the list.
    Match {
        /// Number of the first line of the match.
        begin: u32,
        /// Number of the last line of the match.
        last: u32,
    },
    /// State of the guided calibration.
    CalibrationStatus(CalibrationStatus),
    /// Counts, journal numbers and settings of the ring.
    Info(Info),
    /// Calibration in use, which the replay of a capture needs.
    Calibration(StoredCalibration),
    /// Number of the first provisional line: the flash cannot store it now, and it is void
    /// if the connection ends before. `None` if all lines that were sent are in flash.
    Provisional(Option<u32>),
    /// Health of the device, of the stream [`WatchStream::Device`].
    Device(DeviceHealth),
    /// Beams that have gone dark since the rod stroke began, laid out as the bits of a
    /// read.
    Stroke(CurtainRead),
}

/// State of a guided calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalibrationStatus {
    /// Number of steps done.
    pub done: u8,
    /// Number of steps in all.
    pub steps: u8,
    /// Step to prepare next; `None` if all are done or no calibration is running.
    pub wants: Option<crate::sensing::calibration::guide::CalibrationStep>,
    /// Reason why the last measurement was refused; `None` if it was not.
    pub refused: Option<crate::sensing::calibration::guide::StepRefusal>,
}

/// Counts, journal numbers and settings of a ring, for diagnosis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// Number of frames received from hosts, by result.
    pub frames: super::FrameCounts,
    /// Number of good frames whose message could not be decoded.
    pub unread: u32,
    /// Number of observations dropped because the host was too slow.
    pub dropped: u32,
    /// Number of the first line that the journal still holds.
    pub first: u32,
    /// Number that the next journal line gets.
    pub next: u32,
    /// Number of the first journal line that is not in flash yet.
    pub stored: u32,
    /// State of the flash.
    pub storage: StorageStatus,
    /// Wear of the flash.
    pub wear: FlashWear,
    /// Settings in use.
    pub settings: Settings,
    /// Ids and name of the ring.
    pub identity: Identity,
    /// Crash that led to the last start; `None` if none did.
    pub crash: Option<Crash>,
    /// Health of the device; `None` if the ring runs in a program, or has run for less
    /// than a second.
    pub health: Option<DeviceHealth>,
}

/// Wear of the flash sectors for journal and settings: an estimate from the number of
/// records that were ever written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FlashWear {
    /// Number of erases so far, of all sectors together.
    pub erases: u32,
    /// Number of erases of the most worn sector, at the last start.
    pub busiest: u32,
}

impl FlashWear {
    /// Number of erases that a sector endures, by the data sheet of the W25Q16 on a Pico.
    pub const ENDURANCE: u32 = 100_000;
}

closed_enum! {
    /// State of the flash for journal and settings.
    enum StorageStatus {
        /// The flash works: journal and settings are written.
        Working = "working",
        /// The journal waits for a moment in which the ring may erase a sector.
        Waiting = "waiting to erase",
        /// The flash failed: journal or settings are lost at power-off.
        Broken = "broken",
    }
}

/// Response to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Response {
    /// The request is carried out.
    Done,
    /// The journal lines from this one on follow.
    From {
        /// Number of the first line that follows.
        seq: u32,
        /// True if there is no match and `seq` is the next line of the journal, so that
        /// the host starts with an empty session.
        idle: bool,
        /// Number of the next line: earlier ones are of the past.
        next: u32,
    },
    /// A person at the table must touch the ring like this, within ten seconds; another
    /// response follows.
    TouchNeeded(Touch),
    /// The request is refused.
    Refused(RequestError),
}

/// Reason why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RequestError {
    /// The message cannot be read: it is newer than the ring, or damaged.
    Unknown,
    /// The host has sent no `Hello`, or one of another major version.
    NoHello,
    /// The referee declines the command.
    Declined(CommandError),
    /// No person touched the ring in time, or one refused.
    NotTouched,
    /// Another request waits for a touch.
    Busy,
    /// The requested line is erased; the journal begins after it.
    Gone {
        /// Number of the first line that the journal still holds.
        first: u32,
    },
    /// The journal has no such line yet: the host followed another ring, or this one was
    /// wiped.
    Ahead {
        /// Number that the next journal line gets.
        next: u32,
    },
    /// The requested capture, match, calibration, curtain or rod stroke does not exist.
    None,
    /// The request is not possible while a match is running.
    MatchRunning,
    /// No guided calibration is running.
    NotCalibrating,
    /// The request is not possible after the end of a match.
    MatchOver,
    /// The match changed between the request and the touch that would have allowed it.
    Outdated,
    /// Hosts have caused too many flash writes in a short time.
    TooManyWrites {
        /// Time after which the request can be repeated, in seconds.
        seconds: u16,
    },
    /// The journal must erase a sector before a host may cause more lines.
    JournalBusy,
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => {
                f.write_str("unknown or damaged request: flash the firmware of this version")
            }
            Self::NoHello => {
                f.write_str("no valid hello was received: reconnect with the same version")
            }
            Self::Declined(declined) => declined.fmt(f),
            Self::NotTouched => f.write_str(
                "Confirm was not pressed within ten seconds: repeat the request and press it",
            ),
            Self::Busy => {
                f.write_str("another request waits for a touch on the ring: do that first")
            }
            Self::Gone { first } => write!(
                f,
                "that line is erased; the journal begins with line {first}"
            ),
            Self::Ahead { next } => write!(
                f,
                "the ring is only at line {next}: this is another ring, or it was wiped"
            ),
            Self::None => f.write_str("the ring has no such capture, match, calibration or check"),
            Self::MatchRunning => f.write_str("a match is running: end or abort it first"),
            Self::NotCalibrating => f.write_str("no calibration is under way: start one"),
            Self::MatchOver => {
                f.write_str("the match is over: undo its last step, or begin another one")
            }
            Self::Outdated => f.write_str(
                "the match went on before the ring was touched: look at it, and ask again",
            ),
            Self::TooManyWrites { seconds } => write!(
                f,
                "too many changes in a short time would wear the flash: try again in {seconds} s"
            ),
            Self::JournalBusy => f.write_str(
                "the journal waits for a moment without a push: take the platform away, and \
                 try again",
            ),
        }
    }
}

impl core::error::Error for RequestError {}
