//! Executor of the main thread, which measures how long the processor sleeps.
//!
//! Between two rounds of tasks the processor sleeps until an event. Interrupts are masked
//! meanwhile: one that comes ends the sleep but runs only once the time of waking is
//! read, so that its work does not count as sleep.

use core::sync::atomic::{AtomicU32, Ordering};
use cortex_m::peripheral::SCB;
use embassy_executor::{Spawner, raw};
use embassy_rp::pac;

/// Context by which embassy's `__pender` knows the main thread and wakes it with SEV.
const THREAD: *mut () = usize::MAX as *mut ();

/// Bit of the system control register by which a masked interrupt ends a sleep.
const SEVONPEND: u32 = 1 << 4;

/// Time that the processor has slept since its start, in us; wraps.
static SLEPT: AtomicU32 = AtomicU32::new(0);

/// Executor of the main thread.
pub struct Executor {
    inner: raw::Executor,
}

impl Executor {
    /// Creates the executor.
    pub fn new() -> Self {
        Self {
            inner: raw::Executor::new(THREAD),
        }
    }

    /// Runs the tasks that `init` spawns, and those that they spawn, until reset.
    #[allow(unsafe_code, reason = "registers of the processor, and a raw executor")]
    pub fn run(&'static mut self, init: impl FnOnce(Spawner)) -> ! {
        init(self.inner.spawner());
        // SAFETY: changes one bit, which nothing else uses.
        unsafe { (*SCB::PTR).scr.modify(|bits| bits | SEVONPEND) };
        loop {
            // SAFETY: called on this executor from here alone, and not by its tasks.
            unsafe { self.inner.poll() };
            cortex_m::interrupt::disable();
            let began = now();
            cortex_m::asm::wfe();
            let slept = now().wrapping_sub(began);
            // SAFETY: masked three lines above, with no critical section between.
            unsafe { cortex_m::interrupt::enable() };
            let before = SLEPT.load(Ordering::Relaxed);
            SLEPT.store(before.wrapping_add(slept), Ordering::Relaxed);
        }
    }
}

/// Returns the time that the processor has slept since its start, in us; wraps.
pub fn slept() -> u32 {
    SLEPT.load(Ordering::Relaxed)
}

/// Returns the lower half of the chip's clock, in us.
fn now() -> u32 {
    pac::TIMER.timerawl().read()
}
