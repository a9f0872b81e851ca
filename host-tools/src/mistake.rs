//! What is wrong in a file that a person wrote, and where.

/// One mistake in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Line in the file, from 1.
    pub line: usize,
    /// What is wrong and what to write instead, as one sentence.
    pub message: String,
}

impl Mistake {
    /// What a reader of TOML objects to in this text.
    #[must_use]
    pub fn of_toml(text: &str, error: &toml::de::Error) -> Self {
        let at = error.span().map_or(0, |span| span.start);
        Self {
            line: line_of(text.as_bytes(), at),
            message: error.message().to_owned(),
        }
    }
}

/// The line, from 1, in which byte `at` of `text` stands.
#[must_use]
pub fn line_of(text: &[u8], at: usize) -> usize {
    text.iter().take(at).filter(|&&byte| byte == b'\n').count() + 1
}
