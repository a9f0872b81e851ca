//! The interrupt that says a frame of the curtain is there.
//!
//! It comes when the last command of a frame has gone into the queue of the
//! state machine. The queue holds four commands, so that is the moment when the
//! first read of this frame begins, and the frame before is complete.

use super::links::Link;
use embassy_rp::interrupt::typelevel::{self, DMA_IRQ_1, Interrupt};
use embassy_rp::pac;
use embassy_sync::waitqueue::AtomicWaker;

static WAKER: AtomicWaker = AtomicWaker::new();

/// Serves the second interrupt of the DMA, which is all ours.
#[derive(Debug)]
pub struct InterruptHandler;

#[allow(unsafe_code, reason = "the trait has it so")]
impl typelevel::Handler<DMA_IRQ_1> for InterruptHandler {
    unsafe fn on_interrupt() {
        let due = pac::DMA.ints(1).read();
        pac::DMA.ints(1).write_value(due);
        WAKER.wake();
    }
}

/// Lets the bell ring whenever this link has done its part.
pub fn ring_for(link: &Link) {
    pac::DMA.inte(1).write_value(1 << link.number());
    DMA_IRQ_1::unpend();
    #[allow(unsafe_code, reason = "the handler is bound in `board`")]
    // SAFETY: enabling it breaks no critical section, this is start-up.
    unsafe {
        DMA_IRQ_1::enable();
    }
}

/// Who is woken by the next ring.
pub fn register(waker: &core::task::Waker) {
    WAKER.register(waker);
}
