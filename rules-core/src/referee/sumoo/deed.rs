//! What can be judged in SUMOO: actions seen together, the end of a turn, an
//! agreed draw.

use crate::games::sumoo::generate::{MOST_ACTIONS, Turn};
use crate::games::sumoo::{Action, Position};
use core::fmt;

/// Something done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Deed {
    /// These actions.
    Acts(Acts),
    /// The turn is over, whatever points are left.
    EndTurn,
    /// The players agree on a draw.
    AgreeDraw,
}

/// One to three actions, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Acts([Option<Action>; MOST_ACTIONS]);

impl Acts {
    /// The actions.
    pub fn iter(&self) -> impl Iterator<Item = Action> {
        self.0.into_iter().flatten()
    }

    /// Just this one.
    #[must_use]
    pub const fn one(action: Action) -> Self {
        Self([Some(action), None, None])
    }

    /// Where they lead, if each is legal for whoever owns the token that acts.
    #[must_use]
    pub fn result(&self, before: &Position) -> Option<Position> {
        self.iter().try_fold(*before, |position, action| {
            let colour = match action {
                Action::Move(token, _) | Action::Swap(token, _) => token.colour,
                Action::Attack(attack) => attack.main.colour,
            };
            let arena = crate::games::sumoo::Arena::new(&position);
            let effect = arena.judge(colour, &action).ok()?;
            Some(position.after(&effect))
        })
    }
}

impl FromIterator<Action> for Acts {
    /// Those beyond the third do not fit a turn and are left out.
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> Self {
        let mut all = Self::default();
        for (slot, action) in all.0.iter_mut().zip(actions) {
            *slot = Some(action);
        }
        all
    }
}

impl From<&Turn> for Acts {
    fn from(turn: &Turn) -> Self {
        turn.iter().copied().collect()
    }
}

impl fmt::Display for Acts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut slash = "";
        for action in self.iter() {
            write!(f, "{slash}{action}")?;
            slash = "/";
        }
        Ok(())
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Acts(acts) => acts.fmt(f),
            Self::EndTurn => f.write_str("end turn"),
            Self::AgreeDraw => f.write_str("agree draw"),
        }
    }
}
