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
pub mod chain_timing;
pub mod curtain;
pub mod dimensions;
pub mod grid;
pub mod hall;
pub mod length;
pub mod mounts;
pub mod output;
pub mod pins;
mod ring;
#[cfg(test)]
mod tests;
pub mod withdrawn;

use crate::closed_enum::closed_enum;
use curtain::Curtain;
pub use dimensions::Dimensions;
use hall::ScanPlan;
pub use length::Micrometres;
use pins::Pins;

closed_enum! {
    /// Board that a firmware image can run on; one image serves all three.
    ///
    /// Stored and sent as a number that a board keeps for ever: see
    /// [`withdrawn`].
    #[cfg_attr(
        feature = "serde",
        serde(into = "withdrawn::BoardNumber", try_from = "withdrawn::BoardNumber")
    )]
    enum BoardId {
        /// Full ring: two planes of beams, 68 analog channels.
        Ring = "ring",
        /// Grid board of 61 hexagonal cells.
        GridHex = "grid-hex",
        /// Grid board of 5 by 7 square cells.
        GridSquare = "grid-square",
    }
}

closed_enum! {
    /// One of the four push buttons on a board; `panel/buttons.md` lists their effects.
    enum Button {
        /// Button that confirms: gives the selected answer, begins the selected match, or
        /// allows the request of a host that needs a touch.
        Confirm = "confirm",
        /// Button that undoes the last step of the match, or refuses a host's request.
        Undo = "undo",
        /// Button that opens the menu and steps through its lines, through the answers to
        /// a question, or through the matches to begin.
        Mode = "mode",
        /// Button that starts a calibration if held long while no match runs, and like
        /// `Confirm` allows the request of a host that needs a touch.
        Calibrate = "calibrate",
    }
    map ByButton
    set Buttons
}

/// Wiring of a board: its sensors, LEDs and pins.
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
    /// GPIO number of every signal.
    pub pins: Pins,
}

impl Profile {
    /// Returns the profile of a board.
    ///
    /// ```
    /// use rules_core::board::{BoardId, Profile};
    ///
    /// let ring = Profile::of(BoardId::Ring);
    /// assert_eq!(ring.curtain.map(|curtain| curtain.beams()), Some(160));
    /// ```
    #[must_use]
    pub const fn of(name: BoardId) -> &'static Self {
        match name {
            BoardId::Ring => &ring::PROFILE,
            BoardId::GridHex => &grid::HEX,
            BoardId::GridSquare => &grid::SQUARE,
        }
    }
}
