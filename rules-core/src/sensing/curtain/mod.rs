//! Light-curtain pipeline: raw frames to falls, hands and faults.
//!
//! | module | purpose |
//! |---|---|
//! | `beams` | raw words to debounced dark beams, 32 at a time |
//! | `chain`, `emitters`, `health`, `beam_records` | health of lanes, drivers and single beams |
//! | `rows`, `shadow_profile`, `plane_track`, `blob` | dark runs along a side, tracked over time in both planes |
//! | `fall` | transitions of a blob, as a pure function |
//! | `blob_tracker` | all blobs of all sides |
//! | `association`, `context`, `corner`, `measurement` | shadows to blobs; surroundings of a decision; one body at two sides; measurement of a fall |
//! | `masking`, `coverage` | masked beams, and the gaps they leave |
//! | `event` | events of the curtain |
//! | `stroke` | rod stroke: whether every beam goes dark when it is blocked |
//! | `width`, `bump`, `side_state`, `timing` | width of a body; bumps; state of a side; durations |
//!
//! A quiet frame costs one comparison of its thirty words. A faulty sensor is reported,
//! masked, and unmasked when it works again; a fall that it took part in is not *sound*.
//! This module does not know what a width means: see [`body`](super::body).

mod association;
mod beam_records;
mod beams;
mod blob;
mod blob_tracker;
mod bump;
mod chain;
mod context;
mod corner;
mod coverage;
mod emitters;
mod event;
mod fall;
mod health;
mod masking;
mod measurement;
mod plane_track;
mod rows;
mod shadow_profile;
mod side_state;
mod stroke;
#[cfg(test)]
mod tests;
mod timing;
mod width;

use super::cause::{AFTERMATH, LAST_FALL};
pub use super::fall::CurtainFall;
use super::frame::{CurtainFrame, WORDS, mask_of};
use super::sensor::{Sensor, SensorFault};
use crate::board::curtain::{ByPlane, ChainBit, Curtain, Plane};
use crate::board::{Dimensions, Micrometres, Profile};
use crate::place::{ByEdge, Edge};
#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;
use crate::time::{Instant, Span};
use beams::{BeamWords, Beams, NONE, each, lane_mask, lane_of};
use blob_tracker::{BlobTracker, TrackerOutput};
use chain::Chains;
use coverage::Coverage;
use emitters::EmitterDrivers;
pub use event::CurtainEvent;
use health::BeamHealth;
use masking::sensor_of;
use rows::{SideFrame, split_rows};
pub use stroke::RodStroke;

/// Number of frames from one sample of the masked beams to the next.
const SAMPLE: u32 = 8;

/// Tracker of the light curtain: turns frames into [`CurtainEvent`]s.
#[derive(Debug, Clone)]
pub struct CurtainTracker {
    curtain: Curtain,
    beams: Beams,
    chains: Chains,
    drivers: EmitterDrivers,
    health: BeamHealth,
    scene: BlobTracker,
    stream: FrameCounter,
    /// True while a changed beam, a blob, a hand, a leaning object, a gap or a suspect
    /// chain or emitter needs every frame; otherwise quiet frames are skipped.
    active: bool,
    /// True if a beam is masked.
    is_blind_somewhere: bool,
    /// True if frames were passed over on purpose before the next one.
    is_gap_expected: bool,
    /// Coverage of the sides: finds the gaps that masked beams leave.
    coverage: Coverage,
}

/// Record of the frame counter: the last frame, and the last gap.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct FrameCounter {
    /// Number of the last frame; `None` before the first.
    last: Option<u32>,
    /// Number of the first frame after the last gap; `None` once the stream works again.
    gap: Option<u32>,
}

impl FrameCounter {
    const NEW: Self = Self {
        last: None,
        gap: None,
    };
}

impl CurtainTracker {
    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub(in crate::sensing) fn archive(&mut self, archive: &mut impl Archive) {
        self.beams.archive(archive);
        self.chains.archive(archive);
        self.drivers.archive(archive);
        self.health.archive(archive);
        self.scene.archive(archive);
        archive.archive(&mut self.stream);
        archive.archive(&mut self.active);
        archive.archive(&mut self.is_blind_somewhere);
        self.coverage.archive(archive);
    }

    /// Creates the tracker of a board's curtain; `None` if the board has none.
    ///
    /// ```
    /// use rules_core::board::{BoardId, Dimensions, Profile};
    /// use rules_core::sensing::curtain::CurtainTracker;
    ///
    /// let tracker = |name| CurtainTracker::new(Profile::of(name), &Dimensions::ASSUMED);
    /// assert!(tracker(BoardId::Ring).is_some());
    /// assert!(tracker(BoardId::GridHex).is_none());
    /// ```
    #[must_use]
    pub fn new(profile: &Profile, dimensions: &Dimensions) -> Option<Self> {
        let mut tracker = Self::BLANK;
        tracker.begin_anew(&profile.curtain?, dimensions);
        Some(tracker)
    }

    /// Tracker of no beams, before [`CurtainTracker::begin_anew`].
    pub(in crate::sensing) const BLANK: Self = Self {
        curtain: Curtain {
            period: Span(0),
            bits: 0,
            rows: ByPlane([0; 2]),
            depths: ByPlane([Micrometres(0); 2]),
            cable: Micrometres(0),
            series: 0,
        },
        chains: Chains::BLANK,
        drivers: EmitterDrivers::BLANK,
        beams: Beams::BLANK,
        health: BeamHealth::NEW,
        scene: BlobTracker::BLANK,
        stream: FrameCounter::NEW,
        active: true,
        is_blind_somewhere: false,
        is_gap_expected: false,
        coverage: Coverage::BLANK,
    };

    /// Becomes the tracker of a curtain, in place.
    #[inline(never)]
    pub(in crate::sensing) fn begin_anew(&mut self, curtain: &Curtain, dimensions: &Dimensions) {
        self.curtain = *curtain;
        self.chains = Chains::new(curtain);
        self.beams = Beams::new(curtain);
        self.drivers = EmitterDrivers::new(&self.beams);
        self.health = BeamHealth::NEW;
        self.scene.begin_anew(curtain, dimensions);
        self.stream = FrameCounter::NEW;
        self.active = true;
        self.is_blind_somewhere = false;
        self.is_gap_expected = false;
        self.coverage = Coverage::new(curtain, dimensions);
    }

    /// True while every frame is processed: a beam is dark or has just cleared, or a
    /// sensor is suspect.
    #[cfg(feature = "ring")]
    pub(in crate::sensing) const fn is_awake(&self) -> bool {
        self.active
    }

    /// Processes a frame and calls `emit` with its events, in order. A frame that is not
    /// later than the last one is ignored. Up to `falls_expected_until`, because a push
    /// may be under way, fewer dark frames are enough to report that a body begins to
    /// fall.
    ///
    /// ```
    /// use rules_core::board::{BoardId, Dimensions, Profile};
    /// use rules_core::sensing::curtain::{CurtainEvent, CurtainTracker};
    /// use rules_core::sensing::frame::CurtainFrame;
    ///
    /// let ring = Profile::of(BoardId::Ring);
    /// let mut tracker = CurtainTracker::new(ring, &Dimensions::ASSUMED).ok_or("no curtain")?;
    /// let broken = |index| CurtainFrame { index, reads: [[u32::MAX; 6]; 5] };
    /// let (mut broken_chains, mut blind_sides) = (0, 0);
    /// for index in 0..3 {
    ///     tracker.step(&broken(index), None, &mut |_, event| match event {
    ///         CurtainEvent::FaultRaised(..) => broken_chains += 1,
    ///         CurtainEvent::CoverageLost(_) => blind_sides += 1,
    ///         _ => {}
    ///     });
    /// }
    /// assert_eq!((broken_chains, blind_sides), (4, 4), "each chain ends too early");
    /// assert_eq!(tracker.faults().count(), 4);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn step(
        &mut self,
        frame: &CurtainFrame,
        falls_expected_until: Option<Instant>,
        emit: &mut impl FnMut(Instant, CurtainEvent),
    ) {
        let at = frame.at(&self.curtain);
        self.scene.expecting = falls_expected_until.is_some_and(|until| at <= until);
        self.scene.calm_from = falls_expected_until.map(|until| until - AFTERMATH + LAST_FALL);
        self.process(frame, &mut |event| emit(at, event));
    }

    fn process(&mut self, frame: &CurtainFrame, emit: &mut dyn FnMut(CurtainEvent)) {
        let now = frame.index;
        let is_gap_expected = core::mem::take(&mut self.is_gap_expected);
        match self.stream.last {
            None => self.restart_sides(now),
            Some(last) if now <= last => {
                return;
            }
            Some(last) if now - last > 1 && is_gap_expected => self.resume(now),
            Some(last) if now - last > 1 => self.note_gap(last, now, emit),
            Some(_) => {}
        }
        self.stream.last = Some(now);

        let sampled = self.is_blind_somewhere && now.is_multiple_of(SAMPLE);
        let skipped = !self.active && !sampled;
        if skipped && self.beams.is_quiet(frame) && self.chains.are_well(frame) {
            if self.health.tick_quiet() {
                self.review_health(now, emit);
            }
            return;
        }
        self.process_active(frame, now, emit);
    }

    /// Processes a frame that is not quiet. Apart from [`Self::process`], so that the
    /// path of quiet frames is small enough to run from RAM.
    #[inline(never)]
    fn process_active(
        &mut self,
        frame: &CurtainFrame,
        now: u32,
        emit: &mut dyn FnMut(CurtainEvent),
    ) {
        let raw = self.beams.read(frame);
        self.note_ambient_light(&raw);
        let hold = self.check_chains_and_emitters(frame, &raw, now, emit);
        let stirred = self.beams.debounce(&raw, &hold);
        self.note_health(frame, &raw, &hold, now, emit);
        let is_busy = self.track_blobs(now, emit);
        self.coverage.report(emit);
        // A frame with a fall is busy enough; the next frame will do.
        if self.health.tick() && !is_busy {
            self.review_health(now, emit);
        }
        self.mend_stream(now, emit);
        self.active = stirred
            || self.scene.is_awake()
            || self.stream.gap.is_some()
            || self.drivers.are_worried()
            || self.chains.are_worried();
    }

    #[cold]
    #[inline(never)]
    fn restart_sides(&mut self, now: u32) {
        for edge in Edge::ALL {
            self.scene.restart_side(edge, now);
        }
    }

    /// Announces that frames were passed over on purpose before the next one, while nothing
    /// could fall: that is no fault of the stream.
    pub(in crate::sensing) const fn expect_gap(&mut self) {
        self.is_gap_expected = true;
    }

    /// Continues after frames that were passed over on purpose.
    #[cold]
    #[inline(never)]
    fn resume(&mut self, now: u32) {
        self.active = true;
        self.scene.gap(now);
    }

    #[cold]
    #[inline(never)]
    fn note_gap(&mut self, last: u32, now: u32, emit: &mut dyn FnMut(CurtainEvent)) {
        self.coverage.lose(now - last - 1);
        if self.stream.gap.is_none() {
            emit(CurtainEvent::FaultRaised(
                Sensor::CurtainFrames,
                SensorFault::Lost,
            ));
        }
        self.stream.gap = Some(now);
        self.active = true;
        self.scene.gap(now);
    }

    fn mend_stream(&mut self, now: u32, emit: &mut dyn FnMut(CurtainEvent)) {
        let well = self.scene.times().stream;
        if (self.stream.gap).is_some_and(|gap| now.wrapping_sub(gap) >= well) {
            self.stream.gap = None;
            emit(CurtainEvent::FaultCleared(
                Sensor::CurtainFrames,
                SensorFault::Lost,
            ));
        }
    }

    /// Checks the shift-register chains and emitter drivers; returns the beams whose
    /// reading does not count in this frame.
    #[inline(never)]
    fn check_chains_and_emitters(
        &mut self,
        frame: &CurtainFrame,
        raw: &beams::RawBeams,
        now: u32,
        emit: &mut dyn FnMut(CurtainEvent),
    ) -> BeamWords {
        let mut changed = None;
        let scene = &mut self.scene;
        let deaf = self.chains.check(frame, &mut |lane, change| {
            let sensor = Sensor::Lane(lane);
            match change {
                chain::LaneChange::Failed(fault) => {
                    emit(CurtainEvent::FaultRaised(sensor, fault));
                    scene.drop_side(lane, &mut |output| emit_output(output, emit));
                }
                chain::LaneChange::Recovered(fault) => {
                    emit(CurtainEvent::FaultCleared(sensor, fault));
                    scene.restart_side(lane, now);
                }
            }
            changed = Some(());
        });
        // Beams of a lane that is ignored do not show a dead driver.
        let mut heard = raw.dark;
        heard.iter_mut().for_each(|word| *word &= !deaf);
        let mut hold = self.drivers.check(&self.beams, &heard, &mut |phase| {
            emit(CurtainEvent::FaultRaised(
                Sensor::Phase(phase),
                SensorFault::StuckDark,
            ));
            changed = Some(());
        });
        hold.iter_mut().for_each(|word| *word |= deaf);
        if changed.is_some() {
            self.apply_mask();
        }
        hold
    }

    /// Counts the stray readings of a frame, and samples the masked beams every
    /// [`SAMPLE`] frames.
    #[inline(never)]
    fn note_health(
        &mut self,
        frame: &CurtainFrame,
        raw: &beams::RawBeams,
        hold: &BeamWords,
        now: u32,
        emit: &mut dyn FnMut(CurtainEvent),
    ) {
        let (mut alone, mut blind) = (isolated(&raw.dark), raw.blind);
        let mut unexplained = NONE;
        for (n, hold) in hold.iter().enumerate() {
            blind[n] &= !hold;
            alone[n] &= !hold;
            unexplained[n] = alone[n] & self.health.still()[n];
        }
        for (edge, place) in each(unexplained) {
            let bit = self.curtain.bit(edge, place);
            if bit.is_some_and(|bit| self.scene.explains(edge, bit)) {
                unexplained[usize::from(place / 8) % WORDS] &= !mask_of(edge, place);
            }
        }
        self.health.count_strays(&alone, &unexplained, &blind);
        if !self.is_blind_somewhere || !now.is_multiple_of(SAMPLE) {
            return;
        }
        let all = self.beams.read_all(frame);
        self.health.sample(&all.dark, &all.blind);
        let mut revived = None;
        self.drivers.sample(&self.beams, &all.dark, &mut |phase| {
            emit(CurtainEvent::FaultCleared(
                Sensor::Phase(phase),
                SensorFault::StuckDark,
            ));
            revived = Some(());
        });
        if revived.is_some() {
            self.restart_sides(now);
            self.apply_mask();
        }
    }

    /// Updates every side on which a beam is dark or a blob is tracked. Returns true if a
    /// fall was measured or reported.
    #[inline(never)]
    fn track_blobs(&mut self, now: u32, emit: &mut dyn FnMut(CurtainEvent)) -> bool {
        let mut stuck: heapless::Vec<(Edge, Plane, u8), { 2 * blob::MAX_BLOBS }> =
            heapless::Vec::new();
        let mut on_output = |output| match output {
            TrackerOutput::Event(event) => emit(event),
            TrackerOutput::Stuck(edge, plane, beam) => {
                // A beam that does not fit is reported when it is seen again.
                let _ = stuck.push((edge, plane, beam));
            }
        };
        let dark = self.beams.state.iter().fold(0, |all, word| all | word);
        let mut shown = ByEdge::<SideFrame>::default();
        let mut any = false;
        for edge in Edge::ALL {
            if dark & lane_mask(edge) == 0 && !self.scene.is_watched(edge) {
                continue;
            }
            any = true;
            shown[edge] = self.shown(edge);
            self.scene
                .update_side(edge, &mut shown[edge], now, &mut on_output);
        }
        let is_busy = any && self.scene.step(now, &shown, &mut on_output);
        for (edge, plane, beam) in stuck {
            self.set_stuck(edge, plane, beam, emit);
        }
        is_busy
    }

    fn shown(&self, edge: Edge) -> SideFrame {
        let cut = |words: &BeamWords| split_rows(&self.curtain, lane_of(words, edge));
        let dark = cut(&self.beams.state);
        let unseen = cut(self.beams.off());
        let solid = if self.scene.is_watched(edge) {
            cut(&self.beams.dark_three_frames)
        } else {
            ByPlane::default()
        };
        SideFrame {
            dark,
            solid,
            unseen,
        }
    }

    fn set_stuck(
        &mut self,
        edge: Edge,
        plane: Plane,
        beam: u8,
        emit: &mut dyn FnMut(CurtainEvent),
    ) {
        let bit = ChainBit::Beam(plane, beam);
        let place = (0..self.curtain.bits).find(|&at| self.curtain.bit(edge, at) == Some(bit));
        let (Some(place), Some(sensor)) = (place, sensor_of(edge, bit)) else {
            return;
        };
        if self.health.set_stuck(edge, place) {
            emit(CurtainEvent::FaultRaised(sensor, SensorFault::StuckDark));
        }
        self.apply_mask();
    }

    /// Reviews the health of the next word of beams at the end of a window of frames.
    #[inline(never)]
    fn review_health(&mut self, now: u32, emit: &mut dyn FnMut(CurtainEvent)) {
        let (curtain, scene) = (&self.curtain, &mut self.scene);
        let mut changed = None;
        let is_over = self.health.review(self.beams.all(), &mut |change| {
            let bit = curtain.bit(change.lane, change.place);
            let Some(sensor) = bit.and_then(|bit| sensor_of(change.lane, bit)) else {
                return;
            };
            changed = Some(());
            if change.began {
                emit(CurtainEvent::FaultRaised(sensor, change.fault));
            } else {
                scene.restart_side(change.lane, now);
                emit(CurtainEvent::FaultCleared(sensor, change.fault));
            }
        });
        if changed.is_some() {
            self.apply_mask();
        }
        if is_over {
            self.coverage.close(emit);
        }
    }
}

fn emit_output(output: TrackerOutput, emit: &mut dyn FnMut(CurtainEvent)) {
    if let TrackerOutput::Event(event) = output {
        emit(event);
    }
}

/// Returns the beams of a set whose neighbours in the chain are not in the set.
fn isolated(beams: &BeamWords) -> BeamWords {
    core::array::from_fn(|n| {
        let below = n.checked_sub(1).map_or(0, |n| beams[n]);
        let above = beams.get(n + 1).copied().unwrap_or(0);
        let neighbours = beams[n] << 4 | below >> 28 | beams[n] >> 4 | above << 28;
        beams[n] & !neighbours
    })
}
