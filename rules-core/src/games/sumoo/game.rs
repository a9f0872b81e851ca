//! SUMOO game in progress: player to move, points left, and the result. It keeps no
//! history; a caller that needs one keeps copies of the game.
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

/// State of a game: a turn, won or drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum GamePhase {
    /// A player has the turn and may spend the points left, or end it.
    Turn {
        /// Player whose turn it is.
        colour: Colour,
        /// Action points left (SU-5).
        left: Points,
    },
    /// The game is won by this player: a token of the other has left the arena (SU-18).
    Won(Colour),
    /// The game is a draw: the players agreed on it, or on a limit of turns that is
    /// reached (SU-21).
    Drawn,
}

/// Game of SUMOO: position, player to move, points left and result.
///
/// ```
/// use rules_core::games::sumoo::{Action, Colour, Direction, Game, GamePhase, Points, TokenName};
///
/// let mut game = Game::new();
/// let strongest = Colour::White.token(TokenName::Three);
/// let refusal = game.apply(Action::Move(strongest, Direction::N)).unwrap_err();
/// assert_eq!(refusal.to_string(), "1S of White stands on (3,3), SU-6");
///
/// game.apply(Action::Move(strongest, Direction::S)).unwrap();
/// game.end_turn().unwrap();
/// assert_eq!(game.phase(), GamePhase::Turn { colour: Colour::Black, left: Points::Three });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Game {
    position: Position,
    phase: GamePhase,
    turns_ended: u16,
    turn_cap: Option<NonZeroU16>,
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

impl Game {
    /// Starts a game: White has the first turn (SU-3, SU-4).
    #[must_use]
    pub fn new() -> Self {
        Self::from_position(Position::START, Colour::White, Points::TURN)
    }

    /// Starts a game from a position in which `colour` has `left` points of its turn
    /// left. If a token is out, the game is already won.
    #[must_use]
    pub fn from_position(position: Position, colour: Colour, left: Points) -> Self {
        let phase = position
            .winner()
            .map_or(GamePhase::Turn { colour, left }, GamePhase::Won);
        Self {
            position,
            phase,
            turns_ended: 0,
            turn_cap: None,
        }
    }

    /// Returns the game with a limit of turns: it is drawn once `turns` turns have ended
    /// without a winner (SU-21). Without a limit a game may last for ever.
    #[must_use]
    pub const fn with_turn_cap(mut self, turns: NonZeroU16) -> Self {
        self.turn_cap = Some(turns);
        self
    }

    /// Returns the game with corrected tokens and turn; limit and number of turns stay.
    /// If a token is out, the game is won.
    #[must_use]
    pub fn corrected(&self, position: Position, colour: Colour, left: Points) -> Self {
        Self {
            turns_ended: self.turns_ended,
            turn_cap: self.turn_cap,
            ..Self::from_position(position, colour, left)
        }
    }

    /// Returns the places of the tokens.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the state of the game.
    #[must_use]
    pub const fn phase(&self) -> GamePhase {
        self.phase
    }

    /// Returns the number of turns that have ended since the game was set up; stays at
    /// 65,535.
    #[must_use]
    pub const fn turns_ended(&self) -> u16 {
        self.turns_ended
    }

    /// Returns the player to move; `None` in a game that is over.
    #[must_use]
    pub const fn to_move(&self) -> Option<Colour> {
        match self.phase {
            GamePhase::Turn { colour, .. } => Some(colour),
            GamePhase::Won(_) | GamePhase::Drawn => None,
        }
    }

    /// Returns the action points left; 0 in a game that is over.
    #[must_use]
    pub const fn points_left(&self) -> Points {
        match self.phase {
            GamePhase::Turn { left, .. } => left,
            GamePhase::Won(_) | GamePhase::Drawn => Points::Zero,
        }
    }

    /// Returns the effect that an action would have.
    ///
    /// # Errors
    /// The clause and the reason that forbid the action: the rules of the action itself
    /// first, then too few points.
    pub fn legal(&self, action: &Action) -> Result<Effect, Refusal> {
        let (colour, left) = self.turn()?;
        let effect = Arena::new(&self.position).check_action(colour, action)?;
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

    /// Carries out an action and returns its effect. Once a token has left the arena
    /// the game is over, whatever points are left (SU-18).
    ///
    /// # Errors
    /// The clause and the reason that forbid the action; the game is then unchanged.
    pub fn apply(&mut self, action: Action) -> Result<Effect, Refusal> {
        let effect = self.legal(&action)?;
        let (colour, left) = self.turn()?;
        self.position = self.position.after(&effect);
        let left = left.minus(action.cost()).unwrap_or(Points::Zero);
        self.phase = match self.position.winner() {
            Some(winner) => GamePhase::Won(winner),
            None => GamePhase::Turn { colour, left },
        };
        Ok(effect)
    }

    /// Ends the turn, whatever points are left (SU-5).
    ///
    /// # Errors
    /// SU-18 or SU-21 if the game is over; it is then unchanged.
    pub fn end_turn(&mut self) -> Result<(), Refusal> {
        let (colour, _) = self.turn()?;
        self.turns_ended = self.turns_ended.saturating_add(1);
        let capped = self
            .turn_cap
            .is_some_and(|cap| self.turns_ended >= cap.get());
        self.phase = if capped {
            GamePhase::Drawn
        } else {
            GamePhase::Turn {
                colour: colour.other(),
                left: Points::TURN,
            }
        };
        Ok(())
    }

    /// Ends the game with a draw on which the players agree (SU-21).
    ///
    /// # Errors
    /// SU-18 or SU-21 if the game is over; it is then unchanged.
    pub fn agree_draw(&mut self) -> Result<(), Refusal> {
        self.turn()?;
        self.phase = GamePhase::Drawn;
        Ok(())
    }

    /// Calls `visit` with every action that [`Game::legal`] allows, in its normal form.
    pub fn each_action(&self, mut visit: impl FnMut(Action)) {
        if let GamePhase::Turn { colour, left } = self.phase {
            Arena::new(&self.position).each_action(colour, left, |action, _| visit(action));
        }
    }

    fn turn(&self) -> Result<(Colour, Points), Refusal> {
        match self.phase {
            GamePhase::Turn { colour, left } => Ok((colour, left)),
            GamePhase::Won(colour) => refuse(Clause::Su18, Reason::Won(colour)),
            GamePhase::Drawn => refuse(Clause::Su21, Reason::Drawn),
        }
    }
}
