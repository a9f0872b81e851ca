//! Demo matches: table, board and player names from the command line, and the match
//! played for a viewer.

use super::grid_match::{GridEnd, GridPlayed, GridTable, play_grid};
use super::plain_text::summary;
use super::viewer::{RingViewer, Viewer};
use crate::play::sensor_rig::MatchOutputs;
use crate::play::{BatchPlan, Equipment, MatchEnd, PlayedMatch, TableSetup, names, play_watched};
use crate::sensors::{Fault, Noise, NoiseLevel};
use host_core::sentences::{Language, Names};
use rules_core::board::{BoardId, Profile};
use rules_core::games::kabuto::terms::League;
use rules_core::player::{Colour, Players};
use std::io::{self, Write};

pub use host_core::game::GameArg;

/// Number of moves after which a grid game is abandoned.
const MAX_MOVES: u32 = 300;

/// Options of a demo match.
#[derive(Debug, Clone)]
pub struct DemoOptions {
    /// Game of the demo match.
    pub game: GameArg,
    /// Number of players.
    pub players: Players,
    /// League: with special moves, or Junior without them.
    pub league: League,
    /// Seed of all random choices.
    pub seed: u64,
    /// Board that the match is played on; `None` for the default board of the game.
    pub board: Option<BoardId>,
    /// Noise level of the simulated sensors.
    pub noise: NoiseLevel,
    /// Simulated sensor faults, as typed on the command line.
    pub faults: Vec<String>,
}

/// Demo match that is set up but not played yet.
#[derive(Debug)]
pub struct DemoMatch {
    table: AnyTable,
    /// Board with its sensor noise and faults.
    pub on: Equipment,
    /// Names of the players.
    pub names: Names,
    /// Description of the match in one line.
    pub title: String,
}

/// Table of a demo match: with a ring, or with a grid board.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
enum AnyTable {
    Ring(TableSetup),
    Grid(GridTable),
}

/// Result of a demo match.
#[derive(Debug)]
pub enum AnyResult {
    /// Result of a match on a ring.
    Ring(PlayedMatch),
    /// Result of a game on a grid board.
    Grid(GridPlayed),
}

impl DemoMatch {
    /// Creates the demo match for these options.
    ///
    /// # Errors
    /// A sentence with a remedy if game, board, players or faults do not fit each other.
    pub fn new(options: &DemoOptions) -> Result<Self, String> {
        programme(options)
    }
    /// Returns the table of a match on a ring; `None` for a grid game.
    #[must_use]
    pub const fn ring_table(&self) -> Option<&TableSetup> {
        match &self.table {
            AnyTable::Ring(table) => Some(table),
            AnyTable::Grid(_) => None,
        }
    }

    /// Plays the match for `audience`, and records it to `outputs`.
    pub fn play(&self, outputs: MatchOutputs, audience: &mut impl Viewer) -> AnyResult {
        let names = &self.names;
        match &self.table {
            AnyTable::Ring(table) => {
                let mut there = RingViewer { audience, names };
                AnyResult::Ring(play_watched(table, &self.on, outputs, &mut there))
            }
            AnyTable::Grid(table) => AnyResult::Grid(play_grid(table, outputs, audience)),
        }
    }
    /// Writes which match is played and which parts are simulated.
    ///
    /// # Errors
    /// `io::Error` if `out` cannot be written to.
    pub fn introduce(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}.", self.title)?;
        match &self.table {
            AnyTable::Ring(table) => {
                let what = "Everything is simulated: players, physics and sensors; the rulings are \
                            the device's own.";
                writeln!(out, "{what}")?;
                for (seat, colour) in table.players.seats().zip(Colour::ALL) {
                    let name = self.names.seat(seat, Language::English).subject();
                    let team = match table.players {
                        Players::Four => format!(", team {}", table.players.side_of(seat)),
                        Players::Two | Players::Three => String::new(),
                    };
                    writeln!(out, "  Player {seat}: {name}, {colour}{team}")?;
                }
                Ok(())
            }
            AnyTable::Grid(_) => writeln!(
                out,
                "Random moves, magnets over their cells and sensors are simulated, hands are not; \
                 the rulings are the device's own.\nAt most {MAX_MOVES} moves."
            ),
        }
    }
}

fn programme(args: &DemoOptions) -> Result<DemoMatch, String> {
    let boards = args.game.entry().boards;
    let board = args.board.unwrap_or(boards[0]);
    if !boards.contains(&board) {
        let words: Vec<&str> = boards.iter().map(|board| board.word()).collect();
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
    let (table, names) = match args.game.entry().begin {
        None => {
            let plan = BatchPlan {
                table: TableSetup {
                    noise: Noise::for_level(args.noise),
                    ..TableSetup::for_game(args.game, args.players, args.league, args.seed)
                },
                kind: None,
                matches: 1,
            };
            let table = plan.table(0);
            let names = names(&table);
            (AnyTable::Ring(table), names)
        }
        Some(begin) => {
            let table = GridTable {
                game: begin(args.players),
                board,
                noise: Noise::for_level(args.noise),
                faults: faults.clone(),
                seed: args.seed,
                long: MAX_MOVES,
            };
            let names = Names::new(&table.game, &[]);
            (AnyTable::Grid(table), names)
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
    Ok(DemoMatch {
        table,
        on: Equipment { board, faults },
        names,
        title,
    })
}

impl AnyResult {
    /// True if the viewer left before the match ended.
    #[must_use]
    pub fn was_left(&self) -> bool {
        match self {
            Self::Ring(played) => played.end == MatchEnd::Left,
            Self::Grid(played) => played.end == GridEnd::Left,
        }
    }

    /// True if the ring's state matched ground truth to the end.
    #[must_use]
    pub const fn is_right(&self) -> bool {
        match self {
            Self::Ring(played) => played.is_right(),
            Self::Grid(played) => !matches!(played.end, GridEnd::Wrong | GridEnd::Stuck(_)),
        }
    }

    /// Returns the way in which the match ended, in words.
    #[must_use]
    pub fn end(&self) -> String {
        let played = match self {
            Self::Ring(played) => played,
            Self::Grid(played) => return played.end.to_string(),
        };
        match &played.end {
            MatchEnd::Won(how) => how.clone(),
            MatchEnd::Long => "none: too many turns".into(),
            MatchEnd::Left => "left".into(),
            MatchEnd::Waits(why) => format!("the ring waits and says why: {why}"),
            MatchEnd::Wrong(why) | MatchEnd::Misled(why) => {
                format!("the referee was wrong: {why}")
            }
            MatchEnd::Stuck(why) => format!("the match got stuck: {why}"),
        }
    }

    /// Writes the result and the counts of the match.
    ///
    /// # Errors
    /// `io::Error` if `out` cannot be written to.
    pub fn sum_up(&self, out: &mut impl Write) -> io::Result<()> {
        let played = match self {
            Self::Ring(played) => return summary(played, out),
            Self::Grid(played) => played,
        };
        writeln!(out, "\nResult: {}.", played.end)?;
        let mut row = |name: &str, value: u32| writeln!(out, "  {name:<24} {value}");
        row("moves", played.moves)?;
        row("questions", played.asked)?;
        row("declared by players", played.told)?;
        row("wrong rulings", u32::from(played.end == GridEnd::Wrong))?;
        let seconds = played.at.0 as f64 / 1e6;
        writeln!(out, "  {:<24} {seconds:.0} s", "simulated time")
    }
}
