//! SUMOO on a grid board: a match with its judgements, and its interpreter from board
//! readings.
//!
//! A turn is up to three actions, and no sensor shows that a player has finished early.
//! Actions are therefore judged whenever the board is at rest; the turn ends when its
//! points are spent, when the opponent plays, or when a player declares it.
//!
//! | module | contents |
//! |---|---|
//! | [`turn_action`] | actions that can be judged |
//! | [`ruling`] | rulings of them |
//! | `cell_mapping` | tokens and magnets; the board's reading |
//! | `interpret` | from a board reading to a decision |
//! | `illegal_move` | the forbidden action that a player tried |
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
pub mod turn_action;

pub use cell_mapping::{magnet_of, observation};
pub use correction::{Correction, shown};
pub use hints::{marks, movable};
pub use refereed::seat_of;
pub use ruling::{Change, Ruling};
pub use turn_action::{ActionList, TurnAction};

use super::grid::MagnetCoding;
use crate::board::cells::CellMask;
use crate::games::sumoo::{Colour, Game, GamePhase, Points, Refusal};
use crate::hash::{FNV1A, fnv1a};

/// Repair of a SUMOO board: one instruction that brings board and game back together.
pub type Repair = crate::games::sumoo::board_reading::ArenaRepair;

/// Match of SUMOO at a table: the game, and the coding of its tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    state: State,
    coding: MagnetCoding,
}

/// State of a match of SUMOO.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State {
    /// Game as the rules know it, without the table.
    pub game: Game,
    /// Cells that the last actions changed.
    pub last: CellMask,
}

/// Match of SUMOO as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SumooOpening {
    /// State of the match.
    pub state: State,
    /// Properties of a token that the sensors can distinguish.
    pub coding: MagnetCoding,
}

/// Actions that can come next in SUMOO: the turn of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SumooTurn {
    /// Player whose turn it is.
    pub colour: Colour,
    /// Action points left to spend.
    pub left: Points,
    /// Cells of the tokens that can take part in an action.
    pub lift: CellMask,
}

/// Input of the SUMOO interpreter besides the evidence.
pub(super) type TableView<'a> = super::game::TableView<'a, Match>;

impl Match {
    /// Begins a match in which no action has been made.
    #[must_use]
    pub const fn new(game: Game, coding: MagnetCoding) -> Self {
        let state = State {
            game,
            last: CellMask::EMPTY,
        };
        Self { state, coding }
    }

    /// Resumes a match from its stored state.
    #[must_use]
    pub const fn resume(state: State, coding: MagnetCoding) -> Self {
        Self { state, coding }
    }

    /// Returns the present state of the match.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Replaces the state of the match by an earlier, later or corrected one.
    pub(super) const fn adopt(&mut self, state: State) {
        self.state = state;
    }

    /// Returns the game as the rules know it, without the table.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.state.game
    }

    /// Returns the properties of a token that the sensors can distinguish.
    #[must_use]
    pub const fn coding(&self) -> MagnetCoding {
        self.coding
    }

    /// True if the match has ended.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        !matches!(self.state.game.phase(), GamePhase::Turn { .. })
    }

    /// Applies actions, the end of a turn or a draw, and returns the rulings.
    ///
    /// # Errors
    /// [`Refusal`] with the clause that forbids it; the match is then unchanged.
    pub fn apply(&mut self, turn_action: TurnAction) -> Result<ruling::Rulings, Refusal> {
        let mut game = self.state.game;
        let mut rulings = ruling::Rulings::new();
        match turn_action {
            TurnAction::Acts(acts) => {
                for action in acts.iter() {
                    let effect = game.apply(action)?;
                    ruling::rulings_for(&mut rulings, &action, &effect);
                }
            }
            TurnAction::EndTurn => game.end_turn()?,
            TurnAction::AgreeDraw => game.agree_draw()?,
        }
        ruling::end_ruling(&mut rulings, turn_action, &game);
        let last = match turn_action {
            TurnAction::Acts(_) => {
                cell_mapping::differences(self.state.game.position(), game.position())
            }
            TurnAction::EndTurn | TurnAction::AgreeDraw => self.state.last,
        };
        self.state = State { game, last };
        Ok(rulings)
    }

    /// Checks whether [`Match::apply`] would accept an action, without applying it.
    ///
    /// # Errors
    /// [`Refusal`] that `apply` would return.
    pub fn permits(&self, turn_action: TurnAction) -> Result<(), Refusal> {
        let mut trial = *self;
        trial.apply(turn_action).map(|_| ())
    }

    /// Returns a hash of the state that is identical on every machine.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let game = self.game();
        let places = game.position().setup();
        let cells = crate::games::sumoo::Cell::all()
            .map(|cell| places.at(cell).map_or(0xff, |token| token.index() as u8));
        let phase = match game.phase() {
            GamePhase::Turn { colour, left } => [0, colour as u8, left.number()],
            GamePhase::Won(colour) => [1, colour as u8, 0],
            GamePhase::Drawn => [2, 0, 0],
        };
        let turns = game.turns_ended().to_le_bytes();
        fnv1a(FNV1A, cells.chain(phase).chain(turns))
    }
}
