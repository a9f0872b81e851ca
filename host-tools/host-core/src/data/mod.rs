//! Data files in TOML that people write: cards, layouts and boards.
//!
//! A file names its `kind`: a `deck` of sumo cards, a `layout` of the ring at the start, or
//! a `board` with its dimensions. [`read`] returns the contents, or all mistakes at once,
//! each with its line and a correction. Decks and layouts become the engine's own types; no
//! rules are applied here.
//!
//! The files that ship with the project are in `host-tools/data/` and inside the binary:
//! [`house_deck`], [`default_layout`].

mod amounts;
mod board;
mod builtin;
mod card;
mod deck;
mod describe;
mod diagnostics;
mod file;
mod label;
mod layout;
mod lint;
mod mechanism;
mod toml_cursor;
mod vocabulary;
mod write;

pub use crate::file_error::FileError;
pub use board::BoardFile;
pub use builtin::{
    DECK_TEMPLATE, HOUSE_DECK, assumed_board, default_layout, default_layout_text, house_deck,
    house_deck_file,
};
pub use deck::{Boxes, Deck, DeckFile, DeckFormat};
pub use file::{DataFile, Head, Verification, read, read_bytes};
pub use layout::LayoutFile;
