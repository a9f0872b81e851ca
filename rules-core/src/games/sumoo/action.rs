//! SUMOO actions, which cost action points, as data. [`super::rules`] decides whether one
//! is legal.

use super::cell::Direction;
use super::points::Points;
use super::token::Token;

/// Kind of attack: push or pull.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum AttackKind {
    /// Push: the resisters, the enemy tokens that an attack displaces, are ahead of the
    /// attackers.
    Push,
    /// Pull: the resisters, the enemy tokens that an attack displaces, are behind the
    /// attackers and follow.
    Pull,
}

/// Course of the resisters, the enemy tokens that an attack displaces, as the attackers
/// see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ResisterCourse {
    /// The resisters go along the axis, the line through attackers and resisters.
    Straight,
    /// The resisters go along the axis and one cell to the left of it.
    Left,
    /// The resisters go along the axis and one cell to the right of it.
    Right,
}

impl ResisterCourse {
    /// All three courses.
    pub const ALL: [Self; 3] = [Self::Straight, Self::Left, Self::Right];

    /// Returns the sideways part of the course for attackers that go `along`; `None` if
    /// straight.
    #[must_use]
    pub const fn aside(self, along: Direction) -> Option<Direction> {
        match self {
            Self::Straight => None,
            Self::Left => Some(along.left()),
            Self::Right => Some(along.right()),
        }
    }
}

/// Push or pull of enemy tokens by one or two own tokens, the attackers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Attack {
    /// Kind of attack: push or pull.
    pub grip: AttackKind,
    /// Attacker that touches the enemy.
    pub main: Token,
    /// Attacker behind the main one; `None` if the main one attacks alone.
    pub extra: Option<Token>,
    /// Direction in which the attackers go. The enemy is ahead in a push, behind in a
    /// pull.
    pub along: Direction,
    /// Course of the enemy tokens: straight, left or right.
    pub course: ResisterCourse,
}

impl Attack {
    /// Returns the direction from the main attacker to the main resister.
    #[must_use]
    pub const fn axis(&self) -> Direction {
        match self.grip {
            AttackKind::Push => self.along,
            AttackKind::Pull => self.along.opposite(),
        }
    }

    /// Returns the cost: 2 points with one attacker, 3 with two (SU-11).
    #[must_use]
    pub const fn cost(&self) -> Points {
        match self.extra {
            None => Points::Two,
            Some(_) => Points::Three,
        }
    }
}

/// Action of a SUMOO turn: move, swap or attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Action {
    /// One token moves one cell (SU-6).
    Move(Token, Direction),
    /// Two tokens exchange places (SU-7).
    Swap(Token, Token),
    /// Push or pull (SU-8 to SU-17).
    Attack(Attack),
}

impl Action {
    /// Returns the cost in action points.
    #[must_use]
    pub const fn cost(&self) -> Points {
        match self {
            Self::Move(..) => MOVE_COST,
            Self::Swap(..) => SWAP_COST,
            Self::Attack(attack) => attack.cost(),
        }
    }

    /// Returns the action in its normal form: a swap names the lesser token first.
    /// Generators yield only this form.
    #[must_use]
    pub fn usual(self) -> Self {
        match self {
            Self::Swap(a, b) if b < a => Self::Swap(b, a),
            other => other,
        }
    }
}

/// Cost of a move (SU-6).
const MOVE_COST: Points = Points::One;
/// Cost of a swap (SU-7).
const SWAP_COST: Points = Points::One;
