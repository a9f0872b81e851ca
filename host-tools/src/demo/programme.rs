//! What is played: the table, the board, the names; and playing it before an
//! audience.

use super::audience::{AtRing, Audience};
use super::grid_play::{GridEnd, GridPlayed, GridTable, play_grid};
use super::lines::summary;
use super::words::{Names, Start as Opens};
use crate::virtual_ring::play::stage::Recording;
use crate::virtual_ring::play::{End, Equipment, Plan, Played, Table, dealt, play_watched};
use crate::virtual_ring::sensors::{Fault, Level, Noise};
use rules_core::board::{Name, Profile};
use rules_core::games::abalone::{DrawRules, Start};
use rules_core::games::kabuto::terms::League;
use rules_core::games::sumoo::Game as Sumoo;
use rules_core::player::{Colour, Players};
use rules_core::referee::grid::Telling;
use rules_core::referee::{Game as Refereed, abalone, sumoo};
use std::io::{self, Write};

pub use crate::game::Game;

/// The board a game is played on, if nobody wants another, and those it can be.
const fn boards(game: Game) -> (Name, &'static [Name]) {
    match game {
        Game::Ss | Game::Ks => (Name::Ring, &[Name::Ring, Name::RingLite]),
        Game::Sumoo => (Name::GridSquare, &[Name::GridSquare]),
        Game::Abalone => (Name::GridHex, &[Name::GridHex]),
    }
}

/// Moves after which a grid game is left.
const LONG: u32 = 300;

/// What somebody wants to see.
#[derive(Debug, Clone)]
pub struct Wishes {
    /// Which game.
    pub game: Game,
    /// How many play.
    pub players: Players,
    /// With or without special moves.
    pub league: League,
    /// Decides everything that is left to chance.
    pub seed: u64,
    /// Which board, if not the usual one.
    pub board: Option<Name>,
    /// How noisy the sensors are.
    pub noise: Level,
    /// What is wrong with them, by name.
    pub faults: Vec<String>,
}

/// What is played, on what.
#[derive(Debug)]
pub struct Programme {
    table: AnyTable,
    /// The board and what is wrong with it.
    pub on: Equipment,
    /// The names at the table.
    pub names: Names,
    /// All of it in one line.
    pub title: String,
}

/// A match on a ring or on a grid.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
enum AnyTable {
    Ring(Table),
    Grid(GridTable),
}

/// What came of either.
#[derive(Debug)]
pub enum AnyResult {
    /// Of a match on a ring.
    Ring(Played),
    /// Of a game on a grid.
    Grid(GridPlayed),
}

impl Programme {
    /// What fits these wishes.
    ///
    /// # Errors
    /// Why nothing does, and what to do.
    pub fn new(wishes: &Wishes) -> Result<Self, String> {
        programme(wishes)
    }
    /// The table, if it is one with a ring.
    #[must_use]
    pub const fn ring_table(&self) -> Option<&Table> {
        match &self.table {
            AnyTable::Ring(table) => Some(table),
            AnyTable::Grid(_) => None,
        }
    }

    /// Plays before an audience.
    pub fn play(&self, recording: Option<Recording>, audience: &mut impl Audience) -> AnyResult {
        let names = &self.names;
        match &self.table {
            AnyTable::Ring(table) => {
                let mut there = AtRing { audience, names };
                AnyResult::Ring(play_watched(table, &self.on, recording, &mut there))
            }
            AnyTable::Grid(table) => AnyResult::Grid(play_grid(table, recording, audience)),
        }
    }
    /// Says what is played and what is simulated.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn introduce(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}.", self.title)?;
        match &self.table {
            AnyTable::Ring(table) => {
                let what =
                    "All simulated: people, physics and sensors; the judging is the device's.";
                writeln!(out, "{what}")?;
                for (seat, colour) in table.players.seats().zip(Colour::ALL) {
                    let side = table.players.side_of(seat);
                    let name = self.names.of(seat);
                    writeln!(out, "  player {seat} (side {side}): {name}, {colour}")?;
                }
                Ok(())
            }
            AnyTable::Grid(_) => writeln!(
                out,
                "All simulated: moves by lots, magnets over their cells, sensors; hands are not. \
                 The judging is the device's.\n{LONG} moves at most."
            ),
        }
    }
}

fn programme(args: &Wishes) -> Result<Programme, String> {
    let (usual, boards) = boards(args.game);
    let board = args.board.unwrap_or(usual);
    if !boards.contains(&board) {
        let words: Vec<&str> = boards.iter().map(|it| it.word()).collect();
        return Err(format!(
            "{} is not played on {board}; leave out --board or write {}",
            args.game.name(),
            words.join(" or ")
        ));
    }
    let profile = Profile::of(board);
    let faults = args
        .faults
        .iter()
        .map(|word| Fault::striking(word, profile));
    let faults = faults.collect::<Result<Vec<_>, String>>()?;
    args.game.suits(args.players, args.league)?;
    let (table, cards) = match grid_game(args.game, args.players) {
        None => {
            let plan = Plan {
                table: Table {
                    noise: Noise::of(args.noise),
                    ..args.game.table(args.players, args.league, args.seed)
                },
                kind: None,
                matches: 1,
                jobs: 1,
            };
            let table = plan.table(0);
            let cards = dealt(&table);
            (AnyTable::Ring(table), cards)
        }
        Some(game) => {
            let table = GridTable {
                game,
                board,
                noise: Noise::of(args.noise),
                faults: faults.clone(),
                seed: args.seed,
                long: LONG,
            };
            (AnyTable::Grid(table), Vec::new())
        }
    };
    let mut title = format!(
        "{}, {} players, seed {}, {board}, {} noise",
        args.game.name(),
        args.players,
        args.seed,
        args.noise.word()
    );
    for fault in &faults {
        title += &format!(", {fault}");
    }
    Ok(Programme {
        table,
        on: Equipment { board, faults },
        names: Names::new(cards, Opens::of(args.game)),
        title,
    })
}

/// The game as a grid board begins it.
fn grid_game(game: Game, players: Players) -> Option<Refereed> {
    match game {
        Game::Ss | Game::Ks => None,
        Game::Sumoo => {
            let game = sumoo::Match::new(Sumoo::new(), Telling::Class);
            Some(Refereed::Sumoo(game))
        }
        Game::Abalone => {
            let start = match players {
                Players::Two => Start::BelgianDaisy,
                Players::Three => Start::ThreePlayers,
                Players::Four => Start::FourPlayers,
            };
            let rules = DrawRules::default();
            let game = abalone::Match::new(start.position(), rules, Telling::Class);
            Some(Refereed::Abalone(game))
        }
    }
}

impl AnyResult {
    /// Whether those who watched left before the end.
    #[must_use]
    pub fn was_left(&self) -> bool {
        match self {
            Self::Ring(played) => played.end == End::Left,
            Self::Grid(played) => played.end == GridEnd::Left,
        }
    }

    /// Whether the ring was right to the end.
    #[must_use]
    pub const fn is_right(&self) -> bool {
        match self {
            Self::Ring(played) => played.is_right(),
            Self::Grid(played) => !matches!(played.end, GridEnd::Wrong | GridEnd::Stuck(_)),
        }
    }

    /// How it ended, in words.
    #[must_use]
    pub fn end(&self) -> String {
        let played = match self {
            Self::Ring(played) => played,
            Self::Grid(played) => return played.end.to_string(),
        };
        match &played.end {
            End::Won(how) => how.clone(),
            End::Long => "none: too many turns".into(),
            End::Left => "left".into(),
            End::Wrong(why) => format!("the referee was wrong: {why}"),
            End::Stuck(why) => format!("the match stood still: {why}"),
        }
    }

    /// How it ended and how it went.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn sum_up(&self, out: &mut impl Write) -> io::Result<()> {
        let played = match self {
            Self::Ring(played) => return summary(played, out),
            Self::Grid(played) => played,
        };
        writeln!(out, "\nResult: {}.", played.end)?;
        let mut row = |name: &str, value: u32| writeln!(out, "  {name:<24} {value}");
        row("moves", played.moves)?;
        row("asked", played.asked)?;
        row("told what is not seen", played.told)?;
        row(
            "wrong against the truth",
            u32::from(played.end == GridEnd::Wrong),
        )?;
        let seconds = played.at.0 as f64 / 1e6;
        writeln!(out, "  {:<24} {seconds:.0} s", "simulated")
    }
}
