//! Replay of SUMOO game records.
//!
//! A file may hold several games: a line of names or round 1 starts a new one, if the
//! present game has rounds. Where a line cannot be read, its game is replayed up to there;
//! the other games are replayed in full.

use super::draw;
use super::record::{self, BadLine, Line, PlayerNames, Readable, RecordedTurn, Round};
use crate::file_error::FileError;
use rules_core::games::sumoo::notation::NotatedAction;
use rules_core::games::sumoo::{Colour, Game};
use std::io::{self, Write};

/// Game of SUMOO from a record, replayed as far as it is legal.
#[derive(Debug, Default)]
pub struct RecordReplay {
    /// State after the last legal action.
    pub game: Game,
    /// Number of turns played.
    pub turns: u32,
    /// Number of actions played.
    pub actions: u32,
    names: [Option<String>; 2],
    rounds: u32,
    /// True if a turn was marked as not yet played.
    paused: bool,
}

/// Completeness of the last turn of a round.
#[derive(Debug, Clone, Copy)]
enum Last {
    /// The whole turn was read.
    Complete,
    /// The end of the turn could not be read.
    CutShort,
}

impl RecordReplay {
    /// Plays one line of the record.
    ///
    /// # Errors
    /// `FileError` for an illegal or misplaced action; the replay keeps the state before
    /// it.
    pub fn play(&mut self, line: usize, content: &Line) -> Result<(), FileError> {
        match content {
            Line::Names(PlayerNames::White(white)) => self.names[0] = Some(white.to_string()),
            Line::Names(PlayerNames::Black(black)) => self.names[1] = Some(black.to_string()),
            Line::Names(PlayerNames::Both(white, black)) => {
                self.names = [Some(white.to_string()), Some(black.to_string())];
            }
            Line::Date(_) | Line::Comment(_) | Line::Dots => {}
            Line::Round(round) => {
                return self
                    .play_round(round, Last::Complete)
                    .map_err(|message| FileError { line, message });
            }
        }
        Ok(())
    }

    /// Plays the readable part of a line and returns its fault.
    fn stop_at(&mut self, line: usize, broken: &BadLine) -> FileError {
        let played = match &broken.readable {
            Readable::Nothing | Readable::Names => Ok(()),
            Readable::Round(round) => self.play_round(round, Last::CutShort),
        };
        FileError {
            line,
            // An earlier mistake in the line takes precedence over the unreadable part.
            message: played.err().unwrap_or_else(|| broken.message.clone()),
        }
    }

    fn play_round(&mut self, round: &Round, last: Last) -> Result<(), String> {
        let due = self.rounds + 1;
        if round.number != due {
            return Err(format!("this is round {}; number it {due}", round.number));
        }
        if self.rounds > 0 && self.game.to_move() == Some(Colour::Black) && !self.paused {
            return Err(format!(
                "Black's turn of round {} is missing; write N// for an empty one",
                self.rounds
            ));
        }
        self.rounds = due;
        let [white, black] = match &round.black {
            None => [last, last],
            Some(_) => [Last::Complete, last],
        };
        self.play_half(Colour::White, &round.white, white)?;
        round
            .black
            .as_ref()
            .map_or(Ok(()), |half| self.play_half(Colour::Black, half, black))
    }

    fn play_half(&mut self, colour: Colour, half: &RecordedTurn, last: Last) -> Result<(), String> {
        let RecordedTurn::Played(actions) = half else {
            self.paused = true;
            return Ok(());
        };
        if self.paused {
            return Err(format!(
                "{colour} plays after a turn that is marked as not yet played; drop the dots"
            ));
        }
        self.play_actions(colour, actions)?;
        match last {
            Last::CutShort => Ok(()),
            // After a won game `end_turn` returns the refusal with its reason. The winning
            // action itself ends its turn, so it needs no call.
            Last::Complete if self.game.to_move().is_some() || actions.is_empty() => {
                self.game
                    .end_turn()
                    .map_err(|refusal| refusal.to_string())?;
                self.turns += 1;
                Ok(())
            }
            Last::Complete => {
                self.turns += 1;
                Ok(())
            }
        }
    }

    fn play_actions(&mut self, colour: Colour, actions: &[NotatedAction]) -> Result<(), String> {
        for written in actions {
            let action = written.in_position(self.game.position());
            self.game.apply(action).map_err(|refusal| {
                format!("{colour}'s action `{written}` is refused: {refusal}")
            })?;
            self.actions += 1;
        }
        Ok(())
    }

    fn counts(&self) -> String {
        let plural = |number| if number == 1 { "" } else { "s" };
        let Self { turns, actions, .. } = self;
        format!(
            "{}{turns} turn{}, {actions} action{}",
            self.title(),
            plural(*turns),
            plural(*actions)
        )
    }

    fn title(&self) -> String {
        match &self.names {
            [None, None] => String::new(),
            [white, black] => {
                let [white, black] = [white, black].map(|name| name.as_deref().unwrap_or("?"));
                format!("{white} - {black}: ")
            }
        }
    }
}

/// Line of a record with its number in the file.
type Numbered = (usize, Result<Line, BadLine>);

/// Splits the lines of a file into games. Dates and comments alone are not a game.
fn games(lines: impl Iterator<Item = Numbered>) -> Vec<Vec<Numbered>> {
    let mut games: Vec<Vec<Numbered>> = Vec::new();
    let (mut begun, mut any) = (true, false);
    for (number, line) in lines {
        let (names, round) = match &line {
            Ok(Line::Names(_)) => (true, None),
            Ok(Line::Round(round)) => (false, Some(round)),
            Ok(Line::Date(_) | Line::Comment(_) | Line::Dots) => (false, None),
            Err(broken) => match &broken.readable {
                Readable::Names => (true, None),
                Readable::Round(round) => (false, Some(round)),
                Readable::Nothing => (false, None),
            },
        };
        any |= names || round.is_some() || line.is_err();
        let fresh = names || round.is_some_and(|round| round.number == 1);
        if games.is_empty() || (fresh && begun) {
            games.push(Vec::new());
            begun = false;
        }
        begun |= round.is_some();
        if let Some(game) = games.last_mut() {
            game.push((number, line));
        }
    }
    if any { games } else { Vec::new() }
}

pub(super) fn check(name: &str, text: &str, out: &mut dyn Write) -> io::Result<bool> {
    let games = games(record::lines(text));
    if games.is_empty() {
        writeln!(
            out,
            "{name}: there is no game in it; write `1  B/3 S/  N//` for a first round"
        )?;
        return Ok(false);
    }
    let mut all_legal = true;
    for (number, lines) in (1..).zip(games) {
        let mut replay = RecordReplay::default();
        let stop = lines.iter().find_map(|(line, content)| match content {
            Ok(content) => replay.play(*line, content).err(),
            Err(broken) => Some(replay.stop_at(*line, broken)),
        });
        let counts = replay.counts();
        match stop {
            None => {
                let standing = draw::standing(&replay.game);
                writeln!(out, "game {number}: {counts}; {standing}")?;
            }
            Some(stop) => {
                all_legal = false;
                writeln!(out, "game {number}: {counts}; then it stops")?;
                writeln!(out, "{name}:{}: {}", stop.line, stop.message)?;
                write!(out, "{}", draw::draw(&replay.game))?;
            }
        }
    }
    Ok(all_legal)
}
