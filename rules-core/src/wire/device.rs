//! Facts about the device under a ring, for diagnosis: its last crash and its health.
//!
//! The firmware measures both and hands them to the ring, which passes them to hosts in
//! [`Info`](super::message::Info) and once a minute in the stream
//! [`WatchStream::Device`](super::message::WatchStream::Device). A ring that runs in a
//! program has no device, and so neither. Faulty sensors are not part of this: they are
//! in [`RingMessage::Health`](super::RingMessage::Health).

use crate::closed_enum::closed_enum;
use heapless::String;
use serde::{Deserialize, Serialize};

/// Maximum length of the file name in a [`Crash`], in bytes.
pub const FILE_MAX: usize = 48;

/// Crash of the firmware that led to the last start of the device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Crash {
    /// Cause of the crash, with the place in the program.
    pub cause: CrashCause,
    /// Work that the firmware did last before the crash; `None` if it left no note.
    pub phase: Option<FirmwarePhase>,
}

/// Cause of a [`Crash`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CrashCause {
    /// The firmware panicked at this place.
    Panic {
        /// End of the path of the source file, cut to [`FILE_MAX`] bytes.
        file: String<FILE_MAX>,
        /// Number of the line in the file, from 1.
        line: u32,
    },
    /// The firmware panicked without a known line; the address is that of the call.
    PanicCall(u32),
    /// The processor met an instruction or an access that is not possible (HardFault).
    HardFault {
        /// Address of the instruction.
        pc: u32,
        /// Return address of the function that contains the instruction, if it has called
        /// no other before.
        lr: u32,
    },
    /// The watchdog was not fed: the firmware hung, or its stack overflowed.
    Hang,
}

closed_enum! {
    /// Phase of the firmware: the work of the main executor, noted when it starts.
    enum FirmwarePhase {
        /// Start of clocks, watchdog and tasks.
        Start = "starting the tasks",
        /// Self-test.
        SelfTest = "testing itself",
        /// Opening of the flash.
        OpenFlash = "opening the flash",
        /// Replay of the journal and assembly of the ring.
        Assembly = "building the ring",
        /// Frames and scans.
        Frames = "processing frames",
        /// Inputs from buttons, host and flash.
        Inputs = "processing inputs",
        /// Outputs to host, flash, lights and buzzer.
        Outputs = "forwarding outputs",
        /// Write or erase of the flash.
        WriteFlash = "writing the flash",
        /// Any other task, or none, while the engine waits for work.
        Other = "waiting for work",
    }
}

/// Health of the device: counts since its start and figures of the last second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct DeviceHealth {
    /// Time since the start, in seconds.
    pub uptime: u32,
    /// Share of the last second in which the processor slept, in per mille.
    pub idle: u16,
    /// Number of reads through the flash cache in the last second.
    pub cache_reads: u32,
    /// Number of those reads that the cache answered.
    pub cache_hits: u32,
    /// Number of curtain frames that were overwritten before the engine read them.
    pub frames_lost: u32,
    /// Number of scans of the analog channels that were overwritten or missed.
    pub scans_lost: u32,
    /// Number of frames and scans passed over on purpose, because the flash was erased
    /// while nothing could fall.
    pub frames_skipped: u32,
    /// Longest round of the engine, in us.
    pub longest_round: u32,
    /// Greatest age of a frame or scan when the engine read it, in us.
    pub deepest_backlog: u32,
    /// Deepest stack until the engine was ready.
    pub stack_boot: u32,
    /// Deepest stack since then, in bytes, up to a minute late.
    pub stack_play: u32,
    /// Size of the stack, in bytes.
    pub stack_size: u32,
    /// Number of erases of the flash so far, as in
    /// [`FlashWear`](super::message::FlashWear); the ring fills it in.
    pub erases: u32,
}

impl DeviceHealth {
    /// Returns the share of reads that the flash cache answered in the last second, in per
    /// mille; `None` if there were none.
    #[must_use]
    pub fn hit_rate(&self) -> Option<u16> {
        let rate = (u64::from(self.cache_hits) * 1000).checked_div(self.cache_reads.into())?;
        u16::try_from(rate.min(1000)).ok()
    }
}

/// Returns the end of a source file's path that fits into a [`Crash`]: all of it, or from
/// the first `/` on behind which it does.
///
/// ```
/// use rules_core::wire::device::file_name;
///
/// assert_eq!(file_name("rules-core/src/ring/mod.rs"), "rules-core/src/ring/mod.rs");
/// let long = "/build/registry/src/some-longer-name/heapless-0.9.1/src/vec/mod.rs";
/// assert_eq!(file_name(long), "some-longer-name/heapless-0.9.1/src/vec/mod.rs");
/// ```
#[must_use]
pub fn file_name(path: &str) -> String<FILE_MAX> {
    let ends = path.match_indices('/').map(|(at, _)| at + 1);
    let mut starts = core::iter::once(0).chain(ends);
    let fitting = starts.find_map(|at| String::try_from(path.get(at..)?).ok());
    fitting.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{DeviceHealth, FILE_MAX, file_name};

    fn rate(cache_reads: u32, cache_hits: u32) -> Option<u16> {
        let health = DeviceHealth {
            cache_reads,
            cache_hits,
            ..DeviceHealth::default()
        };
        health.hit_rate()
    }

    #[test]
    fn the_hit_rate_is_a_share_of_the_reads() {
        assert_eq!(rate(0, 0), None, "nothing was read");
        assert_eq!(rate(4_000_000_000, 3_996_000_000), Some(999));
        assert_eq!(rate(2, 1), Some(500));
        // The two counters are read one after the other.
        assert_eq!(rate(1, 2), Some(1000));
    }

    #[test]
    fn the_end_of_a_path_is_kept() {
        let fits = "aaaaaaaaa/aaaaaaaaa/aaaaaaaaa/aaaaaaaaa/aaaaaaaa";
        assert_eq!(fits.len(), FILE_MAX);
        assert_eq!(file_name(fits), fits);
        let long = "/b/c/aaaaaaaaa/aaaaaaaaa/aaaaaaaaa/aaaaaaaaa/aaaaaaaa";
        assert_eq!(file_name(long), fits);
        let name = "c/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
        assert_eq!(file_name(name), "", "the name alone is too long");
        assert_eq!(file_name("/a/b/c.rs"), "/a/b/c.rs");
    }
}
