//! Buttons that bounce, hosts that misbehave, clocks that jump.

use super::Verdict;
use super::trial::Trial;
use rules_core::board::{Button, Buttons};
use rules_core::player::Seat;
use rules_core::referee::{Choice, Command, Policies};
use rules_core::ring::{Input, Presence};
use rules_core::time::Span;
use rules_core::wire::message::{Ask, Calibrate, From, Restart, Streams};

fn some_buttons(trial: &mut Trial) -> Buttons {
    let bits = trial.lots.below(16);
    let all = Button::ALL.into_iter().enumerate();
    all.filter(|(n, _)| bits >> n & 1 == 1)
        .map(|(_, button)| button)
        .collect()
}

/// Contacts bounce: alone they do nothing; in a press they are one press.
pub(super) fn chatter(trial: &mut Trial) -> Verdict {
    let action = trial.play();
    let verdict = Verdict::of(trial.sort_out(Some(&action)));
    let before = trial.session().hash();
    for _ in 0..trial.lots.below(30) {
        let down = some_buttons(trial);
        trial.local.step(trial.now, Input::Buttons(down));
        trial.now += Span::micros(trial.lots.below(1_500));
    }
    trial.local.step(trial.now, Input::Buttons(Buttons::EMPTY));
    trial.wait(100);
    let untouched = trial.session().hash() == before;
    // One press of Undo that bounces, then one long one: there and back again.
    let undoable = trial.session().history().undoable();
    let asks = trial.session().question().is_some();
    let mut once = true;
    if undoable > 0 && !asks && trial.truth.outcome().is_none() {
        press(trial, Button::Undo, 300);
        once &= trial.session().history().undoable() == undoable - 1;
        press(trial, Button::Undo, 2_000);
        once &= trial.session().history().undoable() == undoable;
    }
    let after = Verdict::of(trial.sort_out(None));
    verdict.and(after).and(Verdict {
        wrong: !untouched || !once,
        ..Verdict::default()
    })
}

/// A press that bounces on its way down and up.
fn press(trial: &mut Trial, button: Button, millis: u32) {
    for (last, hold) in [(Buttons::of(button), millis), (Buttons::EMPTY, 100)] {
        for _ in 0..trial.lots.below(8) {
            let level = match trial.lots.below(2) {
                0 => Buttons::EMPTY,
                _ => Buttons::of(button),
            };
            trial.local.step(trial.now, Input::Buttons(level));
            trial.now += Span::micros(trial.lots.below(1_500));
        }
        trial.local.step(trial.now, Input::Buttons(last));
        trial.wait(hold);
    }
}

/// The cable is pulled in the middle of a packet.
pub(super) fn usb_cut(trial: &mut Trial) -> Verdict {
    let action = trial.play();
    let bytes = trial.local.transmit();
    let kept = trial.lots.below(bytes.len() as u32 + 1) as usize;
    trial.hear(bytes.get(..kept).unwrap_or(&[]));
    trial.local.step(trial.now, Input::Host(Presence::Gone));
    if trial.lots.below(2) == 0 {
        // Play goes on without a host.
        let verdict = Verdict::of(trial.sort_out(Some(&action)));
        if verdict != Verdict::default() {
            return verdict;
        }
    }
    trial.plug();
    trial.talk();
    let verdict = Verdict::of(trial.sort_out(Some(&action)));
    Verdict {
        lost: !host_knows(trial),
        ..verdict
    }
}

/// Whether the host's copy stands as the ring does.
fn host_knows(trial: &Trial) -> bool {
    let copy = trial.side.session().map(|it| it.hash());
    copy == Some(trial.session().hash())
}

/// Nonsense on the line, both ways.
pub(super) fn usb_garbage(trial: &mut Trial) -> Verdict {
    let action = trial.play();
    let garbage = |trial: &mut Trial| -> Vec<u8> {
        let length = trial.lots.below(300);
        (0..length).map(|_| trial.lots.below(256) as u8).collect()
    };
    let noise = garbage(trial);
    trial.local.step(trial.now, Input::Bytes(&noise));
    // An end of frame: what follows is heard.
    trial.local.step(trial.now, Input::Bytes(&[0]));
    let verdict = Verdict::of(trial.sort_out(Some(&action)));
    let noise = garbage(trial);
    trial.hear(&noise);
    trial.hear(&[0]);
    trial.talk();
    Verdict {
        lost: !host_knows(trial),
        ..verdict
    }
}

/// A host asks for anything at any time; nobody touches the ring.
pub(super) fn wrong_command(trial: &mut Trial) -> Verdict {
    let action = trial.play();
    let verdict = Verdict::of(trial.sort_out(Some(&action)));
    trial.rest();
    let before = trial.session().hash();
    for _ in 0..1 + trial.lots.below(3) {
        let ask = any_ask(trial);
        trial.side.ask(ask);
        trial.talk();
    }
    trial.wait(11_000);
    let untouched = trial.truth.outcome().is_some() || trial.session().hash() == before;
    let after = if trial.truth.outcome().is_some() {
        // A match that is over may be put away and another begun.
        trial.begin();
        Verdict::default()
    } else {
        Verdict::of(trial.sort_out(None))
    };
    trial.line = 0;
    trial.side.follow(From::Now);
    trial.talk();
    verdict.and(after).and(Verdict {
        wrong: !untouched,
        lost: !host_knows(trial),
        ..Verdict::default()
    })
}

fn any_ask(trial: &mut Trial) -> Ask {
    let number = trial.lots.below(400);
    match trial.lots.below(18) {
        0 => Ask::Info,
        1 => Ask::Follow(From::Line(number)),
        2 => Ask::Follow(From::Match),
        3 => Ask::Watch(Streams::EMPTY),
        4 => Ask::Kit(Seat::First, Default::default()),
        5 => Ask::Again,
        6 => Ask::Command(Command::Undo),
        7 => Ask::Command(Command::Redo),
        8 => Ask::Command(Command::Abort),
        9 => Ask::Command(Command::TableIsRight),
        10 => Ask::Command(Command::Answer(number as u16, Choice::Nothing)),
        11 => Ask::Command(Command::SetPolicies(Policies::PASSIVE)),
        12 => Ask::Proofs,
        13 => Ask::Proof {
            seq: number,
            offset: number,
        },
        14 => Ask::Calibrate(Calibrate::Start),
        15 => Ask::Calibrate(Calibrate::Ready),
        16 => Ask::Restart(Restart::BootLoader),
        _ => Ask::Command(Command::RefereeIsRight),
    }
}

/// The clock runs backwards, or an hour ahead.
pub(super) fn clock_jump(trial: &mut Trial) -> Verdict {
    let action = trial.next_action();
    let jump = Span::millis(trial.lots.below(3_600_000));
    match trial.lots.below(3) {
        0 => trial.local.step(trial.now - jump, Input::Time),
        1 => trial.now += jump,
        _ => trial.local.step(trial.now + Span::millis(1), Input::Time),
    }
    trial.show(&action);
    trial.happen(&action);
    Verdict::of(trial.sort_out(Some(&action)))
}
