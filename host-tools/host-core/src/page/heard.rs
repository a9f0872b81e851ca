//! What a ring measured and answered, as JSON for the page.

use super::view::texts;
use crate::sentences::Names;
use rules_core::panel::Touch;
use rules_core::sensing::fall::Fall;
use rules_core::wire::{RequestError, Response};
use serde_json::{Value, json};

/// Returns place and width of a fall as the ring measured them.
#[must_use]
pub fn fall_to_json(fall: &Fall) -> Value {
    let measured = &fall.measured;
    json!({
        "at": measured.onset.0 as f64 / 1e6,
        "edge": measured.pattern.edge.word(),
        "along": f64::from(measured.along.0) / 1e3,
        "width": f64::from(measured.width.0) / 1e3,
        "doubt": f64::from(measured.width_doubt.0) / 1e3,
    })
}

/// Returns the touch that a response asks for; null if it asks for none.
#[must_use]
pub fn touch_to_json(response: &Response) -> Value {
    match response {
        Response::TouchNeeded(touch) => json!({ "hold": *touch == Touch::Hold }),
        _ => Value::Null,
    }
}

/// Returns the sentence of a refused request in every language.
#[must_use]
pub fn refusal_to_json(error: &RequestError, names: &Names) -> Value {
    texts(names, |book| book.request_error(error))
}
