//! The analog channels: the converter goes round its three inputs without a
//! pause; after every 15 readings a link of the DMA tells a state machine to
//! step the multiplexers to the next address.
//!
//! ```text
//!   even(15) -> step -> odd(15) -> step -> even(15) -> ...
//! ```
//!
//! The address changes right after the last reading of a group, while the first
//! of the next is under way. That one, and its whole round over the three
//! inputs, is thrown away: 6 us to settle.

use super::links::{Copy, End, Link, address};
use super::progress::Progress;
use super::samples::{self, EVEN, ODD, READINGS, RING_BITS, Readings};
use super::wait_for;
use crate::board;
use core::sync::atomic::AtomicU32;
use embassy_rp::adc::{self, Adc, Blocking};
use embassy_rp::gpio::Pull;
use embassy_rp::pac;
use embassy_rp::pac::dma::vals::{DataSize, TreqSel};
use embassy_rp::peripherals::PIO0;
use embassy_rp::pio::{Common, Config, Direction, StateMachine, program};
use embassy_time::Duration;
use rules_core::board::hall::{INPUTS, MOST_CHANNELS, Scan};
use rules_core::sensing::frame::HallScan;

/// Readings at one address.
const GROUP: u32 = samples::GROUP as u32;

/// How long it takes to fill a ring: a conversion takes 2 us, 96 cycles of 48
/// MHz, and every second group goes to the other ring.
const ROUND: Duration = Duration::from_micros(2 * 2 * READINGS as u64);

/// How many groups the rings hold for sure while a scan is copied.
const KEPT: u32 = 2 * (READINGS / GROUP - 8);

/// How often the links are looked at, in us. Their rings hold a hundred times as
/// much.
const GLANCE: u32 = 200;

/// What is written to the state machine for a step; any word does.
static STEP: AtomicU32 = AtomicU32::new(0);

/// The links of one chain, in the order in which they start each other.
struct Chain {
    even: Link,
    after_even: Link,
    odd: Link,
    after_odd: Link,
}

/// The analog channels at work.
pub struct Hall {
    addresses: u32,
    /// From one scan to the next, in us.
    period: u32,
    /// Kept, because they stop when they are dropped.
    _converter: Adc<'static, Blocking>,
    _inputs: [adc::Channel<'static>; INPUTS],
    machine: StateMachine<'static, PIO0, 1>,
    /// Where the program of the state machine starts.
    entry: u8,
    chain: Chain,
    even: Side,
    odd: Side,
    /// Where the next group is.
    turn: Turn,
    /// The number of the next scan.
    next: u32,
    /// When it is complete, in us.
    end: u64,
    /// The one taken last: it stays where it is filled in.
    taken: HallScan,
    /// When the links were last looked at: the lower word of the clock, in us.
    looked: u32,
    lost: u32,
    restarts: u32,
    /// The queue of the converter ran over: what comes is not to be trusted.
    overrun: bool,
}

/// One of the two rings, and what is in it.
struct Side {
    ring: &'static Readings,
    progress: Progress,
    /// Readings of a group that is not complete.
    rest: u32,
    /// Groups that are there to be taken.
    groups: u32,
    /// Where the first of them begins.
    place: u32,
}

/// Whose turn it is.
#[derive(Clone, Copy)]
enum Turn {
    Even,
    Odd,
}

impl Side {
    /// A ring whose link starts now.
    fn new(ring: &'static Readings) -> Self {
        Self {
            ring,
            progress: Progress::new(READINGS, ROUND),
            rest: 0,
            groups: 0,
            place: 0,
        }
    }

    /// Looks how far the link has come.
    fn look(&mut self, link: &Link) {
        let place = (link.position() - self.ring.address()) / 2 % READINGS;
        self.rest += self.progress.look(place);
        self.groups += self.rest / GROUP;
        self.rest %= GROUP;
    }
}

impl Hall {
    /// Starts them at the next instant at which a scan can begin.
    pub fn start(
        common: &mut Common<'static, PIO0>,
        mut machine: StateMachine<'static, PIO0, 1>,
        parts: board::Hall,
        wiring: &'static Scan,
    ) -> Self {
        // X counts down from all ones, so that its complement counts the
        // addresses up; Y counts those that are left, ISR keeps how many.
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
            chain: Chain {
                even: Link::new(parts.even),
                after_even: Link::new(parts.after_even),
                odd: Link::new(parts.odd),
                after_odd: Link::new(parts.after_odd),
            },
            even: Side::new(&EVEN),
            odd: Side::new(&ODD),
            turn: Turn::Even,
            next: 0,
            end: 0,
            taken: HallScan {
                index: 0,
                sums: [0; MOST_CHANNELS],
                overrun: false,
            },
            looked: 0,
            lost: 0,
            restarts: 0,
            overrun: false,
        };
        hall.run();
        hall
    }

    /// When the next scan to take was complete, in us, if it is.
    pub fn complete(&mut self) -> Option<u64> {
        let now = pac::TIMER.timerawl().read();
        if now.wrapping_sub(self.looked) >= GLANCE {
            self.looked = now;
            self.overrun |= pac::ADC.fcs().read().over();
            self.even.look(&self.chain.even);
            self.odd.look(&self.chain.odd);
        }
        let groups = self.even.groups + self.odd.groups;
        // Those that were overwritten, or soon will be.
        if groups > KEPT {
            let late = (groups - KEPT).div_ceil(self.addresses);
            self.lost = self.lost.saturating_add(late);
            self.next = self.next.wrapping_add(late);
            self.end += u64::from(late) * u64::from(self.period);
            for _ in 0..late * self.addresses {
                let _ = self.pass();
            }
        }
        // Each side for itself: they are not looked at in the same instant.
        let (first, second) = match self.turn {
            Turn::Even => (self.even.groups, self.odd.groups),
            Turn::Odd => (self.odd.groups, self.even.groups),
        };
        let is_complete = first >= self.addresses.div_ceil(2) && second >= self.addresses / 2;
        is_complete.then_some(self.end)
    }

    /// Takes the next scan, which must be complete: for each channel the sum of
    /// its readings, but for the first.
    pub fn take(&mut self) -> &HallScan {
        for address in 0..self.addresses as usize {
            let (ring, place) = self.pass();
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

    /// Goes on by one group; returns where it is.
    fn pass(&mut self) -> (&'static Readings, u32) {
        let side = match self.turn {
            Turn::Even => &mut self.even,
            Turn::Odd => &mut self.odd,
        };
        self.turn = match self.turn {
            Turn::Even => Turn::Odd,
            Turn::Odd => Turn::Even,
        };
        let place = side.place;
        side.place = (place + GROUP) % READINGS;
        side.groups = side.groups.saturating_sub(1);
        (side.ring, place)
    }

    /// Scans lost so far.
    pub const fn lost(&self) -> u32 {
        self.lost
    }

    /// How often it had to start again.
    pub const fn restarts(&self) -> u32 {
        self.restarts
    }

    /// Starts again after readings were lost: nobody knows which.
    fn restart(&mut self) {
        let due = self.next;
        pac::ADC.cs().modify(|w| w.set_start_many(false));
        while !pac::ADC.cs().read().ready() {}
        let chain = &self.chain;
        Link::stop(&[&chain.even, &chain.after_even, &chain.odd, &chain.after_odd]);
        self.machine.set_enable(false);
        self.machine.clear_fifos();
        self.machine.restart();
        self.restarts = self.restarts.saturating_add(1);
        self.run();
        self.lost = self.lost.saturating_add(self.next.saturating_sub(due));
    }

    /// Sets everything up for address 0 and starts it.
    fn run(&mut self) {
        self.empty_queue();
        self.link();
        jump(&mut self.machine, self.entry);
        self.machine.tx().push(self.addresses - 1);
        self.machine.set_enable(true);
        self.turn = Turn::Even;
        self.overrun = false;
        self.next = wait_for(self.period);
        self.end = (u64::from(self.next) + 1) * u64::from(self.period);
        self.even = Side::new(&EVEN);
        self.odd = Side::new(&ODD);
        pac::ADC.cs().modify(|w| {
            w.set_ainsel(0);
            w.set_rrobin((1 << INPUTS) - 1);
            w.set_start_many(true);
        });
    }

    /// Lets the converter ask for a link with every reading, from an empty
    /// queue.
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

    fn link(&self) {
        let chain = &self.chain;
        let group = |ring| Copy {
            from: End::Fixed(pac::ADC.fifo().as_ptr() as u32),
            to: End::Ring(ring, RING_BITS),
            count: GROUP,
            unit: DataSize::SIZE_HALFWORD,
            pace: TreqSel::ADC,
        };
        let step = Copy {
            from: End::Fixed(address(&STEP)),
            to: End::Fixed(self.machine.tx_fifo_ptr() as u32),
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

/// Lets a state machine that stands still go on from there.
fn jump(machine: &mut StateMachine<'static, PIO0, 1>, to: u8) {
    #[allow(unsafe_code, reason = "the driver calls any instruction unsafe")]
    // SAFETY: a jump to the start of the program that is loaded for it.
    unsafe {
        machine.exec_jmp(to);
    }
}
