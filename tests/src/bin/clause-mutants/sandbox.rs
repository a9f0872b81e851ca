//! Copy of the sources in which clauses are broken, and the test runs in it.
//!
//! The copy and its build are kept below `target/clause-mutants`, so that the next run
//! compiles only what changed. The sources themselves are never changed.

use crate::citations::{RustTest, Target};
use crate::plan::Mutation;
use rules_core::clause::Clause;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Timeout of one test run. The slowest correct one is a property test in a debug build.
const RUN_TIMEOUT: Duration = Duration::from_secs(300);

/// Copy of the sources with its build.
#[derive(Debug)]
pub struct Sandbox {
    sources: PathBuf,
    build: PathBuf,
    /// File that receives the output of a run.
    transcript: PathBuf,
}

/// Reason why tests could not run.
#[derive(Debug)]
pub enum RunError {
    /// The sources do not compile; the text is the compiler's first error.
    DoesNotCompile(String),
    /// The operating system refused an operation.
    Io(io::Error),
}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Sandbox {
    /// Updates the copy of `root` with all files that git tracks or would track.
    ///
    /// # Errors
    /// `io::Error` if files cannot be copied or git cannot list them.
    pub fn open(root: &Path) -> io::Result<Self> {
        let home = root.join("target/clause-mutants");
        let workshop = Self {
            sources: home.join("sources"),
            build: home.join("target"),
            transcript: home.join("transcript.txt"),
        };
        fs::create_dir_all(&workshop.sources)?;
        let listed = listed_by_git(root)?;
        for path in &listed {
            let content = fs::read(root.join(path))?;
            let copy = workshop.sources.join(path);
            // An unchanged file keeps its date, so that cargo does not rebuild it.
            if fs::read(&copy).ok().as_deref() != Some(&content) {
                if let Some(folder) = copy.parent() {
                    fs::create_dir_all(folder)?;
                }
                fs::write(copy, content)?;
            }
        }
        let kept: BTreeSet<_> = listed.iter().map(PathBuf::as_path).collect();
        workshop.sweep(Path::new(""), &kept)?;
        Ok(workshop)
    }

    /// Removes files from the copy that are no longer in the sources.
    fn sweep(&self, folder: &Path, kept: &BTreeSet<&Path>) -> io::Result<()> {
        for entry in fs::read_dir(self.sources.join(folder))? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                self.sweep(&path, kept)?;
            } else if !kept.contains(path.as_path()) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Runs `during` with the mutation made, and undoes it in any case. The inner error is
    /// the reason why the change itself cannot be made.
    ///
    /// # Errors
    /// `io::Error` if the file cannot be written.
    pub fn broken_by<T>(
        &self,
        mutation: &Mutation,
        during: impl FnOnce() -> T,
    ) -> io::Result<Result<T, String>> {
        let path = self.sources.join(&mutation.file);
        let Ok(original) = fs::read_to_string(&path) else {
            return Ok(Err(format!("there is no file {}", mutation.file.display())));
        };
        let times = original.matches(&mutation.find).count();
        if times != 1 {
            return Ok(Err(format!(
                "`find` occurs {times} times in {}; it must occur exactly once",
                mutation.file.display()
            )));
        }
        fs::write(&path, original.replace(&mutation.find, &mutation.replace))?;
        let result = during();
        fs::write(&path, original)?;
        Ok(Ok(result))
    }

    /// Runs the scenario cases in `files` that cite one of `clauses`; returns the first
    /// that fails, or `None`.
    ///
    /// # Errors
    /// [`RunError`] if they could not be run.
    pub fn failing_scenario(
        &self,
        files: &[&Path],
        clauses: &[Clause],
    ) -> Result<Option<String>, RunError> {
        let files: BTreeSet<&Path> = files.iter().copied().collect();
        if files.is_empty() {
            return Ok(None);
        }
        let dohyo = self.compile(&[
            "build",
            "-p",
            "host-tools",
            "--bin",
            "dohyo",
            // Without physics, which takes longest to build and contains no clause.
            "--no-default-features",
        ])?;
        let mut run = Command::new(dohyo);
        run.arg("scenario").args(files).current_dir(&self.sources);
        for clause in clauses {
            run.args(["--cites", clause.id()]);
        }
        let Some((status, printed)) = self.transcribe(run)? else {
            return Ok(Some("the scenarios hang".into()));
        };
        if status.success() {
            return Ok(None);
        }
        let failed = printed.lines().find_map(|line| {
            let case = line.strip_prefix("FAIL ")?;
            Some(case.to_owned())
        });
        Ok(Some(failed.unwrap_or_else(|| "the scenarios crash".into())))
    }

    /// Runs Rust tests; returns the first that fails, or `None`.
    ///
    /// # Errors
    /// [`RunError`] if they could not be run.
    pub fn failing_test(&self, tests: &[&RustTest]) -> Result<Option<String>, RunError> {
        let mut by_target = BTreeMap::<&Target, Vec<&RustTest>>::new();
        for test in tests {
            by_target.entry(&test.target).or_default().push(test);
        }
        for (target, tests) in by_target {
            let (package, folder, which) = match target {
                // With the feature that plain `cargo test` enables through its dependents.
                Target::RulesCore => (
                    "rules-core",
                    "rules-core",
                    vec!["--lib", "--features", "ring,storage"],
                ),
                Target::TestsLibrary => ("dohyo-tests", "tests", vec!["--lib"]),
                Target::Integration(name) => ("dohyo-tests", "tests", vec!["--test", name]),
            };
            let mut arguments = vec!["test", "--no-run", "-p", package];
            arguments.extend(which);
            let folder = self.sources.join(folder);
            let mut run = Command::new(self.compile(&arguments)?);
            // As `cargo test` would start it.
            run.current_dir(&folder).env("CARGO_MANIFEST_DIR", &folder);
            run.args(tests.iter().map(|test| &test.name));
            let Some((status, printed)) = self.transcribe(run)? else {
                return Ok(Some(format!("{} hangs", tests_named(&tests))));
            };
            let failed = failures(&printed).find(|full| tests.iter().any(|t| t.is_called(full)));
            if let Some(full) = failed {
                return Ok(Some(full.to_owned()));
            }
            // The harness itself crashed, as from a stack overflow or an abort.
            if !status.success() && !printed.contains("test result:") {
                return Ok(Some(format!("{} crashes", tests_named(&tests))));
            }
        }
        Ok(None)
    }

    /// Compiles and returns the executable that was built last.
    fn compile(&self, arguments: &[&str]) -> Result<PathBuf, RunError> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(arguments)
            .args(["--quiet", "--message-format=json-render-diagnostics"])
            // These crates are rebuilt for every mutation, and no run simulates for long.
            .args(["--config", "profile.dev.package.host-core.opt-level=0"])
            .args(["--config", "profile.dev.package.host-tools.opt-level=0"])
            .args(["--config", "profile.dev.package.ring-client.opt-level=0"])
            .args(["--config", "profile.dev.package.virtual-ring.opt-level=0"])
            .args(["--config", "profile.dev.package.rules-core.opt-level=1"])
            .current_dir(&self.sources)
            .env("CARGO_TARGET_DIR", &self.build)
            // Without debug information, since linking takes most of the time.
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .stdin(Stdio::null())
            .output()?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let first = said.lines().find(|line| line.starts_with("error"));
            return Err(RunError::DoesNotCompile(
                first.unwrap_or("cargo fails without a word").to_owned(),
            ));
        }
        let tests = arguments.first() == Some(&"test");
        executables(&String::from_utf8_lossy(&output.stdout), tests)
            .last()
            .ok_or_else(|| {
                RunError::Io(io::Error::other(format!(
                    "cargo {} made no executable",
                    arguments.join(" ")
                )))
            })
    }

    /// Runs a command to its end and returns its output; `None` if it hangs.
    fn transcribe(&self, mut run: Command) -> io::Result<Option<(ExitStatus, String)>> {
        let file = File::create(&self.transcript)?;
        let mut child = run
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file)
            .spawn()?;
        let end = Instant::now() + RUN_TIMEOUT;
        loop {
            if let Some(status) = child.try_wait()? {
                let printed = fs::read(&self.transcript)?;
                return Ok(Some((status, String::from_utf8_lossy(&printed).into())));
            }
            if Instant::now() > end {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            sleep(Duration::from_millis(5));
        }
    }
}

/// Returns a number that changes with every commit, so that each run starts with another
/// mutation; 0 if git does not report one.
pub fn commit_number(root: &Path) -> usize {
    let count = Command::new("git")
        .args(["rev-list", "--count", "HEAD"])
        .current_dir(root)
        .output();
    let count = count.map(|output| String::from_utf8_lossy(&output.stdout).trim().parse());
    let count: usize = count.map_or(0, |count| count.unwrap_or(0));
    // The factor keeps the starts of successive commits far apart.
    count.wrapping_mul(37)
}

fn listed_by_git(root: &Path) -> io::Result<Vec<PathBuf>> {
    let output = Command::new("git")
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .current_dir(root)
        .output()?;
    if !output.status.success() {
        return Err(io::Error::other(
            "git cannot list the sources; run this inside a clone",
        ));
    }
    Ok(String::from_utf8_lossy(&output.stdout)
        .split_terminator('\0')
        .map(PathBuf::from)
        // Files that are deleted but not yet committed.
        .filter(|path| root.join(path).is_file())
        .collect())
}

fn tests_named(tests: &[&RustTest]) -> String {
    let names: Vec<_> = tests.iter().map(|test| test.name.as_str()).collect();
    names.join(" or ")
}

/// Returns the executables in cargo's messages, in order: programs, or with `tests` test
/// harnesses. For an integration test cargo builds the programs as well.
fn executables(messages: &str, tests: bool) -> impl Iterator<Item = PathBuf> {
    messages.lines().filter_map(move |line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let harness = message.pointer("/profile/test")?.as_bool()?;
        let path = message.get("executable")?.as_str()?;
        (harness == tests).then(|| PathBuf::from(path))
    })
}

/// Returns the full names of the failed tests in the output of the test harness.
fn failures(printed: &str) -> impl Iterator<Item = &str> {
    printed.lines().filter_map(|line| {
        let name = line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?;
        Some(name.split(" - ").next().unwrap_or(name))
    })
}

#[cfg(test)]
mod tests {
    use super::{executables, failures};
    use std::path::Path;

    #[test]
    fn failed_tests_are_read_from_the_harness() {
        let printed = "running 3 tests\n\
            test games::sumoo::tests::moves ... ok\n\
            test games::sumoo::tests::falls ... FAILED\n\
            test refuses - should panic ... FAILED\n\
            failures:\n    games::sumoo::tests::falls\n";
        let failed: Vec<_> = failures(printed).collect();
        assert_eq!(failed, ["games::sumoo::tests::falls", "refuses"]);
    }

    #[test]
    fn executables_are_read_from_cargo() {
        let messages = r#"{"reason":"compiler-artifact","profile":{"test":false},"executable":null}
            {"reason":"compiler-artifact","profile":{"test":true},"executable":"deps/laws-1"}
            {"reason":"compiler-artifact","profile":{"test":false},"executable":"dohyo"}
            {"reason":"build-finished","success":true}"#;
        let found: Vec<_> = executables(messages, true).collect();
        assert_eq!(found, [Path::new("deps/laws-1")]);
        let found: Vec<_> = executables(messages, false).collect();
        assert_eq!(found, [Path::new("dohyo")]);
    }
}
