//! SUMOO v1.0: two players, an arena of 5 by 7 cells, clauses SU.
//!
//! - [`cell`], [`token`], [`position`]: what there is and where it stands
//! - [`action`], [`rules`], [`reason`]: what can be done, and why not
//! - [`game`], [`points`], [`generate`]: turns of 0 to 3 points, and all of them
//! - [`notation`]: single actions as players write them
//! - [`observation`], [`inference`], `passing`, [`search`], [`tracker`]: from what a board sees back to what was played
//!
//! Game records, drawings and position texts need memory and live on the host.

pub mod action;
pub mod cell;
pub mod game;
pub mod generate;
pub mod inference;
pub mod notation;
pub mod observation;
mod passing;
pub mod points;
pub mod position;
pub mod reason;
pub mod rules;
pub mod search;
pub mod token;
pub mod tracker;

pub use action::{Action, Attack, Course, Grip};
pub use cell::{Cell, CellSet, Direction};
pub use game::{Game, Phase};
pub use generate::Turn;
pub use points::Points;
pub use position::{Fault, Position, Setup};
pub use reason::{Reason, Refusal};
pub use rules::{Arena, Effect, Shift};
pub use token::{Colour, Force, Post, Token, TokenSet};
