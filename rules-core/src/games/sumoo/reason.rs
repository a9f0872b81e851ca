//! Reasons for refusing an action, with the figures a player wants to see.

use super::cell::{Cell, Direction};
use super::points::Points;
use super::token::{Colour, Token};
use crate::clause::Clause;
use core::fmt;

/// Reason why an action is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Reason {
    /// The game is over: this player has won.
    Won(Colour),
    /// The game is over by agreement or by the limit of turns.
    Drawn,
    /// The turn has too few action points left.
    Points {
        /// Cost of the action that was refused, in action points.
        needs: Points,
        /// Action points left in the turn.
        left: Points,
    },
    /// The token belongs to the other player.
    NotYours(Token),
    /// The target cell is taken by this token.
    Taken(Cell, Token),
    /// The edge of the arena is in the way of this token.
    Edge(Token),
    /// The cells of the two tokens do not share a side.
    Apart(Token, Token),
    /// A token cannot exchange places with itself.
    Itself(Token),
    /// No enemy touches the main attacker on the side where it attacks.
    NoEnemy(Token, Direction),
    /// No enemy touches the attackers at either end of their axis, so there is none to
    /// push and none to pull.
    NoEnemyAtEitherEnd {
        /// Attacker in front, and the direction in which it would push.
        front: (Token, Direction),
        /// Attacker in the rear, and the direction from which it would pull.
        rear: (Token, Direction),
    },
    /// The first token is not right behind the second, on the axis.
    NotBehind(Token, Token),
    /// The attackers are weaker than the resisters.
    Force {
        /// Sum of the attackers' forces.
        attack: u8,
        /// Sum of the resisters' forces.
        resistance: u8,
    },
    /// The resister would leave the arena while others would stay.
    PartlyOut(Token),
}

/// Refusal of an action in SUMOO.
pub type Refusal = crate::games::Refusal<Reason>;

pub(super) const fn refuse<T>(clause: Clause, reason: Reason) -> Result<T, Refusal> {
    Err(Refusal::new(clause, reason))
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(colour) => write!(f, "the game is over, {colour} has won"),
            Self::Drawn => f.write_str("the game is over, it is a draw"),
            Self::Points { needs, left } => write!(
                f,
                "costs {needs} point{}, {left} left",
                if *needs == Points::One { "" } else { "s" }
            ),
            Self::NotYours(token) => write!(f, "{token} belongs to {}", token.colour),
            Self::Taken(cell, token) => {
                write!(f, "{token} of {} stands on {cell}", token.colour)
            }
            Self::Edge(token) => write!(f, "{token} stands at the edge of the arena"),
            Self::Apart(a, b) => write!(f, "{a} and {b} do not stand side by side"),
            Self::Itself(token) => write!(f, "{token} cannot change places with itself"),
            Self::NoEnemy(token, side) => write!(f, "no enemy stands {side} of {token}"),
            Self::NoEnemyAtEitherEnd {
                front: (front, ahead),
                rear: (rear, behind),
            } => write!(
                f,
                "no enemy stands {ahead} of {front} to push, nor {behind} of {rear} to pull"
            ),
            Self::NotBehind(extra, main) => {
                write!(f, "{extra} is not right behind {main} on the axis")
            }
            Self::Force { attack, resistance } => write!(f, "force {attack} against {resistance}"),
            Self::PartlyOut(token) => write!(
                f,
                "{token} of {} would leave the arena without the others",
                token.colour
            ),
        }
    }
}
