//! Health of the device: figures that hosts receive, measured by the engine.
//!
//! A round costs one comparison and one reading of the clock, a second some 10 us.

use crate::executor;
use crate::scan::LossCounts;
use crate::stack::{self, StackGauge};
use embassy_rp::pac;
use rules_core::time::Instant;
use rules_core::wire::DeviceHealth;

/// Time over which idle share and hit rate are measured, in us.
const SECOND: u64 = 1_000_000;

/// Meter of the device's health.
pub struct HealthMeter {
    health: DeviceHealth,
    gauge: StackGauge,
    /// Start of the present second.
    began: Instant,
    /// Sleep of the processor until `began`, in us.
    slept: u32,
}

impl HealthMeter {
    /// Creates a meter when the engine is ready. Measures the stack of the boot, and
    /// paints it again to measure that of play.
    pub fn new(now: Instant) -> Self {
        let mut boot = StackGauge::new();
        while !boot.step() {}
        stack::paint();
        count_cache();
        Self {
            health: DeviceHealth {
                stack_boot: boot.deepest(),
                stack_size: stack::size(),
                ..DeviceHealth::default()
            },
            gauge: StackGauge::new(),
            began: now,
            slept: executor::slept(),
        }
    }

    /// Adds the age of the oldest frame of a round, which began at `now`. The frame was
    /// complete at `end`.
    pub fn add_backlog(&mut self, now: Instant, end: Instant) {
        let deepest = &mut self.health.deepest_backlog;
        *deepest = (*deepest).max(micros(end, now));
    }

    /// Adds a round of the engine, and returns the figures if a second is over.
    pub fn add_round(
        &mut self,
        began: Instant,
        ended: Instant,
        lost: LossCounts,
    ) -> Option<DeviceHealth> {
        let longest = &mut self.health.longest_round;
        *longest = (*longest).max(micros(began, ended));
        if ended.0 < self.began.0 + SECOND {
            return None;
        }
        let slept = executor::slept();
        let asleep = slept.wrapping_sub(self.slept);
        let span = u64::from(micros(self.began, ended)).max(1);
        let idle = u64::from(asleep) * 1000 / span;
        (self.began, self.slept) = (ended, slept);
        // The first pass at once, the others a step a second.
        while !self.gauge.step() && self.health.stack_play == 0 {}
        let (cache_reads, cache_hits) = count_cache();
        self.health = DeviceHealth {
            uptime: u32::try_from(ended.0 / SECOND).unwrap_or(u32::MAX),
            idle: u16::try_from(idle).unwrap_or(u16::MAX).min(1000),
            cache_reads,
            cache_hits,
            frames_lost: lost.curtain,
            scans_lost: lost.hall,
            frames_skipped: lost.skipped,
            stack_play: self.gauge.deepest(),
            ..self.health
        };
        Some(self.health)
    }
}

/// Returns the reads through the flash cache and its hits since the last call, and starts
/// both counters again: they stop at their end.
fn count_cache() -> (u32, u32) {
    let (hits, reads) = (pac::XIP_CTRL.ctr_hit(), pac::XIP_CTRL.ctr_acc());
    let counts = (reads.read(), hits.read());
    // Any value clears a counter.
    reads.write_value(0);
    hits.write_value(0);
    counts
}

/// Returns the time from `began` to `ended`, in us.
fn micros(began: Instant, ended: Instant) -> u32 {
    u32::try_from(ended.0.saturating_sub(began.0)).unwrap_or(u32::MAX)
}
