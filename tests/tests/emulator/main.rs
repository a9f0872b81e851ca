//! The image that gets flashed, on an emulated Pico.
//!
//! Needs Node; without it these tests say so and pass, but not in CI. One run
//! serves several tests: a second of device time takes several of ours.

mod hosts;
mod power;
mod profiles;
mod pushes;

use host_tools::emulator::{Answer, Emulator, Feed, Trouble, Until, image};
use host_tools::virtual_ring::sensors::{GridView, Level, Noise, Sensors};
use host_tools::virtual_ring::space::View;
use rules_core::board::{Dimensions, Name, Profile};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The image, if it can be run here.
fn image() -> Option<&'static Path> {
    static IMAGE: OnceLock<Result<PathBuf, Trouble>> = OnceLock::new();
    match IMAGE.get_or_init(image::prepare) {
        Ok(image) => Some(image),
        Err(Trouble::NoNode) if std::env::var_os("CI").is_none() => {
            eprintln!("skipped: {}", Trouble::NoNode);
            None
        }
        Err(trouble) => panic!("{trouble}"),
    }
}

/// A directory for this test's files.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("emulator-{name}"));
    std::fs::create_dir_all(&directory).expect("a directory for files");
    directory
}

/// A table on which nothing is and nothing happens.
fn resting(board: Name, name: &str) -> Feed {
    let profile = Profile::of(board);
    let noise = Noise::of(Level::Off);
    let mut sensors = Sensors::new(profile, &Dimensions::ASSUMED, noise, &[], 1);
    let mut feed = Feed::new(&directory(name).join("rest")).expect("a directory");
    feed.frames.extend(sensors.curtain(0, &View::default()));
    feed.scans.extend(match profile.curtain {
        Some(_) => sensors.hall(0, &View::default()),
        None => sensors.hall_grid(0, &GridView::default()),
    });
    feed.write().expect("the dumps");
    feed
}

/// A ring at rest that has just become ready, and what it took.
fn booted(image: &Path, name: &str) -> (Emulator, Answer) {
    let mut pico = Emulator::start(image, Name::Ring, &[]).expect("an emulator");
    pico.feed(&resting(Name::Ring, name))
        .expect("frames to feed");
    let boot = pico.run(2_000, Until::Ready).expect("a boot");
    assert_eq!(boot.ready.len(), 1, "not ready after {} us", boot.now);
    (pico, boot)
}

/// Asks, and waits for the answer for at most so long.
fn ask(pico: &mut Emulator, words: &str, millis: u32) -> Option<String> {
    pico.say(words.as_bytes()).expect("to be sent");
    let until = pico.run(0, Until::Over).expect("an answer").now + f64::from(millis) * 1e3;
    loop {
        let answer = pico.run(20, Until::Packet).expect("an answer");
        for (_, payload) in pico.payloads(&answer) {
            // Observations come unasked.
            if payload.first() != Some(&b'!') {
                return Some(String::from_utf8_lossy(&payload).into_owned());
            }
        }
        if answer.now >= until {
            return None;
        }
    }
}

/// A word of a report: what follows `key=`.
fn told<'a>(report: &'a str, key: &str) -> &'a str {
    let words = report.split(' ').filter_map(|word| word.split_once('='));
    let found = words.into_iter().find(|(name, _)| *name == key);
    found.unwrap_or_else(|| panic!("no {key} in {report}")).1
}
