//! Mistakes in files that people write, with their line.

/// Mistake in a file that a person wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileError {
    /// Line in the file, from 1.
    pub line: usize,
    /// Sentence with the fault and what to write instead.
    pub message: String,
}

impl FileError {
    /// Converts a TOML parser's error in `text`.
    #[must_use]
    pub fn of_toml(text: &str, error: &toml::de::Error) -> Self {
        let at = error.span().map_or(0, |span| span.start);
        Self {
            line: line_of(text.as_bytes(), at),
            message: error.message().to_owned(),
        }
    }
}

/// Returns the line, from 1, that contains byte offset `at` of `text`.
#[must_use]
pub fn line_of(text: &[u8], at: usize) -> usize {
    text.iter().take(at).filter(|&&byte| byte == b'\n').count() + 1
}
