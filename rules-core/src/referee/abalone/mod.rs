//! Abalone at a grid board: a game that can be gone back in, and its flow from
//! the board as seen to what is judged.
//!
//! | file | concern |
//! |---|---|
//! | [`ruling`] | what is said of a move |
//! | `sight` | marbles and magnets; the board as the game sees it |
//! | `consider` | from a board to a verdict |
//! | `attempt` | which move somebody tried that the rules forbid |
//! | [`correction`] | what people can put right in the game |
//! | `hints` | what lights show |

mod attempt;
mod consider;
pub mod correction;
mod hints;
pub mod ruling;
mod sight;

pub(super) use consider::{agrees, consider, due, evidence};
pub use correction::{Correction, shown};
pub use hints::{marks, movable};
pub use ruling::{Change, Ruling};
pub use sight::{cell_of, magnet_of, number_of, sight};

use super::grid::Telling;
use super::kind::Policies;
use super::table::Table;
use crate::checksum::{FNV1A, fnv1a};
use crate::games::Refusal;
use crate::games::abalone::{DrawRules, Game, MEMORY, Move, Outcome, Position, Reason, digest};
use crate::games::seen;
use crate::lights::Cells;
use heapless::Vec;

/// Digests kept: those a draw can rest on, and as many more for the steps that
/// can be taken back.
const KEPT: usize = MEMORY + super::history::DEPTH;

/// Digests a stored game takes along; more would not fit a record.
pub const CARRIED: usize = 28;

/// One thing to do so that board and game agree again.
pub type Repair = seen::Repair<crate::games::abalone::Cell, crate::games::abalone::Player>;

/// A game of Abalone that can be gone back in.
#[derive(Debug, Clone)]
pub struct Match {
    game: Game,
    telling: Telling,
    /// Digests of the last positions, that of turn `n` in place `n % KEPT`.
    digests: [u32; KEPT],
    /// Where the last move took marbles from and to.
    last: Cells,
}

/// How a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State {
    /// The position.
    pub position: Position,
    /// Turns played.
    pub turns: u16,
    /// Where the last move took marbles from and to.
    pub last: Cells,
}

/// The digests of the last positions before the present one, oldest first.
pub type Recent = Vec<[u8; 4], CARRIED, u8>;

/// What the flow looks at.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) game: &'a Match,
    pub(super) table: &'a Table,
    pub(super) policies: &'a Policies,
    /// How it stood before the last move, if nothing was judged since.
    pub(super) before: Option<&'a State>,
}

impl PartialEq for Match {
    fn eq(&self, other: &Self) -> bool {
        self.state() == other.state()
            && self.game.rules() == other.game.rules()
            && (self.telling, self.digests) == (other.telling, other.digests)
    }
}

impl Eq for Match {}

impl Match {
    /// A game that begins.
    #[must_use]
    pub fn new(position: Position, rules: DrawRules, telling: Telling) -> Self {
        let state = State {
            position,
            turns: 0,
            last: Cells::EMPTY,
        };
        Self::resume(&state, rules, telling, &Recent::new())
    }

    /// A game taken up.
    #[must_use]
    pub fn resume(state: &State, rules: DrawRules, telling: Telling, recent: &Recent) -> Self {
        let mut found = Self {
            game: Game::new(state.position, rules),
            telling,
            digests: [0; KEPT],
            last: state.last,
        };
        for (back, bytes) in (1..).zip(recent.iter().rev()) {
            if let Some(turn) = state.turns.checked_sub(back) {
                found.remember(turn, u32::from_le_bytes(*bytes));
            }
        }
        found.adopt(state);
        found
    }

    /// Goes on from an earlier or later moment of this game.
    pub(super) fn adopt(&mut self, state: &State) {
        self.remember(state.turns, digest(&state.position));
        let recent = self.before(state.turns, MEMORY as u16 - 1);
        self.game = Game::resume(state.position, self.game.rules(), state.turns, recent);
        self.last = state.last;
    }

    /// Digests of up to `most` positions before `turn`, oldest first.
    fn before(&self, turn: u16, most: u16) -> Vec<u32, MEMORY, u8> {
        let first = turn.saturating_sub(most);
        (first..turn).map(|turn| self.remembered(turn)).collect()
    }

    fn remember(&mut self, turn: u16, digest: u32) {
        if let Some(slot) = self.digests.get_mut(usize::from(turn) % KEPT) {
            *slot = digest;
        }
    }

    fn remembered(&self, turn: u16) -> u32 {
        let slot = self.digests.get(usize::from(turn) % KEPT);
        slot.copied().unwrap_or_default()
    }

    /// What a stored game takes along.
    #[must_use]
    pub fn recent(&self) -> Recent {
        let all = self.before(self.game.turns(), CARRIED as u16);
        all.into_iter().map(u32::to_le_bytes).collect()
    }

    /// How it stands.
    #[must_use]
    pub const fn state(&self) -> State {
        State {
            position: *self.game.position(),
            turns: self.game.turns(),
            last: self.last,
        }
    }

    /// The game itself.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// How much the marbles tell the sensors.
    #[must_use]
    pub const fn telling(&self) -> Telling {
        self.telling
    }

    /// Where the last move took marbles from and to.
    #[must_use]
    pub const fn last(&self) -> Cells {
        self.last
    }

    /// Whether it has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game.outcome() != Outcome::Playing
    }

    /// Judges a move.
    ///
    /// # Errors
    /// The clause that forbids it; the game is then unchanged.
    pub fn judge(&mut self, action: Move) -> Result<ruling::Rulings, Refusal<Reason>> {
        let before = *self.position();
        let effect = self.game.play(action)?;
        self.remember(self.game.turns(), digest(self.game.position()));
        self.last = sight::differences(&before, self.position());
        Ok(ruling::tell(&before, action, &effect, &self.game))
    }

    /// Whether [`Match::judge`] would accept it.
    ///
    /// # Errors
    /// What it would say.
    pub fn permits(&self, action: Move) -> Result<(), Refusal<Reason>> {
        self.game.clone().play(action).map(|_| ())
    }

    /// The state's number, the same on every machine.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let position = self.position();
        let marbles: [crate::games::abalone::Cells; 4] = (*position.board()).into();
        let score = position.players().sides();
        let score = score.map(|side| u64::from(position.score().of(side)));
        let numbers = marbles
            .into_iter()
            .map(u64::from)
            .chain(score)
            .chain([position.to_move() as u64, u64::from(self.game.turns())]);
        fnv1a(FNV1A, numbers.flat_map(u64::to_le_bytes))
    }
}
