//! Firmware image and the requirements to run it: Node, and the harness with its package.

use core::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// Failure to start or use an emulated Pico.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EmulatorError {
    /// Node is not installed.
    NoNode,
    /// The harness's package cannot be fetched, for this reason.
    NoPackage(String),
    /// The image cannot be built, for this reason.
    NoImage(String),
    /// A file for the harness cannot be written.
    NoFile {
        /// Path of the file.
        file: PathBuf,
        /// Reason, in the words of the operating system.
        why: String,
    },
    /// The harness ended, or sent something other than a reply.
    Silent,
    /// The harness refused an order, for this reason.
    Refused(String),
}

impl fmt::Display for EmulatorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNode => f.write_str("Node not found: install Node 20 or newer with npm"),
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

impl core::error::Error for EmulatorError {}

impl EmulatorError {
    /// Creates the error of a file or folder that cannot be written.
    pub(super) fn file(file: &Path, why: &std::io::Error) -> Self {
        Self::NoFile {
            file: file.to_owned(),
            why: why.to_string(),
        }
    }
}

/// Returns the root of the repository: the folder with `memory.x` above the package that
/// cargo runs, or above the current directory. Searching for it keeps paths of the build
/// machine out of the program.
fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let start = package.or_else(|| std::env::current_dir().ok());
    let start = start.unwrap_or_default();
    let is_root = |folder: &&Path| folder.join("memory.x").is_file();
    start.ancestors().find(is_root).unwrap_or(&start).to_owned()
}

/// Returns the folder of the harness.
#[must_use]
pub fn harness() -> PathBuf {
    root().join("tests/emulator")
}

/// True if Node and npm are installed.
#[must_use]
pub fn has_node() -> bool {
    let answers = |name| Command::new(name).arg("--version").output();
    answers("node").is_ok() && answers("npm").is_ok()
}

/// Returns the path to which `cargo fw` writes the image.
#[must_use]
pub fn path() -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("thumbv6m-none-eabi/firmware/firmware")
}

/// Builds the image, fetches the harness's package if necessary, and returns the image's
/// path.
///
/// # Errors
/// `EmulatorError` with what is missing.
pub fn prepare() -> Result<PathBuf, EmulatorError> {
    if !has_node() {
        return Err(EmulatorError::NoNode);
    }
    if !harness().join("node_modules/rp2040js").is_dir() {
        let fetched = Command::new("npm")
            .args(["ci", "--no-audit", "--no-fund"])
            .current_dir(harness())
            .output();
        said(fetched).map_err(EmulatorError::NoPackage)?;
    }
    build()
}

/// Returns the image for a test, prepared once per process. Without Node it prints a note
/// and returns `None`, unless `CI` is set.
///
/// # Errors
/// `EmulatorError` with what is missing.
pub fn for_tests() -> Result<Option<&'static Path>, EmulatorError> {
    static IMAGE: OnceLock<Result<PathBuf, EmulatorError>> = OnceLock::new();
    match IMAGE.get_or_init(prepare) {
        Ok(image) => Ok(Some(image)),
        Err(EmulatorError::NoNode) if std::env::var_os("CI").is_none() => {
            eprintln!("skipped: {}", EmulatorError::NoNode);
            Ok(None)
        }
        Err(trouble) => Err(trouble.clone()),
    }
}

/// Builds the image and returns its path.
///
/// # Errors
/// `EmulatorError::NoImage` with the compiler's last line.
pub fn build() -> Result<PathBuf, EmulatorError> {
    build_with("fw")?;
    Ok(path())
}

/// Builds the image of the bare-Pico check and returns its path.
///
/// # Errors
/// `EmulatorError::NoImage` with the compiler's last line.
pub fn build_bare() -> Result<PathBuf, EmulatorError> {
    build_with("fw-bare")?;
    Ok(path().with_file_name("bare-pico"))
}

/// Builds an image by an alias of cargo.
fn build_with(alias: &str) -> Result<(), EmulatorError> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .arg(alias)
        .current_dir(root())
        // The flags of the build that runs this are not for the chip.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output();
    said(built).map_err(EmulatorError::NoImage)
}

/// Checks the result of a command; the error is the last line that a failed command
/// printed.
fn said(output: std::io::Result<Output>) -> Result<(), String> {
    let output = output.map_err(|why| why.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let words = String::from_utf8_lossy(&output.stderr);
    let last = words.lines().rev().find(|line| !line.trim().is_empty());
    Err(last.unwrap_or("it said nothing").trim().to_owned())
}
