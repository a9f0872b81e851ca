//! Documentation of the light language, the signs that the LEDs show: a table and a
//! picture of every sign.

pub mod colour_vision;
pub mod led_positions;
pub mod picture;

use rules_core::board::{BoardId, Profile};
use rules_core::lights::{LedFrame, LightSettings, LightState, Milliamperes, Sign, frame};
use rules_core::time::Instant;
use serde::Serialize;
use std::fmt::Write;

/// Iterates over the signs of a board, or of all boards without one.
pub fn signs(board: Option<BoardId>) -> impl Iterator<Item = Sign> {
    Sign::ALL
        .into_iter()
        .filter(move |sign| board.is_none_or(|board| sign.is_on(board)))
}

/// Sign of the light language as a JSON object.
#[derive(Debug, Serialize)]
pub struct SignRow {
    name: &'static str,
    boards: Vec<&'static str>,
    #[serde(rename = "where")]
    place: &'static str,
    colour: &'static str,
    motion: &'static str,
    meaning: &'static str,
}

/// Returns the JSON object of a sign.
#[must_use]
pub fn row(sign: Sign) -> SignRow {
    let entry = sign.entry();
    let boards = BoardId::ALL.into_iter().filter(|&board| sign.is_on(board));
    SignRow {
        name: sign.word(),
        boards: boards.map(BoardId::word).collect(),
        place: entry.place,
        colour: entry.colour,
        motion: entry.motion,
        meaning: entry.meaning,
    }
}

/// Returns the table of signs as text.
#[must_use]
pub fn table(board: Option<BoardId>) -> String {
    let mut text = String::new();
    for sign in signs(board) {
        let entry = sign.entry();
        let _ = writeln!(text, "{:<14} {}", sign.word(), entry.meaning);
        let _ = writeln!(text, "{:<14}   where:  {}", "", entry.place);
        let _ = writeln!(text, "{:<14}   colour: {}", "", entry.colour);
        let _ = writeln!(text, "{:<14}   motion: {}", "", entry.motion);
    }
    text
}

/// Returns the LED frame at a time at full brightness, without the power budget: as the eye
/// sees it, not as the supply allows it.
#[must_use]
pub fn bright(profile: &Profile, mut showing: LightState, at: Instant) -> LedFrame {
    showing.setting = LightSettings {
        brightness: 255,
        budget: Milliamperes(u16::MAX),
    };
    frame(profile, &showing, at)
}
