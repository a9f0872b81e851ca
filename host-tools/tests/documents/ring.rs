//! A ring without hardware for the commands of a document.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

/// A ring at a socket, with nothing on it.
pub struct Ring {
    child: Child,
    /// To be given as `--ring`.
    pub address: String,
}

impl Ring {
    /// Starts a board and does what the words say.
    pub fn start(board: &str, words: &[String]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dohyo"))
            .args([
                "ring",
                "--still",
                "--listen",
                "127.0.0.1:0",
                "--board",
                board,
            ])
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
        if !words.is_empty() {
            // Until what is wrong has been noticed.
            thread::sleep(Duration::from_secs(3));
        }
        Self { child, address }
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
