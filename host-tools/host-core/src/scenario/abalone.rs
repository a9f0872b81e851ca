//! Abalone as a [`GameDriver`].
//!
//! Set-up keys, all optional: `players` (2, 3, 4), `start` (a name) or
//! `position` (a text), `to_move` (a colour), `study = true` (fewer marbles than
//! AB-1 asks for), `threefold = true` and `turn_cap` (the draw rules of AB-12).
//! What happens: a move in Aba-Pro notation, or `pass`.
//! State: `to move`, `position`, `winner`, `legal moves`, `turns`, `reminder`, and
//! for each colour `ejected C` (its marbles lost) and `score C` (what its side has
//! ejected).

use super::{GameDriver, StepError};
use crate::abalone::PositionArg;
use crate::table_event::play::abalone_move;
use crate::table_event::{EventDriver, TableEvent};
use rules_core::clause::Clause;
use rules_core::games::abalone::{
    Cell, Direction, Draw, DrawRules, Effect, Game, Move, Outcome, Player, Position, Repetition,
};
use rules_core::referee::AnyGame;
use rules_core::referee::abalone::Match;
use rules_core::referee::grid::MagnetCoding;
use serde::Deserialize;
use std::num::NonZeroU16;

/// Keys of `[setup]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct AbaloneKeys {
    players: Option<u8>,
    start: Option<String>,
    position: Option<String>,
    to_move: Option<String>,
    study: bool,
    threefold: bool,
    turn_cap: Option<NonZeroU16>,
}

/// Game of Abalone, driven by words.
#[derive(Debug, Clone)]
pub struct AbaloneTable(Game);

impl AbaloneTable {
    /// Sets up a game from the keys of a scenario.
    ///
    /// # Errors
    /// All that is wrong with the set-up.
    pub fn open(setup: &toml::Table) -> Result<Self, Vec<String>> {
        begin(setup).map(Self)
    }

    /// Creates a table with this game on it.
    #[must_use]
    pub const fn new(game: Game) -> Self {
        Self(game)
    }

    /// Returns the game in its present state.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.0
    }
}

fn begin(setup: &toml::Table) -> Result<Game, Vec<String>> {
    let keys: AbaloneKeys = setup
        .clone()
        .try_into()
        .map_err(|error| vec![error.to_string().trim_end().replace('\n', " ")])?;
    let choice = PositionArg {
        players: keys.players,
        start: keys.start.as_deref(),
        position: keys.position.as_deref(),
    };
    let mut setup = choice.setup().map_err(|why| vec![why])?;
    if let Some(name) = &keys.to_move {
        setup.to_move = player(name)
            .ok_or_else(|| vec![format!("nobody is called \"{name}\"; write a colour")])?;
    }
    let position = if keys.study {
        setup.study()
    } else {
        setup.position()
    };
    let position = position.map_err(|faults| {
        faults
            .iter()
            .map(|fault| format!("{} {fault}", fault.clause()))
            .collect::<Vec<_>>()
    })?;
    let rules = DrawRules {
        repetition: if keys.threefold {
            Repetition::ThreefoldDraws
        } else {
            Repetition::Allowed
        },
        turn_cap: keys.turn_cap,
    };
    Ok(Game::new(position, rules))
}

fn player(name: &str) -> Option<Player> {
    Player::ALL.into_iter().find(|p| p.name() == name)
}

impl GameDriver for AbaloneTable {
    fn to_match(&self, coding: MagnetCoding) -> AnyGame {
        AnyGame::Abalone(Match::new(*self.0.position(), self.0.rules(), coding))
    }

    fn act(&mut self, words: &str) -> Result<Vec<String>, StepError> {
        let event = TableEvent::parse(words, EventDriver::Rules);
        let event = event.map_err(StepError::Unreadable)?;
        let action = abalone_move(&event)?;
        let before = *self.0.position();
        let effect = self.0.play(action).map_err(|refusal| StepError::Refused {
            clause: refusal.clause,
            reason: refusal.reason.to_string(),
        })?;
        let mut rulings = rulings_for(&before, action, &effect);
        rulings.extend(end(&self.0));
        Ok(rulings)
    }

    fn state(&self, key: &str) -> Option<String> {
        let position = self.0.position();
        let players = position.players();
        let colour = |prefix| key.strip_prefix(prefix).and_then(player);
        Some(match key {
            "to move" => position.to_move().to_string(),
            "position" => position.to_string(),
            "legal moves" => position.moves().count().to_string(),
            "turns" => self.0.turns().to_string(),
            "winner" => match self.0.outcome() {
                Outcome::Playing => "none".into(),
                Outcome::Won(side) => players.named(side).to_string(),
                Outcome::Drawn(_) => "draw".into(),
            },
            "reminder" => players.reminder().map_or("none".into(), |clause| {
                format!("{clause} {}", clause.sentence())
            }),
            _ => {
                if let Some(player) = colour("ejected ") {
                    let ejected = position.ejected(player);
                    ejected.map_or_else(|| "unknown".into(), |count| count.to_string())
                } else {
                    let side = players.side(colour("score ")?);
                    position.score().ejected_by(side).to_string()
                }
            }
        })
    }
}

/// Returns the rulings of a move, one for each fact.
fn rulings_for(before: &Position, action: Move, effect: &Effect) -> Vec<String> {
    let mover = before.to_move();
    let Some(toward) = effect.toward() else {
        return vec![format!("{} {mover} passes", Clause::Ab11)];
    };
    let how = match action {
        Move::Sideways(_) => "sideways",
        Move::InLine(_) | Move::Pass => "in line",
    };
    let mut rulings = vec![format!(
        "{} {mover} moved {} {how}",
        Clause::Ab2,
        effect.moved.len()
    )];
    let owned = |cell: Cell| before.board().at(cell).map(|owner| (owner, cell));
    for (owner, cell) in along(effect.assisting, toward).filter_map(owned) {
        rulings.push(format!("{} {owner} helped from {cell}", Clause::Ab9));
    }
    for (owner, cell) in along(effect.pushed, toward).filter_map(owned) {
        if let Some(to) = cell.step(toward) {
            rulings.push(format!("{} {owner} pushed {cell} -> {to}", Clause::Ab4));
        }
    }
    if let Some((owner, cell)) = effect.ejected {
        rulings.push(format!("{} {owner} ejected at {cell}", Clause::Ab6));
    }
    rulings
}

/// Returns the points of a line from the rear to the front.
fn along(
    cells: rules_core::games::abalone::Cells,
    toward: Direction,
) -> impl Iterator<Item = Cell> {
    let to_rim = |cell: &Cell| std::iter::successors(Some(*cell), |c| c.step(toward)).count();
    let mut cells: Vec<Cell> = cells.into_iter().collect();
    cells.sort_by_key(to_rim);
    cells.into_iter().rev()
}

/// Returns the ruling on the end of the game; `None` while it goes on.
fn end(game: &Game) -> Option<String> {
    let players = game.position().players();
    match game.outcome() {
        Outcome::Playing => None,
        Outcome::Won(side) => {
            let verb = if players.count() == 4 { "win" } else { "wins" };
            Some(format!(
                "{} {} {verb}",
                players.winning_clause(),
                players.named(side)
            ))
        }
        Outcome::Drawn(Draw::Threefold) => Some(format!(
            "{} drawn, the third time this position",
            Clause::Ab12
        )),
        Outcome::Drawn(Draw::TurnCap(cap)) => {
            Some(format!("{} drawn after {cap} turns", Clause::Ab12))
        }
    }
}
