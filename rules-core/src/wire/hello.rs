//! Greeting of both sides, the only message that never changes.
//!
//! Whatever version either side has, it can read the other's `Hello` and say what to
//! update. For that reason no field is ever added here: new facts go to `Info`.

use crate::board::BoardId;
use crate::closed_enum::closed_enum;
use core::fmt;
use heapless::String;
use serde::{Deserialize, Serialize};

/// The version of the messages spoken here.
pub const PROTOCOL: Protocol = Protocol { major: 2, minor: 0 };

/// A version of the messages.
///
/// Two sides with the same `major` understand each other. A higher `minor` adds messages
/// at the end of the tables and fields nowhere; a peer that does not know one refuses it
/// and goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Protocol {
    /// Number that changes if an existing message changes its meaning.
    pub major: u8,
    /// Number that changes if a message is added.
    pub minor: u8,
}

/// Greeting of a ring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Hello {
    /// Protocol version of the ring.
    pub protocol: Protocol,
    /// Version of its firmware.
    pub firmware: String<16>,
    /// Board it is built into.
    pub board: BoardId,
    /// Reason of its last start.
    pub boot: BootReason,
    /// Number of its next journal line.
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
        /// Power came on.
        PowerUp = "power up",
        /// Watchdog reset: the firmware hung.
        Watchdog = "watchdog",
        /// Panic of the firmware.
        Panic = "panic",
        /// Restart that a host asked for, or that was due after two weeks.
        Asked = "asked",
    }
}

impl Protocol {
    /// Checks that a host with this version and a ring understand each other.
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
            Err(Incompatible { host: self, ring })
        }
    }
}

/// A host and a ring that do not understand each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Incompatible {
    /// Version of the host.
    pub host: Protocol,
    /// Version of the ring.
    pub ring: Protocol,
}

impl fmt::Display for Incompatible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, ring } = self;
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
