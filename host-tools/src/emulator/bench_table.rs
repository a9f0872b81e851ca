//! Figures of the device as a table: the chip as it is, and one that never waits for its
//! flash.

use super::bench::{Comparison, Figures};
use super::reply::Cycles;
use core::fmt;
use virtual_ring::measure::tally::Percentiles;

/// Number of functions that are named.
const NAMED: usize = 8;

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model: fn(&Figures) -> String = |of| match &of.xip {
            Some(cache) => cache.to_string(),
            None => "ideal flash".into(),
        };
        writeln!(
            f,
            "in device time, on the emulated Pico at {:.0} MHz; {:.0} s of play, {} falls",
            self.real.clock_mhz, self.real.seconds, self.real.falls
        )?;
        let ideal =
            |tell: fn(&Figures) -> String| self.ideal.as_ref().map(tell).unwrap_or_default();
        row(f, "", &model(&self.real), &ideal(model))?;
        let mut each = |what: &str, tell: fn(&Figures) -> String| {
            row(f, what, &tell(&self.real), &ideal(tell))
        };
        each("curtain", |it| format!("{:.0} Hz", it.curtain_hz))?;
        each("analog channels", |it| {
            format!(
                "{:.0} Hz, {:.0} % of the converter",
                it.hall_hz,
                it.adc_limit_share * 100.0
            )
        })?;
        each("frames lost", |it| it.frames_lost.to_string())?;
        each("frames skipped", |it| {
            format!("{} in {} erases", it.frames_skipped, it.erases)
        })?;
        each("work for the flash", |it| {
            format!("{} writes, {} snapshots", it.flash_writes, it.snapshots)
        })?;
        each("processor at rest", |it| percent(it.cpu_rest))?;
        each("processor in pushes", |it| percent(it.cpu_push))?;
        each("hits of the cache", |it| {
            it.cache_hits
                .map_or_else(|| "-".into(), |share| format!("{:.1} %", share * 100.0))
        })?;
        each("cycles for a frame", |it| cycles(it.cycles_per_frame))?;
        each("of that its judging", |it| cycles(it.cycles_of_frame))?;
        each("judging a scan", |it| cycles(it.cycles_of_scan))?;
        each("beam to host", |it| spread(it.usb_latency_ms))?;
        each("of that to the frame", |it| spread(it.sight_latency_ms))?;
        each("beam to lights", |it| spread(it.led_latency_ms))?;
        each("write to flash", |it| spread(it.flash_write_ms))?;
        each("erase of flash", |it| spread(it.flash_erase_ms))?;
        each("power to ready", |it| format!("{:.0} ms", it.boot_ms))?;
        each("stack at boot", |it| format!("{} bytes", it.stack_boot))?;
        each("stack in play", |it| format!("{} bytes", it.stack_play))?;
        writeln!(
            f,
            "static RAM {} bytes, free RAM {} bytes, image {} bytes",
            self.real.ram_static, self.real.ram_free, self.real.flash_bytes
        )?;
        writeln!(f, "times are p50 / p99 / max, cycles average / max")?;
        if !self.real.misses.is_empty() {
            writeln!(f, "\nmost misses of the flash cache in pushes:")?;
        }
        for (name, misses) in self.real.misses.iter().take(NAMED) {
            writeln!(f, "{misses:>9}  {name}")?;
        }
        Ok(())
    }
}

fn row(f: &mut fmt::Formatter<'_>, what: &str, real: &str, ideal: &str) -> fmt::Result {
    writeln!(f, "{}", format!("{what:<21} {real:<30} {ideal}").trim_end())
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn cycles(cycles: Cycles) -> String {
    format!("{:.0} / {:.0}", cycles.avg, cycles.max)
}

fn spread(times: Option<Percentiles>) -> String {
    match times {
        Some(Percentiles { p50, p99, max }) => format!("{p50:.2} / {p99:.2} / {max:.2} ms"),
        None => "none".into(),
    }
}
