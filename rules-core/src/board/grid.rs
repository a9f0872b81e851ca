//! The grid boards: a Hall sensor and an LED under every cell, no curtain.
//!
//! Cells are numbered as the games number them: from the lowest row up, from
//! left to right.

use super::hall::{Channel, Part, Role, Scan, lay_out};
use super::pins::Pins;
use super::{Name, Profile};

/// Cells of the hexagonal board.
pub const HEX_CELLS: usize = 61;

/// Cells of the 5 by 7 board.
pub const SQUARE_CELLS: usize = 35;

pub(super) const HEX: Profile = Profile {
    name: Name::GridHex,
    curtain: None,
    hall: Scan {
        channels: &HEX_CHANNELS,
    },
    leds: HEX_CELLS as u16,
    pins: Pins::ALL,
};

pub(super) const SQUARE: Profile = Profile {
    name: Name::GridSquare,
    curtain: None,
    hall: Scan {
        channels: &SQUARE_CHANNELS,
    },
    leds: SQUARE_CELLS as u16,
    pins: Pins::ALL,
};

/// 22 addresses.
static HEX_CHANNELS: [Channel; 66] = lay_out([0, 15, 16], &cells::<HEX_CELLS>());

/// 13 addresses.
static SQUARE_CHANNELS: [Channel; 39] = lay_out([0, 12, 11], &cells::<SQUARE_CELLS>());

const fn cells<const N: usize>() -> [Channel; N] {
    let mut all = [Channel::Spare; N];
    let mut cell = 0;
    while cell < N {
        all[cell] = Channel::Used(Role::Cell(cell as u8), Part::A2);
        cell += 1;
    }
    all
}
