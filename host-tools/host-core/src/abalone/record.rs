//! Game records of Abalone: one game a line, `start-name: move move ...`, in Aba-Pro
//! notation. `#` starts a comment; blank lines are skipped.

use super::{draw, start_from};
use rules_core::games::abalone::{DrawRules, Game, Move, MoveParseError, Outcome, StartPosition};
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

/// Recorded game of Abalone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Start position of the game.
    pub start: StartPosition,
    /// Moves of the game, in order.
    pub moves: Vec<Move>,
}

/// Fault in a line of a record file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordError {
    /// The colon is missing or the start is unknown; the sentence says what to write.
    Start(String),
    /// A move cannot be read.
    Move {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move as written.
        text: String,
        /// Fault of the text, as a sentence.
        why: String,
        /// Game up to the move before this one.
        before: Record,
    },
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(line: &str) -> Result<Self, RecordError> {
        let line = without_comment(line);
        let (start, moves) = line.split_once(':').ok_or_else(|| {
            RecordError::Start("no colon; write the start, a colon, then the moves".into())
        })?;
        let mut record = Self {
            start: start_from(start.trim()).map_err(RecordError::Start)?,
            moves: Vec::new(),
        };
        for (index, text) in moves.split_whitespace().enumerate() {
            match text.parse() {
                Ok(action) => record.moves.push(action),
                Err::<_, MoveParseError>(why) => {
                    return Err(RecordError::Move {
                        number: index + 1,
                        text: text.to_owned(),
                        why: why
                            .clause()
                            .map_or(why.to_string(), |clause| format!("{why}, {clause}")),
                        before: record,
                    });
                }
            }
        }
        Ok(record)
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.start.name())?;
        self.moves.iter().try_for_each(|m| write!(f, " {m}"))
    }
}

/// Returns the lines that hold a game, numbered from 0. A byte order mark, with which some
/// editors start a file, is skipped.
fn games_in(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.strip_prefix('\u{feff}')
        .unwrap_or(text)
        .lines()
        .enumerate()
        .filter(|(_, line)| !without_comment(line).is_empty())
}

/// True if `text` contains a game.
#[must_use]
pub fn has_games(text: &str) -> bool {
    games_in(text).next().is_some()
}

fn without_comment(line: &str) -> &str {
    line.split_once('#').map_or(line, |(text, _)| text).trim()
}

/// Replays every game in `text` and writes the moves, the result and the first illegal move
/// of each. Returns true if all moves of all games are legal.
///
/// # Errors
/// `io::Error` if `out` cannot be written to.
pub fn check(name: &str, text: &str, out: &mut dyn Write) -> io::Result<bool> {
    let (mut games, mut bad) = (0, 0);
    for (index, line) in games_in(text) {
        games += 1;
        write!(out, "{name}:{}: ", index + 1)?;
        if !check_game(line, out)? {
            bad += 1;
        }
    }
    let unit = if games == 1 { "game" } else { "games" };
    writeln!(out, "{games} {unit}, {bad} not legal")?;
    Ok(bad == 0)
}

fn check_game(line: &str, out: &mut dyn Write) -> io::Result<bool> {
    let (record, unreadable) = match line.parse::<Record>() {
        Ok(record) => (record, None),
        Err(RecordError::Start(why)) => {
            writeln!(out, "{why}")?;
            return Ok(false);
        }
        Err(RecordError::Move {
            number,
            text,
            why,
            before,
        }) => (before, Some((number, text, why))),
    };
    let mut game = Game::new(record.start.position(), DrawRules::default());
    write!(out, "{}: ", record.start.name())?;
    for (index, &action) in record.moves.iter().enumerate() {
        if let Err(refusal) = game.play(action) {
            report(&game, index + 1, &action.to_string(), &refusal, out)?;
            return Ok(false);
        }
    }
    if let Some((number, text, why)) = unreadable {
        report(&game, number, &text, &why, out)?;
        return Ok(false);
    }
    let count = record.moves.len();
    let unit = if count == 1 { "move" } else { "moves" };
    let players = game.position().players();
    let score: Vec<String> = players
        .sides()
        .map(|side| game.position().score().ejected_by(side).to_string())
        .collect();
    let score = score.join("-");
    match game.outcome() {
        Outcome::Won(side) => {
            let verb = if players.count() == 4 { "win" } else { "wins" };
            let side = players.named(side);
            writeln!(out, "{count} {unit}, {side} {verb} {score}")?;
        }
        Outcome::Playing | Outcome::Drawn(_) => {
            writeln!(out, "{count} {unit}, unfinished {score}")?;
        }
    }
    Ok(true)
}

fn report(
    game: &Game,
    number: usize,
    text: &str,
    why: &dyn fmt::Display,
    out: &mut dyn Write,
) -> io::Result<()> {
    let player = game.position().to_move();
    writeln!(out, "move {number}, {text} by {player}, is illegal: {why}")?;
    write!(out, "{}", draw(&(*game.position()).into()))
}
