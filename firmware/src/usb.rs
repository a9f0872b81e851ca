//! USB serial port to the host (CDC-ACM).
//!
//! A host may be missing, slow, stopped or unplugged at any moment, and the engine never
//! waits for it. A packet that the host does not collect within [`TIMEOUT`] is dropped
//! with all queued ones, and the engine is informed that the host is gone. Only the
//! sending task then waits until a host collects the packet in the controller. A host
//! requests the journal lines it missed by number.
//!
//! Packets have at most 63 bytes: a packet of 64 would tell the host that more follows.

use crate::board::Irqs;
use crate::channels::{ENGINE_INPUTS, EngineInput, RxPacket, USB_TX};
use core::fmt::Write;
use embassy_futures::join::join4;
use embassy_rp::Peri;
use embassy_rp::pac;
use embassy_rp::peripherals::USB;
use embassy_rp::usb::Driver;
use embassy_time::{Duration, with_timeout};
use embassy_usb::class::cdc_acm::{CdcAcmClass, ControlChanged, Receiver, Sender, State};
use embassy_usb::{Builder, Config};
use heapless::String;
use rules_core::ring::HostPresence;
use rules_core::wire::identity::{RingId, USB_PRODUCT, USB_VENDOR};
use static_cell::StaticCell;

/// Longest time that a host may leave a packet in the controller: 250 ms.
const TIMEOUT: Duration = Duration::from_millis(250);

/// Numbers of the endpoints that may hold data for the host, besides the control
/// endpoint.
const ENDPOINTS: core::ops::Range<usize> = 1..16;

/// Static buffers of the USB stack.
struct Buffers {
    config: [u8; 256],
    bos: [u8; 64],
    control: [u8; 64],
    state: State<'static>,
}

/// USB driver of the serial port.
type Port = Driver<'static, USB>;

/// True if the USB controller holds a packet that the host has not collected. If
/// [`USB_TX`] is empty as well, no data is under way, because the sending task preempts
/// any task that could call this function.
pub fn is_sending() -> bool {
    let mut endpoints = ENDPOINTS.map(|n| pac::USB_DPRAM.ep_in_buffer_control(n).read());
    endpoints.any(|endpoint| endpoint.available(0) || endpoint.available(1))
}

/// Returns the id of the ring as the digits of a USB serial number.
fn serial_number(id: RingId) -> &'static str {
    static DIGITS: StaticCell<String<16>> = StaticCell::new();
    let mut digits = String::new();
    // An id has 16 digits.
    let _ = write!(digits, "{id}");
    DIGITS.init(digits)
}

/// Serves the USB serial port until reset; `id` is the serial number of the device.
#[embassy_executor::task]
pub async fn run(usb: Peri<'static, USB>, id: Option<RingId>) -> ! {
    static BUFFERS: StaticCell<Buffers> = StaticCell::new();
    let buffers = BUFFERS.init_with(|| Buffers {
        config: [0; 256],
        bos: [0; 64],
        control: [0; 64],
        state: State::new(),
    });
    let mut config = Config::new(USB_VENDOR, USB_PRODUCT);
    config.manufacturer = Some("Dohyo");
    config.product = Some("Dohyo ring");
    config.serial_number = id.map(serial_number);
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
    // `join4` polls in this order, so the engine learns of a new host before its bytes.
    join4(
        device.run(),
        watch(control),
        send(sender),
        receive(receiver),
    )
    .await
    .0
}

/// Sends the engine's packets to the host.
async fn send(mut sender: Sender<'static, Port>) -> ! {
    loop {
        let packet = USB_TX.receive().await;
        if !sender.dtr() {
            continue;
        }
        let sent = with_timeout(TIMEOUT, sender.write_packet(&packet)).await;
        if !matches!(sent, Ok(Ok(()))) {
            USB_TX.clear();
            ENGINE_INPUTS
                .send(EngineInput::Host(HostPresence::Gone))
                .await;
            // A host that collects the packet in the controller is reading again.
            sender.wait_connection().await;
            if sender.write_packet(&[]).await.is_ok() && sender.dtr() {
                // Drops packets queued while no host was reading.
                USB_TX.clear();
                ENGINE_INPUTS
                    .send(EngineInput::Host(HostPresence::There))
                    .await;
            }
        }
    }
}

/// Forwards bytes from the host to the engine.
async fn receive(mut receiver: Receiver<'static, Port>) -> ! {
    loop {
        receiver.wait_connection().await;
        let mut bytes = [0; 64];
        while let Ok(length) = receiver.read_packet(&mut bytes).await {
            let received = bytes.get(..length).unwrap_or_default();
            if let Ok(received) = RxPacket::from_slice(received) {
                ENGINE_INPUTS.send(EngineInput::Bytes(received)).await;
            }
        }
        ENGINE_INPUTS
            .send(EngineInput::Host(HostPresence::Gone))
            .await;
    }
}

/// Informs the engine when a host opens or closes the port (DTR).
async fn watch(control: ControlChanged<'static>) -> ! {
    let mut was_open = false;
    loop {
        control.control_changed().await;
        if control.dtr() != was_open {
            was_open = !was_open;
            let presence = if was_open {
                HostPresence::There
            } else {
                HostPresence::Gone
            };
            ENGINE_INPUTS.send(EngineInput::Host(presence)).await;
        }
    }
}
