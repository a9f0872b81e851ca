//! Page of the hall with eight live tables, as a browser shows it. The picture in the
//! documents is made by
//! `DOHYO_WRITE_PICTURE=1 cargo test -p host-tools --test club hall`.

use crate::evening::{Killed, dohyo, folder, print, wait_for};
use crate::playing_ring::PlayingRing;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const PEOPLE: [(&str, &str); 17] = [
    ("Ann", "red"),
    ("Bo", "blue"),
    ("Cyril", ""),
    ("Dipa", ""),
    ("Edda", ""),
    ("Florence", ""),
    ("Gus", ""),
    ("Hal", ""),
    ("Ines", ""),
    ("Jo <b>", ""),
    ("Kenji", ""),
    ("Lou", ""),
    ("Mia", ""),
    ("Noor", ""),
    ("Olga", ""),
    ("Pat", ""),
    ("Quinn", ""),
];

fn plan(rings: &[PlayingRing]) -> String {
    let mut plan = "name = 'Thursday at the club'\npairing = 'round-robin'\n".to_owned();
    for (n, ring) in rings.iter().enumerate() {
        plan += &format!(
            "[[table]]\nname = 'Table {}'\nring = '{}'\n",
            n + 1,
            ring.address
        );
    }
    for (name, colour) in PEOPLE {
        plan += &format!("[[person]]\nname = '{name}'\n");
        if !colour.is_empty() {
            plan += &format!("colour = '{colour}'\n");
        }
    }
    plan
}

/// Reads the page's events until `is_wanted` accepts the contents.
fn contents(address: &str, is_wanted: impl Fn(&serde_json::Value) -> bool) -> serde_json::Value {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    write!(stream, "GET /events HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
    let mut last = String::new();
    for line in BufReader::new(stream).lines() {
        let line = line.unwrap();
        let Some(data) = line.strip_prefix("data: ") else {
            continue;
        };
        let hall: serde_json::Value = serde_json::from_str(data).unwrap();
        if hall["tables"].is_array() && is_wanted(&hall) {
            return hall;
        }
        last = data.to_owned();
    }
    panic!("the page never said so: {last}");
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn the_hall_shows_eight_live_tables() {
    let folder = folder("hall");
    let is_picture = std::env::var_os("DOHYO_WRITE_PICTURE").is_some();
    let interval = Duration::from_millis(if is_picture { 100 } else { 20 });
    let rings: Vec<PlayingRing> = (0..8)
        .map(|n| PlayingRing::start(60 + n, 1, interval))
        .collect();
    rings.iter().for_each(|ring| ring.pause(true));
    std::fs::write(folder.join("plan.toml"), plan(&rings)).unwrap();
    print(&folder, &["evening", "begin", "plan.toml", "evening.jsonl"]);
    let mut command = dohyo(&folder, &["evening", "run", "evening.jsonl", "--port", "0"]);
    let mut program = Killed::start(command.stdout(Stdio::piped()));
    let mut lines = BufReader::new(program.child().stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    let address = first
        .split("http://")
        .nth(1)
        .unwrap()
        .trim_end_matches("/hall")
        .to_owned();
    let state_of = |hall: &serde_json::Value, state: &str| {
        let tables = hall["tables"].as_array().unwrap().iter();
        tables.filter(|table| table["state"] == state).count()
    };
    contents(&address, |hall| state_of(hall, "ready") == 8);
    // One round is played, and in the next all tables are.
    rings.iter().for_each(|ring| ring.pause(false));
    let has_results = |hall: &serde_json::Value| hall["results"].as_array().unwrap().len() == 8;
    contents(&address, |hall| {
        state_of(hall, "ready") == 8 && has_results(hall)
    });
    rings.iter().for_each(PlayingRing::play_one);
    let hall = contents(&address, |hall| state_of(hall, "playing") == 8);
    if is_picture {
        // Further into the match there is more to see.
        std::thread::sleep(Duration::from_secs(3));
    }
    assert_eq!(hall["standings"].as_array().unwrap().len(), 17);
    // One ring goes silent: somebody should look. A picture has the others still.
    rings.iter().for_each(|ring| ring.pause(is_picture));
    let mut rings = rings;
    rings.truncate(7);
    let hall = contents(&address, |hall| state_of(hall, "silent") == 1);
    assert_eq!(hall["tables"][7]["attention"][0]["kind"], "link");
    for (path, expected) in [
        ("/hall", "text/html"),
        ("/", "text/html"),
        ("/hall.js", "text/javascript"),
        ("/hall.css", "text/css"),
        ("/style/tokens.css", "text/css"),
        ("/style/base.css", "text/css"),
        (
            "/fonts/zen-maru-gothic-latin-700-normal.woff2",
            "font/woff2",
        ),
    ] {
        let answer = get(&address, path);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(
            head.starts_with("HTTP/1.1 200") && head.contains(expected),
            "{path}: {head}"
        );
        assert!(head.to_lowercase().contains("default-src 'none'"), "{head}");
        assert!(
            !body.contains("http://") && !body.contains("https://"),
            "{path} loads from elsewhere"
        );
    }
    assert!(get(&address, "/command").starts_with("HTTP/1.1 404"));
    if is_picture {
        let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("pictures");
        screenshot(&address, "1920,1080", "", &pictures.join("hall.png"));
        screenshot(
            &address,
            "390,2600",
            "?theme=dark",
            &folder.join("phone-dark.png"),
        );
        screenshot(
            &address,
            "1920,1080",
            "?theme=dark",
            &folder.join("dark.png"),
        );
    }
}

/// Makes a picture of the page.
fn screenshot(address: &str, size: &str, query: &str, to: &Path) {
    let made = Command::new("/usr/bin/chromium")
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--timeout=4000",
        ])
        .arg(format!("--window-size={size}"))
        .arg(format!("--screenshot={}", to.display()))
        .arg(format!("http://{address}/hall{query}"))
        .output();
    assert!(made.unwrap().status.success());
    wait_for("the picture", || to.is_file().then_some(()));
}
