//! What a falling thing can be told apart as.
//!
//! Width separates the discs; a magnet separates discs from the pieces that
//! carry one. Whose sumo or which card's token it was is not in the light: the
//! referee knows who can be where.

use crate::board::{Dimensions, Micrometres};
use crate::closed::closed;
use crate::piece::Size;

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
    map ByBody
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

/// How wide each kind of body is, if the belt lies on a pawn of this size.
#[must_use]
pub fn widths(dimensions: &Dimensions, belt_on: Size) -> ByBody<Micrometres> {
    ByBody::from_fn(|body| match body {
        Body::Small => dimensions.diameters[Size::Small],
        Body::Medium => dimensions.diameters[Size::Medium],
        Body::Large => dimensions.diameters[Size::Large],
        Body::Token => dimensions.token,
        Body::Sumo => dimensions.sumo,
        Body::Belt => dimensions.diameters[belt_on],
    })
}
