//! Abalone on the host: choosing a position by name or text, counting games,
//! checking records, drawing.

mod draw;
mod record;
mod svg;

pub use draw::draw;
pub use record::{Record, RecordError, check};

use rules_core::games::abalone::{Faults, Players, Position, Setup, Start};

/// Which position the command line asks for. At most one of `start` and
/// `position` is given; neither means the usual start.
#[derive(Debug, Clone, Copy, Default)]
pub struct Choice<'a> {
    /// 2, 3 or 4; otherwise what start or position say.
    pub players: Option<u8>,
    /// The name of a start.
    pub start: Option<&'a str>,
    /// A position text.
    pub position: Option<&'a str>,
}

impl Choice<'_> {
    /// The arrangement asked for, legal or not.
    ///
    /// # Errors
    /// A sentence saying what is wrong and what to write instead.
    pub fn setup(&self) -> Result<Setup, String> {
        let players = self.players.map(players_from).transpose()?;
        if let Some(text) = self.position {
            return match players {
                Some(players) => Setup::read_for(players, text),
                None => Setup::read(text),
            }
            .map_err(|error| format!("cannot read the position: {error}"));
        }
        let usual = Start::usual(players.unwrap_or(Players::Two));
        let start = match self.start {
            None => usual,
            // What is standard depends on how many play.
            Some(name) if name.eq_ignore_ascii_case(Start::Standard.name()) => usual,
            Some(name) => start_from(name)?,
        };
        if let Some(players) = players
            && players.count() != start.players().count()
        {
            return Err(format!(
                "{} is a start for {} players, not {}",
                start.name(),
                start.players().count(),
                players.count()
            ));
        }
        Ok(start.position().into())
    }

    /// The position asked for: one with all marbles accounted for, or, if the
    /// score was not given and the marbles do not add up, a study in which
    /// nothing was ejected yet.
    ///
    /// # Errors
    /// A sentence saying what is wrong.
    pub fn position(&self) -> Result<Position, String> {
        let setup = self.setup()?;
        let strict = setup.position();
        if setup.score.is_none() && strict.is_err() {
            return setup.study().map_err(|faults| list(&faults));
        }
        strict.map_err(|faults| list(&faults))
    }
}

/// Counts the games of 1, 2, ... `depth` moves; `each` gets every count as
/// soon as it is known.
///
/// # Errors
/// A sentence if there is no such position.
pub fn perft(
    choice: &Choice<'_>,
    depth: u32,
    each: &mut dyn FnMut(u32, u64),
) -> Result<(), String> {
    let position = choice.position()?;
    for depth in 1..=depth {
        each(depth, position.perft(depth));
    }
    Ok(())
}

/// Draws a position as text; what is wrong with it is said below.
///
/// # Errors
/// A sentence if it cannot be read.
pub fn show(choice: &Choice<'_>) -> Result<String, String> {
    let setup = choice.setup()?;
    let mut text = draw(&setup);
    if let Err(faults) = setup.position() {
        text += &format!("not a position of a game: {}\n", list(&faults));
    }
    Ok(text)
}

/// Draws a position as SVG.
///
/// # Errors
/// A sentence if it cannot be read.
pub fn svg(choice: &Choice<'_>) -> Result<String, String> {
    Ok(svg::svg(&choice.setup()?))
}

/// The start with this name.
///
/// # Errors
/// A sentence that lists the names there are.
pub fn start_from(name: &str) -> Result<Start, String> {
    Start::from_name(name).ok_or_else(|| {
        let known = Start::ALL.map(Start::name).join(", ");
        format!("there is no start \"{name}\"; write one of {known}")
    })
}

fn players_from(count: u8) -> Result<Players, String> {
    Players::from_count(count).ok_or_else(|| format!("{count} cannot play; 2, 3 or 4 can"))
}

/// All faults in one sentence.
#[must_use]
pub fn list(faults: &Faults) -> String {
    let faults: Vec<String> = faults
        .iter()
        .map(|fault| format!("{fault}, {}", fault.clause()))
        .collect();
    faults.join("; ")
}
