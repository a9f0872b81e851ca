//! Boards that were withdrawn: their words and numbers, which are not given again.
//!
//! `ring-lite`, board number 1, had one plane of ten beams a side and one guard beam along
//! the side below it. Wherever that guard was put, 39 to 96 % of simulated falls were
//! missed: pieces cross its height anywhere from 5 to 50 mm outside the ring, and one line
//! is no plane.

use core::fmt;

/// Board that was withdrawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithdrawnBoard {
    /// Word of the board.
    pub word: &'static str,
}

impl WithdrawnBoard {
    /// All withdrawn boards.
    pub const ALL: [Self; 1] = [Self { word: "ring-lite" }];

    /// Returns the withdrawn board with this word; `None` if no board was withdrawn
    /// under it.
    ///
    /// ```
    /// use rules_core::board::BoardId;
    /// use rules_core::board::withdrawn::WithdrawnBoard;
    ///
    /// assert_eq!(BoardId::parse("ring-lite"), None);
    /// let board = WithdrawnBoard::parse("ring-lite").ok_or("it is known")?;
    /// assert!(board.to_string().ends_with("build a ring instead"));
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|board| board.word == word)
    }
}

impl fmt::Display for WithdrawnBoard {
    /// Writes what became of the board and what to do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the board {} was withdrawn, because it missed 39 % of falls and more; build a \
             ring instead",
            self.word
        )
    }
}

impl core::error::Error for WithdrawnBoard {}

/// Number under which a board is stored and sent, withdrawn ones included: the place of
/// the variant.
#[cfg(feature = "serde")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum BoardNumber {
    /// [`BoardId::Ring`](super::BoardId::Ring).
    Ring,
    /// The withdrawn board `ring-lite`.
    RingLite,
    /// [`BoardId::GridHex`](super::BoardId::GridHex).
    GridHex,
    /// [`BoardId::GridSquare`](super::BoardId::GridSquare).
    GridSquare,
}

#[cfg(feature = "serde")]
impl From<super::BoardId> for BoardNumber {
    fn from(board: super::BoardId) -> Self {
        match board {
            super::BoardId::Ring => Self::Ring,
            super::BoardId::GridHex => Self::GridHex,
            super::BoardId::GridSquare => Self::GridSquare,
        }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<BoardNumber> for super::BoardId {
    type Error = WithdrawnBoard;

    fn try_from(number: BoardNumber) -> Result<Self, WithdrawnBoard> {
        Ok(match number {
            BoardNumber::Ring => Self::Ring,
            BoardNumber::RingLite => return Err(WithdrawnBoard::ALL[0]),
            BoardNumber::GridHex => Self::GridHex,
            BoardNumber::GridSquare => Self::GridSquare,
        })
    }
}
