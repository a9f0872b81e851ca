//! SUMOO on the host: text, pictures, records and counts. The rules are in
//! [`rules_core::games::sumoo`].
//!
//! - [`text`]: a position as one line
//! - [`draw`], [`svg`](mod@svg): a position as a picture
//! - [`record`]: whole games as players write them
//! - [`check`](mod@check), [`perft`](mod@perft): replaying and counting

pub mod check;
pub mod draw;
pub mod perft;
pub mod record;
pub mod svg;
pub mod text;

use rules_core::games::sumoo::Game;
use std::io::{self, Write};

/// Returns the game of a position text, or the start without one.
fn game(position: Option<&str>) -> Result<Game, String> {
    position.map_or_else(|| Ok(Game::new()), text::read)
}

/// Counts the positions at the end of 1 to `depth` turns and calls `each` with depth and
/// number.
///
/// # Errors
/// A sentence with the fault of the position text.
pub fn perft(
    position: Option<&str>,
    depth: u32,
    each: &mut dyn FnMut(u32, u64),
) -> Result<(), String> {
    let game = game(position)?;
    let mut counter = perft::Counter::default();
    for depth in 1..=depth {
        each(depth, counter.count(&game, depth));
    }
    Ok(())
}

/// Replays the game records in `text` and writes, for each game, its turns and result, or
/// the first illegal action with its clause and the position drawn. `name` is written in
/// front of line numbers. Returns true if all actions are legal.
///
/// # Errors
/// `io::Error` if `out` cannot be written to.
pub fn check(name: &str, text: &str, out: &mut dyn Write) -> io::Result<bool> {
    check::check(name, text, out)
}

/// Draws a position for the terminal.
///
/// # Errors
/// A sentence with the fault of the position text.
pub fn show(position: Option<&str>) -> Result<String, String> {
    game(position).map(|game| draw::draw(&game))
}

/// Draws a position as SVG.
///
/// # Errors
/// A sentence with the fault of the position text.
pub fn svg(position: Option<&str>) -> Result<String, String> {
    game(position).map(|game| svg::draw(&game))
}
