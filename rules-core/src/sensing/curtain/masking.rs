//! Masking of faulty beams, and the list of faulty sensors.

use super::CurtainTracker;
use super::beams::{BeamWords, NONE, RawBeams, each, lane_mask, lane_of};
use super::rows::split_rows;
use crate::board::curtain::{ChainBit, EmitterPhase};
use crate::place::{Edge, Edges};
use crate::sensing::sensor::{Sensor, SensorFault};

impl CurtainTracker {
    /// Masks every beam that is faulty or depends on a faulty chain or emitter driver,
    /// and unmasks all others.
    pub(super) fn apply_mask(&mut self) {
        let mut off = self.health.faulty();
        let lanes = Edge::ALL
            .into_iter()
            .filter(|&lane| self.chains.fault(lane).is_some())
            .fold(0, |bits, lane| bits | lane_mask(lane));
        off.iter_mut().for_each(|word| *word |= lanes);
        for phase in EmitterPhase::ALL {
            if self.drivers.is_dead(phase) {
                let words = self.beams.of_phase(phase);
                off.iter_mut()
                    .zip(words)
                    .for_each(|(off, word)| *off |= word);
            }
        }
        self.beams.apply_mask(&off);
        self.is_blind_somewhere = self.beams.off() != &NONE;
        let gaps = self.gaps(&NONE);
        self.coverage.set_gaps(gaps);
        self.active = true;
    }

    /// Counts a frame for each side that ambient light blinds: light in the dark read
    /// hides a body that passes.
    pub(super) fn note_ambient_light(&mut self, raw: &RawBeams) {
        if raw.blind != NONE {
            let gaps = self.gaps(&raw.blind);
            self.coverage.mask_for_frame(gaps);
        }
    }

    /// Returns the sides that have a gap if the beams in `more` are not seen either.
    fn gaps(&self, more: &BeamWords) -> Edges {
        let unseen: BeamWords = core::array::from_fn(|n| self.beams.off()[n] | more[n]);
        let has_gap = |&edge: &Edge| {
            let rows = split_rows(&self.curtain, lane_of(&unseen, edge));
            self.coverage.is_gap(&rows)
        };
        Edge::ALL.into_iter().filter(has_gap).collect()
    }

    /// Iterates over the faulty sensors of the curtain, each with its fault.
    pub fn faults(&self) -> impl Iterator<Item = (Sensor, SensorFault)> + '_ {
        let lanes = Edge::ALL.into_iter().filter_map(|lane| {
            let fault = self.chains.fault(lane)?;
            Some((Sensor::Lane(lane), fault))
        });
        let phases = (EmitterPhase::ALL.into_iter())
            .filter(|&phase| self.drivers.is_dead(phase))
            .map(|phase| (Sensor::Phase(phase), SensorFault::StuckDark));
        let kinds = [
            (self.health.stuck_dark, SensorFault::StuckDark),
            (self.health.stuck_lit, SensorFault::StuckLit),
            (self.health.blinded, SensorFault::Blinded),
            (self.health.flaky, SensorFault::Flaky),
        ];
        let beams = kinds.into_iter().flat_map(move |(words, fault)| {
            each(words).filter_map(move |(lane, place)| {
                let bit = self.curtain.bit(lane, place)?;
                Some((sensor_of(lane, bit)?, fault))
            })
        });
        let frames = (self.stream.gap).map(|_| (Sensor::CurtainFrames, SensorFault::Lost));
        lanes.chain(phases).chain(beams).chain(frames)
    }
}

/// Returns the sensor name of a beam; `None` for a strap.
pub(super) const fn sensor_of(edge: Edge, bit: ChainBit) -> Option<Sensor> {
    match bit {
        ChainBit::Beam(plane, beam) => Some(Sensor::Beam(edge, plane, beam)),
        ChainBit::Strap(_) => None,
    }
}
