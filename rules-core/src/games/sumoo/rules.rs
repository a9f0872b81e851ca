//! Rules of single actions, SU-6 to SU-18: the effect of an action, or the clause that
//! forbids it. Points and turns are handled by [`super::game`].
//!
//! # Empty cells
//!
//! An attack is one movement of a group, so cells that the same action vacates count as
//! empty: in a straight push each resister takes the place of the next one, in a
//! straight pull the main resister takes the place of the main attacker. For a
//! deviation the question does not arise: attackers and resisters all stand on the
//! axis, and all arrival cells lie on the line beside it, so no arrival cell is one
//! that the action vacates.

use super::action::{Action, Attack, AttackKind, ResisterCourse};
use super::cell::{Cell, Direction};
use super::position::{Position, Setup};
use super::reason::{Reason, Refusal, refuse};
use super::token::{Colour, Token};
use crate::clause::Clause;
use heapless::Vec;

/// Displacement of one token by a legal action. Only this module creates one.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Displacement {
    /// Token that is displaced.
    pub token: Token,
    /// Cell the token leaves.
    pub from: Cell,
    /// Cell the token arrives on; `None` if it leaves the arena.
    pub to: Option<Cell>,
    /// Clause that the displacement rests on.
    pub clause: Clause,
}

/// Largest number of tokens one action displaces: two attackers, and resisters of force
/// 2 + 1 + 1 + 1 against their 3 + 2.
pub const MAX_SHIFTS: usize = 2 + super::position::MAX_OUT;

/// Effect of a legal action: each displaced token, once.
pub type Effect = Vec<Displacement, MAX_SHIFTS>;

/// Largest number of resisters on one axis: all six tokens of a colour in a column.
const MAX_RESISTERS: usize = 6;

/// Position with an index by cell, so that the cell of a token and the token on a cell
/// are one look-up each.
#[derive(Debug, Clone)]
pub struct Arena {
    position: Position,
    cells: Setup,
}

impl Arena {
    /// Prepares a position for look-ups by cell.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        Self {
            position: *position,
            cells: position.setup(),
        }
    }

    /// Returns the token on the cell; `None` if the cell is free.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Token> {
        self.cells.at(cell)
    }

    /// Returns the position that was prepared for look-ups.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the effect that an action of `colour` would have, without checking action
    /// points.
    ///
    /// # Errors
    /// The clause and the reason that forbid the action.
    pub fn check_action(&self, colour: Colour, action: &Action) -> Result<Effect, Refusal> {
        if let Some(winner) = self.position.winner() {
            return refuse(Clause::Su18, Reason::Won(winner));
        }
        match *action {
            Action::Move(token, direction) => self.judge_move(colour, token, direction),
            Action::Swap(a, b) => self.judge_swap(colour, a, b),
            Action::Attack(ref attack) => self.judge_attack(colour, attack),
        }
    }

    fn judge_move(
        &self,
        colour: Colour,
        token: Token,
        direction: Direction,
    ) -> Result<Effect, Refusal> {
        let from = self.own(colour, token, Clause::Su6)?;
        let Some(to) = from.step(direction) else {
            return refuse(Clause::Su6, Reason::Edge(token));
        };
        self.free(to, Clause::Su6)?;
        Ok(effect([shift(token, from, Some(to), Clause::Su6)]))
    }

    fn judge_swap(&self, colour: Colour, a: Token, b: Token) -> Result<Effect, Refusal> {
        let [here, there] = [
            self.own(colour, a, Clause::Su7)?,
            self.own(colour, b, Clause::Su7)?,
        ];
        if a == b {
            return refuse(Clause::Su7, Reason::Itself(a));
        }
        if !Direction::ALL.iter().any(|&d| here.step(d) == Some(there)) {
            return refuse(Clause::Su7, Reason::Apart(a, b));
        }
        Ok(effect([
            shift(a, here, Some(there), Clause::Su7),
            shift(b, there, Some(here), Clause::Su7),
        ]))
    }

    fn judge_attack(&self, colour: Colour, attack: &Attack) -> Result<Effect, Refusal> {
        let main = self.own(colour, attack.main, Clause::Su8)?;
        let extra = match attack.extra {
            None => None,
            Some(token) => Some((token, self.own(colour, token, Clause::Su10)?)),
        };
        let resisters = self.resisters(colour, main, attack.axis());
        if resisters.is_empty() {
            return refuse(Clause::Su8, self.no_enemy(colour, attack));
        }
        if let Some((token, cell)) = extra
            && main.step(attack.axis().opposite()) != Some(cell)
        {
            return refuse(Clause::Su10, Reason::NotBehind(token, attack.main));
        }
        let attackers = [Some((attack.main, main)), extra];
        let strength = sum(attackers.into_iter().flatten());
        let resistance = sum(resisters.iter().copied());
        if strength < resistance {
            return refuse(
                Clause::Su12,
                Reason::Force {
                    attack: strength,
                    resistance,
                },
            );
        }
        let mut changes = self.attackers_go(attack, attackers)?;
        changes.extend(self.resisters_go(attack, &resisters)?);
        Ok(changes)
    }

    /// Returns the reason why an attack without an enemy is refused. Players write a
    /// pull and a push the same way, so the reason for a pull names both ends if
    /// neither has an enemy.
    fn no_enemy(&self, colour: Colour, attack: &Attack) -> Reason {
        let front = attack.extra.unwrap_or(attack.main);
        let pushable = self
            .position
            .cell_of(front)
            .is_some_and(|cell| !self.resisters(colour, cell, attack.along).is_empty());
        match attack.grip {
            AttackKind::Pull if !pushable => Reason::NoEnemyAtEitherEnd {
                front: (front, attack.along),
                rear: (attack.main, attack.axis()),
            },
            AttackKind::Push | AttackKind::Pull => Reason::NoEnemy(attack.main, attack.axis()),
        }
    }

    /// Returns the enemies in an unbroken line from `main` along the axis (SU-8, SU-9),
    /// nearest first.
    fn resisters(
        &self,
        colour: Colour,
        main: Cell,
        axis: Direction,
    ) -> Vec<(Token, Cell), MAX_RESISTERS> {
        let along = core::iter::successors(main.step(axis), |cell| cell.step(axis));
        along
            .map_while(|cell| Some((self.at(cell)?, cell)))
            .take_while(|(token, _)| token.colour != colour)
            .take(MAX_RESISTERS)
            .collect()
    }

    /// Displaces the attackers: SU-15 for a push, the stepping back of SU-16 for a
    /// pull.
    fn attackers_go(
        &self,
        attack: &Attack,
        attackers: [Option<(Token, Cell)>; 2],
    ) -> Result<Effect, Refusal> {
        let clause = match attack.grip {
            AttackKind::Push => Clause::Su15,
            AttackKind::Pull => Clause::Su16,
        };
        if attack.grip == AttackKind::Pull
            && let Some((token, last)) = attackers.into_iter().flatten().last()
        {
            let Some(back) = last.step(attack.along) else {
                return refuse(clause, Reason::Edge(token));
            };
            self.free(back, clause)?;
        }
        Ok(attackers
            .into_iter()
            .flatten()
            .map(|(token, from)| shift(token, from, from.step(attack.along), clause))
            .collect())
    }

    /// Displaces the resisters: SU-13 and SU-14 for a push, SU-16 and SU-17 for a pull.
    fn resisters_go(
        &self,
        attack: &Attack,
        resisters: &[(Token, Cell)],
    ) -> Result<Effect, Refusal> {
        let aside = attack.course.aside(attack.along);
        let arrival = |from: Cell| {
            let along = from.step(attack.along)?;
            aside.map_or(Some(along), |aside| along.step(aside))
        };
        let clause = match (attack.grip, attack.course) {
            (AttackKind::Push, ResisterCourse::Straight) => Clause::Su13,
            (AttackKind::Push, ResisterCourse::Left | ResisterCourse::Right) => Clause::Su14,
            (AttackKind::Pull, ResisterCourse::Straight) => Clause::Su16,
            (AttackKind::Pull, ResisterCourse::Left | ResisterCourse::Right) => Clause::Su17,
        };
        match clause {
            Clause::Su13 => {
                // The others follow into cells that are vacated before them.
                if let Some(to) = resisters.last().and_then(|&(_, from)| arrival(from)) {
                    self.free(to, clause)?;
                }
            }
            // The resisters follow the attackers, into cells that these vacate.
            Clause::Su16 => {}
            _ => {
                let leaving = resisters.iter().find(|&&(_, from)| arrival(from).is_none());
                let staying = resisters.iter().find_map(|&(_, from)| arrival(from));
                if let (Some(&(token, _)), Some(_)) = (leaving, staying) {
                    return refuse(clause, Reason::PartlyOut(token));
                }
                for to in resisters.iter().filter_map(|&(_, from)| arrival(from)) {
                    self.free(to, clause)?;
                }
            }
        }
        Ok(resisters
            .iter()
            .map(|&(token, from)| shift(token, from, arrival(from), clause))
            .collect())
    }

    /// Returns the cell of a token, or refuses by `clause` if the token does not belong
    /// to `colour`.
    fn own(&self, colour: Colour, token: Token, clause: Clause) -> Result<Cell, Refusal> {
        if token.colour != colour {
            return refuse(clause, Reason::NotYours(token));
        }
        // Unreachable: `check_action` refuses every action once a token is out.
        self.position
            .cell_of(token)
            .ok_or(Refusal::new(Clause::Su18, Reason::Won(colour.other())))
    }

    fn free(&self, cell: Cell, clause: Clause) -> Result<(), Refusal> {
        match self.at(cell) {
            None => Ok(()),
            Some(token) => refuse(clause, Reason::Taken(cell, token)),
        }
    }
}

impl Position {
    /// Returns the position after an effect that was computed for it.
    #[must_use]
    pub fn after(mut self, effect: &Effect) -> Self {
        for shift in effect {
            self.set(shift.token, shift.to);
        }
        self
    }
}

fn sum(tokens: impl Iterator<Item = (Token, Cell)>) -> u8 {
    tokens.map(|(token, _)| token.force().number()).sum()
}

pub(super) const fn shift(
    token: Token,
    from: Cell,
    to: Option<Cell>,
    clause: Clause,
) -> Displacement {
    Displacement {
        token,
        from,
        to,
        clause,
    }
}

pub(super) fn effect<const N: usize>(shifts: [Displacement; N]) -> Effect {
    shifts.into_iter().collect()
}
