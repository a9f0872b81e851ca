//! Plugs that are pulled: within a write, between two, with a full journal.

use super::Verdict;
use super::trial::Trial;
use crate::flash::Tear;
use rules_core::games::kabuto::Match;
use rules_core::referee::{Command, Game};
use rules_core::wire::BootReason;

/// How far the write or erase got that was cut.
fn any_tear(trial: &mut Trial) -> Tear {
    let lots = &mut trial.lots;
    match lots.below(7) {
        0 | 1 => Tear::Bytes(lots.below(240) as usize, lots.below(256) as u8),
        2 => Tear::ErasedFront(lots.below(4096) as usize),
        3 => Tear::ErasedBack(lots.below(4096) as usize),
        4 => Tear::Sprinkled(lots.draw()),
        5 => Tear::Zeroed(lots.below(4096) as usize),
        _ => Tear::Done,
    }
}

/// The power goes within one of the next writes.
pub(super) fn in_write(trial: &mut Trial) -> Verdict {
    let (writes, tear) = (u64::from(trial.lots.below(8)), any_tear(trial));
    trial.local.flash_mut().cut_after(writes, tear);
    round(trial)
}

/// The power goes before or after something happens.
pub(super) fn between(trial: &mut Trial) -> Verdict {
    if trial.lots.below(2) == 0 {
        let before = trial.truth.clone();
        let verdict = resume(trial, &before, &before);
        if verdict != Verdict::default() {
            return verdict;
        }
    }
    round(trial)
}

/// Something happens, then the power is gone. The ring must come back as it was
/// before or after it, whatever was written last; then play goes on.
fn round(trial: &mut Trial) -> Verdict {
    let before = trial.truth.clone();
    let action = trial.next_action();
    if trial.truth.state() != before.state() {
        // Another match has begun meanwhile: its lines may be cut as well.
        trial.local.flash_mut().power_up();
        trial.local.work();
        return Verdict::default();
    }
    trial.show(&action);
    trial.happen(&action);
    if trial.session().question().is_some() && trial.local.flash().is_powered() {
        trial.local.flash_mut().power_up();
        return Verdict::of(trial.sort_out(Some(&action)));
    }
    let after = trial.truth.clone();
    let verdict = resume(trial, &before, &after);
    if verdict != Verdict::default() {
        return verdict;
    }
    if !trial.agrees() {
        // It had not been written: it happens again, or is said.
        trial.truth = before;
        trial.declare(&action);
        trial.happen(&action);
    }
    Verdict::of(trial.sort_out(Some(&action)))
}

/// Pulls the plug; the ring must stand as one of the two.
fn resume(trial: &mut Trial, before: &Match, after: &Match) -> Verdict {
    let reason = match trial.lots.below(2) {
        0 => BootReason::PowerUp,
        _ => BootReason::Watchdog,
    };
    trial.cut(reason);
    trial.line = 0;
    let stands = match trial.session().game() {
        Some(Game::Kabuto(game)) => game.state() == before.state() || game.state() == after.state(),
        _ => before.outcome().is_some(),
    };
    if !stands || trial.local.lost() > 0 {
        return Verdict {
            lost: true,
            ..Verdict::default()
        };
    }
    // People look at the table, and say that all is well.
    while let Some(question) = trial.session().question() {
        let command = Command::Answer(question.number, rules_core::referee::Choice::Nothing);
        trial.asked += 1;
        if trial.local.say(trial.now, &command).is_err() {
            return Verdict {
                stuck: true,
                ..Verdict::default()
            };
        }
    }
    trial.look_around();
    trial.talk();
    Verdict::default()
}

/// Many lines in one match, so that the journal goes round and round; now and
/// then the power goes.
pub(super) fn full_journal(trial: &mut Trial) -> Verdict {
    let before = trial.truth.clone();
    // A turn makes 200 lines like that: the reserve, and not more.
    for _ in 0..3 {
        for command in [Command::Undo, Command::Redo] {
            let _ = trial.local.say(trial.now, &command);
        }
    }
    if trial.lots.below(8) == 0 {
        let verdict = resume(trial, &before, &before);
        if verdict != Verdict::default() {
            return verdict;
        }
    }
    let action = trial.play();
    Verdict::of(trial.sort_out(Some(&action)))
}
