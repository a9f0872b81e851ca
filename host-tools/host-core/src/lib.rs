//! Host-side logic of a ring without I/O: bytes and text in; bytes, text and pictures
//! out. Files, sockets, clocks and threads belong to the callers, so that the crate runs
//! in a browser as well as in a program.
//!
//! | module | concern |
//! |---|---|
//! | [`protocol`] | the host's end of the line: messages and journal lines from bytes |
//! | [`ring_state`] | the ring's state: session, awaited actions, faulty sensors |
//! | [`recording`] | messages of a ring, as the bytes of a file |
//! | `withdrawn_board` | greetings of boards that are no longer made |
//! | [`requests`] | requests that go together |
//! | [`mod@line`] | a page's end of the line: bytes and JSON in, bytes and JSON out |
//! | [`device_facts`] | facts about a ring and its device |
//! | [`rod_stroke`] | beams that a rod has not darkened |
//! | [`data`] | decks, layouts and boards from TOML |
//! | [`scenario`], [`scenario_run`], [`table_file`] | matches and set-ups written by people |
//! | [`table_event`] | what people and sensors do, in words |
//! | [`folder`] | files that such a text names |
//! | [`kabuto`], [`abalone`], [`sumoo`] | words, notation and drawings of each game |
//! | [`game`] | the games by the words people type; what a host needs from each |
//! | [`sentences`], [`narration`], [`report`] | events as sentences, lines and pages |
//! | [`notation`] | events in the notation of the journal |
//! | [`evening`] | a club evening: people, pairings, results, standings |
//! | [`events`] | everything a ring says as JSON of a published schema, for programs |
//! | [`answers`] | answers that people type |
//! | [`page`] | events and matches as JSON for the page |
//! | [`capture`] | captured frames, replayed and drawn |
//! | [`lights`], [`palette`] | the light language on paper; colours of drawings |
//! | [`svg_text`], [`file_error`] | text in pictures; mistakes in files |
//! | [`printable`] | text of strangers in a terminal or on a page |
//! | [`spelling`] | suggestions for misspelt words |
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod abalone;
pub mod answers;
pub mod capture;
pub mod data;
pub mod device_facts;
pub mod evening;
pub mod events;
pub mod file_error;
pub mod folder;
pub mod game;
pub mod kabuto;
pub mod lights;
pub mod line;
pub mod narration;
pub mod notation;
pub mod page;
pub mod palette;
pub mod printable;
pub mod protocol;
pub mod recording;
pub mod report;
pub mod requests;
pub mod ring_state;
pub mod rod_stroke;
pub mod scenario;
pub mod scenario_run;
pub mod sentences;
pub mod spelling;
pub mod sumoo;
pub mod svg_text;
pub mod table_event;
pub mod table_file;
mod withdrawn_board;

/// Version of these tools, which the firmware built with them carries as well.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
