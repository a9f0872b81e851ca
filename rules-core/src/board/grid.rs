//! Grid boards: a Hall sensor and an LED under every cell, no curtain.
//!
//! Cells are numbered as in the games: from the lowest row up, from left to right.

use super::hall::{Channel, Role, ScanPlan, SensorPart, lay_out};
use super::pins::Pins;
use super::{BoardId, Profile};

/// Number of cells of the hexagonal board.
pub const HEX_CELLS: usize = 61;

/// Number of cells of the 5 by 7 board.
pub const SQUARE_CELLS: usize = 35;

pub(super) const HEX: Profile = Profile {
    name: BoardId::GridHex,
    curtain: None,
    hall: ScanPlan {
        channels: &HEX_CHANNELS,
    },
    leds: HEX_CELLS as u16,
    pins: Pins::ALL,
};

pub(super) const SQUARE: Profile = Profile {
    name: BoardId::GridSquare,
    curtain: None,
    hall: ScanPlan {
        channels: &SQUARE_CHANNELS,
    },
    leds: SQUARE_CELLS as u16,
    pins: Pins::ALL,
};

/// Analog channels of the hexagonal board: 22 multiplexer addresses.
static HEX_CHANNELS: [Channel; 66] = lay_out([0, 15, 16], &cells::<HEX_CELLS>());

/// Analog channels of the 5 by 7 board: 13 multiplexer addresses.
static SQUARE_CHANNELS: [Channel; 39] = lay_out([0, 12, 11], &cells::<SQUARE_CELLS>());

const fn cells<const N: usize>() -> [Channel; N] {
    let mut all = [Channel::Spare; N];
    let mut cell = 0;
    while cell < N {
        all[cell] = Channel::Used(Role::Cell(cell as u8), SensorPart::A2);
        cell += 1;
    }
    all
}
