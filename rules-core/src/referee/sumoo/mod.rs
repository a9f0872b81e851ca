//! SUMOO at a grid board: a game with what is judged of it, and its flow from
//! the board as seen.
//!
//! A turn is up to three actions, and nobody sees that a player has finished
//! early. So actions are judged whenever the board is settled; the turn ends
//! when its points are spent, when the opponent plays, or when somebody says so.
//!
//! | file | concern |
//! |---|---|
//! | [`deed`] | what can be judged |
//! | [`ruling`] | what is said of it |
//! | `sight` | tokens and magnets; the board as the game sees it |
//! | `consider` | from a board to a verdict |
//! | `attempt` | which action somebody tried that the rules forbid |
//! | [`correction`] | what people can put right in the game |
//! | `hints` | what lights show |

mod attempt;
mod consider;
pub mod correction;
pub mod deed;
mod hints;
pub mod ruling;
mod sight;

pub(super) use consider::{agrees, consider, due, evidence};
pub use correction::{Correction, shown};
pub use deed::{Acts, Deed};
pub use hints::{marks, movable};
pub use ruling::{Change, Ruling};
pub use sight::{magnet_of, observation};

use super::grid::Telling;
use super::kind::Policies;
use super::table::Table;
use crate::checksum::{FNV1A, fnv1a};
use crate::games::sumoo::{Game, Phase, Refusal};
use crate::lights::Cells;

/// One thing to do so that board and game agree again.
pub type Repair = crate::games::sumoo::observation::Repair;

/// A game of SUMOO at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    state: State,
    telling: Telling,
}

/// How a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State {
    /// The game.
    pub game: Game,
    /// Where the last actions took tokens from and to.
    pub last: Cells,
}

/// What the flow looks at.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) game: &'a Match,
    pub(super) table: &'a Table,
    pub(super) policies: &'a Policies,
    /// How it stood before the last actions, if nothing was judged since.
    pub(super) before: Option<&'a State>,
}

impl Match {
    /// A game at a table, of which nothing is known to have moved last.
    #[must_use]
    pub const fn new(game: Game, telling: Telling) -> Self {
        let state = State {
            game,
            last: Cells::EMPTY,
        };
        Self { state, telling }
    }

    /// A game taken up.
    #[must_use]
    pub const fn resume(state: State, telling: Telling) -> Self {
        Self { state, telling }
    }

    /// How it stands.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Goes on from an earlier or later moment of this game.
    pub(super) const fn adopt(&mut self, state: State) {
        self.state = state;
    }

    /// The game itself.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.state.game
    }

    /// How much the tokens tell the sensors.
    #[must_use]
    pub const fn telling(&self) -> Telling {
        self.telling
    }

    /// Whether it has ended.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        !matches!(self.state.game.phase(), Phase::Turn { .. })
    }

    /// Judges what was done.
    ///
    /// # Errors
    /// The clause that forbids it; the game is then unchanged.
    pub fn judge(&mut self, deed: Deed) -> Result<ruling::Rulings, Refusal> {
        let mut game = self.state.game;
        let mut rulings = ruling::Rulings::new();
        match deed {
            Deed::Acts(acts) => {
                for action in acts.iter() {
                    let effect = game.apply(action)?;
                    ruling::tell(&mut rulings, &action, &effect);
                }
            }
            Deed::EndTurn => game.end_turn()?,
            Deed::AgreeDraw => game.agree_draw()?,
        }
        ruling::tell_end(&mut rulings, deed, &game);
        let last = match deed {
            Deed::Acts(_) => sight::differences(self.state.game.position(), game.position()),
            Deed::EndTurn | Deed::AgreeDraw => self.state.last,
        };
        self.state = State { game, last };
        Ok(rulings)
    }

    /// Whether [`Match::judge`] would accept it.
    ///
    /// # Errors
    /// What it would say.
    pub fn permits(&self, deed: Deed) -> Result<(), Refusal> {
        let mut trial = *self;
        trial.judge(deed).map(|_| ())
    }

    /// The state's number, the same on every machine.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let game = self.game();
        let places = game.position().setup();
        let cells = crate::games::sumoo::Cell::all()
            .map(|cell| places.at(cell).map_or(0xff, |token| token.index() as u8));
        let phase = match game.phase() {
            Phase::Turn { colour, left } => [0, colour as u8, left.number()],
            Phase::Won(colour) => [1, colour as u8, 0],
            Phase::Drawn => [2, 0, 0],
        };
        let turns = game.turns_ended().to_le_bytes();
        fnv1a(FNV1A, cells.chain(phase).chain(turns))
    }
}
