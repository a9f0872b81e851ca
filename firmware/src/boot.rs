//! Why the device started, kept over the reset itself.
//!
//! The chip knows a power-on from a watchdog reset but not a panic from a hang.
//! A note in a watchdog scratch register, which survives every reset but the
//! loss of power, tells those apart.

use crate::usb;
use embassy_rp::{pac, rom_data};
use embassy_time::{Duration, Instant};
use rules_core::wire;
use rules_core::wire::message::Restart;

/// Left in scratch register 0 by a panic: "PANI". The boot ROM uses 4 to 7.
const PANICKED: u32 = u32::from_be_bytes(*b"PANI");

/// How long a host may take after a panic: it looks every millisecond.
const LAST_WORD: Duration = Duration::from_millis(10);

/// Why the device started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, defmt::Format)]
pub enum BootReason {
    /// Power came on, or had dropped too low.
    PowerOn,
    /// The reset pin was pulled.
    ResetPin,
    /// A debug probe asked for it.
    Probe,
    /// The firmware panicked; the log before it says where.
    Panic,
    /// Nobody fed the watchdog: the firmware hung, or its stack overflowed.
    Hang,
    /// The firmware, or the boot ROM after flashing, asked for it.
    Asked,
}

impl BootReason {
    /// Reads the reason and clears the note, so that it is told once.
    pub fn take() -> Self {
        let note = pac::WATCHDOG.scratch0().read();
        pac::WATCHDOG.scratch0().write_value(0);
        let watchdog = pac::WATCHDOG.reason().read();
        let chip = pac::VREG_AND_CHIP_RESET.chip_reset().read();
        match () {
            () if watchdog.force() && note == PANICKED => Self::Panic,
            () if watchdog.force() => Self::Asked,
            () if watchdog.timer() => Self::Hang,
            () if chip.had_psm_restart() && !chip.had_por() => Self::Probe,
            () if chip.had_run() && !chip.had_por() => Self::ResetPin,
            () => Self::PowerOn,
        }
    }

    /// As the host is told, and the log of a match: whether the program itself
    /// was at fault.
    pub const fn told(self) -> wire::BootReason {
        match self {
            Self::PowerOn | Self::ResetPin | Self::Probe => wire::BootReason::PowerUp,
            Self::Panic => wire::BootReason::Panic,
            Self::Hang => wire::BootReason::Watchdog,
            Self::Asked => wire::BootReason::Asked,
        }
    }
}

/// Restarts the device because somebody asked for it, or because it has run for long.
pub fn restart(how: Restart) -> ! {
    match how {
        Restart::Program => trigger(),
        Restart::BootLoader => {
            rom_data::reset_to_usb_boot(0, 0);
            // It does not come back.
            trigger()
        }
    }
}

/// Restarts the device and lets the next boot know that it panicked. The host may
/// come for what lies there: the controller hands it over by itself.
pub fn restart_after_panic() -> ! {
    let latest = Instant::now() + LAST_WORD;
    while usb::is_sending() && Instant::now() < latest {}
    pac::WATCHDOG.scratch0().write_value(PANICKED);
    trigger()
}

fn trigger() -> ! {
    // All but the two oscillators, as the watchdog driver does.
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
