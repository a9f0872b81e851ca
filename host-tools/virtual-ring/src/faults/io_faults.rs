//! Fault rounds with bouncing buttons, misbehaving hosts and jumping clocks.

use super::RoundResult;
use super::trial::Trial;
use rules_core::board::{Button, Buttons};
use rules_core::player::Seat;
use rules_core::referee::{Choice, Command, Policies};
use rules_core::ring::{HostPresence, Input};
use rules_core::time::Span;
use rules_core::wire::message::{
    CalibrationCommand, FollowFrom, Request, RestartMode, Streams, StrokeCommand,
};

pub(super) fn some_buttons(trial: &mut Trial) -> Buttons {
    let bits = trial.rng.below(16);
    let all = Button::ALL.into_iter().enumerate();
    all.filter(|(n, _)| bits >> n & 1 == 1)
        .map(|(_, button)| button)
        .collect()
}

/// Runs a round with bouncing button contacts: alone they must have no effect, and within
/// a press they must count as one press.
pub(super) fn chatter(trial: &mut Trial) -> RoundResult {
    let action = trial.play();
    let result = RoundResult::from_agreement(trial.sort_out(Some(&action)));
    let before = trial.session().hash();
    for _ in 0..trial.rng.below(30) {
        let down = some_buttons(trial);
        trial.local.step(trial.now, Input::Buttons(down));
        trial.now += Span::micros(trial.rng.below(1_500));
    }
    trial.local.step(trial.now, Input::Buttons(Buttons::EMPTY));
    trial.wait(100);
    let untouched = trial.session().hash() == before;
    // A short press of Undo that bounces undoes one step; a long one redoes it.
    let undoable = trial.session().history().undoable();
    let asks = trial.session().question().is_some();
    let mut once = true;
    if undoable > 0 && !asks && trial.truth.outcome().is_none() {
        press(trial, Button::Undo, 300);
        once &= trial.session().history().undoable() == undoable - 1;
        press(trial, Button::Undo, 2_000);
        once &= trial.session().history().undoable() == undoable;
    }
    let after = RoundResult::from_agreement(trial.sort_out(None));
    result.and(after).and(RoundResult {
        wrong: !untouched || !once,
        ..RoundResult::default()
    })
}

/// Presses a button that bounces on its way down and up.
pub(super) fn press(trial: &mut Trial, button: Button, millis: u32) {
    for (last, hold) in [(Buttons::of(button), millis), (Buttons::EMPTY, 100)] {
        for _ in 0..trial.rng.below(8) {
            let level = match trial.rng.below(2) {
                0 => Buttons::EMPTY,
                _ => Buttons::of(button),
            };
            trial.local.step(trial.now, Input::Buttons(level));
            trial.now += Span::micros(trial.rng.below(1_500));
        }
        trial.local.step(trial.now, Input::Buttons(last));
        trial.wait(hold);
    }
}

/// Runs a round in which the USB cable is pulled in the middle of a packet.
pub(super) fn usb_cut(trial: &mut Trial) -> RoundResult {
    let action = trial.play();
    let bytes = trial.local.transmit();
    let kept = trial.rng.below(bytes.len() as u32 + 1) as usize;
    trial.on_bytes(bytes.get(..kept).unwrap_or(&[]));
    trial.local.step(trial.now, Input::Host(HostPresence::Gone));
    if trial.rng.below(2) == 0 {
        // Play continues without a host.
        let result = RoundResult::from_agreement(trial.sort_out(Some(&action)));
        if result != RoundResult::default() {
            return result;
        }
    }
    trial.plug();
    trial.talk();
    let result = RoundResult::from_agreement(trial.sort_out(Some(&action)));
    RoundResult {
        lost: !host_knows(trial),
        ..result
    }
}

/// True if the host's session has the state hash of the ring's session.
pub(super) fn host_knows(trial: &Trial) -> bool {
    let copy = trial.side.session().map(|session| session.hash());
    copy == Some(trial.session().hash())
}

/// Runs a round with random bytes on the USB connection, in both directions.
pub(super) fn usb_garbage(trial: &mut Trial) -> RoundResult {
    let action = trial.play();
    let garbage = |trial: &mut Trial| -> Vec<u8> {
        let length = trial.rng.below(300);
        (0..length).map(|_| trial.rng.below(256) as u8).collect()
    };
    let noise = garbage(trial);
    trial.local.step(trial.now, Input::Bytes(&noise));
    // A zero byte ends the frame, so that the next message is received.
    trial.local.step(trial.now, Input::Bytes(&[0]));
    let result = RoundResult::from_agreement(trial.sort_out(Some(&action)));
    let noise = garbage(trial);
    trial.on_bytes(&noise);
    trial.on_bytes(&[0]);
    trial.talk();
    RoundResult {
        lost: !host_knows(trial),
        ..result
    }
}

/// Runs a round in which a host sends random requests while nobody touches the ring.
pub(super) fn wrong_command(trial: &mut Trial) -> RoundResult {
    let action = trial.play();
    let result = RoundResult::from_agreement(trial.sort_out(Some(&action)));
    trial.rest();
    let before = trial.session().hash();
    for _ in 0..1 + trial.rng.below(3) {
        let ask = any_ask(trial);
        trial.side.ask(ask);
        trial.talk();
    }
    trial.wait(11_000);
    let untouched = trial.session().hash() == before;
    let after = RoundResult::from_agreement(trial.sort_out(None));
    trial.line = 0;
    trial.side.follow(FollowFrom::Now);
    trial.talk();
    result.and(after).and(RoundResult {
        wrong: !untouched,
        lost: !host_knows(trial),
        ..RoundResult::default()
    })
}

pub(super) fn any_ask(trial: &mut Trial) -> Request {
    let number = trial.rng.below(400);
    match trial.rng.below(20) {
        0 => Request::Info,
        1 => Request::Follow(FollowFrom::Line(number)),
        2 => Request::Follow(FollowFrom::Match),
        3 => Request::Watch(Streams::EMPTY),
        4 => Request::Card(Seat::First, Default::default()),
        5 => Request::Rematch,
        6 => Request::Command(Command::Undo),
        7 => Request::Command(Command::Redo),
        8 => Request::Command(Command::Abort),
        9 => Request::Command(Command::TableIsRight),
        10 => Request::Command(Command::Answer(number as u16, Choice::Nothing)),
        11 => Request::Command(Command::SetPolicies(Policies::PASSIVE)),
        12 => Request::Captures,
        13 => Request::Capture {
            seq: number,
            offset: number,
        },
        14 => Request::Calibrate(CalibrationCommand::Start),
        15 => Request::Calibrate(CalibrationCommand::Ready),
        16 => Request::Restart(RestartMode::BootLoader),
        17 => Request::Name(Default::default()),
        18 => Request::Stroke(StrokeCommand::Start),
        _ => Request::Command(Command::RefereeIsRight),
    }
}

/// Runs a round in which the ring's clock goes back by up to an hour, jumps ahead by up
/// to an hour, or jitters by 1 ms.
pub(super) fn clock_jump(trial: &mut Trial) -> RoundResult {
    let action = trial.next_action();
    let jump = Span::millis(trial.rng.below(3_600_000));
    match trial.rng.below(3) {
        0 => trial.local.step(trial.now - jump, Input::Time),
        1 => trial.now += jump,
        _ => trial.local.step(trial.now + Span::millis(1), Input::Time),
    }
    trial.show(&action);
    trial.happen(&action);
    RoundResult::from_agreement(trial.sort_out(Some(&action)))
}
