//! Mapping of marker colours to magnets: the markers of each colour carry a different
//! code.

use crate::games::kabuto::Terms;
use crate::player::{Colour, Side};
use crate::sensing::magnet::{Magnet, Polarity, Strength};

/// Returns the magnet of a colour's markers: two polarities, two strengths.
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

/// Returns the colour whose markers carry this code; `None` for a middle strength.
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
    Colour::ALL
        .into_iter()
        .find(|&colour| magnet_of(colour) == magnet)
}

/// Returns the side whose marker carries this magnet; `None` if no side plays with this
/// colour. A team may use the markers of either member.
#[must_use]
pub fn side_of(terms: &Terms, magnet: Magnet) -> Option<Side> {
    let seat = terms.seat_of(colour_of(magnet)?)?;
    Some(terms.side_of(seat))
}
