//! Identity of a ring: ids by which hosts know it again, and the name that people gave it.
//!
//! | id | made | kept |
//! |---|---|---|
//! | [`RingId`] | by the maker of the flash chip; in a program from a seed | in the chip |
//! | [`JournalId`] | at random, when the journal is empty | beside the settings |
//!
//! A host that knows a ring's journal id can tell a ring that was wiped from one whose
//! lines it has missed.

use core::fmt;
use heapless::String;
use serde::{Deserialize, Serialize};

/// USB vendor number of a ring, of pid.codes.
pub const USB_VENDOR: u16 = 0x1209;

/// USB product number of a ring, from the test range of [`USB_VENDOR`]; not to be sold.
pub const USB_PRODUCT: u16 = 0x0001;

/// Maximum length of a ring's name, in bytes.
pub const NAME_MAX: usize = 32;

/// Name that people gave a ring; empty if they gave none.
pub type RingName = String<NAME_MAX>;

/// Id of a ring: 64 bits, written as 16 hexadecimal digits. On USB it is the serial
/// number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct RingId(pub u64);

impl RingId {
    /// Creates the id of a ring from the id of its flash chip; `None` if the chip has
    /// none: then all its bytes are equal.
    ///
    /// ```
    /// use rules_core::wire::identity::RingId;
    ///
    /// let chip = [0xE6, 0x61, 0x4C, 0x31, 0x1B, 0x7F, 0x5A, 0x2C];
    /// let id = RingId::from_chip(chip).map(|id| id.to_string());
    /// assert_eq!(id.as_deref(), Some("e6614c311b7f5a2c"));
    /// assert_eq!(RingId::from_chip([0xFF; 8]), None);
    /// ```
    #[must_use]
    pub fn from_chip(bytes: [u8; 8]) -> Option<Self> {
        let [first, rest @ ..] = bytes;
        let is_id = rest.iter().any(|&byte| byte != first);
        is_id.then_some(Self(u64::from_be_bytes(bytes)))
    }
}

impl fmt::Display for RingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Id of a ring's journal: 64 bits, written as 16 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct JournalId(pub u64);

impl fmt::Display for JournalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Identity of a ring.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Identity {
    /// Id of the ring.
    pub ring: RingId,
    /// True if the ring runs in a program, without a device.
    pub is_virtual: bool,
    /// Id of its journal.
    pub journal: JournalId,
    /// Name that people gave it; empty if they gave none.
    pub name: RingName,
}
