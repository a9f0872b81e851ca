//! The light language on paper: its table, and a picture of every sign.

pub mod eyes;
pub mod picture;
pub mod places;

use rules_core::board::Name;
use rules_core::lights::Sign;
use serde::Serialize;
use std::fmt::Write;

/// The signs of a board, or of all boards.
pub fn signs(board: Option<Name>) -> impl Iterator<Item = Sign> {
    Sign::ALL
        .into_iter()
        .filter(move |sign| board.is_none_or(|board| sign.is_on(board)))
}

/// One sign as JSON.
#[derive(Debug, Serialize)]
pub struct Row {
    name: &'static str,
    boards: Vec<&'static str>,
    #[serde(rename = "where")]
    place: &'static str,
    colour: &'static str,
    motion: &'static str,
    meaning: &'static str,
}

/// The row of a sign.
#[must_use]
pub fn row(sign: Sign) -> Row {
    let entry = sign.entry();
    let boards = Name::ALL.into_iter().filter(|&board| sign.is_on(board));
    Row {
        name: sign.word(),
        boards: boards.map(Name::word).collect(),
        place: entry.place,
        colour: entry.colour,
        motion: entry.motion,
        meaning: entry.meaning,
    }
}

/// The table as text.
#[must_use]
pub fn table(board: Option<Name>) -> String {
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
