//! What a falling thing can be told apart as.
//!
//! Width separates the discs; a magnet separates discs from the pieces that
//! carry one. Whose sumo or which card's token it was is not in the light: the
//! referee knows who can be where.

use crate::closed::closed;

closed! {
    /// A kind of body that can leave the ring.
    enum Body {
        /// A small disc.
        Small = "small",
        /// A medium disc.
        Medium = "medium",
        /// A large disc.
        Large = "large",
        /// A special token: carries a small magnet.
        Token = "token",
        /// A sumo token: carries a big magnet.
        Sumo = "sumo",
        /// The pawn with the belt on it: carries a big magnet.
        Belt = "belt",
    }
    /// A value for every kind of body.
    map ByBody
    /// Some kinds of body.
    set Bodies
}

impl Body {
    /// Whether it carries a magnet.
    #[must_use]
    pub const fn is_magnetic(self) -> bool {
        match self {
            Self::Small | Self::Medium | Self::Large => false,
            Self::Token | Self::Sumo | Self::Belt => true,
        }
    }
}
