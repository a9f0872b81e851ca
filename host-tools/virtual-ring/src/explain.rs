//! Explanations of a simulation, step by step, for debugging. Off until a program asks for
//! them with [`to`].

use std::sync::OnceLock;

static OUTPUT: OnceLock<fn(&str)> = OnceLock::new();

/// Sends all further explanations to `output`, one line each. Only the first call has an
/// effect.
pub fn to(output: fn(&str)) {
    let _ = OUTPUT.set(output);
}

/// True if explanations are wanted.
#[must_use]
pub fn is_on() -> bool {
    OUTPUT.get().is_some()
}

/// Explains a step; `what` is called only if explanations are wanted.
pub fn explain(what: impl FnOnce() -> String) {
    if let Some(output) = OUTPUT.get() {
        output(&what());
    }
}
