//! Abalone for 2, 3 and 4 players, by the clauses AB-1 to AB-12.
//!
//! - [`Setup`] is any arrangement, [`Position`] one that can be played; both
//!   read and write the position text (`text.rs`). [`Start`] names the usual ones.
//! - [`Position::moves`] lists, [`Position::judge`] explains, [`Position::play`]
//!   plays; [`Move`] reads and writes Aba-Pro notation (`notation.rs`).
//! - [`Game`] adds the optional draw rules.
//! - [`infer`] finds the moves that explain what a sensing board shows.
//! - [`Position::perft`] counts games.
//!
//! Sets of points are 61 bits of one word; nothing allocates, and a position is
//! 40 bytes. No search, no evaluation, no clock.

mod board;
mod cell;
mod cells;
mod direction;
mod game;
mod generate;
mod inference;
mod judge;
mod moves;
mod notation;
mod perft;
mod player;
mod position;
mod reason;
mod score;
mod setup;
mod sight;
mod starts;
mod text;

pub use board::Board;
pub use cell::{Cell, NoSuchCell, POINTS};
pub use cells::{Cells, Iter};
pub use direction::{Axis, Direction};
pub use game::{Draw, DrawRules, Game, Outcome, Repetition};
pub use generate::{MOST_MOVES, Moves};
pub use inference::{Cause, Explanation, Inference, Nearest, infer};
pub use moves::{Effect, InLine, Length, Move, Sideways};
pub use notation::NotAMove;
pub use player::{NamedSide, Player, Players, Seating, Side};
pub use position::{FirstFault, Position};
pub use reason::Reason;
pub use score::{Score, TO_WIN};
pub use setup::{Fault, Faults, Setup};
pub use sight::Sight;
pub use starts::Start;
pub use text::NotASetup;
