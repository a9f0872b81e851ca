//! The first thing each side says, and the only message that never changes.
//!
//! Whatever version either side has, it can read the other's `Hello` and say
//! what to update. So nothing is ever added here: what is new goes to `Info`.

use crate::board::Name;
use crate::closed::closed;
use core::fmt;
use heapless::String;
use serde::{Deserialize, Serialize};

/// The version of the messages spoken here.
pub const PROTOCOL: Protocol = Protocol { major: 1, minor: 0 };

/// A version of the messages.
///
/// The same `major`: the two understand each other. A higher `minor` adds
/// messages at the end of the tables and fields nowhere; a peer that does not
/// know one says so and goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Protocol {
    /// Changes when something spoken means something else.
    pub major: u8,
    /// Changes when something is added.
    pub minor: u8,
}

/// Who a ring is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Hello {
    /// What it speaks.
    pub protocol: Protocol,
    /// Its program's version.
    pub firmware: String<16>,
    /// The board.
    pub board: Name,
    /// Why it started last.
    pub boot: BootReason,
    /// The number of its next line of the journal.
    pub next: u32,
}

/// Who a host is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct HostHello {
    /// What it speaks.
    pub protocol: Protocol,
}

closed! {
    /// Why the device started.
    enum BootReason {
        /// The power came.
        PowerUp = "power up",
        /// The watchdog bit: the program hung.
        Watchdog = "watchdog",
        /// The program gave up.
        Panic = "panic",
        /// Somebody asked for it, or it had run for two weeks.
        Asked = "asked",
    }
}

impl Protocol {
    /// Whether the two understand each other; else what to update.
    ///
    /// ```
    /// use rules_core::wire::hello::{PROTOCOL, Protocol};
    ///
    /// let old = Protocol { major: 0, minor: 9 };
    /// assert_eq!(
    ///     PROTOCOL.meets(old).map_err(|it| it.to_string()),
    ///     Err("the ring speaks protocol 0.9, this program 1.0: flash the ring with newer firmware".into())
    /// );
    /// ```
    ///
    /// # Errors
    /// If not.
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
    /// What the host speaks.
    pub host: Protocol,
    /// What the ring speaks.
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
