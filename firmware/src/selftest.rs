//! Before play: does the rules core in this image still know its rules?
//!
//! Each check logs one line. A check that fails does not stop the boot: the
//! strip shows it and the device stays reachable.

use defmt::{error, info};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::Instant;
use rules_core::clause::{Clause, Game};
use rules_core::games::abalone::Start;
use rules_core::games::kabuto::Deck;
use rules_core::games::kabuto::rehearsal::REHEARSALS;
use rules_core::games::sumoo;

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

/// What the self-test found, once it is through.
pub static VERDICT: Signal<CriticalSectionRawMutex, Verdict> = Signal::new();

/// Runs all checks.
#[embassy_executor::task]
pub async fn run() {
    // All of them, so that the log has all that is wrong.
    let sound = [clauses(), rehearsals(), counts()];
    let verdict = if sound == [true; 3] {
        Verdict::Sound
    } else {
        Verdict::Faulty
    };
    info!("self-test: {}", verdict);
    VERDICT.signal(verdict);
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

/// Games of two moves from each Abalone start, and single SUMOO actions from
/// the start: what `dohyo perft` counts on the host.
const ABALONE: [(Start, u64); 5] = [
    (Start::Standard, 1936),
    (Start::BelgianDaisy, 2692),
    (Start::GermanDaisy, 6244),
    (Start::ThreePlayers, 1587),
    (Start::FourPlayers, 1696),
];
const SUMOO_ACTIONS: u32 = 17;

/// The grid games have as many moves as on the host.
fn counts() -> bool {
    let mut sound = true;
    for (start, expected) in ABALONE {
        let position = start.position();
        let began = Instant::now();
        let moves = position.moves().count();
        let listing = began.elapsed().as_micros();
        let games = position.perft(2);
        info!(
            "abalone {}: {} moves listed in {} us",
            start.name(),
            moves,
            listing
        );
        if games != expected {
            error!(
                "abalone {}: {} games, not {}",
                start.name(),
                games,
                expected
            );
            sound = false;
        }
    }
    let mut actions = 0;
    sumoo::Game::new().each_action(|_| actions += 1);
    if actions != SUMOO_ACTIONS {
        error!("sumoo: {} actions, not {}", actions, SUMOO_ACTIONS);
        sound = false;
    }
    sound
}
