//! A ring for the commands of a document: the real image on an emulated Pico, or
//! a ring on the host where there is no Node.

use host_tools::emulator::image;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// What is wrong is noticed within this.
const PATIENCE: Duration = Duration::from_secs(90);

/// A ring at a socket, with nothing on it.
pub struct Ring {
    child: Child,
    /// To be given as `--ring`.
    pub address: String,
}

impl Ring {
    /// Starts a board and does what the words say.
    pub fn start(board: &str, words: &[String]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dohyo"));
        command.args(["ring", "--listen", "127.0.0.1:0", "--board", board]);
        match image::for_tests().unwrap() {
            Some(image) => command.args(["--emulated", "--elf"]).arg(image),
            None => command.arg("--still"),
        };
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let address = first.strip_prefix("listening at ").unwrap().to_owned();
        for word in words {
            tell(&mut child, &mut lines, word);
        }
        let ring = Self { child, address };
        if !words.is_empty() {
            ring.wait_for_trouble();
        }
        ring
    }

    /// Waits until something is wrong, and nothing more is a moment later.
    fn wait_for_trouble(&self) {
        let until = Instant::now() + PATIENCE;
        let mut before = String::new();
        while Instant::now() < until {
            let output = Command::new(env!("CARGO_BIN_EXE_dohyo"))
                .args(["doctor", "--ring", &self.address])
                .output()
                .unwrap();
            let now = String::from_utf8_lossy(&output.stdout).into_owned();
            if output.status.code() == Some(1) && now == before {
                return;
            }
            before = now;
        }
    }
}

fn tell(child: &mut Child, lines: &mut Lines<BufReader<ChildStdout>>, words: &str) {
    writeln!(child.stdin.as_mut().unwrap(), "{words}").unwrap();
    let heard = lines.next().unwrap().unwrap();
    assert_eq!(heard, format!("ok {words}"));
}

impl Drop for Ring {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
