//! A whole game: a position, and the draw rules a table may switch on (AB-12).

use super::moves::{Effect, Move};
use super::player::Side;
use super::position::Position;
use super::reason::Reason;
use crate::clause::Clause;
use crate::games::Refusal;
use core::num::NonZeroU16;
use heapless::HistoryBuf;

/// How many positions are remembered, the present one included. More, or wider
/// digests, would not fit the 256 bytes of a game.
pub const MEMORY: usize = 40;

/// The draw rules. Both are off unless switched on (AB-12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct DrawRules {
    /// What happens when a position comes for the third time.
    pub repetition: Repetition,
    /// A draw after so many turns, all players' counted.
    pub turn_cap: Option<NonZeroU16>,
}

/// What a third occurrence of the same position, with the same player to
/// move, means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Repetition {
    /// Nothing.
    #[default]
    Allowed,
    /// A draw, if all three are among the last 40 positions. They are remembered
    /// as 32-bit digests, so a draw can be false: after one true repetition it
    /// takes one more, different position among the 40 with the same digest, a
    /// chance of about 1 in 10^8 (40 / 2^32) each time.
    ThreefoldDraws,
}

/// How a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Outcome {
    /// It goes on.
    Playing,
    /// This side has ejected six.
    Won(Side),
    /// A draw rule that was switched on has ended it.
    Drawn(Draw),
}

/// Which rule made it a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Draw {
    /// The position came for the third time.
    Threefold,
    /// So many turns were played.
    TurnCap(NonZeroU16),
}

/// A game in progress. At most 256 bytes.
///
/// ```
/// use rules_core::games::abalone::{DrawRules, Game, Outcome, Start};
///
/// let mut game = Game::new(Start::Standard.position(), DrawRules::default());
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
    /// A game that begins with `position`.
    #[must_use]
    pub fn new(position: Position, rules: DrawRules) -> Self {
        Self::resume(position, rules, 0, [])
    }

    /// A game taken up after so many turns; `recent` are the digests of its
    /// last positions, oldest first, the present one left out.
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

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The draw rules it is played by.
    #[must_use]
    pub const fn rules(&self) -> DrawRules {
        self.rules
    }

    /// Turns played.
    #[must_use]
    pub const fn turns(&self) -> u16 {
        self.turns
    }

    /// Plays `action` if the rules allow it; says what it did.
    ///
    /// # Errors
    /// The clause that forbids it; the game is then unchanged.
    pub fn play(&mut self, action: Move) -> Result<Effect, Refusal<Reason>> {
        if let Outcome::Drawn(_) = self.outcome() {
            return Err(Refusal::new(Clause::Ab12, Reason::Drawn));
        }
        let effect = self.position.play(action)?;
        self.turns = self.turns.saturating_add(1);
        self.digests.write(digest(&self.position));
        Ok(effect)
    }

    /// How it stands. A win counts before a draw.
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

    /// How often the present position is remembered, this time included.
    fn occurrences(&self) -> usize {
        let now = digest(&self.position);
        self.digests.oldest_ordered().filter(|&&d| d == now).count()
    }
}

/// Board and player to move in 32 bits, as [`Game`] remembers positions. The
/// score needs no place in it: it changes only together with the marbles on the
/// board.
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
