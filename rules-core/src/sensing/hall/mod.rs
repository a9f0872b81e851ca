//! The analog channels: markers in the posts, the platform and what lies on it,
//! magnets that pass an edge, pieces on a grid; and the health of it all.
//!
//! | module | what it is |
//! |---|---|
//! | `filter`, `baseline`, `line`, `lines` | each channel: smoothed, its rest, still or not |
//! | `post` | which markers are in the slots of a post |
//! | `dock`, `platform`, `pushed` | where the platform lies; what is on it and how it leaves; what that was |
//! | `edge` | which magnet passed an edge |
//! | `cells` | pieces on a grid board |
//! | `reference`, `health`, `care` | stuck lines, dead inputs, crosstalk, flaky sensors; margins |
//! | `likelihood`, `wiring` | from errors to certainty; which channel does what |
//! | `memory` | what is kept as evidence |
//!
//! Work is spread over scans: every scan smooths all channels and watches the
//! docked platform; every eighth scan looks whether a channel is still; one
//! channel a scan is checked for drift and health. Nothing is decided while the
//! dividers say that the address may be wrong.

mod baseline;
mod care;
mod cells;
mod dock;
mod edge;
mod filter;
mod health;
pub(in crate::sensing) mod likelihood;
mod line;
mod lines;
#[cfg(feature = "ring")]
mod memory;
mod platform;
mod post;
mod pushed;
mod reference;
#[cfg(test)]
mod tests;
mod wiring;

use super::calibration::Calibration;
use super::frame::HallScan;
use super::identity::Magnetism;
use super::observation::{Spot, What};
use super::sensor::{Sensor, Trouble};
use crate::board::hall::{INPUTS, Role};
use crate::board::{Dimensions, Profile};
use crate::place::Posts;
use crate::time::{Instant, Span};
use care::Thresholds;
use cells::Cells;
use dock::Dock;
use edge::EdgeRows;
use health::Health;
use lines::Lines;
#[cfg(feature = "ring")]
pub use memory::ChannelMemory;
pub use platform::Motion;
use platform::Platform;
use post::Markers;
use reference::References;
use wiring::Wiring;

/// Scans from one look at a channel to the next.
const TICK: u8 = 8;

/// A reading that has been still for so long is decided upon.
const DWELL: Span = Span::millis(50);

/// Every channel is visited for drift and health once in this time: no multiple
/// of a period of the mains, 50 or 60 Hz.
const SWEEP: Span = Span::millis(54);

/// The watch over the analog channels.
///
/// ```
/// use rules_core::board::{Dimensions, Name, Profile};
/// use rules_core::sensing::calibration::Calibration;
/// use rules_core::sensing::frame::HallScan;
/// use rules_core::sensing::hall::HallWatch;
///
/// let ring = Profile::of(Name::Ring);
/// let calibration = Calibration::nominal(ring);
/// let mut watch = HallWatch::new(ring, &Dimensions::ASSUMED, &calibration);
/// let mut sums = [0; 96];
/// for (sum, rest) in sums.iter_mut().zip(&calibration.rests) {
///     *sum = rest.sum;
/// }
/// let mut said = Vec::new();
/// let scan = HallScan { index: 0, sums, overrun: false };
/// watch.step(&scan, &mut |at, what| said.push((at, what)));
/// assert!(said.is_empty(), "nothing is there");
/// ```
#[derive(Debug, Clone)]
pub struct HallWatch {
    profile: &'static Profile,
    dimensions: Dimensions,
    wiring: Wiring,
    lines: Lines,
    markers: Markers,
    dock: Dock,
    platform: Platform,
    edges: EdgeRows,
    cells: Cells,
    references: References,
    health: Health,
    thresholds: Thresholds,
    /// Channels that could be used when last looked at, a bit each.
    sound: [u32; 3],
    now: Instant,
    last: Option<u32>,
    phase: u8,
    cursor: u16,
    /// Scans of a sweep.
    sweep: u16,
}

impl HallWatch {
    /// The posts whose slots are being decoded, or wait for it.
    pub(in crate::sensing) fn decoding(&self) -> Posts {
        self.markers.busy()
    }

    /// Whether crosstalk between channels is taken off readings.
    pub(in crate::sensing) fn has_crosstalk(&self) -> bool {
        self.health.has_crosstalk()
    }

    /// Not all channels are fed any more.
    pub(in crate::sensing) fn do_with_some_channels(&mut self) {
        self.health.is_partial = true;
    }

    /// A watch that knows what every channel reads at rest, and has seen nothing
    /// yet: what is there at power-up is said as if it had just come.
    #[must_use]
    pub fn new(
        profile: &'static Profile,
        dimensions: &Dimensions,
        calibration: &Calibration,
    ) -> Self {
        let period = profile.hall.period().0.max(1);
        let dwell = DWELL.0.div_ceil(period * u32::from(TICK)).min(200) as u8;
        let channels = profile.hall.channels.len() as u32;
        let cells = Cells::new(profile.name, calibration);
        Self {
            profile,
            dimensions: *dimensions,
            wiring: Wiring::of(profile),
            lines: Lines::new(profile, calibration, dwell),
            markers: Markers::new(calibration),
            dock: Dock::new(calibration),
            platform: Platform::new(dimensions, calibration),
            edges: EdgeRows::new(),
            thresholds: Thresholds::new(calibration, &cells),
            cells,
            references: References::default(),
            health: Health::default(),
            sound: [u32::MAX; 3],
            now: Instant::ZERO,
            last: None,
            phase: 0,
            cursor: 0,
            sweep: (SWEEP.0 / period)
                .max(channels + 1)
                .min(u32::from(u16::MAX)) as u16,
        }
    }

    /// Takes a scan and says what it sees. Times never run backwards.
    pub fn step(&mut self, scan: &HallScan, say: &mut impl FnMut(Instant, What)) {
        let at = scan.at(&self.profile.hall);
        // A counter that starts over does not stop time.
        let now = match self.last {
            Some(_) if at <= self.now => self.now + self.profile.hall.period(),
            _ => at,
        };
        self.now = now;
        let say = &mut |what| say(now, what);
        let expected = self.last.map(|last| last.wrapping_add(1));
        if expected.is_some_and(|expected| expected != scan.index) {
            self.health.stream_fault(now, Trouble::Lost, say);
        }
        let again = self.last == Some(scan.index);
        self.last = Some(scan.index);
        if scan.overrun {
            self.health.stream_fault(now, Trouble::Overrun, say);
        }
        if scan.overrun || again {
            return;
        }
        self.lines.take(&scan.sums);
        self.edges.step(now, &self.lines, &self.wiring);
        self.phase = (self.phase + 1) % TICK;
        if self.phase == 0 {
            self.look_at_references(say);
            self.health.mend_stream(now, say);
        }
        self.look(say);
        self.visit(say);
        if self.references.is_suspect {
            return;
        }
        let crosstalk = self.health.crosstalk;
        (self.markers).step(&mut self.lines, &self.wiring, crosstalk, say);
        match self.dock.post() {
            Some(post) => (self.platform).step(now, &self.lines, &self.wiring, post, say),
            None if self.platform.is_occupied() => self.platform.lift(say),
            None => {}
        }
    }

    fn look_at_references(&mut self, say: &mut impl FnMut(What)) {
        let was = self.references.named;
        let bleeds = self.health.bleeds();
        let changed = (self.references).look(&mut self.lines, &self.wiring, bleeds);
        if !changed {
            return;
        }
        let is = self.references.named;
        if let Some(was) = was {
            say(What::Mended(
                Sensor::AddressLine(was.line()),
                Trouble::LineStuck,
            ));
        }
        if let Some(is) = is {
            say(What::Trouble(
                Sensor::AddressLine(is.line()),
                Trouble::LineStuck,
            ));
        }
        self.share_out(say);
    }

    /// Something is wrong with a wire that channels share, or no longer.
    fn share_out(&mut self, say: &mut impl FnMut(What)) {
        for channel in 0..self.lines.count() {
            (self.health).share_out(channel, &mut self.lines, self.references.named);
        }
        for channel in 0..self.lines.count() {
            self.follow_soundness(channel, say);
        }
    }

    /// Looks at the channels whose turn it is: still, and something new?
    fn look(&mut self, say: &mut impl FnMut(What)) {
        let crosstalk = self.health.crosstalk;
        // One edge a scan: it takes long.
        let mut may_look_along = true;
        for channel in (self.phase..self.lines.count()).step_by(usize::from(TICK)) {
            let role = self.role(channel);
            let away = match role {
                Some(Role::Edge(edge, n)) => self.edges.calm(edge, n),
                _ => self.lines.away(channel),
            };
            if let Some(line) = self.lines.line_mut(channel) {
                line.tick(away, self.health.is_noisy);
            }
            if self.references.is_suspect {
                continue;
            }
            match role {
                Some(Role::Slot(post, _)) => {
                    (self.markers).look(&self.lines, &self.wiring, post, channel);
                }
                Some(Role::Dock(post, _)) => {
                    (self.dock).look_at_corner(&mut self.lines, &self.wiring, post, say);
                }
                Some(Role::Cell(cell)) => {
                    let place = (cell, channel);
                    (self.cells).look(&mut self.lines, &self.wiring, place, crosstalk, say);
                }
                Some(Role::Edge(edge, _))
                    if may_look_along && self.lines.wants_decision(channel, away) =>
                {
                    may_look_along = false;
                    let (lines, wiring) = (&mut self.lines, &self.wiring);
                    (self.dock).look_along(lines, wiring, &self.dimensions, &self.edges, edge, say);
                }
                _ => {}
            }
        }
    }

    /// Visits one channel for drift and health.
    fn visit(&mut self, say: &mut impl FnMut(What)) {
        let count = self.lines.count();
        if let Ok(channel) = u8::try_from(self.cursor)
            && channel < count
        {
            let role = self.role(channel);
            let before = self.before(channel);
            (self.health).visit(
                channel,
                role,
                &mut self.lines,
                before,
                &self.references,
                say,
            );
            self.follow_soundness(channel, say);
            if role.is_some_and(|role| self.may_follow(channel, role))
                && let Some(line) = self.lines.line_mut(channel)
            {
                line.follow();
            }
        } else if self.cursor == u16::from(count) {
            let changed = (self.health).judge(count, &self.references, say);
            if changed {
                self.share_out(say);
            }
        }
        self.cursor += 1;
        if self.cursor >= self.sweep {
            self.cursor = 0;
        }
    }

    /// Rests follow drift only where nothing is, and nothing is wrong.
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
        let sound = self.lines.sound(Some(channel)).is_some();
        sound && !occupied && !self.references.is_suspect && self.health.may_follow(channel)
    }

    /// How far the channel read before this one on the same input is from it, in
    /// steps, and what that is.
    fn before(&self, channel: u8) -> Option<(i16, Role)> {
        let inputs = INPUTS as u8;
        let last = (self.lines.addresses() - 1) * inputs + channel % inputs;
        let before = channel.checked_sub(inputs).unwrap_or(last);
        // A sensor that sits at an end is no neighbour to be judged by.
        let read = |channel| {
            let filter = &self.lines.line(channel)?.filter;
            filter.is_possible().then(|| filter.level() >> 10)
        };
        let apart = read(before)? - read(channel)?;
        Some((apart.clamp(-4095, 4095) as i16, self.role(before)?))
    }

    /// What rests on a sensor that failed is asked; what rests on one that was
    /// mended is found out anew.
    fn follow_soundness(&mut self, channel: u8, say: &mut impl FnMut(What)) {
        let (word, bit) = (usize::from(channel / 32), 1_u32 << (channel % 32));
        let is = !self.lines.is_in_trouble(Some(channel));
        let (Some(role), Some(word)) = (self.role(channel), self.sound.get_mut(word)) else {
            return;
        };
        if (*word & bit != 0) == is {
            return;
        }
        *word ^= bit;
        if let Some(line) = self.lines.line_mut(channel) {
            line.start_over();
        }
        match role {
            Role::Slot(post, slot) => {
                if !is {
                    self.markers.fail(post, slot, say);
                }
                self.markers.doubt(post);
            }
            Role::Dock(post, _) if !is => self.dock.fail(post, say),
            Role::Cell(cell) if !is => self.cells.fail(cell, say),
            _ => {}
        }
    }

    /// The magnet that passed this spot in this time. Looks back 400 ms.
    #[must_use]
    pub fn passing(&self, spot: Spot, from: Instant, to: Instant) -> Magnetism {
        if self.references.is_suspect {
            return Magnetism::Unknown;
        }
        let time = (from, to);
        (self.edges).passing(&self.lines, &self.wiring, &self.dimensions, spot, time)
    }

    /// When the element on the platform last moved, and whether a push is under
    /// way.
    #[must_use]
    pub fn motion(&self) -> Motion {
        self.platform.motion()
    }

    fn role(&self, channel: u8) -> Option<Role> {
        let channel = self.profile.hall.channels.get(usize::from(channel));
        channel.and_then(|channel| channel.role())
    }
}
