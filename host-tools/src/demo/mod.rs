//! Demo in a terminal: a whole match shown while it is played, as a picture or as lines of
//! text.
//!
//! ```text
//!   play --Moment, Event--> Viewer: TerminalViewer --DemoView--> screen (terminal)
//!                                   SingleFrame ----DemoView--> screen (SVG)
//!                                   PlainViewer ---Narration--> any writer
//! ```
//!
//! | module | concern |
//! |---|---|
//! | [`terminal`] | pace and keys of a match in a terminal |
//! | [`single_frame`] | one moment of a match |
//! | [`screen`] | the panels of the picture |
//! | [`sheet`] | text beside the board: grounds of rulings, what a person can do |
//! | [`ring`] | the ring from above |
//! | [`grid`] | a grid board from above |
//! | [`canvas`] | coloured points or letters in a terminal's cells |
//! | [`colours`] | colours, as many as the terminal has |
//! | [`svg`] | the picture as a file |
//!
//! No module here decides what is played.

pub mod canvas;
pub mod colours;
pub mod grid;
pub mod ring;
pub mod screen;
pub mod sheet;
pub mod single_frame;
pub mod svg;
pub mod terminal;
