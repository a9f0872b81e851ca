//! Fusion of all sensors of a board: frames in, observations out.

#[cfg(feature = "ring")]
use super::archive::Archive;
use super::calibration::Calibration;
use super::cause::CauseTracker;
use super::certainty::Certainty;
use super::classifier::{ShadowCue, costs, dwell_ratio};
use super::curtain::{CurtainEvent, CurtainFall, CurtainTracker};
use super::frame::{CurtainFrame, HallScan};
#[cfg(feature = "ring")]
use super::hall::ChannelSnapshot;
use super::hall::HallTracker;
use super::observation::{BodyCount, Fall, Observation, ObservationId, ObservationKind};
use super::sensor::{Sensor, SensorFault};
use crate::board::hall::{BANK, INPUTS, Role};
use crate::board::{Dimensions, Profile};
use crate::place::{Place, Posts};
use crate::time::{Instant, Span};

/// Sensing of a board: turns curtain frames and analog scans into observations.
///
/// The caller feeds both streams in the order in which the frames were taken. Only frames
/// and the calibration go in: the pieces that can be on the ring are the referee's
/// knowledge.
#[derive(Debug, Clone)]
pub struct Sensing {
    dimensions: Dimensions,
    curtain: Option<CurtainTracker>,
    hall: HallTracker,
    causes: CauseTracker,
    stamp: ReportStamp,
    /// Value of [`FallContext::motion_doubtful`] in a replay that does not have all
    /// channels; `None` outside a replay, where the sensors give the value.
    assumed_motion_doubt: Option<bool>,
}

/// State that the cause of a fall depends on besides the frames of the fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FallContext {
    /// Pushes, hands and bumps before the fall.
    pub causes: CauseTracker,
    /// True if faulty sensors could miss a push, so that the cause has no certainty.
    pub motion_doubtful: bool,
}

/// Time before a fall's first dark beam in which its magnet can be near the sensors along
/// the edge.
const BEFORE: Span = Span::millis(30);

impl Sensing {
    /// Creates the sensing of a board from its stored calibration. Rest levels are never
    /// learned from the first frames, because the table may be full of pieces then.
    #[must_use]
    pub fn new(
        profile: &'static Profile,
        dimensions: &Dimensions,
        calibration: &Calibration,
    ) -> Self {
        Self::after(profile, dimensions, calibration, ObservationId::NONE)
    }

    /// Creates the sensing for a session that has observations up to `last`; ids continue
    /// after that one.
    #[must_use]
    pub fn after(
        profile: &'static Profile,
        dimensions: &Dimensions,
        calibration: &Calibration,
        last: ObservationId,
    ) -> Self {
        let mut sensing = Self::BLANK;
        sensing.begin_anew(profile, dimensions, calibration, last);
        sensing
    }

    /// Sensing of no board, before [`Sensing::begin_anew`].
    pub(crate) const BLANK: Self = Self {
        dimensions: Dimensions::ASSUMED,
        curtain: None,
        hall: HallTracker::BLANK,
        causes: CauseTracker::NEW,
        stamp: ReportStamp {
            id: ObservationId::NONE,
            at: Instant::ZERO,
        },
        assumed_motion_doubt: None,
    };

    /// Becomes the sensing that [`Sensing::after`] creates, in place, because it is too
    /// large for the stack of a device.
    pub fn begin_anew(
        &mut self,
        profile: &'static Profile,
        dimensions: &Dimensions,
        calibration: &Calibration,
        last: ObservationId,
    ) {
        self.dimensions = *dimensions;
        self.curtain = None;
        if let Some(curtain) = &profile.curtain {
            // A constant is copied straight to its place, not over the stack.
            self.curtain = const { Some(CurtainTracker::BLANK) };
            if let Some(tracker) = &mut self.curtain {
                tracker.begin_anew(curtain, dimensions);
            }
        }
        self.hall.begin_anew(profile, dimensions, calibration);
        self.causes = CauseTracker::NEW;
        self.stamp = ReportStamp {
            id: last,
            at: Instant::ZERO,
        };
        self.assumed_motion_doubt = None;
    }

    /// Returns the id of the last observation.
    #[must_use]
    pub const fn last_id(&self) -> ObservationId {
        self.stamp.id
    }

    /// Returns the state besides the frames that an observation depends on.
    #[must_use]
    pub fn context_for(&self, kind: &ObservationKind) -> FallContext {
        // Expensive: as long as several frames on the RP2040.
        let doubt = || {
            self.assumed_motion_doubt
                .unwrap_or_else(|| is_motion_doubtful(&self.hall))
        };
        FallContext {
            causes: self.causes,
            motion_doubtful: matches!(kind, ObservationKind::Fell(_)) && doubt(),
        }
    }

    /// Returns the tracker of pushes, hands and bumps.
    #[must_use]
    pub const fn causes(&self) -> &CauseTracker {
        &self.causes
    }

    /// Sets the state besides the frames to a recorded one, for a replay that has only
    /// some channels.
    pub fn assume_context(&mut self, known: &FallContext) {
        self.causes = known.causes;
        self.assumed_motion_doubt = Some(known.motion_doubtful);
    }

    /// Returns the posts whose marker slots are being decoded, or wait for their turn.
    #[must_use]
    pub fn decoding(&self) -> Posts {
        self.hall.decoding()
    }

    /// True if readings of a channel are corrected by those of another, because of
    /// crosstalk.
    #[must_use]
    pub fn has_crosstalk(&self) -> bool {
        self.hall.has_crosstalk()
    }

    /// Suspends the checks that compare channels with each other, because a replay does
    /// not feed all channels.
    pub fn allow_missing_channels(&mut self) {
        self.hall.do_with_some_channels();
    }

    /// Saves or restores the state of the analog channels that does not follow from
    /// board, dimensions and calibration and does not belong to one channel.
    #[cfg(feature = "ring")]
    pub fn archive_hall(&mut self, archive: &mut impl Archive) {
        self.hall.archive(archive);
    }

    /// Saves or restores the state of the curtain that does not follow from board,
    /// dimensions and calibration, and the time of the last observation.
    #[cfg(feature = "ring")]
    pub fn archive_curtain(&mut self, archive: &mut impl Archive) {
        if let Some(curtain) = &mut self.curtain {
            curtain.archive(archive);
        }
        archive.archive(&mut self.stamp.at);
    }

    /// Saves or restores the state of one channel; called after [`Sensing::archive_hall`].
    #[cfg(feature = "ring")]
    pub fn archive_channel(&mut self, channel: u8, archive: &mut impl Archive) {
        self.hall.archive_channel(channel, archive);
    }

    /// True while the curtain needs every frame: a beam is dark or has just cleared, or a
    /// sensor is suspect.
    #[cfg(feature = "ring")]
    pub(crate) fn is_stirring(&self) -> bool {
        self.curtain.as_ref().is_some_and(CurtainTracker::is_awake)
    }

    /// Copies the present state of every analog channel into `memory`.
    #[cfg(feature = "ring")]
    pub(crate) fn remember_channels(&self, memory: &mut ChannelSnapshot) {
        self.hall.remember(memory);
    }

    /// Announces that frames and scans were passed over on purpose before the next ones,
    /// while nothing could fall: their gap is not reported as a fault.
    pub fn expect_gap(&mut self) {
        self.hall.expect_gap();
        if let Some(curtain) = &mut self.curtain {
            curtain.expect_gap();
        }
    }

    /// Processes a curtain frame and reports its observations.
    pub fn step_curtain(&mut self, frame: &CurtainFrame, emit: &mut impl FnMut(Observation)) {
        let mut fusion = Fusion {
            dimensions: &self.dimensions,
            hall: &self.hall,
            causes: &mut self.causes,
            stamp: &mut self.stamp,
            assumed_motion_doubt: self.assumed_motion_doubt,
        };
        if let Some(curtain) = &mut self.curtain {
            let falls_expected_until = fusion.causes.falls_expected_until();
            curtain.step(frame, falls_expected_until, &mut |at, event| {
                fusion.on_curtain_event(at, event, emit)
            });
        }
    }

    /// Processes an analog scan and reports its observations.
    pub fn step_hall(&mut self, scan: &HallScan, emit: &mut impl FnMut(Observation)) {
        let (causes, stamp) = (&mut self.causes, &mut self.stamp);
        self.hall.step(scan, &mut |at, kind| {
            match kind {
                ObservationKind::PushStarted(_) => causes.push_began(at),
                ObservationKind::Pushed(pushed) => causes.push_left(pushed.began, at),
                // Away from the docks no optics see the element: it may move.
                ObservationKind::Loaded(_)
                | ObservationKind::Docked {
                    place: Place::Along { .. },
                    ..
                } => causes.loaded(),
                ObservationKind::Unloaded | ObservationKind::Undocked => causes.unloaded(at),
                _ => {}
            }
            emit(stamp.observation(at, kind));
        });
    }

    /// Iterates over the faulty sensors, each with its fault.
    pub fn faults(&self) -> impl Iterator<Item = (Sensor, SensorFault)> {
        let curtain = self.curtain.iter().flat_map(CurtainTracker::faults);
        curtain.chain(self.hall.faults())
    }
}

/// Parts of [`Sensing`] that combine a curtain event with the Hall sensors and the push
/// state into an observation.
struct Fusion<'a> {
    dimensions: &'a Dimensions,
    hall: &'a HallTracker,
    causes: &'a mut CauseTracker,
    stamp: &'a mut ReportStamp,
    assumed_motion_doubt: Option<bool>,
}

impl Fusion<'_> {
    fn on_curtain_event(
        &mut self,
        at: Instant,
        event: CurtainEvent,
        emit: &mut impl FnMut(Observation),
    ) {
        let kind = match event {
            CurtainEvent::Falling(id, spot) => ObservationKind::Falling(id, spot),
            CurtainEvent::Passed(fall) => ObservationKind::Fell(self.complete_fall(at, fall)),
            CurtainEvent::NoFall(id, reason) => ObservationKind::NoFall(id, reason),
            CurtainEvent::Hand(spot) => {
                self.causes.hand(spot.edge);
                ObservationKind::Hand(spot)
            }
            CurtainEvent::HandGone(edge) => {
                self.causes.hand_gone(edge, at);
                ObservationKind::HandGone(edge)
            }
            CurtainEvent::Leaning(spot) => ObservationKind::Leaning(spot),
            CurtainEvent::Cleared(edge) => ObservationKind::Cleared(edge),
            CurtainEvent::Bump => {
                self.causes.bump(at);
                ObservationKind::Bump
            }
            CurtainEvent::FaultRaised(sensor, fault) => ObservationKind::FaultRaised(sensor, fault),
            CurtainEvent::FaultCleared(sensor, fault) => {
                ObservationKind::FaultCleared(sensor, fault)
            }
            CurtainEvent::CoverageLost(edge) => ObservationKind::CoverageLost(edge),
            CurtainEvent::CoverageRestored(edge) => ObservationKind::CoverageRestored(edge),
        };
        emit(self.stamp.observation(at, kind));
    }

    /// Completes the curtain's measurement with the magnet that passed, the costs and the
    /// cause.
    fn complete_fall(&self, at: Instant, measured: CurtainFall) -> Fall {
        let spot = measured.spot();
        let magnetism = self.hall.passing(spot, measured.onset - BEFORE, at);
        let is_one = measured.pattern.count == BodyCount::One;
        let drop = measured.drop_time().filter(|_| is_one);
        let shadow = ShadowCue {
            width: measured.width,
            doubt: measured.width_doubt,
            dwell_ratio: drop.and_then(|drop| dwell_ratio(measured.dark, drop)),
        };
        let mut cause = self.causes.classify(spot.edge, measured.onset);
        if self
            .assumed_motion_doubt
            .unwrap_or_else(|| is_motion_doubtful(self.hall))
        {
            cause.certainty = Certainty::NONE;
        }
        Fall {
            measured,
            magnet: magnetism.magnet(),
            costs: costs(shadow, magnetism, self.dimensions),
            cause,
        }
    }
}

/// True if faulty sensors could miss a push, so that the cause of a fall is uncertain.
/// Three bad channels behind one multiplexer, or its divider off level, may be a fault of
/// the multiplexer.
fn is_motion_doubtful(hall: &HallTracker) -> bool {
    if hall.is_well() {
        return false;
    }
    let mut behind = [0_u8; 2 * INPUTS];
    let mut doubtful = false;
    for (sensor, fault) in hall.faults() {
        match sensor {
            _ if fault == SensorFault::Weak => {}
            Sensor::Channel(_, Role::Optic(..) | Role::Dock(..) | Role::Divider)
            | Sensor::AddressLine(_)
            | Sensor::Input(_)
            | Sensor::HallScans => doubtful = true,
            Sensor::Channel(channel, _) => {
                let (address, input) =
                    (usize::from(channel) / INPUTS, usize::from(channel) % INPUTS);
                if let Some(count) = behind.get_mut(2 * input + usize::from(address >= BANK)) {
                    *count = count.saturating_add(1);
                }
            }
            _ => {}
        }
    }
    doubtful || behind.iter().any(|&count| count >= 3)
}

/// Id and time of the last observation.
#[derive(Debug, Clone, Copy, Default)]
struct ReportStamp {
    id: ObservationId,
    at: Instant,
}

impl ReportStamp {
    /// Creates the next observation: its id follows the last one, and its time is never
    /// earlier.
    fn observation(&mut self, at: Instant, kind: ObservationKind) -> Observation {
        *self = Self {
            id: self.id.next(),
            at: at.max(self.at),
        };
        Observation {
            id: self.id,
            at: self.at,
            kind,
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::{Calibration, CurtainFrame, HallScan, ObservationId, ObservationKind, Sensing};
    use crate::board::hall::MAX_CHANNELS;
    use crate::board::{BoardId, Dimensions, Profile};
    use std::format;
    use std::string::String;

    /// Returns all that a sensing contains, as text.
    fn contents(sensing: &Sensing) -> String {
        format!("{sensing:?}")
    }

    #[test]
    fn beginning_anew_leaves_nothing_of_before() {
        let dimensions = Dimensions::ASSUMED;
        for board in BoardId::ALL {
            let profile = Profile::of(board);
            let calibration = Calibration::nominal(profile);
            let last = ObservationId(7);
            let new = Sensing::after(profile, &dimensions, &calibration, last);
            let mut used = new.clone();
            for index in 0..2_000 {
                // Every beam flickers, every channel jumps, and some scans are lost.
                let dark = u32::MAX * (index / 3 % 2);
                let reads = [[dark; 6]; 5];
                used.step_curtain(&CurtainFrame { index, reads }, &mut |_| {});
                let scan = HallScan {
                    index: index + index / 100,
                    sums: [(index % 9 * 1_800) as u16; MAX_CHANNELS],
                    overrun: index % 50 == 7,
                };
                used.step_hall(&scan, &mut |_| {});
            }
            used.assume_context(&used.context_for(&ObservationKind::Bump));
            used.allow_missing_channels();
            assert_ne!(contents(&used), contents(&new), "{board}");
            used.begin_anew(profile, &dimensions, &calibration, last);
            assert_eq!(contents(&used), contents(&new), "{board}");
        }
    }

    #[test]
    fn all_that_is_seen_with_fits_into_24_kibibytes() {
        let size = size_of::<Sensing>();
        assert!(size <= 24 * 1024, "{size} bytes");
    }
}
