//! Access rules of a real broker, with user and password, plain on loopback and over TLS.

use super::playing_ring::PlayingRing;
use super::programs::{Club, Process, installed, ring_id, tell};
use host_tools::club::broker::{Broker, BrokerEvent, Tls};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Access rules that a hall copies.
const RULES: &str = include_str!("../../../host-tools/data/club/mosquitto.acl");

/// User of another ring than the one that plays.
const OTHER: &str = "0000000000000001";

/// Broker with access rules, and the ring whose bridge it serves.
struct Rules {
    club: Club,
    ring: PlayingRing,
    id: String,
    /// File with the password of every user.
    secret: PathBuf,
    tls: bool,
    _broker: Process,
}

/// Runs a program that must succeed.
fn run(program: &Path, folder: &Path, args: &[&str]) {
    let mut command = Command::new(program);
    let output = command.args(args).current_dir(folder).output().unwrap();
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.success(),
        "{} {args:?}: {why}",
        program.display()
    );
}

/// Makes an authority of this name, and a certificate of it for 127.0.0.1.
fn certify(openssl: &Path, folder: &Path, name: &str) {
    let config = "[req]\ndistinguished_name = dn\nprompt = no\n[dn]\nCN = Hall\n\
                  [ca]\nbasicConstraints = critical, CA:TRUE\n\
                  [server]\nsubjectAltName = IP:127.0.0.1\n";
    std::fs::write(folder.join("openssl.cnf"), config).unwrap();
    let file = |end: &str| format!("{name}.{end}");
    let (ca, ca_key) = (file("ca"), file("ca-key"));
    let (request, key, certificate) = (file("request"), file("key"), file("pem"));
    let key_kind = [
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
    ];
    let common = ["-config", "openssl.cnf", "-days", "2"];
    let authority = [
        "req",
        "-x509",
        "-extensions",
        "ca",
        "-keyout",
        &ca_key,
        "-out",
        &ca,
    ];
    run(
        openssl,
        folder,
        &[&authority[..], &key_kind, &common].concat(),
    );
    let ask = [
        "req",
        "-new",
        "-config",
        "openssl.cnf",
        "-keyout",
        &key,
        "-out",
        &request,
    ];
    run(openssl, folder, &[&ask[..], &key_kind].concat());
    let sign = [
        "x509",
        "-req",
        "-in",
        &request,
        "-CA",
        &ca,
        "-CAkey",
        &ca_key,
        "-CAcreateserial",
        "-extfile",
        "openssl.cnf",
        "-extensions",
        "server",
        "-days",
        "2",
        "-out",
        &certificate,
    ];
    run(openssl, folder, &sign);
    // The broker may give up root before it reads its key.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = PermissionsExt::from_mode(0o644);
        std::fs::set_permissions(folder.join(&key), mode).unwrap();
    }
}

impl Rules {
    /// Starts broker and ring; `None`, with a sentence, if a program is not installed.
    fn start(name: &str, tls: bool) -> Option<Self> {
        let mosquitto = installed("mosquitto", "mosquitto")?;
        let passwd = installed("mosquitto_passwd", "mosquitto")?;
        let openssl = match tls {
            true => Some(installed("openssl", "openssl")?),
            false => None,
        };
        let ring = PlayingRing::start(3, 1, Duration::from_millis(20));
        let id = ring_id(&ring.address);
        let club = Club::new(name, mosquitto, "");
        let folder = &club.folder;
        let passwords = folder.join("passwords");
        std::fs::write(&passwords, "").unwrap();
        for user in [id.as_str(), OTHER, "hall"] {
            run(&passwd, folder, &["-b", "passwords", user, "secret"]);
        }
        let rules = folder.join("acl");
        std::fs::write(&rules, RULES).unwrap();
        let mut config = format!(
            "allow_anonymous false\npassword_file {}\nacl_file {}\n",
            passwords.display(),
            rules.display()
        );
        if let Some(openssl) = openssl {
            certify(&openssl, folder, "hall");
            certify(&openssl, folder, "stranger");
            let place = |file: &str| folder.join(file).display().to_string();
            config += &format!(
                "certfile {}\nkeyfile {}\n",
                place("hall.pem"),
                place("hall.key")
            );
        }
        club.configure(&config);
        let secret = folder.join("secret");
        std::fs::write(&secret, "secret\n").unwrap();
        Some(Self {
            _broker: club.broker(),
            club,
            ring,
            id,
            secret,
            tls,
        })
    }

    /// Returns the command of a bridge of the ring as this user.
    fn bridge(&self, user: &str, authority: &str) -> Command {
        let (port, folder) = (self.club.port, &self.club.folder);
        let scheme = if self.tls { "mqtts" } else { "mqtt" };
        let mut command = self.club.dohyo("0");
        command
            .args(["bridge", "mqtt", &format!("{scheme}://127.0.0.1:{port}")])
            .args(["--ring", &self.ring.address, "--user", user])
            .arg("--password-file")
            .arg(&self.secret)
            .arg("--state")
            .arg(folder.join(user));
        if self.tls {
            command.arg("--ca").arg(folder.join(authority));
        }
        command
    }

    /// Connects as the hall.
    fn hall(&self) -> Broker {
        let ca = || std::fs::read(self.club.folder.join("hall.ca")).unwrap();
        let tls = self.tls.then(|| Tls::Authority(ca()));
        self.club.connect("hall", Some(("hall", "secret")), tls)
    }

    /// Checks that a ring is refused as another one, is heard as itself, and that a command
    /// over the broker does nothing.
    fn check(&self) {
        let hall = self.hall();
        let refused = self.bridge(OTHER, "hall.ca").output().unwrap();
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(
            said.contains("the broker's access rules forbid this user to write"),
            "{said}"
        );
        assert_eq!(refused.status.code(), Some(2));
        let _bridge = Process::start(&mut self.bridge(&self.id, "hall.ca"));
        let (mut lines, until) = (0, Instant::now() + Duration::from_secs(30));
        while lines < 20 {
            match hall.next(Duration::from_millis(50)) {
                Some(BrokerEvent::Connected) => hall.subscribe("dohyo/1/#"),
                Some(BrokerEvent::Message { topic, .. }) => {
                    let ring = topic.split('/').nth(2);
                    assert_eq!(ring, Some(self.id.as_str()), "{topic}");
                    lines += u32::from(topic.ends_with("/line"));
                }
                _ => {}
            }
            for word in ["again", "command", "undo", "answer"] {
                let topic = format!("dohyo/1/{}/{word}", self.id);
                let payload = r#"{"v":1,"journal":"0000000000000000","from":1,"command":"abort"}"#;
                hall.publish(0, &topic, payload.into(), false);
            }
            assert!(Instant::now() < until, "{lines} lines came");
        }
        self.ring.wait(Duration::from_secs(60));
    }
}

#[test]
fn access_rules_keep_a_ring_to_itself_and_a_refusal_ends_the_bridge() {
    if let Some(rules) = Rules::start("access", false) {
        rules.check();
    }
}

#[test]
fn over_tls_the_rules_hold_and_a_strange_authority_is_not_trusted() {
    let Some(rules) = Rules::start("tls", true) else {
        return;
    };
    // A broker whose certificate another authority signed hears nothing.
    let mut stranger = rules.bridge(&rules.id, "stranger.ca");
    let mut stranger = stranger
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(1));
    stranger.kill().unwrap();
    let said = stranger.wait_with_output().unwrap().stderr;
    let said = String::from_utf8(said).unwrap();
    assert!(said.contains("no broker: "), "{said}");
    assert!(!said.contains("connected to the broker"), "{said}");
    tell(said.trim());
    let cursor = rules.club.folder.join(&rules.id);
    let cursors = std::fs::read_dir(cursor).unwrap();
    assert_eq!(cursors.count(), 0, "no line was acknowledged");
    rules.check();
}

#[test]
fn a_password_does_not_leave_this_computer_unencrypted() {
    let said = Command::new(env!("CARGO_BIN_EXE_dohyo"))
        .args(["bridge", "mqtt", "mqtt://hall.example", "--user", "a"])
        .env("DOHYO_MQTT_PASSWORD", "secret")
        .output()
        .unwrap();
    let why = String::from_utf8(said.stderr).unwrap();
    assert!(
        why.contains("the password would go to hall.example unencrypted"),
        "{why}"
    );
}
