//! Why the device started, kept over the reset itself.
//!
//! The chip knows a power-on from a watchdog reset but not a panic from a hang.
//! A note in a watchdog scratch register, which survives every reset but the
//! loss of power, tells those apart.

use embassy_rp::pac;

/// Left in scratch register 0 by a panic: "PANI". The boot ROM uses 4 to 7.
const PANICKED: u32 = u32::from_be_bytes(*b"PANI");

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

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::PowerOn => "power-on",
            Self::ResetPin => "reset-pin",
            Self::Probe => "probe",
            Self::Panic => "panic",
            Self::Hang => "hang",
            Self::Asked => "asked",
        }
    }
}

/// Restarts the device and lets the next boot know that it panicked.
pub fn restart_after_panic() -> ! {
    pac::WATCHDOG.scratch0().write_value(PANICKED);
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
