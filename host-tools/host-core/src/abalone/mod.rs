//! Abalone on the host: positions by name or text, perft counts (numbers of games of a
//! given length), record checks, drawings.

mod draw;
mod record;
mod svg;

pub use draw::draw;
pub use record::{Record, RecordError, check, has_games};

use rules_core::games::abalone::{Faults, Players, Position, Setup, StartPosition};

/// Position that the command line asks for. At most one of `start` and `position` is given;
/// with neither it is the standard start.
#[derive(Debug, Clone, Copy, Default)]
pub struct PositionArg<'a> {
    /// Number of players, 2 to 4; `None` for the number that `start` or `position` implies.
    pub players: Option<u8>,
    /// Name of a start position; `None` if it is not given.
    pub start: Option<&'a str>,
    /// Position as text; `None` if it is not given.
    pub position: Option<&'a str>,
}

impl PositionArg<'_> {
    /// Returns the arrangement that the command line asks for, legal or not.
    ///
    /// # Errors
    /// A sentence with the fault and what to write instead.
    pub fn setup(&self) -> Result<Setup, String> {
        let players = self.players.map(players_from).transpose()?;
        if let Some(text) = self.position {
            return match players {
                Some(players) => Setup::read_for(players, text),
                None => Setup::read(text),
            }
            .map_err(|error| format!("cannot read the position: {error}"));
        }
        let usual = StartPosition::usual(players.unwrap_or(Players::Two));
        let start = match self.start {
            None => usual,
            // The standard start depends on the number of players.
            Some(name) if name.eq_ignore_ascii_case(StartPosition::Standard.name()) => usual,
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

    /// Returns the position that the command line asks for, for counting or viewing
    /// rather than playing. Without a score no marble counts as ejected, even if some are
    /// missing: this is how people compare move generators. A given score must match the
    /// missing marbles.
    ///
    /// # Errors
    /// A sentence with the faults of the position.
    pub fn position(&self) -> Result<Position, String> {
        as_asked(self.setup()?).map_err(|faults| list(&faults))
    }

    /// Returns a sentence about what [`Self::position`] assumes and how to state it; `None`
    /// if no marble is missing or the score is given.
    #[must_use]
    pub fn assumption(&self) -> Option<String> {
        let setup = self.setup().ok()?;
        let missing = setup.missing();
        if setup.score.is_some() || missing == 0 || setup.study().is_err() {
            return None;
        }
        let otherwise = match setup.position() {
            Ok(derived) => {
                let derived = Setup::from(derived).to_string();
                let after_rows = derived.split_once(' ').map_or("", |(_, rest)| rest);
                format!("for a game, write \" {after_rows}\" after the rows")
            }
            Err(_) if setup.players == Players::Three => {
                "for a game, write who is to move and what each has ejected after the rows, as in \" b 1-0-0\""
                    .to_owned()
            }
            Err(_) => "no score fits this number of marbles".to_owned(),
        };
        Some(format!(
            "marbles missing: {missing}; none counts as ejected (a study); {otherwise}"
        ))
    }
}

fn as_asked(setup: Setup) -> Result<Position, Faults> {
    match setup.score {
        None => setup.study(),
        Some(_) => setup.position(),
    }
}

/// Returns a setup with the score that [`PositionArg::position`] assumes, for drawing.
fn with_score(setup: Setup) -> Setup {
    as_asked(setup).map_or(setup, Setup::from)
}

/// Counts the games of 1 to `depth` moves and calls `each` with the depth and its count as
/// soon as it is known.
///
/// # Errors
/// A sentence if the position is missing or impossible.
pub fn perft(
    choice: &PositionArg<'_>,
    depth: u32,
    each: &mut dyn FnMut(u32, u64),
) -> Result<(), String> {
    let position = choice.position()?;
    for depth in 1..=depth {
        each(depth, position.perft(depth));
    }
    Ok(())
}

/// Draws a position as text, with its faults below.
///
/// # Errors
/// A sentence if the position cannot be read.
pub fn show(choice: &PositionArg<'_>) -> Result<String, String> {
    let setup = choice.setup()?;
    let mut text = draw(&with_score(setup));
    if let Err(faults) = as_asked(setup) {
        text += &format!("not a position of a game: {}\n", list(&faults));
    }
    Ok(text)
}

/// Draws a position as SVG.
///
/// # Errors
/// A sentence if the position cannot be read.
pub fn svg(choice: &PositionArg<'_>) -> Result<String, String> {
    Ok(svg::svg(&with_score(choice.setup()?)))
}

/// Draws the position of a game as SVG.
#[must_use]
pub fn picture(position: &Position) -> String {
    svg::svg(&Setup::from(*position))
}

/// Returns the start position with this name.
///
/// # Errors
/// A sentence that lists the known names.
pub fn start_from(name: &str) -> Result<StartPosition, String> {
    StartPosition::from_name(name).ok_or_else(|| {
        let known = StartPosition::ALL.map(StartPosition::name).join(", ");
        format!("unknown start \"{name}\"; write one of {known}")
    })
}

fn players_from(count: u8) -> Result<Players, String> {
    Players::from_count(count)
        .ok_or_else(|| format!("Abalone is not for {count} players; write 2, 3 or 4"))
}

/// Joins all faults of a position into one sentence.
#[must_use]
pub fn list(faults: &Faults) -> String {
    let faults: Vec<String> = faults
        .iter()
        .map(|fault| format!("{fault}, {}", fault.clause()))
        .collect();
    faults.join("; ")
}
