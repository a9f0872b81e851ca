//! A ring of `dohyo ring` for a test: another process, at a socket, with
//! somebody at the table who does what is written.

use super::said;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// A ring at a socket.
pub struct Table {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    /// To be given as `--ring`.
    pub ring: String,
}

impl Table {
    /// A ring that does not look at its sensors.
    pub fn new() -> Self {
        Self::with(&[])
    }

    /// A ring with these arguments.
    pub fn with(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dohyo"))
            .args(["ring", "--listen", "127.0.0.1:0"])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let ring = first.strip_prefix("listening at ").unwrap().to_owned();
        Self { child, lines, ring }
    }

    /// A ring with a match of two that has just begun.
    pub fn playing() -> Self {
        let table = Self::new();
        table.good(&["setup", "--game", "ss", "--players", "2", "--junior"]);
        table
    }

    /// A ring with a match in which the opening marker lies and the first player
    /// has set the platform down.
    pub fn docked() -> Self {
        let mut table = Self::playing();
        table.act("marker 1 blue");
        table.act("docked 2");
        table
    }

    /// Does something at the table.
    pub fn act(&mut self, words: &str) {
        let stdin = self.child.stdin.as_mut().unwrap();
        writeln!(stdin, "{words}").unwrap();
        assert_eq!(self.lines.next().unwrap().unwrap(), format!("ok {words}"));
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

    /// Runs what needs a touch, and touches the ring when it says so; what it
    /// said while it waited, and how it ended.
    pub fn touched(&mut self, args: &[&str]) -> (String, Output) {
        let mut child = self.start(args);
        let mut errors = BufReader::new(child.stderr.take().unwrap()).lines();
        let wish = errors.next().map_or(String::new(), Result::unwrap);
        if wish.contains("press Confirm") {
            self.act("press confirm");
        }
        let output = child.wait_with_output().unwrap();
        (wish, output)
    }

    /// Pulls the plug.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        self.kill();
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

/// Waits a moment, for what another process does.
pub fn moment() {
    thread::sleep(Duration::from_millis(300));
}
