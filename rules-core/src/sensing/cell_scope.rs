//! Cells of a grid board that cannot be read while a sensor is faulty.
//!
//! The report of a fault names a sensor or a wire; people and the referee have to know
//! which cells it leaves unread. A cell whose own reading is the trouble is named as its
//! channel.

use super::sensor::{Sensor, SensorFault};
use crate::board::Profile;
use crate::board::cells::CellMask;
use crate::board::hall::{INPUTS, Role};

/// Returns the cells of a grid board that cannot be read while a sensor has a fault. A
/// stuck address line may concern every cell.
///
/// ```
/// use rules_core::board::hall::Role;
/// use rules_core::board::{BoardId, Profile};
/// use rules_core::sensing::cell_scope::unread_cells;
/// use rules_core::sensing::sensor::{Sensor, SensorFault};
///
/// let board = Profile::of(BoardId::GridHex);
/// let cell = Sensor::Channel(4, Role::Cell(3));
/// assert!(unread_cells((cell, SensorFault::Stuck), board).iter().eq([3]));
/// let input = unread_cells((Sensor::Input(0), SensorFault::Stuck), board);
/// assert_eq!(input.iter().count(), 21);
/// let corrected = unread_cells((Sensor::Input(0), SensorFault::Weak), board);
/// assert_eq!(corrected.iter().count(), 0, "crosstalk is subtracted");
/// ```
#[must_use]
pub fn unread_cells((sensor, fault): (Sensor, SensorFault), profile: &Profile) -> CellMask {
    let of_input = |input: u8| cells(profile, |channel| channel % INPUTS == usize::from(input));
    match (sensor, fault) {
        (Sensor::Channel(_, Role::Cell(cell)), _) => CellMask::EMPTY.with(cell),
        (Sensor::Channel(channel, Role::Divider), SensorFault::OffLevel) => {
            of_input(channel % INPUTS as u8)
        }
        (Sensor::Input(input), SensorFault::Stuck) => of_input(input),
        (Sensor::AddressLine(_), _) | (Sensor::HallScans, SensorFault::Stuck) => {
            cells(profile, |_| true)
        }
        _ => CellMask::EMPTY,
    }
}

/// Returns the cells whose channel number satisfies `is_of`.
fn cells(profile: &Profile, is_of: impl Fn(usize) -> bool) -> CellMask {
    let channels = profile.hall.channels.iter().enumerate();
    let cells = channels.filter_map(|(n, channel)| match channel.role() {
        Some(Role::Cell(cell)) if is_of(n) => Some(cell),
        _ => None,
    });
    cells.collect()
}
