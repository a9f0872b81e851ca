//! Access to files on disk for code that only reads text.

use host_core::folder::Folder;
use std::path::Path;

/// Returns the folder at `path`, read from disk.
#[must_use]
pub const fn folder(path: &Path) -> Folder<'_> {
    Folder::new(path, |file| std::fs::read_to_string(file))
}
