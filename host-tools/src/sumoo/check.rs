//! Replays game records.
//!
//! A file may hold several games: a new one begins with a line of names, or with
//! round 1, once the one before has rounds.

use super::draw;
use super::record::{self, Half, Line, Names, Round};
use rules_core::games::sumoo::{Colour, Game};
use std::io::{self, Write};

/// A game out of a file, replayed as far as it is legal.
#[derive(Debug, Default)]
pub struct Replay {
    /// Where it ends.
    pub game: Game,
    /// Turns played.
    pub turns: u32,
    /// Actions played.
    pub actions: u32,
    names: [Option<String>; 2],
    rounds: u32,
    /// A turn was marked as not yet played.
    paused: bool,
}

/// What stops a replay.
#[derive(Debug)]
pub struct Stop {
    /// Line in the file, from 1.
    pub line: usize,
    /// What is wrong, with the clause.
    pub message: String,
}

impl Replay {
    /// Plays one line.
    ///
    /// # Errors
    /// What is illegal or out of order; the replay stands before it.
    pub fn play(&mut self, line: usize, content: &Line) -> Result<(), Stop> {
        match content {
            Line::Names(Names::White(white)) => self.names[0] = Some(white.to_string()),
            Line::Names(Names::Black(black)) => self.names[1] = Some(black.to_string()),
            Line::Names(Names::Both(white, black)) => {
                self.names = [Some(white.to_string()), Some(black.to_string())];
            }
            Line::Date(_) | Line::Comment(_) | Line::Dots => {}
            Line::Round(round) => {
                return self
                    .play_round(round)
                    .map_err(|message| Stop { line, message });
            }
        }
        Ok(())
    }

    fn play_round(&mut self, round: &Round) -> Result<(), String> {
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
        self.play_half(Colour::White, &round.white)?;
        round
            .black
            .as_ref()
            .map_or(Ok(()), |half| self.play_half(Colour::Black, half))
    }

    fn play_half(&mut self, colour: Colour, half: &Half) -> Result<(), String> {
        let Half::Played(actions) = half else {
            self.paused = true;
            return Ok(());
        };
        if self.paused {
            return Err(format!(
                "{colour} plays after a turn that is marked as not yet played; drop the dots"
            ));
        }
        if actions.is_empty() && self.game.to_move().is_none() {
            // Ending a turn is refused with the reason.
            return self.game.end_turn().map_err(|refusal| refusal.to_string());
        }
        for written in actions {
            let action = written.in_position(self.game.position());
            self.game.apply(action).map_err(|refusal| {
                format!("{colour}'s action `{written}` is refused: {refusal}")
            })?;
            self.actions += 1;
        }
        self.turns += 1;
        if self.game.to_move().is_some() {
            self.game
                .end_turn()
                .map_err(|refusal| refusal.to_string())?;
        }
        Ok(())
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

/// Splits a file into games.
fn games(lines: Vec<(usize, Line)>) -> Vec<Vec<(usize, Line)>> {
    let mut games: Vec<Vec<(usize, Line)>> = Vec::new();
    let mut begun = true;
    for (number, line) in lines {
        let fresh = match &line {
            Line::Names(_) => true,
            Line::Round(round) => round.number == 1,
            Line::Date(_) | Line::Comment(_) | Line::Dots => false,
        };
        if games.is_empty() || (fresh && begun) {
            games.push(Vec::new());
            begun = false;
        }
        begun |= matches!(line, Line::Round(_));
        if let Some(game) = games.last_mut() {
            game.push((number, line));
        }
    }
    games
}

pub(super) fn check(name: &str, text: &str, out: &mut dyn Write) -> io::Result<bool> {
    let lines = match record::read(text) {
        Ok(lines) => lines,
        Err(mistake) => {
            writeln!(out, "{name}:{}: {}", mistake.line, mistake.message)?;
            return Ok(false);
        }
    };
    let games = games(lines);
    if games.is_empty() {
        writeln!(
            out,
            "{name}: there is no game in it; a round reads `1  B/3 S/  N//`"
        )?;
        return Ok(false);
    }
    let mut all_legal = true;
    for (number, lines) in (1..).zip(games) {
        let mut replay = Replay::default();
        let stop = lines
            .iter()
            .find_map(|(line, content)| replay.play(*line, content).err());
        let counts = format!(
            "{}{} turns, {} actions",
            replay.title(),
            replay.turns,
            replay.actions
        );
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
