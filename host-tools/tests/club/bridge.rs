//! Bridge to a real broker, while everything is killed. Needs mosquitto: without it the
//! tests print a sentence and pass, except where `CI` is `true`.
//!
//! `DOHYO_CLUB_KILLS` is the number of kills and power cuts [25].

use super::playing_ring::PlayingRing;
use host_core::events::reader::{LineReader, Reading};
use host_core::events::verify;
use host_tools::club::broker::{Broker, BrokerEvent, BrokerOptions};
use ring_client::{Address, Client, ClientUpdate};
use rules_core::referee::Follower;
use rules_core::rng::Rng;
use rules_core::wire::message::FollowFrom;
use serde_json::{Value, json};
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Returns the path of mosquitto; `None`, with a sentence, if it is not installed.
fn mosquitto() -> Option<PathBuf> {
    let found = [
        "/usr/sbin/mosquitto",
        "/usr/local/sbin/mosquitto",
        "/opt/homebrew/sbin/mosquitto",
    ]
    .into_iter()
    .map(PathBuf::from)
    .find(|path| path.is_file());
    if found.is_none() {
        let in_ci = std::env::var("CI").is_ok_and(|value| value == "true");
        assert!(
            !in_ci,
            "mosquitto is missing: install the package mosquitto"
        );
        let _ = writeln!(
            std::io::stderr(),
            "skipped: install mosquitto to run this test"
        );
    }
    found
}

/// Process that is killed at the end.
struct Process(Child);

impl Process {
    fn start(command: &mut Command) -> Self {
        Self(
            command
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap(),
        )
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Folder of a test, and how its programs are started.
struct Club {
    folder: PathBuf,
    mosquitto: PathBuf,
    port: u16,
}

impl Club {
    fn new(name: &str, mosquitto: PathBuf, config: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("club")
            .join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let config = format!("listener {port} 127.0.0.1\n{config}\n");
        std::fs::write(folder.join("mosquitto.conf"), config).unwrap();
        Self {
            folder,
            mosquitto,
            port,
        }
    }

    fn broker(&self) -> Process {
        Process::start(
            Command::new(&self.mosquitto)
                .arg("-c")
                .arg(self.folder.join("mosquitto.conf")),
        )
    }

    fn dohyo(&self, args: &[&str]) -> Process {
        let run = self.folder.join("run");
        Process::start(
            Command::new(env!("CARGO_BIN_EXE_dohyo"))
                .args(args)
                .env("DOHYO_RUN", run),
        )
    }

    fn hub(&self, ring: &str) -> Process {
        self.dohyo(&["hub", "--ring", ring])
    }

    /// Starts a bridge; it ends if no hub is there, so that the caller starts it again.
    fn bridge(&self, more: &[&str]) -> Process {
        let url = format!("mqtt://127.0.0.1:{}", self.port);
        let state = self.folder.join("state");
        let mut args = vec!["bridge", "mqtt", &url, "--state", state.to_str().unwrap()];
        args.extend(more);
        self.dohyo(&args)
    }

    fn subscriber(&self) -> Subscriber {
        Subscriber {
            broker: self.connect("reader", None),
            next_ask: Instant::now(),
        }
    }

    fn connect(&self, id: &str, login: Option<(&str, &str)>) -> Broker {
        let options = BrokerOptions {
            host: "127.0.0.1".into(),
            port: self.port,
            client_id: id.into(),
            login: login.map(|(user, password)| (user.into(), password.into())),
            tls: None,
            last_will: None,
        };
        Broker::connect(&options).unwrap()
    }
}

/// Connection of a reader. Its archive outlives it, as a disk does.
struct Subscriber {
    broker: Broker,
    next_ask: Instant,
}

/// Archive of a reader.
#[derive(Default)]
struct Archive {
    reader: LineReader,
    lines: Vec<Value>,
    doubled: u32,
    asked: u32,
    /// Last contents of every retained topic, by its last word.
    retained: std::collections::HashMap<String, String>,
}

impl Subscriber {
    /// Reads for a while.
    fn read(&mut self, archive: &mut Archive, time: Duration) {
        let until = Instant::now() + time;
        while Instant::now() < until {
            match self.broker.next(Duration::from_millis(10)) {
                Some(BrokerEvent::Connected) => self.broker.subscribe("dohyo/1/#"),
                Some(BrokerEvent::Message { topic, payload }) => {
                    let word = topic.rsplit('/').next().unwrap();
                    let text = String::from_utf8(payload).unwrap();
                    archive.retained.insert(word.to_owned(), text.clone());
                    if word == "line" || word == "tail" {
                        self.take(&topic, &serde_json::from_str(&text).unwrap(), archive);
                    }
                }
                _ => {}
            }
        }
    }

    fn take(&mut self, topic: &str, object: &Value, archive: &mut Archive) {
        match archive.reader.read(object) {
            Reading::Taken => archive.lines.push(object.clone()),
            Reading::Known if object["type"] == "line" => archive.doubled += 1,
            Reading::Missing { from } if Instant::now() >= self.next_ask => {
                self.next_ask = Instant::now() + Duration::from_secs(1);
                archive.asked += 1;
                let ring = topic.split('/').nth(2).unwrap();
                let ask = json!({ "v": 1, "journal": object["journal"], "from": from });
                let topic = format!("dohyo/1/{ring}/again");
                self.broker.publish(0, &topic, ask.to_string(), false);
            }
            Reading::Gone { from, to } => panic!("lines {from} to {to} are gone"),
            _ => {}
        }
    }
}

/// Returns number and hash of every line of a ring.
fn truth(ring: &str, last: u32) -> Vec<(u32, u64)> {
    let until = Instant::now() + Duration::from_secs(20);
    let mut client = loop {
        match Address::parse(ring)
            .unwrap()
            .open()
            .and_then(Client::connect)
        {
            Ok(client) => break client,
            Err(why) => assert!(Instant::now() < until, "{why}"),
        }
    };
    client.follow(FollowFrom::Line(1)).unwrap();
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line: &(u32, u64)| line.0 < last) {
        assert!(Instant::now() < until, "{:?} of {last}", lines.last());
        if let Some(ClientUpdate::Line(line)) = client.next(Duration::from_millis(50)).unwrap() {
            lines.push((line.line.seq, line.line.body.hash));
        }
    }
    lines
}

#[test]
fn no_line_is_lost_wrong_or_doubled_whatever_is_killed() {
    let Some(mosquitto) = mosquitto() else {
        return;
    };
    let kills = std::env::var("DOHYO_CLUB_KILLS").map_or(25, |kills| kills.parse().unwrap());
    let club = Club::new(
        "kills",
        mosquitto,
        "allow_anonymous true\npersistence false",
    );
    let ring = PlayingRing::start(23, 10_000, Duration::from_millis(40));
    let mut broker = Some(club.broker());
    let mut hub = Some(club.hub(&ring.address));
    let mut bridge = None;
    let mut archive = Archive::default();
    let mut subscriber = Some(club.subscriber());
    let (mut rng, mut counts) = (Rng::new(7), [0_u32; 5]);
    let start = Instant::now();
    let read = |subscriber: &mut Option<Subscriber>, archive: &mut Archive, millis: u32| {
        let time = Duration::from_millis(millis.into());
        match subscriber {
            Some(subscriber) => subscriber.read(archive, time),
            None => std::thread::sleep(time),
        }
    };
    for _ in 0..kills {
        // A bridge that found no hub has ended.
        let ended = bridge
            .as_mut()
            .is_none_or(|it: &mut Process| it.0.try_wait().unwrap().is_some());
        if ended {
            bridge = Some(club.bridge(&[]));
        }
        read(&mut subscriber, &mut archive, 200 + rng.below(500));
        let victim = rng.below(5) as usize;
        counts[victim] += 1;
        match victim {
            0 => drop(bridge.take()),
            1 => drop(broker.take()),
            2 => drop(hub.take()),
            3 => drop(subscriber.take()),
            _ => ring.cut(),
        }
        read(&mut subscriber, &mut archive, rng.below(400));
        broker.get_or_insert_with(|| club.broker());
        hub.get_or_insert_with(|| club.hub(&ring.address));
        if rng.below(2) == 0 {
            subscriber.get_or_insert_with(|| club.subscriber());
        }
    }
    ring.finish();
    ring.wait(Duration::from_secs(60));
    let last = ring.next_line() - 1;
    subscriber.get_or_insert_with(|| club.subscriber());
    let until = Instant::now() + Duration::from_secs(90);
    while archive.lines.len() < last as usize {
        if bridge
            .as_mut()
            .is_none_or(|it| it.0.try_wait().unwrap().is_some())
        {
            bridge = Some(club.bridge(&[]));
        }
        read(&mut subscriber, &mut archive, 200);
        let last = archive.lines.last().map(|line| line["seq"].clone());
        assert!(
            Instant::now() < until,
            "the reader is at {last:?} of {}",
            ring.next_line() - 1
        );
    }
    // Nothing more comes, not even twice the same.
    read(&mut subscriber, &mut archive, 1_000);
    // 0 lost, 0 out of order, 0 taken twice.
    let seqs: Vec<u32> = archive
        .lines
        .iter()
        .map(|line| line["seq"].as_u64().unwrap() as u32)
        .collect();
    assert_eq!(seqs, (1..=last).collect::<Vec<_>>());
    // The reader alone verifies the state hash of every line.
    let mut follower = Follower::default();
    for line in &archive.lines {
        verify::verify(&mut follower, line).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    // 0 wrong: the ring has the same lines.
    drop((bridge, hub));
    let told = archive.lines.iter().map(|line| {
        let hash = u64::from_str_radix(line["hash"].as_str().unwrap(), 16).unwrap();
        (line["seq"].as_u64().unwrap() as u32, hash)
    });
    assert_eq!(told.collect::<Vec<_>>(), truth(&ring.address, last));
    let [bridges, brokers, hubs, readers, cuts] = counts;
    let _ = writeln!(
        std::io::stderr(),
        "{last} lines, {kills} kills in {:.0} s (bridge {bridges}, broker {brokers}, hub {hubs}, \
         reader {readers}, power {cuts}): 0 lost, 0 wrong, 0 out of order, 0 accepted twice; \
         {} duplicates passed over, asked again {} times",
        start.elapsed().as_secs_f64(),
        archive.doubled,
        archive.asked,
    );
    // What is retained tells a newcomer everything.
    assert_eq!(archive.retained["link"], "online");
    let tail: Value = serde_json::from_str(&archive.retained["tail"]).unwrap();
    assert_eq!(
        (tail["line"].as_u64(), &tail["hash"]),
        (Some(last.into()), &archive.lines[last as usize - 1]["hash"])
    );
    let header: Value = serde_json::from_str(&archive.retained["match"]).unwrap();
    assert_eq!(header["match"]["game"], "ss");
}

#[test]
fn access_rules_keep_a_ring_to_itself_and_a_refusal_ends_the_bridge() {
    let Some(mosquitto) = mosquitto() else {
        return;
    };
    let rules = include_str!("../../../host-tools/data/club/mosquitto.acl");
    let ring = PlayingRing::start(3, 1, Duration::from_millis(20));
    let club = Club::new("access", mosquitto, "");
    let passwords = club.folder.join("passwords");
    let id = {
        let mut client =
            Client::connect(Address::parse(&ring.address).unwrap().open().unwrap()).unwrap();
        client.info().unwrap().identity.ring.to_string()
    };
    for (n, user) in [id.as_str(), "0000000000000001", "hall"]
        .into_iter()
        .enumerate()
    {
        let create: &[&str] = if n == 0 { &["-c", "-b"] } else { &["-b"] };
        let mut command = Command::new("mosquitto_passwd");
        let done = command
            .args(create)
            .arg(&passwords)
            .args([user, "secret"])
            .status();
        assert!(done.unwrap().success());
    }
    std::fs::write(club.folder.join("acl"), rules).unwrap();
    let config = format!(
        "listener {} 127.0.0.1\nallow_anonymous false\npassword_file {}\nacl_file {}\n",
        club.port,
        passwords.display(),
        club.folder.join("acl").display()
    );
    std::fs::write(club.folder.join("mosquitto.conf"), config).unwrap();
    let _broker = club.broker();
    let hall = club.connect("hall", Some(("hall", "secret")));
    let secret = club.folder.join("secret");
    std::fs::write(&secret, "secret\n").unwrap();
    let secret = secret.to_str().unwrap();
    let login = |user: &str| -> Vec<String> {
        let args = [
            "--ring",
            &ring.address,
            "--user",
            user,
            "--password-file",
            secret,
        ];
        args.map(str::to_owned).into()
    };
    // As another ring the bridge is refused, and says so.
    let args = login("0000000000000001");
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let url = format!("mqtt://127.0.0.1:{}", club.port);
    let state = club.folder.join("other");
    let refused = Command::new(env!("CARGO_BIN_EXE_dohyo"))
        .args(["bridge", "mqtt", &url, "--state", state.to_str().unwrap()])
        .args(&args)
        .output()
        .unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(
        said.contains("the broker's access rules forbid this user to write"),
        "{said}"
    );
    // As itself it is heard, and a command over the broker does nothing.
    let args = login(&id);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let _bridge = club.bridge(&args);
    let (mut lines, until) = (0, Instant::now() + Duration::from_secs(30));
    while lines < 20 {
        match hall.next(Duration::from_millis(50)) {
            Some(BrokerEvent::Connected) => hall.subscribe("dohyo/1/#"),
            Some(BrokerEvent::Message { topic, .. }) => {
                assert_eq!(topic.split('/').nth(2), Some(id.as_str()), "{topic}");
                lines += u32::from(topic.ends_with("/line"));
            }
            _ => {}
        }
        for word in ["again", "command", "undo", "answer"] {
            let topic = format!("dohyo/1/{id}/{word}");
            let payload = r#"{"v":1,"journal":"0000000000000000","from":1,"command":"abort"}"#;
            hall.publish(0, &topic, payload.into(), false);
        }
        assert!(Instant::now() < until, "{lines} lines came");
    }
    ring.wait(Duration::from_secs(60));
}
