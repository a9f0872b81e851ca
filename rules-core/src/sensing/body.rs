//! Classes of falling pieces that the sensors can tell apart.
//!
//! Width separates the discs; a magnet separates discs from the pieces that carry one.
//! The light does not show whose sumo or which card's token fell; only the referee knows
//! the pieces that can be there.

use crate::board::{Dimensions, Micrometres};
use crate::closed_enum::closed_enum;
use crate::piece::Size;

closed_enum! {
    /// Class of falling piece that the sensors can tell apart from the others.
    enum Body {
        /// A small disc, without a magnet.
        Small = "small",
        /// A medium disc, without a magnet.
        Medium = "medium",
        /// A large disc, without a magnet.
        Large = "large",
        /// A special token, with a small magnet.
        Token = "token",
        /// A sumo token, with a big magnet.
        Sumo = "sumo",
        /// The pawn with the belt on it, with a big magnet.
        Belt = "belt",
    }
    map ByBody
    set Bodies
}

impl Body {
    /// True if bodies of this class carry a magnet.
    #[must_use]
    pub const fn is_magnetic(self) -> bool {
        match self {
            Self::Small | Self::Medium | Self::Large => false,
            Self::Token | Self::Sumo | Self::Belt => true,
        }
    }
}

/// Returns the width of each class of body, for a belt that lies on a pawn of size
/// `belt_on`.
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
