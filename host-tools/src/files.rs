//! Access to files on disk for code that only reads text.

use host_core::folder::Folder;
use host_core::printable::printable;
use std::path::Path;

/// Returns the folder at `path`, read from disk.
#[must_use]
pub const fn folder(path: &Path) -> Folder<'_> {
    Folder::new(path, |file| std::fs::read_to_string(file))
}

/// Returns the name of a file for people, on one line and without control characters.
#[must_use]
pub fn shown(path: impl AsRef<Path>) -> String {
    printable(&path.as_ref().to_string_lossy()).into_owned()
}
