//! Transports: byte connections to a ring.
//!
//! | module | transport |
//! |---|---|
//! | `serial` | a serial port, found automatically if one ring is plugged in |
//! | `tcp` | a TCP socket |
//! | `shared` | a ring that a hub on this computer shares |
//! | `in_process` | a virtual ring in this process, in real time |
//! | [`playback`] | a recording that stands in for a ring |

#[cfg(feature = "in-process")]
pub mod in_process;
pub mod playback;
#[cfg(feature = "serial")]
pub mod serial;
pub mod shared;
mod socket;
#[cfg(feature = "tcp")]
pub mod tcp;

#[cfg(feature = "in-process")]
pub use in_process::InProcess;
pub use playback::Playback;
#[cfg(feature = "serial")]
pub use serial::Serial;
pub use shared::Shared;
#[cfg(feature = "tcp")]
pub use tcp::Tcp;

use super::error::LinkError;
use std::fmt::Debug;
use std::time::Duration;

/// Prefix of the text with which a server refuses a client before it hangs up. No frame
/// starts with these bytes.
pub const TURNED_AWAY: &str = "dohyo: ";

/// Byte connection to a ring. After an error, the connection is closed until `reopen`.
pub trait Transport: Debug {
    /// Returns the address of the ring as people write it, for error messages.
    fn place(&self) -> String;

    /// Sends all of `bytes` to the ring.
    ///
    /// # Errors
    /// `LinkError` if the bytes cannot be sent.
    fn send(&mut self, bytes: &[u8]) -> Result<(), LinkError>;

    /// Waits up to `wait` for bytes from the ring, and appends them to `bytes`. Appends
    /// none if none arrive in time.
    ///
    /// # Errors
    /// `LinkError` if no more bytes can arrive.
    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), LinkError>;

    /// Closes the connection and opens it again.
    ///
    /// # Errors
    /// `LinkError` if the connection cannot be opened.
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
