//! Corrections of a game of Abalone.

use super::{Match, State, reading};
use crate::board::cells::CellMask;
use crate::games::abalone::{Board, Cell, Fault, Player, Position, Score, Setup, Side};
use crate::games::cell_reading::CellReading;
use crate::referee::grid;
use core::fmt;

/// Correction of a match of Abalone by the people at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Correction {
    /// Sets the marbles as shown. Missing ones count as ejected. If marbles of the player
    /// to move lie elsewhere, the turn is over.
    Shown(Board),
    /// Gives the turn to this player.
    Turn(Player),
}

impl Correction {
    /// Applies the correction to `game`.
    ///
    /// # Errors
    /// [`Fault`] if the resulting position is not possible; the game is then unchanged.
    pub fn apply(&self, game: &mut Match) -> Result<(), Fault> {
        let old = *game.position();
        let mut setup = Setup::from(old);
        match *self {
            Self::Shown(board) => {
                setup.board = board;
                setup.score = Some(score(&old, &board));
                let mover = old.to_move();
                if board.marbles_of(mover) != old.board().marbles_of(mover) {
                    setup.to_move = old.players().after(mover);
                }
            }
            Self::Turn(player) => setup.to_move = player,
        }
        let position = setup
            .study()
            .map_err(|faults| faults.first().copied())
            .map_err(|fault| fault.unwrap_or(Fault::CannotMove(setup.to_move)))?;
        let state = State {
            position,
            turns: game.game().turns(),
            last: CellMask::EMPTY,
        };
        game.adopt(&state);
        Ok(())
    }
}

/// Returns the score if the marbles lie as on `board`. With three players the sensors do
/// not show who ejected a marble: it counts for the player to move, or for the next one
/// if the marble is that player's own.
fn score(old: &Position, board: &Board) -> Score {
    let players = old.players();
    let mut score = Side::ALL.map(|side| old.score().ejected_by(side));
    for player in players.iter() {
        let (was, is) = (
            old.board().marbles_of(player).len(),
            board.marbles_of(player).len(),
        );
        let loser = players.side(player);
        let mut takers = [old.to_move(), players.after(old.to_move())]
            .into_iter()
            .map(|player| players.side(player))
            .chain(players.sides())
            .filter(|&side| side != loser);
        let Some(taker) = takers.next() else {
            continue;
        };
        if let Some(count) = score.get_mut(taker as usize) {
            *count = (*count + was.saturating_sub(is)).saturating_sub(is.saturating_sub(was));
        }
    }
    Score::new(score)
}

/// Returns the reading of the board as a correction; `None` if it changes nothing, or
/// shows marbles of an unknown colour.
#[must_use]
pub fn shown(game: &Match, board: &grid::CellStates) -> Option<Correction> {
    let reading = reading(game, board);
    let old = game.position().board();
    let mut new = *old;
    for cell in Cell::all() {
        match reading.at(cell) {
            CellReading::Unknown => {}
            CellReading::Empty => new.put(cell, None),
            CellReading::Occupied if old.at(cell).is_some() => {}
            // Of unknown colour; if only one player's marbles are missing, theirs.
            CellReading::Occupied => new.put(cell, Some(strayed(game, &reading)?)),
            CellReading::Looks(player) => new.put(cell, Some(player)),
        }
    }
    (new != *old).then_some(Correction::Shown(new))
}

/// Returns the player whose marbles are gone from their points; `None` if none or several
/// players miss some.
fn strayed(game: &Match, reading: &crate::games::abalone::BoardReading) -> Option<Player> {
    let old = game.position().board();
    let mut gone = Cell::all()
        .filter(|&cell| reading.at(cell) == CellReading::Empty)
        .filter_map(|cell| old.at(cell));
    let first = gone.next()?;
    gone.all(|player| player == first).then_some(first)
}

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shown(_) => f.write_str("as the table shows"),
            Self::Turn(player) => write!(f, "turn of {player}"),
        }
    }
}
