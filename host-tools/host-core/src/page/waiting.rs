//! Awaited actions as JSON for the page.

use crate::sentences::{Language, Names, Phrasebook, Urgency};
use rules_core::player::Seat;
use rules_core::referee::Waiting;
use serde_json::{Value, json};

/// Returns the awaited actions as JSON, most urgent first; `seat` is the one whose turn
/// it is.
#[must_use]
pub fn to_json(waiting: &Waiting, names: &Names, seat: Option<Seat>) -> Value {
    let [english, french] = Language::ALL.map(|language| {
        let book = Phrasebook { names, language };
        book.waiting(waiting, seat)
    });
    let both = english.into_iter().zip(french);
    let all = both.map(|(english, french)| {
        let urgency = match english.urgency {
            Urgency::Required => "required",
            Urgency::Optional => "optional",
        };
        json!({ "urgency": urgency, "text": { "en": english.text, "fr": french.text } })
    });
    Value::Array(all.collect())
}
