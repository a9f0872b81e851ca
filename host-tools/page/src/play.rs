//! Bindings of the virtual ring: a [`Play`] is a session that a page drives, and
//! [`match_hashes`] tells whether a match here is the same as elsewhere.

use virtual_ring::match_hashes::match_hashes as hashes;
use virtual_ring::session::input::SessionInput;
use virtual_ring::session::script::Script;
use virtual_ring::session::setup::Setup;
use virtual_ring::session::{Mistake, Session};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// Returns the cards that can be chosen, by game and league, as JSON.
#[wasm_bindgen]
#[must_use]
pub fn cards() -> String {
    virtual_ring::session::setup::cards().to_string()
}

/// Returns the hashes of a simulated match, as one line of text.
///
/// # Errors
/// A sentence if no such match is played.
#[wasm_bindgen(js_name = matchHashes)]
pub fn match_hashes(game: &str, players: u8, seed: u32) -> Result<String, JsError> {
    let found = hashes(game, players, seed);
    found.map(|found| found.to_string()).map_err(error)
}

/// Returns the hashes of a scene of `dohyo simulate`, as one line of text.
///
/// # Errors
/// A sentence if there is no such scene.
#[wasm_bindgen(js_name = sceneHashes)]
pub fn scene_hashes(name: &str, seed: u32) -> Result<String, JsError> {
    let found = virtual_ring::match_hashes::scene_hashes(name, seed);
    found.map(|found| found.to_string()).map_err(error)
}

/// Returns the hashes of a session that plays a recorded script, as one line of text.
///
/// # Errors
/// A sentence if the recording cannot be played.
#[wasm_bindgen(js_name = sessionHashes)]
pub fn session_hashes(recipe: &str) -> Result<String, JsError> {
    let found = virtual_ring::match_hashes::session_hashes(recipe);
    found.map(|found| found.to_string()).map_err(error)
}

fn error(mistake: Mistake) -> JsError {
    JsError::new(&mistake.0)
}

/// Session that a page drives.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Play {
    session: Session,
}

#[wasm_bindgen]
impl Play {
    /// Sets up a table from JSON and begins the match; plays the script, if there is one.
    ///
    /// # Errors
    /// A sentence if the set-up or the script cannot be.
    #[wasm_bindgen(constructor)]
    pub fn new(setup: &str, seed: u32, script: Option<String>) -> Result<Self, JsError> {
        let begin = || {
            let setup = Setup::from_json(setup)?;
            let script: Script = script.as_deref().unwrap_or_default().parse()?;
            Session::replay(&setup, seed, &script)
        };
        let session = begin().map_err(error)?;
        Ok(Self { session })
    }

    /// Takes an input as JSON: a hand, an answer or a command.
    ///
    /// # Errors
    /// A sentence if the input is not possible now.
    pub fn input(&mut self, json: &str) -> Result<(), JsError> {
        let input = SessionInput::from_json(json).map_err(error)?;
        self.session.input(input).map_err(error)
    }

    /// Advances the table by `count` steps of 2 ms.
    pub fn step(&mut self, count: u32) {
        self.session.step(count);
    }

    /// Returns the number of steps since power-up.
    #[must_use]
    pub fn steps(&self) -> f64 {
        self.session.steps() as f64
    }

    /// True while the script that it began with is played.
    #[must_use]
    #[wasm_bindgen(js_name = isReplaying)]
    pub fn is_replaying(&self) -> bool {
        self.session.is_replaying()
    }

    /// Returns 12 numbers for everything on the table.
    #[must_use]
    pub fn poses(&mut self) -> Vec<f32> {
        self.session.poses().to_vec()
    }

    /// Returns three bytes for every LED.
    #[must_use]
    pub fn lights(&mut self) -> Vec<u8> {
        self.session.lights().to_vec()
    }

    /// Returns the events since the last call, one JSON object a line.
    #[must_use]
    pub fn news(&mut self) -> String {
        self.session.news()
    }

    /// Returns the drawing of the raw frames behind a journal line, as SVG.
    ///
    /// # Errors
    /// A sentence if there is none.
    pub fn capture(&self, line: u32) -> Result<String, JsError> {
        self.session.capture(line).map_err(error)
    }

    /// Returns set-up, seed and script as JSON.
    #[must_use]
    pub fn recipe(&self) -> String {
        self.session.recipe().to_string()
    }
}
