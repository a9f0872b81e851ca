//! Analog channels: markers in the posts, the platform and its load, magnets that pass an
//! edge, pieces on a grid; and the health of all of them.
//!
//! | module | purpose |
//! |---|---|
//! | `filter`, `baseline`, `channel`, `channels` | each channel: smoothing, rest level, stillness |
//! | `post` | markers in the slots of a post |
//! | `dock`, `platform`, `push_estimate` | place of the platform; its load and the push; the pushed element |
//! | `edge` | magnets that pass an edge |
//! | `cells`, `magnet_scale` | pieces on a grid board |
//! | `reference`, `health`, `input`, `faults` | stuck channels, dead inputs, crosstalk, flaky sensors |
//! | `likelihood`, `wiring` | errors to certainty; roles to channels |
//! | `snapshot` | archiving for captures |
//!
//! Work is spread over scans. Every scan smooths all channels and tracks the docked
//! platform. The stillness of each channel is checked every eighth scan, and one channel
//! per scan is checked for drift and health. No reading is decided upon while the
//! dividers show that the multiplexer address may be wrong.

mod baseline;
mod cells;
mod channel;
mod channels;
mod dock;
mod edge;
mod faults;
mod filter;
mod health;
mod input;
pub(in crate::sensing) mod likelihood;
mod magnet_scale;
mod platform;
mod post;
mod push_estimate;
mod reference;
#[cfg(feature = "ring")]
mod snapshot;
#[cfg(test)]
mod tests;
mod wiring;

use super::calibration::Calibration;
use super::classifier::MagnetCue;
use super::frame::HallScan;
use super::observation::{EdgePoint, ObservationKind};
use super::sensor::{Sensor, SensorFault};
use crate::board::hall::Role;
use crate::board::{BoardId, Dimensions, Profile};
use crate::place::Posts;
use crate::time::{Instant, Span};
use cells::CellTracker;
use channels::Channels;
use dock::DockTracker;
use edge::EdgeRows;
use health::ChannelHealth;
pub use platform::PlatformMotion;
use platform::PlatformTracker;
use post::MarkerDecoder;
use reference::DividerCheck;
#[cfg(feature = "ring")]
pub use snapshot::ChannelSnapshot;
use wiring::Wiring;

/// Number of scans from one stillness check of a channel to the next.
const TICK: u8 = 8;

/// Time for which a reading must be still before a decision.
const DWELL: Span = Span::millis(50);

/// Time in which every channel is visited once for drift and health: not a multiple of a
/// period of the mains, 50 or 60 Hz.
const SWEEP: Span = Span::millis(54);

/// Tracker of the analog channels: turns scans into observations.
///
/// ```
/// use rules_core::board::{BoardId, Dimensions, Profile};
/// use rules_core::sensing::calibration::Calibration;
/// use rules_core::sensing::frame::HallScan;
/// use rules_core::sensing::hall::HallTracker;
///
/// let ring = Profile::of(BoardId::Ring);
/// let calibration = Calibration::nominal(ring);
/// let mut tracker = HallTracker::new(ring, &Dimensions::ASSUMED, &calibration);
/// let mut sums = [0; 96];
/// for (sum, rest) in sums.iter_mut().zip(&calibration.rests) {
///     *sum = rest.sum;
/// }
/// let mut reported = Vec::new();
/// let scan = HallScan { index: 0, sums, overrun: false };
/// tracker.step(&scan, &mut |at, kind| reported.push((at, kind)));
/// assert!(reported.is_empty(), "nothing is there");
/// ```
#[derive(Debug, Clone)]
pub struct HallTracker {
    profile: &'static Profile,
    dimensions: Dimensions,
    wiring: Wiring,
    channels: Channels,
    markers: MarkerDecoder,
    dock: DockTracker,
    platform: PlatformTracker,
    edges: EdgeRows,
    cells: CellTracker,
    references: DividerCheck,
    health: ChannelHealth,
    /// Channels without a fault at their last check, one bit per channel.
    sound: [u32; 3],
    /// Time of the last scan, which never runs backwards.
    now: Instant,
    /// Number of the last scan; `None` before the first.
    last: Option<u32>,
    /// True if scans were passed over on purpose before the next one.
    is_gap_expected: bool,
    /// Number of the scan within a round of [`TICK`] scans.
    phase: u8,
    /// Number of the scan within a sweep, and of the channel that is visited next.
    cursor: u16,
    /// Number of scans in a sweep, in which every channel is visited once.
    sweep: u16,
}

impl HallTracker {
    /// Returns the posts whose marker slots are being decoded, or wait for it.
    pub(in crate::sensing) fn decoding(&self) -> Posts {
        self.markers.busy()
    }

    /// True if crosstalk between channels is subtracted from readings.
    pub(in crate::sensing) fn has_crosstalk(&self) -> bool {
        self.health.has_crosstalk()
    }

    /// Announces that scans were passed over on purpose before the next one: that is no
    /// fault of the stream.
    pub(in crate::sensing) const fn expect_gap(&mut self) {
        self.is_gap_expected = true;
    }

    /// Suspends the checks that compare channels with each other, because not all
    /// channels are fed any more.
    pub(in crate::sensing) fn do_with_some_channels(&mut self) {
        self.health.is_partial = true;
    }

    /// Creates a tracker that takes every channel to be at its calibrated rest level: a
    /// magnet that is there at power-up is reported as if it had just come.
    #[must_use]
    pub fn new(
        profile: &'static Profile,
        dimensions: &Dimensions,
        calibration: &Calibration,
    ) -> Self {
        let mut tracker = Self::BLANK;
        tracker.begin_anew(profile, dimensions, calibration);
        tracker
    }

    /// Tracker of no channels, before [`HallTracker::begin_anew`].
    pub(in crate::sensing) const BLANK: Self = Self {
        profile: Profile::of(BoardId::Ring),
        dimensions: Dimensions::ASSUMED,
        wiring: Wiring::NONE,
        channels: Channels::BLANK,
        markers: MarkerDecoder::BLANK,
        dock: DockTracker::BLANK,
        platform: PlatformTracker::BLANK,
        edges: EdgeRows::NEW,
        cells: CellTracker::BLANK,
        references: DividerCheck::NEW,
        health: ChannelHealth::NEW,
        sound: [u32::MAX; 3],
        now: Instant::ZERO,
        last: None,
        is_gap_expected: false,
        phase: 0,
        cursor: 0,
        sweep: 0,
    };

    /// Becomes the tracker that [`HallTracker::new`] creates, in place.
    pub(in crate::sensing) fn begin_anew(
        &mut self,
        profile: &'static Profile,
        dimensions: &Dimensions,
        calibration: &Calibration,
    ) {
        let period = profile.hall.period().0.max(1);
        let dwell = DWELL.0.div_ceil(period * u32::from(TICK)).min(200) as u8;
        let channels = profile.hall.channels.len() as u32;
        self.profile = profile;
        self.dimensions = *dimensions;
        self.wiring = Wiring::from_profile(profile);
        self.channels.begin_anew(profile, calibration, dwell);
        self.markers = MarkerDecoder::new(calibration);
        self.dock = DockTracker::new(calibration);
        self.platform = PlatformTracker::new(dimensions, calibration);
        self.edges.begin_anew();
        self.cells = CellTracker::new(profile.name, calibration);
        self.references = DividerCheck::NEW;
        self.health = ChannelHealth::NEW;
        self.sound = [u32::MAX; 3];
        self.now = Instant::ZERO;
        self.last = None;
        self.is_gap_expected = false;
        self.phase = 0;
        self.cursor = 0;
        self.sweep = (SWEEP.0 / period)
            .max(channels + 1)
            .min(u32::from(u16::MAX)) as u16;
    }

    /// Processes a scan and calls `emit` with its observations, whose times never run
    /// backwards.
    pub fn step(&mut self, scan: &HallScan, emit: &mut impl FnMut(Instant, ObservationKind)) {
        let at = scan.at(&self.profile.hall);
        // A counter that starts over does not stop time.
        let now = match self.last {
            Some(_) if at <= self.now => self.now + self.profile.hall.period(),
            _ => at,
        };
        self.now = now;
        let emit = &mut |kind| emit(now, kind);
        let expected = self.last.map(|last| last.wrapping_add(1));
        let is_gap_expected = core::mem::take(&mut self.is_gap_expected);
        if expected.is_some_and(|expected| expected != scan.index) && !is_gap_expected {
            self.health.stream_fault(now, SensorFault::Lost, emit);
        }
        let again = self.last == Some(scan.index);
        let is_first = self.last.is_none();
        self.last = Some(scan.index);
        if scan.overrun {
            self.health.stream_fault(now, SensorFault::Overrun, emit);
        }
        if scan.overrun || again {
            return;
        }
        self.channels.update(&scan.sums);
        if is_first {
            self.channels.forget_power_up();
        }
        self.edges.step(now, &self.channels, &self.wiring);
        self.phase = (self.phase + 1) % TICK;
        if self.phase == 0 {
            self.check_references(emit);
            self.health.mend_stream(now, emit);
        }
        self.scan_changes(emit);
        self.visit(emit);
        if self.references.is_suspect {
            return;
        }
        let crosstalk = self.health.crosstalk;
        (self.markers).step(&mut self.channels, &self.wiring, crosstalk, emit);
        match self.dock.post() {
            Some(post) => (self.platform).step(now, &self.channels, &self.wiring, post, emit),
            None if self.platform.is_occupied() => self.platform.lift(emit),
            None => {}
        }
    }

    #[inline(never)]
    fn check_references(&mut self, emit: &mut impl FnMut(ObservationKind)) {
        let was = self.references.named;
        let bleeds = self.health.bleeds(&self.channels, &self.wiring);
        let changed = (self.references).check(&mut self.channels, &self.wiring, bleeds);
        if !changed {
            return;
        }
        let is = self.references.named;
        if let Some(was) = was {
            emit(ObservationKind::FaultCleared(
                Sensor::AddressLine(was.line()),
                SensorFault::LineStuck,
            ));
        }
        if let Some(is) = is {
            emit(ObservationKind::FaultRaised(
                Sensor::AddressLine(is.line()),
                SensorFault::LineStuck,
            ));
        }
        self.spread_wire_fault(emit);
    }

    /// Marks or unmarks the channels of a shared wire that failed or recovered, and
    /// updates the decisions that rest on them.
    #[cold]
    #[inline(never)]
    fn spread_wire_fault(&mut self, emit: &mut impl FnMut(ObservationKind)) {
        for channel in 0..self.channels.count() {
            (self.health).share_out(channel, &mut self.channels, self.references.named);
        }
        for channel in 0..self.channels.count() {
            self.follow_soundness(channel, emit);
        }
    }

    /// Looks for a new and still reading in the channels whose turn it is, an eighth of
    /// all, and decides upon it.
    fn scan_changes(&mut self, emit: &mut impl FnMut(ObservationKind)) {
        let crosstalk = self.health.crosstalk;
        // One edge per scan, because it takes long.
        let mut may_check_edge = true;
        for channel in (self.phase..self.channels.count()).step_by(usize::from(TICK)) {
            let role = self.role(channel);
            let away = match role {
                Some(Role::Edge(edge, n)) => self.edges.static_level(edge, n),
                _ => self.channels.away(channel),
            };
            self.channels
                .tick((channel, role), away, self.health.is_noisy);
            if self.references.is_suspect {
                continue;
            }
            match role {
                Some(Role::Slot(post, _)) => {
                    (self.markers).request_decode(&self.channels, &self.wiring, post, channel);
                }
                Some(Role::Dock(post, _)) => {
                    (self.dock).check_corner(&mut self.channels, &self.wiring, post, emit);
                }
                Some(Role::Cell(cell)) => {
                    let place = (cell, channel);
                    (self.cells).check_changed(
                        &mut self.channels,
                        &self.wiring,
                        place,
                        crosstalk,
                        emit,
                    );
                }
                Some(Role::Edge(edge, _))
                    if may_check_edge && self.channels.wants_decision(channel, away) =>
                {
                    may_check_edge = false;
                    let (channels, wiring) = (&mut self.channels, &self.wiring);
                    (self.dock).check_along_edge(
                        channels,
                        wiring,
                        &self.dimensions,
                        &self.edges,
                        edge,
                        emit,
                    );
                }
                _ => {}
            }
        }
    }

    /// Checks the next channel of the sweep for drift and health.
    fn visit(&mut self, emit: &mut impl FnMut(ObservationKind)) {
        let count = self.channels.count();
        if let Ok(channel) = u8::try_from(self.cursor)
            && channel < count
        {
            let role = self.role(channel);
            let before = self.before(channel);
            let leak = match role {
                Some(Role::Cell(cell)) => self.cells.leak(cell, &self.channels, &self.wiring),
                _ => 0,
            };
            (self.health).visit(
                channel,
                role,
                &mut self.channels,
                (before, leak),
                &self.references,
                emit,
            );
            self.follow_soundness(channel, emit);
            if let Some(Role::Cell(cell)) = role {
                self.visit_cell((cell, channel), emit);
            }
            if role.is_some_and(|role| self.may_follow(channel, role))
                && let Some(state) = self.channels.get_mut(channel)
            {
                state.follow();
            }
        } else if self.cursor == u16::from(count) {
            let board = (count, self.channels.has_cells());
            let changed = (self.health).evaluate_sweep(board, &self.references, emit);
            if changed {
                self.spread_wire_fault(emit);
            }
        }
        self.cursor += 1;
        if self.cursor >= self.sweep {
            self.cursor = 0;
        }
    }

    /// Decides again upon a cell that is in doubt, and reports whether it can be read.
    /// Nothing is decided while an address line may be stuck.
    fn visit_cell(&mut self, place: (u8, u8), emit: &mut impl FnMut(ObservationKind)) {
        if self.references.is_suspect {
            return;
        }
        let crosstalk = self.health.crosstalk;
        (self.cells).visit(&mut self.channels, &self.wiring, place, crosstalk, emit);
    }

    /// True if the rest level of a channel may follow drift: no magnet or piece is there,
    /// and no fault.
    fn may_follow(&self, channel: u8, role: Role) -> bool {
        let occupied = match role {
            Role::Slot(post, _) => self.markers.is_occupied(post),
            Role::Dock(post, _) | Role::Element(post, _) | Role::Optic(post, _) => {
                self.dock.post() == Some(post)
            }
            Role::Edge(edge, _) => self.dock.is_at_edge(edge),
            Role::Cell(cell) => self.cells.is_occupied(cell),
            Role::Quiet | Role::Divider => false,
        };
        let sound = self.channels.sound(Some(channel)).is_some();
        sound && !occupied && !self.references.is_suspect && self.health.may_follow(channel)
    }

    /// Returns the role of the channel read before this one on the same input, and by how
    /// many ADC steps it reads more; `None` if one of the two readings is out of range.
    fn before(&self, channel: u8) -> Option<(i16, Role)> {
        let before = self.role(self.channels.before(channel))?;
        Some((self.channels.apart(channel)?, before))
    }

    /// Withdraws the certainty of decisions that rest on a channel if it has failed, and
    /// repeats them if it works again.
    fn follow_soundness(&mut self, channel: u8, emit: &mut impl FnMut(ObservationKind)) {
        let (word, bit) = (usize::from(channel / 32), 1_u32 << (channel % 32));
        let is = !self.channels.is_faulty(Some(channel));
        let (Some(role), Some(word)) = (self.role(channel), self.sound.get_mut(word)) else {
            return;
        };
        if (*word & bit != 0) == is {
            return;
        }
        *word ^= bit;
        self.change_soundness(channel, role, is, emit);
    }

    /// Withdraws or repeats the decisions that rest on a channel that has failed or works
    /// again.
    #[cold]
    #[inline(never)]
    fn change_soundness(
        &mut self,
        channel: u8,
        role: Role,
        is: bool,
        emit: &mut impl FnMut(ObservationKind),
    ) {
        if let Some(state) = self.channels.get_mut(channel) {
            state.start_over();
        }
        match role {
            Role::Slot(post, slot) => {
                if !is {
                    self.markers.fail(post, slot, emit);
                }
                self.markers.invalidate(post);
            }
            Role::Dock(post, _) if !is => self.dock.fail(post, emit),
            Role::Cell(cell) if !is => self.cells.fail(cell, emit),
            _ => {}
        }
    }

    /// Returns the magnet that passed this point of an edge between two times. The
    /// history reaches back 400 ms.
    #[must_use]
    pub fn passing(&self, spot: EdgePoint, from: Instant, to: Instant) -> MagnetCue {
        if self.references.is_suspect {
            return MagnetCue::Unknown;
        }
        let time = (from, to);
        (self.edges).passed_magnet(&self.channels, &self.wiring, &self.dimensions, spot, time)
    }

    /// Returns the last motion of the element on the platform, and whether a push is
    /// under way.
    #[must_use]
    pub fn motion(&self) -> PlatformMotion {
        self.platform.motion()
    }

    fn role(&self, channel: u8) -> Option<Role> {
        let channel = self.profile.hall.channels.get(usize::from(channel));
        channel.and_then(|channel| channel.role())
    }
}
