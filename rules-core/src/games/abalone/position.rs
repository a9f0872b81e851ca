//! Playable position: marbles, player to move and score.

use super::board::Board;
use super::cells::Cells;
use super::moves::{Effect, Move};
use super::player::{Player, Players, Side};
use super::reason::Reason;
use super::score::Score;
use super::setup::{Faults, Setup};
use crate::games::Refusal;

/// Position accepted by [`Setup::position`] or [`Setup::study`], or reached from one by
/// legal moves. 40 bytes.
///
/// ```
/// use rules_core::games::abalone::{Player, StartPosition};
///
/// let mut position = StartPosition::Standard.position();
/// assert_eq!(position.moves().count(), 44);
/// position.play("a1b2".parse().unwrap()).unwrap();
/// assert_eq!(position.to_move(), Player::White);
/// let refused = position.play("a2b3".parse().unwrap()).unwrap_err();
/// assert_eq!(refused.to_string(), "the marble on a2 is black, and white is to move, AB-2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "Setup", try_from = "Setup"))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Position {
    board: Board,
    players: Players,
    to_move: Player,
    score: Score,
}

/// Board from the point of view of the player to move.
#[derive(Debug, Clone, Copy)]
pub(super) struct MoverView {
    /// Marbles of the player to move.
    pub own: Cells,
    /// Marbles of the player to move and of the partner.
    pub team: Cells,
    /// Marbles of all other players.
    pub enemy: Cells,
    /// Points without a marble.
    pub free: Cells,
}

impl Position {
    /// Creates a position without checking it: the caller guarantees that the parts
    /// belong together.
    pub(super) const fn unchecked(
        players: Players,
        board: Board,
        to_move: Player,
        score: Score,
    ) -> Self {
        Self {
            board,
            players,
            to_move,
            score,
        }
    }

    /// Returns the marbles on the board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the number of players and their teams.
    #[must_use]
    pub const fn players(&self) -> Players {
        self.players
    }

    /// Returns the player to move. After a win this is the player who would be next.
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// Returns the number of marbles each side has ejected.
    #[must_use]
    pub const fn score(&self) -> Score {
        self.score
    }

    /// Returns the number of `player`'s marbles that were ejected; 0 for a colour that
    /// does not play. `None` in a study whose score does not account for all marbles
    /// that are missing: nobody knows then whether a marble was ejected or never there.
    #[must_use]
    pub fn ejected(&self, player: Player) -> Option<u8> {
        if !self.players.include(player) {
            return Some(0);
        }
        let setup = Setup::from(*self);
        (self.score.total() == setup.missing()).then(|| setup.missing_of(player))
    }

    /// Returns the side that has won; `None` while the game goes on.
    #[must_use]
    #[inline]
    pub fn winner(&self) -> Option<Side> {
        self.score.winner()
    }

    /// Plays `action` if the rules allow it, and returns its effect.
    ///
    /// # Errors
    /// The clause and the reason that forbid `action`; the position is then unchanged.
    pub fn play(&mut self, action: Move) -> Result<Effect, Refusal<Reason>> {
        let effect = self.check_move(action)?;
        *self = self.after(&effect);
        Ok(effect)
    }

    /// Returns the position after a legal move with this effect.
    #[must_use]
    pub(super) fn after(&self, effect: &Effect) -> Self {
        match effect.shift {
            None => self.passed(),
            Some((from, toward)) => self.shifted(from, toward),
        }
    }

    /// Returns the position after all marbles on `from` moved one step `toward`. A
    /// marble that leaves the board scores for the side to move.
    #[inline]
    pub(super) fn shifted(&self, from: Cells, toward: super::Direction) -> Self {
        let falls = !(from & Cells::edge(toward)).is_empty();
        let score = if falls {
            self.score.plus_one(self.players.side(self.to_move))
        } else {
            self.score
        };
        self.next_turn(self.board.shifted(from, toward), score)
    }

    /// Returns the position after a pass (AB-11).
    pub(super) const fn passed(&self) -> Self {
        self.next_turn(self.board, self.score)
    }

    #[inline]
    const fn next_turn(&self, board: Board, score: Score) -> Self {
        Self {
            board,
            players: self.players,
            to_move: self.players.after(self.to_move),
            score,
        }
    }

    #[inline]
    pub(super) fn view(&self) -> MoverView {
        let own = self.board.marbles_of(self.to_move);
        let team = match self.players.partner(self.to_move) {
            Some(partner) => own | self.board.marbles_of(partner),
            None => own,
        };
        let occupied = self.board.occupied();
        MoverView {
            own,
            team,
            enemy: occupied & !team,
            free: !occupied,
        }
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        Self {
            players: position.players,
            board: position.board,
            to_move: position.to_move,
            score: Some(position.score),
        }
    }
}

/// Checks the set-up with [`Setup::study`], the more permissive check, because a study is
/// a position too.
impl TryFrom<Setup> for Position {
    type Error = PositionError;

    fn try_from(setup: Setup) -> Result<Self, PositionError> {
        setup.study().map_err(PositionError)
    }
}

/// Error of a stored position that is not valid, with all its faults; displays the
/// first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionError(pub Faults);

impl core::fmt::Display for PositionError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0.first() {
            Some(fault) => write!(f, "{fault}, {}", fault.clause()),
            None => f.write_str("no fault"),
        }
    }
}

impl core::error::Error for PositionError {}
