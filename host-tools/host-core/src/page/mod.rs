//! Web page on the host side: events and state of a ring as JSON.
//!
//! | module | concern |
//! |---|---|
//! | [`writer`] | events, state and lights of a ring |
//! | [`view`] | a match as the page draws it |
//! | [`waiting`] | the actions a match waits for |
//! | [`offers`] | what the rules allow next, and what people may declare |
//! | [`heard`] | falls as the ring measured them, and its answers |
//! | [`event_lines`] | events as lines of JSON |
//! | [`capture_store`] | captures, gathered from a ring and drawn |
//! | [`sink`] | the receiver of all that |

pub mod capture_store;
pub mod event_lines;
pub mod heard;
pub mod offers;
pub mod sink;
pub mod view;
pub mod waiting;
pub mod writer;

use crate::printable::printable;
use crate::sentences::Language;
use serde_json::{Value, json};

/// Returns a text that needs no names in every language of the page, as a JSON object.
pub fn in_all(text: impl Fn(Language) -> String) -> Value {
    let [english, french] = Language::ALL.map(text);
    json!({ "en": english, "fr": french })
}

/// Returns JSON as text on one line in which no character acts, wherever the text is put:
/// not in a terminal, and not as markup between `<script>` and `</script>`.
///
/// ```
/// let name = serde_json::json!("</script><img onerror=\u{1b}>");
/// let text = host_core::page::json_text(&name);
/// assert_eq!(text, r#""\u003c/script>\u003cimg onerror=\u001b>""#);
/// assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), name);
/// ```
#[must_use]
pub fn json_text(value: &Value) -> String {
    printable(&value.to_string()).replace('<', "\\u003c")
}
