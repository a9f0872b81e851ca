//! A match on the device, with frames of pushes of the virtual ring fed to the
//! pins: every frame arrives, and the device says to it what the host says.

use crate::twin::{Twin, lines};
use crate::{MAX_STACK, directory};
use dohyo_tests::ring_host::plain;
use host_core::protocol::ClientEvent;
use host_tools::emulator::FrameDump;
use host_tools::emulator::reply::HarnessCounts;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::referee::JournalLine;
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::observation::{Observation, ObservationKind};
use rules_core::wire::message::{FollowFrom, Streams, WatchStream};
use rules_core::wire::{Request, Response, RingMessage};
use std::sync::OnceLock;
use virtual_ring::measure::scene_run::BoardSession;
use virtual_ring::scenes;
use virtual_ring::sensors::{Noise, NoiseLevel, Sensors};

/// Frames and scans in the shortest time that is a whole number of both.
const FRAMES: usize = 69;
const SCANS: usize = 40;

/// What came of one push.
struct Pushed {
    boot: f64,
    counts: HarnessCounts,
    device: Vec<JournalLine>,
    host: Vec<JournalLine>,
    device_saw: Vec<Observation>,
    host_saw: Vec<Observation>,
}

/// Plays it once for all tests.
fn pushed() -> Option<&'static Pushed> {
    static PUSHED: OnceLock<Option<Pushed>> = OnceLock::new();
    PUSHED.get_or_init(play).as_ref()
}

fn play() -> Option<Pushed> {
    let mut twin = Twin::booted("push", BoardId::Ring)?;
    let boot = twin.last.now;
    twin.plug();
    let streams = Streams::of(WatchStream::Observations);
    assert_eq!(twin.ask(Request::Watch(streams)), Some(Response::Done));
    twin.side.follow(FollowFrom::Now);
    assert_eq!(twin.begin(&plain(2)), Some(Response::Done));
    let feed = push();
    let millis = feed.frames.len() * 2 / 5 + 100;
    twin.feed(feed);
    twin.run(millis as u32);
    let device = twin.heard.iter().filter_map(|heard| match heard {
        ClientEvent::Message(message) => Some(&**message),
        _ => None,
    });
    Some(Pushed {
        boot,
        counts: twin.last.counts,
        device: lines(&twin.heard).into_iter().cloned().collect(),
        host: twin.other.lines().to_vec(),
        device_saw: saw(device),
        host_saw: saw(twin.other.messages()),
    })
}

fn saw<'a>(messages: impl IntoIterator<Item = &'a RingMessage>) -> Vec<Observation> {
    let seen = messages.into_iter().filter_map(|message| match message {
        RingMessage::Observation(observation) => Some(*observation),
        _ => None,
    });
    seen.collect()
}

/// The second around the first fall of the first push that makes something fall,
/// simulated once for all tests.
pub fn push() -> &'static FrameDump {
    static PUSH: OnceLock<FrameDump> = OnceLock::new();
    PUSH.get_or_init(simulate)
}

fn simulate() -> FrameDump {
    let (ring, size) = (Profile::of(BoardId::Ring), Dimensions::ASSUMED);
    let mut seed = 0;
    let (mut feed, first) = loop {
        let sensors = Sensors::new(ring, &size, Noise::for_level(NoiseLevel::Nominal), &[], 1);
        let sensing = Sensing::new(ring, &size, &Calibration::nominal(ring));
        let mut session = BoardSession::new(ring, sensors, sensing);
        let mut feed = FrameDump::new(&directory("push").join("push")).expect("a directory");
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
    println!("ready after {:.0} ms", pushed.boot / 1e3);
    assert!(pushed.boot < 1e6, "ready after {} us", pushed.boot);
}

#[test]
fn every_frame_arrives_bit_for_bit_while_lines_are_written() {
    let Some(pushed) = pushed() else { return };
    let counts = &pushed.counts;
    println!("{counts:#?}");
    assert_eq!((counts.curtain.wrong, counts.curtain.lost), (0, 0));
    assert_eq!((counts.hall.wrong, counts.hall.lost), (0, 0));
    assert!(counts.curtain.compared > 2_400, "{counts:?}");
    assert!(counts.hall.compared > 1_400, "{counts:?}");
    assert_eq!(counts.overruns, 0);
    assert!(counts.programs > 0, "lines are stored: {counts:?}");
    assert_eq!(counts.flash_reads_by_dma, 0, "garbage on a real chip");
    assert_eq!(counts.clashes, 0, "written without an erase");
    assert_eq!(counts.odd_phases, 0, "two phases lit at once");
}

/// Largest static RAM in bytes, with samples and code: 8 KiB stay free.
const MAX_STATIC: u32 = (264 - 24 - 8) * 1024;

#[test]
fn the_stack_and_the_image_keep_within_their_bounds() {
    let Some(pushed) = pushed() else { return };
    let counts = &pushed.counts;
    println!(
        "stack {} of {MAX_STACK}, at boot {}, static RAM {}, image {}",
        counts.stack, counts.stack_boot, counts.ram_static, counts.flash_bytes
    );
    assert!(counts.stack <= MAX_STACK, "{}", counts.stack);
    assert!(counts.stack_boot <= MAX_STACK, "{}", counts.stack_boot);
    assert!(counts.ram_static <= MAX_STATIC, "{}", counts.ram_static);
    assert!(counts.flash_bytes <= 576 * 1024, "{}", counts.flash_bytes);
}

#[test]
fn curtain_and_channels_are_read_often_enough_at_the_same_time() {
    let Some(pushed) = pushed() else { return };
    let (curtain, hall) = (pushed.counts.curtain_hz, pushed.counts.hall_hz);
    println!("curtain {curtain:.0} Hz, analog channels {hall:.0} Hz");
    assert!(curtain > 2_499.0 && hall > 1_449.0, "{curtain} {hall}");
}

#[test]
fn the_device_sees_what_the_host_sees() {
    let Some(pushed) = pushed() else { return };
    let fell = |it: &&Observation| matches!(it.kind, ObservationKind::Fell(_));
    let host = &pushed.host_saw;
    assert!(
        host.iter().filter(fell).count() > 0,
        "nothing fell: {host:?}"
    );
    assert_eq!(pushed.device_saw, *host);
}

#[test]
fn the_device_says_what_the_host_says_line_by_line() {
    let Some(pushed) = pushed() else { return };
    let said = |entries: &[JournalLine]| -> Vec<_> {
        let lines = entries.iter();
        lines
            .map(|it| (it.seq, it.body.hash, it.body.line.clone()))
            .collect()
    };
    println!("{} lines", pushed.host.len());
    assert!(pushed.host.len() > 3, "{:?}", pushed.host);
    assert_eq!(said(&pushed.device), said(&pushed.host));
}
