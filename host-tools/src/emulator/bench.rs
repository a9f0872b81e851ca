//! Figures of the device, in device time: how fast it samples, how busy it is,
//! how long it takes from a beam to the host and to the lights.
//!
//! A second of a ring at rest, then pushes of the virtual ring in a plain match,
//! with a host that follows and watches. Beams break where the model of the table
//! says. To the host it takes until it has the packet that says "falling", to the
//! lights until the first bit of the first picture painted after that was known.
//!
//! The emulator knows no cache misses of the flash: on a chip the processor is
//! somewhat slower.

use super::answer::Cycles;
use super::{Answer, Emulator, Feed, Trouble, Until};
use crate::client::{Side, to_begin};
use crate::virtual_ring::measure::tally::{Samples, Spread};
use crate::virtual_ring::measure::watch::Session;
use crate::virtual_ring::scenes;
use crate::virtual_ring::sensors::{Level, Noise, Sensors};
use core::fmt;
use rules_core::board::{Dimensions, Name, Profile};
use rules_core::panel::plain;
use rules_core::player::Players;
use rules_core::referee::Policies;
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::observation::What;
use rules_core::wire::message::{From, Stream, Streams};
use rules_core::wire::{Ask, FromRing};
use serde::Serialize;
use std::path::Path;

/// What was measured.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figures {
    /// Frames of the curtain in a second.
    pub curtain_hz: f64,
    /// Scans of the analog channels in a second.
    pub hall_hz: f64,
    /// Share of what the converter can do.
    pub adc_limit_share: f64,
    /// Frames and scans lost.
    pub frames_lost: u32,
    /// Load of the processor while nothing happens.
    pub cpu_rest: f64,
    /// Load of the processor while pieces are pushed and fall.
    pub cpu_push: f64,
    /// Cycles from a frame of the curtain until the core goes on to the next thing:
    /// with all that follows from it, such as lights and words to the host.
    pub cycles_per_frame: Cycles,
    /// Of these, until the ring has taken the frame.
    pub cycles_of_frame: Cycles,
    /// Until the ring has taken a scan of the analog channels.
    pub cycles_of_scan: Cycles,
    /// From the first beam of a fall to the packet at the host that says so.
    pub usb_latency_ms: Option<Spread>,
    /// From the first beam of a fall to the first bit of a picture painted after
    /// it was known.
    pub led_latency_ms: Option<Spread>,
    /// From the first beam of a fall to the end of the frame that tells it: what
    /// the other two have in common.
    pub sight_latency_ms: Option<Spread>,
    /// Falls these rest on.
    pub falls: usize,
    /// How long the processor stands still for a write to the flash.
    pub flash_write_ms: Option<Spread>,
    /// How long the play was, s.
    pub seconds: f64,
    /// From power to ready.
    pub boot_ms: f64,
    /// Bytes of static RAM, the rings of samples among them.
    pub ram_static: u32,
    /// Bytes of the stack used since the core was ready.
    pub stack_high_water: u32,
    /// Bytes of the stack used until then, those of the samples among them.
    pub stack_boot: u32,
    /// Bytes of the image.
    pub flash_bytes: u32,
}

/// Measures an image with so many pushes.
///
/// # Errors
/// If the emulator fails or a file cannot be written.
pub fn measure(image: &Path, pushes: u64, directory: &Path) -> Result<Figures, Trouble> {
    let (feed, breaks) = play(pushes, directory)?;
    let mut emulator = Emulator::in_use(image, Name::Ring, directory)?;
    let boot = emulator.run(3_000, Until::Ready)?;
    let boot_ms = boot.ready.first().copied().unwrap_or(f64::NAN) / 1000.0;
    emulator.feed(&resting(&feed, directory)?)?;
    begin(&mut emulator)?;
    emulator.mark()?;
    let rest = emulator.run(1_000, Until::Over)?;
    let began = emulator.feed(&feed)?;
    emulator.mark()?;
    let start = began.began.unwrap_or(began.now);
    let span = feed.frames.len() as f64 * frame_time() + start - began.now;
    let push = emulator.run((span / 1000.0).ceil() as u32, Until::Over)?;

    let counts = &push.counts;
    let hall_hz = counts.hall_hz;
    // Scan after scan without a pause is all that the converter can do.
    let adc_limit = 1e6 / f64::from(Profile::of(Name::Ring).hall.period().0);
    let lost = |answer: &Answer| answer.counts.curtain.lost + answer.counts.hall.lost;
    let breaks: Vec<f64> = breaks.iter().map(|at| at + start).collect();
    let told = falls_told(&mut emulator, &push);
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
        flash_write_ms: samples(push.flash.iter().map(|it| it.took / 1000.0)).spread(),
        seconds: counts.span / 1e6,
        boot_ms,
        ram_static: counts.ram_static,
        stack_high_water: counts.stack,
        stack_boot: counts.stack_boot,
        flash_bytes: counts.flash_bytes,
    })
}

/// A host comes, watches what is seen, follows the journal and begins a match.
fn begin(emulator: &mut Emulator) -> Result<(), Trouble> {
    let mut side = Side::default();
    side.open();
    side.ask(Ask::Watch(Streams::of(Stream::Observations)));
    side.follow(From::Now);
    if let Some(game) = plain::game(Players::Two, plain::ASSUMED[Players::Two]) {
        for ask in to_begin(&game, Policies::USUAL) {
            side.ask(ask);
        }
    }
    // The port is open a moment after the start.
    emulator.run(100, Until::Over)?;
    emulator.send(&side.take_outgoing())?;
    emulator.run(300, Until::Over)?;
    Ok(())
}

/// Pushes on the virtual ring: their frames, and when pieces broke their first
/// beam after at least half a second without one, in us.
fn play(pushes: u64, directory: &Path) -> Result<(Feed, Vec<f64>), Trouble> {
    let cannot = |why: std::io::Error| Trouble::file(directory, &why);
    let (profile, dimensions) = (Profile::of(Name::Ring), Dimensions::ASSUMED);
    let noise = Noise::of(Level::Nominal);
    let sensors = Sensors::new(profile, &dimensions, noise, &[], 1);
    let sensing = Sensing::new(profile, &dimensions, &Calibration::nominal(profile));
    let mut session = Session::new(profile, sensors, sensing);
    let mut feed = Feed::new(&directory.join("push")).map_err(cannot)?;
    let mut breaks = Vec::new();
    for seed in 0..pushes {
        // Few pushes make anything fall but those along the rim.
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

/// The ring before anything is pushed: one frame and one scan, which are fed for as
/// long as nothing else is.
fn resting(feed: &Feed, directory: &Path) -> Result<Feed, Trouble> {
    let cannot = |why: std::io::Error| Trouble::file(directory, &why);
    let mut rest = Feed::new(&directory.join("rest")).map_err(cannot)?;
    rest.frames.extend(feed.frames.first());
    rest.scans.extend(feed.scans.first());
    rest.write().map_err(cannot)?;
    Ok(rest)
}

/// A fall that the device told its host about.
#[derive(Debug, Clone, Copy)]
struct Told {
    /// When the last frame it rests on was complete, in us.
    known: f64,
    /// When the host had it.
    heard: f64,
}

/// The falls that have begun, as the host was told.
fn falls_told(emulator: &mut Emulator, push: &Answer) -> Vec<Told> {
    let payloads = emulator.payloads(push).into_iter();
    payloads
        .filter_map(|(heard, payload)| match postcard::from_bytes(&payload) {
            Ok(FromRing::Seen(seen)) if matches!(seen.what, What::Falling(..)) => Some(Told {
                known: seen.at.0 as f64 + frame_time(),
                heard,
            }),
            _ => None,
        })
        .collect()
}

/// From each beam to what follows from the fall that is told next, in ms. A beam
/// for which none is told soon made no fall.
fn latencies(breaks: &[f64], told: &[Told], then: impl Fn(&Told) -> Option<f64>) -> Samples {
    let soon = |at: f64| (told.iter()).find(|it| it.known > at && it.known < at + 100_000.0);
    samples((breaks.iter()).filter_map(|&at| Some((then(soon(at)?)? - at) / 1000.0)))
}

fn samples(all: impl Iterator<Item = f64>) -> Samples {
    let mut samples = Samples::default();
    all.for_each(|it| samples.push(it as f32));
    samples
}

/// From one frame of the curtain to the next, in us.
fn frame_time() -> f64 {
    let curtain = Profile::of(Name::Ring).curtain;
    curtain.map_or(0.0, |it| f64::from(it.period.0))
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: f64| share * 100.0;
        let latency = |it: Option<Spread>| match it {
            Some(Spread { p50, p99, max }) => format!("{p50:.2} / {p99:.2} / {max:.2} ms"),
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
