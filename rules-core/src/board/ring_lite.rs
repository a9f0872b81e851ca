//! Profile of the low-cost ring: one plane of beams at twice the pitch and both guards;
//! 32 analog channels. It counts falls and detects their side and approximate place;
//! sizes follow from the ledger or from a question.

use super::curtain::{ByPlane, Curtain};
use super::hall::{Channel, Role, ScanPlan, SensorPart, lay_out};
use super::pins::Pins;
use super::{BoardId, Micrometres, Profile};
use crate::place::{Edge, Post};
use crate::time::Span;

pub(super) const PROFILE: Profile = Profile {
    name: BoardId::RingLite,
    curtain: Some(Curtain {
        period: Span::micros(400),
        bits: 16,
        rows: ByPlane([10, 0]),
        depths: ByPlane([Micrometres::mm(10), Micrometres::mm(22)]),
        code_bits: 2,
        cable: Micrometres::mm(500),
        series: 47,
    }),
    hall: ScanPlan {
        channels: &CHANNELS,
    },
    leds: 32,
    pins: Pins::ALL,
};

/// Number of analog sensors: slots, docks, optics, edges, and one quiet sensor.
const SENSORS: usize = 16 + 4 + 4 + 4 + 1;

/// Analog channels of the low-cost ring: 11 multiplexer addresses.
static CHANNELS: [Channel; 33] = lay_out([0, 7, 8], &sensors());

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
        all[next] = Channel::Used(Role::Dock(post, 0), SensorPart::A2);
        all[next + 1] = Channel::Used(Role::Optic(post, 0), SensorPart::Reflective);
        all[next + 2] = Channel::Used(Role::Edge(edge, 0), SensorPart::A1);
        next += 3;
        corner += 1;
    }
    all[next] = Channel::Used(Role::Quiet, SensorPart::A1);
    all
}
