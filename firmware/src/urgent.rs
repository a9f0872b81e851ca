//! An executor in an interrupt: its tasks go before all others, in the middle of
//! whatever these do. The host is served there, so that a word for it leaves at
//! once, while the core judges on.
//!
//! Interrupts of the peripherals still come first. A task there must never take
//! long: the core waits for it.

use embassy_executor::{InterruptExecutor, SendSpawner};
use embassy_rp::interrupt::typelevel::{self, SWI_IRQ_0};
use embassy_rp::interrupt::{self, InterruptExt, Priority};

static EXECUTOR: InterruptExecutor = InterruptExecutor::new();

/// Serves the first interrupt that no peripheral has.
#[derive(Debug)]
pub struct InterruptHandler;

#[allow(unsafe_code, reason = "the trait has it so")]
impl typelevel::Handler<SWI_IRQ_0> for InterruptHandler {
    unsafe fn on_interrupt() {
        // SAFETY: this is its interrupt, and it is enabled by its start.
        unsafe { EXECUTOR.on_interrupt() }
    }
}

/// Starts it. To be called once.
pub fn start() -> SendSpawner {
    let last = interrupt::SWI_IRQ_0;
    last.set_priority(Priority::P3);
    EXECUTOR.start(last)
}
