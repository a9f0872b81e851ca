//! A whole match, shown while it is played: as a picture in a terminal, or as
//! lines where there is none.
//!
//! ```text
//!   play --Moment, Event--> Audience: Show  --View--> screen (terminal)
//!                                     Still --View--> screen (SVG)
//!                                     Lines --Told--> any writer
//! ```
//!
//! | file | concern |
//! |---|---|
//! | [`programme`] | what is played, on what |
//! | [`words`] | what the ring says and waits for, as sentences with names |
//! | [`audience`] | whoever a match is shown to |
//! | [`view`] | what is to be seen at one moment, as data |
//! | [`screen`] | the panels of the picture |
//! | [`ring`] | the ring from above |
//! | [`grid`] | a grid board from above |
//! | [`canvas`] | coloured points or letters in a terminal's cells |
//! | [`colours`] | what things look like, in as many colours as there are |
//! | [`show`] | pace, keys and the terminal |
//! | [`lines`] | the match as plain lines |
//! | [`svg`] | the picture as a file |
//! | [`still`] | one moment of a match |
//! | [`grid_play`] | a grid game before a ring, by lots |
//!
//! Nothing here decides what is played.

pub mod audience;
pub mod canvas;
pub mod colours;
pub mod grid;
pub mod grid_play;
pub mod lines;
pub mod programme;
pub mod ring;
pub mod screen;
pub mod show;
pub mod still;
pub mod svg;
pub mod view;
pub mod words;
