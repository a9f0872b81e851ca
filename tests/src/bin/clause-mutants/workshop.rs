//! A copy of the sources in which things may be broken, and the runs in it.
//!
//! The copy and its build live below `target/clause-mutants` and are kept, so
//! that the next run compiles only what changed. The sources themselves are
//! never touched.

use crate::plan::Mutation;
use crate::witness::{RustTest, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long one run of tests may take before it counts as hung. The slowest
/// rightful one is a property test in a debug build.
const PATIENCE: Duration = Duration::from_secs(300);

/// The copy.
#[derive(Debug)]
pub struct Workshop {
    sources: PathBuf,
    build: PathBuf,
    /// Where a run leaves what it printed.
    transcript: PathBuf,
}

/// Why tests could not be run.
#[derive(Debug)]
pub enum Fault {
    /// The sources do not compile; the compiler's first complaint.
    DoesNotCompile(String),
    /// The machine refused something.
    Io(io::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Workshop {
    /// Brings the copy of `root` up to date: what git tracks or would track.
    ///
    /// # Errors
    /// If files cannot be copied, or git cannot list them.
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
            // An untouched file keeps its date, so cargo need not rebuild it.
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

    /// Removes from the copy what is no longer in the sources.
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

    /// Runs `during` with the mutation made, and takes it back in any case.
    /// The inner error says why the change itself cannot be made.
    ///
    /// # Errors
    /// If the file cannot be written.
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

    /// Runs scenarios; gives back the first that fails.
    ///
    /// # Errors
    /// [`Fault`] if they could not be run.
    pub fn failing_scenario(&self, files: &[&Path]) -> Result<Option<String>, Fault> {
        if files.is_empty() {
            return Ok(None);
        }
        let dohyo = self.compile(&[
            "build",
            "-p",
            "host-tools",
            "--bin",
            "dohyo",
            // No physics: it takes longest to build, and no clause is in it.
            "--no-default-features",
        ])?;
        let mut run = Command::new(dohyo);
        run.arg("scenario").args(files).current_dir(&self.sources);
        let Some((status, printed)) = self.transcribe(run)? else {
            return Ok(Some("the scenarios hang".into()));
        };
        if status.success() {
            return Ok(None);
        }
        let failed = printed.lines().find_map(|line| {
            let (path, _) = line.strip_prefix("FAIL ")?.split_once(':')?;
            Some(path.to_owned())
        });
        Ok(Some(failed.unwrap_or_else(|| "the scenarios crash".into())))
    }

    /// Runs Rust tests; gives back the first that fails.
    ///
    /// # Errors
    /// [`Fault`] if they could not be run.
    pub fn failing_test(&self, tests: &[&RustTest]) -> Result<Option<String>, Fault> {
        let mut by_target = BTreeMap::<&Target, Vec<&RustTest>>::new();
        for test in tests {
            by_target.entry(&test.target).or_default().push(test);
        }
        for (target, tests) in by_target {
            let (package, folder, which) = match target {
                // With the feature that plain `cargo test` gives it through its users.
                Target::RulesCore => (
                    "rules-core",
                    "rules-core",
                    vec!["--lib", "--features", "serde"],
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
            // The harness itself went down: a stack overflow, an abort.
            if !status.success() && !printed.contains("test result:") {
                return Ok(Some(format!("{} crashes", tests_named(&tests))));
            }
        }
        Ok(None)
    }

    /// Compiles and gives back the executable that was made last.
    fn compile(&self, arguments: &[&str]) -> Result<PathBuf, Fault> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(arguments)
            .args(["--quiet", "--message-format=json-render-diagnostics"])
            // Rebuilt for every change, and nothing here simulates for long.
            .args(["--config", "profile.dev.package.host-tools.opt-level=0"])
            .args(["--config", "profile.dev.package.rules-core.opt-level=1"])
            .current_dir(&self.sources)
            .env("CARGO_TARGET_DIR", &self.build)
            // Nobody debugs these: linking is what takes the time.
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .stdin(Stdio::null())
            .output()?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let first = said.lines().find(|line| line.starts_with("error"));
            return Err(Fault::DoesNotCompile(
                first.unwrap_or("cargo fails without a word").to_owned(),
            ));
        }
        let tests = arguments.first() == Some(&"test");
        executables(&String::from_utf8_lossy(&output.stdout), tests)
            .last()
            .ok_or_else(|| {
                Fault::Io(io::Error::other(format!(
                    "cargo {} made no executable",
                    arguments.join(" ")
                )))
            })
    }

    /// Runs to the end and gives back what was printed; `None` if it hangs.
    fn transcribe(&self, mut run: Command) -> io::Result<Option<(ExitStatus, String)>> {
        let file = File::create(&self.transcript)?;
        let mut child = run
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file)
            .spawn()?;
        let end = Instant::now() + PATIENCE;
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

/// How many commits there are, to begin elsewhere after each; 0 where git does
/// not say.
pub fn commit_number(root: &Path) -> usize {
    let count = Command::new("git")
        .args(["rev-list", "--count", "HEAD"])
        .current_dir(root)
        .output();
    let count = count.map(|output| String::from_utf8_lossy(&output.stdout).trim().parse());
    let count: usize = count.map_or(0, |count| count.unwrap_or(0));
    // Far apart, so that two commits in a row begin far from each other.
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
        // Deleted but not yet committed.
        .filter(|path| root.join(path).is_file())
        .collect())
}

fn tests_named(tests: &[&RustTest]) -> String {
    let names: Vec<_> = tests.iter().map(|test| test.name.as_str()).collect();
    names.join(" or ")
}

/// The executables in cargo's messages, in order: programs, or with `tests`
/// test harnesses. For an integration test cargo builds the programs as well.
fn executables(messages: &str, tests: bool) -> impl Iterator<Item = PathBuf> {
    messages.lines().filter_map(move |line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let harness = message.pointer("/profile/test")?.as_bool()?;
        let path = message.get("executable")?.as_str()?;
        (harness == tests).then(|| PathBuf::from(path))
    })
}

/// The full names of the tests that failed, in what the test harness printed.
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
