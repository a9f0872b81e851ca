//! Places where a debugger or the emulator can look at what passes.
//!
//! They do nothing; a few cycles each. The emulator compares every frame that is
//! handed over with what it fed to the pins, and takes the times.

use rules_core::sensing::frame::{CurtainFrame, HallScan};

/// A frame of the curtain is handed over.
pub fn curtain(frame: &CurtainFrame) {
    dohyo_trace_curtain(frame.index, frame.reads.as_flattened().as_ptr());
}

/// A scan of the analog channels is handed over.
pub fn hall(scan: &HallScan) {
    dohyo_trace_hall(scan.index, scan.sums.as_ptr(), scan.overrun);
}

/// The core is ready.
pub fn ready() {
    dohyo_trace_ready();
}

/// The ring has taken what was handed over.
pub fn taken() {
    dohyo_trace_taken();
}

/// The core has done its work for now.
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
    // A word of its own, or the three would be one function.
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
