//! SUMOO v1.0: two players, an arena of 5 by 7 cells, clauses SU.
//!
//! - [`cell`], [`token`], [`position`]: arena, tokens and their places
//! - [`action`], [`rules`], [`reason`]: actions, their legality, reasons for a refusal
//! - [`game`], [`points`], [`generate`]: turns of 0 to 3 points, and the enumeration of
//!   all turns
//! - [`notation`]: single actions as players write them
//! - [`board_reading`], [`transit`], [`search`]: turns that lead to the reading of a
//!   board
//!
//! Game records, drawings and position texts need memory and live on the host.

pub mod action;
pub mod board_reading;
pub mod cell;
pub mod game;
pub mod generate;
pub mod notation;
pub mod points;
pub mod position;
pub mod reason;
pub mod rules;
pub mod search;
pub mod token;
pub mod transit;

pub use action::{Action, Attack, AttackKind, ResisterCourse};
pub use cell::{Cell, CellSet, Direction};
pub use game::{Game, GamePhase};
pub use generate::ActionSequence;
pub use points::Points;
pub use position::{Fault, Position, Setup};
pub use reason::{Reason, Refusal};
pub use rules::{Arena, Displacement, Effect};
pub use token::{Colour, Force, Token, TokenName, TokenSet};
