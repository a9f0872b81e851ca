//! What the tasks tell the core, and what it tells them.
//!
//! | channel | from | to | when full |
//! |---|---|---|---|
//! | [`INBOX`] | buttons, USB, storage | core | the teller waits |
//! | [`OUTBOX`] | core | USB | the core keeps the rest to itself |
//! | [`RECORDS`] | core | storage | the core keeps the rest to itself |
//! | [`PICTURE`] | core | LEDs | the older picture is forgotten |
//! | [`TONE`] | core | buzzer | the older tone is forgotten |

use core::sync::atomic::AtomicBool;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_sync::signal::Signal;
use heapless::Vec;
use rules_core::board::Buttons;
use rules_core::journal::Kind;
use rules_core::journal::store::PAYLOAD_MAX;
use rules_core::lights::Frame;
use rules_core::wire::PACKET_MAX;

/// All that reaches the core besides frames.
pub static INBOX: Channel<CriticalSectionRawMutex, Input, 4> = Channel::new();

/// Packets for the host.
pub static OUTBOX: Channel<CriticalSectionRawMutex, Packet, 4> = Channel::new();

/// Records to append.
pub static RECORDS: Channel<CriticalSectionRawMutex, Record, 2> = Channel::new();

/// What the strip shows next.
pub static PICTURE: Signal<CriticalSectionRawMutex, Frame> = Signal::new();

/// What the buzzer plays next.
pub static TONE: Signal<CriticalSectionRawMutex, Tone> = Signal::new();

/// Whether a sector of the flash may be erased now.
pub static MAY_ERASE: AtomicBool = AtomicBool::new(false);

/// At most one USB packet.
pub type Packet = Vec<u8, PACKET_MAX>;

/// The longest packet a host sends.
pub type Received = Vec<u8, 64>;

/// What the core is told.
pub enum Input {
    /// The buttons that are down now.
    Buttons(Buttons),
    /// Bytes from the host.
    Bytes(Received),
    /// A host opened the port, or closed it, or stopped listening.
    Host(Listening),
    /// What became of the records.
    Stored(Stored),
}

/// Whether a host listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, defmt::Format)]
pub enum Listening {
    /// It does.
    Yes,
    /// It does not.
    No,
}

/// News of the journal.
pub enum Stored {
    /// A record of the running match, from when it is resumed after start.
    Found(Record),
    /// There are no more to resume from.
    Resumed,
    /// The record that waited is in flash, under this number.
    Appended(u32),
    /// It is not, and will not be: there is no room or the flash is faulty.
    Failed,
}

/// A record of the journal.
#[derive(Debug, Clone)]
pub struct Record {
    /// What it is to the journal.
    pub kind: Kind,
    /// What it says.
    pub payload: Vec<u8, PAYLOAD_MAX>,
}

/// A tone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tone {
    /// In hertz; 16 or more.
    pub pitch: u16,
    /// In milliseconds.
    pub length: u16,
}
