//! Bindings for JavaScript, in two outputs: with feature `physics` the virtual ring
//! (`play`), without it the line to a real ring (`line`), which is much smaller.
//!
//! What crosses the border: text in JSON, 32-bit numbers, arrays of them, and numbers of
//! steps as floats. A 64-bit number would become a `BigInt`, and a view into the memory
//! here would die when the memory grows; so every array is a copy.

#[cfg(not(feature = "physics"))]
pub mod line;
#[cfg(feature = "physics")]
pub mod play;

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// Tells the page the sentence of a panic; whoever loads this module sets the
    /// function.
    #[wasm_bindgen(js_namespace = globalThis, js_name = dohyoPanic, catch)]
    fn tell_panic(sentence: &str) -> Result<(), JsValue>;
}

/// Sets the panic hook: without it, all that a page sees of a panic is "unreachable".
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        // A page that does not listen sees "unreachable".
        let _ = tell_panic(&info.to_string());
    }));
}

/// Returns the version of the program.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}
