//! Which parts of the curtain are not looked at, and how well each is.

use super::CurtainWatch;
use super::beams::{NONE, Raw, Words, bits_of, each, lane_mask, lane_of};
use super::rows::cut;
use crate::board::curtain::{Bit, Phase};
use crate::place::{Edge, Edges};
use crate::sensing::sensor::{Sensor, Trouble};

impl CurtainWatch {
    /// Looks away from everything that is masked or in trouble.
    pub(super) fn look_away(&mut self) {
        let mut off = self.health.troubled();
        let lanes = Edge::ALL
            .into_iter()
            .filter(|&lane| self.chains.trouble(lane).is_some())
            .fold(0, |bits, lane| bits | lane_mask(lane));
        for (off, by_hand) in off.iter_mut().zip(&self.by_hand) {
            *off |= by_hand | lanes;
        }
        for phase in Phase::ALL {
            if self.drivers.is_dead(phase) {
                let words = self.beams.of_phase(phase);
                off.iter_mut().zip(words).for_each(|(off, it)| *off |= it);
            }
        }
        self.beams.look_away(&off);
        self.is_blind_somewhere = self.beams.off() != &NONE;
        let gaps = self.gaps(&NONE);
        self.blindness.look_away(gaps);
        self.awake = true;
    }

    /// Light in the dark read hides what passes, for as long as it is there.
    pub(super) fn note_dazzle(&mut self, raw: &Raw) {
        if raw.blind != NONE {
            let gaps = self.gaps(&raw.blind);
            self.blindness.dazzle(gaps);
        }
    }

    /// The sides with a gap if these beams are not seen either.
    fn gaps(&self, more: &Words) -> Edges {
        let unseen: Words = core::array::from_fn(|n| self.beams.off()[n] | more[n]);
        let has_gap = |&edge: &Edge| {
            let (rows, _) = cut(&self.curtain, lane_of(&unseen, edge));
            self.blindness.is_gap(&rows)
        };
        Edge::ALL.into_iter().filter(has_gap).collect()
    }

    /// Masks a sensor by hand, or unmasks it. A whole lane or phase can be
    /// masked; what is no part of the curtain is not.
    pub fn mask(&mut self, sensor: Sensor, masked: bool) {
        let bits = bits_of(&self.curtain, |edge, bit| match sensor {
            Sensor::Lane(lane) => lane == edge,
            Sensor::Phase(phase) => self.curtain.phase(bit) == Some(phase),
            one => sensor_of(edge, bit) == Some(one),
        });
        for (all, word) in self.by_hand.iter_mut().zip(bits) {
            *all = match masked {
                true => *all | word,
                false => *all & !word,
            };
        }
        if let (false, Some(last)) = (masked, self.stream.last) {
            for (lane, _) in each(bits) {
                self.scene.begin(lane, last.saturating_add(1));
            }
        }
        self.look_away();
    }

    /// Sensors in trouble now; masked by hand is no trouble.
    pub fn troubles(&self) -> impl Iterator<Item = (Sensor, Trouble)> + '_ {
        let lanes = Edge::ALL.into_iter().filter_map(|lane| {
            let trouble = self.chains.trouble(lane)?;
            Some((Sensor::Lane(lane), trouble))
        });
        let phases = (Phase::ALL.into_iter())
            .filter(|&phase| self.drivers.is_dead(phase))
            .map(|phase| (Sensor::Phase(phase), Trouble::StuckDark));
        let kinds = [
            (self.health.stuck_dark, Trouble::StuckDark),
            (self.health.stuck_lit, Trouble::StuckLit),
            (self.health.blinded, Trouble::Blinded),
            (self.health.flaky, Trouble::Flaky),
        ];
        let beams = kinds.into_iter().flat_map(move |(words, trouble)| {
            each(words).filter_map(move |(lane, place)| {
                let bit = self.curtain.bit(lane, place)?;
                Some((sensor_of(lane, bit)?, trouble))
            })
        });
        let frames = (self.stream.gap).map(|_| (Sensor::CurtainFrames, Trouble::Lost));
        lanes.chain(phases).chain(beams).chain(frames)
    }

    /// How much a beam or guard has in hand: 255 if it has not strayed of late,
    /// less the more often it read dark with nothing near, or lit in the dark.
    /// `None` for what is no beam of this curtain.
    #[must_use]
    pub fn margin(&self, sensor: Sensor) -> Option<u8> {
        let edge = match sensor {
            Sensor::Beam(edge, ..) | Sensor::Guard(edge, _) => edge,
            _ => return None,
        };
        let wanted = |&place: &u8| {
            let bit = self.curtain.bit(edge, place);
            bit.and_then(|bit| sensor_of(edge, bit)) == Some(sensor)
        };
        let place = (0..self.curtain.bits).find(wanted)?;
        Some(self.health.margin(edge, place))
    }
}

/// The name of a beam or guard.
pub(super) const fn sensor_of(edge: Edge, bit: Bit) -> Option<Sensor> {
    match bit {
        Bit::Beam(plane, beam) => Some(Sensor::Beam(edge, plane, beam)),
        Bit::Guard(plane) => Some(Sensor::Guard(edge, plane)),
        Bit::Strap(_) => None,
    }
}
