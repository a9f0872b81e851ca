//! How simulated players choose. They see the table as it is and the match as
//! it stands, and pick deeds; hands are somebody else's business.
//!
//! | file | concern |
//! |---|---|
//! | [`look`] | what lies where, and what a push would move, by a cheap look |
//! | [`push`] | from where to push which element, how far |
//! | [`moves`] | special moves |
//! | [`grid`] | plays on grid boards |
//!
//! None of them thinks ahead: they are there to make many different matches.

pub mod grid;
pub mod look;
pub mod moves;
pub mod push;

/// What sort of player somebody is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Does anything legal.
    Random,
    /// Pushes where most may fall.
    Greedy,
    /// Keeps the own sumo from the edges, and works towards a corner slam.
    Careful,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Random, Self::Greedy, Self::Careful];

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Careful => "careful",
        }
    }
}
