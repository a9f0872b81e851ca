//! Debug lines that explain a simulation step by step. Off until a program asks for them
//! with [`to`].

use std::sync::OnceLock;

static OUTPUT: OnceLock<fn(&str)> = OnceLock::new();

/// Sends all further debug lines to `output`, one call each. Only the first call has an
/// effect.
pub fn to(output: fn(&str)) {
    let _ = OUTPUT.set(output);
}

/// True if a program has asked for debug lines.
#[must_use]
pub fn is_on() -> bool {
    OUTPUT.get().is_some()
}

/// Writes the debug line that `what` returns; calls `what` only if debug lines are
/// wanted.
pub fn explain(what: impl FnOnce() -> String) {
    if let Some(output) = OUTPUT.get() {
        output(&what());
    }
}
