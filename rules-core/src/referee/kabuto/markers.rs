//! Colours as magnets: each colour's markers carry their own code.

use crate::games::kabuto::Terms;
use crate::player::{Colour, Side};
use crate::sensing::magnet::{Magnet, Polarity, Strength};

/// The code of a colour's markers: two polarities, two strengths.
#[must_use]
pub const fn magnet_of(colour: Colour) -> Magnet {
    let (polarity, strength) = match colour {
        Colour::Red => (Polarity::Plus, Strength::Strong),
        Colour::Blue => (Polarity::Plus, Strength::Weak),
        Colour::Green => (Polarity::Minus, Strength::Weak),
        Colour::Yellow => (Polarity::Minus, Strength::Strong),
    };
    Magnet { polarity, strength }
}

/// The colour whose markers carry this code.
///
/// ```
/// use rules_core::player::Colour;
/// use rules_core::referee::kabuto::markers::{colour_of, magnet_of};
///
/// for colour in Colour::ALL {
///     assert_eq!(colour_of(magnet_of(colour)), Some(colour));
/// }
/// ```
#[must_use]
pub fn colour_of(magnet: Magnet) -> Option<Colour> {
    Colour::ALL.into_iter().find(|&it| magnet_of(it) == magnet)
}

/// The side whose marker it is. A team may use the markers of either member.
#[must_use]
pub fn side_of(terms: &Terms, magnet: Magnet) -> Option<Side> {
    let seat = terms.seat_of(colour_of(magnet)?)?;
    Some(terms.side_of(seat))
}
