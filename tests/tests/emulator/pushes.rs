//! A push on the virtual ring, its frames fed to the pins: everything arrives,
//! and the device sees in it what the host sees.

use crate::{booted, directory, image};
use host_tools::emulator::{Answer, Feed, Until};
use host_tools::virtual_ring::measure::watch::Session;
use host_tools::virtual_ring::scenes;
use host_tools::virtual_ring::sensors::{Level, Noise, Sensors};
use rules_core::board::{Dimensions, Name, Profile};
use rules_core::lights::{self, Host, Scene, Showing};
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::observation::{Observation, What};
use rules_core::time::Instant;
use std::sync::OnceLock;

/// Frames and scans in the shortest time that is a whole number of both.
const FRAMES: usize = 69;
const SCANS: usize = 40;

/// What came of one push.
struct Pushed {
    boot: Answer,
    /// From when the frames were fed.
    fed: Answer,
    run: Answer,
    payloads: Vec<(f64, Vec<u8>)>,
    feed: Feed,
}

/// Plays it once for all tests.
fn pushed() -> Option<&'static Pushed> {
    static PUSHED: OnceLock<Option<Pushed>> = OnceLock::new();
    PUSHED.get_or_init(|| image().map(play)).as_ref()
}

fn play(image: &std::path::Path) -> Pushed {
    let (mut pico, boot) = booted(image, "push");
    let feed = push();
    let fed = pico.feed(&feed).expect("frames to feed");
    let millis = feed.frames.len() * 2 / 5 + 100;
    let run = pico.run(millis as u32, Until::Over).expect("a run");
    let payloads = pico.payloads(&run);
    Pushed {
        boot,
        fed,
        run,
        payloads,
        feed,
    }
}

/// The second around the first fall of the first push that makes something fall.
fn push() -> Feed {
    let (ring, size) = (Profile::of(Name::Ring), Dimensions::ASSUMED);
    let mut seed = 0;
    let (mut feed, first) = loop {
        let sensors = Sensors::new(ring, &size, Noise::of(Level::Nominal), &[], 1);
        let sensing = Sensing::new(ring, &size, &Calibration::nominal(ring));
        let mut session = Session::new(ring, sensors, sensing);
        let mut feed = Feed::new(&directory("push").join("push")).expect("a directory");
        let watched = session.watch(scenes::match_push(seed), &mut feed);
        if let Some(first) = watched.breaks.values().map(|(at, _)| at.0).min() {
            break (feed, first as usize);
        }
        seed += 1;
    };
    // From about 0.3 s before it.
    let from = (first / 27_600).saturating_sub(11);
    feed.frames.drain(..from * FRAMES);
    feed.scans.drain(..from * SCANS);
    feed.frames.truncate(36 * FRAMES);
    feed.scans.truncate(36 * SCANS);
    feed.write().expect("the dumps");
    feed
}

#[test]
fn is_ready_within_a_second() {
    let Some(pushed) = pushed() else { return };
    assert!(pushed.boot.now < 1e6, "ready after {} us", pushed.boot.now);
}

#[test]
fn every_frame_arrives_bit_for_bit_while_flash_is_erased() {
    let Some(pushed) = pushed() else { return };
    let counts = pushed.run.counts;
    println!("{counts:#?}");
    assert_eq!((counts.curtain.wrong, counts.curtain.lost), (0, 0));
    assert_eq!((counts.hall.wrong, counts.hall.lost), (0, 0));
    assert!(counts.curtain.compared > 2_400, "{counts:?}");
    assert!(counts.hall.compared > 1_400, "{counts:?}");
    assert_eq!(counts.overruns, 0);
    assert!(counts.erases > 0, "a fresh flash is erased: {counts:?}");
    assert_eq!(counts.flash_reads_by_dma, 0, "garbage on a real chip");
    assert_eq!(counts.clashes, 0, "written without an erase");
    assert_eq!(counts.odd_phases, 0, "two phases lit at once");
}

#[test]
fn curtain_and_channels_are_read_often_enough_at_the_same_time() {
    let Some(pushed) = pushed() else { return };
    let counts = pushed.run.counts;
    let (curtain, hall) = (counts.curtain_hz, counts.hall_hz);
    println!("curtain {curtain:.0} Hz, analog channels {hall:.0} Hz");
    assert!(curtain > 2_499.0 && hall > 1_449.0, "{curtain} {hall}");
}

#[test]
fn the_device_sees_what_the_host_sees() {
    let Some(pushed) = pushed() else { return };
    let device: Vec<Observation> = (pushed.payloads.iter())
        .filter_map(|(_, payload)| payload.strip_prefix(b"!"))
        .map(|bytes| postcard::from_bytes(bytes).expect("an observation"))
        .collect();
    let host = on_host(pushed);
    let fell = |all: &[Observation]| {
        all.iter()
            .filter(|it| matches!(it.what, What::Fell(_)))
            .count()
    };
    assert!(fell(&host) > 0, "nothing fell: {host:?}");
    assert_eq!(device, host);
}

/// What the host says to the same frames, in the order of their ends.
fn on_host(pushed: &Pushed) -> Vec<Observation> {
    let ring = Profile::of(Name::Ring);
    let mut sensing = Sensing::new(ring, &Dimensions::ASSUMED, &Calibration::nominal(ring));
    let (curtain, hall) = (pushed.run.counts.curtain, pushed.run.counts.hall);
    let frame = |index: u32| {
        let n = index.saturating_sub(pushed.fed.first_frame.unwrap_or(0)) as usize;
        let frame = &pushed.feed.frames[n.min(pushed.feed.frames.len() - 1)];
        CurtainFrame { index, ..*frame }
    };
    let scan = |index: u32| {
        let n = index.saturating_sub(pushed.fed.first_scan.unwrap_or(0)) as usize;
        let scan = &pushed.feed.scans[n.min(pushed.feed.scans.len() - 1)];
        HallScan { index, ..*scan }
    };
    let mut seen = Vec::new();
    let mut next_scan = hall.first.unwrap_or(0);
    for index in curtain.first.unwrap_or(0)..=curtain.last.unwrap_or(0) {
        while next_scan <= hall.last.unwrap_or(0) && (next_scan + 1) * 690 < (index + 1) * 400 {
            sensing.hall(&scan(next_scan), &mut |it| seen.push(it));
            next_scan += 1;
        }
        sensing.curtain(&frame(index), &mut |it| seen.push(it));
    }
    seen
}

#[test]
fn the_strip_shows_the_colours_of_the_lights() {
    let Some(pushed) = pushed() else { return };
    let ring = Profile::of(Name::Ring);
    let mut idle = Showing::of(Scene::Idle);
    idle.host = Host::Connected;
    let mut idles = 0;
    // The very first carries a few bits too many, from the start of the driver.
    for picture in pushed.run.pictures.iter().skip(1) {
        assert_eq!(picture.rest, 0, "bits that are no colour");
        let shown = picture.colours();
        assert_eq!(shown.len(), 64);
        // It was painted a little before its first bit.
        let is_idle = [0.0, 4e3].iter().any(|ago| {
            let at = Instant((picture.at - ago) as u64);
            let painted = lights::frame(ring, &idle, at);
            painted
                .iter()
                .map(|it| [it.r, it.g, it.b])
                .eq(shown.iter().copied())
        });
        idles += usize::from(is_idle);
        let silence = 300.0;
        assert!(picture.ended - picture.at < 2_500.0 - silence);
    }
    assert!(idles > 5, "{idles} of {}", pushed.run.pictures.len());
}
