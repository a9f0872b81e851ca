//! Test rig of captures: a board that captures raw frames while scenes are played to it,
//! and replays every capture.

use rules_core::board::{Dimensions, Profile};
use rules_core::capture::{AnyFrame, Capture, CaptureBuffer};
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::observation::{Observation, ObservationKind};
use std::collections::{BTreeMap, VecDeque};
use virtual_ring::geometry::WorldView;
use virtual_ring::measure::scene_run::{BoardSession, FrameObserver};
use virtual_ring::scene::Scene;
use virtual_ring::sensors::{Fault, Noise, Sensors};

/// Number of frames that are kept for comparison with captures.
const REMEMBERED: usize = 2_000;

/// Number of frames after which a capture must be complete without an explicit
/// `finish`.
const LATER: usize = 800;

/// Replay results of the captures of one kind of observation.
#[derive(Debug, Clone, Default)]
pub struct ReplayShare {
    /// Number of captures that replayed to the same observation.
    pub same: u32,
    /// Number of captures that replayed to another observation, or to none.
    pub other: u32,
    /// Number of captures that began too late to show everything.
    pub cut: u32,
    /// Number of captures that cannot be judged alone, because a channel outside them
    /// leaked into theirs.
    pub bled: u32,
    /// Length of each capture, in bytes.
    pub bytes: Vec<u16>,
}

/// Board that captures raw frames around its observations.
#[derive(Debug)]
pub struct CaptureRig {
    /// Buffer with the captures of the board.
    pub proofs: Box<CaptureBuffer>,
    sensing: Sensing,
    calibration: Calibration,
    frames: VecDeque<AnyFrame>,
    /// Number of frames pushed so far.
    taken: usize,
    /// Records whose captures are checked later, each with the number of frames up to
    /// it.
    later: VecDeque<(u32, Observation, usize)>,
    /// Replay results by kind of observation.
    pub shares: BTreeMap<&'static str, ReplayShare>,
    /// Observations whose replay differs, each with the replayed one (`None` if there
    /// was none).
    pub differ: Vec<(Observation, Option<Observation>)>,
    /// Smallest number of captures that the board held at any time from the 24th record
    /// on.
    pub fewest: usize,
    /// Number of observations that a ruling can rest on and for which no capture was
    /// started.
    pub missing: u32,
    /// Number of records so far.
    pub seq: u32,
}

impl CaptureRig {
    /// Creates a board that has just been powered up.
    #[must_use]
    pub fn new(profile: &'static Profile, dimensions: &Dimensions) -> Self {
        let calibration = Calibration::nominal(profile);
        Self {
            proofs: Box::new(CaptureBuffer::new(profile, dimensions, &calibration)),
            sensing: Sensing::new(profile, dimensions, &calibration),
            calibration,
            frames: VecDeque::new(),
            taken: 0,
            later: VecDeque::new(),
            shares: BTreeMap::new(),
            differ: Vec::new(),
            fewest: usize::MAX,
            missing: 0,
            seq: 0,
        }
    }

    /// Processes a frame as a ring does.
    pub fn push(&mut self, frame: AnyFrame) {
        let mut said = Vec::new();
        match &frame {
            AnyFrame::Curtain(it) => {
                self.proofs.curtain(it, &mut self.sensing);
                self.sensing.step_curtain(it, &mut |it| said.push(it));
            }
            AnyFrame::Hall(it) => {
                self.proofs.hall(it, &mut self.sensing);
                self.sensing.step_hall(it, &mut |it| said.push(it));
            }
        }
        self.taken += 1;
        self.frames.push_back(frame);
        if self.frames.len() > REMEMBERED {
            self.frames.pop_front();
        }
        for observation in &said {
            self.proofs.on_observation(observation, &self.sensing);
            let is_kept = self
                .proofs
                .list()
                .any(|capture| capture.id == observation.id);
            self.missing += u32::from(!is_kept && is_captured(&observation.kind));
            if is_kept {
                self.proofs.link_to_line(self.seq, observation.id);
                // Every second capture is checked at once, the others later.
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
        if let AnyFrame::Curtain(_) = frame {
            self.proofs.work(&mut self.sensing);
        }
    }

    /// Returns the bytes of a record's capture, read in pieces as they are sent.
    #[must_use]
    pub fn bytes(&self, seq: u32) -> Vec<u8> {
        let (mut all, mut piece) = (Vec::new(), [0; 48]);
        let Some(id) = self.proofs.of_line(seq).map(|capture| capture.id) else {
            return all;
        };
        loop {
            match self.proofs.read(id, all.len() as u16, &mut piece) {
                0 => return all,
                count => all.extend_from_slice(&piece[..count]),
            }
        }
    }

    /// Finishes the captures and checks all that are still pending; no frame follows.
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

    /// Checks the capture of an observation that was reported after `taken` frames.
    fn check(&mut self, seq: u32, observation: &Observation, taken: usize) {
        let bytes = self.bytes(seq);
        let evidence = Capture::parse(&bytes).expect("evidence as it was written");
        self.check_frames(&evidence, taken);
        let replayed = evidence.replay(&self.calibration, &mut |_| {});
        let replayed = replayed.expect("the same calibration");
        let share = self.shares.entry(kind(&observation.kind)).or_default();
        share.bytes.push(bytes.len() as u16);
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

    /// Checks that the captured frames are the very ones that were pushed.
    fn check_frames(&self, evidence: &Capture<'_>, taken: usize) {
        let frames: Vec<AnyFrame> = evidence.frames().collect();
        let since = self.taken - taken;
        let given = self.frames.iter().rev().skip(since);
        let given = given.take(frames.len()).rev();
        let channels: Vec<usize> = evidence.channels().collect();
        for (frame, given) in frames.iter().zip(given) {
            match (frame, given) {
                (AnyFrame::Curtain(one), AnyFrame::Curtain(other)) => assert_eq!(one, other),
                (AnyFrame::Hall(one), AnyFrame::Hall(other)) => {
                    assert_eq!((one.index, one.overrun), (other.index, other.overrun));
                    for &channel in &channels {
                        assert_eq!(one.sums[channel], other.sums[channel], "{channel}");
                    }
                }
                _ => panic!("frames came in another order"),
            }
        }
    }
}

impl FrameObserver for CaptureRig {
    fn curtain(&mut self, frame: &CurtainFrame, _: &WorldView) {
        self.push(AnyFrame::Curtain(*frame));
    }

    fn hall(&mut self, scan: &HallScan) {
        self.push(AnyFrame::Hall(*scan));
    }
}

/// Plays scenes to a rig with the board of this seed.
#[must_use]
pub fn witness(
    profile: &'static Profile,
    noise: Noise,
    faults: &[Fault],
    seed: u64,
    scenes: impl Iterator<Item = Scene>,
) -> CaptureRig {
    let dimensions = Dimensions::ASSUMED;
    let calibration = Calibration::nominal(profile);
    let sensors = Sensors::new(profile, &dimensions, noise, faults, seed);
    let sensing = Sensing::new(profile, &dimensions, &calibration);
    let mut session = BoardSession::new(profile, sensors, sensing);
    let mut witness = CaptureRig::new(profile, &dimensions);
    for scene in scenes {
        session.watch(scene, &mut witness);
    }
    witness.end();
    witness
}

/// True if rulings rest on this kind of observation.
const fn is_captured(kind: &ObservationKind) -> bool {
    matches!(
        kind,
        ObservationKind::Fell(_)
            | ObservationKind::Marker { .. }
            | ObservationKind::Docked { .. }
            | ObservationKind::Pushed(_)
            | ObservationKind::Cell { .. }
    )
}

/// Returns a word for the kind of observation.
#[must_use]
pub const fn kind(what: &ObservationKind) -> &'static str {
    match what {
        ObservationKind::Fell(_) => "fell",
        ObservationKind::Marker { .. } => "marker",
        ObservationKind::Docked { .. } => "docked",
        ObservationKind::Undocked => "lifted",
        ObservationKind::Loaded(_) => "loaded",
        ObservationKind::Unloaded => "unloaded",
        ObservationKind::PushStarted(_) => "push started",
        ObservationKind::Pushed(_) => "pushed",
        ObservationKind::Cell { .. } => "cell",
        _ => "else",
    }
}
