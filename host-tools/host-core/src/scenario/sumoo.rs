//! SUMOO as a [`GameDriver`].
//!
//! Set-up: `position` (text of [`crate::sumoo::text`], the start if left out),
//! `to_move` (`White` or `Black`), `points` left of the turn, `turn_cap`.
//!
//! Actions: those of the player whose turn it is, as in game records (`3 N`,
//! `1U 2U =`, `3 2E NN`), `White: 3 N` or `Black: 3 N` if it matters who does it,
//! `end turn` and `agree draw`.
//!
//! State: `to move`, `points left`, `winner`, `result`, `turns ended`, `position`,
//! `legal actions`, and the cell of a token, as `3 of White`.

use super::{GameDriver, StepError};
use crate::sumoo::{draw, text};
use crate::table_event::play::sumoo_action;
use crate::table_event::{EventDriver, TableEvent};
use rules_core::clause::Clause;
use rules_core::games::sumoo::{
    Action, AttackKind, Colour, Displacement, Game, GamePhase, Points, Refusal, Token,
};
use rules_core::referee::AnyGame;
use rules_core::referee::grid::MagnetCoding;
use rules_core::referee::sumoo::{Match, TurnAction};
use std::num::NonZeroU16;

/// Game of SUMOO, driven by words.
#[derive(Debug, Clone)]
pub struct SumooTable {
    game: Game,
}

impl SumooTable {
    /// Sets up a game from the keys of a scenario.
    ///
    /// # Errors
    /// All that is wrong with the set-up.
    pub fn open(setup: &toml::Table) -> Result<Self, Vec<String>> {
        begin(setup).map(Self::new)
    }

    /// Creates a table with this game on it.
    #[must_use]
    pub const fn new(game: Game) -> Self {
        Self { game }
    }

    /// Returns the game in its present state.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }
}

fn begin(setup: &toml::Table) -> Result<Game, Vec<String>> {
    let mut faults = Vec::new();
    let mut game = Game::new();
    let (mut to_move, mut points, mut cap) = (None, None, None);
    for (key, value) in setup {
        let number = value.as_integer();
        let understood = match key.as_str() {
            "position" => match value.as_str().map(text::read) {
                Some(Ok(read)) => {
                    game = read;
                    true
                }
                Some(Err(fault)) => {
                    faults.push(fault);
                    true
                }
                None => false,
            },
            "to_move" => {
                to_move = value.as_str().and_then(text::colour);
                to_move.is_some()
            }
            "points" => {
                points = number
                    .and_then(|n| u8::try_from(n).ok())
                    .and_then(Points::from_number);
                points.is_some()
            }
            "turn_cap" => {
                cap = number
                    .and_then(|n| u16::try_from(n).ok())
                    .and_then(NonZeroU16::new);
                cap.is_some()
            }
            _ => false,
        };
        if !understood {
            faults.push(format!(
                "`{key} = {value}` is not part of a SUMOO set-up; write position = \"...\", \
                 to_move = \"White\" or \"Black\", points = 0 to 3, turn_cap = 1 or more"
            ));
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    if let GamePhase::Turn { colour, left } = game.phase() {
        game = Game::from_position(
            *game.position(),
            to_move.unwrap_or(colour),
            points.unwrap_or(left),
        );
    }
    if let Some(cap) = cap {
        game = game.with_turn_cap(cap);
    }
    Ok(game)
}

impl GameDriver for SumooTable {
    fn to_match(&self, coding: MagnetCoding) -> AnyGame {
        AnyGame::Sumoo(Match::new(self.game, coding))
    }

    fn act(&mut self, words: &str) -> Result<Vec<String>, StepError> {
        let action = TableEvent::parse(words, EventDriver::Rules)
            .and_then(|event| sumoo_action(&event, &self.game))
            .map_err(StepError::Unreadable)?;
        let mut game = self.game;
        let mut rulings = Vec::new();
        match action {
            TurnAction::EndTurn => {
                game.end_turn().map_err(refused)?;
                rulings.push(match game.to_move() {
                    Some(colour) => format!("{} {colour} to move", Clause::Su5),
                    None => format!("{} drawn by the cap of turns", Clause::Su21),
                });
            }
            TurnAction::AgreeDraw => {
                game.agree_draw().map_err(refused)?;
                rulings.push(format!("{} drawn by agreement", Clause::Su21));
            }
            TurnAction::Acts(actions) => {
                for action in actions.iter() {
                    let effect = game.apply(action).map_err(refused)?;
                    rulings.extend(effect.iter().map(|shift| ruling_for(&action, shift)));
                }
                if let GamePhase::Won(colour) = game.phase() {
                    rulings.push(format!("{} {colour} wins", Clause::Su18));
                }
            }
        }
        self.game = game;
        Ok(rulings)
    }

    fn state(&self, key: &str) -> Option<String> {
        let game = &self.game;
        let or_nobody = |colour: Option<Colour>| {
            colour.map_or_else(|| "nobody".to_owned(), |colour| colour.to_string())
        };
        Some(match key {
            "to move" => or_nobody(game.to_move()),
            "points left" => game.points_left().to_string(),
            "winner" => or_nobody(game.position().winner()),
            "result" => draw::standing(game),
            "turns ended" => game.turns_ended().to_string(),
            "position" => text::write(game),
            "legal actions" => {
                let mut count = 0;
                game.each_action(|_| count += 1);
                count.to_string()
            }
            token => {
                let (name, side) = token.split_once(" of ")?;
                let token = Token::all_of(text::colour(side)?).find(|t| t.to_string() == name)?;
                let cell = game.position().cell_of(token);
                cell.map_or_else(|| "out".into(), |cell| cell.to_string())
            }
        })
    }
}

fn refused(refusal: Refusal) -> StepError {
    StepError::Refused {
        clause: refusal.clause,
        reason: refusal.reason.to_string(),
    }
}

/// Returns the ruling on one token: its displacement, and the clause.
fn ruling_for(action: &Action, shift: &Displacement) -> String {
    let verb = match action {
        Action::Move(..) => "moves",
        Action::Swap(..) => "swapped",
        Action::Attack(attack) => {
            let attacks = attack.main.colour == shift.token.colour;
            match (attack.grip, attacks) {
                (AttackKind::Push, true) => "advances",
                (AttackKind::Pull, true) => "steps back",
                (AttackKind::Push, false) => "pushed",
                (AttackKind::Pull, false) => "pulled",
            }
        }
    };
    let to = shift
        .to
        .map_or_else(|| "out".into(), |cell| format!("to {cell}"));
    format!(
        "{} {} of {} {verb} {to}",
        shift.clause, shift.token, shift.token.colour
    )
}
