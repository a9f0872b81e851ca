//! Transports to a ring: bytes out and bytes in.
//!
//! | module | transport |
//! |---|---|
//! | `serial` | a serial port, found automatically if one ring is plugged in |
//! | `tcp` | a socket |
//! | `in_process` | a ring in this process, in real time |
//! | [`playback`] | a recording that stands in for a ring |

#[cfg(feature = "in-process")]
pub mod in_process;
pub mod playback;
#[cfg(feature = "serial")]
pub mod serial;
#[cfg(feature = "tcp")]
pub mod tcp;

#[cfg(feature = "in-process")]
pub use in_process::InProcess;
pub use playback::Playback;
#[cfg(feature = "serial")]
pub use serial::Serial;
#[cfg(feature = "tcp")]
pub use tcp::Tcp;

use super::error::LinkError;
use std::fmt::Debug;
use std::time::Duration;

/// First bytes of a refusal that a server sends as text before it hangs up; no frame starts
/// with them.
pub const TURNED_AWAY: &str = "dohyo: ";

/// Byte connection to a ring. After an error it is closed until `reopen`.
pub trait Transport: Debug {
    /// Returns the address as people write it, for messages.
    fn place(&self) -> String;

    /// Sends all of `bytes`.
    ///
    /// # Errors
    /// `LinkError` if they cannot be sent.
    fn send(&mut self, bytes: &[u8]) -> Result<(), LinkError>;

    /// Waits up to `wait` for bytes and appends them to `bytes`; returns without bytes at a
    /// timeout.
    ///
    /// # Errors
    /// `LinkError` if no more bytes can arrive.
    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), LinkError>;

    /// Closes the connection and opens it again.
    ///
    /// # Errors
    /// `LinkError` if it cannot be opened.
    fn reopen(&mut self) -> Result<(), LinkError>;

    /// True if no byte will ever arrive again, as at the end of a recording.
    fn is_over(&self) -> bool {
        false
    }
}

impl Transport for Box<dyn Transport> {
    fn place(&self) -> String {
        (**self).place()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), LinkError> {
        (**self).send(bytes)
    }

    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), LinkError> {
        (**self).receive(bytes, wait)
    }

    fn reopen(&mut self) -> Result<(), LinkError> {
        (**self).reopen()
    }

    fn is_over(&self) -> bool {
        (**self).is_over()
    }
}
