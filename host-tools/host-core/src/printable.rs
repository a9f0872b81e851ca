//! Text of strangers in a terminal or on a page: characters that control it are escaped.
//!
//! Names of files, texts of a ring, of a USB device or of a server at the other end of a
//! socket are not ours. An escape sequence in one of them can rewrite a terminal, and a
//! character that turns the direction of writing can make a line show something else
//! than it says. The escapes are those of JSON, so that escaped JSON has the same value.
//!
//! Markup is not escaped here: [`svg_text`](crate::svg_text) does that for pictures and
//! reports, and the page inserts texts as text.

use std::borrow::Cow;
use std::fmt::Write;

/// True if a character is not shown but acts: control characters, line and paragraph
/// separators, and marks that turn the direction of writing or take no room. The joiners
/// of Persian words and of emoji are not among them.
#[must_use]
pub fn is_unprintable(character: char) -> bool {
    matches!(
        character,
        '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
    ) || character.is_control()
}

/// Returns a text on one line, with the escapes of JSON in place of unprintable
/// characters.
///
/// ```
/// use host_core::printable::printable;
///
/// assert_eq!(printable("Löwe\n\u{1b}[2J"), r"Löwe\n\u001b[2J");
/// assert_eq!(printable("Ann\u{202e}"), r"Ann\u202e");
/// ```
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unprintable) {
        return text.into();
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '\n' => safe.push_str("\\n"),
            '\r' => safe.push_str("\\r"),
            '\t' => safe.push_str("\\t"),
            other if is_unprintable(other) => {
                // Writing to a string does not fail.
                let _ = write!(safe, "\\u{:04x}", u32::from(other));
            }
            other => safe.push(other),
        }
    }
    safe.into()
}

#[cfg(test)]
mod tests {
    use super::{is_unprintable, printable};
    use std::borrow::Cow;

    #[test]
    fn no_character_that_acts_is_left_and_all_others_are() {
        for character in '\0'..=char::MAX {
            let text = format!("a{character}b");
            let safe = printable(&text);
            assert!(!safe.chars().any(is_unprintable), "{character:?}");
            if !is_unprintable(character) {
                assert!(matches!(safe, Cow::Borrowed(_)), "{character:?}");
            }
        }
        for shown in ['é', '相', '撲', '\u{200d}', '█', ' ', '\u{a0}'] {
            assert!(!is_unprintable(shown), "{shown:?}");
        }
    }

    #[test]
    fn escaped_json_has_the_same_value() {
        let name = "\u{1b}[31m\u{9b}2J\u{202e}\r\n\t\u{2028}\u{7f}<img onerror>";
        // `serde_json` leaves some of these as they are.
        let json = serde_json::json!({ "name": name }).to_string();
        assert!(json.chars().any(is_unprintable));
        let safe = printable(&json);
        assert!(!safe.chars().any(is_unprintable));
        let read: serde_json::Value = serde_json::from_str(&safe).unwrap();
        assert_eq!(read["name"], name);
    }
}
