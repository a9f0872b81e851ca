//! Fault rounds with sensors that see too much, too little, or nonsense.

use super::RoundResult;
use super::trial::Trial;
use host_core::kabuto::ideal_observations;
use rules_core::board::Micrometres;
use rules_core::board::curtain::Plane;
use rules_core::games::kabuto::Action;
use rules_core::piece::{Piece, Size};
use rules_core::place::Edge;
use rules_core::referee::Command;
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::{
    Cause, EdgePoint, Fall, NoFallReason, ObservationKind, Witnesses,
};
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::time::Span;

/// Runs a round without a fault.
pub(super) fn none(trial: &mut Trial) -> RoundResult {
    let action = trial.play();
    RoundResult::from_agreement(trial.sort_out(Some(&action)))
}

/// Creates a doubtful fall: seen by one plane only, of low certainty, or from a side with
/// faults.
pub(super) fn doubtful(trial: &mut Trial) -> Fall {
    let size = *trial.rng.choose(&Size::ALL).unwrap_or(&Size::Small);
    let cause = *trial.rng.choose(&Cause::ALL).unwrap_or(&Cause::Push);
    let id = trial.next_fall();
    let mut fall = ideal_observations::fall(Piece::pawn(size), cause, id, trial.now);
    match trial.rng.below(3) {
        0 => one_plane(&mut fall),
        _ => fall.measured.pattern.sound = false,
    }
    fall
}

/// Changes a fall so that only the upper plane of beams saw it.
const fn one_plane(fall: &mut Fall) {
    fall.measured.pattern.witnesses = Witnesses::One;
    fall.measured.drop = Span::micros(0);
}

/// Runs a round with a ghost fall, which the sensors report though no piece fell, before
/// or after the real action.
pub(super) fn ghost(trial: &mut Trial) -> RoundResult {
    let before = trial.rng.below(2) == 0;
    let mut result = RoundResult::default();
    if before {
        appear(trial);
        result = RoundResult::from_agreement(trial.sort_out(None));
    }
    let action = trial.play();
    result = result.and(RoundResult::from_agreement(trial.sort_out(Some(&action))));
    if !before {
        appear(trial);
        result = result.and(RoundResult::from_agreement(trial.sort_out(None)));
    }
    result
}

/// Injects the onset of a fall that did not happen: withdrawn, never completed, or
/// doubtful.
pub(super) fn appear(trial: &mut Trial) {
    let fall = doubtful(trial);
    trial.inject(ObservationKind::Falling(
        fall.measured.pattern.id,
        fall.measured.spot(),
    ));
    match trial.rng.below(4) {
        0 => {
            let why = *trial
                .rng
                .choose(&NoFallReason::ALL)
                .unwrap_or(&NoFallReason::Brush);
            trial.inject(ObservationKind::NoFall(fall.measured.pattern.id, why));
        }
        1 => {
            trial.wait(900);
            trial.rest();
        }
        _ => trial.inject(ObservationKind::Fell(fall)),
    }
}

/// Runs a round with a fall that no sensor sees; a player declares it at once, or after the
/// turn was settled.
pub(super) fn missed(trial: &mut Trial) -> RoundResult {
    let action = trial.next_action();
    if !matches!(action, Action::Fall(_)) {
        trial.show(&action);
        trial.happen(&action);
        return RoundResult::from_agreement(trial.sort_out(Some(&action)));
    }
    trial.happen(&action);
    if trial.rng.below(2) == 0 {
        // Too late: the ring has found the table at rest.
        trial.wait(2_000);
        let _ = trial.sort_out(Some(&action));
        let _ = trial.local.command(trial.now, &Command::Undo);
    }
    trial.declare(&action);
    RoundResult::from_agreement(trial.sort_out(Some(&action)))
}

/// Runs a round with a side without coverage: after the push the ring must ask what fell
/// there.
pub(super) fn blind(trial: &mut Trial) -> RoundResult {
    let edge = *trial.rng.choose(&Edge::ALL).unwrap_or(&Edge::North);
    trial.inject(ObservationKind::CoverageLost(edge));
    let action = trial.next_action();
    if let Action::Fall(_) = action {
        trial.happen(&action);
        trial.wait(1_000);
    } else {
        trial.show(&action);
        trial.happen(&action);
    }
    let result = RoundResult::from_agreement(trial.sort_out(Some(&action)));
    trial.inject(ObservationKind::CoverageRestored(edge));
    result
}

/// Injects the observations of an action as bad sensors report them: correct, but
/// uncertain.
pub(super) fn seen_badly(trial: &mut Trial, action: &Action) {
    let id = trial.next_fall();
    let (Action::Fall(piece) | Action::Accident(piece)) = action else {
        trial.show(action);
        return;
    };
    let cause = match action {
        Action::Accident(_) => Cause::Accident,
        _ => Cause::Push,
    };
    let mut fall = ideal_observations::fall(*piece, cause, id, trial.now);
    fall.measured.pattern.sound = false;
    if trial.rng.below(2) == 0 {
        one_plane(&mut fall);
    }
    if trial.rng.below(2) == 0 {
        fall.cause.certainty = Certainty::NONE;
    }
    trial.inject(ObservationKind::Falling(id, fall.measured.spot()));
    trial.inject(ObservationKind::Fell(fall));
}

pub(super) fn beam(trial: &mut Trial) -> Sensor {
    let edge = *trial.rng.choose(&Edge::ALL).unwrap_or(&Edge::North);
    Sensor::Beam(edge, Plane::Upper, trial.rng.below(20) as u8)
}

/// Runs a round with a dead beam.
pub(super) fn stuck(trial: &mut Trial) -> RoundResult {
    let (action, sensor) = (trial.next_action(), beam(trial));
    trial.inject(ObservationKind::FaultRaised(sensor, SensorFault::StuckDark));
    seen_badly(trial, &action);
    trial.happen(&action);
    let result = RoundResult::from_agreement(trial.sort_out(Some(&action)));
    if trial.rng.below(4) == 0 {
        trial.inject(ObservationKind::FaultCleared(
            sensor,
            SensorFault::StuckDark,
        ));
    }
    result
}

/// Runs a round with a flaky beam.
pub(super) fn flaky(trial: &mut Trial) -> RoundResult {
    let (action, sensor) = (trial.next_action(), beam(trial));
    for _ in 0..trial.rng.below(4) {
        let fall = doubtful(trial);
        trial.inject(ObservationKind::Falling(
            fall.measured.pattern.id,
            fall.measured.spot(),
        ));
        trial.inject(ObservationKind::NoFall(
            fall.measured.pattern.id,
            NoFallReason::SensorFault,
        ));
    }
    trial.inject(ObservationKind::FaultRaised(sensor, SensorFault::Flaky));
    seen_badly(trial, &action);
    trial.happen(&action);
    trial.inject(ObservationKind::FaultCleared(sensor, SensorFault::Flaky));
    RoundResult::from_agreement(trial.sort_out(Some(&action)))
}

/// Runs a round in which the table is bumped before, during or after an action.
pub(super) fn bump(trial: &mut Trial) -> RoundResult {
    let action = trial.next_action();
    let when = trial.rng.below(3);
    if when == 0 {
        shake(trial);
    }
    trial.show(&action);
    trial.happen(&action);
    if when == 1 {
        shake(trial);
    }
    let result = RoundResult::from_agreement(trial.sort_out(Some(&action)));
    if when == 2 {
        shake(trial);
    }
    result
}

pub(super) fn shake(trial: &mut Trial) {
    for _ in 0..trial.rng.below(3) {
        let fall = doubtful(trial);
        trial.inject(ObservationKind::Falling(
            fall.measured.pattern.id,
            fall.measured.spot(),
        ));
        trial.inject(ObservationKind::NoFall(
            fall.measured.pattern.id,
            NoFallReason::Bump,
        ));
    }
    trial.inject(ObservationKind::Bump);
}

/// Runs a round with a hand in the gutter.
pub(super) fn hand(trial: &mut Trial) -> RoundResult {
    let action = trial.next_action();
    let edge = *trial.rng.choose(&Edge::ALL).unwrap_or(&Edge::North);
    let spot = EdgePoint {
        edge,
        along: Micrometres::mm(trial.rng.below(200)),
    };
    let early = trial.rng.below(2) == 0;
    if early {
        trial.inject(ObservationKind::Hand(spot));
        let pause = trial.rng.below(400);
        trial.wait(50 + pause);
    }
    if !early || !matches!(action, Action::Settle) {
        trial.show(&action);
        trial.happen(&action);
    }
    if !early {
        trial.inject(ObservationKind::Hand(spot));
        let pause = trial.rng.below(3_000);
        trial.wait(50 + pause);
    }
    trial.inject(ObservationKind::HandGone(edge));
    if early && matches!(action, Action::Settle) {
        trial.show(&action);
        trial.happen(&action);
    }
    RoundResult::from_agreement(trial.sort_out(Some(&action)))
}

/// Runs a round with slipped or lost frames.
pub(super) fn slip(trial: &mut Trial) -> RoundResult {
    let action = trial.next_action();
    let edge = *trial.rng.choose(&Edge::ALL).unwrap_or(&Edge::North);
    let (sensor, fault) = match trial.rng.below(4) {
        0 => (Sensor::Lane(edge), SensorFault::Slipped),
        1 => (Sensor::Lane(edge), SensorFault::Broken),
        2 => (Sensor::CurtainFrames, SensorFault::Lost),
        _ => (Sensor::HallScans, SensorFault::Overrun),
    };
    trial.inject(ObservationKind::FaultRaised(sensor, fault));
    seen_badly(trial, &action);
    trial.happen(&action);
    trial.inject(ObservationKind::FaultCleared(sensor, fault));
    RoundResult::from_agreement(trial.sort_out(Some(&action)))
}
