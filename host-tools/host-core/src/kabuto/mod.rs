//! Kabuto Sumo on the host: decks from files, actions in words, random play.

pub mod ideal_observations;
pub mod parse;
pub mod random_play;
pub mod svg;

use crate::data::{self, DataFile, Deck};

/// Reads the text of a deck file and returns its deck alone.
///
/// # Errors
/// The first mistake with its line; `dohyo cards check` lists all.
pub fn read_deck(text: &str) -> Result<Deck, String> {
    match data::read(text) {
        Ok(DataFile::Deck(file)) => Ok(file.deck),
        Ok(_) => Err("this file is not a deck; it should say kind = \"deck\"".into()),
        Err(mistakes) => Err(mistakes.first().map_or_else(String::new, |mistake| {
            format!("line {}: {}", mistake.line, mistake.message)
        })),
    }
}
