//! Abalone on the host: choosing a position by name or text, counting games,
//! checking records, drawing.

mod draw;
mod record;
mod svg;

pub use draw::draw;
pub use record::{Record, RecordError, check, has_games};

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

    /// The position asked for, to be counted or looked at rather than played
    /// on. Without a score nothing was ejected, whatever is missing: that is
    /// how people compare generators. A score that is given must add up.
    ///
    /// # Errors
    /// A sentence saying what is wrong.
    pub fn position(&self) -> Result<Position, String> {
        as_asked(self.setup()?).map_err(|faults| list(&faults))
    }

    /// What [`Self::position`] takes for granted, and how to say otherwise;
    /// `None` if nothing is missing or all is said.
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
            Err(_) => "no score adds up with so many".to_owned(),
        };
        Some(format!(
            "marbles missing: {missing}; nothing is taken as ejected, a study; {otherwise}"
        ))
    }
}

fn as_asked(setup: Setup) -> Result<Position, Faults> {
    match setup.score {
        None => setup.study(),
        Some(_) => setup.position(),
    }
}

/// A setup as it is drawn: with the score that is taken for granted.
fn with_score(setup: Setup) -> Setup {
    as_asked(setup).map_or(setup, Setup::from)
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
    let mut text = draw(&with_score(setup));
    if let Err(faults) = as_asked(setup) {
        text += &format!("not a position of a game: {}\n", list(&faults));
    }
    Ok(text)
}

/// Draws a position as SVG.
///
/// # Errors
/// A sentence if it cannot be read.
pub fn svg(choice: &Choice<'_>) -> Result<String, String> {
    Ok(svg::svg(&with_score(choice.setup()?)))
}

/// Draws the position of a game as SVG.
#[must_use]
pub fn picture(position: &Position) -> String {
    svg::svg(&Setup::from(*position))
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
