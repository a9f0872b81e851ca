//! Profile of the full ring: 160 beams in two planes, 68 analog channels.

use super::curtain::{ByPlane, Curtain};
use super::hall::{Channel, Role, ScanPlan, SensorPart, lay_out};
use super::pins::Pins;
use super::{BoardId, Micrometres, Profile};
use crate::place::{Edge, Post};
use crate::time::Span;

pub(super) const PROFILE: Profile = Profile {
    name: BoardId::Ring,
    curtain: Some(Curtain {
        period: Span::micros(400),
        bits: 48,
        rows: ByPlane([20, 20]),
        depths: ByPlane([Micrometres::mm(10), Micrometres::mm(22)]),
        cable: Micrometres::mm(500),
        series: 47,
    }),
    hall: ScanPlan {
        channels: &CHANNELS,
    },
    leds: 64,
    pins: Pins::ALL,
};

/// Number of analog sensors: slots, docks, elements, optics, edges, and one quiet sensor.
const SENSORS: usize = 16 + 8 + 8 + 8 + 24 + 1;

/// Analog channels of the full ring: 23 multiplexer addresses.
static CHANNELS: [Channel; 69] = lay_out([0, 15, 16], &sensors());

const fn sensors() -> [Channel; SENSORS] {
    let mut all = [Channel::Spare; SENSORS];
    let mut next = 0;
    let mut corner = 0;
    while corner < 4 {
        let (post, edge) = (Post::ALL[corner], Edge::ALL[corner]);
        let mut n = 0;
        while n < 4 {
            all[next] = Channel::Used(Role::Slot(post, n), SensorPart::A3);
            next += 1;
            n += 1;
        }
        n = 0;
        while n < 2 {
            all[next] = Channel::Used(Role::Dock(post, n), SensorPart::A2);
            all[next + 1] = Channel::Used(Role::Element(post, n), SensorPart::A2);
            all[next + 2] = Channel::Used(Role::Optic(post, n), SensorPart::Reflective);
            next += 3;
            n += 1;
        }
        n = 0;
        while n < 6 {
            all[next] = Channel::Used(Role::Edge(edge, n), SensorPart::A1);
            next += 1;
            n += 1;
        }
        corner += 1;
    }
    all[next] = Channel::Used(Role::Quiet, SensorPart::A1);
    all
}
