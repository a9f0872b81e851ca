//! Wish of a person after a match in a terminal.

/// Wish of a viewer or player after a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterMatch {
    /// The person leaves.
    Quit,
    /// The same match begins again.
    Again,
    /// A match with the same set-up and the next seed begins.
    NextSeed,
}
