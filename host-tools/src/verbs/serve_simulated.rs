//! Options of `dohyo serve` for simulated matches.

use crate::serve::simulated_source::SimulatedSource;
use host_core::game::GameArg;
use rules_core::player::Players;
use std::time::Duration;
use virtual_ring::play::{BatchPlan, TableSetup};

/// Simulated matches, one after the other.
#[derive(Debug, clap::Args)]
pub struct SimulatedArgs {
    /// Game to simulate.
    #[arg(long, value_enum, default_value_t = GameArg::Ss)]
    game: GameArg,
    /// Number of players.
    #[arg(long, default_value = "2", value_parser = super::players())]
    players: Players,
    /// Junior League: no special moves.
    #[arg(long)]
    junior: bool,
    /// Seed of all random choices; each match adds 1.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Simulated seconds per second [0 = as fast as possible].
    #[arg(long, default_value_t = 4.0)]
    speed: f64,
    /// Number of matches, one after the other.
    #[arg(long, default_value_t = 1_000_000)]
    matches: u64,
    /// Pause after a match, seconds.
    #[arg(long, default_value_t = 30)]
    pause: u64,
}

impl SimulatedArgs {
    /// Checks speed, players and league.
    ///
    /// # Errors
    /// What to write instead.
    pub(super) fn check(&self) -> Result<(), String> {
        if !self.speed.is_finite() || self.speed < 0.0 {
            return Err("--speed is how many times faster; write 1, 4, or 0".into());
        }
        self.game.suits(self.players, super::league(self.junior))
    }

    /// Returns the source of these matches.
    pub(super) fn source(&self) -> SimulatedSource {
        let league = super::league(self.junior);
        SimulatedSource {
            plan: BatchPlan {
                table: TableSetup::for_game(self.game, self.players, league, self.seed),
                kind: None,
                matches: self.matches,
            },
            speed: match self.speed > 0.0 {
                true => self.speed,
                false => f64::INFINITY,
            },
            pause: Duration::from_secs(self.pause),
        }
    }
}
