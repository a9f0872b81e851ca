//! Abalone for 2, 3 and 4 players, by the clauses AB-1 to AB-12.
//!
//! - [`Setup`] is any arrangement of marbles, [`Position`] one that can be played. Both
//!   read and write the position text (`text.rs`). [`StartPosition`] names the usual
//!   starts.
//! - [`Position::moves`] lists the legal moves, [`Position::check_move`] returns a
//!   move's effect or the clause against it, [`Position::play`] plays it. [`Move`]
//!   reads and writes Aba-Pro notation (`notation.rs`).
//! - [`Game`] adds the optional draw rules.
//! - [`infer`] finds the moves that explain a reading of a sensing board.
//! - [`Position::perft`] counts games.
//!
//! # Readings
//!
//! AB-9 leaves room with four players; this module reads it as follows:
//! - The marble where the movement starts is the rear one. It must be the mover's; the
//!   other one or two may be the partner's in any order, so own, partner, own pushes
//!   too.
//! - The partner's marbles move only in a sumito, that is in line and pushing at least
//!   one enemy marble; never in a plain or a sideways move.
//! - Own and partner's marbles together are at most three (AB-3), and the mover never
//!   pushes or ejects either (AB-6).
//!
//! # Position text
//!
//! ```text
//! wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb           the board alone
//! wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w 0-0     white to move, score 0-0
//! ```
//!
//! Rows i to a, each from left to right: `b`, `w`, `r`, `g` for the marbles of the
//! first to fourth player, a digit for a number of free points. Further fields follow,
//! separated by spaces, and may be left out from the right:
//! - the letter of the player to move; black if left out;
//! - the marbles each side has ejected, in the order of play, with dashes: two numbers
//!   for 2 players, three for 3, and for 4 players one each for black's team and the
//!   other; a single dash if the score is not known;
//! - with 4 players, the teams, if partners do not face each other: `bw-rg` or `bg-wr`
//!   (`br-wg` is the default).
//!
//! The number of players follows from the letters or is given by the caller. The
//! meaning of a missing score depends on the purpose of the position:
//! - a game to be continued ([`Setup::position`]): the score follows from the missing
//!   marbles; with 3 players it cannot, and must be given;
//! - a study ([`Setup::study`], used by `dohyo perft` and `dohyo show`): zero, however
//!   many marbles are missing.
//!
//! # Size
//!
//! Sets of points are 61 bits of one word, the module does not allocate, and a position
//! is 40 bytes. No search, no evaluation, no clock.

mod board;
mod board_reading;
mod cell;
mod cells;
mod direction;
mod game;
mod generate;
mod inference;
mod legality;
mod moves;
mod notation;
mod perft;
mod player;
mod position;
mod reason;
mod score;
mod setup;
mod start_position;
mod text;

pub use board::Board;
pub use board_reading::BoardReading;
pub use cell::{Cell, CellError, POINTS};
pub use cells::{Cells, Iter};
pub use direction::{Axis, Direction};
pub use game::{Draw, DrawRules, Game, MEMORY, Outcome, Repetition, digest};
pub use generate::{MAX_MOVES, Moves};
pub use inference::{Explanation, Inference, Nearest, PlayHypothesis, infer};
pub use moves::{Effect, InLine, Length, Move, Sideways};
pub use notation::MoveParseError;
pub use player::{NamedSide, Partnership, Player, Players, Side};
pub use position::{Position, PositionError};
pub use reason::Reason;
pub use score::{Score, TO_WIN};
pub use setup::{Fault, Faults, Setup};
pub use start_position::StartPosition;
pub use text::SetupParseError;
