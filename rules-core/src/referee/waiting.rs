//! "What are we waiting for?" as data: what people are asked, what is to be put
//! right on the table, what is held back until things rest, and what can come
//! next, each with what blocks it.

use super::game::Repair;
use crate::games::abalone::Player;
use crate::games::kabuto::Expectations;
use crate::games::sumoo::{Colour, Points};
use crate::lights::Cells;
use crate::place::Edges;
use crate::time::Instant;

/// What is waited for, most urgent first.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Waiting {
    /// The open question, by its number.
    pub question: Option<u16>,
    /// The next thing to put right on the table.
    pub repair: Option<Repair>,
    /// What keeps a push or a board from being at rest.
    pub unrest: Option<Unrest>,
    /// What can come next in the game.
    pub next: Next,
}

/// What can come next.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(
    clippy::large_enum_variant,
    reason = "made when asked for, and there is no heap"
)]
pub enum Next {
    /// A match is to begin.
    Begin,
    /// The match is over.
    Over,
    /// In Sakura Slam or Kabuto Sumo.
    Kabuto(Expectations),
    /// A move in Abalone.
    Abalone {
        /// By this player.
        player: Player,
        /// With some of these marbles; with none the player passes.
        lift: Cells,
    },
    /// Actions in SUMOO, or the end of the turn.
    Sumoo {
        /// By this player.
        colour: Colour,
        /// Points left to spend.
        left: Points,
        /// With some of these tokens.
        lift: Cells,
    },
}

/// What keeps a push or a board from being at rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Unrest {
    /// Something falls.
    Falling,
    /// Another push is under way.
    Push,
    /// A hand is in the gutter.
    Hand(Edges),
    /// Quiet until then makes it rest.
    Until(Instant),
    /// Somebody has to say so: it was taken back or left open before.
    Word,
}
