//! Executor in a software interrupt: its tasks preempt all tasks of the main executor.
//!
//! The USB task runs here, so that a packet for the host leaves at once, also while the
//! engine is judging. Interrupts of the peripherals have a higher priority. A task in
//! this executor must return quickly, because the engine is suspended meanwhile.

use embassy_executor::{InterruptExecutor, SendSpawner};
use embassy_rp::interrupt::typelevel::{self, SWI_IRQ_0};
use embassy_rp::interrupt::{self, InterruptExt, Priority};

static EXECUTOR: InterruptExecutor = InterruptExecutor::new();

/// Handler of SWI_IRQ_0, the first interrupt that no peripheral uses.
#[derive(Debug)]
pub struct InterruptHandler;

#[allow(unsafe_code, reason = "the trait has it so")]
impl typelevel::Handler<SWI_IRQ_0> for InterruptHandler {
    unsafe fn on_interrupt() {
        // SAFETY: called from the interrupt that `start` gave to this executor.
        unsafe { EXECUTOR.on_interrupt() }
    }
}

/// Starts the interrupt executor and returns its spawner. Must be called only once.
pub fn start() -> SendSpawner {
    let last = interrupt::SWI_IRQ_0;
    last.set_priority(Priority::P3);
    EXECUTOR.start(last)
}
