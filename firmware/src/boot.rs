//! Boot reason, and restarts that leave a reason for the next boot.
//!
//! The chip can tell a power-on from a watchdog reset, but not a crash from a requested
//! restart. The notes of [`crate::crash`] tell these two apart.

use crate::crash::{CrashNote, NotedCrash};
use crate::usb;
use embassy_rp::{pac, rom_data};
use embassy_time::{Duration, Instant};
use rules_core::wire;
use rules_core::wire::message::RestartMode;

/// Longest time that a restart after a panic waits for the host to collect the last
/// packet: 10 ms. A host polls every millisecond.
const SEND_TIMEOUT: Duration = Duration::from_millis(10);

/// Reason for the last start of the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, defmt::Format)]
pub enum BootReason {
    /// Power came on, or the supply had dropped too low.
    PowerOn,
    /// The reset pin was pulled.
    ResetPin,
    /// A debug probe requested the reset.
    Probe,
    /// The firmware panicked.
    Panic,
    /// The processor met an instruction or an access that is not possible.
    HardFault,
    /// The watchdog was not fed: the firmware hung, or its stack overflowed.
    Hang,
    /// The firmware requested the restart, or the boot ROM did after flashing.
    Asked,
}

impl BootReason {
    /// Reads the reason of the last start, which may have left this note.
    pub fn read(note: &CrashNote) -> Self {
        let watchdog = pac::WATCHDOG.reason().read();
        let chip = pac::VREG_AND_CHIP_RESET.chip_reset().read();
        match () {
            () if watchdog.force() => match note.kind() {
                Some(NotedCrash::Panic) => Self::Panic,
                Some(NotedCrash::HardFault) => Self::HardFault,
                None => Self::Asked,
            },
            () if watchdog.timer() => Self::Hang,
            () if chip.had_psm_restart() && !chip.had_por() => Self::Probe,
            () if chip.had_run() && !chip.had_por() => Self::ResetPin,
            () => Self::PowerOn,
        }
    }

    /// Converts the reason for host and journal, which only distinguish failures of the
    /// firmware from other starts.
    pub const fn to_wire(self) -> wire::BootReason {
        match self {
            Self::PowerOn | Self::ResetPin | Self::Probe => wire::BootReason::PowerUp,
            Self::Panic | Self::HardFault => wire::BootReason::Panic,
            Self::Hang => wire::BootReason::Watchdog,
            Self::Asked => wire::BootReason::Asked,
        }
    }
}

/// Restarts the device on request of a host, or because its counters approach their wrap.
pub fn restart(how: RestartMode) -> ! {
    match how {
        RestartMode::Program => trigger(),
        RestartMode::BootLoader => {
            rom_data::reset_to_usb_boot(0, 0);
            // `reset_to_usb_boot` does not return.
            trigger()
        }
    }
}

/// Restarts the device after a panic, which is noted. First gives the host up to
/// [`SEND_TIMEOUT`] to collect a packet that the USB controller still holds.
pub fn restart_after_panic() -> ! {
    let latest = Instant::now() + SEND_TIMEOUT;
    while usb::is_sending() && Instant::now() < latest {}
    trigger()
}

/// Resets the chip through the watchdog.
pub fn trigger() -> ! {
    // Resets everything but the two oscillators, as the watchdog driver does.
    pac::PSM.wdsel().write(|w| {
        w.0 = 0x0001_ffff;
        w.set_rosc(false);
        w.set_xosc(false);
    });
    pac::WATCHDOG.ctrl().modify(|w| w.set_trigger(true));
    loop {
        cortex_m::asm::nop();
    }
}
