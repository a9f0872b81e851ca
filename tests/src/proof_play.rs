//! A board that keeps evidence while it is shown scenes, and has every piece of
//! evidence replayed at once.

use host_tools::virtual_ring::measure::watch::{Onlooker, Session};
use host_tools::virtual_ring::scene::Scene;
use host_tools::virtual_ring::sensors::{Fault, Noise, Sensors};
use host_tools::virtual_ring::space::View;
use rules_core::board::{Dimensions, Profile};
use rules_core::proof::{Evidence, Frame, Proofs};
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::identity::Prior;
use rules_core::sensing::observation::{Observation, What};
use std::collections::{BTreeMap, VecDeque};

/// Frames that are remembered to be compared.
const REMEMBERED: usize = 2_000;

/// So many frames later evidence is there, without anybody waiting for it.
const LATER: usize = 800;

/// What came of the evidence of one kind of observation.
#[derive(Debug, Clone, Default)]
pub struct Share {
    /// Replayed to the same.
    pub same: u32,
    /// Replayed to something else, or to nothing.
    pub other: u32,
    /// Began too late to show everything.
    pub cut: u32,
    /// Could not be judged by themselves, because of crosstalk.
    pub bled: u32,
    /// Bytes of each.
    pub bytes: Vec<u16>,
    /// Of which sensing's memory.
    pub memory: Vec<u16>,
}

/// A board with evidence.
#[derive(Debug)]
pub struct Witness {
    /// The evidence.
    pub proofs: Box<Proofs>,
    sensing: Sensing,
    calibration: Calibration,
    frames: VecDeque<Frame>,
    /// Frames so far.
    taken: usize,
    /// Records whose evidence is looked at later, and the frames up to each.
    later: VecDeque<(u32, Observation, usize)>,
    /// By kind of observation.
    pub shares: BTreeMap<&'static str, Share>,
    /// What was said and what the replay said, where they differ.
    pub differ: Vec<(Observation, Option<Observation>)>,
    /// The fewest of the last decisions that were there at any time, once there
    /// were many.
    pub fewest: usize,
    /// Records so far.
    pub seq: u32,
}

impl Witness {
    /// A board that has just been powered up.
    #[must_use]
    pub fn new(profile: &'static Profile, dimensions: &Dimensions) -> Self {
        let calibration = Calibration::nominal(profile);
        Self {
            proofs: Box::new(Proofs::new(profile, dimensions, &calibration)),
            sensing: Sensing::new(profile, dimensions, &calibration),
            calibration,
            frames: VecDeque::new(),
            taken: 0,
            later: VecDeque::new(),
            shares: BTreeMap::new(),
            differ: Vec::new(),
            fewest: usize::MAX,
            seq: 0,
        }
    }

    /// Takes a frame as a ring does.
    pub fn take(&mut self, frame: Frame) {
        let mut said = Vec::new();
        match &frame {
            Frame::Curtain(it) => {
                self.proofs.curtain(it, &mut self.sensing);
                self.sensing.curtain(it, &mut |it| said.push(it));
            }
            Frame::Hall(it) => {
                self.proofs.hall(it, &mut self.sensing);
                self.sensing.hall(it, &mut |it| said.push(it));
            }
        }
        self.taken += 1;
        self.frames.push_back(frame);
        if self.frames.len() > REMEMBERED {
            self.frames.pop_front();
        }
        for observation in &said {
            self.proofs.said(observation, &self.sensing);
            if self.proofs.decided(self.seq, observation) {
                // One is looked at at once, the next later.
                if self.seq.is_multiple_of(2) {
                    self.proofs.finish();
                    self.check(self.seq, observation, self.taken);
                } else {
                    let record = (self.seq, *observation, self.taken);
                    self.later.push_back(record);
                }
                self.seq += 1;
            }
        }
        while let Some(&(.., taken)) = self.later.front()
            && self.taken >= taken + LATER
        {
            self.check_later();
        }
        for observation in said {
            self.book(&observation);
        }
        if let Frame::Curtain(_) = frame {
            self.proofs.work_on(&mut self.sensing);
        }
    }

    /// The bytes of a record's evidence, read in pieces as they are sent.
    #[must_use]
    pub fn bytes(&self, seq: u32) -> Vec<u8> {
        let (mut all, mut piece) = (Vec::new(), [0; 48]);
        loop {
            match self.proofs.read(seq, all.len() as u16, &mut piece) {
                0 => return all,
                count => all.extend_from_slice(&piece[..count]),
            }
        }
    }

    /// Nothing comes any more: looks at all that is left.
    pub fn end(&mut self) {
        self.proofs.finish();
        while !self.later.is_empty() {
            self.check_later();
        }
    }

    fn check_later(&mut self) {
        if let Some((seq, observation, taken)) = self.later.pop_front() {
            self.check(seq, &observation, taken);
        }
    }

    /// Looks at the evidence of something that was said after so many frames.
    fn check(&mut self, seq: u32, observation: &Observation, taken: usize) {
        let bytes = self.bytes(seq);
        let evidence = Evidence::parse(&bytes).expect("evidence as it was written");
        self.check_frames(&evidence, taken);
        let replayed = evidence.replay(&self.calibration, &mut |_| {});
        let replayed = replayed.expect("the same calibration");
        let share = self.shares.entry(kind(&observation.what)).or_default();
        share.bytes.push(bytes.len() as u16);
        share.memory.push(evidence.memory() as u16);
        share.cut += u32::from(!evidence.header().whole);
        if !evidence.header().alone {
            share.bled += 1;
        } else if replayed == Some(*observation) {
            share.same += 1;
        } else {
            share.other += 1;
            self.differ.push((*observation, replayed));
        }
        let kept = self.proofs.list().count();
        if self.seq >= 24 {
            self.fewest = self.fewest.min(kept);
        }
    }

    /// The frames are the very ones that were given.
    fn check_frames(&self, evidence: &Evidence<'_>, taken: usize) {
        let frames: Vec<Frame> = evidence.frames().collect();
        let since = self.taken - taken;
        let given = self.frames.iter().rev().skip(since);
        let given = given.take(frames.len()).rev();
        let channels: Vec<usize> = evidence.channels().collect();
        for (frame, given) in frames.iter().zip(given) {
            match (frame, given) {
                (Frame::Curtain(one), Frame::Curtain(other)) => assert_eq!(one, other),
                (Frame::Hall(one), Frame::Hall(other)) => {
                    assert_eq!((one.index, one.overrun), (other.index, other.overrun));
                    for &channel in &channels {
                        assert_eq!(one.sums[channel], other.sums[channel], "{channel}");
                    }
                }
                _ => panic!("frames came in another order"),
            }
        }
    }

    /// A ledger of a kind: it changes with every fall.
    fn book(&mut self, observation: &Observation) {
        if let What::Fell(fall) = observation.what {
            let mut prior = Prior::ANYTHING;
            prior.on_ring[fall.identity.body] = 1 + fall.id.0 as u8 % 5;
            self.sensing.expect(prior);
        }
    }
}

impl Onlooker for Witness {
    fn curtain(&mut self, frame: &CurtainFrame, _: &View) {
        self.take(Frame::Curtain(*frame));
    }

    fn hall(&mut self, scan: &HallScan) {
        self.take(Frame::Hall(*scan));
    }
}

/// Shows scenes to a board of this seed.
#[must_use]
pub fn witness(
    profile: &'static Profile,
    noise: Noise,
    faults: &[Fault],
    seed: u64,
    scenes: impl Iterator<Item = Scene>,
) -> Witness {
    let dimensions = Dimensions::ASSUMED;
    let calibration = Calibration::nominal(profile);
    let sensors = Sensors::new(profile, &dimensions, noise, faults, seed);
    let sensing = Sensing::new(profile, &dimensions, &calibration);
    let mut session = Session::new(profile, sensors, sensing);
    let mut witness = Witness::new(profile, &dimensions);
    for scene in scenes {
        session.watch(scene, &mut witness);
    }
    witness.end();
    witness
}

/// A word for the kind.
#[must_use]
pub const fn kind(what: &What) -> &'static str {
    match what {
        What::Fell(_) => "fell",
        What::Marker { .. } => "marker",
        What::Docked { .. } => "docked",
        What::Lifted => "lifted",
        What::Loaded(_) => "loaded",
        What::Unloaded => "unloaded",
        What::PushStarted(_) => "push started",
        What::Pushed(_) => "pushed",
        What::Cell { .. } => "cell",
        _ => "else",
    }
}
