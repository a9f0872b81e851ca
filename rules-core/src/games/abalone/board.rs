//! Marbles on the board, without turns or rules.

use super::cell::Cell;
use super::cells::Cells;
use super::player::Player;

/// Arrangement of marbles on the 61 points of the board, at most one on each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "[Cells; 4]", try_from = "[Cells; 4]"))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Board([Cells; 4]);

impl Board {
    /// Board without marbles.
    pub const EMPTY: Self = Self([Cells::EMPTY; 4]);

    /// Builds a board from one set of points per player, in the order of
    /// [`Player::ALL`]. `None` if two sets share a point.
    #[must_use]
    pub fn new(marbles: [Cells; 4]) -> Option<Self> {
        let claimed: u8 = marbles.iter().map(|set| set.len()).sum();
        let board = Self(marbles);
        (claimed == board.occupied().len()).then_some(board)
    }

    /// Returns the points with marbles of `player`.
    #[must_use]
    #[inline]
    pub const fn marbles_of(&self, player: Player) -> Cells {
        self.0[player as usize]
    }

    /// Returns the points with a marble of any player.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> Cells {
        let [black, white, red, green] = self.0;
        black | white | red | green
    }

    /// Returns the owner of the marble on `cell`; `None` if the point is free.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Player> {
        Player::ALL
            .into_iter()
            .find(|&player| self.marbles_of(player).contains(cell))
    }

    /// Puts a marble of `player` on `cell`, or clears the point if `player` is `None`.
    /// A marble already there is removed.
    pub fn put(&mut self, cell: Cell, player: Option<Player>) {
        for other in Player::ALL {
            let set = &mut self.0[other as usize];
            *set &= !Cells::of(cell);
            if player == Some(other) {
                *set |= Cells::of(cell);
            }
        }
    }

    /// Returns the board after all marbles on `from` moved one step `toward`. Marbles
    /// that leave the board are removed. The points the others arrive on must be free
    /// or among `from`.
    #[must_use]
    #[inline]
    pub(super) fn shifted(&self, from: Cells, toward: super::Direction) -> Self {
        Self(self.0.map(|set| (set & !from) | (set & from).step(toward)))
    }
}

impl From<Board> for [Cells; 4] {
    fn from(board: Board) -> Self {
        board.0
    }
}

impl TryFrom<[Cells; 4]> for Board {
    type Error = &'static str;

    fn try_from(marbles: [Cells; 4]) -> Result<Self, Self::Error> {
        Self::new(marbles).ok_or("two marbles on one point")
    }
}
