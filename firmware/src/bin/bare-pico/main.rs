//! # Bare-Pico check
//!
//! A second image, for one evening with nothing but a Pico, a few wires and resistors. It
//! measures what the firmware assumes of the chip, and prints one line for each
//! assumption as plain text over USB serial: assumption, expected, measured, verdict. The
//! guide is `firmware/BARE-PICO.md`. It referees nothing, and needs no ring.
//!
//! Scanners, pads and clocks are the modules of the firmware itself, so that the code
//! that is checked is the code that runs on a ring.
//!
//! | module | contents |
//! |---|---|
//! | `cache` | flash cache: cost of a miss, fill size, replacement |
//! | `flash` | times of an erase and of page writes |
//! | `lines` | edges with a capacitor, waveform of the LED strip |
//! | `scanners` | the scanners of the firmware with looped-back lines |
//! | `report` | lines of text to the host |
#![no_std]
#![no_main]

#[path = "../../board.rs"]
#[allow(dead_code, reason = "buttons, buzzer and watchdog are not checked")]
mod board;
mod cache;
#[path = "../../clocks.rs"]
#[allow(dead_code, reason = "the buzzer is not checked")]
mod clocks;
mod flash;
#[path = "../../irq_executor.rs"]
#[allow(dead_code, reason = "only the handler is bound")]
mod irq_executor;
mod lines;
#[path = "../../pads.rs"]
mod pads;
mod report;
#[path = "../../scan/mod.rs"]
#[allow(dead_code, reason = "the check erases nothing while it scans")]
mod scan;
mod scanners;

use board::{Board, Irqs};
use core::panic::PanicInfo;
use cortex_m::peripheral::SCB;
// Log transport, which the drivers need even if no probe reads it.
use defmt_rtt as _;
use embassy_executor::Spawner;
use embassy_futures::join::join;
use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::usb::Driver;
use embassy_usb::class::cdc_acm::{CdcAcmClass, State};
use embassy_usb::{Builder, Config};
// Compare-and-swap, which the Cortex-M0+ lacks, for crates that need it.
use portable_atomic as _;
use report::Report;

/// USB identifiers from the pid.codes test range; not to be sold.
const VENDOR: u16 = 0x1209;
const PRODUCT: u16 = 0x0001;

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    let board = Board::new(embassy_rp::init(clocks::config()));
    let mut config = Config::new(VENDOR, PRODUCT);
    config.manufacturer = Some("Dohyo");
    config.product = Some("Dohyo bare-Pico check");
    let (mut descriptors, mut bos, mut control) = ([0; 256], [0; 64], [0; 64]);
    let mut state = State::new();
    let mut builder = Builder::new(
        Driver::new(board.usb, Irqs),
        config,
        &mut descriptors,
        &mut bos,
        &mut [],
        &mut control,
    );
    let class = CdcAcmClass::new(&mut builder, &mut state, 64);
    let (sender, mut receiver) = class.split();
    let mut device = builder.build();
    let Board {
        scan, strip, flash, ..
    } = board;
    let check = async {
        let mut report = Report::open(sender).await;
        report
            .text(format_args!(
                "dohyo bare-Pico check {}, system clock {} MHz\r\n\
                 assumption | expected | measured | verdict\r\n",
                env!("CARGO_PKG_VERSION"),
                clk_sys_freq() / 1_000_000
            ))
            .await;
        cache::check(&mut report).await;
        flash::check(&mut report, flash).await;
        let (mut scan, mut strip) = (scan, strip);
        lines::check(&mut report, &mut scan.curtain, &mut strip).await;
        scanners::check(&mut report, scan).await;
        report.summary().await;
        // Any byte starts again: the scanners own their pins until a reset.
        let mut bytes = [0; 64];
        while receiver.read_packet(&mut bytes).await.is_err() {
            receiver.wait_connection().await;
        }
        SCB::sys_reset()
    };
    join(device.run(), check).await;
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    defmt::error!("{}", defmt::Display2Format(info));
    SCB::sys_reset()
}

#[defmt::panic_handler]
fn panic_after_log() -> ! {
    SCB::sys_reset()
}
