//! The serial port to the host (CDC-ACM).
//!
//! A host may be missing, slow, stopped or unplugged at any moment. The core
//! never waits for it: a packet that nobody takes within [`PATIENCE`] is dropped with
//! all that follow, and the core is told that nobody listens. Only the sender then
//! waits, for whoever takes what lies there. What a host missed it asks for by number.
//!
//! Packets have at most 63 bytes: a full one would tell the host that more
//! follows.

use crate::board::Irqs;
use crate::inbox::{INBOX, Input, OUTBOX, Received};
use embassy_futures::join::join4;
use embassy_rp::Peri;
use embassy_rp::pac;
use embassy_rp::peripherals::USB;
use embassy_rp::usb::Driver;
use embassy_time::{Duration, with_timeout};
use embassy_usb::class::cdc_acm::{CdcAcmClass, ControlChanged, Receiver, Sender, State};
use embassy_usb::{Builder, Config};
use rules_core::ring::Presence;
use static_cell::StaticCell;

/// How long a host may let a packet lie.
const PATIENCE: Duration = Duration::from_millis(250);

/// Endpoints of the controller that may hold something for the host, beside the
/// one for control.
const ENDPOINTS: core::ops::Range<usize> = 1..16;

/// The numbers of the pid.codes test range: not for sale.
const VENDOR: u16 = 0x1209;
const PRODUCT: u16 = 0x0001;

/// What the port needs for ever.
struct Buffers {
    config: [u8; 256],
    bos: [u8; 64],
    control: [u8; 64],
    state: State<'static>,
}

type Port = Driver<'static, USB>;

/// Whether a packet lies in the controller that the host has not come for. With
/// an empty outbox this is all that is under way: whoever sends goes before all
/// who could ask.
pub fn is_sending() -> bool {
    let mut endpoints = ENDPOINTS.map(|n| pac::USB_DPRAM.ep_in_buffer_control(n).read());
    endpoints.any(|it| it.available(0) || it.available(1))
}

/// Serves the port for ever.
#[embassy_executor::task]
pub async fn run(usb: Peri<'static, USB>) -> ! {
    static BUFFERS: StaticCell<Buffers> = StaticCell::new();
    let buffers = BUFFERS.init_with(|| Buffers {
        config: [0; 256],
        bos: [0; 64],
        control: [0; 64],
        state: State::new(),
    });
    let mut config = Config::new(VENDOR, PRODUCT);
    config.manufacturer = Some("Dohyo");
    config.product = Some("Dohyo ring");
    let mut builder = Builder::new(
        Driver::new(usb, Irqs),
        config,
        &mut buffers.config,
        &mut buffers.bos,
        &mut [],
        &mut buffers.control,
    );
    let class = CdcAcmClass::new(&mut builder, &mut buffers.state, 64);
    let (sender, receiver, control) = class.split_with_control();
    let mut device = builder.build();
    // In this order: that a host has come is told before what it says.
    join4(
        device.run(),
        watch(control),
        send(sender),
        receive(receiver),
    )
    .await
    .0
}

/// Sends what the core has for the host.
async fn send(mut sender: Sender<'static, Port>) -> ! {
    loop {
        let packet = OUTBOX.receive().await;
        if !sender.dtr() {
            continue;
        }
        let sent = with_timeout(PATIENCE, sender.write_packet(&packet)).await;
        if !matches!(sent, Ok(Ok(()))) {
            OUTBOX.clear();
            INBOX.send(Input::Host(Presence::Gone)).await;
            // Whoever takes the packet that lies there listens again.
            sender.wait_connection().await;
            if sender.write_packet(&[]).await.is_ok() && sender.dtr() {
                // The rest of what was under way when nobody listened.
                OUTBOX.clear();
                INBOX.send(Input::Host(Presence::There)).await;
            }
        }
    }
}

/// Hands the host's bytes to the core.
async fn receive(mut receiver: Receiver<'static, Port>) -> ! {
    loop {
        receiver.wait_connection().await;
        let mut bytes = [0; 64];
        while let Ok(length) = receiver.read_packet(&mut bytes).await {
            let received = bytes.get(..length).unwrap_or_default();
            if let Ok(received) = Received::from_slice(received) {
                INBOX.send(Input::Bytes(received)).await;
            }
        }
        INBOX.send(Input::Host(Presence::Gone)).await;
    }
}

/// Tells the core when a host opens or closes the port.
async fn watch(control: ControlChanged<'static>) -> ! {
    let mut was_open = false;
    loop {
        control.control_changed().await;
        if control.dtr() != was_open {
            was_open = !was_open;
            let presence = if was_open {
                Presence::There
            } else {
                Presence::Gone
            };
            INBOX.send(Input::Host(presence)).await;
        }
    }
}
