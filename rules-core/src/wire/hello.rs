//! Greeting of both sides, the only message that never changes.
//!
//! Either side can read the other's `Hello`, whatever its version, and report which side
//! to update. For that reason no field is ever added here: new facts go to `Info`.

use crate::board::BoardId;
use crate::board::withdrawn::WithdrawnBoard;
use crate::closed_enum::closed_enum;
use core::fmt;
use heapless::String;
use serde::{Deserialize, Serialize};

/// Version of the messages that this crate encodes and decodes.
pub const PROTOCOL: Protocol = Protocol { major: 2, minor: 0 };

/// Version of the messages between host and ring.
///
/// Two sides with the same `major` understand each other. A higher `minor` adds messages
/// at the end of the tables and fields nowhere; a peer that does not know one refuses it
/// and goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Protocol {
    /// Number that increases if an existing message changes its bytes or its meaning.
    pub major: u8,
    /// Number that increases if a message is added.
    pub minor: u8,
}

/// Greeting of a ring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Hello {
    /// Protocol version of the ring.
    pub protocol: Protocol,
    /// Version of the ring's firmware, cut to 16 characters.
    pub firmware: String<16>,
    /// Kind of board that the ring is built into.
    pub board: BoardId,
    /// Reason of the ring's last start.
    pub boot: BootReason,
    /// Number that the ring's next journal line gets.
    pub next: u32,
}

/// Greeting of a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct HostHello {
    /// Protocol version of the host.
    pub protocol: Protocol,
}

closed_enum! {
    /// Reason why the device started.
    enum BootReason {
        /// The power came on, or the reset pin or a probe started the device.
        PowerUp = "power up",
        /// The watchdog reset the device, because the firmware hung.
        Watchdog = "watchdog",
        /// The firmware panicked, or the processor faulted.
        Panic = "panic",
        /// The firmware restarted itself: a host requested it, or it was due after two
        /// weeks.
        Asked = "asked",
    }
}

impl Protocol {
    /// Checks that a host with this version understands a ring with the version `ring`.
    ///
    /// ```
    /// use rules_core::wire::hello::{PROTOCOL, Protocol};
    ///
    /// let old = Protocol { major: 0, minor: 9 };
    /// assert_eq!(
    ///     PROTOCOL.meets(old).map_err(|error| error.to_string()),
    ///     Err("the ring speaks protocol 0.9, this program 2.0: flash the ring with newer firmware".into())
    /// );
    /// ```
    ///
    /// # Errors
    /// [`Incompatible`] if the major versions differ; its text says what to update.
    pub const fn meets(self, ring: Self) -> Result<(), Incompatible> {
        if self.major == ring.major {
            Ok(())
        } else {
            Err(Incompatible::Protocol { host: self, ring })
        }
    }
}

/// Error of a host and a ring that cannot talk to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Incompatible {
    /// Their major protocol versions differ.
    Protocol {
        /// Protocol version of the host.
        host: Protocol,
        /// Protocol version of the ring.
        ring: Protocol,
    },
    /// The ring is built into a board that was withdrawn.
    Board(WithdrawnBoard),
}

impl fmt::Display for Incompatible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (host, ring) = match self {
            Self::Protocol { host, ring } => (host, ring),
            Self::Board(board) => return board.fmt(f),
        };
        let (host_is_older, remedy) = (
            host.major < ring.major,
            "flash the ring with newer firmware",
        );
        write!(
            f,
            "the ring speaks protocol {}.{}, this program {}.{}: {}",
            ring.major,
            ring.minor,
            host.major,
            host.minor,
            if host_is_older {
                "update this program"
            } else {
                remedy
            }
        )
    }
}

impl core::error::Error for Incompatible {}
