//! Whole evening: eight people, a round robin of seven rounds on four rings behind hubs, the
//! evening's program killed twice. What it says afterwards is compared with what the rings
//! know, by rules written here once more.

use crate::playing_ring::PlayingRing;
use ring_client::{Address, Client};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Berger table for eight as the FIDE handbook prints it, one line for each round; the
/// columns are the tables.
const PAIRS: &str = "1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1";

const PEOPLE: [&str; 8] = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"];

/// Process that is killed, as by a power cut.
pub struct Killed(Child);

impl Killed {
    pub fn start(command: &mut Command) -> Self {
        let started = command.stdin(Stdio::null()).stderr(Stdio::null()).spawn();
        Self(started.unwrap())
    }

    pub fn child(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Folder of a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("evening")
        .join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns `dohyo` in a folder; it finds the hubs of that folder only.
pub fn dohyo(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dohyo"));
    command
        .env("DOHYO_RUN", folder.join("run"))
        .current_dir(folder)
        .args(args);
    command
}

/// Runs `dohyo` and returns what it prints.
pub fn print(folder: &Path, args: &[&str]) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = dohyo(folder, args).output().unwrap();
    let said = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{args:?}: {said}");
    String::from_utf8(stdout).unwrap()
}

/// Returns the id of the ring at an address.
fn ring_id(address: &str) -> String {
    let line = Address::parse(address).unwrap().open().unwrap();
    Client::connect(line)
        .unwrap()
        .info()
        .unwrap()
        .identity
        .ring
        .to_string()
}

/// Waits until something is there.
pub fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < until, "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Evening's program, without the page.
fn run(folder: &Path) -> Killed {
    let mut command = dohyo(folder, &["evening", "run", "evening.jsonl", "--port", "0"]);
    Killed::start(command.stdout(Stdio::null()))
}

fn result_count(folder: &Path) -> usize {
    print(folder, &["results", "evening.jsonl", "--csv"])
        .lines()
        .count()
        - 1
}

/// Returns the places by rules of this file: points, then points from each other.
fn places(winners: &[Vec<u8>]) -> Vec<(String, u32)> {
    let pairs = PAIRS.lines().enumerate().flat_map(|(round, line)| {
        line.split(' ').enumerate().map(move |(table, pair)| {
            let number = |seat: usize| pair.as_bytes()[2 * seat] as usize - b'1' as usize;
            let won = usize::from(winners[table][round]) - 1;
            (number(won), number(1 - won))
        })
    });
    let wins: Vec<(usize, usize)> = pairs.collect();
    let points: Vec<usize> = (0..8)
        .map(|one| wins.iter().filter(|win| win.0 == one).count())
        .collect();
    let mutual = |one: usize| {
        let among = wins
            .iter()
            .filter(|win| win.0 == one && points[win.1] == points[one]);
        among.count()
    };
    let key = |one: usize| (points[one], mutual(one));
    let place = |one: usize| 1 + (0..8).filter(|other| key(*other) > key(one)).count() as u32;
    let mut places: Vec<(String, u32)> = (0..8)
        .map(|one| (PEOPLE[one].to_owned(), place(one)))
        .collect();
    places.sort();
    places
}

#[test]
fn a_whole_evening_with_its_program_killed_twice_has_the_standings_of_the_rings() {
    let folder = folder("whole");
    let interval = Duration::from_millis(1);
    let rings: Vec<PlayingRing> = (0..4)
        .map(|n| PlayingRing::start(40 + n, 0, interval))
        .collect();
    let ids: Vec<String> = rings.iter().map(|ring| ring_id(&ring.address)).collect();
    let _hubs: Vec<Killed> = (rings.iter())
        .map(|ring| {
            let mut hub = dohyo(&folder, &["hub", "--ring", &ring.address]);
            Killed::start(hub.stdout(Stdio::null()))
        })
        .collect();
    let mut plan = "name = 'Thursday'\npairing = 'round-robin'\n".to_owned();
    for (n, id) in ids.iter().enumerate() {
        plan += &format!("[[table]]\nname = 'Table {}'\nring = '{id}'\n", n + 1);
    }
    for name in PEOPLE {
        plan += &format!("[[person]]\nname = '{name}'\n");
    }
    std::fs::write(folder.join("plan.toml"), plan).unwrap();
    let said = print(&folder, &["evening", "begin", "plan.toml", "evening.jsonl"]);
    assert!(
        said.contains("8 people, 4 tables, 7 rounds paired"),
        "{said}"
    );
    let mut program = Some(run(&folder));
    let events = folder.join("evening.jsonl");
    let opened = || {
        let text = std::fs::read_to_string(&events).unwrap();
        (text.matches("\"kind\":\"opened\"").count() == 4).then_some(())
    };
    wait_for("all four rings", opened);
    for round in 0..7 {
        rings.iter().for_each(PlayingRing::play_one);
        if round == 2 {
            // Killed while all tables play, and away until the round is over.
            std::thread::sleep(Duration::from_millis(100));
            drop(program.take());
        }
        rings
            .iter()
            .for_each(|ring| ring.wait(Duration::from_secs(60)));
        if round == 2 {
            assert!(result_count(&folder) < 12, "nobody listened");
            program = Some(run(&folder));
        }
        wait_for("the results of a round", || {
            (result_count(&folder) == 4 * (round + 1)).then_some(())
        });
        if round == 4 {
            // Killed between two rounds, as its last line was being written.
            drop(program.take());
            let mut text = std::fs::read(&events).unwrap();
            text.extend(b"{\"v\":1,\"time\":\"2026-11-19T20:0");
            std::fs::write(&events, text).unwrap();
            program = Some(run(&folder));
        }
    }
    drop(program);
    let winners: Vec<Vec<u8>> = rings.iter().map(PlayingRing::winners).collect();
    assert!(
        winners.iter().all(|of_ring| of_ring.len() == 7),
        "{winners:?}"
    );
    assert!(
        winners.iter().flatten().any(|seat| *seat == 1),
        "{winners:?}"
    );
    assert!(
        winners.iter().flatten().any(|seat| *seat == 2),
        "{winners:?}"
    );
    let standings = |file: &str| -> Vec<(String, u32)> {
        let text = print(&folder, &["standings", file, "--json"]);
        let mut places: Vec<(String, u32)> = text
            .lines()
            .map(|line| {
                let one: Value = serde_json::from_str(line).unwrap();
                (
                    one["name"].as_str().unwrap().to_owned(),
                    one["place"].as_u64().unwrap() as u32,
                )
            })
            .collect();
        places.sort();
        places
    };
    assert_eq!(standings("evening.jsonl"), places(&winners));
    // The table of results alone gives the same places, and the rings prove every row.
    let table = print(&folder, &["results", "evening.jsonl", "--csv"]);
    std::fs::write(folder.join("results.csv"), &table).unwrap();
    assert_eq!(standings("results.csv"), places(&winners));
    verify(&folder, &ids);
    let report = print(&folder, &["results", "evening.jsonl", "--trf"]);
    assert_eq!(
        report
            .lines()
            .filter(|line| line.starts_with("001"))
            .count(),
        8
    );
    let shown = print(&folder, &["evening", "show", "evening.jsonl"]);
    assert!(shown.ends_with("all rounds are played\n"), "{shown}");
}

/// Compares the table of results with the lines of all rings, and with forged ones.
fn verify(folder: &Path, ids: &[String]) {
    let mut args = vec![
        "results".to_owned(),
        "evening.jsonl".to_owned(),
        "--verify".to_owned(),
    ];
    for id in ids {
        let ring = format!("serial:{id}");
        let lines = print(
            folder,
            &[
                "watch",
                "--json",
                "--from",
                "1",
                "--seconds",
                "3",
                "--ring",
                &ring,
            ],
        );
        std::fs::write(folder.join(format!("{id}.jsonl")), lines).unwrap();
        args.push(format!("{id}.jsonl"));
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let proved = dohyo(folder, &args).output().unwrap();
    let said = String::from_utf8_lossy(&proved.stderr).into_owned();
    assert!(proved.status.success(), "{said}");
    assert!(said.contains("28 results are proved"), "{said}");
    // Another winner in the events is noticed.
    let events = folder.join("evening.jsonl");
    let honest = std::fs::read_to_string(&events).unwrap();
    let at = honest.rfind("\"places\":[[").unwrap() + 11;
    let (seat, other) = match &honest[at..=at] {
        "1" => ("[[1],[2]]", "[[2],[1]]"),
        _ => ("[[2],[1]]", "[[1],[2]]"),
    };
    let start = honest[..at].rfind('\n').unwrap();
    let forged = honest[..start].to_owned() + &honest[start..].replacen(seat, other, 1);
    assert_ne!(forged, honest);
    std::fs::write(&events, forged).unwrap();
    let noticed = dohyo(folder, &args).output().unwrap();
    std::fs::write(&events, honest).unwrap();
    let said = String::from_utf8_lossy(&noticed.stderr).into_owned();
    assert_eq!(noticed.status.code(), Some(1), "{said}");
    assert!(
        said.contains("27 results are proved") && said.contains("has another result there"),
        "{said}"
    );
}
