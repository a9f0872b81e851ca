//! Channels of the DMA that start each other, which embassy's driver has no
//! words for.
//!
//! A link copies so many units and then starts the next one. A link that only
//! writes into a trigger register of another makes it begin anew from the start
//! of its table.

use core::sync::atomic::{AtomicU32, Ordering, fence};
use embassy_rp::Peri;
use embassy_rp::dma::ChannelInstance;
use embassy_rp::pac;
use embassy_rp::pac::dma::regs::CtrlTrig;
use embassy_rp::pac::dma::vals::{DataSize, TreqSel};

/// A channel of the DMA.
pub struct Link {
    number: u8,
}

/// One end of a copy.
#[derive(Clone, Copy)]
pub enum End {
    /// The same place again and again.
    Fixed(u32),
    /// Further with every unit.
    Table(u32),
    /// Further with every unit, and back to its start after `1 << bits` bytes.
    /// It starts at a multiple of that.
    Ring(u32, u8),
}

/// What a link does when it is started.
pub struct Copy {
    /// Where from.
    pub from: End,
    /// Where to.
    pub to: End,
    /// How many units.
    pub count: u32,
    /// How long a unit is.
    pub unit: DataSize,
    /// Who says when the next unit can go.
    pub pace: TreqSel,
}

impl Link {
    /// Takes a channel for good.
    pub fn new<T: ChannelInstance>(_channel: Peri<'static, T>) -> Self {
        Self {
            number: T::number(),
        }
    }

    /// The number of the channel.
    pub const fn number(&self) -> u8 {
        self.number
    }

    /// Says what to do when started, and whom to start then; nobody, if it is
    /// the link itself. Starts nothing.
    pub fn set_up(&self, copy: &Copy, then: &Self) {
        let registers = self.registers();
        let mut control = CtrlTrig(0);
        for (end, is_source) in [(copy.from, true), (copy.to, false)] {
            let (address, moves) = match end {
                End::Fixed(address) => (address, false),
                End::Table(address) => (address, true),
                End::Ring(address, bits) => {
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

    /// Starts it.
    pub fn start(&self) {
        fence(Ordering::SeqCst);
        pac::DMA
            .multi_chan_trigger()
            .write(|w| w.set_multi_chan_trigger(1 << self.number));
    }

    /// Stops these links, whichever of them is at work.
    ///
    /// An abort lets a transfer that is on its way come to its end, and that
    /// must not start the next link: they are disabled first.
    pub fn stop(links: &[&Self]) {
        let mut mask = 0;
        for link in links {
            let control = link.registers().al1_ctrl();
            let mut value = CtrlTrig(control.read());
            value.set_en(false);
            control.write_value(value.0);
            mask |= 1 << link.number;
        }
        pac::DMA.chan_abort().write(|w| w.set_chan_abort(mask));
        while pac::DMA.chan_abort().read().chan_abort() & mask != 0 {}
    }

    /// Units it has still to copy.
    pub fn remaining(&self) -> u32 {
        self.registers().trans_count().read()
    }

    /// Where it writes next.
    pub fn position(&self) -> u32 {
        self.registers().write_addr().read()
    }

    /// The register that starts the link anew from the address written to it.
    pub fn trigger_address(&self) -> u32 {
        self.registers().al3_read_addr_trig().as_ptr() as u32
    }

    /// The register that starts the link anew for as many units as are written
    /// to it.
    pub fn count_trigger(&self) -> u32 {
        self.registers().al1_trans_count_trig().as_ptr() as u32
    }

    fn registers(&self) -> pac::dma::Channel {
        pac::DMA.ch(usize::from(self.number))
    }
}

/// The address of a word in RAM.
pub fn address(word: &'static AtomicU32) -> u32 {
    word.as_ptr() as u32
}
