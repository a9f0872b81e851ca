//! Games by the words that people write, and the operations a host needs of each.
//!
//! | file | concern |
//! |---|---|
//! | this one | [`GameArg`]: the word of a game, and its [`GameEntry`] |
//! | [`host_game`] | [`HostGame`]: what a host needs from a match |
//!
//! Each game has its entry and implements [`HostGame`] in a file of its own:
//! `kabuto.rs`, `abalone.rs`, `sumoo.rs`.

mod abalone;
pub mod host_game;
mod kabuto;
mod sumoo;

pub use host_game::HostGame;

use crate::folder::Folder;
use crate::scenario::GameDriver;
use rules_core::board::BoardId;
use rules_core::clause::GameId;
use rules_core::games::kabuto::terms::League;
use rules_core::player::Players;
use rules_core::referee::AnyGame;

/// Game, named by its word on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum GameArg {
    /// Sakura Slam.
    Ss,
    /// Kabuto Sumo.
    Ks,
    /// SUMOO, for two.
    #[cfg_attr(feature = "clap", value(alias = "su"))]
    Sumoo,
    /// Abalone.
    #[cfg_attr(feature = "clap", value(alias = "ab"))]
    Abalone,
}

/// Function that sets up a table from the `[setup]` keys of a file, or lists everything
/// that is wrong with the keys. Files that they name are read from the folder.
pub type OpenTable = fn(&toml::Table, &Folder<'_>) -> Result<Box<dyn GameDriver>, Vec<String>>;

/// Static description of a game, which a host can use without a match of it.
#[derive(Debug)]
pub struct GameEntry {
    /// Rule book whose clauses apply to the game.
    pub id: GameId,
    /// Word for the game on the command line and in files; the code of `id` is accepted
    /// as well.
    pub word: &'static str,
    /// Short name of the game in sentences.
    pub name: &'static str,
    /// Boards that the game can be played on, the usual one first.
    pub boards: &'static [BoardId],
    /// Numbers of players that the game allows.
    pub players: &'static [Players],
    /// True if the game can be played in the Junior League.
    pub has_leagues: bool,
    /// Function that sets up a table of this game.
    pub open: OpenTable,
    /// Function that begins a match at the usual start on a grid board; `None` for a game
    /// on the ring, which needs cards.
    pub begin: Option<fn(Players) -> AnyGame>,
}

impl GameArg {
    /// All games, in the order in which they are listed.
    pub const ALL: [Self; 4] = [Self::Ss, Self::Ks, Self::Sumoo, Self::Abalone];

    /// Returns the static description of the game.
    #[must_use]
    pub const fn entry(self) -> &'static GameEntry {
        match self {
            Self::Ss => &kabuto::SAKURA_SLAM,
            Self::Ks => &kabuto::KABUTO_SUMO,
            Self::Sumoo => &sumoo::ENTRY,
            Self::Abalone => &abalone::ENTRY,
        }
    }

    /// Returns the game with this word or rule-book code; `None` if there is none.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let named = |game: &Self| game.word() == word || game.book().code() == word;
        Self::ALL.into_iter().find(named)
    }

    /// Returns the game with this rule book; `None` if there is none.
    #[must_use]
    pub fn from_id(id: GameId) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.book() == id)
    }

    /// Returns the words of all games as a list, each in `quote` marks: `ss, ks, sumoo or
    /// abalone`.
    #[must_use]
    pub fn alternatives(quote: &str) -> String {
        let words = Self::ALL.map(|game| format!("{quote}{}{quote}", game.word()));
        match &words[..] {
            [most @ .., last] => format!("{} or {last}", most.join(", ")),
            [] => String::new(),
        }
    }

    /// Returns the rule book whose clauses apply to the game.
    #[must_use]
    pub const fn book(self) -> GameId {
        self.entry().id
    }

    /// Returns the title of the game, as on its box.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.book().title()
    }

    /// Returns the word for the game on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.entry().word
    }

    /// Checks that the game can be played by this number of players in this league.
    ///
    /// # Errors
    /// A sentence that says what to leave out.
    pub fn suits(self, players: Players, league: League) -> Result<(), String> {
        let entry = self.entry();
        if !entry.has_leagues && league == League::Junior {
            return Err("--junior exists only in Kabuto Sumo; leave it out".into());
        }
        if !entry.players.contains(&players) {
            return Err(format!(
                "{} is a game for two; leave out --players",
                entry.name
            ));
        }
        Ok(())
    }
}
