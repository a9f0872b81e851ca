//! # Dohyo on the Pico
//!
//! Takes the pins from [`board`], starts one task per concern and steps aside.
//! What the device decides is decided in `rules-core`; nothing here knows a
//! rule.
#![no_std]
#![no_main]

mod binary_info;
mod board;
mod boot;
mod buttons;
mod buzzer;
mod core;
mod heartbeat;
mod inbox;
mod leds;
mod panic;
mod scan;
mod selftest;
mod storage;
mod trace;
mod urgent;
mod usb;
mod watchdog;

use board::Board;
use boot::BootReason;
use defmt::info;
// The log goes out through the debug probe.
use defmt_rtt as _;
use embassy_executor::Spawner;
// Compare and swap, for crates that need it.
use portable_atomic as _;
use storage::Storage;

#[embassy_executor::main]
async fn main(spawner: Spawner) {
    let board = Board::new(embassy_rp::init(embassy_rp::config::Config::default()));
    let reason = BootReason::take();
    info!("dohyo {} boots: {}", binary_info::VERSION, reason);

    // Before the tasks and the self-test.
    let watchdog = watchdog::start(board.watchdog);
    // Each task is started once, so its one place is free.
    spawner.spawn(defmt::unwrap!(watchdog::run(watchdog)));
    spawner.spawn(defmt::unwrap!(heartbeat::run(board.heartbeat)));
    spawner.spawn(defmt::unwrap!(leds::run(board.strip)));
    spawner.spawn(defmt::unwrap!(buzzer::run(board.buzzer)));
    urgent::start().spawn(defmt::unwrap!(usb::run(board.usb)));
    spawner.spawn(defmt::unwrap!(buttons::run(board.buttons)));
    // In a task of its own: it needs much stack, and this one does too.
    spawner.spawn(defmt::unwrap!(selftest::run()));
    let verdict = selftest::VERDICT.wait().await;
    let storage = Storage::open(board.flash);
    let start = core::Start {
        sensors: board.scan,
        storage,
        reason,
        verdict,
    };
    spawner.spawn(defmt::unwrap!(core::run(spawner, start)));
}
