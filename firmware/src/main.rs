//! # Dohyo on the Pico
//!
//! Entry point: takes the pins from [`board`], runs the self-test and starts one task per
//! device or function. `rules-core` makes all decisions; the firmware knows no rule of a
//! game.
#![no_std]
#![no_main]

mod binary_info;
mod board;
mod boot;
mod buttons;
mod buzzer;
mod channels;
mod clocks;
mod crash;
mod engine;
mod executor;
mod health;
mod heartbeat;
mod irq_executor;
mod leds;
mod pads;
mod panic;
mod scan;
mod selftest;
mod stack;
mod storage;
mod trace;
mod usb;
mod watchdog;

use board::Board;
use boot::BootReason;
use crash::CrashNote;
use defmt::info;
// Log transport through the debug probe (RTT).
use defmt_rtt as _;
use embassy_executor::Spawner;
// Compare-and-swap, which the Cortex-M0+ lacks, for crates that need it.
use portable_atomic as _;
use rules_core::wire::FirmwarePhase;
use storage::{ClosedFlash, Storage};

#[embassy_executor::main(executor = "executor::Executor")]
async fn main(spawner: Spawner) {
    stack::paint();
    let board = Board::new(embassy_rp::init(clocks::config()));
    let note = CrashNote::read_and_clear();
    let reason = BootReason::read(&note);
    crash::enter(FirmwarePhase::Start);
    info!("dohyo {} boots: {}", binary_info::VERSION, reason);

    // The watchdog must already run during the self-test and the start of the tasks.
    let watchdog = watchdog::start(board.watchdog);
    // Each task is spawned once, so its static slot is free and `unwrap!` cannot fail.
    spawner.spawn(defmt::unwrap!(watchdog::run(watchdog)));
    spawner.spawn(defmt::unwrap!(heartbeat::run(board.heartbeat)));
    spawner.spawn(defmt::unwrap!(leds::run(board.strip)));
    spawner.spawn(defmt::unwrap!(buzzer::run(board.buzzer)));
    // Before the USB task, which gives the ring's id to the host.
    let flash = ClosedFlash::new(board.flash);
    let id = flash.id;
    irq_executor::start().spawn(defmt::unwrap!(usb::run(board.usb, id)));
    spawner.spawn(defmt::unwrap!(buttons::run(board.buttons)));
    // The self-test has its own task because it and this function both need much stack.
    crash::enter(FirmwarePhase::SelfTest);
    spawner.spawn(defmt::unwrap!(selftest::run()));
    let self_test = selftest::RESULT.wait().await;
    crash::enter(FirmwarePhase::OpenFlash);
    let storage = Storage::open(flash);
    let start = engine::EngineStart {
        sensors: board.scan,
        storage,
        reason,
        note,
        id,
        self_test,
    };
    spawner.spawn(defmt::unwrap!(engine::run(spawner, start)));
}
