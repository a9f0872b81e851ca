//! Before play: does the rules core in this image still know its rules?
//!
//! Each check logs one line. A check that fails does not stop the boot: the
//! strip shows it and the device stays reachable.

use defmt::{error, info};
use rules_core::clause::{Clause, Game};
use rules_core::games::kabuto::Deck;
use rules_core::games::kabuto::rehearsal::REHEARSALS;

/// The house deck as bytes; `dohyo cards encode` writes them.
static HOUSE_DECK: &[u8] = include_bytes!("../../host-tools/data/house-deck.postcard");

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
    // Both, so that the log has all that is wrong.
    let sound = [clauses(), rehearsals()];
    let verdict = if sound == [true, true] {
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

/// Every rehearsed match ends in the state it ends in on the host.
fn rehearsals() -> bool {
    let Ok(deck) = postcard::from_bytes::<Deck>(HOUSE_DECK) else {
        error!("the house deck in this image cannot be read");
        return false;
    };
    let mut sound = true;
    for (n, rehearsal) in REHEARSALS.iter().enumerate() {
        let end = rehearsal.play(&deck);
        if end == Some(rehearsal.end) {
            info!("rehearsal {} ends in {=u64:016x}", n, rehearsal.end);
        } else {
            error!(
                "rehearsal {} ends in {}, not {=u64:016x}",
                n, end, rehearsal.end
            );
            sound = false;
        }
    }
    sound
}
