//! Programs of a club evening, each a process that can be killed: mosquitto, hubs, bridges.
//! Without mosquitto the tests print a sentence and pass, except where `CI` is `true`.

use host_tools::club::broker::{Broker, BrokerOptions, Tls};
use ring_client::{Address, Client};
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Returns the path of a program; `None`, with a sentence, if it is not installed.
pub fn installed(program: &str, package: &str) -> Option<PathBuf> {
    let folders = [
        "/usr/sbin",
        "/usr/bin",
        "/usr/local/sbin",
        "/usr/local/bin",
        "/opt/homebrew/sbin",
        "/opt/homebrew/bin",
    ];
    let paths = folders
        .into_iter()
        .map(|folder| Path::new(folder).join(program));
    let found = paths.into_iter().find(|path| path.is_file());
    if found.is_none() {
        let in_ci = std::env::var("CI").is_ok_and(|value| value == "true");
        assert!(
            !in_ci,
            "{program} is missing: install the package {package}"
        );
        tell(&format!(
            "skipped: install the package {package} to run this test"
        ));
    }
    found
}

/// Prints a sentence beside the results of the tests.
pub fn tell(sentence: &str) {
    let _ = writeln!(std::io::stderr(), "{sentence}");
}

/// Process that is killed at the end.
pub struct Process(Child);

impl Process {
    pub fn start(command: &mut Command) -> Self {
        Self(
            command
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap(),
        )
    }

    /// True if the process has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Folder of a test, and how its programs are started.
pub struct Club {
    pub folder: PathBuf,
    pub port: u16,
    mosquitto: PathBuf,
}

impl Club {
    /// Creates the folder of a test, with a listener on loopback and this configuration.
    pub fn new(name: &str, mosquitto: PathBuf, config: &str) -> Self {
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
        let club = Self {
            folder,
            port,
            mosquitto,
        };
        club.configure(config);
        club
    }

    /// Writes the broker's configuration.
    pub fn configure(&self, config: &str) {
        let config = format!("listener {} 127.0.0.1\n{config}\n", self.port);
        std::fs::write(self.folder.join("mosquitto.conf"), config).unwrap();
    }

    pub fn broker(&self) -> Process {
        Process::start(
            Command::new(&self.mosquitto)
                .arg("-c")
                .arg(self.folder.join("mosquitto.conf")),
        )
    }

    /// Returns `dohyo` on the computer of this table: it finds the hubs of that one only.
    pub fn dohyo(&self, table: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dohyo"));
        command.env("DOHYO_RUN", self.folder.join("run").join(table));
        command
    }

    pub fn hub(&self, table: &str, ring: &str) -> Process {
        Process::start(self.dohyo(table).args(["hub", "--ring", ring]))
    }

    /// Starts a bridge; it ends if no hub is there, so that the caller starts it again.
    pub fn bridge(&self, table: &str, more: &[&str]) -> Process {
        let url = format!("mqtt://127.0.0.1:{}", self.port);
        let state = self.folder.join("state");
        Process::start(
            self.dohyo(table)
                .args(["bridge", "mqtt", &url, "--state"])
                .arg(state)
                .args(more),
        )
    }

    /// Connects to the broker.
    pub fn connect(&self, id: &str, login: Option<(&str, &str)>, tls: Option<Tls>) -> Broker {
        let options = BrokerOptions {
            host: "127.0.0.1".into(),
            port: self.port,
            client_id: id.into(),
            login: login.map(|(user, password)| (user.into(), password.into())),
            tls,
            last_will: None,
        };
        Broker::connect(&options).unwrap()
    }
}

/// Returns the id of the ring at an address.
pub fn ring_id(address: &str) -> String {
    let line = Address::parse(address).unwrap().open().unwrap();
    let mut client = Client::connect(line).unwrap();
    client.info().unwrap().identity.ring.to_string()
}
