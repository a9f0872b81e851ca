//! Effects of each fault in a round with two faults, one function per fault. A round
//! calls both functions at every [`Stage`], in random order, so that the faults overlap.

use super::io_faults::{any_ask, press, some_buttons};
use super::outage::Outage;
use super::power_faults::any_tear;
use super::sensor_faults::{appear, beam, doubtful, shake};
use super::trial::Trial;
use rules_core::board::curtain::Plane;
use rules_core::board::{Button, Buttons, Micrometres};
use rules_core::games::kabuto::Action;
use rules_core::place::Edge;
use rules_core::referee::Command;
use rules_core::ring::{HostPresence, Input};
use rules_core::sensing::observation::{EdgePoint, NoFallReason, ObservationKind};
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::time::Span;
use rules_core::wire::Request;

/// Stage of a round with two faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Before the action.
    Before,
    /// After the action, before the ring's questions are answered.
    Shown,
    /// After the ring and the truth have been compared; the table is at rest.
    After,
    /// At the end of the round, where a fault that lasts is repaired.
    End,
}

/// Visibility of a fall to the sensors, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sight {
    /// Both planes see the fall.
    Clear,
    /// The fall is seen, but not for certain.
    Poor,
    /// No sensor sees the fall.
    Unseen,
}

/// Returns one of `count` numbers from a round's random number; `shift` selects its bits.
const fn part(lot: u32, shift: u32, count: u32) -> u32 {
    (lot >> shift) % count
}

fn edge(lot: u32) -> Edge {
    Edge::ALL[part(lot, 8, Edge::ALL.len() as u32) as usize]
}

/// Injects an observation that the sensors repeat after a restart, until it is withdrawn.
fn raise(trial: &mut Trial, what: ObservationKind) {
    if let Some(paired) = &mut trial.paired {
        paired.standing.push(what);
    }
    trial.inject(what);
}

/// Injects the end of a standing observation.
fn clear(trial: &mut Trial, what: &ObservationKind, end: ObservationKind) {
    if let Some(paired) = &mut trial.paired
        && let Some(at) = paired.standing.iter().position(|held| held == what)
    {
        paired.standing.swap_remove(at);
        trial.inject(end);
    }
}

/// No fault.
pub(super) const fn none(_: &mut Trial, _: Stage, _: u32) {}

/// A fall is reported that did not happen.
pub(super) fn ghost(trial: &mut Trial, stage: Stage, lot: u32) {
    if stage == [Stage::Before, Stage::After][part(lot, 0, 2) as usize] {
        appear(trial);
    }
}

/// A fall that no sensor sees is declared at once, or after the ring has found the table at rest.
pub(super) fn missed(trial: &mut Trial, stage: Stage, lot: u32) {
    if stage != Stage::Shown || !fell(trial) {
        return;
    }
    if part(lot, 0, 2) == 0 {
        trial.withdraw_hands();
        trial.wait(2_000);
    }
    undoing(trial, Trial::correct);
}

/// True if the last action of the round was a fall.
fn fell(trial: &Trial) -> bool {
    let paired = trial.paired.as_ref();
    paired.is_some_and(|paired| matches!(paired.last, Some(Action::Fall(_))))
}

/// Takes steps back and forth. The mark stays until ring and truth have been compared,
/// because a power cut within the steps is recovered from only then.
fn undoing(trial: &mut Trial, steps: impl FnOnce(&mut Trial)) {
    if let Some(paired) = &mut trial.paired {
        paired.is_undoing = true;
    }
    steps(trial);
}

/// A side has no coverage, and pieces fall there.
pub(super) fn blind(trial: &mut Trial, stage: Stage, lot: u32) {
    let lost = ObservationKind::CoverageLost(edge(lot));
    match stage {
        Stage::Before => raise(trial, lost),
        Stage::Shown if fell(trial) => trial.wait(1_000),
        Stage::Shown | Stage::After => {}
        Stage::End => clear(trial, &lost, ObservationKind::CoverageRestored(edge(lot))),
    }
}

/// A beam is dead; in three of four rounds it stays dead.
pub(super) fn stuck(trial: &mut Trial, stage: Stage, lot: u32) {
    match stage {
        Stage::Before => {
            let sensor = beam(trial);
            raise(
                trial,
                ObservationKind::FaultRaised(sensor, SensorFault::StuckDark),
            );
        }
        Stage::End if part(lot, 0, 4) == 0 => {
            let dead = trial.paired.as_ref().map(|paired| paired.standing.clone());
            for what in dead.unwrap_or_default() {
                if let ObservationKind::FaultRaised(sensor, SensorFault::StuckDark) = what {
                    let end = ObservationKind::FaultCleared(sensor, SensorFault::StuckDark);
                    clear(trial, &what, end);
                }
            }
        }
        Stage::Shown | Stage::After | Stage::End => {}
    }
}

/// A beam fails now and then.
pub(super) fn flaky(trial: &mut Trial, stage: Stage, lot: u32) {
    let sensor = Sensor::Beam(edge(lot), Plane::Upper, part(lot, 12, 20) as u8);
    let fault = ObservationKind::FaultRaised(sensor, SensorFault::Flaky);
    match stage {
        Stage::Before => {
            for _ in 0..part(lot, 0, 4) {
                let fall = doubtful(trial);
                let id = fall.measured.pattern.id;
                trial.inject(ObservationKind::Falling(id, fall.measured.spot()));
                trial.inject(ObservationKind::NoFall(id, NoFallReason::SensorFault));
            }
            raise(trial, fault);
        }
        Stage::Shown => {
            let end = ObservationKind::FaultCleared(sensor, SensorFault::Flaky);
            clear(trial, &fault, end);
        }
        Stage::After | Stage::End => {}
    }
}

/// The table is bumped before, during or after the action.
pub(super) fn bump(trial: &mut Trial, stage: Stage, lot: u32) {
    let when = [Stage::Before, Stage::Shown, Stage::After];
    if stage == when[part(lot, 0, 3) as usize] {
        shake(trial);
    }
}

/// A hand is in the gutter during the action, or after it.
pub(super) fn hand(trial: &mut Trial, stage: Stage, lot: u32) {
    let along = Micrometres::mm(part(lot, 12, 200));
    let spot = EdgePoint {
        edge: edge(lot),
        along,
    };
    let (there, gone) = (
        ObservationKind::Hand(spot),
        ObservationKind::HandGone(spot.edge),
    );
    let is_early = part(lot, 0, 2) == 0;
    match stage {
        Stage::Before if is_early => {
            raise(trial, there);
            trial.wait(50 + part(lot, 1, 400));
        }
        Stage::Shown => {
            if !is_early {
                raise(trial, there);
                trial.wait(50 + part(lot, 1, 3_000));
            }
            clear(trial, &there, gone);
        }
        Stage::Before | Stage::After | Stage::End => {}
    }
}

/// Frames slip or are lost during the action.
pub(super) fn slip(trial: &mut Trial, stage: Stage, lot: u32) {
    let (sensor, fault) = match part(lot, 0, 4) {
        0 => (Sensor::Lane(edge(lot)), SensorFault::Slipped),
        1 => (Sensor::Lane(edge(lot)), SensorFault::Broken),
        2 => (Sensor::CurtainFrames, SensorFault::Lost),
        _ => (Sensor::HallScans, SensorFault::Overrun),
    };
    let raised = ObservationKind::FaultRaised(sensor, fault);
    match stage {
        Stage::Before => raise(trial, raised),
        Stage::Shown => clear(trial, &raised, ObservationKind::FaultCleared(sensor, fault)),
        Stage::After | Stage::End => {}
    }
}

/// Contacts bounce without a press, then with a press that takes a step back and one that
/// takes it forth again.
pub(super) fn chatter(trial: &mut Trial, stage: Stage, lot: u32) {
    if stage != Stage::After {
        return;
    }
    for _ in 0..part(lot, 0, 30) {
        let down = some_buttons(trial);
        trial.local.step(trial.now, Input::Buttons(down));
        trial.now += Span::micros(trial.rng.below(1_500));
        trial.interrupt();
    }
    trial.local.step(trial.now, Input::Buttons(Buttons::EMPTY));
    trial.wait(100);
    let undoable = trial.session().history().undoable();
    let asks = trial.session().question().is_some();
    if undoable == 0 || asks || trial.truth.outcome().is_some() {
        return;
    }
    undoing(trial, |trial| {
        press(trial, Button::Undo, 300);
        if trial.session().history().undoable() < undoable {
            press(trial, Button::Undo, 2_000);
        }
    });
}

/// The cable is pulled within a packet, and plugged in at a later stage.
pub(super) fn usb_cut(trial: &mut Trial, stage: Stage, lot: u32) {
    let back = [Stage::Shown, Stage::After, Stage::End][part(lot, 0, 3) as usize];
    if stage == Stage::Shown {
        let bytes = trial.local.transmit();
        let kept = trial.rng.below(bytes.len() as u32 + 1) as usize;
        trial.on_bytes(bytes.get(..kept).unwrap_or(&[]));
        trial.local.step(trial.now, Input::Host(HostPresence::Gone));
        trial.interrupt();
    }
    if stage == back {
        trial.plug();
        trial.talk();
    }
}

/// Random bytes reach the ring, then the connected client.
pub(super) fn usb_garbage(trial: &mut Trial, stage: Stage, _: u32) {
    let garbage = |trial: &mut Trial| -> Vec<u8> {
        let length = trial.rng.below(300);
        (0..length).map(|_| trial.rng.below(256) as u8).collect()
    };
    match stage {
        Stage::Shown => {
            let noise = garbage(trial);
            trial.local.step(trial.now, Input::Bytes(&noise));
            // A zero byte ends the frame, so that the next message is received.
            trial.local.step(trial.now, Input::Bytes(&[0]));
            trial.interrupt();
        }
        Stage::After => {
            let noise = garbage(trial);
            trial.on_bytes(&noise);
            trial.on_bytes(&[0]);
            trial.talk();
        }
        Stage::Before | Stage::End => {}
    }
}

/// Any requests reach the ring and wait for a touch while the other fault acts.
pub(super) fn wrong_command(trial: &mut Trial, stage: Stage, lot: u32) {
    match stage {
        Stage::After => {
            for _ in 0..1 + part(lot, 0, 3) {
                let ask = any_ask(trial);
                if let Some(paired) = &mut trial.paired {
                    paired.is_random_follow |= matches!(ask, Request::Follow(_));
                }
                trial.connected().ask(ask);
                trial.talk();
                trial.interrupt();
            }
        }
        Stage::End => {
            trial.withdraw_hands();
            trial.wait(11_000);
            trial.restart_clients();
        }
        Stage::Before | Stage::Shown => {}
    }
}

/// The clock goes back, jumps ahead, or jitters, before the action.
pub(super) fn clock_jump(trial: &mut Trial, stage: Stage, lot: u32) {
    if stage != Stage::Before {
        return;
    }
    let jump = Span::millis(trial.rng.below(3_600_000));
    match part(lot, 0, 3) {
        0 => trial.local.step(trial.now - jump, Input::Time),
        1 => trial.now += jump,
        _ => trial.local.step(trial.now + Span::millis(1), Input::Time),
    }
}

/// Power fails within one of the next eight writes of the flash.
pub(super) fn in_write(trial: &mut Trial, stage: Stage, lot: u32) {
    if stage == Stage::Before {
        let tear = any_tear(trial);
        trial.plan_cut(Outage::Writes(u64::from(part(lot, 0, 8)), tear));
    }
}

/// Power fails after one of the next 16 inputs.
pub(super) fn between(trial: &mut Trial, stage: Stage, lot: u32) {
    if stage == Stage::Before {
        trial.plan_cut(Outage::Inputs(part(lot, 0, 16)));
    }
}

/// Three steps back and forth, as many lines as the journal's reserve allows, and a power
/// cut in one of eight rounds.
pub(super) fn full_journal(trial: &mut Trial, stage: Stage, lot: u32) {
    if stage != Stage::Before {
        return;
    }
    if part(lot, 0, 8) == 0 {
        trial.plan_cut(Outage::Inputs(part(lot, 3, 16)));
    }
    undoing(trial, |trial| {
        for _ in 0..3 {
            for command in [Command::Undo, Command::Redo] {
                let _ = trial.local.command(trial.now, &command);
                trial.interrupt();
            }
        }
    });
}
