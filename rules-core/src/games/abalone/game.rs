//! Game of Abalone: a position, and the draw rules that a table may switch on (AB-12).

use super::moves::{Effect, Move};
use super::player::Side;
use super::position::Position;
use super::reason::Reason;
use crate::clause::Clause;
use crate::games::Refusal;
use core::num::NonZeroU16;
use heapless::HistoryBuf;

/// Number of positions a game remembers, the present one included. More, or wider
/// digests, would not fit the 256 bytes of a game.
pub const MEMORY: usize = 40;

/// Draw rules of a game. Both are off by default (AB-12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct DrawRules {
    /// Treatment of the third occurrence of a position.
    pub repetition: Repetition,
    /// Number of turns, of all players together, after which the game is a draw; `None`
    /// for no limit.
    pub turn_cap: Option<NonZeroU16>,
}

/// Treatment of the third occurrence of a position with the same player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Repetition {
    /// A repeated position has no effect.
    #[default]
    Allowed,
    /// The third occurrence is a draw, if all three are among the last 40 positions.
    /// Positions are remembered as 32-bit digests, so a draw can be false: after one
    /// true repetition it takes one more, different position among the 40 with the same
    /// digest, a chance of about 1 in 10^8 (40 / 2^32) each time.
    ThreefoldDraws,
}

/// State of a game: in progress, won or drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Outcome {
    /// The game is in progress.
    Playing,
    /// The game is over: this side has ejected six marbles and won.
    Won(Side),
    /// A draw rule that the table switched on ended the game.
    Drawn(Draw),
}

/// Draw rule that ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Draw {
    /// The position occurred for the third time.
    Threefold,
    /// The limit of turns was reached; the number is the limit.
    TurnCap(NonZeroU16),
}

/// Game of Abalone: position, draw rules and recent positions. At most 256 bytes.
///
/// ```
/// use rules_core::games::abalone::{DrawRules, Game, Outcome, StartPosition};
///
/// let mut game = Game::new(StartPosition::Standard.position(), DrawRules::default());
/// game.play("a1b2".parse().unwrap()).unwrap();
/// assert_eq!(game.outcome(), Outcome::Playing);
/// assert!(core::mem::size_of::<Game>() <= 256);
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    position: Position,
    rules: DrawRules,
    turns: u16,
    digests: HistoryBuf<u32, MEMORY>,
}

impl Game {
    /// Starts a game from `position`.
    #[must_use]
    pub fn new(position: Position, rules: DrawRules) -> Self {
        Self::resume(position, rules, 0, [])
    }

    /// Resumes a game after `turns` turns. `recent` holds the digests of the last
    /// positions, oldest first, without the present one.
    #[must_use]
    pub fn resume(
        position: Position,
        rules: DrawRules,
        turns: u16,
        recent: impl IntoIterator<Item = u32>,
    ) -> Self {
        let mut game = Self {
            position,
            rules,
            turns,
            digests: HistoryBuf::new(),
        };
        game.digests.extend(recent);
        game.digests.write(digest(&position));
        game
    }

    /// Returns the present position of the game.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the draw rules of the game.
    #[must_use]
    pub const fn rules(&self) -> DrawRules {
        self.rules
    }

    /// Returns the number of turns played, by all players together; stays at 65,535.
    #[must_use]
    pub const fn turns(&self) -> u16 {
        self.turns
    }

    /// Plays `action` if the rules allow it, and returns its effect.
    ///
    /// # Errors
    /// The clause and the reason that forbid `action`; the game is then unchanged.
    /// After a draw, AB-12 forbids every move.
    pub fn play(&mut self, action: Move) -> Result<Effect, Refusal<Reason>> {
        if let Outcome::Drawn(_) = self.outcome() {
            return Err(Refusal::new(Clause::Ab12, Reason::Drawn));
        }
        let effect = self.position.play(action)?;
        self.turns = self.turns.saturating_add(1);
        self.digests.write(digest(&self.position));
        Ok(effect)
    }

    /// Returns the state of the game. A win takes precedence over a draw.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if let Some(side) = self.position.winner() {
            return Outcome::Won(side);
        }
        match self.rules.repetition {
            Repetition::ThreefoldDraws if self.occurrences() >= 3 => {
                return Outcome::Drawn(Draw::Threefold);
            }
            Repetition::ThreefoldDraws | Repetition::Allowed => {}
        }
        match self.rules.turn_cap {
            Some(cap) if self.turns >= cap.get() => Outcome::Drawn(Draw::TurnCap(cap)),
            _ => Outcome::Playing,
        }
    }

    /// Returns the number of occurrences of the present position among the remembered
    /// ones, at least 1.
    fn occurrences(&self) -> usize {
        let now = digest(&self.position);
        self.digests.oldest_ordered().filter(|&&d| d == now).count()
    }
}

/// Hashes board and player to move into 32 bits, as [`Game`] remembers positions. The
/// score is left out: it changes only together with the marbles on the board.
#[must_use]
pub fn digest(position: &Position) -> u32 {
    let marbles: [super::Cells; 4] = (*position.board()).into();
    // The odd constant of Fibonacci hashing, 2^64 / golden ratio.
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mixed = marbles
        .iter()
        .fold(position.to_move() as u64 + 1, |hash, set| {
            (hash.rotate_left(23) ^ set.bits()).wrapping_mul(SPREAD)
        });
    (mixed >> 32) as u32
}
