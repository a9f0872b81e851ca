//! The four games by the words that people write, and tables at which they are
//! played.

use rules_core::clause;
#[cfg(feature = "physics")]
use {
    crate::players::Kind,
    crate::virtual_ring::play::grid::Grid,
    crate::virtual_ring::play::{Table, Title},
    crate::virtual_ring::sensors::{Level, Noise},
    rules_core::games::kabuto::Edition,
    rules_core::games::kabuto::terms::League,
    rules_core::player::{BySeat, Players},
};

/// A game, by its word on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Game {
    /// Sakura Slam.
    Ss,
    /// Kabuto Sumo.
    Ks,
    /// SUMOO, for two.
    #[value(alias = "su")]
    Sumoo,
    /// Abalone.
    #[value(alias = "ab")]
    Abalone,
}

impl Game {
    /// The game whose clauses hold.
    #[must_use]
    pub const fn book(self) -> clause::Game {
        match self {
            Self::Ss => clause::Game::SakuraSlam,
            Self::Ks => clause::Game::KabutoSumo,
            Self::Sumoo => clause::Game::Sumoo,
            Self::Abalone => clause::Game::Abalone,
        }
    }

    /// The name on the box.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.book().title()
    }

    /// Its word on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ss => "ss",
            Self::Ks => "ks",
            Self::Sumoo => "sumoo",
            Self::Abalone => "abalone",
        }
    }
}

#[cfg(feature = "physics")]
impl Game {
    /// What is played, in this league.
    #[must_use]
    pub const fn title(self, league: League) -> Title {
        match self {
            Self::Ss => Title::Kabuto(Edition::SakuraSlam, league),
            Self::Ks => Title::Kabuto(Edition::KabutoSumo, league),
            Self::Sumoo => Title::Grid(Grid::Sumoo),
            Self::Abalone => Title::Grid(Grid::Abalone),
        }
    }

    /// Whether it is for so many, and in this league.
    ///
    /// # Errors
    /// What to leave out.
    pub fn suits(self, players: Players, league: League) -> Result<(), String> {
        match self {
            Self::Ss | Self::Ks => Ok(()),
            _ if league == League::Junior => Err("--junior is of Kabuto Sumo; leave it out".into()),
            Self::Sumoo if players != Players::Two => {
                Err("SUMOO is for two; leave out --players".into())
            }
            Self::Sumoo | Self::Abalone => Ok(()),
        }
    }

    /// A table for so many: the usual noise, and nobody errs.
    #[must_use]
    pub fn table(self, players: Players, league: League, seed: u64) -> Table {
        Table {
            title: self.title(league),
            players,
            kinds: BySeat::from_fn(|_| Kind::Random),
            noise: Noise::of(Level::Nominal),
            mistakes: 0.0,
            seed,
        }
    }
}
