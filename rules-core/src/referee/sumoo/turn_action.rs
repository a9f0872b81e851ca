//! Actions that the referee judges in SUMOO: actions seen together, the end of a turn, an
//! agreed draw.

use crate::games::sumoo::generate::{ActionSequence, MAX_ACTIONS};
use crate::games::sumoo::{Action, Position};
use core::fmt;

/// Unit that the referee judges in SUMOO: actions seen together, the end of a turn, a
/// draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TurnAction {
    /// Actions that a player made, in order.
    Acts(ActionList),
    /// End of the turn, whatever points are left.
    EndTurn,
    /// Agreement of the players on a draw.
    AgreeDraw,
}

/// List of one to three actions, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ActionList([Option<Action>; MAX_ACTIONS]);

impl ActionList {
    /// Iterates over the actions in order.
    pub fn iter(&self) -> impl Iterator<Item = Action> {
        self.0.into_iter().flatten()
    }

    /// Creates a list of one action.
    #[must_use]
    pub const fn one(action: Action) -> Self {
        Self([Some(action), None, None])
    }

    /// Returns the position after the actions; `None` if one is not legal for the owner
    /// of the token that acts.
    #[must_use]
    pub fn result(&self, before: &Position) -> Option<Position> {
        self.iter().try_fold(*before, |position, action| {
            let colour = match action {
                Action::Move(token, _) | Action::Swap(token, _) => token.colour,
                Action::Attack(attack) => attack.main.colour,
            };
            let arena = crate::games::sumoo::Arena::new(&position);
            let effect = arena.check_action(colour, &action).ok()?;
            Some(position.after(&effect))
        })
    }
}

impl FromIterator<Action> for ActionList {
    /// Collects up to three actions; further ones do not fit a turn and are left out.
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> Self {
        let mut all = Self::default();
        for (slot, action) in all.0.iter_mut().zip(actions) {
            *slot = Some(action);
        }
        all
    }
}

impl From<&ActionSequence> for ActionList {
    fn from(turn: &ActionSequence) -> Self {
        turn.iter().copied().collect()
    }
}

impl fmt::Display for ActionList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut slash = "";
        for action in self.iter() {
            write!(f, "{slash}{action}")?;
            slash = "/";
        }
        Ok(())
    }
}

impl fmt::Display for TurnAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Acts(acts) => acts.fmt(f),
            Self::EndTurn => f.write_str("end turn"),
            Self::AgreeDraw => f.write_str("agree draw"),
        }
    }
}
