//! Trace points at which a debugger or the emulator can observe the data flow.
//!
//! Each one does nothing and costs a few cycles. The emulator compares every delivered
//! frame with the one it fed to the pins, and measures the times between the trace
//! points.

use rules_core::sensing::frame::{CurtainFrame, HallScan};

/// Marks the delivery of a curtain frame to the ring.
pub fn curtain(frame: &CurtainFrame) {
    dohyo_trace_curtain(frame.index, frame.reads.as_flattened().as_ptr());
}

/// Marks the delivery of a scan of the analog channels to the ring.
pub fn hall(scan: &HallScan) {
    dohyo_trace_hall(scan.index, scan.sums.as_ptr(), scan.overrun);
}

/// Marks the end of start-up: the engine enters its loop.
pub fn ready() {
    dohyo_trace_ready();
}

/// Marks the return of the ring from processing a frame or a scan.
pub fn taken() {
    dohyo_trace_taken();
}

/// Marks the end of one round of the engine loop.
pub fn rest() {
    dohyo_trace_rest();
}

#[allow(unsafe_code, reason = "found by its name")]
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn dohyo_trace_curtain(index: u32, reads: *const u32) {
    core::hint::black_box((index, reads));
}

#[allow(unsafe_code, reason = "found by its name")]
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn dohyo_trace_hall(index: u32, sums: *const u16, overrun: bool) {
    core::hint::black_box((index, sums, overrun));
}

#[allow(unsafe_code, reason = "found by its name")]
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn dohyo_trace_ready() {
    // A different constant in each function keeps the linker from merging these three.
    core::hint::black_box(1_u32);
}

#[allow(unsafe_code, reason = "found by its name")]
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn dohyo_trace_rest() {
    core::hint::black_box(2_u32);
}

#[allow(unsafe_code, reason = "found by its name")]
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn dohyo_trace_taken() {
    core::hint::black_box(3_u32);
}
