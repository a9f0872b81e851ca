//! Cursor of a bridge: the last line of a journal that a broker has acknowledged, in a file
//! that is either the old or the new one after a crash.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Cursor of one journal.
#[derive(Debug)]
pub struct BridgeCursor {
    path: PathBuf,
    line: u32,
}

impl BridgeCursor {
    /// Opens the cursor of a journal; a new one is before the first line.
    ///
    /// # Errors
    /// A sentence if the directory cannot be used or the file holds something else.
    pub fn open(directory: &Path, ring: &str, journal: &str) -> Result<Self, String> {
        let path = directory.join(format!("{ring}-{journal}.cursor"));
        let fault = |error: io::Error| {
            format!(
                "cannot keep the cursor in {}: {error}; give --state a folder of yours",
                directory.display()
            )
        };
        std::fs::create_dir_all(directory).map_err(fault)?;
        let line = match std::fs::read_to_string(&path) {
            Ok(text) => text.trim().parse().map_err(|_| {
                format!(
                    "{} is not a cursor; remove it, and all lines are published again",
                    path.display()
                )
            })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
            Err(error) => return Err(fault(error)),
        };
        Ok(Self { path, line })
    }

    /// Returns the number of the last acknowledged line; 0 before the first.
    #[must_use]
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// Moves the cursor to a later line: writes it, syncs it, and renames the file. An
    /// earlier line changes nothing.
    ///
    /// # Errors
    /// `io::Error` if the file cannot be written; the cursor then stays.
    pub fn advance(&mut self, line: u32) -> io::Result<()> {
        if line <= self.line {
            return Ok(());
        }
        let fresh = self.path.with_extension("new");
        let mut file = File::create(&fresh)?;
        writeln!(file, "{line}")?;
        file.sync_data()?;
        std::fs::rename(&fresh, &self.path)?;
        self.line = line;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::BridgeCursor;

    #[test]
    fn a_cursor_is_found_again_and_never_goes_back() {
        let name = format!("dohyo-cursor-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let open = || BridgeCursor::open(&directory, "aa", "bb").unwrap();
        let mut cursor = open();
        assert_eq!(cursor.line(), 0);
        cursor.advance(7).unwrap();
        cursor.advance(3).unwrap();
        assert_eq!(open().line(), 7);
        // A crash within a write leaves the old file.
        std::fs::write(directory.join("aa-bb.new"), "9").unwrap();
        assert_eq!(open().line(), 7);
        std::fs::write(directory.join("aa-bb.cursor"), "seven").unwrap();
        let why = BridgeCursor::open(&directory, "aa", "bb").unwrap_err();
        assert!(why.contains("is not a cursor; remove it"), "{why}");
        std::fs::remove_dir_all(directory).unwrap();
    }
}
