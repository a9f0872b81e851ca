//! Index from roles to analog channels, built once from a profile.

use crate::board::Profile;
use crate::board::grid::HEX_CELLS;
use crate::board::hall::{Channel, INPUTS, MAX_CHANNELS, Role};
use crate::place::{ByEdge, ByPost};

/// Maximum number of Hall sensors along one edge.
pub(super) const MAX_ROW_SENSORS: usize = 6;

/// Channel numbers by role; `None` for a role that the board does not have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wiring {
    pub(super) slots: ByPost<[Option<u8>; 4]>,
    pub(super) docks: ByPost<[Option<u8>; 2]>,
    pub(super) elements: ByPost<[Option<u8>; 2]>,
    pub(super) optics: ByPost<[Option<u8>; 2]>,
    pub(super) edges: ByEdge<[Option<u8>; MAX_ROW_SENSORS]>,
    pub(super) cells: [Option<u8>; HEX_CELLS],
    pub(super) quiet: Option<u8>,
    /// Channel numbers of the dividers, by ADC input.
    pub(super) dividers: [Option<u8>; INPUTS],
}

impl Wiring {
    /// Wiring of a board without channels.
    pub(super) const NONE: Self = Self {
        slots: ByPost([[None; 4]; 4]),
        docks: ByPost([[None; 2]; 4]),
        elements: ByPost([[None; 2]; 4]),
        optics: ByPost([[None; 2]; 4]),
        edges: ByEdge([[None; MAX_ROW_SENSORS]; 4]),
        cells: [None; HEX_CELLS],
        quiet: None,
        dividers: [None; INPUTS],
    };

    pub(super) fn from_profile(profile: &Profile) -> Self {
        let mut wiring = Self::NONE;
        let channels = profile.hall.channels.iter().take(MAX_CHANNELS);
        for (number, channel) in (0_u8..).zip(channels) {
            let Channel::Used(role, _) = *channel else {
                continue;
            };
            let place = match role {
                Role::Slot(post, n) => wiring.slots[post].get_mut(usize::from(n)),
                Role::Dock(post, n) => wiring.docks[post].get_mut(usize::from(n)),
                Role::Element(post, n) => wiring.elements[post].get_mut(usize::from(n)),
                Role::Optic(post, n) => wiring.optics[post].get_mut(usize::from(n)),
                Role::Edge(edge, n) => wiring.edges[edge].get_mut(usize::from(n)),
                Role::Cell(n) => wiring.cells.get_mut(usize::from(n)),
                Role::Quiet => Some(&mut wiring.quiet),
                Role::Divider => wiring.dividers.get_mut(usize::from(number) % INPUTS),
            };
            if let Some(place) = place {
                *place = Some(number);
            }
        }
        wiring
    }
}
