//! DMA channels that start each other, which embassy's driver does not support.
//!
//! A channel transfers a number of units and then starts the next channel. A channel that
//! writes one word into another's trigger register restarts that one at the beginning of
//! its table.

use core::sync::atomic::{AtomicU32, Ordering, fence};
use embassy_rp::Peri;
use embassy_rp::dma::ChannelInstance;
use embassy_rp::pac;
use embassy_rp::pac::dma::regs::CtrlTrig;
use embassy_rp::pac::dma::vals::{DataSize, TreqSel};

/// DMA channel that can start another one, owned until reset.
pub struct DmaChannel {
    number: u8,
}

/// Source or destination of a DMA transfer.
#[derive(Clone, Copy)]
pub enum TransferEnd {
    /// The address is the same for every unit.
    Fixed(u32),
    /// The address increases with every unit.
    Table(u32),
    /// The address increases with every unit and wraps after `1 << n` bytes, where `n` is
    /// the second field. The ring starts at a multiple of that length.
    Ring(u32, u8),
}

/// Transfer that a DMA channel makes when it is started.
pub struct Transfer {
    /// Source of the units.
    pub from: TransferEnd,
    /// Destination of the units.
    pub to: TransferEnd,
    /// Number of units to transfer.
    pub count: u32,
    /// Size of a unit: byte, half-word or word.
    pub unit: DataSize,
    /// Request signal that paces the units.
    pub pace: TreqSel,
}

impl DmaChannel {
    /// Takes ownership of a channel until reset.
    pub fn new<T: ChannelInstance>(_channel: Peri<'static, T>) -> Self {
        Self {
            number: T::number(),
        }
    }

    /// Returns the number of the channel, 0 to 11.
    pub const fn number(&self) -> u8 {
        self.number
    }

    /// Configures a transfer and the channel `then` that starts after it; if `then` is
    /// `self`, none starts. Does not start the transfer.
    pub fn set_up(&self, copy: &Transfer, then: &Self) {
        let registers = self.registers();
        let mut control = CtrlTrig(0);
        for (end, is_source) in [(copy.from, true), (copy.to, false)] {
            let (address, moves) = match end {
                TransferEnd::Fixed(address) => (address, false),
                TransferEnd::Table(address) => (address, true),
                TransferEnd::Ring(address, bits) => {
                    control.set_ring_size(bits);
                    control.set_ring_sel(!is_source);
                    (address, true)
                }
            };
            if is_source {
                registers.read_addr().write_value(address);
                control.set_incr_read(moves);
            } else {
                registers.write_addr().write_value(address);
                control.set_incr_write(moves);
            }
        }
        registers.trans_count().write_value(copy.count);
        control.set_data_size(copy.unit);
        control.set_treq_sel(copy.pace);
        control.set_chain_to(then.number);
        control.set_en(true);
        registers.al1_ctrl().write_value(control.0);
    }

    /// Starts the configured transfer.
    pub fn start(&self) {
        fence(Ordering::SeqCst);
        pac::DMA
            .multi_chan_trigger()
            .write(|w| w.set_multi_chan_trigger(1 << self.number));
    }

    /// Stops channels, also if one of them is transferring.
    ///
    /// An abort lets a transfer in flight finish, which must not start the next channel,
    /// so all are disabled first.
    pub fn stop(channels: &[&Self]) {
        let mut mask = 0;
        for channel in channels {
            let control = channel.registers().al1_ctrl();
            let mut value = CtrlTrig(control.read());
            value.set_en(false);
            control.write_value(value.0);
            mask |= 1 << channel.number;
        }
        pac::DMA.chan_abort().write(|w| w.set_chan_abort(mask));
        while pac::DMA.chan_abort().read().chan_abort() & mask != 0 {}
    }

    /// Returns the number of units still to transfer.
    pub fn remaining(&self) -> u32 {
        self.registers().trans_count().read()
    }

    /// Returns the address that the channel writes next.
    pub fn position(&self) -> u32 {
        self.registers().write_addr().read()
    }

    /// Returns the address of the register that restarts the channel, from the source
    /// address written to that register.
    pub fn trigger_address(&self) -> u32 {
        self.registers().al3_read_addr_trig().as_ptr() as u32
    }

    /// Returns the address of the register that restarts the channel, with the count
    /// written to that register.
    pub fn count_trigger(&self) -> u32 {
        self.registers().al1_trans_count_trig().as_ptr() as u32
    }

    fn registers(&self) -> pac::dma::Channel {
        pac::DMA.ch(usize::from(self.number))
    }
}

/// Returns the address of a word in RAM.
pub fn address(word: &'static AtomicU32) -> u32 {
    word.as_ptr() as u32
}
