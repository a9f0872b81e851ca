//! The light curtain: one state machine lights the emitters and reads the chains
//! of shift registers; links of the DMA give it commands and take its words.
//!
//! A frame is five commands: read in the dark, then in each phase. A command
//! says which emitters to light, how long to let the detectors settle, and how
//! many bits to clock in. Settling takes all the time that reading leaves of the
//! period.

use super::bell;
use super::links::{Copy, End, Link, address};
use super::samples::{CURTAIN, RING_BITS, WORDS};
use super::wait_for;
use crate::board;
use core::sync::atomic::{AtomicU32, Ordering};
use embassy_rp::gpio::{Level, Pull};
use embassy_rp::pac::dma::vals::{DataSize, TreqSel};
use embassy_rp::peripherals::PIO0;
use embassy_rp::pio::{
    Common, Config, Direction, FifoJoin, ShiftConfig, ShiftDirection, StateMachine, program,
};
use rules_core::board::{Name, Profile, curtain};
use rules_core::sensing::frame::{self, CurtainFrame};

/// Reads in a frame.
const READS: usize = 5;

/// The state machine runs at 12.5 MHz: a tick is 80 ns, and a bit takes two.
const DIVIDER: u8 = 10;
const TICKS_PER_10_US: u32 = 125;

/// Ticks of a read besides settling and bits: see the program.
const OVERHEAD: u32 = 8;
const TICKS_PER_BIT: u32 = 2;
/// Ticks of one round of settling.
const TICKS_PER_ROUND: u32 = 8;

/// The least time a detector needs after its emitter was lit, in ticks: 60 us.
const LEAST_SETTLING: u32 = 6 * TICKS_PER_10_US;

/// Words the link takes before it is started again: a whole number of rounds of
/// the ring and of frames of any length, 6.5 s of a full ring. Longer than the
/// watchdog lets anybody sleep, so that no start goes unnoticed.
const STRETCH: u32 = 15 * WORDS * 4;

/// How many words of the ring may be overwritten while a frame is copied.
const MARGIN: u32 = 128;

/// The commands of a frame. In RAM, because flash cannot be read while it is
/// written.
static COMMANDS: [AtomicU32; READS] = [const { AtomicU32::new(0) }; READS];
static COMMANDS_AT: AtomicU32 = AtomicU32::new(0);
static STRETCH_WORDS: AtomicU32 = AtomicU32::new(STRETCH);

/// The command of a read: 4 bits of phases, 16 of settling, 8 of bits.
const fn command(wiring: &curtain::Curtain, read: usize) -> u32 {
    let phases = if read == 0 { 0 } else { 1 << (read - 1) };
    phases | (settling(wiring) / TICKS_PER_ROUND - 1) << 4 | (wiring.bits as u32 - 1) << 20
}

/// Ticks left for settling in each read.
const fn settling(wiring: &curtain::Curtain) -> u32 {
    wiring.period.0 * TICKS_PER_10_US / 10 / READS as u32
        - OVERHEAD
        - TICKS_PER_BIT * wiring.bits as u32
}

/// The period of every board comes out exactly, and leaves time to settle.
const _: () = {
    let mut n = 0;
    while n < Name::ALL.len() {
        if let Some(wiring) = &Profile::of(Name::ALL[n]).curtain {
            let settling = settling(wiring);
            let ticks = settling + OVERHEAD + TICKS_PER_BIT * wiring.bits as u32;
            assert!(ticks * READS as u32 * 10 == wiring.period.0 * TICKS_PER_10_US);
            assert!(settling.is_multiple_of(TICKS_PER_ROUND));
            assert!(settling >= LEAST_SETTLING);
            assert!(STRETCH.is_multiple_of(words_of_frame(wiring)));
        }
        n += 1;
    }
};

const fn words_of_read(wiring: &curtain::Curtain) -> u32 {
    wiring.bits as u32 / 8
}

const fn words_of_frame(wiring: &curtain::Curtain) -> u32 {
    words_of_read(wiring) * READS as u32
}

/// The curtain at work.
pub struct Curtain {
    wiring: &'static curtain::Curtain,
    /// Kept, because it stops when it is dropped.
    _machine: StateMachine<'static, PIO0, 0>,
    words: Link,
    /// What `words` had still to do when it was last looked at.
    remaining: u32,
    /// Words that are there to be taken.
    waiting: u32,
    /// Where in the ring the next frame begins.
    place: u32,
    /// Its number.
    next: u32,
    /// When it is complete, in us.
    end: u64,
    /// The one taken last: it stays where it is filled in.
    taken: CurtainFrame,
    lost: u32,
}

impl Curtain {
    /// Starts it at the next instant at which a frame can begin.
    pub fn start(
        common: &mut Common<'static, PIO0>,
        mut machine: StateMachine<'static, PIO0, 0>,
        parts: board::Curtain,
        wiring: &'static curtain::Curtain,
    ) -> Self {
        let assembled = program::pio_asm!(
            ".side_set 2", // clock, load
            ".wrap_target",
            "    pull block           side 0b01",
            "    out pins, 4          side 0b01", // light the phases
            "    out x, 16            side 0b01",
            "settle:",
            "    jmp x-- settle [7]   side 0b01",
            "    out y, 8             side 0b01",
            "    nop            [1]   side 0b00", // latch the inputs
            "    nop            [1]   side 0b01",
            "bit:",
            "    in pins, 4           side 0b01",
            "    jmp y-- bit          side 0b11", // shift
            ".wrap",
        );
        let loaded = common.load_program(&assembled.program);
        let [load, clock] = [
            common.make_pio_pin(parts.load),
            common.make_pio_pin(parts.clock),
        ];
        let mut lanes = [
            common.make_pio_pin(parts.lanes.0),
            common.make_pio_pin(parts.lanes.1),
            common.make_pio_pin(parts.lanes.2),
            common.make_pio_pin(parts.lanes.3),
        ];
        // A side that is not plugged in reads as a broken chain does, all ones.
        for lane in &mut lanes {
            lane.set_pull(Pull::Up);
        }
        let phases = [
            common.make_pio_pin(parts.phases.0),
            common.make_pio_pin(parts.phases.1),
            common.make_pio_pin(parts.phases.2),
            common.make_pio_pin(parts.phases.3),
        ];
        let mut config = Config::default();
        config.use_program(&loaded, &[&load, &clock]);
        config.set_in_pins(&lanes.each_ref());
        config.set_out_pins(&phases.each_ref());
        config.clock_divider = DIVIDER.into();
        config.fifo_join = FifoJoin::Duplex;
        config.shift_in = ShiftConfig {
            threshold: 32,
            direction: ShiftDirection::Right,
            auto_fill: true,
        };
        config.shift_out = ShiftConfig {
            threshold: 32,
            direction: ShiftDirection::Right,
            auto_fill: false,
        };
        machine.set_config(&config);
        machine.set_pins(Level::Low, &phases.each_ref());
        machine.set_pin_dirs(Direction::Out, &phases.each_ref());
        machine.set_pin_dirs(Direction::Out, &[&load, &clock]);

        let words = link_words(&machine, Link::new(parts.words), &Link::new(parts.again));
        link_commands(
            &machine,
            wiring,
            &Link::new(parts.commands),
            &Link::new(parts.anew),
        );
        let next = wait_for(wiring.period.0);
        machine.set_enable(true);
        Self {
            wiring,
            _machine: machine,
            words,
            remaining: STRETCH,
            waiting: 0,
            place: 0,
            next,
            end: (u64::from(next) + 1) * u64::from(wiring.period.0),
            taken: CurtainFrame {
                index: 0,
                // Behind the last chip a chain is fed with 1.
                reads: [[u32::MAX; frame::WORDS]; READS],
            },
            lost: 0,
        }
    }

    /// When the next frame to take was complete, in us, if it is.
    pub fn complete(&mut self) -> Option<u64> {
        let remaining = self.words.remaining();
        let moved = if remaining <= self.remaining {
            self.remaining - remaining
        } else {
            self.remaining + STRETCH - remaining
        };
        self.remaining = remaining;
        self.waiting += moved;
        let frame = words_of_frame(self.wiring);
        // Those that were overwritten, or soon will be.
        if self.waiting > WORDS - MARGIN {
            let late = (self.waiting - (WORDS - MARGIN)).div_ceil(frame);
            self.lost = self.lost.saturating_add(late);
            self.pass(late);
        }
        (self.waiting >= frame).then_some(self.end)
    }

    /// Takes the next frame, which must be complete.
    pub fn take(&mut self) -> &CurtainFrame {
        // Its last word is on its way for a few cycles after the link counted it,
        // and that is long ago.
        let mut place = self.place;
        let count = words_of_read(self.wiring);
        for read in &mut self.taken.reads {
            if let Some(words) = read.get_mut(..count as usize) {
                CURTAIN.copy(place, words);
            }
            place += count;
        }
        self.taken.index = self.next;
        self.pass(1);
        &self.taken
    }

    /// Goes on by so many frames.
    fn pass(&mut self, frames: u32) {
        let words = frames * words_of_frame(self.wiring);
        self.waiting = self.waiting.saturating_sub(words);
        self.place = (self.place + words) % WORDS;
        self.next = self.next.wrapping_add(frames);
        self.end += u64::from(frames) * u64::from(self.wiring.period.0);
    }

    /// Frames lost so far.
    pub const fn lost(&self) -> u32 {
        self.lost
    }
}

/// What the state machine pushes goes into the ring, for ever: after each
/// stretch `again` starts `words` for the next.
fn link_words(machine: &StateMachine<'static, PIO0, 0>, words: Link, again: &Link) -> Link {
    again.set_up(
        &Copy {
            from: End::Fixed(address(&STRETCH_WORDS)),
            to: End::Fixed(words.count_trigger()),
            count: 1,
            unit: DataSize::SIZE_WORD,
            pace: TreqSel::PERMANENT,
        },
        again,
    );
    words.set_up(
        &Copy {
            from: End::Fixed(machine.rx_fifo_ptr() as u32),
            to: End::Ring(CURTAIN.address(), RING_BITS),
            count: STRETCH,
            unit: DataSize::SIZE_WORD,
            pace: machine.rx_treq(),
        },
        again,
    );
    words.start();
    words
}

/// The commands of a frame go to the state machine, for ever: after each frame
/// `anew` starts `commands` at their first again.
fn link_commands(
    machine: &StateMachine<'static, PIO0, 0>,
    wiring: &curtain::Curtain,
    commands: &Link,
    anew: &Link,
) {
    for (read, word) in COMMANDS.iter().enumerate() {
        word.store(command(wiring, read), Ordering::Relaxed);
    }
    let first = address(&COMMANDS[0]);
    COMMANDS_AT.store(first, Ordering::Relaxed);
    anew.set_up(
        &Copy {
            from: End::Fixed(address(&COMMANDS_AT)),
            to: End::Fixed(commands.trigger_address()),
            count: 1,
            unit: DataSize::SIZE_WORD,
            pace: TreqSel::PERMANENT,
        },
        anew,
    );
    commands.set_up(
        &Copy {
            from: End::Table(first),
            to: End::Fixed(machine.tx_fifo_ptr() as u32),
            count: READS as u32,
            unit: DataSize::SIZE_WORD,
            pace: machine.tx_treq(),
        },
        anew,
    );
    bell::ring_for(commands);
    commands.start();
}
