//! The image, and what it takes to run it: a built firmware, Node, and the
//! harness with the package it needs.

use core::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// Why there is no emulated Pico.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// Node is not there.
    NoNode,
    /// The harness's package cannot be fetched.
    NoPackage(String),
    /// The image cannot be built.
    NoImage(String),
    /// A file for the harness cannot be written.
    NoFile {
        /// Which one.
        file: PathBuf,
        /// Why.
        why: String,
    },
    /// The harness ended, or said something that is no answer.
    Silent,
    /// The harness did not do it.
    Refused(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNode => f.write_str("Node is not there: install Node 20 or newer with npm"),
            Self::NoPackage(why) => write!(
                f,
                "the emulator's package cannot be fetched ({why}): run `npm ci` in tests/emulator"
            ),
            Self::NoImage(why) => write!(
                f,
                "the firmware cannot be built ({why}): run `cargo fw` and see what it says"
            ),
            Self::NoFile { file, why } => write!(
                f,
                "cannot write {}: {why}; make room there, or name another folder for temporary files with TMPDIR",
                file.display()
            ),
            Self::Silent => {
                f.write_str("the emulator ended without an answer: see what it printed")
            }
            Self::Refused(why) => write!(f, "the emulator says: {why}"),
        }
    }
}

impl core::error::Error for Trouble {}

impl Trouble {
    /// This file, or folder, cannot be written.
    pub(super) fn file(file: &Path, why: &std::io::Error) -> Self {
        Self::NoFile {
            file: file.to_owned(),
            why: why.to_string(),
        }
    }
}

/// The root of the repository: above the package that cargo runs, or above where
/// we are. It is looked for, so that no machine's path is part of the program.
fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let start = package.or_else(|| std::env::current_dir().ok());
    let start = start.unwrap_or_default();
    let is_root = |folder: &&Path| folder.join("memory.x").is_file();
    start.ancestors().find(is_root).unwrap_or(&start).to_owned()
}

/// Where the harness is.
#[must_use]
pub fn harness() -> PathBuf {
    root().join("tests/emulator")
}

/// Whether Node is there.
#[must_use]
pub fn has_node() -> bool {
    let answers = |name| Command::new(name).arg("--version").output();
    answers("node").is_ok() && answers("npm").is_ok()
}

/// Where `cargo fw` puts the image.
#[must_use]
pub fn path() -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("thumbv6m-none-eabi/firmware/firmware")
}

/// Builds the image and fetches the harness's package, if that is not done yet;
/// returns the image.
///
/// # Errors
/// What is missing.
pub fn prepare() -> Result<PathBuf, Trouble> {
    if !has_node() {
        return Err(Trouble::NoNode);
    }
    if !harness().join("node_modules/rp2040js").is_dir() {
        let fetched = Command::new("npm")
            .args(["ci", "--no-audit", "--no-fund"])
            .current_dir(harness())
            .output();
        said(fetched).map_err(Trouble::NoPackage)?;
    }
    build()
}

/// The image for a test, prepared once. Without Node there is none, which is
/// said; where `CI` is set that is a trouble like all others.
///
/// # Errors
/// What is missing.
pub fn for_tests() -> Result<Option<&'static Path>, Trouble> {
    static IMAGE: OnceLock<Result<PathBuf, Trouble>> = OnceLock::new();
    match IMAGE.get_or_init(prepare) {
        Ok(image) => Ok(Some(image)),
        Err(Trouble::NoNode) if std::env::var_os("CI").is_none() => {
            eprintln!("skipped: {}", Trouble::NoNode);
            Ok(None)
        }
        Err(trouble) => Err(trouble.clone()),
    }
}

/// Builds the image; returns where it is.
///
/// # Errors
/// What the compiler says last.
pub fn build() -> Result<PathBuf, Trouble> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .arg("fw")
        .current_dir(root())
        // Those of the build that runs this are not the chip's.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output();
    said(built).map_err(Trouble::NoImage)?;
    Ok(path())
}

/// The last thing a command said, if it failed.
fn said(output: std::io::Result<Output>) -> Result<(), String> {
    let output = output.map_err(|why| why.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let words = String::from_utf8_lossy(&output.stderr);
    let last = words.lines().rev().find(|line| !line.trim().is_empty());
    Err(last.unwrap_or("it said nothing").trim().to_owned())
}
