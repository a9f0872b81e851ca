//! Reasons for refusing a move, with the figures a player wants to see.

use super::cell::Cell;
use super::player::{NamedSide, Player};
use core::fmt;

/// Reason why a move is refused. The refusal names the clause next to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Reason {
    /// AB-7, AB-8, AB-9: the game is won.
    Won {
        /// Side that has won.
        side: NamedSide,
    },
    /// AB-12: a draw rule that the table switched on ended the game.
    Drawn,
    /// AB-2: no marble is on this point.
    NothingThere(Cell),
    /// AB-2: the marble belongs to a player who is not to move.
    NotYours {
        /// Point of the other player's marble.
        cell: Cell,
        /// Owner of the marble that was to be moved.
        owner: Player,
        /// Player to move.
        mover: Player,
    },
    /// AB-9: the movement starts with the partner's marble.
    StartsWithPartner {
        /// Point of the partner's marble.
        cell: Cell,
        /// Partner of the player to move.
        partner: Player,
    },
    /// AB-9: the partner's marble would move without pushing, or sideways.
    PartnerOnlyPushes {
        /// Point of the partner's marble.
        cell: Cell,
        /// Partner of the player to move.
        partner: Player,
    },
    /// AB-3: more than three marbles in the row would have to move.
    TooLong {
        /// Number of the side's marbles in contact in the row.
        count: u8,
    },
    /// AB-3: another marble of the mover's own side is in the way.
    NotFree {
        /// Point that is not free.
        cell: Cell,
        /// Owner of the marble on that point.
        owner: Player,
    },
    /// AB-6: a marble of the mover's own side, on this point, would leave the board.
    OwnFall(Cell),
    /// AB-5: equal numbers face each other.
    Equal {
        /// Number of marbles on each side.
        count: u8,
    },
    /// AB-4: too few marbles push; a sumito is 2 against 1, 3 against 1 or 3 against 2.
    Outnumbered {
        /// Number of marbles that push.
        pushing: u8,
        /// Number of enemy marbles in the way.
        against: u8,
    },
    /// AB-4: the point behind the pushed marbles is occupied.
    Backed {
        /// Point that is not free.
        cell: Cell,
        /// Owner of the marble on that point.
        owner: Player,
    },
    /// AB-5: an enemy marble is in the way of a sideways move.
    SidewaysPush {
        /// Point that is not free.
        cell: Cell,
        /// Owner of the marble on that point.
        owner: Player,
    },
    /// AB-11: the player cannot pass, because a legal move exists.
    MustMove {
        /// Number of legal moves that the player has.
        legal: u16,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Won { side } => write!(f, "the game is over, won by {side}"),
            Self::Drawn => f.write_str("the game is over, drawn"),
            Self::NothingThere(cell) => write!(f, "no marble on {cell}"),
            Self::NotYours { cell, owner, mover } => {
                write!(f, "the marble on {cell} is {owner}, and {mover} is to move")
            }
            Self::StartsWithPartner { cell, partner } => write!(
                f,
                "the marble on {cell} is {partner}, the partner's; a movement starts with one's own"
            ),
            Self::PartnerOnlyPushes { cell, partner } => write!(
                f,
                "the marble on {cell} is {partner}, the partner's; it moves only in a sumito"
            ),
            Self::TooLong { count } => {
                write!(f, "{count} marbles in the row, and at most 3 move")
            }
            Self::NotFree { cell, owner } => write!(f, "{cell} is not free: {owner}"),
            Self::OwnFall(cell) => write!(f, "one's own marble on {cell} would leave the board"),
            Self::Equal { count } => {
                write!(f, "{count} against {count}, equal numbers hold each other")
            }
            Self::Outnumbered { pushing, against } => {
                write!(f, "{pushing} against {against} is not a sumito")
            }
            Self::Backed { cell, owner } => write!(
                f,
                "the point behind the pushed marbles, {cell}, is not free: {owner}"
            ),
            Self::SidewaysPush { cell, owner } => write!(
                f,
                "{cell} is not free: {owner}, and a sideways move pushes nothing"
            ),
            Self::MustMove { legal } => {
                write!(
                    f,
                    "a pass needs a player who cannot move; legal moves: {legal}"
                )
            }
        }
    }
}
