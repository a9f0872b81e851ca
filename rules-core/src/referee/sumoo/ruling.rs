//! Rulings of actions and turns, one fact each.

use super::turn_action::TurnAction;
use crate::clause::Clause;
use crate::games::sumoo::{Action, AttackKind, Cell, Colour, Effect, Game, GamePhase, Token};
use core::fmt;
use heapless::Vec;

/// A fact and the clause it rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ruling {
    /// Clause that the fact rests on.
    pub clause: Clause,
    /// Fact.
    pub change: Change,
}

/// Effect of an action or a turn on the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Change {
    /// Token went to a cell, or out of the arena.
    Went(Token, DisplacementKind, Option<Cell>),
    /// Player won.
    Won(Colour),
    /// Turn passed to this player.
    Turn(Colour),
    /// Cap of turns is reached.
    Capped,
    /// Players agreed on a draw.
    Agreed,
}

/// Way in which a token was displaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum DisplacementKind {
    /// Token that moved.
    Moves,
    /// Token that was swapped.
    Swapped,
    /// Attacker that pushed.
    Advances,
    /// Attacker that pulled.
    StepsBack,
    /// Resister that was pushed.
    Pushed,
    /// Resister that was pulled.
    Pulled,
}

/// Rulings of one judgement: three actions of two tokens, or one of six, and the end.
pub type Rulings = Vec<Ruling, 16, u8>;

/// Adds the rulings of an action.
pub(super) fn rulings_for(all: &mut Rulings, action: &Action, effect: &Effect) {
    for shift in effect {
        let how = match action {
            Action::Move(..) => DisplacementKind::Moves,
            Action::Swap(..) => DisplacementKind::Swapped,
            Action::Attack(attack) => {
                let attacks = attack.main.colour == shift.token.colour;
                match (attack.grip, attacks) {
                    (AttackKind::Push, true) => DisplacementKind::Advances,
                    (AttackKind::Pull, true) => DisplacementKind::StepsBack,
                    (AttackKind::Push, false) => DisplacementKind::Pushed,
                    (AttackKind::Pull, false) => DisplacementKind::Pulled,
                }
            }
        };
        let _ = all.push(Ruling {
            clause: shift.clause,
            change: Change::Went(shift.token, how, shift.to),
        });
    }
}

/// Adds the ruling on the turn and the game, if there is one.
pub(super) fn tell_end(all: &mut Rulings, deed: TurnAction, after: &Game) {
    let (clause, change) = match (deed, after.phase()) {
        (_, GamePhase::Won(colour)) => (Clause::Su18, Change::Won(colour)),
        (TurnAction::EndTurn, GamePhase::Turn { colour, .. }) => {
            (Clause::Su5, Change::Turn(colour))
        }
        (TurnAction::EndTurn, GamePhase::Drawn) => (Clause::Su21, Change::Capped),
        (TurnAction::AgreeDraw, _) => (Clause::Su21, Change::Agreed),
        (TurnAction::Acts(_), GamePhase::Turn { .. } | GamePhase::Drawn) => return,
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
                    DisplacementKind::Moves => "moves",
                    DisplacementKind::Swapped => "swapped",
                    DisplacementKind::Advances => "advances",
                    DisplacementKind::StepsBack => "steps back",
                    DisplacementKind::Pushed => "pushed",
                    DisplacementKind::Pulled => "pulled",
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
