//! A position that can be played: who lies where, who is to move, the score.

use super::board::Board;
use super::cells::Cells;
use super::moves::{Effect, Move};
use super::player::{Player, Players, Side};
use super::reason::Reason;
use super::score::Score;
use super::setup::{Faults, Setup};
use crate::games::Refusal;

/// A position let through by [`Setup::position`] or [`Setup::study`], or reached
/// from one by legal moves. 40 bytes.
///
/// ```
/// use rules_core::games::abalone::{Player, Start};
///
/// let mut position = Start::Standard.position();
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

/// The board as the player to move sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct View {
    /// Marbles of the player to move.
    pub own: Cells,
    /// Those and the partner's.
    pub team: Cells,
    /// All others.
    pub enemy: Cells,
    /// Points without a marble.
    pub free: Cells,
}

impl Position {
    /// Trusts the caller that the parts belong together.
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

    /// The marbles.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// How many play, and who with whom.
    #[must_use]
    pub const fn players(&self) -> Players {
        self.players
    }

    /// Who moves next. Also told after the game is won, as if it went on.
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// What each side has ejected.
    #[must_use]
    pub const fn score(&self) -> Score {
        self.score
    }

    /// Marbles of `player` that are no longer on the board.
    #[must_use]
    pub fn ejected(&self, player: Player) -> u8 {
        if self.players.include(player) {
            self.players
                .marbles()
                .saturating_sub(self.board.of(player).len())
        } else {
            0
        }
    }

    /// The side that has won, if one has.
    #[must_use]
    #[inline]
    pub fn winner(&self) -> Option<Side> {
        self.score.winner()
    }

    /// Plays `action` if the rules allow it; says what it did.
    ///
    /// # Errors
    /// The clause that forbids it; the position is then unchanged.
    pub fn play(&mut self, action: Move) -> Result<Effect, Refusal<Reason>> {
        let effect = self.judge(action)?;
        *self = self.after(&effect);
        Ok(effect)
    }

    /// The position after a move judged legal here.
    #[must_use]
    pub(super) fn after(&self, effect: &Effect) -> Self {
        match effect.shift {
            None => self.passed(),
            Some((from, toward)) => self.shifted(from, toward),
        }
    }

    /// The position after all marbles on `from` went one step `toward`.
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

    /// The position after a pass (AB-11).
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
    pub(super) fn view(&self) -> View {
        let own = self.board.of(self.to_move);
        let team = match self.players.partner(self.to_move) {
            Some(partner) => own | self.board.of(partner),
            None => own,
        };
        let occupied = self.board.occupied();
        View {
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

/// By the wider door: a study is a position too.
impl TryFrom<Setup> for Position {
    type Error = FirstFault;

    fn try_from(setup: Setup) -> Result<Self, FirstFault> {
        setup.study().map_err(FirstFault)
    }
}

/// Why a stored position was not taken; shows the first fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstFault(pub Faults);

impl core::fmt::Display for FirstFault {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0.first() {
            Some(fault) => write!(f, "{fault}, {}", fault.clause()),
            None => f.write_str("no fault"),
        }
    }
}

impl core::error::Error for FirstFault {}
