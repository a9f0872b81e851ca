//! Cards, layouts and boards as data: TOML files that people write.
//!
//! A file says its `kind`: a `deck` of sumo cards, a `layout` of the ring at
//! the start, or a `board` with its dimensions. [`read`] gives back what is in
//! it, or every mistake at once, each with its line and what to write instead.
//! Decks and layouts become the engine's own types; nothing here plays.
//!
//! What ships with the house is in `host-tools/data/` and inside the binary:
//! [`house_deck`], [`default_layout`].

mod amounts;
mod board;
mod card;
mod deck;
mod describe;
mod file;
mod label;
mod layout;
mod mechanism;
mod mistake;
mod sense;
mod shipped;
mod walk;
mod words;
mod write;

pub use crate::mistake::Mistake;
pub use board::BoardFile;
pub use deck::{Boxes, DEVICE_ROOM, DeckFile};
pub use file::{DataFile, Head, Trust, read, read_bytes};
pub use layout::LayoutFile;
pub use shipped::{
    DECK_TEMPLATE, HOUSE_DECK, assumed_board, default_layout, default_layout_text, house_deck,
    house_deck_file,
};
