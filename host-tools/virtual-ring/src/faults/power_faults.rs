//! Fault rounds with power cuts: within a flash write, between two, and with a full
//! journal.

use super::RoundResult;
use super::trial::Trial;
use crate::mock_flash::Tear;
use rules_core::games::kabuto::Match;
use rules_core::referee::{AnyGame, Command};
use rules_core::wire::BootReason;

/// Chooses at random how far the interrupted write or erase got.
pub(super) fn any_tear(trial: &mut Trial) -> Tear {
    let rng = &mut trial.rng;
    match rng.below(7) {
        0 | 1 => Tear::Bytes(rng.below(240) as usize, rng.below(256) as u8),
        2 => Tear::ErasedFront(rng.below(4096) as usize),
        3 => Tear::ErasedBack(rng.below(4096) as usize),
        4 => Tear::Sprinkled(rng.next_u64()),
        5 => Tear::Zeroed(rng.below(4096) as usize),
        _ => Tear::Done,
    }
}

/// Runs a round with a power cut within one of the next eight flash writes.
pub(super) fn in_write(trial: &mut Trial) -> RoundResult {
    let (writes, tear) = (u64::from(trial.rng.below(8)), any_tear(trial));
    trial.local.flash_mut().cut_after(writes, tear);
    round(trial)
}

/// Runs a round with a power cut before or after an action.
pub(super) fn between(trial: &mut Trial) -> RoundResult {
    if trial.rng.below(2) == 0 {
        let before = trial.truth.clone();
        let result = resume(trial, &before, &before);
        if result != RoundResult::default() {
            return result;
        }
    }
    round(trial)
}

/// Plays an action, then cuts the power. The ring must resume with the state before or
/// after the action, and play must continue.
fn round(trial: &mut Trial) -> RoundResult {
    let before = trial.truth.clone();
    let action = trial.next_action();
    if trial.truth.state() != before.state() {
        // A new match has begun meanwhile: its lines may be cut off as well.
        trial.local.flash_mut().power_up();
        trial.local.run_flash_jobs();
        return RoundResult::default();
    }
    trial.show(&action);
    trial.happen(&action);
    if trial.session().question().is_some() && trial.local.flash().is_powered() {
        trial.local.flash_mut().power_up();
        return RoundResult::from_agreement(trial.sort_out(Some(&action)));
    }
    let after = trial.truth.clone();
    let result = resume(trial, &before, &after);
    if result != RoundResult::default() {
        return result;
    }
    if !trial.agrees() {
        // The action was not yet written: the players declare it again.
        trial.truth = before;
        trial.declare(&action);
        trial.happen(&action);
    }
    RoundResult::from_agreement(trial.sort_out(Some(&action)))
}

/// Cuts the power and restarts the ring, which must resume with the state `before` or
/// `after` the action.
fn resume(trial: &mut Trial, before: &Match, after: &Match) -> RoundResult {
    let reason = match trial.rng.below(2) {
        0 => BootReason::PowerUp,
        _ => BootReason::Watchdog,
    };
    trial.cut(reason);
    trial.line = 0;
    let game = trial.session().game().and_then(AnyGame::get::<Match>);
    let stands = match game {
        Some(game) => game.state() == before.state() || game.state() == after.state(),
        None => before.outcome().is_some(),
    };
    if !stands || trial.local.lost() > 0 {
        return RoundResult {
            lost: true,
            ..RoundResult::default()
        };
    }
    // The players look at the table and answer that all is right.
    while let Some(question) = trial.session().question() {
        let command = Command::Answer(question.number, rules_core::referee::Choice::Nothing);
        trial.asked += 1;
        if trial.local.command(trial.now, &command).is_err() {
            return RoundResult {
                stuck: true,
                ..RoundResult::default()
            };
        }
    }
    trial.look_around();
    trial.talk();
    RoundResult::default()
}

/// Runs a round with so many journal lines that the journal wraps; in one of eight rounds
/// the power is cut.
pub(super) fn full_journal(trial: &mut Trial) -> RoundResult {
    let before = trial.truth.clone();
    // A turn has room for 200 such lines, the journal's reserve, and not for more.
    for _ in 0..3 {
        for command in [Command::Undo, Command::Redo] {
            let _ = trial.local.command(trial.now, &command);
        }
    }
    if trial.rng.below(8) == 0 {
        let result = resume(trial, &before, &before);
        if result != RoundResult::default() {
            return result;
        }
    }
    let action = trial.play();
    RoundResult::from_agreement(trial.sort_out(Some(&action)))
}
