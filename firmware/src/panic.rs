//! Panic handlers: write one line to the log, note the place, then restart with the reason
//! `Panic`, so that play can continue.

use crate::boot;
use crate::crash;
use core::panic::PanicInfo;

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    cortex_m::interrupt::disable();
    // First, in case the log fails as well.
    crash::note_panic(info.location());
    defmt::error!("{}", defmt::Display2Format(info));
    // Returns at once without a probe. With a probe that stopped reading, the watchdog
    // ends the wait.
    defmt::flush();
    boot::restart_after_panic()
}

/// Handles `defmt::panic!` and its relatives, which have already logged: no second line.
/// They pass no place, so that the return address has to name it.
#[defmt::panic_handler]
fn panic_after_log() -> ! {
    let call = cortex_m::register::lr::read();
    cortex_m::interrupt::disable();
    crash::note_panic_call(call);
    defmt::flush();
    boot::restart_after_panic()
}
