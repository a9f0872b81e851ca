//! Rulings of SUMOO actions and turns, one fact each.

use super::turn_action::TurnAction;
use crate::clause::Clause;
use crate::games::sumoo::{Action, AttackKind, Cell, Colour, Effect, Game, GamePhase, Token};
use core::fmt;
use heapless::Vec;

/// Ruling of SUMOO: a fact and the clause it rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ruling {
    /// Clause that the fact rests on.
    pub clause: Clause,
    /// Fact: a change of the match.
    pub change: Change,
}

/// Effect of an action or a turn on the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Change {
    /// A token went to a cell, or with `None` out of the arena.
    Went(Token, DisplacementKind, Option<Cell>),
    /// The match is won by this player.
    Won(Colour),
    /// The turn passed to this player.
    Turn(Colour),
    /// The game is a draw, because the cap of turns is reached.
    Capped,
    /// The players agreed on a draw.
    Agreed,
}

/// Way in which a token was displaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum DisplacementKind {
    /// The token moved by itself.
    Moves,
    /// The token was swapped with another.
    Swapped,
    /// The token is an attacker that pushed.
    Advances,
    /// The token is an attacker that pulled.
    StepsBack,
    /// The token is a resister that was pushed.
    Pushed,
    /// The token is a resister that was pulled.
    Pulled,
}

/// Rulings of one judgement: three actions that displace two tokens each, or one that
/// displaces six, and the end.
pub type Rulings = Vec<Ruling, 16, u8>;

/// Adds the rulings of an action to `all`.
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

/// Adds the ruling on the end of the turn or of the game to `all`, if there is one.
pub(super) fn end_ruling(all: &mut Rulings, turn_action: TurnAction, after: &Game) {
    let (clause, change) = match (turn_action, after.phase()) {
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
