//! A game in progress: whose turn it is, what it may still spend, and how it
//! ended. It keeps no history; whoever wants one keeps the games.
//!
//! ```text
//!            apply (points left)              a token leaves (SU-18)
//!           +------------------+          +--> Won
//!           v                  |          |
//!   start -> Turn(White) ------+----------+
//!           ^   | end_turn                |
//!           |   v                         |    agreed, or cap reached (SU-21)
//!           Turn(Black) ------------------+--> Drawn
//! ```

use super::action::Action;
use super::points::Points;
use super::position::Position;
use super::reason::{Reason, Refusal, refuse};
use super::rules::{Arena, Effect};
use super::token::Colour;
use crate::clause::Clause;
use core::num::NonZeroU16;

/// Where a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Phase {
    /// This player may spend what is left of the turn's points, or end it.
    Turn {
        /// Whose turn.
        colour: Colour,
        /// Action points left (SU-5).
        left: Points,
    },
    /// A token has left the arena (SU-18).
    Won(Colour),
    /// The players agreed on it, or on a cap of turns that is reached (SU-21).
    Drawn,
}

/// A game.
///
/// ```
/// use rules_core::games::sumoo::{Action, Colour, Direction, Game, Phase, Points, Post};
///
/// let mut game = Game::new();
/// let strongest = Colour::White.token(Post::Three);
/// let refusal = game.apply(Action::Move(strongest, Direction::N)).unwrap_err();
/// assert_eq!(refusal.to_string(), "1S of White stands on (3,3), SU-6");
///
/// game.apply(Action::Move(strongest, Direction::S)).unwrap();
/// game.end_turn().unwrap();
/// assert_eq!(game.phase(), Phase::Turn { colour: Colour::Black, left: Points::Three });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Game {
    position: Position,
    phase: Phase,
    turns_ended: u16,
    turn_cap: Option<NonZeroU16>,
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

impl Game {
    /// A game at its start: White has the first turn (SU-3, SU-4).
    #[must_use]
    pub fn new() -> Self {
        Self::from_position(Position::START, Colour::White, Points::TURN)
    }

    /// A game at some position, `colour` having `left` points of its turn left.
    /// With a token out it is won already.
    #[must_use]
    pub fn from_position(position: Position, colour: Colour, left: Points) -> Self {
        let phase = position
            .winner()
            .map_or(Phase::Turn { colour, left }, Phase::Won);
        Self {
            position,
            phase,
            turns_ended: 0,
            turn_cap: None,
        }
    }

    /// The same game, drawn once `turns` turns have ended without a winner
    /// (SU-21). Without this a game may last for ever.
    #[must_use]
    pub const fn with_turn_cap(mut self, turns: NonZeroU16) -> Self {
        self.turn_cap = Some(turns);
        self
    }

    /// The same game with tokens and turn put right. With a token out it is won.
    #[must_use]
    pub fn corrected(&self, position: Position, colour: Colour, left: Points) -> Self {
        Self {
            turns_ended: self.turns_ended,
            turn_cap: self.turn_cap,
            ..Self::from_position(position, colour, left)
        }
    }

    /// Where the tokens stand.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Where the game stands.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// How many turns have ended since the game was set up.
    #[must_use]
    pub const fn turns_ended(&self) -> u16 {
        self.turns_ended
    }

    /// Whose turn it is; nobody's in a game that is over.
    #[must_use]
    pub const fn to_move(&self) -> Option<Colour> {
        match self.phase {
            Phase::Turn { colour, .. } => Some(colour),
            Phase::Won(_) | Phase::Drawn => None,
        }
    }

    /// Action points left; 0 in a game that is over.
    #[must_use]
    pub const fn points_left(&self) -> Points {
        match self.phase {
            Phase::Turn { left, .. } => left,
            Phase::Won(_) | Phase::Drawn => Points::Zero,
        }
    }

    /// What an action would change.
    ///
    /// # Errors
    /// The clause that forbids it and why.
    pub fn legal(&self, action: &Action) -> Result<Effect, Refusal> {
        let (colour, left) = self.turn()?;
        let effect = Arena::new(&self.position).judge(colour, action)?;
        let needs = action.cost();
        if left.minus(needs).is_none() {
            let clause = match action {
                Action::Move(..) | Action::Swap(..) => Clause::Su5,
                Action::Attack(_) => Clause::Su11,
            };
            return refuse(clause, Reason::Points { needs, left });
        }
        Ok(effect)
    }

    /// Carries out an action. Once a token has left the arena the game is over,
    /// whatever points are left (SU-18).
    ///
    /// # Errors
    /// The clause that forbids it and why; the game is unchanged.
    pub fn apply(&mut self, action: Action) -> Result<Effect, Refusal> {
        let effect = self.legal(&action)?;
        let (colour, left) = self.turn()?;
        self.position = self.position.after(&effect);
        let left = left.minus(action.cost()).unwrap_or(Points::Zero);
        self.phase = match self.position.winner() {
            Some(winner) => Phase::Won(winner),
            None => Phase::Turn { colour, left },
        };
        Ok(effect)
    }

    /// Ends the turn, whatever points are left (SU-5).
    ///
    /// # Errors
    /// If the game is over; it is unchanged.
    pub fn end_turn(&mut self) -> Result<(), Refusal> {
        let (colour, _) = self.turn()?;
        self.turns_ended = self.turns_ended.saturating_add(1);
        let capped = self
            .turn_cap
            .is_some_and(|cap| self.turns_ended >= cap.get());
        self.phase = if capped {
            Phase::Drawn
        } else {
            Phase::Turn {
                colour: colour.other(),
                left: Points::TURN,
            }
        };
        Ok(())
    }

    /// The players agree on a draw (SU-21).
    ///
    /// # Errors
    /// If the game is over; it is unchanged.
    pub fn agree_draw(&mut self) -> Result<(), Refusal> {
        self.turn()?;
        self.phase = Phase::Drawn;
        Ok(())
    }

    /// Visits every action that [`Game::legal`] allows, in its usual spelling.
    pub fn each_action(&self, mut visit: impl FnMut(Action)) {
        if let Phase::Turn { colour, left } = self.phase {
            Arena::new(&self.position).each_action(colour, left, |action, _| visit(action));
        }
    }

    fn turn(&self) -> Result<(Colour, Points), Refusal> {
        match self.phase {
            Phase::Turn { colour, left } => Ok((colour, left)),
            Phase::Won(colour) => refuse(Clause::Su18, Reason::Won(colour)),
            Phase::Drawn => refuse(Clause::Su21, Reason::Drawn),
        }
    }
}
