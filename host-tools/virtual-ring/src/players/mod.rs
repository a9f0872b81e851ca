//! Simulated players: choose actions from the true table and the state of the match.
//! Moving hands and pieces is the task of the virtual ring.
//!
//! | module | contents |
//! |---|---|
//! | [`push_preview`] | pieces on the table, and a cheap estimate of what a push would move |
//! | [`push`] | choice of a push: origin, element, direction, distance |
//! | [`moves`] | choice of special moves |
//! | [`grid`] | choice of plays on grid boards |
//! | [`grid_search`] | plays some moves ahead, for people to play against |
//!
//! Players of measured matches do not plan ahead: their purpose is to produce many
//! different matches.

pub mod grid;
pub mod grid_search;
pub mod moves;
pub mod push;
pub mod push_preview;

/// Strategy of a simulated player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// The player makes any legal play, at random.
    Random,
    /// The player pushes where the most pieces may fall.
    Greedy,
    /// The player keeps the own sumo away from the edges and works towards a corner slam.
    Careful,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Self; 3] = [Self::Random, Self::Greedy, Self::Careful];

    /// Returns the word for the strategy on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Careful => "careful",
        }
    }
}
