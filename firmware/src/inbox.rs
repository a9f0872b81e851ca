//! What the tasks tell the core, and what it tells them.
//!
//! | channel | from | to | when full |
//! |---|---|---|---|
//! | [`INBOX`] | buttons, USB, storage | core | the teller waits |
//! | [`OUTBOX`] | core | USB | the core keeps the rest to itself |
//! | [`ORDER`] | core | storage | never: the next comes after the answer |
//! | [`PICTURE`] | core | LEDs | the older picture is forgotten |
//! | [`TUNE`] | core | buzzer | the older tune is forgotten |

use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_sync::signal::Signal;
use heapless::Vec;
use rules_core::board::Buttons;
use rules_core::lights::Frame;
use rules_core::panel::Tune;
use rules_core::ring::job::KEPT_MAX;
use rules_core::ring::{Job, Presence, Report};
use rules_core::wire::PACKET_MAX;

/// All that reaches the core besides frames.
pub static INBOX: Channel<CriticalSectionRawMutex, Input, 4> = Channel::new();

/// Packets for the host.
pub static OUTBOX: Channel<CriticalSectionRawMutex, Packet, 4> = Channel::new();

/// What to do with the flash next.
pub static ORDER: Signal<CriticalSectionRawMutex, Order> = Signal::new();

/// What the strip shows next.
pub static PICTURE: Signal<CriticalSectionRawMutex, Frame> = Signal::new();

/// What the buzzer plays next.
pub static TUNE: Signal<CriticalSectionRawMutex, Tune> = Signal::new();

/// At most one USB packet.
pub type Packet = Vec<u8, PACKET_MAX>;

/// The longest packet a host sends.
pub type Received = Vec<u8, 64>;

/// What the core is told.
#[allow(
    clippy::large_enum_variant,
    reason = "four of them in all, and there is no heap"
)]
pub enum Input {
    /// The buttons that are down now.
    Buttons(Buttons),
    /// Bytes from the host.
    Bytes(Received),
    /// A host opened the port, or closed it, or stopped listening.
    Host(Presence),
    /// What became of the order.
    Stored(Report),
}

/// A job for the flash.
pub struct Order {
    /// What to do.
    pub job: Job,
    /// What to save, if that is the job.
    pub kept: Vec<u8, KEPT_MAX>,
}
