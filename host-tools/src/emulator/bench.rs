//! Benchmark of the firmware image on an emulated Pico, in device time: sampling rates,
//! processor load, and latencies from a beam to the host and to the LEDs.
//!
//! The run is a second of a ring at rest, then pushes of the virtual ring in a plain match,
//! with a host that follows and watches. The model of the table gives the times at which
//! beams break. The latency to the host ends with the arrival of the packet that says
//! "falling"; the latency to the LEDs ends with the first bit of the first LED frame sent
//! after that.
//!
//! The chip is emulated with its flash cache and with flash writes of 0.4 to 3 ms and
//! erases of 45 to 400 ms; [`Comparison`] also has the figures of a chip that never waits
//! for its flash.

use super::chip_model::CacheParameters;
use super::reply::Cycles;
use super::{
    CacheModel, ChipModel, Emulator, EmulatorError, FrameDump, HarnessReply, RunLimit, flash,
};
use host_core::protocol::HostProtocol;
use ring_client::to_begin;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::panel::quick_match;
use rules_core::player::Players;
use rules_core::referee::{LineContent, Policies};
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
    /// Model of the flash cache; `None` for a chip that never waits for its flash.
    pub xip: Option<CacheParameters>,
    /// System clock, in MHz.
    pub clock_mhz: f64,
    /// Fraction of the accesses to flash in the play that the cache had, 0 to 1; `None`
    /// without a cache.
    pub cache_hits: Option<f64>,
    /// Functions with the most misses of the flash cache in the play, most first.
    pub misses: Vec<(String, u64)>,
    /// Curtain frames per second.
    pub curtain_hz: f64,
    /// Hall scans per second.
    pub hall_hz: f64,
    /// Fraction of the highest scan rate that the ADC allows, 0 to 1.
    pub adc_limit_share: f64,
    /// Number of lost frames and scans.
    pub frames_lost: u32,
    /// Number of frames and scans passed over while the flash was erased, which the ring
    /// does only when no piece can fall.
    pub frames_skipped: u32,
    /// Number of sectors erased in the play.
    pub erases: usize,
    /// Number of pages written to the flash in the play.
    pub flash_writes: usize,
    /// Number of snapshots in the journal of the play.
    pub snapshots: usize,
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
    pub falls: u64,
    /// Time for which a flash write stops the processor; `None` without writes.
    pub flash_write_ms: Option<Percentiles>,
    /// Time for which an erase stops the processor; `None` without erases.
    pub flash_erase_ms: Option<Percentiles>,
    /// Duration of the play, in seconds.
    pub seconds: f64,
    /// Time from power-up until the engine is ready, in ms.
    pub boot_ms: f64,
    /// Static RAM in bytes, including the sample rings and code.
    pub ram_static: u32,
    /// RAM in bytes that neither static RAM nor the stack occupies.
    pub ram_free: u32,
    /// Stack in bytes used after the engine was ready.
    pub stack_play: u32,
    /// Equal to `stack_play`, under the name that earlier versions gave it.
    pub stack_high_water: u32,
    /// Stack in bytes used until the engine was ready.
    pub stack_boot: u32,
    /// Size of the image, in bytes.
    pub flash_bytes: u32,
}

/// RAM of the RP2040 in bytes.
const RAM: u32 = 264 * 1024;

/// Figures of the chip as it is, and of a chip that never waits for its flash.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// Figures with the flash cache.
    #[serde(flatten)]
    pub real: Figures,
    /// Figures without any wait for the flash, on the same frames; `None` if they were not
    /// measured.
    pub ideal: Option<Figures>,
}

impl Comparison {
    /// Number of frames and scans that the chip as it is has lost.
    #[must_use]
    pub const fn frames_lost(&self) -> u32 {
        self.real.frames_lost
    }
}

/// Measures an image with `pushes` pushes on a chip with this flash cache, and unless
/// `is_alone` on an ideal one at the same time.
///
/// # Errors
/// `EmulatorError` if the emulator fails or a file in `directory` cannot be written.
pub fn compare(
    image: &Path,
    pushes: u64,
    chip: ChipModel,
    is_alone: bool,
    directory: &Path,
) -> Result<Comparison, EmulatorError> {
    let played = play(pushes, directory)?;
    let played = &played;
    let ideal = ChipModel {
        cache: CacheModel::Ideal,
        ..chip
    };
    let measure = |chip, name: &str| {
        let directory = directory.join(name);
        std::fs::create_dir_all(&directory).map_err(|why| EmulatorError::file(&directory, &why))?;
        measure(image, played, chip, &directory)
    };
    if is_alone {
        let real = measure(chip, "real")?;
        return Ok(Comparison { real, ideal: None });
    }
    std::thread::scope(|scope| {
        let ideal = scope.spawn(|| measure(ideal, "ideal"));
        let real = measure(chip, "real");
        let ideal = ideal
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Ok(Comparison {
            real: real?,
            ideal: Some(ideal?),
        })
    })
}

/// Measures an image with the frames of a play on one chip.
fn measure(
    image: &Path,
    (feed, breaks): &(FrameDump, Vec<f64>),
    chip: ChipModel,
    directory: &Path,
) -> Result<Figures, EmulatorError> {
    // A journal that has to erase during the play.
    let file = directory.join("flash.bin");
    std::fs::write(&file, flash::played_full(BoardId::Ring))
        .map_err(|why| EmulatorError::file(&file, &why))?;
    let mut emulator = Emulator::start(image, BoardId::Ring, &[(flash::AT, &file)], chip)?;
    let boot = emulator.run(3_000, RunLimit::Ready)?;
    let boot_ms = boot.ready.first().copied().unwrap_or(f64::NAN) / 1000.0;
    emulator.feed(&resting(feed, directory)?)?;
    begin(&mut emulator)?;
    emulator.mark()?;
    let rest = emulator.run(1_000, RunLimit::Over)?;
    let began = emulator.feed(feed)?;
    emulator.mark()?;
    let start = began.began.unwrap_or(began.now);
    let span = feed.frames.len() as f64 * frame_time() + start - began.now;
    let push = emulator.run((span / 1000.0).ceil() as u32, RunLimit::Over)?;

    let counts = &push.counts;
    let hall_hz = counts.hall_hz;
    // Scans without a pause between them are the most that the ADC can do.
    let adc_limit = 1e6 / f64::from(Profile::of(BoardId::Ring).hall.period().0);
    let lost = |answer: &HarnessReply| answer.counts.curtain.lost + answer.counts.hall.lost;
    let skipped =
        |answer: &HarnessReply| answer.counts.curtain.skipped + answer.counts.hall.skipped;
    let times = |erases| {
        let work = push.flash.iter().filter(move |work| work.erases == erases);
        samples(work.map(|work| work.took / 1000.0)).spread()
    };
    let breaks: Vec<f64> = breaks.iter().map(|at| at + start).collect();
    let payloads = emulator.payloads(&push);
    let told = reported_falls(&payloads);
    let snapshots = payloads
        .iter()
        .filter(|(_, payload)| ends_snapshot(payload));
    let snapshots = snapshots.count();
    let pictures: Vec<f64> = push.pictures.iter().map(|picture| picture.at).collect();
    let usb = latencies(&breaks, &told, |fall| Some(fall.heard));
    let sight = latencies(&breaks, &told, |fall| Some(fall.known));
    let led = latencies(&breaks, &told, |fall| {
        pictures.iter().copied().find(|&at| at > fall.known)
    });
    let cache = &counts.cache;
    Ok(Figures {
        xip: counts.xip.clone(),
        clock_mhz: counts.clock_hz / 1e6,
        cache_hits: (cache.accesses > 0).then(|| cache.hits as f64 / cache.accesses as f64),
        misses: (push.misses.iter())
            .map(|it| {
                (
                    format!("{:#}", rustc_demangle::demangle(&it.name)),
                    it.misses,
                )
            })
            .collect(),
        curtain_hz: counts.curtain_hz,
        hall_hz,
        adc_limit_share: hall_hz / adc_limit,
        frames_lost: lost(&rest) + lost(&push),
        frames_skipped: skipped(&rest) + skipped(&push),
        erases: push.flash.iter().filter(|work| work.erases).count(),
        flash_writes: push.flash.iter().filter(|work| !work.erases).count(),
        snapshots,
        cpu_rest: rest.counts.cpu,
        cpu_push: counts.cpu,
        cycles_per_frame: counts.cycles_per_frame,
        cycles_of_frame: counts.cycles_of_frame,
        cycles_of_scan: counts.cycles_of_scan,
        falls: usb.len(),
        usb_latency_ms: usb.spread(),
        led_latency_ms: led.spread(),
        sight_latency_ms: sight.spread(),
        flash_write_ms: times(false),
        flash_erase_ms: times(true),
        seconds: counts.span / 1e6,
        boot_ms,
        ram_static: counts.ram_static,
        ram_free: RAM.saturating_sub(counts.ram_static + counts.stack_size),
        stack_play: counts.stack,
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

/// True if a message has the last line of a snapshot.
fn ends_snapshot(payload: &[u8]) -> bool {
    match postcard::from_bytes(payload) {
        Ok(RingMessage::Line(line)) => {
            matches!(line.body.line, LineContent::Snapshot(part, _) if part.is_last())
        }
        _ => false,
    }
}

/// Returns the falls whose onset the device reported to its host, by the times at which the
/// host received the messages and their payloads.
fn reported_falls(payloads: &[(f64, Vec<u8>)]) -> Vec<DeviceFall> {
    (payloads.iter())
        .filter_map(
            |&(heard, ref payload)| match postcard::from_bytes(payload) {
                Ok(RingMessage::Observation(seen))
                    if matches!(seen.kind, ObservationKind::Falling(..)) =>
                {
                    Some(DeviceFall {
                        known: seen.at.0 as f64 + frame_time(),
                        heard,
                    })
                }
                _ => None,
            },
        )
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
