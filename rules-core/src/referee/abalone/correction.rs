//! What people can put right in a game of Abalone.

use super::{Match, State, sight};
use crate::games::abalone::{Board, Cell, Fault, Player, Position, Score, Setup, Side};
use crate::games::seen::Seen;
use crate::lights::Cells;
use crate::referee::grid;
use core::fmt;

/// Something people put right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Correction {
    /// The marbles lie like this. Those missing count as ejected. If marbles of
    /// whoever's turn it was lie elsewhere, the turn is over.
    Shown(Board),
    /// It is the turn of this player.
    Turn(Player),
}

impl Correction {
    /// Makes it so.
    ///
    /// # Errors
    /// Why the game could not stand like that; it is then unchanged.
    pub fn apply(&self, game: &mut Match) -> Result<(), Fault> {
        let old = *game.position();
        let mut setup = Setup::from(old);
        match *self {
            Self::Shown(board) => {
                setup.board = board;
                setup.score = Some(score(&old, &board));
                let mover = old.to_move();
                if board.of(mover) != old.board().of(mover) {
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
            last: Cells::EMPTY,
        };
        game.adopt(&state);
        Ok(())
    }
}

/// What each side has ejected if the marbles lie like this. With three players
/// nobody sees who did it: it counts for whoever's turn it is, or if it is their
/// own marble for the next.
fn score(old: &Position, board: &Board) -> Score {
    let players = old.players();
    let mut score = Side::ALL.map(|side| old.score().of(side));
    for player in players.iter() {
        let (was, is) = (old.board().of(player).len(), board.of(player).len());
        let loser = players.side(player);
        let mut takers = [old.to_move(), players.after(old.to_move())]
            .into_iter()
            .map(|it| players.side(it))
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

/// What the board shows, as a correction; nothing if that changes nothing, or
/// if it shows marbles without telling whose.
#[must_use]
pub fn shown(game: &Match, board: &grid::Board) -> Option<Correction> {
    let sight = sight(game, board);
    let old = game.position().board();
    let mut new = *old;
    for cell in Cell::all() {
        match sight.at(cell) {
            Seen::Unknown => {}
            Seen::Empty => new.put(cell, None),
            Seen::Occupied if old.at(cell).is_some() => {}
            // Somebody's; if only one player's marbles are missing, theirs.
            Seen::Occupied => new.put(cell, Some(strayed(game, &sight)?)),
            Seen::Looks(player) => new.put(cell, Some(player)),
        }
    }
    (new != *old).then_some(Correction::Shown(new))
}

/// Whose marbles are gone from their points, if they are all one player's.
fn strayed(game: &Match, sight: &crate::games::abalone::Sight) -> Option<Player> {
    let old = game.position().board();
    let mut gone = Cell::all()
        .filter(|&cell| sight.at(cell) == Seen::Empty)
        .filter_map(|cell| old.at(cell));
    let first = gone.next()?;
    gone.all(|it| it == first).then_some(first)
}

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shown(_) => f.write_str("as the table shows"),
            Self::Turn(player) => write!(f, "turn of {player}"),
        }
    }
}
