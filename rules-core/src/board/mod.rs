//! The boards there are, as data: what is wired where and what it looks at.
//!
//! One source for everybody: the firmware takes its pins and scan lists from
//! here, the virtual ring its beams and magnets' places, the wiring plan its
//! connectors. A [`Profile`] says how a board is *wired*; its [`Dimensions`]
//! come from the owner's board file. Nothing here knows a game.
//!
//! ```
//! use rules_core::board::hall::Role;
//! use rules_core::board::{Dimensions, Name, Profile};
//!
//! let grid = Profile::of(Name::GridSquare);
//! let cells = grid.hall.channels.iter().filter(|it| matches!(it.role(), Some(Role::Cell(_))));
//! assert_eq!(cells.count(), 35);
//! let middle = grid.mount(Role::Cell(17), &Dimensions::ASSUMED).ok_or("a cell has a sensor")?;
//! assert_eq!((middle.point.x, middle.point.y, middle.point.z), (0, 0, -5_000));
//! # Ok::<(), &str>(())
//! ```

pub mod curtain;
pub mod dimensions;
pub mod grid;
pub mod hall;
pub mod length;
pub mod mounts;
pub mod pins;
mod ring;
mod ring_lite;
#[cfg(test)]
mod tests;

use crate::closed::closed;
use curtain::Curtain;
pub use dimensions::Dimensions;
use hall::Scan;
pub use length::Micrometres;
use pins::Pins;

closed! {
    /// The boards one firmware serves.
    enum Name {
        /// The full ring: two planes of beams, 68 analog channels.
        Ring = "ring",
        /// The cheap ring: one plane of beams, 32 analog channels, no size class.
        RingLite = "ring-lite",
        /// 61 hexagonal cells.
        GridHex = "grid-hex",
        /// 5 by 7 square cells.
        GridSquare = "grid-square",
    }
}

closed! {
    /// A button on the board.
    enum Button {
        /// Yes; go on.
        Confirm = "confirm",
        /// Take back.
        Undo = "undo",
        /// Choose.
        Mode = "mode",
        /// Calibrate; also the physical touch that dangerous commands need.
        Calibrate = "calibrate",
    }
    map ByButton
    set Buttons
}

/// How a board is wired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Profile {
    /// Its name.
    pub name: Name,
    /// The light curtain around the ring; a grid board has none.
    pub curtain: Option<Curtain>,
    /// The analog channels and how they are scanned.
    pub hall: Scan,
    /// LEDs on the strip: in equal parts along the four sides of a ring,
    /// clockwise from the north-west corner; one under each cell of a grid.
    pub leds: u16,
    /// GPIO numbers.
    pub pins: Pins,
}

impl Profile {
    /// The profile of a board.
    ///
    /// ```
    /// use rules_core::board::{Name, Profile};
    ///
    /// let ring = Profile::of(Name::Ring);
    /// assert_eq!(ring.curtain.map(|curtain| curtain.beams()), Some(168));
    /// ```
    #[must_use]
    pub const fn of(name: Name) -> &'static Self {
        match name {
            Name::Ring => &ring::PROFILE,
            Name::RingLite => &ring_lite::PROFILE,
            Name::GridHex => &grid::HEX,
            Name::GridSquare => &grid::SQUARE,
        }
    }
}
