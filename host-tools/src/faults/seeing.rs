//! Sensors that see too much, too little, or nonsense.

use super::Verdict;
use super::trial::Trial;
use crate::kabuto::sights;
use rules_core::board::Micrometres;
use rules_core::board::curtain::Plane;
use rules_core::games::kabuto::Action;
use rules_core::piece::{Piece, Size};
use rules_core::place::Edge;
use rules_core::referee::Command;
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::{Cause, Fall, NoFall, Spot, What};
use rules_core::sensing::sensor::{Sensor, Trouble};

/// Nothing goes wrong.
pub(super) fn none(trial: &mut Trial) -> Verdict {
    let action = trial.play();
    Verdict::of(trial.sort_out(Some(&action)))
}

/// A fall that only one plane saw, or that nobody is sure of.
fn doubtful(trial: &mut Trial) -> Fall {
    let size = *trial.lots.pick(&Size::ALL).unwrap_or(&Size::Small);
    let cause = *trial.lots.pick(&Cause::ALL).unwrap_or(&Cause::Push);
    let id = trial.next_fall();
    let mut fall = sights::fall(Piece::pawn(size), cause, id, trial.now);
    match trial.lots.below(3) {
        0 => fall.drop = None,
        1 => fall.identity.certainty = Certainty::LOW,
        _ => fall.sound = false,
    }
    fall
}

/// A ghost, before or after what really happens.
pub(super) fn ghost(trial: &mut Trial) -> Verdict {
    let before = trial.lots.below(2) == 0;
    let mut verdict = Verdict::default();
    if before {
        appear(trial);
        verdict = Verdict::of(trial.sort_out(None));
    }
    let action = trial.play();
    verdict = verdict.and(Verdict::of(trial.sort_out(Some(&action))));
    if !before {
        appear(trial);
        verdict = verdict.and(Verdict::of(trial.sort_out(None)));
    }
    verdict
}

/// Something that is no fall: withdrawn, never ended, or doubtful.
fn appear(trial: &mut Trial) {
    let fall = doubtful(trial);
    trial.see(What::Falling(fall.id, fall.spot));
    match trial.lots.below(4) {
        0 => {
            let why = *trial.lots.pick(&NoFall::ALL).unwrap_or(&NoFall::Brush);
            trial.see(What::NoFall(fall.id, why));
        }
        1 => {
            trial.wait(900);
            trial.rest();
        }
        _ => trial.see(What::Fell(fall)),
    }
}

/// A fall that no sensor sees; somebody says so in time, or after it rested.
pub(super) fn missed(trial: &mut Trial) -> Verdict {
    let action = trial.next_action();
    if !matches!(action, Action::Fall(_)) {
        trial.show(&action);
        trial.happen(&action);
        return Verdict::of(trial.sort_out(Some(&action)));
    }
    trial.happen(&action);
    if trial.lots.below(2) == 0 {
        // Too late: the ring has taken it to rest.
        trial.wait(2_000);
        let _ = trial.sort_out(Some(&action));
        let _ = trial.local.say(trial.now, &Command::Undo);
    }
    trial.declare(&action);
    Verdict::of(trial.sort_out(Some(&action)))
}

/// A side that cannot see: after the push it is asked what fell over it.
pub(super) fn blind(trial: &mut Trial) -> Verdict {
    let edge = *trial.lots.pick(&Edge::ALL).unwrap_or(&Edge::North);
    trial.see(What::Blind(edge));
    let action = trial.next_action();
    if let Action::Fall(_) = action {
        trial.happen(&action);
        trial.wait(1_000);
    } else {
        trial.show(&action);
        trial.happen(&action);
    }
    let verdict = Verdict::of(trial.sort_out(Some(&action)));
    trial.see(What::Sighted(edge));
    verdict
}

/// What is seen through bad sensors: the same, but nobody is sure.
fn seen_badly(trial: &mut Trial, action: &Action) {
    let id = trial.next_fall();
    let (Action::Fall(piece) | Action::Accident(piece)) = action else {
        trial.show(action);
        return;
    };
    let cause = match action {
        Action::Accident(_) => Cause::Accident,
        _ => Cause::Push,
    };
    let mut fall = sights::fall(*piece, cause, id, trial.now);
    fall.sound = false;
    fall.identity.certainty = Certainty::LOW;
    if trial.lots.below(2) == 0 {
        fall.drop = None;
    }
    if trial.lots.below(2) == 0 {
        fall.cause_certainty = Certainty::NONE;
    }
    trial.see(What::Falling(id, fall.spot));
    trial.see(What::Fell(fall));
}

fn beam(trial: &mut Trial) -> Sensor {
    let edge = *trial.lots.pick(&Edge::ALL).unwrap_or(&Edge::North);
    Sensor::Beam(edge, Plane::Upper, trial.lots.below(20) as u8)
}

/// A dead beam.
pub(super) fn stuck(trial: &mut Trial) -> Verdict {
    let (action, sensor) = (trial.next_action(), beam(trial));
    trial.see(What::Trouble(sensor, Trouble::StuckDark));
    seen_badly(trial, &action);
    trial.happen(&action);
    let verdict = Verdict::of(trial.sort_out(Some(&action)));
    if trial.lots.below(4) == 0 {
        trial.see(What::Mended(sensor, Trouble::StuckDark));
    }
    verdict
}

/// A beam that comes and goes.
pub(super) fn flaky(trial: &mut Trial) -> Verdict {
    let (action, sensor) = (trial.next_action(), beam(trial));
    for _ in 0..trial.lots.below(4) {
        let fall = doubtful(trial);
        trial.see(What::Falling(fall.id, fall.spot));
        trial.see(What::NoFall(fall.id, NoFall::Trouble));
    }
    trial.see(What::Trouble(sensor, Trouble::Flaky));
    seen_badly(trial, &action);
    trial.happen(&action);
    trial.see(What::Mended(sensor, Trouble::Flaky));
    Verdict::of(trial.sort_out(Some(&action)))
}

/// The table is bumped before, during or after something.
pub(super) fn bump(trial: &mut Trial) -> Verdict {
    let action = trial.next_action();
    let when = trial.lots.below(3);
    if when == 0 {
        shake(trial);
    }
    trial.show(&action);
    trial.happen(&action);
    if when == 1 {
        shake(trial);
    }
    let verdict = Verdict::of(trial.sort_out(Some(&action)));
    if when == 2 {
        shake(trial);
    }
    verdict
}

fn shake(trial: &mut Trial) {
    for _ in 0..trial.lots.below(3) {
        let fall = doubtful(trial);
        trial.see(What::Falling(fall.id, fall.spot));
        trial.see(What::NoFall(fall.id, NoFall::Bump));
    }
    trial.see(What::Bump);
}

/// A hand in the gutter.
pub(super) fn hand(trial: &mut Trial) -> Verdict {
    let action = trial.next_action();
    let edge = *trial.lots.pick(&Edge::ALL).unwrap_or(&Edge::North);
    let spot = Spot {
        edge,
        along: Micrometres::mm(trial.lots.below(200)),
    };
    let early = trial.lots.below(2) == 0;
    if early {
        trial.see(What::Hand(spot));
        let pause = trial.lots.below(400);
        trial.wait(50 + pause);
    }
    if !early || !matches!(action, Action::Settle) {
        trial.show(&action);
        trial.happen(&action);
    }
    if !early {
        trial.see(What::Hand(spot));
        let pause = trial.lots.below(3_000);
        trial.wait(50 + pause);
    }
    trial.see(What::HandGone(edge));
    if early && matches!(action, Action::Settle) {
        trial.show(&action);
        trial.happen(&action);
    }
    Verdict::of(trial.sort_out(Some(&action)))
}

/// Frames slip or are lost.
pub(super) fn slip(trial: &mut Trial) -> Verdict {
    let action = trial.next_action();
    let edge = *trial.lots.pick(&Edge::ALL).unwrap_or(&Edge::North);
    let (sensor, trouble) = match trial.lots.below(4) {
        0 => (Sensor::Lane(edge), Trouble::Slipped),
        1 => (Sensor::Lane(edge), Trouble::Broken),
        2 => (Sensor::CurtainFrames, Trouble::Lost),
        _ => (Sensor::HallScans, Trouble::Overrun),
    };
    trial.see(What::Trouble(sensor, trouble));
    seen_badly(trial, &action);
    trial.happen(&action);
    trial.see(What::Mended(sensor, trouble));
    Verdict::of(trial.sort_out(Some(&action)))
}
