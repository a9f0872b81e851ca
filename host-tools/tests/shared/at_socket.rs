//! Ring of `dohyo ring` in another process, at a socket, with typed commands at its table.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

/// Ring at a socket.
pub struct AtSocket {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    /// Address for `--ring`.
    pub address: String,
}

impl AtSocket {
    /// Starts a ring with these arguments and waits until it prints its address.
    pub fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dohyo"))
            .args(["ring", "--listen", "127.0.0.1:0"])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let address = first.strip_prefix("listening at ").unwrap().to_owned();
        Self {
            child,
            lines,
            address,
        }
    }

    /// Executes a typed command at the table.
    pub fn act(&mut self, words: &str) {
        let stdin = self.child.stdin.as_mut().unwrap();
        writeln!(stdin, "{words}").unwrap();
        assert_eq!(self.lines.next().unwrap().unwrap(), format!("ok {words}"));
    }

    /// Ends the process, like a power cut.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for AtSocket {
    fn drop(&mut self) {
        self.kill();
    }
}
