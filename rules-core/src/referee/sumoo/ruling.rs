//! What is said of actions and turns, one fact a ruling.

use super::deed::Deed;
use crate::clause::Clause;
use crate::games::sumoo::{Action, Cell, Colour, Effect, Game, Grip, Phase, Token};
use core::fmt;
use heapless::Vec;

/// A fact and the clause it rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ruling {
    /// The clause.
    pub clause: Clause,
    /// The fact.
    pub change: Change,
}

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Change {
    /// A token went to a cell, or out of the arena.
    Went(Token, How, Option<Cell>),
    /// This player has won.
    Won(Colour),
    /// It is this player's turn.
    Turn(Colour),
    /// The cap of turns is reached.
    Capped,
    /// The players agreed on a draw.
    Agreed,
}

/// How a token was displaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum How {
    /// By a move.
    Moves,
    /// By a swap.
    Swapped,
    /// As an attacker that pushes.
    Advances,
    /// As an attacker that pulls.
    StepsBack,
    /// As a resister that is pushed.
    Pushed,
    /// As a resister that is pulled.
    Pulled,
}

/// What one judgement says: three actions of two tokens, or one of six, and
/// the end.
pub type Rulings = Vec<Ruling, 16, u8>;

/// What an action did.
pub(super) fn tell(all: &mut Rulings, action: &Action, effect: &Effect) {
    for shift in effect {
        let how = match action {
            Action::Move(..) => How::Moves,
            Action::Swap(..) => How::Swapped,
            Action::Attack(attack) => {
                let attacks = attack.main.colour == shift.token.colour;
                match (attack.grip, attacks) {
                    (Grip::Push, true) => How::Advances,
                    (Grip::Pull, true) => How::StepsBack,
                    (Grip::Push, false) => How::Pushed,
                    (Grip::Pull, false) => How::Pulled,
                }
            }
        };
        let _ = all.push(Ruling {
            clause: shift.clause,
            change: Change::Went(shift.token, how, shift.to),
        });
    }
}

/// What follows for the turn and the game.
pub(super) fn tell_end(all: &mut Rulings, deed: Deed, after: &Game) {
    let (clause, change) = match (deed, after.phase()) {
        (_, Phase::Won(colour)) => (Clause::Su18, Change::Won(colour)),
        (Deed::EndTurn, Phase::Turn { colour, .. }) => (Clause::Su5, Change::Turn(colour)),
        (Deed::EndTurn, Phase::Drawn) => (Clause::Su21, Change::Capped),
        (Deed::AgreeDraw, _) => (Clause::Su21, Change::Agreed),
        (Deed::Acts(_), Phase::Turn { .. } | Phase::Drawn) => return,
    };
    let _ = all.push(Ruling { clause, change });
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.clause, self.change)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Went(token, how, to) => {
                let verb = match how {
                    How::Moves => "moves",
                    How::Swapped => "swapped",
                    How::Advances => "advances",
                    How::StepsBack => "steps back",
                    How::Pushed => "pushed",
                    How::Pulled => "pulled",
                };
                write!(f, "{token:#} {verb} ")?;
                match to {
                    Some(cell) => write!(f, "to {cell}"),
                    None => f.write_str("out"),
                }
            }
            Self::Won(colour) => write!(f, "{colour} wins"),
            Self::Turn(colour) => write!(f, "{colour} to move"),
            Self::Capped => f.write_str("drawn by the cap of turns"),
            Self::Agreed => f.write_str("drawn by agreement"),
        }
    }
}
