//! What is waited for, for the page: sets of cells as lists, since a number of
//! 61 bits is none in JavaScript.

use rules_core::referee::Waiting;
use rules_core::referee::waiting::Next;
use serde_json::{Value, json};

/// What is waited for, as JSON.
#[must_use]
pub fn of(waiting: &Waiting) -> Value {
    let next = match &waiting.next {
        Next::Begin => json!("Begin"),
        Next::Over => json!("Over"),
        Next::Kabuto(expectations) => json!({ "Kabuto": expectations }),
        Next::Abalone { player, lift } => {
            json!({ "Abalone": { "player": player, "lift": lift.iter().collect::<Vec<u8>>() } })
        }
        Next::Sumoo { colour, left, lift } => json!({ "Sumoo": {
            "colour": colour,
            "left": left.number(),
            "lift": lift.iter().collect::<Vec<u8>>(),
        } }),
    };
    json!({
        "question": waiting.question,
        "repair": waiting.repair,
        "repair_text": waiting.repair.map(|it| it.to_string()),
        "unrest": waiting.unrest,
        "next": next,
    })
}
