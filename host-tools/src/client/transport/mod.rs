//! The lines there are to a ring: bytes there and back, and nothing else.
//!
//! | module | line |
//! |---|---|
//! | [`serial`] | a serial port, found by itself if there is one ring |
//! | [`tcp`] | a socket |
//! | [`process`] | a ring in this process, in real time |
//! | [`playback`] | a recording that stands in for a ring |

pub mod playback;
pub mod process;
pub mod serial;
pub mod tcp;

pub use playback::Playback;
pub use process::Process;
pub use serial::Serial;
pub use tcp::Tcp;

use super::error::Fault;
use std::fmt::Debug;
use std::time::Duration;

/// A line to a ring. After an error it is closed until it is opened again.
pub trait Transport: Debug {
    /// What people call it.
    fn place(&self) -> String;

    /// Sends all of `bytes`.
    ///
    /// # Errors
    /// Why not.
    fn send(&mut self, bytes: &[u8]) -> Result<(), Fault>;

    /// Waits for bytes, not longer than `wait`, and adds them to `bytes`.
    ///
    /// # Errors
    /// Why none will come any more.
    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), Fault>;

    /// Opens it again.
    ///
    /// # Errors
    /// Why it cannot be.
    fn reopen(&mut self) -> Result<(), Fault>;

    /// Whether everything has been said that ever will be.
    fn is_over(&self) -> bool {
        false
    }
}

impl Transport for Box<dyn Transport> {
    fn place(&self) -> String {
        (**self).place()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        (**self).send(bytes)
    }

    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), Fault> {
        (**self).receive(bytes, wait)
    }

    fn reopen(&mut self) -> Result<(), Fault> {
        (**self).reopen()
    }

    fn is_over(&self) -> bool {
        (**self).is_over()
    }
}
