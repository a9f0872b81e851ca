//! Notes about a crash, kept in the watchdog's scratch registers, which survive every
//! reset but the loss of power.
//!
//! | register | after a panic | after a HardFault | after a hang |
//! |---|---|---|---|
//! | 0 | "PANI" | "FAUL" | |
//! | 1 | line, and in the upper 8 bits the length of the file's name | PC | |
//! | 2 | address of the file's name in flash, or 0 if register 1 is that of a call | LR | |
//! | 3 | phase | phase | phase |
//!
//! The boot ROM uses the registers 4 to 7. The next boot reads the notes and clears them;
//! the same image runs then, so that the file's name is where it was.

use crate::board::FLASH_BYTES;
use crate::boot;
use core::panic::Location;
use cortex_m_rt::{ExceptionFrame, exception};
use embassy_rp::pac;
use rules_core::wire::device::{self, Crash, CrashCause, FirmwarePhase};

/// Value of register 0 after a panic.
const PANICKED: u32 = u32::from_be_bytes(*b"PANI");

/// Value of register 0 after a HardFault.
const FAULTED: u32 = u32::from_be_bytes(*b"FAUL");

/// Upper half of register 3 if its lower half is the index of a phase.
const PHASE: u32 = u32::from_be_bytes(*b"PH\0\0");

/// Number of the lower bits of register 1 that hold a line number.
const LINE_BITS: u32 = 24;

/// Address of the first byte of the flash.
const FLASH_START: u32 = 0x1000_0000;

/// Contents of the registers at boot.
#[derive(Debug, Clone, Copy)]
pub struct CrashNote {
    kind: u32,
    words: [u32; 2],
    phase: u32,
}

/// Kind of a crash that ends with a reset by the firmware.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotedCrash {
    /// The firmware panicked.
    Panic,
    /// The processor faulted.
    HardFault,
}

impl CrashNote {
    /// Reads the notes of the last run, and clears them so that a crash is reported once.
    pub fn read_and_clear() -> Self {
        let watchdog = pac::WATCHDOG;
        let note = Self {
            kind: watchdog.scratch0().read(),
            words: [watchdog.scratch1().read(), watchdog.scratch2().read()],
            phase: watchdog.scratch3().read(),
        };
        write(0, [0; 2]);
        watchdog.scratch3().write_value(0);
        note
    }

    /// Returns the kind of the noted crash; `None` if none is noted.
    pub const fn kind(&self) -> Option<NotedCrash> {
        match self.kind {
            PANICKED => Some(NotedCrash::Panic),
            FAULTED => Some(NotedCrash::HardFault),
            _ => None,
        }
    }

    /// Returns the crash that led to the last start, whose reason is `reason`; `None` if
    /// none did.
    pub fn crash(&self, reason: boot::BootReason) -> Option<Crash> {
        let [first, second] = self.words;
        let cause = match reason {
            boot::BootReason::Panic => match file_name(second, first >> LINE_BITS) {
                Some(path) => CrashCause::Panic {
                    file: device::file_name(path),
                    line: first & ((1 << LINE_BITS) - 1),
                },
                None => CrashCause::PanicCall(first),
            },
            boot::BootReason::HardFault => CrashCause::HardFault {
                pc: first,
                lr: second,
            },
            boot::BootReason::Hang => CrashCause::Hang,
            boot::BootReason::PowerOn
            | boot::BootReason::ResetPin
            | boot::BootReason::Probe
            | boot::BootReason::Asked => return None,
        };
        let phase = self.phase ^ PHASE;
        let mut phases = FirmwarePhase::ALL.into_iter();
        Some(Crash {
            cause,
            phase: phases.find(|known| known.index() == phase as usize),
        })
    }
}

/// Notes the phase that the firmware enters: one store.
pub fn enter(phase: FirmwarePhase) {
    let phase = PHASE | phase.index() as u32;
    pac::WATCHDOG.scratch3().write_value(phase);
}

/// Notes a panic at this place.
pub fn note_panic(place: Option<&Location<'_>>) {
    let Some(place) = place else {
        return note_panic_call(0);
    };
    let file = place.file();
    // The end of a longer path: its name is what counts.
    let path = file.get(file.len().saturating_sub(255)..).unwrap_or(file);
    let length = u32::try_from(path.len()).map_or(0, |length| length.min(255));
    let line = place.line().min((1 << LINE_BITS) - 1);
    let start = path.as_ptr() as u32;
    write(PANICKED, [line | (length << LINE_BITS), start]);
}

/// Notes a panic that was called at this address.
pub fn note_panic_call(address: u32) {
    write(PANICKED, [address, 0]);
}

fn write(kind: u32, [first, second]: [u32; 2]) {
    let watchdog = pac::WATCHDOG;
    watchdog.scratch0().write_value(kind);
    watchdog.scratch1().write_value(first);
    watchdog.scratch2().write_value(second);
}

/// Returns the file name at this address of the flash; `None` if there is no text.
fn file_name(start: u32, length: u32) -> Option<&'static str> {
    let from = start.checked_sub(FLASH_START)?;
    let end = from.checked_add(length)?;
    if length == 0 || end as usize > FLASH_BYTES {
        return None;
    }
    #[allow(unsafe_code, reason = "the address comes from the run before")]
    // SAFETY: all of these bytes are in flash, which can always be read, and the program's
    // part of it never changes.
    let bytes = unsafe { core::slice::from_raw_parts(start as *const u8, length as usize) };
    core::str::from_utf8(bytes).ok()
}

/// Handles a HardFault: notes the place and restarts.
///
/// A stack that overflows can fault here again; then the processor stops, and the
/// watchdog restarts it.
#[allow(unsafe_code, reason = "the attribute wants it so")]
#[exception]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    write(FAULTED, [frame.pc(), frame.lr()]);
    boot::trigger()
}
