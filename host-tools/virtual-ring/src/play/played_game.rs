//! Games that a simulated match can be of: on the ring or on a grid board.

use super::grid::{self, GridGameId};
use super::match_runner::play_kabuto;
use super::result::PlayedMatch;
use super::ring_under_test::{HostRing, RingUnderTest};
use super::sensor_rig::{FrameOutput, MatchOutputs};
use super::table_setup::{Equipment, TableSetup};
use crate::grid_calibration::GridLot;
use host_core::game::GameArg;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::games::kabuto::Edition;
use rules_core::games::kabuto::terms::League;

/// Game that a simulated match plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayedGame {
    /// Kabuto Sumo in this edition, on the ring, with or without special moves.
    Ring(Edition, League),
    /// Abalone or SUMOO, on its grid board.
    Grid(GridGameId),
}

impl PlayedGame {
    /// Returns the game with this command-line word, in this league.
    #[must_use]
    pub const fn from_game(game: GameArg, league: League) -> Self {
        match game {
            GameArg::Ss => Self::Ring(Edition::SakuraSlam, league),
            GameArg::Ks => Self::Ring(Edition::KabutoSumo, league),
            GameArg::Sumoo => Self::Grid(GridGameId::Sumoo),
            GameArg::Abalone => Self::Grid(GridGameId::Abalone),
        }
    }

    /// Returns edition and league of a game on the ring; `None` on a grid board.
    #[must_use]
    pub const fn ring(self) -> Option<(Edition, League)> {
        match self {
            Self::Ring(edition, league) => Some((edition, league)),
            Self::Grid(_) => None,
        }
    }

    /// Returns the game on a grid board; `None` on the ring.
    #[must_use]
    pub const fn grid(self) -> Option<GridGameId> {
        match self {
            Self::Ring(..) => None,
            Self::Grid(grid) => Some(grid),
        }
    }

    /// Returns the board that the game is played on.
    #[must_use]
    pub const fn board(self) -> BoardId {
        match self {
            Self::Ring(..) => BoardId::Ring,
            Self::Grid(grid) => grid.board(),
        }
    }
}

/// Plays a simulated match with an in-process ring as referee, and records it to `outputs`.
/// A grid board that is drawn by lot is calibrated first.
#[must_use]
pub fn play(table: &TableSetup, outputs: MatchOutputs) -> PlayedMatch {
    let on = Equipment {
        board: table.title.board(),
        ..Equipment::default()
    };
    let lot = table.lot.filter(|_| table.title.grid().is_some());
    let lot = lot.map(|seed| GridLot::draw(Profile::of(on.board), &Dimensions::ASSUMED, seed));
    let ring = match lot {
        None => HostRing::recorded(on.board, outputs.messages),
        Some(Ok(lot)) => HostRing::calibrated(lot.calibration, outputs.messages),
        Some(Err(why)) => return PlayedMatch::without_calibration(table.seed, why),
    };
    play_before(table, &on, ring, outputs.frames)
}

/// Plays a simulated match with `ring` as referee.
pub fn play_before<J: RingUnderTest>(
    table: &TableSetup,
    on: &Equipment,
    ring: J,
    recording: Option<FrameOutput>,
) -> PlayedMatch {
    match table.title {
        PlayedGame::Ring(edition, league) => {
            play_kabuto(table, (edition, league), on, ring, recording)
        }
        PlayedGame::Grid(grid) => grid::play(table, grid, ring, recording),
    }
}
