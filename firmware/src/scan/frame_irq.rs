//! Interrupt at the end of each curtain frame, which wakes the engine.
//!
//! DMA_IRQ_1 fires when the last command of a frame has entered the queue of the state
//! machine. The queue holds four commands, so at that moment the first read of this frame
//! begins and the frame before is complete.

use super::dma_chain::DmaChannel;
use embassy_rp::interrupt::typelevel::{self, DMA_IRQ_1, Interrupt};
use embassy_rp::pac;
use embassy_sync::waitqueue::AtomicWaker;

static WAKER: AtomicWaker = AtomicWaker::new();

/// Handler of DMA_IRQ_1, which only this module uses.
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

/// Enables DMA_IRQ_1 for the channel that feeds the commands of a frame.
pub fn enable_for(channel: &DmaChannel) {
    pac::DMA.inte(1).write_value(1 << channel.number());
    DMA_IRQ_1::unpend();
    #[allow(unsafe_code, reason = "the handler is bound in `board`")]
    // SAFETY: enabling breaks no critical section, because this is start-up.
    unsafe {
        DMA_IRQ_1::enable();
    }
}

/// Registers the waker that the next interrupt wakes.
pub fn register(waker: &core::task::Waker) {
    WAKER.register(waker);
}
