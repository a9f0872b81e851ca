//! Demo: a whole match shown to a viewer while it is played.
//!
//! | module | concern |
//! |---|---|
//! | [`demo_match`] | the match and its equipment |
//! | [`viewer`] | receiver of events and views |
//! | [`view`] | one moment of a match, as data |
//! | [`plain_text`] | a match as plain lines |
//! | [`grid_match`] | a match on a grid board, with random moves |
//! | [`grid_pieces`] | pieces and players of the grid games |

pub mod demo_match;
pub mod grid_match;
pub mod grid_pieces;
pub mod plain_text;
pub mod view;
pub mod viewer;
