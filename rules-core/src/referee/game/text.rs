//! What is said of a game, in words.

use super::{Objection, Overrule, Repair, Ruled};
use crate::games::seen;
use core::fmt;

impl fmt::Display for Ruled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kabuto(ruling) => ruling.fmt(f),
            Self::Abalone(ruling) => ruling.fmt(f),
            Self::Sumoo(ruling) => ruling.fmt(f),
        }
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kabuto(refusal) => refusal.fmt(f),
            Self::Abalone(refusal) => refusal.fmt(f),
            Self::Sumoo(refusal) => refusal.fmt(f),
            Self::OtherGame => f.write_str("another game is played"),
        }
    }
}

impl fmt::Display for Overrule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsettle => f.write_str("not at rest yet"),
            Self::Kabuto(correction) => correction.fmt(f),
            Self::Abalone(correction) => correction.fmt(f),
            Self::Sumoo(correction) => correction.fmt(f),
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kabuto(repair) => repair.fmt(f),
            Self::Abalone(seen::Repair::Remove(cell)) => {
                write!(f, "take the marble off {cell}")
            }
            Self::Abalone(seen::Repair::Place(player, cell)) => {
                write!(f, "put a {player} marble on {cell}")
            }
            Self::Sumoo(repair) => repair.fmt(f),
        }
    }
}
