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
//! # Readings
//!
//! Where AB-9 leaves room, for four players:
//! - The marble where the movement starts is the rear one. It must be the
//!   mover's; the other one or two may be the partner's in any order, so own,
//!   partner, own pushes too.
//! - The partner's marbles move only in a sumito, that is in line and pushing at
//!   least one enemy marble; never in a plain or a sideways move.
//! - Own and partner's marbles together are at most three (AB-3), and neither
//!   are ever pushed or ejected by the mover (AB-6).
//!
//! # Position text
//!
//! ```text
//! wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb           the board alone
//! wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w 0-0     white to move, score 0-0
//! ```
//!
//! Rows i to a, each from left to right: `b`, `w`, `r`, `g` for the marbles of
//! the first to fourth player, digits for so many free points. What follows
//! after a space may be left out from the right:
//! - who is to move, by the letter; black if left out;
//! - what each side has ejected, in the order of play, with dashes: two numbers
//!   for 2 players, three for 3, and for 4 players one each for black's team and
//!   the other; a single dash if it is not known;
//! - with 4 players, the teams, if partners do not face each other: `bw-rg` or
//!   `bg-wr` (`br-wg` is understood).
//!
//! How many play follows from the letters, or is said by the caller. What a
//! score that is left out means depends on what the position is for:
//! - a game to be played on ([`Setup::position`]): it follows from the marbles
//!   missing; with 3 players it cannot, and must be said;
//! - a study ([`Setup::study`]), which is also what `dohyo perft` and `dohyo show`
//!   take it for: nothing was ejected, whatever is missing.
//!
//! # Size
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
pub use game::{Draw, DrawRules, Game, MEMORY, Outcome, Repetition, digest};
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
