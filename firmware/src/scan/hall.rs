//! Analog scanner: the ADC samples its three inputs round-robin without a pause, and
//! after every 15 readings a DMA channel makes a state machine step the multiplexers to
//! the next address.
//!
//! ```text
//!   even(15) -> step -> odd(15) -> step -> even(15) -> ...
//! ```
//!
//! The address changes right after the last reading of a group, while the first reading
//! of the next group is in progress. The first round over the three inputs is discarded,
//! which leaves 6, 8 and 10 us to settle on inputs 0, 1 and 2.

use super::dma_buffers::{self, EVEN, ODD, READING_RING_BITS, READINGS, ReadingRing};
use super::dma_chain::{DmaChannel, Transfer, TransferEnd, address};
use super::dma_progress::Progress;
use super::wait_for;
use crate::{board, pads};
use core::sync::atomic::AtomicU32;
use embassy_rp::adc::{self, Adc, Blocking};
use embassy_rp::gpio::Pull;
use embassy_rp::pac;
use embassy_rp::pac::dma::vals::{DataSize, TreqSel};
use embassy_rp::peripherals::PIO0;
use embassy_rp::pio::{Common, Config, Direction, StateMachine, program};
use embassy_time::Duration;
use rules_core::board::hall::{INPUTS, MAX_CHANNELS, ScanPlan};
use rules_core::board::pins::Pins;
use rules_core::sensing::frame::HallScan;

/// Number of readings at one multiplexer address, a *group*.
const GROUP: u32 = dma_buffers::GROUP as u32;

/// Time to fill one of the two rings. A conversion takes 2 us (96 cycles of 48 MHz), and
/// every second group goes to the other ring.
const ROUND: Duration = Duration::from_micros(2 * 2 * READINGS as u64);

/// Number of groups that the two rings are sure to hold while a scan is copied.
const HELD_GROUPS: u32 = 2 * (READINGS / GROUP - 8);

/// Time between two polls of the DMA channels, in us. The rings hold the readings of a
/// time over a hundred times as long.
const POLL_INTERVAL: u32 = 200;

/// Word that the DMA writes to the state machine to step the multiplexer address; any
/// value works.
static STEP: AtomicU32 = AtomicU32::new(0);

/// DMA channels of the scanner, in the order in which they start each other.
struct DmaLoop {
    even: DmaChannel,
    after_even: DmaChannel,
    odd: DmaChannel,
    after_odd: DmaChannel,
}

/// Running scanner of the analog channels.
pub struct HallScanner {
    /// Number of multiplexer addresses in a scan.
    addresses: u32,
    /// Time from one scan to the next, in us.
    period: u32,
    /// Stored because dropping it disables the ADC.
    _converter: Adc<'static, Blocking>,
    /// Stored because dropping them disables the ADC inputs.
    _inputs: [adc::Channel<'static>; INPUTS],
    machine: StateMachine<'static, PIO0, 1>,
    /// Address of the first instruction of the state machine's program.
    entry: u8,
    chain: DmaLoop,
    even: SampleRing,
    odd: SampleRing,
    /// Ring that holds the next group to read.
    turn: ActiveRing,
    /// Number of the next scan to read.
    next: u32,
    /// Time at which the next scan is complete, in us since the start of the chip.
    end: u64,
    /// Buffer of the scan read last; filled in place, so that it is not moved.
    taken: HallScan,
    /// Time of the last poll of the DMA channels, in us: the lower word of the clock.
    polled_at: u32,
    /// Number of scans lost since the start.
    lost: u32,
    /// Number of restarts after an overrun of the ADC queue.
    restarts: u32,
    /// True if the ADC queue overran, so that the readings may belong to other channels.
    overrun: bool,
}

/// One of the two rings of readings, with its fill level and read position.
struct SampleRing {
    ring: &'static ReadingRing,
    progress: Progress,
    /// Number of readings in the incomplete group at the end.
    rest: u32,
    /// Number of complete groups that are not read yet.
    groups: u32,
    /// Index in the ring of the first reading of the next group.
    place: u32,
}

/// Ring that holds the next group: that of the even or of the odd addresses.
#[derive(Clone, Copy)]
enum ActiveRing {
    Even,
    Odd,
}

impl SampleRing {
    /// Creates the state of a ring whose DMA channel starts now.
    fn new(ring: &'static ReadingRing) -> Self {
        Self {
            ring,
            progress: Progress::new(READINGS, ROUND),
            rest: 0,
            groups: 0,
            place: 0,
        }
    }

    /// Updates the number of complete groups from the position of the DMA channel.
    fn poll_progress(&mut self, channel: &DmaChannel) {
        let place = (channel.position() - self.ring.address()) / 2 % READINGS;
        self.rest += self.progress.advance_to(place);
        self.groups += self.rest / GROUP;
        self.rest %= GROUP;
    }
}

impl HallScanner {
    /// Starts the scanner at the next multiple of the scan period.
    pub fn start(
        common: &mut Common<'static, PIO0>,
        mut machine: StateMachine<'static, PIO0, 1>,
        parts: board::HallResources,
        wiring: &'static ScanPlan,
    ) -> Self {
        // X counts down from all ones, so its complement counts the addresses up. Y
        // counts the addresses left, and ISR keeps their number.
        let assembled = program::pio_asm!(
            "    pull block",
            "    mov isr, osr",
            ".wrap_target",
            "    mov y, isr",
            "    mov x, ~null",
            "address:",
            "    mov pins, ~x",
            "    pull block",
            "    jmp x-- counted",
            "counted:",
            "    jmp y-- address",
            ".wrap",
        );
        let loaded = common.load_program(&assembled.program);
        let mux = [
            common.make_pio_pin(parts.mux.0),
            common.make_pio_pin(parts.mux.1),
            common.make_pio_pin(parts.mux.2),
            common.make_pio_pin(parts.mux.3),
            common.make_pio_pin(parts.mux.4),
        ];
        for pin in Pins::ALL.mux {
            pads::apply(pin, Pins::ALL.outputs.mux);
        }
        let mut config = Config::default();
        config.use_program(&loaded, &[]);
        config.set_out_pins(&mux.each_ref());
        machine.set_config(&config);
        machine.set_pin_dirs(Direction::Out, &mux.each_ref());
        let mut hall = Self {
            addresses: wiring.addresses() as u32,
            period: wiring.period().0,
            _converter: Adc::new_blocking(parts.adc, adc::Config::default()),
            _inputs: [
                adc::Channel::new_pin(parts.inputs.0, Pull::None),
                adc::Channel::new_pin(parts.inputs.1, Pull::None),
                adc::Channel::new_pin(parts.inputs.2, Pull::None),
            ],
            machine,
            entry: loaded.origin,
            chain: DmaLoop {
                even: DmaChannel::new(parts.even),
                after_even: DmaChannel::new(parts.after_even),
                odd: DmaChannel::new(parts.odd),
                after_odd: DmaChannel::new(parts.after_odd),
            },
            even: SampleRing::new(&EVEN),
            odd: SampleRing::new(&ODD),
            turn: ActiveRing::Even,
            next: 0,
            end: 0,
            taken: HallScan {
                index: 0,
                sums: [0; MAX_CHANNELS],
                overrun: false,
            },
            polled_at: 0,
            lost: 0,
            restarts: 0,
            overrun: false,
        };
        hall.run();
        hall
    }

    /// Returns the time at which the next unread scan was complete, in us; `None` if it
    /// is not complete. Skips and counts scans that were overwritten.
    pub fn complete(&mut self) -> Option<u64> {
        let now = pac::TIMER.timerawl().read();
        if now.wrapping_sub(self.polled_at) >= POLL_INTERVAL {
            self.polled_at = now;
            self.overrun |= pac::ADC.fcs().read().over();
            self.even.poll_progress(&self.chain.even);
            self.odd.poll_progress(&self.chain.odd);
        }
        let groups = self.even.groups + self.odd.groups;
        // Scans that were overwritten, or will be while they are copied, count as lost. As
        // many more are given up as make room for those that come while older frames of
        // the curtain are judged: one gap, not several.
        if groups > HELD_GROUPS {
            let late = (groups - HELD_GROUPS / 2).div_ceil(self.addresses);
            self.lost = self.lost.saturating_add(late);
            self.next = self.next.wrapping_add(late);
            self.end += u64::from(late) * u64::from(self.period);
            for _ in 0..late * self.addresses {
                let _ = self.skip();
            }
        }
        // Each ring is checked separately, because they are polled at slightly different
        // times.
        let (first, second) = match self.turn {
            ActiveRing::Even => (self.even.groups, self.odd.groups),
            ActiveRing::Odd => (self.odd.groups, self.even.groups),
        };
        let is_complete = first >= self.addresses.div_ceil(2) && second >= self.addresses / 2;
        is_complete.then_some(self.end)
    }

    /// Reads the next scan, which must be complete: the sum of four readings for each
    /// channel. Restarts the ADC if its queue overran.
    pub fn read_scan(&mut self) -> &HallScan {
        for address in 0..self.addresses as usize {
            let (ring, place) = self.skip();
            let (channels, _) = self.taken.sums.as_chunks_mut::<INPUTS>();
            if let Some(channels) = channels.get_mut(address) {
                *channels = ring.sums(place);
            }
        }
        self.taken.index = self.next;
        self.taken.overrun = self.overrun;
        self.next = self.next.wrapping_add(1);
        self.end += u64::from(self.period);
        if self.overrun {
            self.restart();
        }
        &self.taken
    }

    /// Advances the read position by one group. Returns the ring of that group and the
    /// index of its first reading.
    fn skip(&mut self) -> (&'static ReadingRing, u32) {
        let side = match self.turn {
            ActiveRing::Even => &mut self.even,
            ActiveRing::Odd => &mut self.odd,
        };
        self.turn = match self.turn {
            ActiveRing::Even => ActiveRing::Odd,
            ActiveRing::Odd => ActiveRing::Even,
        };
        let place = side.place;
        side.place = (place + GROUP) % READINGS;
        side.groups = side.groups.saturating_sub(1);
        (side.ring, place)
    }

    /// Returns the number of scans lost since the start.
    pub const fn lost(&self) -> u32 {
        self.lost
    }

    /// Returns the number of restarts after an overrun of the ADC queue.
    pub const fn restarts(&self) -> u32 {
        self.restarts
    }

    /// Restarts the ADC after an overrun, because the lost readings are not known.
    fn restart(&mut self) {
        let due = self.next;
        pac::ADC.cs().modify(|w| w.set_start_many(false));
        while !pac::ADC.cs().read().ready() {}
        let chain = &self.chain;
        DmaChannel::stop(&[&chain.even, &chain.after_even, &chain.odd, &chain.after_odd]);
        self.machine.set_enable(false);
        self.machine.clear_fifos();
        self.machine.restart();
        self.restarts = self.restarts.saturating_add(1);
        self.run();
        self.lost = self.lost.saturating_add(self.next.saturating_sub(due));
    }

    /// Sets up state machine and DMA for multiplexer address 0, and starts the ADC at the
    /// next multiple of the scan period.
    fn run(&mut self) {
        self.empty_queue();
        self.link();
        jump(&mut self.machine, self.entry);
        self.machine.tx().push(self.addresses - 1);
        self.machine.set_enable(true);
        self.turn = ActiveRing::Even;
        self.overrun = false;
        self.next = wait_for(self.period);
        self.end = (u64::from(self.next) + 1) * u64::from(self.period);
        self.even = SampleRing::new(&EVEN);
        self.odd = SampleRing::new(&ODD);
        pac::ADC.cs().modify(|w| {
            w.set_ainsel(0);
            w.set_rrobin((1 << INPUTS) - 1);
            w.set_start_many(true);
        });
    }

    /// Empties the ADC queue and enables a DMA request for every reading.
    fn empty_queue(&self) {
        pac::ADC.div().write(|w| w.set_int(0));
        pac::ADC.fcs().write(|w| {
            w.set_en(true);
            w.set_dreq_en(true);
            w.set_thresh(1);
            w.set_over(true);
            w.set_under(true);
        });
        while !pac::ADC.fcs().read().empty() {
            let _ = pac::ADC.fifo().read();
        }
    }

    /// Sets up the four DMA channels so that they start each other, and starts the first.
    fn link(&self) {
        let chain = &self.chain;
        let group = |ring| Transfer {
            from: TransferEnd::Fixed(pac::ADC.fifo().as_ptr() as u32),
            to: TransferEnd::Ring(ring, READING_RING_BITS),
            count: GROUP,
            unit: DataSize::SIZE_HALFWORD,
            pace: TreqSel::ADC,
        };
        let step = Transfer {
            from: TransferEnd::Fixed(address(&STEP)),
            to: TransferEnd::Fixed(self.machine.tx_fifo_ptr() as u32),
            count: 1,
            unit: DataSize::SIZE_WORD,
            pace: self.machine.tx_treq(),
        };
        chain.even.set_up(&group(EVEN.address()), &chain.after_even);
        chain.after_even.set_up(&step, &chain.odd);
        chain.odd.set_up(&group(ODD.address()), &chain.after_odd);
        chain.after_odd.set_up(&step, &chain.even);
        chain.even.start();
    }
}

/// Makes a stopped state machine continue at instruction `to`.
fn jump(machine: &mut StateMachine<'static, PIO0, 1>, to: u8) {
    #[allow(unsafe_code, reason = "the driver calls any instruction unsafe")]
    // SAFETY: a jump to the start of the program that is loaded for this machine.
    unsafe {
        machine.exec_jmp(to);
    }
}
