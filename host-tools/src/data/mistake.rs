//! What is wrong in a data file, where, and what to write instead.
//!
//! A reader goes on after a mistake, so that one look at a file names all of
//! them. [`Broken`] is its receipt: nothing can be missing from what was read
//! without a mistake that says why.

use crate::mistake::{Mistake, line_of};
use std::collections::BTreeSet;
use std::fmt::Display;

/// Receipt for a mistake that has been noted; only [`Notes`] makes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Broken(());

/// Something read, unless a mistake was noted instead.
pub(super) type Read<T> = Result<T, Broken>;

/// The mistakes found so far in one file.
#[derive(Debug)]
pub(super) struct Notes<'t> {
    text: &'t str,
    found: Vec<Found>,
}

#[derive(Debug)]
struct Found {
    mistake: Mistake,
    kind: Kind,
}

/// What sort of mistake it is. Where the file is not even TOML, a key may seem
/// to be missing only because its line could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Syntax,
    Missing,
    Sense,
}

impl<'t> Notes<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            found: Vec::new(),
        }
    }

    /// Notes a mistake at byte `at` of the text.
    pub(super) fn say(&mut self, at: usize, wrong: impl Display, instead: impl Display) -> Broken {
        self.note(at, Kind::Sense, wrong, instead)
    }

    /// Notes that something is not there that should be.
    pub(super) fn say_missing(
        &mut self,
        at: usize,
        wrong: impl Display,
        instead: impl Display,
    ) -> Broken {
        self.note(at, Kind::Missing, wrong, instead)
    }

    /// Notes that the text is not TOML.
    pub(super) fn say_syntax(
        &mut self,
        at: usize,
        wrong: impl Display,
        instead: impl Display,
    ) -> Broken {
        self.note(at, Kind::Syntax, wrong, instead)
    }

    fn note(
        &mut self,
        at: usize,
        kind: Kind,
        wrong: impl Display,
        instead: impl Display,
    ) -> Broken {
        self.found.push(Found {
            mistake: Mistake {
                line: line_of(self.text.as_bytes(), at),
                message: format!("{wrong}; {instead}"),
            },
            kind,
        });
        Broken(())
    }

    /// `value` if all was well, else every mistake in the order of the lines.
    pub(super) fn close<T>(self, value: Read<T>) -> Result<T, Vec<Mistake>> {
        match value {
            Ok(value) if self.found.is_empty() => Ok(value),
            _ => Err(self.mistakes()),
        }
    }

    /// Every mistake, without those that only echo a line that is not TOML.
    fn mistakes(self) -> Vec<Mistake> {
        let lines = self.found.iter().filter(|it| it.kind == Kind::Syntax);
        let unreadable: BTreeSet<usize> = lines.map(|it| it.mistake.line).collect();
        let mut told = BTreeSet::new();
        let mut mistakes: Vec<Mistake> = self
            .found
            .into_iter()
            .filter(|it| match it.kind {
                Kind::Syntax => told.insert(it.mistake.line),
                Kind::Missing => unreadable.is_empty(),
                Kind::Sense => !unreadable.contains(&it.mistake.line),
            })
            .map(|it| it.mistake)
            .collect();
        mistakes.sort_by_key(|it| it.line);
        mistakes
    }
}
