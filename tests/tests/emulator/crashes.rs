//! Crashes that the next run reports, and figures of the device's health.

use crate::twin::Twin;
use host_core::protocol::ClientEvent;
use host_tools::emulator::{Emulator, EmulatorError, HarnessReply, RunLimit};
use rules_core::board::BoardId;
use rules_core::wire::message::Info;
use rules_core::wire::{
    BootReason, CrashCause, DeviceHealth, FirmwarePhase, Request, RingMessage, device,
};

/// A source file whose name the image holds, because it has a check of bounds.
const FILE: &str = "rules-core/src/journal/log.rs";

/// What the device tells a host that asks for it.
pub fn info(twin: &mut Twin) -> Info {
    twin.side = Default::default();
    twin.heard.clear();
    twin.side.open();
    twin.alone(60);
    twin.side.ask(Request::Info);
    twin.alone(40);
    let told = twin.heard.iter().find_map(|heard| match heard {
        ClientEvent::Message(message) => match &**message {
            RingMessage::Info(info) => Some(info.clone()),
            _ => None,
        },
        _ => None,
    });
    told.expect("facts about the ring")
}

type Order = fn(&mut Emulator) -> Result<HarnessReply, EmulatorError>;

/// The device crashes; what it was told by the harness, and what its next run tells.
fn after(name: &str, crash: Order) -> Option<(Twin, HarnessReply, Info)> {
    let mut twin = Twin::booted(name, BoardId::Ring)?;
    twin.plug();
    twin.alone(40);
    assert_eq!(info(&mut twin).crash, None, "it was switched on");
    let done = crash(&mut twin.pico).expect("a crash");
    let run = twin.pico.run(4_000, RunLimit::Ready).expect("a run");
    assert_eq!(run.resets.len(), 1, "{run:?}");
    assert_eq!(run.ready.len(), 1, "not ready again");
    let info = info(&mut twin);
    Some((twin, done, info))
}

#[test]
fn a_panic_is_told_by_file_and_line() {
    let Some((twin, _, told)) = after("panic-at", |pico| pico.panic_at(FILE, 77)) else {
        return;
    };
    let boot = twin.side.hello().expect("a hello").boot;
    assert_eq!(boot, BootReason::Panic);
    let crash = told.crash.expect("a crash");
    let (file, line) = (device::file_name(FILE), 77);
    assert_eq!(crash.cause, CrashCause::Panic { file, line });
    assert!(crash.phase.is_some(), "{crash:?}");
}

#[test]
fn a_panic_without_a_place_is_told_by_its_call() {
    let Some((_, _, told)) = after("panic-call", Emulator::panic) else {
        return;
    };
    let cause = told.crash.expect("a crash").cause;
    let CrashCause::PanicCall(at) = cause else {
        panic!("{cause:?}");
    };
    // In flash, or among the code that runs from RAM.
    let code = [0x1000_0000..0x1020_0000, 0x2000_0000..0x2004_2000];
    assert!(code.iter().any(|code| code.contains(&at)), "{at:#x}");
}

#[test]
fn a_hard_fault_is_told_by_its_addresses() {
    let Some((twin, done, told)) = after("fault", Emulator::fault) else {
        return;
    };
    let at = done.fault.expect("where it was");
    let cause = told.crash.expect("a crash").cause;
    let (pc, lr) = (at.pc, at.lr);
    assert_eq!(cause, CrashCause::HardFault { pc, lr });
    let boot = twin.side.hello().expect("a hello").boot;
    assert_eq!(boot, BootReason::Panic);
}

#[test]
fn a_hang_is_told_by_the_last_phase() {
    let Some((_, _, told)) = after("hung", |pico| pico.hang(60_000)) else {
        return;
    };
    let crash = told.crash.expect("a crash");
    assert_eq!(crash.cause, CrashCause::Hang);
    // Wherever the harness stopped the processor, the start was over.
    assert!(crash.phase > Some(FirmwarePhase::Assembly), "{crash:?}");
}

#[test]
fn a_stack_that_overflows_is_told_as_a_hang_in_its_phase() {
    let Some((twin, _, told)) = after("overflow", Emulator::overflow) else {
        return;
    };
    let crash = told.crash.expect("a crash");
    assert_eq!(crash.cause, CrashCause::Hang);
    assert!(crash.phase > Some(FirmwarePhase::Assembly), "{crash:?}");
    let boot = twin.side.hello().expect("a hello").boot;
    assert_eq!(boot, BootReason::Watchdog);
}

#[test]
fn the_health_of_the_device_is_measured() {
    let Some(mut twin) = Twin::booted("health", BoardId::GridSquare) else {
        return;
    };
    twin.plug();
    twin.pico.mark().expect("a mark");
    twin.alone(1_500);
    let told = info(&mut twin);
    let health = told.health.expect("measured after a second");
    let DeviceHealth { uptime, idle, .. } = health;
    assert!((1..=3).contains(&uptime), "{health:?}");
    let busy = 1.0 - f64::from(idle) / 1000.0;
    let cpu = twin.last.counts.cpu;
    assert!((busy - cpu).abs() < 0.05, "{busy} by itself, {cpu} seen");
    assert_eq!((health.frames_lost, health.scans_lost), (0, 0));
    assert!((100..20_000).contains(&health.longest_round), "{health:?}");
    assert!((1..20_000).contains(&health.deepest_backlog), "{health:?}");
    let stack = health.stack_size;
    assert!((1_000..=stack).contains(&health.stack_boot), "{health:?}");
    let seen = twin.last.counts.stack;
    let play = health.stack_play;
    assert!(play <= seen && play > seen / 2, "{play}, {seen} seen");
}
