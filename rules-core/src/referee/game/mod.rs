//! Enums over the games that a session can hold, with one variant per game.
//!
//! [`RefereedGame`] defines a refereed game. Session, journal and wire use the `Any...`
//! enums below without looking inside. The recipe "Add a game" in `CONTRIBUTING.md` lists
//! every place a new game touches.
//!
//! | file | concern |
//! |---|---|
//! | [`refereed`] | the traits a game implements |
//! | `dispatch` | from an `Any...` value to the game it holds: [`match_game!`](crate::match_game) |
//! | `play` | opening, applying, correcting, going back |
//! | `seats` | players, turn and winner |
//! | `text` | rulings, refusals, corrections and repairs as text |

mod dispatch;
mod play;
pub mod refereed;
mod seats;
mod text;

pub(in crate::referee) use dispatch::one_per_game;
pub use refereed::{GameAction, GameOpening, GamePart, RefereedGame, TableView};

use super::kabuto::KabutoOpening;
use super::kabuto::correction::Correction;
use super::kabuto::repair::KabutoRepair;
use super::{abalone, sumoo};
use crate::games::Refusal;
use crate::games::abalone::{Fault, Move, Reason};
use crate::games::kabuto;
use crate::games::sumoo::Refusal as SumooRefusal;
use heapless::Vec;

one_per_game! {
    /// Match of any game, running or over.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[allow(clippy::large_enum_variant, reason = "there is one of it, and no heap")]
    pub enum AnyGame {
        /// Match of Sakura Slam or Kabuto Sumo.
        Kabuto(kabuto::Match),
        /// Match of Abalone.
        Abalone(abalone::Match),
        /// Match of SUMOO.
        Sumoo(sumoo::Match),
    }
}

one_per_game! {
    /// State of a match, without its terms.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum GameSnapshot {
        /// State of Sakura Slam or Kabuto Sumo.
        Kabuto(kabuto::State),
        /// State of Abalone.
        Abalone(abalone::State),
        /// State of SUMOO.
        Sumoo(sumoo::State),
    }
}

one_per_game! {
    /// Stored form of a match that begins or is resumed.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum MatchOpening {
        /// Stored match of Sakura Slam or Kabuto Sumo. The cards are in separate records.
        Kabuto(KabutoOpening),
        /// Stored match of Abalone.
        Abalone(abalone::AbaloneOpening),
        /// Stored match of SUMOO.
        Sumoo(sumoo::SumooOpening),
    }
}

one_per_game! {
    /// Action of any game, which the rules permit or refuse.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum AnyAction {
        /// Action in Sakura Slam or Kabuto Sumo.
        Kabuto(kabuto::Action),
        /// Move in Abalone.
        Abalone(Move),
        /// Actions of a turn in SUMOO, or its end.
        Sumoo(sumoo::TurnAction),
    }
}

one_per_game! {
    /// Ruling of any game: a change and the clause it rests on.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum AnyRuling {
        /// Ruling of Sakura Slam or Kabuto Sumo.
        Kabuto(kabuto::Ruling),
        /// Ruling of Abalone.
        Abalone(abalone::Ruling),
        /// Ruling of SUMOO.
        Sumoo(sumoo::Ruling),
    }
}

one_per_game! {
    /// Refusal of an action by any game, with the clause.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum AnyRefusal {
        /// Refusal by Sakura Slam or Kabuto Sumo.
        Kabuto(kabuto::Refused),
        /// Refusal by Abalone.
        Abalone(Refusal<Reason>),
        /// Refusal by SUMOO.
        Sumoo(SumooRefusal),
        /// The action belongs to another game than the one that is played.
        OtherGame,
    }
}

one_per_game! {
    /// Correction by people at the table, in any game.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum AnyCorrection {
        /// The push that was judged to be at rest was not at rest yet.
        Unsettle,
        /// Correction of Sakura Slam or Kabuto Sumo.
        Kabuto(Correction),
        /// Correction of Abalone.
        Abalone(abalone::Correction),
        /// Correction of SUMOO.
        Sumoo(sumoo::Correction),
    }
}

one_per_game! {
    /// Instruction that brings table and match back together, in any game.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum AnyRepair {
        /// Repair in Sakura Slam or Kabuto Sumo.
        Kabuto(KabutoRepair),
        /// Repair in Abalone.
        Abalone(abalone::Repair),
        /// Repair in SUMOO.
        Sumoo(sumoo::Repair),
    }
}

/// Reason why a correction or a stored match is not a state of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CorrectionError {
    /// The correction belongs to another game than the one that is played.
    OtherGame,
    /// No push was judged to be at rest just before.
    NothingSettled,
    /// The table does not show which piece is which, or shows an impossible position.
    Untold,
    /// Sakura Slam or Kabuto Sumo cannot be in this state.
    Kabuto(kabuto::ResumeError),
    /// Abalone cannot be in this state.
    Abalone(Fault),
}

/// Rulings that follow from one action, in order; 48 at most.
pub type AnyRulings = Vec<AnyRuling, 48, u8>;
