//! Channels between the engine and the other tasks.
//!
//! | channel | from | to | when full |
//! |---|---|---|---|
//! | [`ENGINE_INPUTS`] | buttons, USB, storage | engine | the sender waits |
//! | [`USB_TX`] | engine | USB | the ring keeps the bytes until there is room |
//! | [`FLASH_ORDER`] | engine | storage | never: the next order follows the report |
//! | [`LED_FRAME`] | engine | LEDs | the older frame is dropped |
//! | [`TUNE`] | engine | buzzer | the older tune is dropped |

use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_sync::signal::Signal;
use heapless::Vec;
use rules_core::board::Buttons;
use rules_core::lights::LedFrame;
use rules_core::panel::Tune;
use rules_core::ring::job::KEPT_MAX;
use rules_core::ring::{HostPresence, Job, Report};
use rules_core::wire::PACKET_MAX;

/// Inputs of the engine from other tasks; sensor frames do not pass through here.
pub static ENGINE_INPUTS: Channel<CriticalSectionRawMutex, EngineInput, 4> = Channel::new();

/// Packets from the engine to the host, sent by the USB task.
pub static USB_TX: Channel<CriticalSectionRawMutex, TxPacket, 4> = Channel::new();

/// Next order from the engine to the storage task.
pub static FLASH_ORDER: Signal<CriticalSectionRawMutex, FlashOrder> = Signal::new();

/// Next frame from the engine to the LED task.
pub static LED_FRAME: Signal<CriticalSectionRawMutex, LedFrame> = Signal::new();

/// Next tune from the engine to the buzzer task.
pub static TUNE: Signal<CriticalSectionRawMutex, Tune> = Signal::new();

/// Packet to the host: at most 63 bytes, so that it is always a short USB packet.
pub type TxPacket = Vec<u8, PACKET_MAX>;

/// Packet from the host: at most 64 bytes, one full USB packet.
pub type RxPacket = Vec<u8, 64>;

/// Input of the engine from another task.
#[allow(
    clippy::large_enum_variant,
    reason = "four of them in all, and there is no heap"
)]
pub enum EngineInput {
    /// Set of buttons that are down now, in two polls in a row.
    Buttons(Buttons),
    /// Bytes received from the host.
    Bytes(RxPacket),
    /// Arrival or departure of the host: it opened or closed the port, or stopped or
    /// resumed reading.
    Host(HostPresence),
    /// Result of the last [`FlashOrder`].
    Stored(Report),
}

/// Order from the engine to the storage task: one job for the flash.
pub struct FlashOrder {
    /// Operation to execute.
    pub job: Job,
    /// Serialised settings and calibration to save; empty unless `job` is `Job::Save`.
    pub config: Vec<u8, KEPT_MAX>,
}
