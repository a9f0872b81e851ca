//! A ring of `dohyo ring` for a test: one on the host, or the real image on an
//! emulated Pico; a check is told which.

use super::at_socket::AtSocket;
use super::said;
use host_tools::emulator::image;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// Which ring a check meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    /// The type the device runs, on the host.
    Host,
    /// The real image, on an emulated Pico. A second of it takes several of ours.
    Pico,
}

/// Makes a test of each check for each ring. Those on the Pico need Node: without
/// it they say so and pass, but not in CI.
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

/// Whether there can be an emulated Pico.
pub fn has_pico() -> bool {
    image::for_tests().unwrap().is_some()
}

impl On {
    /// A ring with nothing on it.
    pub fn table(self) -> Table {
        self.with(&[])
    }

    /// A board whose sensors read that nothing is on it. A Pico always looks at
    /// its sensors; a ring on the host does so when it is told to.
    pub fn still(self, board: &str) -> Table {
        match self {
            Self::Host => self.with(&["--board", board, "--still"]),
            Self::Pico => self.with(&["--board", board]),
        }
    }

    /// A ring with these arguments.
    pub fn with(self, args: &[&str]) -> Table {
        let mut more = Vec::new();
        if self == Self::Pico {
            let image = image::for_tests().unwrap().unwrap().to_str().unwrap();
            more.extend(["--emulated", "--elf", image]);
        }
        more.extend(args);
        let socket = AtSocket::start(&more);
        let ring = socket.address.clone();
        Table { socket, ring }
    }

    /// A ring with a match of two that has just begun.
    pub fn playing(self) -> Table {
        let table = self.table();
        table.good(&["setup", "--game", "ss", "--players", "2", "--junior"]);
        table
    }

    /// A ring with a match in which the opening marker lies and the first player
    /// has set the platform down.
    pub fn docked(self) -> Table {
        let mut table = self.playing();
        table.act("marker 1 blue");
        table.act("docked 2");
        table
    }

    /// So many seconds for a verb on the host, or so many on a Pico.
    pub fn seconds(self, host: u32, pico: u32) -> String {
        match self {
            Self::Host => host.to_string(),
            Self::Pico => pico.to_string(),
        }
    }

    /// Waits a moment, until a verb that was started has greeted the ring.
    pub fn moment(self) {
        thread::sleep(Duration::from_millis(match self {
            Self::Host => 300,
            Self::Pico => 2_500,
        }));
    }
}

/// A ring at a socket.
pub struct Table {
    socket: AtSocket,
    /// To be given as `--ring`.
    pub ring: String,
}

impl Table {
    /// Does something at the table.
    pub fn act(&mut self, words: &str) {
        self.socket.act(words);
    }

    /// Starts a verb at this ring.
    pub fn start(&self, args: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_dohyo"))
            .args(args)
            .args(["--ring", &self.ring])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Runs a verb at this ring.
    pub fn run(&self, args: &[&str]) -> Output {
        self.start(args).wait_with_output().unwrap()
    }

    /// Runs what must go well; what it printed.
    pub fn good(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let error = said(&output.stderr);
        assert!(output.status.success(), "{args:?}: {error}");
        said(&output.stdout)
    }

    /// Runs what must fail with this code; the sentence that says why.
    pub fn bad(&self, code: i32, args: &[&str]) -> String {
        let output = self.run(args);
        let error = said(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
        error
    }

    /// Runs what needs a touch, and does this when it says so; all it said of
    /// that, and how it ended.
    pub fn touched(&mut self, args: &[&str], deed: &str) -> (String, Output) {
        let mut child = self.start(args);
        let mut errors = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut told = errors.next().map_or(String::new(), Result::unwrap);
        if told.contains("press Confirm") {
            self.act(deed);
        }
        told.extend(errors.map(Result::unwrap));
        let output = child.wait_with_output().unwrap();
        (told, output)
    }

    /// Pulls the plug.
    pub fn kill(&mut self) {
        self.socket.kill();
    }
}

/// A file of its own for a test; what was there before is gone.
pub fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("client");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    let _ = std::fs::remove_file(&file);
    file
}
