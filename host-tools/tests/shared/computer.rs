//! Computer of one table: its programs find each other, and no program of another test.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Computer of one table.
pub struct Computer {
    folder: PathBuf,
}

impl Computer {
    /// Creates the computer of a test, on which nothing runs and nothing is kept.
    pub fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self { folder }
    }

    /// Returns `dohyo` on this computer.
    pub fn dohyo(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dohyo"));
        command
            .args(args)
            .env("DOHYO_RUN", self.folder.join("run"))
            .env("XDG_STATE_HOME", self.folder.join("state"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs a verb to its end.
    pub fn run(&self, args: &[&str]) -> Output {
        self.dohyo(args).output().unwrap()
    }

    /// Runs a verb that must succeed and returns its output.
    pub fn good(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{args:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Starts a verb that shares a ring, and waits until a plain verb finds it.
    pub fn share(&self, args: &[&str]) -> Running {
        let sharing = self.start(args);
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            let output = self.run(&["status"]);
            if output.status.success() {
                return sharing;
            }
            let why = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(Instant::now() < until, "{args:?}: {why}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Starts a verb that runs until it is killed.
    pub fn start(&self, args: &[&str]) -> Running {
        Running(self.dohyo(args).spawn().unwrap())
    }
}

/// Verb that runs; it is killed at the end.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
