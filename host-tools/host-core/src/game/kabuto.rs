//! Sakura Slam and Kabuto Sumo on the host.

use super::{GameEntry, HostGame};
use crate::kabuto::svg;
use crate::scenario::{GameDriver, KabutoTable};
use rules_core::clause::GameId;
use rules_core::games::kabuto::{Edition, Match};
use rules_core::player::Players;
use rules_core::referee::game::RefereedGame;

/// Static description of Sakura Slam.
pub const SAKURA_SLAM: GameEntry = GameEntry {
    id: GameId::SakuraSlam,
    word: "ss",
    name: "Sakura Slam",
    boards: Match::BOARDS,
    players: &Players::ALL,
    has_leagues: true,
    open: |setup, folder| {
        let table = KabutoTable::open(Edition::SakuraSlam, setup, folder)?;
        Ok(Box::new(table))
    },
    begin: None,
};

/// Static description of Kabuto Sumo.
pub const KABUTO_SUMO: GameEntry = GameEntry {
    id: GameId::KabutoSumo,
    word: "ks",
    name: "Kabuto Sumo",
    open: |setup, folder| {
        let table = KabutoTable::open(Edition::KabutoSumo, setup, folder)?;
        Ok(Box::new(table))
    },
    ..SAKURA_SLAM
};

impl HostGame for Match {
    fn driver(&self) -> Box<dyn GameDriver> {
        Box::new(KabutoTable::new(self.clone()))
    }

    fn svg(&self) -> String {
        svg::draw(self)
    }
}
