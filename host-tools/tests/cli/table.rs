//! Rings of `dohyo ring` for tests: on the host, or the real image on an emulated Pico.
//! Each check receives the kind as an argument.

use super::at_socket::AtSocket;
use super::said;
use host_tools::emulator::image;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// Kind of ring that a check uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    /// The type that the device runs, on the host.
    Host,
    /// The real image on an emulated Pico. One second of it takes several real ones.
    Pico,
}

/// Creates a test of each check for each kind of ring. Those on the Pico need Node: without
/// it they print a note and pass, except in CI.
macro_rules! on_both {
    ($($check:ident),+ $(,)?) => {
        mod on_the_host {
            $(#[test]
            fn $check() {
                super::$check($crate::table::On::Host);
            })+
        }

        mod on_the_pico {
            $(#[test]
            fn $check() {
                if $crate::table::has_pico() {
                    super::$check($crate::table::On::Pico);
                }
            })+
        }
    };
}
pub(crate) use on_both;

/// True if an emulated Pico is available.
pub fn has_pico() -> bool {
    image::for_tests().unwrap().is_some()
}

impl On {
    /// Starts a ring with nothing on it.
    pub fn table(self) -> Table {
        self.with(&[])
    }

    /// Starts a board whose sensors read an empty table. A Pico always reads its sensors; a
    /// ring on the host does so only with an option.
    pub fn still(self, board: &str) -> Table {
        match self {
            Self::Host => self.with(&["--board", board, "--idle-sensors"]),
            Self::Pico => self.with(&["--board", board]),
        }
    }

    /// Starts a ring with these arguments.
    pub fn with(self, args: &[&str]) -> Table {
        let mut more = Vec::new();
        if self == Self::Pico {
            let image = image::for_tests().unwrap().unwrap().to_str().unwrap();
            more.extend(["--emulated", "--elf", image]);
        }
        more.extend(args);
        let socket = AtSocket::start(&more);
        let ring = socket.address.clone();
        Table {
            on: self,
            socket,
            ring,
        }
    }

    /// Starts a ring with a match of two that has just begun.
    pub fn playing(self) -> Table {
        let table = self.table();
        table.good(&["setup", "--game", "ss", "--players", "2", "--junior"]);
        table
    }

    /// Starts a ring with a match in which the opening marker is placed and the first
    /// player has docked the platform.
    pub fn docked(self) -> Table {
        let mut table = self.playing();
        table.act("marker 1 blue");
        table.act("dock 2");
        table
    }

    /// Returns the seconds for a verb: `host` on the host, `pico` on a Pico.
    pub fn seconds(self, host: u32, pico: u32) -> String {
        match self {
            Self::Host => host.to_string(),
            Self::Pico => pico.to_string(),
        }
    }

    /// Waits until a verb that was started has connected to the ring.
    pub fn moment(self) {
        thread::sleep(Duration::from_millis(match self {
            Self::Host => 300,
            Self::Pico => 2_500,
        }));
    }
}

/// Ring at a socket.
pub struct Table {
    on: On,
    socket: AtSocket,
    /// Address for `--ring`.
    pub ring: String,
}

impl Table {
    /// Executes a typed command at the table.
    pub fn act(&mut self, words: &str) {
        self.socket.act(words);
    }

    /// Starts a verb at this ring.
    pub fn start(&self, args: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_dohyo"))
            .args(args)
            .args(["--ring", &self.ring])
            // A page shares its ring, which other tests must not find.
            .env("DOHYO_RUN", folder("run"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Runs a verb at this ring to its end.
    pub fn run(&self, args: &[&str]) -> Output {
        self.start(args).wait_with_output().unwrap()
    }

    /// Runs a verb that must succeed and returns its output.
    pub fn good(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let error = said(&output.stderr);
        assert!(output.status.success(), "{args:?}: {error}");
        said(&output.stdout)
    }

    /// Runs a verb that must fail with this exit code and returns the sentence with the
    /// reason.
    pub fn bad(&self, code: i32, args: &[&str]) -> String {
        let output = self.run(args);
        let error = said(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
        error
    }

    /// Runs a verb that needs a touch, and executes `deed` when it asks for one. Returns
    /// its messages about the touch, and its output.
    pub fn touched(&mut self, args: &[&str], deed: &str) -> (String, Output) {
        let mut child = self.start(args);
        let mut errors = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut told = errors.next().map_or(String::new(), Result::unwrap);
        if told.contains("Confirm on the ring") {
            // A press counts only after the ring has shown the request for half a second
            // of its own time, and a Pico's is slower than ours.
            for _ in 0..4 {
                thread::sleep(Duration::from_millis(match self.on {
                    On::Host => 800,
                    On::Pico => 5_000,
                }));
                if child.try_wait().unwrap().is_some() {
                    break;
                }
                self.act(deed);
                self.on.moment();
            }
        }
        told.extend(errors.map(Result::unwrap));
        let output = child.wait_with_output().unwrap();
        (told, output)
    }

    /// Ends the ring's process, like a power cut.
    pub fn kill(&mut self) {
        self.socket.kill();
    }
}

/// Returns the path of a separate folder for a test, which need not exist.
pub fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Returns the path of a separate file for a test; an old file there is removed.
pub fn file(name: &str) -> PathBuf {
    let folder = folder("client");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    let _ = std::fs::remove_file(&file);
    file
}
