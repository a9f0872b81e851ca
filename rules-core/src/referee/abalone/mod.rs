//! Abalone on a grid board: a match, and its interpreter from board readings to
//! judgements.
//!
//! | module | contents |
//! |---|---|
//! | [`ruling`] | rulings of a move |
//! | `cell_mapping` | marbles and magnets; the board's reading |
//! | `interpret` | from a board reading to a decision |
//! | `illegal_move` | the forbidden move that a player tried |
//! | [`correction`] | corrections of the game |
//! | `hints` | hints that the lights show |
//! | `refereed` | the match as one of the refereed games |

mod cell_mapping;
pub mod correction;
mod hints;
mod illegal_move;
mod interpret;
mod refereed;
pub mod ruling;

pub use cell_mapping::{magnet_of, number_of, reading};
pub use correction::{Correction, shown};
pub use hints::{marks, movable};
pub use refereed::seat_of;
pub use ruling::{Change, Ruling};

use super::grid::MagnetCoding;
use crate::board::cells::CellMask;
use crate::games::Refusal;
use crate::games::abalone::{
    DrawRules, Game, MEMORY, Move, Outcome, Player, Position, Reason, digest,
};
use crate::games::cell_reading;
use crate::hash::{FNV1A, fnv1a};
use heapless::Vec;

/// Number of position digests stored: those that a draw can rest on, and one more for
/// each step that can be undone.
const STORED_DIGESTS: usize = MEMORY + super::history::DEPTH;

/// Number of position digests in a stored match; more would not fit a record.
pub const CARRIED: usize = 28;

/// Repair of an Abalone board: one instruction that brings board and game back together.
pub type Repair = cell_reading::GridRepair<crate::games::abalone::Cell, Player>;

/// Match of Abalone at a table, with the digests of past positions that an undo needs.
#[derive(Debug, Clone)]
pub struct Match {
    game: Game,
    coding: MagnetCoding,
    /// Digests of the last positions, that of turn `n` at index `n % STORED_DIGESTS`.
    digests: [u32; STORED_DIGESTS],
    /// Cells that the last move changed.
    last: CellMask,
}

/// State of a match of Abalone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State {
    /// Position of the marbles.
    pub position: Position,
    /// Number of turns played, by all players together.
    pub turns: u16,
    /// Cells that the last move changed.
    pub last: CellMask,
}

/// Digests of the last positions before the present one, oldest first.
pub type RecentPositions = Vec<[u8; 4], CARRIED, u8>;

/// Match of Abalone as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AbaloneOpening {
    /// State of the match.
    pub state: State,
    /// Draw rules of the match.
    pub rules: DrawRules,
    /// Properties of a marble that the sensors can distinguish.
    pub coding: MagnetCoding,
    /// Digests of the last positions before the present one.
    pub recent: RecentPositions,
}

/// Actions that can come next in Abalone: the turn of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AbaloneTurn {
    /// Player whose turn it is.
    pub player: Player,
    /// Cells of the marbles that can take part in a move; empty if the player must
    /// pass.
    pub lift: CellMask,
}

/// Input of the Abalone interpreter besides the evidence.
pub(super) type TableView<'a> = super::game::TableView<'a, Match>;

impl PartialEq for Match {
    fn eq(&self, other: &Self) -> bool {
        self.state() == other.state()
            && self.game.rules() == other.game.rules()
            && (self.coding, self.digests) == (other.coding, other.digests)
    }
}

impl Eq for Match {}

impl Match {
    /// Begins a match in which no move has been made.
    #[must_use]
    pub fn new(position: Position, rules: DrawRules, coding: MagnetCoding) -> Self {
        let state = State {
            position,
            turns: 0,
            last: CellMask::EMPTY,
        };
        Self::resume(&state, rules, coding, &RecentPositions::new())
    }

    /// Resumes a match from its stored state.
    #[must_use]
    pub fn resume(
        state: &State,
        rules: DrawRules,
        coding: MagnetCoding,
        recent: &RecentPositions,
    ) -> Self {
        let mut found = Self {
            game: Game::new(state.position, rules),
            coding,
            digests: [0; STORED_DIGESTS],
            last: state.last,
        };
        for (back, bytes) in (1..).zip(recent.iter().rev()) {
            if let Some(turn) = state.turns.checked_sub(back) {
                found.store_digest(turn, u32::from_le_bytes(*bytes));
            }
        }
        found.adopt(state);
        found
    }

    /// Replaces the state of the match by an earlier, later or corrected one.
    pub(super) fn adopt(&mut self, state: &State) {
        self.store_digest(state.turns, digest(&state.position));
        let recent = self.before(state.turns, MEMORY as u16 - 1);
        self.game = Game::resume(state.position, self.game.rules(), state.turns, recent);
        self.last = state.last;
    }

    /// Returns the digests of up to `most` positions before `turn`, oldest first.
    fn before(&self, turn: u16, most: u16) -> Vec<u32, MEMORY, u8> {
        let first = turn.saturating_sub(most);
        (first..turn).map(|turn| self.digest_at(turn)).collect()
    }

    fn store_digest(&mut self, turn: u16, digest: u32) {
        if let Some(slot) = self.digests.get_mut(usize::from(turn) % STORED_DIGESTS) {
            *slot = digest;
        }
    }

    fn digest_at(&self, turn: u16) -> u32 {
        let slot = self.digests.get(usize::from(turn) % STORED_DIGESTS);
        slot.copied().unwrap_or_default()
    }

    /// Returns the digests of the last positions, for a stored match.
    #[must_use]
    pub fn recent(&self) -> RecentPositions {
        let all = self.before(self.game.turns(), CARRIED as u16);
        all.into_iter().map(u32::to_le_bytes).collect()
    }

    /// Returns the present state of the match.
    #[must_use]
    pub const fn state(&self) -> State {
        State {
            position: *self.game.position(),
            turns: self.game.turns(),
            last: self.last,
        }
    }

    /// Returns the game as the rules know it, without the table.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the present position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns the properties of a marble that the sensors can distinguish.
    #[must_use]
    pub const fn coding(&self) -> MagnetCoding {
        self.coding
    }

    /// Returns the cells that the last move changed.
    #[must_use]
    pub const fn last(&self) -> CellMask {
        self.last
    }

    /// True if the match has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game.outcome() != Outcome::Playing
    }

    /// Applies a move and returns its rulings.
    ///
    /// # Errors
    /// [`Refusal`] with the clause that forbids it; the match is then unchanged.
    pub fn apply(&mut self, action: Move) -> Result<ruling::Rulings, Refusal<Reason>> {
        let before = *self.position();
        let effect = self.game.play(action)?;
        self.store_digest(self.game.turns(), digest(self.game.position()));
        self.last = cell_mapping::differences(&before, self.position());
        Ok(ruling::rulings_for(&before, action, &effect, &self.game))
    }

    /// Checks whether [`Match::apply`] would accept a move, without making it.
    ///
    /// # Errors
    /// [`Refusal`] that `apply` would return.
    pub fn permits(&self, action: Move) -> Result<(), Refusal<Reason>> {
        self.game.clone().play(action).map(|_| ())
    }

    /// Returns a hash of the state that is identical on every machine.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let position = self.position();
        let marbles: [crate::games::abalone::Cells; 4] = (*position.board()).into();
        let score = position.players().sides();
        let score = score.map(|side| u64::from(position.score().ejected_by(side)));
        let numbers = marbles
            .into_iter()
            .map(u64::from)
            .chain(score)
            .chain([position.to_move() as u64, u64::from(self.game.turns())]);
        fnv1a(FNV1A, numbers.flat_map(u64::to_le_bytes))
    }
}
