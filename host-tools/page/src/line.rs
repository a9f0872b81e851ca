//! Bindings of the line to a real ring: a page that has the port carries the bytes.

use host_core::line::{Line as PageLine, setup};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// Returns the cards that can be chosen, by game and league, as JSON.
#[wasm_bindgen]
#[must_use]
pub fn cards() -> String {
    setup::cards().to_string()
}

/// A page's end of the line to a ring.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Line {
    line: PageLine,
}

#[wasm_bindgen]
impl Line {
    /// Creates a line that is not connected.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a connection: call it whenever the port was opened.
    pub fn open(&mut self) {
        self.line.open();
    }

    /// Notes that the connection has ended.
    pub fn lost(&mut self) {
        self.line.lost();
    }

    /// Processes bytes of the ring.
    pub fn receive(&mut self, bytes: &[u8]) {
        self.line.receive(bytes);
    }

    /// Removes and returns the bytes for the ring.
    #[must_use]
    pub fn outgoing(&mut self) -> Vec<u8> {
        self.line.outgoing()
    }

    /// Takes an input as JSON.
    ///
    /// # Errors
    /// A sentence if the input makes no sense.
    pub fn input(&mut self, json: &str) -> Result<(), JsError> {
        self.line.input(json).map_err(|why| JsError::new(&why))
    }

    /// Returns the events since the last call, one JSON object a line.
    #[must_use]
    pub fn news(&mut self) -> String {
        self.line.news()
    }
}
