//! What a player can do with action points, as data. Whether it is legal is
//! decided in [`super::rules`].

use super::cell::Direction;
use super::points::Points;
use super::token::Token;

/// Push or pull.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Grip {
    /// The resisters are ahead of the attackers.
    Push,
    /// The resisters are behind the attackers and follow.
    Pull,
}

/// Where the resisters go, seen by somebody who walks with the attackers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Course {
    /// Along the axis.
    Straight,
    /// Along the axis and one cell to the left of it.
    Left,
    /// Along the axis and one cell to the right of it.
    Right,
}

impl Course {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Straight, Self::Left, Self::Right];

    /// The sideways part for attackers that go `along`; `None` if straight.
    #[must_use]
    pub const fn aside(self, along: Direction) -> Option<Direction> {
        match self {
            Self::Straight => None,
            Self::Left => Some(along.left()),
            Self::Right => Some(along.right()),
        }
    }
}

/// A push or pull.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Attack {
    /// Push or pull.
    pub grip: Grip,
    /// The attacker that touches the enemy.
    pub main: Token,
    /// The one behind it, if it helps.
    pub extra: Option<Token>,
    /// Where the attackers go. The enemy is ahead in a push, behind in a pull.
    pub along: Direction,
    /// Where the resisters go.
    pub course: Course,
}

impl Attack {
    /// From the main attacker to the main resister.
    #[must_use]
    pub const fn axis(&self) -> Direction {
        match self.grip {
            Grip::Push => self.along,
            Grip::Pull => self.along.opposite(),
        }
    }

    /// 2 points with one attacker, 3 with two (SU-11).
    #[must_use]
    pub const fn cost(&self) -> Points {
        match self.extra {
            None => Points::Two,
            Some(_) => Points::Three,
        }
    }
}

/// Something done with action points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Action {
    /// One token goes one cell (SU-6).
    Move(Token, Direction),
    /// Two tokens change places (SU-7).
    Swap(Token, Token),
    /// A push or pull (SU-8 to SU-17).
    Attack(Attack),
}

impl Action {
    /// In action points.
    #[must_use]
    pub const fn cost(&self) -> Points {
        match self {
            Self::Move(..) => MOVE_COST,
            Self::Swap(..) => SWAP_COST,
            Self::Attack(attack) => attack.cost(),
        }
    }

    /// The same action in its usual spelling: a swap names the lesser token
    /// first. Generators give actions in this spelling only.
    #[must_use]
    pub fn usual(self) -> Self {
        match self {
            Self::Swap(a, b) if b < a => Self::Swap(b, a),
            other => other,
        }
    }
}

/// SU-6.
const MOVE_COST: Points = Points::One;
/// SU-7.
const SWAP_COST: Points = Points::One;
