//! Before play: does the rules core in this image still know its rules?
//!
//! Each check logs one line. A check that fails does not stop the boot: the
//! strip shows it and the device stays reachable.

use defmt::{error, info};
use rules_core::clause::{Clause, Game};

/// What the self-test found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, defmt::Format)]
pub enum Verdict {
    /// Everything is as it was on the host.
    Sound,
    /// Something is not; the log names it.
    Faulty,
}

/// Runs all checks.
pub fn run() -> Verdict {
    let verdict = if clauses() {
        Verdict::Sound
    } else {
        Verdict::Faulty
    };
    info!("self-test: {}", verdict);
    verdict
}

/// Every clause can be found by its number, in every game.
fn clauses() -> bool {
    let mut sound = true;
    for game in Game::ALL {
        info!("{}: {} clauses", game.title(), game.clauses().len());
        for &clause in game.clauses() {
            let found = Clause::parse(clause.id());
            if found != Some(clause) || clause.game() != game {
                error!("{} is not found by its number {}", clause, clause.id());
                sound = false;
            }
        }
    }
    sound
}
