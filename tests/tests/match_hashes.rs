//! The same match on every machine: hashes of poses, frames and rulings of eight matches,
//! three scenes and a session recorded in the page, played natively and as WebAssembly
//! under Node.
//!
//! The expected hashes are in `tests/hashes/matches.txt`; `DOHYO_WRITE_GOLDEN=1 cargo test
//! -p dohyo-tests --test match_hashes native` writes them anew after a change of the
//! simulation. `tests/hashes/compare` plays 100 seeds of each game, every scene and every
//! recording both ways.

use std::path::{Path, PathBuf};
use std::process::Command;
use virtual_ring::match_hashes::{match_hashes, scene_hashes, session_hashes};

/// What is played: game, players, seed, even seeds with special moves; a scene with its
/// seed; a recorded session.
const PLAYED: [&str; 12] = [
    "ss 2 2",
    "ss 3 1",
    "ss 4 5",
    "ks 2 3",
    "ks 3 4",
    "sumoo 2 1",
    "abalone 2 1",
    "abalone 3 2",
    "scene match_push 1",
    "scene burst 2",
    "scene bump_with_fall 3",
    "session question",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn golden() -> PathBuf {
    root().join("tests/hashes/matches.txt")
}

fn expected() -> String {
    std::fs::read_to_string(golden()).expect("tests/hashes/matches.txt")
}

/// Plays natively and returns the line.
fn line(title: &str) -> String {
    let parts: Vec<&str> = title.split(' ').collect();
    let number = |text: &str| text.parse::<u32>().expect(title);
    let hashes = match parts[..] {
        ["scene", name, seed] => scene_hashes(name, number(seed)).expect(title).to_string(),
        ["session", name] => {
            let recording = root().join(format!("tests/hashes/sessions/{name}.json"));
            let recording = std::fs::read_to_string(recording).expect(title);
            session_hashes(&recording).expect(title).to_string()
        }
        [game, players, seed] => {
            let hashes = match_hashes(game, number(players) as u8, number(seed));
            hashes.expect(title).to_string()
        }
        _ => panic!("{title}: a game, a scene or a session"),
    };
    format!("{title}: {hashes}\n")
}

/// Plays those that are named in `DOHYO_HASHES`, one a line, and prints their lines: the
/// native half of `tests/hashes/compare`.
#[test]
#[ignore = "long; tests/hashes/compare runs it"]
fn named_matches() {
    let named = std::env::var("DOHYO_HASHES").expect("DOHYO_HASHES names a file");
    let titles = std::fs::read_to_string(named).expect("it is a file");
    for title in titles.lines() {
        print!("hash {}", line(title));
    }
}

/// Plays all matches, as many at once as there are cores.
fn native() -> String {
    let players = PLAYED.map(|title| std::thread::spawn(move || line(title)));
    players
        .map(|match_| match_.join().expect("it is played"))
        .concat()
}

#[test]
fn native_matches_are_those_that_were_kept() {
    let played = native();
    if std::env::var_os("DOHYO_WRITE_GOLDEN").is_some() {
        std::fs::write(golden(), &played).expect("written");
    }
    assert_eq!(played, expected(), "DOHYO_WRITE_GOLDEN=1 writes the file");
}

#[test]
fn different_seeds_are_different_matches() {
    let [one, other] = ["sumoo 2 1", "sumoo 2 3"].map(line);
    let hash = |line: &str| line.split(": ").nth(1).map(ToOwned::to_owned);
    assert_ne!(hash(&one), hash(&other));
}

#[test]
fn matches_under_webassembly_are_the_same() {
    let node = Command::new("node").arg("--version").output();
    if !node.is_ok_and(|output| output.status.success()) {
        let sentence = "skipped: node not found; install Debian's nodejs";
        assert!(std::env::var_os("CI").is_none(), "{sentence}");
        println!("{sentence}");
        return;
    }
    let folder = root().join("target/page-quick");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["run", "-p", "page-folder", "--", "--quick", "--bare"])
        .arg("--output")
        .arg(&folder)
        .current_dir(root())
        .status();
    assert!(built.expect("cargo runs").success(), "see above");
    let played = Command::new("node")
        .arg(root().join("tests/hashes/hashes.js"))
        .arg(&folder)
        .args(PLAYED)
        .output()
        .expect("node runs");
    let complaints = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{complaints}");
    assert_eq!(String::from_utf8_lossy(&played.stdout), expected());
}
