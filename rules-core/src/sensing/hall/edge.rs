//! Rows of Hall sensors along the edges, which detect passing magnets.
//!
//! Each sensor's readings are kept as the least and the greatest of every 10 ms for the
//! last 400 ms. A passage is a swing away from the line between the readings before and
//! after it, so that a wrestler standing at the rim, or the platform, does not count, nor
//! one that is shoved along it: that is a step from one reading to the other. A swing from
//! the reading before that does not leave the line is a magnet that moved. All sensors read
//! magnetic hum of the mains at once, each with its own sign and gain: the reading of the
//! quiet reference is subtracted from each sensor with a factor that is learned
//! continuously. The hum that remains widens the threshold.

#[cfg(feature = "ring")]
mod snapshot;

#[cfg(feature = "ring")]
pub(super) use snapshot::EdgeSnapshot;

use super::channels::Channels;
use super::wiring::{MAX_ROW_SENSORS, Wiring};
use crate::board::{Dimensions, Micrometres};
use crate::place::{ByEdge, Edge};
use crate::sensing::certainty::Certainty;
use crate::sensing::classifier::MagnetCue;
use crate::sensing::magnet::Polarity;
use crate::sensing::observation::{EdgePoint, PassedMagnet};
use crate::time::{Instant, Span};

/// Duration of one block of a sensor's history: half a period of 50 Hz, so that each
/// block contains the extremes of the hum.
const BLOCK: Span = Span::millis(10);

/// Number of blocks in the history of a sensor: 400 ms.
const BLOCKS: usize = 40;

/// Number of blocks before a passage that show the reading without the magnet.
const BEFORE: usize = 3;

/// Number of blocks at the end of a passage that show the reading after it.
const AFTER: usize = 2;

/// Smallest swing of a reading that counts as a magnet, in ADC steps. Noise stays below
/// 8, a sumo's magnet halfway between two sensors makes 30, a token's 15 if it falls on
/// the far side of the disc it lay on.
const MIN_SWING: u16 = 12;

/// Threshold of a sensor above which noise and hum hide the faintest magnet, in ADC
/// steps.
const HIDES: u16 = 30;

/// Distance along the edge within which a sensor detects a falling magnet.
const REACH: Micrometres = Micrometres::mm(30);

/// Distance from the mean from which a reading is not hum, in ADC steps: the strongest
/// hum is 37.
const MAX_HUM: i16 = 80;

/// Binary logarithm of the number of scans in the mean for objects at rest at the edge:
/// 2^5 scans, 22 ms.
const STATIC_SMOOTHING: u32 = 5;

/// Number of blocks that cannot be used when a sensor drops out: the current one and the
/// next.
const SPOILT: u8 = 2;

/// Least and greatest reading of a block of the history, in ADC steps.
#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct MinMax {
    least: i16,
    greatest: i16,
}

impl MinMax {
    const NOTHING: Self = Self {
        least: i16::MAX,
        greatest: i16::MIN,
    };

    /// True if the block has a usable reading.
    fn is_whole(self) -> bool {
        self.least <= self.greatest
    }

    fn swing(self) -> u16 {
        self.greatest.max(self.least).abs_diff(self.least)
    }

    fn middle(self) -> i32 {
        (i32::from(self.least) + i32::from(self.greatest)) / 2
    }
}

/// State of one Hall sensor along an edge, with a history of `N` blocks.
#[derive(Debug, Clone, Copy)]
struct EdgeSensor<const N: usize = BLOCKS> {
    now: MinMax,
    blocks: [MinMax; N],
    /// Mean swing within a block without events, in 16ths of an ADC step.
    unrest: u16,
    /// Part of the quiet reference's hum that this sensor reads, in 1024ths.
    hum: i16,
    /// Heavily smoothed reading without hum, in 256ths of an ADC step: objects at rest.
    static_level: i32,
    /// Number of blocks that a dropout still spoils, the current one among them.
    spoilt: u8,
}

impl<const N: usize> EdgeSensor<N> {
    const NEW: Self = Self {
        now: MinMax::NOTHING,
        blocks: [MinMax {
            least: 0,
            greatest: 0,
        }; N],
        unrest: 16 * 4,
        hum: 0,
        static_level: 0,
        spoilt: 0,
    };
}

/// Rows of Hall sensors along all edges.
#[derive(Debug, Clone)]
pub(super) struct EdgeRows {
    rows: ByEdge<[EdgeSensor; MAX_ROW_SENSORS]>,
    /// Index of the next block in every history; the one before it is the youngest.
    next: usize,
    /// Number of blocks filled in every history.
    filled: usize,
    /// Time at which the current block began.
    since: Instant,
    /// Slow mean of the quiet reference, in 256ths of an ADC step.
    quiet: i32,
}

impl EdgeRows {
    /// Rows that have read nothing yet.
    pub(super) const NEW: Self = Self {
        rows: ByEdge([[EdgeSensor::NEW; MAX_ROW_SENSORS]; 4]),
        next: 0,
        filled: 0,
        since: Instant::ZERO,
        quiet: 0,
    };

    /// Forgets all readings, in place.
    #[inline(never)]
    pub(super) fn begin_anew(&mut self) {
        let Self {
            rows,
            next,
            filled,
            since,
            quiet,
        } = self;
        for row in rows.0.as_flattened_mut() {
            *row = EdgeSensor::NEW;
        }
        (*next, *filled, *since, *quiet) = (0, 0, Instant::ZERO, 0);
    }

    /// Adds the readings of a scan to the histories.
    #[inline(never)]
    pub(super) fn step(&mut self, now: Instant, channels: &Channels, wiring: &Wiring) {
        let felt = self.hum(channels, wiring);
        let over = now.since(self.since) >= BLOCK;
        for (wired, rows) in wiring.edges.0.iter().zip(&mut self.rows.0) {
            for (channel, row) in wired.iter().zip(rows) {
                let Some(channel) = *channel else { continue };
                let Some(state) = channels.get(channel) else {
                    continue;
                };
                if !state.filter.is_possible_now() {
                    row.spoilt = SPOILT;
                }
                let away = row.without_hum(state.away(), felt);
                row.static_level += ((i32::from(away) << 8) - row.static_level) >> STATIC_SMOOTHING;
                row.now.least = row.now.least.min(away);
                row.now.greatest = row.now.greatest.max(away);
                if over {
                    row.close(self.next);
                }
            }
        }
        if over {
            self.since = now;
            self.next = (self.next + 1) % BLOCKS;
            self.filled = (self.filled + 1).min(BLOCKS);
        }
    }

    /// Returns the reading that objects at rest before sensor `n` of an edge make, in ADC
    /// steps from rest.
    pub(super) fn static_level(&self, edge: Edge, n: u8) -> i16 {
        let row = self.rows[edge].get(usize::from(n));
        row.map_or(0, |row| (row.static_level >> 8) as i16)
    }

    /// Returns the distance of the quiet reference from its slow mean, in ADC steps: the
    /// hum of the mains.
    fn hum(&mut self, channels: &Channels, wiring: &Wiring) -> i16 {
        let Some(away) = channels.sound(wiring.quiet) else {
            return 0;
        };
        let away = i32::from(away) << 8;
        self.quiet += (away - self.quiet) >> 8;
        ((away - self.quiet) >> 8) as i16
    }

    /// Returns the magnet that passed this point of an edge between two times.
    pub(super) fn passed_magnet(
        &self,
        channels: &Channels,
        wiring: &Wiring,
        dimensions: &Dimensions,
        spot: EdgePoint,
        (from, to): (Instant, Instant),
    ) -> MagnetCue {
        let wired = &wiring.edges[spot.edge];
        let sensors = wired.iter().flatten().count();
        let mut best: Option<Swing> = None;
        let (mut drowned, mut moved) = (false, false);
        for (n, (channel, row)) in wired.iter().zip(&self.rows[spot.edge]).enumerate() {
            let Some(channel) = *channel else { continue };
            let along = along(dimensions, n, sensors);
            if along.apart(spot.along) > REACH {
                continue;
            }
            if channels.sound(Some(channel)).is_none() {
                return MagnetCue::Unknown;
            }
            let Some(swing) = self.swing(row, from, to) else {
                return MagnetCue::Unknown;
            };
            drowned |= swing.threshold > HIDES;
            moved |= swing.moved > swing.threshold;
            if best.is_none_or(|best| swing.odds() > best.odds()) {
                best = Some(swing);
            }
        }
        match best {
            Some(swing) if swing.peak() > swing.threshold => MagnetCue::Seen(swing.passed_magnet()),
            Some(_) if moved => MagnetCue::Moved,
            Some(_) if !drowned => MagnetCue::None,
            _ => MagnetCue::Unknown,
        }
    }

    /// Returns the swing of a sensor between two times; `None` if it dropped out.
    fn swing(&self, row: &EdgeSensor, from: Instant, to: Instant) -> Option<Swing> {
        // Blocks back from the current one, which is number 0.
        let back = |at: Instant| {
            let before = self.since.since(at).0;
            let block = if at >= self.since {
                0
            } else {
                before.div_ceil(BLOCK.0)
            };
            usize::try_from(block).unwrap_or(BLOCKS).min(self.filled)
        };
        let (oldest, youngest) = (back(from), back(to));
        let block = |n: usize| match n {
            0 => row.now,
            n => {
                let place = (self.next + BLOCKS).saturating_sub(n) % BLOCKS;
                row.blocks.get(place).copied().unwrap_or_default()
            }
        };
        let before = oldest + 1..(oldest + 1 + BEFORE).min(self.filled + 1);
        // Without a history that reaches so far, the ends of the passage itself.
        let before = mean(before.map(block)).unwrap_or(block(oldest).middle());
        let last = (youngest..=oldest).map(block);
        let after = mean(last.filter(|block| block.is_whole()).take(AFTER)).unwrap_or(before);
        let steps = oldest.saturating_sub(youngest).max(1) as i32;
        let mut swing = Swing {
            up: 0,
            down: 0,
            moved: 0,
            threshold: MIN_SWING.max(row.unrest / 16 * 5 / 4 + 6),
        };
        for n in youngest..=oldest {
            let block = block(n);
            if !block.is_whole() {
                if n == 0 && row.spoilt == 0 {
                    // The current block has just begun.
                    continue;
                }
                return None;
            }
            let MinMax { least, greatest } = block;
            let (least, greatest) = (i32::from(least), i32::from(greatest));
            let line = before + (after - before) * (oldest - n) as i32 / steps;
            swing.up = swing.up.max(beyond(greatest - line));
            swing.down = swing.down.max(beyond(line - least));
            let moved = beyond(greatest - before).max(beyond(before - least));
            swing.moved = swing.moved.max(moved);
        }
        Some(swing)
    }
}

impl EdgeSensor {
    /// Returns a reading without the hum `felt` by the quiet reference, and learns how
    /// much of the hum this sensor reads. It learns by sign only, so that no single event
    /// changes the factor much.
    #[inline]
    fn without_hum(&mut self, away: i16, felt: i16) -> i16 {
        if felt.abs() <= 2 || felt.abs() > MAX_HUM {
            return away;
        }
        let part = (i32::from(self.hum) * i32::from(felt)) >> 10;
        let left = away.saturating_sub(part as i16);
        if left.abs() < MAX_HUM {
            let teach = left.signum() * felt.signum();
            self.hum = (self.hum + teach).clamp(-2048, 2048);
        }
        left
    }

    /// Moves the current block to `place` in the history, and starts another.
    fn close(&mut self, place: usize) {
        if self.spoilt > 0 {
            self.spoilt -= 1;
            self.now = MinMax::NOTHING;
        }
        let swing = self.now.swing();
        // Movement is not unrest: it grows slowly.
        let swing = swing
            .min(self.unrest / 8 + 8)
            .min(2 * MAX_HUM.unsigned_abs());
        let unrest = i32::from(self.unrest);
        self.unrest = (unrest + ((i32::from(swing) * 16 - unrest) >> 6)).max(0) as u16;
        if let Some(block) = self.blocks.get_mut(place) {
            *block = self.now;
        }
        self.now = MinMax::NOTHING;
    }
}

/// Returns the mean of the middles of those blocks that are whole; `None` if none is.
fn mean(blocks: impl Iterator<Item = MinMax>) -> Option<i32> {
    let (mut sum, mut count) = (0, 0);
    for block in blocks.filter(|block| block.is_whole()) {
        sum += block.middle();
        count += 1;
    }
    (count > 0).then(|| sum / count)
}

/// Swing of a sensor's reading away from the line between the levels before and after, and
/// the threshold from which it counts as a magnet, in ADC steps.
#[derive(Debug, Clone, Copy)]
struct Swing {
    up: u16,
    down: u16,
    /// Greatest swing away from the level before.
    moved: u16,
    threshold: u16,
}

impl Swing {
    fn peak(self) -> u16 {
        self.up.max(self.down)
    }

    /// Returns the greater of both swings in 16ths of the threshold.
    fn odds(self) -> u32 {
        u32::from(self.peak()) * 16 / u32::from(self.threshold.max(1))
    }

    /// Returns the magnet that made this swing. At the threshold its certainty is just
    /// high; it grows with the swing.
    fn passed_magnet(self) -> PassedMagnet {
        let certainty = u8::try_from(self.odds() * 3).unwrap_or(u8::MAX);
        PassedMagnet {
            peak: self.peak(),
            polarity: if self.up >= self.down {
                Polarity::Plus
            } else {
                Polarity::Minus
            },
            certainty: Certainty(certainty),
        }
    }
}

fn beyond(steps: i32) -> u16 {
    u16::try_from(steps.max(0)).unwrap_or(u16::MAX)
}

/// Returns the position of sensor `n` of `sensors`, clockwise along its edge.
pub(super) fn along(dimensions: &Dimensions, n: usize, sensors: usize) -> Micrometres {
    let odd = u32::try_from(2 * n + 1).unwrap_or(u32::MAX);
    let parts = u32::try_from(2 * sensors.max(1)).unwrap_or(u32::MAX);
    let side = dimensions.ring_side.0 / parts;
    Micrometres(side.saturating_mul(odd))
}
