//! What is wrong in a file that a person wrote, and where.

/// One mistake in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Line in the file, from 1.
    pub line: usize,
    /// What is wrong and what to write instead, as one sentence.
    pub message: String,
}

/// The line, from 1, in which byte `at` of `text` stands.
#[must_use]
pub fn line_of(text: &[u8], at: usize) -> usize {
    text.iter().take(at).filter(|&&byte| byte == b'\n').count() + 1
}
