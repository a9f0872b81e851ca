//! The games a session can hold, behind one set of names.
//!
//! Each game brings its own actions, rulings, refusals and corrections; the
//! session folds them without looking inside. A further game is a further
//! variant of each of these, and a folder beside `kabuto/` for its flow.
//!
//! `play` goes on with a game, `seats` says who plays and who has won, `text`
//! writes it all down.

mod play;
mod seats;
mod text;

use super::grid::Telling;
use super::kabuto::correction::Correction;
use super::kabuto::repair;
use super::{abalone, sumoo};
use crate::games::Refusal;
use crate::games::abalone::{DrawRules, Fault, Move, Reason};
use crate::games::kabuto;
use crate::games::kabuto::terms::{House, League};
use crate::games::sumoo::Refusal as SumooRefusal;
use crate::player::{BySeat, Colour, Players};
use heapless::Vec;

/// A game in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "there is one of it, and no heap")]
pub enum Game {
    /// Sakura Slam or Kabuto Sumo.
    Kabuto(kabuto::Match),
    /// Abalone.
    Abalone(abalone::Match),
    /// SUMOO.
    Sumoo(sumoo::Match),
}

/// How a game stands, without what was agreed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Snapshot {
    /// Of Sakura Slam or Kabuto Sumo.
    Kabuto(kabuto::State),
    /// Of Abalone.
    Abalone(abalone::State),
    /// Of SUMOO.
    Sumoo(sumoo::State),
}

/// How a game begins or is taken up, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Opening {
    /// Sakura Slam or Kabuto Sumo. The cards come in records of their own.
    Kabuto {
        /// Which box.
        edition: kabuto::Edition,
        /// How many play.
        players: Players,
        /// With or without special moves.
        league: League,
        /// Switches of the house.
        house: House,
        /// Whose sumo has which colour.
        colours: BySeat<Colour>,
        /// How it stands.
        state: kabuto::State,
    },
    /// Abalone.
    Abalone {
        /// How it stands.
        state: abalone::State,
        /// When it is drawn.
        rules: DrawRules,
        /// How much the marbles tell the sensors.
        telling: Telling,
        /// The positions before.
        recent: abalone::Recent,
    },
    /// SUMOO.
    Sumoo {
        /// How it stands.
        state: sumoo::State,
        /// How much the tokens tell the sensors.
        telling: Telling,
    },
}

/// Something that happens in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Play {
    /// In Sakura Slam or Kabuto Sumo.
    Kabuto(kabuto::Action),
    /// A move in Abalone.
    Abalone(Move),
    /// In SUMOO.
    Sumoo(sumoo::Deed),
}

/// A ruling of any game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ruled {
    /// Of Sakura Slam or Kabuto Sumo.
    Kabuto(kabuto::Ruling),
    /// Of Abalone.
    Abalone(abalone::Ruling),
    /// Of SUMOO.
    Sumoo(sumoo::Ruling),
}

/// A refusal by any game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Objection {
    /// By Sakura Slam or Kabuto Sumo.
    Kabuto(kabuto::Refused),
    /// By Abalone.
    Abalone(Refusal<Reason>),
    /// By SUMOO.
    Sumoo(SumooRefusal),
    /// Another game is played.
    OtherGame,
}

/// What people correct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Overrule {
    /// The push that was taken to rest had not come to rest.
    Unsettle,
    /// Something in Sakura Slam or Kabuto Sumo.
    Kabuto(Correction),
    /// Something in Abalone.
    Abalone(abalone::Correction),
    /// Something in SUMOO.
    Sumoo(sumoo::Correction),
}

/// One thing to do so that table and game agree again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Repair {
    /// In Sakura Slam or Kabuto Sumo.
    Kabuto(repair::Repair),
    /// In Abalone.
    Abalone(abalone::Repair),
    /// In SUMOO.
    Sumoo(sumoo::Repair),
}

/// Why a correction is no state of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Unsound {
    /// Another game is played.
    OtherGame,
    /// Nothing has come to rest just now.
    NothingSettled,
    /// The table does not tell which piece is which, or shows what no game can.
    Untold,
    /// Sakura Slam or Kabuto Sumo could not stand like that.
    Kabuto(kabuto::Unsound),
    /// Abalone could not.
    Abalone(Fault),
}

/// Rulings of one action.
pub type Rulings = Vec<Ruled, 48, u8>;
