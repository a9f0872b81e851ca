//! The full ring: 168 beams in two planes, 68 analog channels.

use super::curtain::{ByPlane, Curtain};
use super::hall::{Channel, Part, Role, Scan, lay_out};
use super::pins::Pins;
use super::{Micrometres, Name, Profile};
use crate::place::{Edge, Post};
use crate::time::Span;

pub(super) const PROFILE: Profile = Profile {
    name: Name::Ring,
    curtain: Some(Curtain {
        period: Span::micros(400),
        bits: 48,
        rows: ByPlane([20, 20]),
        depths: ByPlane([Micrometres::mm(10), Micrometres::mm(22)]),
        code_bits: 4,
    }),
    hall: Scan {
        channels: &CHANNELS,
    },
    leds: 64,
    pins: Pins::ALL,
};

/// Slots, docks, elements, optics, edges, and one quiet sensor.
const SENSORS: usize = 16 + 8 + 8 + 8 + 24 + 1;

/// 23 addresses.
static CHANNELS: [Channel; 69] = lay_out([0, 15, 16], &sensors());

const fn sensors() -> [Channel; SENSORS] {
    let mut all = [Channel::Spare; SENSORS];
    let mut next = 0;
    let mut corner = 0;
    while corner < 4 {
        let (post, edge) = (Post::ALL[corner], Edge::ALL[corner]);
        let mut n = 0;
        while n < 4 {
            all[next] = Channel::Used(Role::Slot(post, n), Part::A3);
            next += 1;
            n += 1;
        }
        n = 0;
        while n < 2 {
            all[next] = Channel::Used(Role::Dock(post, n), Part::A2);
            all[next + 1] = Channel::Used(Role::Element(post, n), Part::A2);
            all[next + 2] = Channel::Used(Role::Optic(post, n), Part::Reflective);
            next += 3;
            n += 1;
        }
        n = 0;
        while n < 6 {
            all[next] = Channel::Used(Role::Edge(edge, n), Part::A1);
            next += 1;
            n += 1;
        }
        corner += 1;
    }
    all[next] = Channel::Used(Role::Quiet, Part::A1);
    all
}
