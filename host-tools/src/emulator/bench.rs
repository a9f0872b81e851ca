//! Benchmark of the firmware image on an emulated Pico, in device time: sampling rates,
//! processor load, and latencies from a beam to the host and to the LEDs.
//!
//! The run is a second of a ring at rest, then pushes of the virtual ring in a plain match,
//! with a host that follows and watches. The model of the table gives the times at which
//! beams break. The latency to the host ends with the arrival of the packet that says
//! "falling"; the latency to the LEDs ends with the first bit of the first LED frame sent
//! after that.
//!
//! The emulator does not model cache misses of the flash: on a chip the processor is
//! somewhat slower.

use super::reply::Cycles;
use super::{Emulator, EmulatorError, FrameDump, HarnessReply, RunLimit};
use core::fmt;
use host_core::protocol::HostProtocol;
use ring_client::to_begin;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::panel::quick_match;
use rules_core::player::Players;
use rules_core::referee::Policies;
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::observation::ObservationKind;
use rules_core::wire::message::{FollowFrom, Streams, WatchStream};
use rules_core::wire::{Request, RingMessage};
use serde::Serialize;
use std::path::Path;
use virtual_ring::measure::scene_run::BoardSession;
use virtual_ring::measure::tally::{Percentiles, Samples};
use virtual_ring::scenes;
use virtual_ring::sensors::{Noise, NoiseLevel, Sensors};

/// Figures of the device, measured on the emulated Pico.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figures {
    /// Curtain frames per second.
    pub curtain_hz: f64,
    /// Hall scans per second.
    pub hall_hz: f64,
    /// Fraction of the highest scan rate that the ADC allows, 0 to 1.
    pub adc_limit_share: f64,
    /// Number of lost frames and scans.
    pub frames_lost: u32,
    /// Processor load at rest, 0 to 1.
    pub cpu_rest: f64,
    /// Processor load while pieces are pushed and fall, 0 to 1.
    pub cpu_push: f64,
    /// Cycles from the delivery of a curtain frame until the engine starts its next work,
    /// including everything that follows from the frame, such as LEDs and messages to the
    /// host.
    pub cycles_per_frame: Cycles,
    /// Part of `cycles_per_frame` until the ring has processed the frame.
    pub cycles_of_frame: Cycles,
    /// Cycles until the ring has processed a Hall scan.
    pub cycles_of_scan: Cycles,
    /// Time from the first dark beam of a fall to the packet at the host that reports it;
    /// `None` without falls.
    pub usb_latency_ms: Option<Percentiles>,
    /// Time from the first dark beam of a fall to the first bit of an LED frame sent after
    /// the fall was known; `None` without falls.
    pub led_latency_ms: Option<Percentiles>,
    /// Time from the first dark beam of a fall to the end of the frame that reports it,
    /// which is part of both other latencies; `None` without falls.
    pub sight_latency_ms: Option<Percentiles>,
    /// Number of falls that the latencies rest on.
    pub falls: usize,
    /// Time for which a flash write stops the processor; `None` without writes.
    pub flash_write_ms: Option<Percentiles>,
    /// Duration of the play, in seconds.
    pub seconds: f64,
    /// Time from power-up until the engine is ready, in ms.
    pub boot_ms: f64,
    /// Static RAM in bytes, including the sample rings.
    pub ram_static: u32,
    /// Stack in bytes used after the engine was ready.
    pub stack_high_water: u32,
    /// Stack in bytes used until the engine was ready, including the memory of the samples.
    pub stack_boot: u32,
    /// Size of the image, in bytes.
    pub flash_bytes: u32,
}

/// Measures an image with `pushes` pushes.
///
/// # Errors
/// `EmulatorError` if the emulator fails or a file in `directory` cannot be written.
pub fn measure(image: &Path, pushes: u64, directory: &Path) -> Result<Figures, EmulatorError> {
    let (feed, breaks) = play(pushes, directory)?;
    let mut emulator = Emulator::in_use(image, BoardId::Ring, directory)?;
    let boot = emulator.run(3_000, RunLimit::Ready)?;
    let boot_ms = boot.ready.first().copied().unwrap_or(f64::NAN) / 1000.0;
    emulator.feed(&resting(&feed, directory)?)?;
    begin(&mut emulator)?;
    emulator.mark()?;
    let rest = emulator.run(1_000, RunLimit::Over)?;
    let began = emulator.feed(&feed)?;
    emulator.mark()?;
    let start = began.began.unwrap_or(began.now);
    let span = feed.frames.len() as f64 * frame_time() + start - began.now;
    let push = emulator.run((span / 1000.0).ceil() as u32, RunLimit::Over)?;

    let counts = &push.counts;
    let hall_hz = counts.hall_hz;
    // Scans without a pause between them are the most that the ADC can do.
    let adc_limit = 1e6 / f64::from(Profile::of(BoardId::Ring).hall.period().0);
    let lost = |answer: &HarnessReply| answer.counts.curtain.lost + answer.counts.hall.lost;
    let breaks: Vec<f64> = breaks.iter().map(|at| at + start).collect();
    let told = reported_falls(&mut emulator, &push);
    let pictures: Vec<f64> = push.pictures.iter().map(|picture| picture.at).collect();
    let usb = latencies(&breaks, &told, |fall| Some(fall.heard));
    let sight = latencies(&breaks, &told, |fall| Some(fall.known));
    let led = latencies(&breaks, &told, |fall| {
        pictures.iter().copied().find(|&at| at > fall.known)
    });
    Ok(Figures {
        curtain_hz: counts.curtain_hz,
        hall_hz,
        adc_limit_share: hall_hz / adc_limit,
        frames_lost: lost(&rest) + lost(&push),
        cpu_rest: rest.counts.cpu,
        cpu_push: counts.cpu,
        cycles_per_frame: counts.cycles_per_frame,
        cycles_of_frame: counts.cycles_of_frame,
        cycles_of_scan: counts.cycles_of_scan,
        falls: usb.len(),
        usb_latency_ms: usb.spread(),
        led_latency_ms: led.spread(),
        sight_latency_ms: sight.spread(),
        flash_write_ms: samples(push.flash.iter().map(|work| work.took / 1000.0)).spread(),
        seconds: counts.span / 1e6,
        boot_ms,
        ram_static: counts.ram_static,
        stack_high_water: counts.stack,
        stack_boot: counts.stack_boot,
        flash_bytes: counts.flash_bytes,
    })
}

/// Connects a host that watches observations, follows the journal and begins a match.
fn begin(emulator: &mut Emulator) -> Result<(), EmulatorError> {
    let mut side = HostProtocol::default();
    side.open();
    side.ask(Request::Watch(Streams::of(WatchStream::Observations)));
    side.follow(FollowFrom::Now);
    if let Some(game) = quick_match::game(Players::Two, quick_match::DEFAULT_LAYOUTS[Players::Two])
    {
        for ask in to_begin(&game, Policies::DEFAULT) {
            side.ask(ask);
        }
    }
    // The port opens a moment after the start.
    emulator.run(100, RunLimit::Over)?;
    emulator.send(&side.take_outgoing())?;
    emulator.run(300, RunLimit::Over)?;
    Ok(())
}

/// Plays pushes on the virtual ring. Returns their frames, and the times in us at which a
/// piece broke its first beam after at least half a second without one.
fn play(pushes: u64, directory: &Path) -> Result<(FrameDump, Vec<f64>), EmulatorError> {
    let cannot = |why: std::io::Error| EmulatorError::file(directory, &why);
    let (profile, dimensions) = (Profile::of(BoardId::Ring), Dimensions::ASSUMED);
    let noise = Noise::for_level(NoiseLevel::Nominal);
    let sensors = Sensors::new(profile, &dimensions, noise, &[], 1);
    let sensing = Sensing::new(profile, &dimensions, &Calibration::nominal(profile));
    let mut session = BoardSession::new(profile, sensors, sensing);
    let mut feed = FrameDump::new(&directory.join("push")).map_err(cannot)?;
    let mut breaks = Vec::new();
    for seed in 0..pushes {
        // Few pushes make a piece fall, except those along the rim.
        let rim = [0, 1, 2].map(|n| scenes::edge_push(3 * seed + n));
        for scene in [scenes::match_push(seed)].into_iter().chain(rim) {
            let watched = session.watch(scene, &mut feed);
            breaks.extend(watched.breaks.values().map(|(at, _)| at.0 as f64));
        }
    }
    breaks.sort_by(f64::total_cmp);
    let mut last = f64::NEG_INFINITY;
    breaks.retain(|&at| {
        let is_first = at - last > 500_000.0;
        last = at;
        is_first
    });
    feed.write().map_err(cannot)?;
    Ok((feed, breaks))
}

/// Returns one frame and one scan of the ring at rest, which the harness repeats until it
/// is fed others.
fn resting(feed: &FrameDump, directory: &Path) -> Result<FrameDump, EmulatorError> {
    let cannot = |why: std::io::Error| EmulatorError::file(directory, &why);
    let mut rest = FrameDump::new(&directory.join("rest")).map_err(cannot)?;
    rest.frames.extend(feed.frames.first());
    rest.scans.extend(feed.scans.first());
    rest.write().map_err(cannot)?;
    Ok(rest)
}

/// Fall that the device reported to its host.
#[derive(Debug, Clone, Copy)]
struct DeviceFall {
    /// Time at which the last frame of the report was complete, in us.
    known: f64,
    /// Time at which the host received the report, in us.
    heard: f64,
}

/// Returns the falls whose onset the device reported to its host.
fn reported_falls(emulator: &mut Emulator, push: &HarnessReply) -> Vec<DeviceFall> {
    let payloads = emulator.payloads(push).into_iter();
    payloads
        .filter_map(|(heard, payload)| match postcard::from_bytes(&payload) {
            Ok(RingMessage::Observation(seen))
                if matches!(seen.kind, ObservationKind::Falling(..)) =>
            {
                Some(DeviceFall {
                    known: seen.at.0 as f64 + frame_time(),
                    heard,
                })
            }
            _ => None,
        })
        .collect()
}

/// Returns the times from each broken beam to `then` of the next reported fall, in ms. A
/// beam without a report within 100 ms did not belong to a fall.
fn latencies(
    breaks: &[f64],
    told: &[DeviceFall],
    then: impl Fn(&DeviceFall) -> Option<f64>,
) -> Samples {
    let soon = |at: f64| (told.iter()).find(|fall| fall.known > at && fall.known < at + 100_000.0);
    samples((breaks.iter()).filter_map(|&at| Some((then(soon(at)?)? - at) / 1000.0)))
}

fn samples(all: impl Iterator<Item = f64>) -> Samples {
    let mut samples = Samples::default();
    all.for_each(|value| samples.push(value as f32));
    samples
}

/// Returns the period of curtain frames, in us.
fn frame_time() -> f64 {
    let curtain = Profile::of(BoardId::Ring).curtain;
    curtain.map_or(0.0, |curtain| f64::from(curtain.period.0))
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: f64| share * 100.0;
        let latency = |spread: Option<Percentiles>| match spread {
            Some(Percentiles { p50, p99, max }) => format!("{p50:.2} / {p99:.2} / {max:.2} ms"),
            None => "none".into(),
        };
        writeln!(f, "in device time, on the emulated Pico")?;
        writeln!(f, "curtain              {:.0} Hz", self.curtain_hz)?;
        writeln!(
            f,
            "analog channels      {:.0} Hz, {:.0} % of the converter",
            self.hall_hz,
            percent(self.adc_limit_share)
        )?;
        writeln!(
            f,
            "frames lost          {} in {:.0} s of play",
            self.frames_lost, self.seconds
        )?;
        writeln!(
            f,
            "processor            {:.0} % at rest, {:.0} % in pushes",
            percent(self.cpu_rest),
            percent(self.cpu_push)
        )?;
        for (what, cycles) in [
            ("cycles for a frame  ", self.cycles_per_frame),
            ("of that its judging ", self.cycles_of_frame),
            ("judging a scan      ", self.cycles_of_scan),
        ] {
            writeln!(
                f,
                "{what} {:.0} on average, {:.0} at most",
                cycles.avg, cycles.max
            )?;
        }
        writeln!(
            f,
            "beam to host         {} (p50 / p99 / max of {} falls)",
            latency(self.usb_latency_ms),
            self.falls
        )?;
        writeln!(
            f,
            "of that to the frame {} (p50 / p99 / max)",
            latency(self.sight_latency_ms)
        )?;
        writeln!(
            f,
            "beam to lights       {} (p50 / p99 / max)",
            latency(self.led_latency_ms)
        )?;
        writeln!(
            f,
            "write to flash       {} (p50 / p99 / max)",
            latency(self.flash_write_ms)
        )?;
        writeln!(f, "power to ready       {:.0} ms", self.boot_ms)?;
        writeln!(
            f,
            "static RAM           {} bytes, stack {} bytes ({} at boot), image {} bytes",
            self.ram_static, self.stack_high_water, self.stack_boot, self.flash_bytes
        )
    }
}
