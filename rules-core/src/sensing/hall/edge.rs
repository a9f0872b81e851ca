//! The row of sensors along each edge: did a magnet pass here?
//!
//! Each sensor's readings are kept as the least and the greatest of every 10 ms
//! for the last 400 ms. A passage is a swing away from what the sensor read just
//! before, so that a wrestler standing at the rim, or the platform, does not
//! count. Magnetic hum of the mains is felt by all sensors at once, turned as
//! they are turned: what the quiet reference feels is taken off each sensor with
//! a factor that is learned all the time. What remains of it widens the
//! threshold.

#[cfg(feature = "ring")]
mod memory;

#[cfg(feature = "ring")]
pub(super) use memory::EdgeMemory;

use super::lines::Lines;
use super::wiring::{MOST_ALONG, Wiring};
use crate::board::{Dimensions, Micrometres};
use crate::place::{ByEdge, Edge};
use crate::sensing::certainty::Certainty;
use crate::sensing::identity::Magnetism;
use crate::sensing::magnet::Polarity;
use crate::sensing::observation::{Passing, Spot};
use crate::time::{Instant, Span};

/// One entry of the history: half a period of 50 Hz, so that hum fills it.
const BLOCK: Span = Span::millis(10);

/// Entries kept: 400 ms.
const BLOCKS: usize = 40;

/// Entries before a passage that say what the sensor read without it.
const BEFORE: usize = 3;

/// The faintest swing that counts (steps): noise stays below 8, a sumo's magnet
/// halfway between two sensors makes 30, a token's 15 if it falls on the far
/// side of the disc it lay on.
const FAINTEST: u16 = 12;

/// Swings of noise and hum above this (steps) hide the faintest magnet.
const HIDES: u16 = 30;

/// A sensor feels a falling magnet this far along the edge.
const REACH: Micrometres = Micrometres::mm(30);

/// Swings this great (steps) are no hum: the strongest is 37.
const MOST_HUM: i16 = 80;

/// What lies at the edge is smoothed over 2^5 scans: 22 ms.
const CALM: u32 = 5;

/// Blocks that cannot be used when a sensor drops out: its own and the next.
const SPOILT: u8 = 2;

/// The least and the greatest of a while, in steps.
#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Extremes {
    least: i16,
    greatest: i16,
}

impl Extremes {
    const NOTHING: Self = Self {
        least: i16::MAX,
        greatest: i16::MIN,
    };

    /// Whether anything usable is in it.
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

/// One sensor of the row.
#[derive(Debug, Clone, Copy)]
struct Row<const N: usize = BLOCKS> {
    now: Extremes,
    blocks: [Extremes; N],
    /// Mean swing within a block when nothing happens, 16ths of a step.
    unrest: u16,
    /// How much of the quiet reference's hum it feels, 1024ths.
    hum: i16,
    /// Its reading without hum, smoothed much, 256ths of a step: what lies.
    calm: i32,
    /// Blocks that a dropout still spoils, the current one among them.
    spoilt: u8,
}

impl Row {
    const NEW: Self = Self {
        now: Extremes::NOTHING,
        blocks: [Extremes {
            least: 0,
            greatest: 0,
        }; BLOCKS],
        unrest: 16 * 4,
        hum: 0,
        calm: 0,
        spoilt: 0,
    };
}

/// All edge rows.
#[derive(Debug, Clone)]
pub(super) struct EdgeRows {
    rows: ByEdge<[Row; MOST_ALONG]>,
    /// Where the next block goes; the one before it is the youngest.
    next: usize,
    /// Blocks there are.
    filled: usize,
    /// When the current block began.
    since: Instant,
    /// The quiet reference's slow mean, 256ths of a step.
    quiet: i32,
}

impl EdgeRows {
    pub(super) fn new() -> Self {
        Self {
            rows: ByEdge([[Row::NEW; MOST_ALONG]; 4]),
            next: 0,
            filled: 0,
            since: Instant::ZERO,
            quiet: 0,
        }
    }

    /// Takes the readings of a scan.
    #[inline(never)]
    pub(super) fn step(&mut self, now: Instant, lines: &Lines, wiring: &Wiring) {
        let felt = self.hum(lines, wiring);
        let over = now.since(self.since) >= BLOCK;
        for (channels, rows) in wiring.edges.0.iter().zip(&mut self.rows.0) {
            for (channel, row) in channels.iter().zip(rows) {
                let Some(channel) = *channel else { continue };
                let Some(line) = lines.line(channel) else {
                    continue;
                };
                if !line.filter.is_possible_now() {
                    row.spoilt = SPOILT;
                }
                let away = row.without_hum(line.away(), felt);
                row.calm += ((i32::from(away) << 8) - row.calm) >> CALM;
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

    /// What lies before a sensor, in steps.
    pub(super) fn calm(&self, edge: Edge, n: u8) -> i16 {
        let row = self.rows[edge].get(usize::from(n));
        row.map_or(0, |row| (row.calm >> 8) as i16)
    }

    /// What the quiet reference feels now beyond its slow mean.
    fn hum(&mut self, lines: &Lines, wiring: &Wiring) -> i16 {
        let Some(away) = lines.sound(wiring.quiet) else {
            return 0;
        };
        let away = i32::from(away) << 8;
        self.quiet += (away - self.quiet) >> 8;
        ((away - self.quiet) >> 8) as i16
    }

    /// The magnet that passed here in this time.
    pub(super) fn passing(
        &self,
        lines: &Lines,
        wiring: &Wiring,
        dimensions: &Dimensions,
        spot: Spot,
        (from, to): (Instant, Instant),
    ) -> Magnetism {
        let channels = &wiring.edges[spot.edge];
        let sensors = channels.iter().flatten().count();
        let mut best: Option<Swing> = None;
        let mut drowned = false;
        for (n, (channel, row)) in channels.iter().zip(&self.rows[spot.edge]).enumerate() {
            let Some(channel) = *channel else { continue };
            let along = along(dimensions, n, sensors);
            if along.apart(spot.along) > REACH {
                continue;
            }
            if lines.sound(Some(channel)).is_none() {
                return Magnetism::Unknown;
            }
            let Some(swing) = self.swing(row, from, to) else {
                return Magnetism::Unknown;
            };
            drowned |= swing.threshold > HIDES;
            if best.is_none_or(|best| swing.odds() > best.odds()) {
                best = Some(swing);
            }
        }
        match best {
            Some(swing) if swing.peak() > swing.threshold => Magnetism::Seen(swing.passing()),
            Some(_) if !drowned => Magnetism::None,
            _ => Magnetism::Unknown,
        }
    }

    /// How a sensor swung; nothing if it dropped out in this time.
    fn swing(&self, row: &Row, from: Instant, to: Instant) -> Option<Swing> {
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
        let (mut sum, mut count) = (0, 0);
        for block in before.map(block).filter(|block| block.is_whole()) {
            sum += block.middle();
            count += 1;
        }
        let reference = match count {
            // The history does not reach further back.
            0 => block(oldest).middle(),
            _ => sum / count,
        };
        let mut swing = Swing {
            up: 0,
            down: 0,
            threshold: FAINTEST.max(row.unrest / 16 * 5 / 4 + 6),
        };
        for n in youngest..=oldest {
            let block = block(n);
            match block.is_whole() {
                true => {}
                // The current block has just begun.
                false if n == 0 && row.spoilt == 0 => continue,
                false => return None,
            }
            let Extremes { least, greatest } = block;
            swing.up = swing.up.max(beyond(i32::from(greatest) - reference));
            swing.down = swing.down.max(beyond(reference - i32::from(least)));
        }
        Some(swing)
    }
}

impl Row {
    /// Takes off what the quiet reference feels, and learns how much of it this
    /// sensor feels: a sign at a time, so that no single event teaches it much.
    #[inline]
    fn without_hum(&mut self, away: i16, felt: i16) -> i16 {
        if felt.abs() <= 2 || felt.abs() > MOST_HUM {
            return away;
        }
        let part = (i32::from(self.hum) * i32::from(felt)) >> 10;
        let left = away.saturating_sub(part as i16);
        if left.abs() < MOST_HUM {
            let teach = left.signum() * felt.signum();
            self.hum = (self.hum + teach).clamp(-2048, 2048);
        }
        left
    }

    fn close(&mut self, place: usize) {
        if self.spoilt > 0 {
            self.spoilt -= 1;
            self.now = Extremes::NOTHING;
        }
        let swing = self.now.swing();
        // Movement is not unrest: it grows slowly.
        let swing = swing
            .min(self.unrest / 8 + 8)
            .min(2 * MOST_HUM.unsigned_abs());
        let unrest = i32::from(self.unrest);
        self.unrest = (unrest + ((i32::from(swing) * 16 - unrest) >> 6)).max(0) as u16;
        if let Some(block) = self.blocks.get_mut(place) {
            *block = self.now;
        }
        self.now = Extremes::NOTHING;
    }
}

/// How far a sensor swung, in steps.
#[derive(Debug, Clone, Copy)]
struct Swing {
    up: u16,
    down: u16,
    threshold: u16,
}

impl Swing {
    fn peak(self) -> u16 {
        self.up.max(self.down)
    }

    /// Swing in 16ths of the threshold.
    fn odds(self) -> u32 {
        u32::from(self.peak()) * 16 / u32::from(self.threshold.max(1))
    }

    /// At the threshold it is just sure enough; it grows with the swing.
    fn passing(self) -> Passing {
        let certainty = u8::try_from(self.odds() * 3).unwrap_or(u8::MAX);
        Passing {
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

/// Where a sensor sits, clockwise along its edge.
pub(super) fn along(dimensions: &Dimensions, n: usize, sensors: usize) -> Micrometres {
    let odd = u32::try_from(2 * n + 1).unwrap_or(u32::MAX);
    let parts = u32::try_from(2 * sensors.max(1)).unwrap_or(u32::MAX);
    let side = dimensions.ring_side.0 / parts;
    Micrometres(side.saturating_mul(odd))
}
