//! The last words of a firmware that met something it held impossible: one line
//! in the log, then a restart that knows why. Play must go on.

use crate::boot;
use core::panic::PanicInfo;

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    cortex_m::interrupt::disable();
    defmt::error!("{}", defmt::Display2Format(info));
    // Returns at once without a probe. With one that stops reading, the
    // watchdog ends the wait.
    defmt::flush();
    boot::restart_after_panic()
}

/// `defmt::panic!` and its kin have logged already: no second line.
#[defmt::panic_handler]
fn panic_after_log() -> ! {
    cortex_m::interrupt::disable();
    defmt::flush();
    boot::restart_after_panic()
}
