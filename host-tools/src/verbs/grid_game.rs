//! Grid games by the words people type, with the tools that `show`, `perft` and `check`
//! use.

use super::remark;
use host_core::{abalone, sumoo};
use std::io::{self, Write};

/// The games played on a grid, which have positions and records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum GridGame {
    /// SUMOO v1.0.
    #[value(alias = "su")]
    Sumoo,
    /// Abalone for 2, 3 and 4 players.
    #[value(alias = "ab")]
    Abalone,
}

/// Tools for the positions and records of one grid game.
#[derive(Debug)]
pub(super) struct GridTools {
    /// Function that draws a position for the terminal.
    pub(super) show: fn(&StartArgs, Option<&str>) -> Result<String, String>,
    /// Function that draws a position as SVG.
    pub(super) svg: fn(&StartArgs, Option<&str>) -> Result<String, String>,
    /// Function that counts all games up to a depth.
    pub(super) perft: Perft,
    /// Function that replays the records in a text and prints a report; true if all moves
    /// are legal, or a sentence if there is no game in it.
    pub(super) check: CheckRecords,
}

/// Function that counts from a start or a position to a depth, and reports depth and
/// number.
type Perft = fn(&StartArgs, Option<&str>, u32, &mut dyn FnMut(u32, u64)) -> Result<(), String>;

/// Function that replays records, given the name of their file and its text.
type CheckRecords = fn(&str, &str, &mut dyn Write) -> io::Result<Result<bool, String>>;

const SUMOO: GridTools = GridTools {
    show: |start, position| start.sumoo().and_then(|()| sumoo::show(position)),
    svg: |start, position| start.sumoo().and_then(|()| sumoo::svg(position)),
    perft: |start, position, depth, each| {
        (start.sumoo()).and_then(|()| sumoo::perft(position, depth, each))
    },
    check: |name, text, out| sumoo::check(name, text, out).map(Ok),
};

const ABALONE: GridTools = GridTools {
    show: |start, position| abalone::show(&start.abalone(position)),
    svg: |start, position| abalone::svg(&start.abalone(position)),
    perft: |start, position, depth, each| abalone::perft(&start.abalone(position), depth, each),
    check: |name, text, out| {
        if !abalone::has_games(text) {
            return Ok(Err(format!(
                "{name} has no game in it; write one a line, as in \"standard: a1b2 i9h8\""
            )));
        }
        abalone::check(name, text, out).map(Ok)
    },
};

impl GridGame {
    /// Returns the tools of the game.
    pub(super) const fn tools(self) -> &'static GridTools {
        match self {
            Self::Sumoo => &SUMOO,
            Self::Abalone => &ABALONE,
        }
    }
}

/// Start position of a game on a grid; `dohyo show --help` says how positions are
/// written.
#[derive(Debug, clap::Args)]
pub(super) struct StartArgs {
    /// Abalone: number of players.
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=4))]
    players: Option<u8>,
    /// Abalone: standard, belgian-daisy, german-daisy, three-players or four-players; standard is the usual start for the number of players.
    #[arg(long, conflicts_with = "position")]
    start: Option<String>,
}

impl StartArgs {
    /// Returns the start of a game of Abalone, and prints what is assumed for it.
    fn abalone<'a>(&'a self, position: Option<&'a str>) -> abalone::PositionArg<'a> {
        let choice = abalone::PositionArg {
            players: self.players,
            start: self.start.as_deref(),
            position,
        };
        choice.assumption().into_iter().for_each(remark);
        choice
    }

    /// Checks that neither players nor start are given, since SUMOO has one start.
    fn sumoo(&self) -> Result<(), String> {
        match (self.players, &self.start) {
            (None, None) => Ok(()),
            _ => {
                let sentence =
                    "SUMOO has two players and one start; leave out --players and --start";
                Err(sentence.into())
            }
        }
    }
}
