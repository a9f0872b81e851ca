//! Text of rulings, refusals, corrections and repairs of any game.

use super::{AnyCorrection, AnyRefusal, AnyRepair, AnyRuling, CorrectionError};
use crate::match_game;
use core::fmt;

impl fmt::Display for AnyRuling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match_game!(Self, self, ruling => ruling.fmt(f))
    }
}

impl fmt::Display for AnyRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match_game!(
            Self, self, refusal => refusal.fmt(f),
            Self::OtherGame => f.write_str("another game is played"),
        )
    }
}

impl fmt::Display for AnyCorrection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match_game!(
            Self, self, correction => correction.fmt(f),
            Self::Unsettle => f.write_str("not at rest yet"),
        )
    }
}

impl fmt::Display for AnyRepair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match_game!(Self, self, repair => repair.fmt(f))
    }
}

impl fmt::Display for CorrectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherGame => f.write_str("another game is played"),
            Self::NothingSettled => f.write_str("nothing has come to rest just now"),
            Self::Untold => f.write_str(
                "the pieces on the table cannot be identified, or the position is impossible",
            ),
            Self::Kabuto(error) => error.fmt(f),
            Self::Abalone(fault) => fault.fmt(f),
        }
    }
}
