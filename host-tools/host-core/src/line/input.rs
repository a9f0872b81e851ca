//! What a page asks of its end of the line, as JSON.

use super::setup::LineSetup;
use rules_core::lights::Spot;
use rules_core::place::{Edge, Post};
use rules_core::referee::{Choice, Command};
use rules_core::wire::message::{CalibrationCommand, RestartMode, StrokeCommand};
use serde::{Deserialize, Deserializer};

/// Input of a page: one of these, as a JSON object with that key.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineInput {
    /// Begin a match with this set-up.
    Setup(LineSetup),
    /// Begin the last match again.
    Rematch,
    /// Answer the question with this number.
    Answer {
        /// Number of the question.
        question: u16,
        /// Choice, as `now` has it.
        choice: Choice,
    },
    /// Give the ring a command, as `offers` has them.
    Say(Command),
    /// Draw the raw frames behind a journal line.
    Capture(u32),
    /// Control the guided calibration, by a word such as `start`.
    #[serde(deserialize_with = "calibration")]
    Calibrate(CalibrationCommand),
    /// Control the rod stroke.
    #[serde(deserialize_with = "stroke")]
    Stroke(StrokeCommand),
    /// Restart the device: `program` or `boot loader`.
    #[serde(deserialize_with = "restart")]
    Restart(RestartMode),
    /// Blink the lights at a post or along a side.
    #[serde(deserialize_with = "spot")]
    Identify(Spot),
    /// Ask the ring about itself; its answer shows that it is there.
    Info,
    /// Tell everything anew, the match from its first line.
    Tell,
}

impl LineInput {
    /// Reads an input from JSON such as `{"calibrate":"start"}` or `"rematch"`.
    ///
    /// # Errors
    /// A sentence if the text is no input.
    pub fn from_json(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| format!("this cannot be asked: {error}"))
    }
}

/// Reads a value by its word.
fn word<'de, D: Deserializer<'de>, T>(
    from: D,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<T, D::Error> {
    let word = String::deserialize(from)?;
    let unknown = || serde::de::Error::custom(format!("\"{word}\" is not one of its words"));
    parse(&word).ok_or_else(unknown)
}

fn calibration<'de, D: Deserializer<'de>>(from: D) -> Result<CalibrationCommand, D::Error> {
    word(from, CalibrationCommand::parse)
}

fn stroke<'de, D: Deserializer<'de>>(from: D) -> Result<StrokeCommand, D::Error> {
    word(from, StrokeCommand::parse)
}

fn restart<'de, D: Deserializer<'de>>(from: D) -> Result<RestartMode, D::Error> {
    word(from, RestartMode::parse)
}

fn spot<'de, D: Deserializer<'de>>(from: D) -> Result<Spot, D::Error> {
    let parse = |word: &str| {
        let post = Post::parse(word).map(Spot::Post);
        post.or_else(|| Edge::parse(word).map(Spot::Edge))
    };
    word(from, parse)
}

#[cfg(test)]
mod tests {
    use super::LineInput;
    use rules_core::referee::Command;
    use rules_core::wire::message::{CalibrationCommand, RestartMode};

    #[test]
    fn inputs_are_read_by_their_keys() {
        let read = |text: &str| LineInput::from_json(text);
        assert_eq!(read("\"rematch\""), Ok(LineInput::Rematch));
        assert_eq!(read(r#"{"say":"Undo"}"#), Ok(LineInput::Say(Command::Undo)));
        assert_eq!(
            read(r#"{"calibrate":"ready"}"#),
            Ok(LineInput::Calibrate(CalibrationCommand::Ready))
        );
        assert_eq!(
            read(r#"{"restart":"boot loader"}"#),
            Ok(LineInput::Restart(RestartMode::BootLoader))
        );
        let wrong = read(r#"{"calibrate":"soon"}"#).unwrap_err();
        assert!(
            wrong.starts_with("this cannot be asked: \"soon\""),
            "{wrong}"
        );
    }
}
