//! Boot self-test: looks up all clauses, replays fixed matches and counts moves, and
//! compares the results with those of the host.
//!
//! Each check logs one line. A failed check does not stop the boot: the LED strip shows
//! it and the device stays reachable.

use defmt::{error, info};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::Instant;
use rules_core::clause::{Clause, GameId};
use rules_core::games::abalone::StartPosition;
use rules_core::games::kabuto::deck::StoredDeck;
use rules_core::games::kabuto::selftest::SELFTEST_MATCHES;
use rules_core::games::sumoo;

/// Deck of character cards of this project, encoded by `dohyo cards encode`.
static HOUSE_DECK: &[u8] = include_bytes!("../../host-tools/data/house-deck.postcard");

/// Result of the self-test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, defmt::Format)]
pub enum SelfTestResult {
    /// All checks gave the same results as on the host.
    Sound,
    /// At least one check failed; the log names it.
    Faulty,
}

/// Signal of the self-test's result, set when all checks are done.
pub static RESULT: Signal<CriticalSectionRawMutex, SelfTestResult> = Signal::new();

/// Runs all checks and signals the result through [`RESULT`].
#[embassy_executor::task]
pub async fn run() {
    // Without short-circuiting, so that the log contains every failure.
    let sound = [clauses(), reference_matches(), counts()];
    let result = if sound == [true; 3] {
        SelfTestResult::Sound
    } else {
        SelfTestResult::Faulty
    };
    info!("self-test: {}", result);
    RESULT.signal(result);
}

// The checks are never inlined, so that the stack of each is free again after it.

/// True if every clause of every game can be looked up by its number.
#[inline(never)]
fn clauses() -> bool {
    let mut sound = true;
    for game in GameId::ALL {
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

/// True if every reference match ends in the same state hash as on the host.
#[inline(never)]
fn reference_matches() -> bool {
    let deck = match StoredDeck::open(HOUSE_DECK) {
        Ok(deck) => deck,
        Err(fault) => {
            error!("the house deck in this image cannot be read: {}", fault);
            return false;
        }
    };
    let mut sound = true;
    for (n, test_match) in SELFTEST_MATCHES.iter().enumerate() {
        let end = test_match.play(deck.clone().flatten());
        if end == Some(test_match.end) {
            info!("self-test match {} ends in {=u64:016x}", n, test_match.end);
        } else {
            error!(
                "self-test match {} ends in {}, not {=u64:016x}",
                n, end, test_match.end
            );
            sound = false;
        }
    }
    sound
}

/// Expected number of games of two moves from each Abalone start position, as printed by
/// `dohyo perft` on the host.
const ABALONE: [(StartPosition, u64); 5] = [
    (StartPosition::Standard, 1936),
    (StartPosition::BelgianDaisy, 2692),
    (StartPosition::GermanDaisy, 6244),
    (StartPosition::ThreePlayers, 1587),
    (StartPosition::FourPlayers, 1696),
];
/// Expected number of legal SUMOO actions at the start of a match, as printed by
/// `dohyo perft` on the host.
const SUMOO_ACTIONS: u32 = 17;

/// True if Abalone and SUMOO have as many legal moves as on the host.
#[inline(never)]
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
