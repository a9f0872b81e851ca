//! Mistakes in a data file, each with its line, the fault and a correction.
//!
//! A reader continues after a mistake, so that one run reports all of them.
//! [`ErrorReported`] is the receipt for a reported mistake: a part can be missing from the
//! result only if a mistake explains it.

use crate::file_error::{FileError, line_of};
use crate::printable::printable;
use std::collections::BTreeSet;
use std::fmt::Display;

/// Receipt for a reported mistake; only [`Diagnostics`] creates one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ErrorReported(());

/// Value read from a file, or the receipt for the mistake that was reported in its place.
pub(super) type Parsed<T> = Result<T, ErrorReported>;

/// Mistakes found so far in one data file.
#[derive(Debug)]
pub(super) struct Diagnostics<'t> {
    text: &'t str,
    found: Vec<Diagnostic>,
}

#[derive(Debug)]
struct Diagnostic {
    mistake: FileError,
    kind: DiagnosticKind,
}

/// Kind of mistake. In a file that is not valid TOML a key may seem to be missing only
/// because its line could not be read, so the kinds are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DiagnosticKind {
    Syntax,
    Missing,
    Sense,
}

impl<'t> Diagnostics<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            found: Vec::new(),
        }
    }

    /// Reports a mistake at byte offset `at` of the text.
    pub(super) fn report(
        &mut self,
        at: usize,
        wrong: impl Display,
        instead: impl Display,
    ) -> ErrorReported {
        self.push(at, DiagnosticKind::Sense, wrong, instead)
    }

    /// Reports a missing key or value.
    pub(super) fn report_missing(
        &mut self,
        at: usize,
        wrong: impl Display,
        instead: impl Display,
    ) -> ErrorReported {
        self.push(at, DiagnosticKind::Missing, wrong, instead)
    }

    /// Reports text that is not TOML.
    pub(super) fn report_syntax(
        &mut self,
        at: usize,
        wrong: impl Display,
        instead: impl Display,
    ) -> ErrorReported {
        self.push(at, DiagnosticKind::Syntax, wrong, instead)
    }

    fn push(
        &mut self,
        at: usize,
        kind: DiagnosticKind,
        wrong: impl Display,
        instead: impl Display,
    ) -> ErrorReported {
        self.found.push(Diagnostic {
            mistake: FileError {
                line: line_of(self.text.as_bytes(), at),
                message: printable(&format!("{wrong}; {instead}")).into_owned(),
            },
            kind,
        });
        ErrorReported(())
    }

    /// Returns `value` if no mistake was reported, otherwise all mistakes in line order.
    pub(super) fn close<T>(self, value: Parsed<T>) -> Result<T, Vec<FileError>> {
        match value {
            Ok(value) if self.found.is_empty() => Ok(value),
            _ => Err(self.mistakes()),
        }
    }

    /// Returns all mistakes without those that only follow from a line that is not TOML.
    fn mistakes(self) -> Vec<FileError> {
        let lines = self
            .found
            .iter()
            .filter(|entry| entry.kind == DiagnosticKind::Syntax);
        let unreadable: BTreeSet<usize> = lines.map(|entry| entry.mistake.line).collect();
        let mut told = BTreeSet::new();
        let mut mistakes: Vec<FileError> = self
            .found
            .into_iter()
            .filter(|entry| match entry.kind {
                DiagnosticKind::Syntax => told.insert(entry.mistake.line),
                DiagnosticKind::Missing => unreadable.is_empty(),
                DiagnosticKind::Sense => !unreadable.contains(&entry.mistake.line),
            })
            .map(|entry| entry.mistake)
            .collect();
        mistakes.sort_by_key(|mistake| mistake.line);
        mistakes
    }
}
