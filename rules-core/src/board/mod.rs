//! Board profiles as data: the wiring of each board and the place each sensor observes.
//!
//! The profiles are the only source of these facts: the firmware takes its pins and
//! scan lists from here, the virtual ring its beams and the places of its magnets, the
//! wiring plan its connectors. A [`Profile`] states how a board is *wired*; its
//! [`Dimensions`] come from the owner's board file. The module knows no game.
//!
//! ```
//! use rules_core::board::hall::Role;
//! use rules_core::board::{BoardId, Dimensions, Profile};
//!
//! let grid = Profile::of(BoardId::GridSquare);
//! let roles = grid.hall.channels.iter().filter_map(|channel| channel.role());
//! assert_eq!(roles.filter(|role| matches!(role, Role::Cell(_))).count(), 35);
//! let middle = grid.mount(Role::Cell(17), &Dimensions::ASSUMED).ok_or("a cell has a sensor")?;
//! assert_eq!((middle.point.x, middle.point.y, middle.point.z), (0, 0, -5_000));
//! # Ok::<(), &str>(())
//! ```

pub mod cell_layout;
pub mod cells;
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

use crate::closed_enum::closed_enum;
use curtain::Curtain;
pub use dimensions::Dimensions;
use hall::ScanPlan;
pub use length::Micrometres;
use pins::Pins;

closed_enum! {
    /// Boards that the one firmware image serves.
    enum BoardId {
        /// Full ring: two planes of beams, 68 analog channels.
        Ring = "ring",
        /// Low-cost ring: one plane of beams, 32 analog channels, no size class.
        RingLite = "ring-lite",
        /// Grid board of 61 hexagonal cells.
        GridHex = "grid-hex",
        /// Grid board of 5 by 7 square cells.
        GridSquare = "grid-square",
    }
}

closed_enum! {
    /// Button on the board.
    enum Button {
        /// Confirms or continues.
        Confirm = "confirm",
        /// Undoes the last step.
        Undo = "undo",
        /// Opens the menu and steps through its lines, the answers or the starts.
        Mode = "mode",
        /// Calibrates; also the touch that guarded commands of a host require.
        Calibrate = "calibrate",
    }
    map ByButton
    set Buttons
}

/// Wiring of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Profile {
    /// Board that the profile describes.
    pub name: BoardId,
    /// Light curtain around the ring; `None` for a grid board.
    pub curtain: Option<Curtain>,
    /// Analog channels in the order of their scan.
    pub hall: ScanPlan,
    /// Number of LEDs on the strip: in equal parts along the four sides of a ring,
    /// clockwise from the north-west corner; one under each cell of a grid.
    pub leds: u16,
    /// GPIO numbers.
    pub pins: Pins,
}

impl Profile {
    /// Returns the profile of a board.
    ///
    /// ```
    /// use rules_core::board::{BoardId, Profile};
    ///
    /// let ring = Profile::of(BoardId::Ring);
    /// assert_eq!(ring.curtain.map(|curtain| curtain.beams()), Some(168));
    /// ```
    #[must_use]
    pub const fn of(name: BoardId) -> &'static Self {
        match name {
            BoardId::Ring => &ring::PROFILE,
            BoardId::RingLite => &ring_lite::PROFILE,
            BoardId::GridHex => &grid::HEX,
            BoardId::GridSquare => &grid::SQUARE,
        }
    }
}
