//! Access to the files that a text written by a person names, relative to the folder of
//! that text.

use std::io;
use std::path::{Path, PathBuf};

/// Folder with a function that reads its files.
#[derive(Debug, Clone, Copy)]
pub struct Folder<'a> {
    path: &'a Path,
    read: fn(&Path) -> io::Result<String>,
}

impl<'a> Folder<'a> {
    /// Creates a folder at this path, whose files `read` reads as text.
    #[must_use]
    pub const fn new(path: &'a Path, read: fn(&Path) -> io::Result<String>) -> Self {
        Self { path, read }
    }

    /// Returns the path of a file that is named relative to the folder.
    #[must_use]
    pub fn path_of(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Reads a file at a path of [`Self::path_of`].
    ///
    /// # Errors
    /// `io::Error` of the read function, if the file cannot be read.
    pub fn read(&self, path: &Path) -> io::Result<String> {
        (self.read)(path)
    }
}
