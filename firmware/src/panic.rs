//! Panic handlers: write one line to the log, then restart with the reason `Panic`, so
//! that play can continue.

use crate::boot;
use core::panic::PanicInfo;

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    cortex_m::interrupt::disable();
    defmt::error!("{}", defmt::Display2Format(info));
    // Returns at once without a probe. With a probe that stopped reading, the watchdog
    // ends the wait.
    defmt::flush();
    boot::restart_after_panic()
}

/// Handles `defmt::panic!` and its relatives, which have already logged: no second line.
#[defmt::panic_handler]
fn panic_after_log() -> ! {
    cortex_m::interrupt::disable();
    defmt::flush();
    boot::restart_after_panic()
}
