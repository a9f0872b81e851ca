//! Light-curtain scanner: one state machine lights the emitters and reads the
//! shift-register chains; DMA channels feed its commands and collect its words.
//!
//! A frame is five commands: one read in the dark, then one in each emitter phase. A
//! command states which emitters to light, how long to let the detectors settle, how many
//! bits to clock in, and how long to rest. The emitters are off again before the first bit
//! is clocked.

use super::dma_buffers::{CURTAIN, WORD_RING_BITS, WORDS};
use super::dma_chain::{DmaChannel, Transfer, TransferEnd, address};
use super::frame_irq;
use super::wait_for;
use crate::{board, clocks, pads};
use core::sync::atomic::{AtomicU32, Ordering};
use embassy_rp::gpio::{Level, Pull};
use embassy_rp::pac::dma::vals::{DataSize, TreqSel};
use embassy_rp::peripherals::PIO0;
use embassy_rp::pio::{
    Common, Config, Direction, FifoJoin, ShiftConfig, ShiftDirection, StateMachine, program,
};
use rules_core::board::chain_timing::{ChainTiming, LIGHT, READS, ReadRounds, TICK, TICK_HERTZ};
use rules_core::board::pins::Pins;
use rules_core::board::{BoardId, Profile, curtain};
use rules_core::sensing::frame::{self, CurtainFrame};

/// Number of words that a DMA channel transfers before it is restarted, a *stretch*: 6.5
/// s on the full ring. It is a multiple of the words in the DMA ring and in a frame of
/// any board. It lasts longer than the watchdog timeout, so that the processor cannot
/// miss a whole stretch.
const STRETCH: u32 = 15 * WORDS * 8;

/// Number of words in the DMA ring that may be overwritten while a frame is copied.
const MARGIN: u32 = 128;

/// Commands of a frame, one per read. They lie in RAM because flash cannot be read while
/// it is written.
static COMMANDS: [AtomicU32; READS] = [const { AtomicU32::new(0) }; READS];
/// Address of [`COMMANDS`], which a DMA channel writes to restart the one of the
/// commands.
static COMMANDS_AT: AtomicU32 = AtomicU32::new(0);
/// [`STRETCH`] in RAM, which a DMA channel writes to restart the one of the words.
static STRETCH_WORDS: AtomicU32 = AtomicU32::new(STRETCH);

/// Encodes the command of a read, from the lowest bit: 4 bits of phases to light, 10 of
/// settling rounds minus 1, 8 of bit count minus 1, 10 of resting rounds minus 1.
const fn command(wiring: &curtain::Curtain, read: usize, rounds: ReadRounds) -> u32 {
    let phases = if read == 0 { 0 } else { 1 << (read - 1) };
    let bits = wiring.bits as u32 - 1;
    phases | (rounds.settle - 1) << 4 | bits << 14 | (rounds.rest - 1) << 22
}

/// Compile-time check of every board: its period is a whole number of ticks, and its
/// chains keep all limits of their timing at worst case. If this fails, `dohyo wiring
/// --what timing` says which limit is broken.
const _: () = {
    assert!(TICK as u64 * TICK_HERTZ as u64 == 1_000_000_000);
    let mut n = 0;
    while n < BoardId::ALL.len() {
        let profile = Profile::of(BoardId::ALL[n]);
        if let Some(wiring) = &profile.curtain {
            let (mut ticks, mut read) = (0, 0);
            while read < READS {
                let rounds = ReadRounds::of_read(wiring, read);
                assert!(rounds.settle <= 1 << 10 && rounds.rest <= 1 << 10);
                assert!(read == 0 || rounds.light_ticks() * TICK == LIGHT.0 * 1_000);
                ticks += rounds.read_ticks(wiring);
                read += 1;
            }
            assert!(ticks * TICK == wiring.period.0 * 1_000);
            let outputs = &profile.pins.outputs;
            assert!(ChainTiming::new(wiring, outputs.clock).broken().is_none());
            assert!(ChainTiming::new(wiring, outputs.load).broken().is_none());
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

/// Running scanner of the light curtain.
pub struct CurtainScanner {
    wiring: &'static curtain::Curtain,
    /// Stored because dropping it stops the state machine.
    _machine: StateMachine<'static, PIO0, 0>,
    /// DMA channel that writes the received words into the ring.
    words: DmaChannel,
    /// Transfer count of `words` at the last poll.
    remaining: u32,
    /// Number of words in the ring that are not read yet.
    waiting: u32,
    /// Index in the ring of the first word of the next frame.
    place: u32,
    /// Number of the next frame to read.
    next: u32,
    /// Time at which the next frame is complete, in us since the start of the chip.
    end: u64,
    /// Buffer of the frame read last; filled in place, so that it is not moved.
    taken: CurtainFrame,
    /// Number of frames lost since the start.
    lost: u32,
}

impl CurtainScanner {
    /// Starts the scanner at the next multiple of the frame period.
    pub fn start(
        common: &mut Common<'static, PIO0>,
        mut machine: StateMachine<'static, PIO0, 0>,
        parts: board::CurtainResources,
        wiring: &'static curtain::Curtain,
    ) -> Self {
        // The numbers of ticks are those of `chain_timing`. A bit is sampled while the
        // clock rises for the next one, because the PIO sees its inputs two cycles late.
        let assembled = program::pio_asm!(
            ".side_set 2", // clock, load
            ".wrap_target",
            "    pull block           side 0b01",
            "    out pins, 4          side 0b01", // light the phases
            "    out x, 10            side 0b01",
            "settle:",
            "    jmp x-- settle [4]   side 0b01", // a round
            "    out y, 8       [4]   side 0b01",
            "    nop            [5]   side 0b00", // latch the inputs
            "    nop            [1]   side 0b01",
            "    mov pins, null [3]   side 0b01", // lights off, and recover
            "bit:",
            "    in pins, 4     [1]   side 0b11", // sample, and shift
            "    jmp y-- bit    [1]   side 0b01",
            "    out x, 10      [2]   side 0b01",
            "rest:",
            "    jmp x-- rest   [4]   side 0b01", // a round
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
        // An unplugged side reads all ones, like a broken chain.
        for lane in &mut lanes {
            lane.set_pull(Pull::Up);
        }
        let phases = [
            common.make_pio_pin(parts.phases.0),
            common.make_pio_pin(parts.phases.1),
            common.make_pio_pin(parts.phases.2),
            common.make_pio_pin(parts.phases.3),
        ];
        let Pins { outputs, .. } = Pins::ALL;
        pads::apply(Pins::ALL.load, outputs.load);
        pads::apply(Pins::ALL.clock, outputs.clock);
        for pin in Pins::ALL.phases {
            pads::apply(pin, outputs.phases);
        }
        let mut config = Config::default();
        config.use_program(&loaded, &[&load, &clock]);
        config.set_in_pins(&lanes.each_ref());
        config.set_out_pins(&phases.each_ref());
        config.clock_divider = clocks::divider(TICK_HERTZ).into();
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

        let words = link_words(
            &machine,
            DmaChannel::new(parts.words),
            &DmaChannel::new(parts.restart_words),
        );
        link_commands(
            &machine,
            wiring,
            &DmaChannel::new(parts.commands),
            &DmaChannel::new(parts.restart_commands),
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
                // The serial input of the last chip in a chain is tied high.
                reads: [[u32::MAX; frame::WORDS]; READS],
            },
            lost: 0,
        }
    }

    /// Returns the time at which the next unread frame was complete, in us; `None` if it
    /// is not complete. Skips and counts frames that were overwritten.
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
        // Frames that were overwritten, or will be while they are copied, count as lost. Half
        // the ring is given up with them, so that judging what is left makes no second gap.
        if self.waiting > WORDS - MARGIN {
            let late = (self.waiting - WORDS / 2).div_ceil(frame);
            self.lost = self.lost.saturating_add(late);
            self.skip(late);
        }
        (self.waiting >= frame).then_some(self.end)
    }

    /// Reads the next frame from the ring. The frame must be complete.
    pub fn read_frame(&mut self) -> &CurtainFrame {
        // The last word is written a few cycles after the channel counted it, long before
        // this.
        let mut place = self.place;
        let count = words_of_read(self.wiring);
        for read in &mut self.taken.reads {
            if let Some(words) = read.get_mut(..count as usize) {
                CURTAIN.copy(place, words);
            }
            place += count;
        }
        self.taken.index = self.next;
        self.skip(1);
        &self.taken
    }

    /// Advances the read position by this number of frames.
    fn skip(&mut self, frames: u32) {
        let words = frames * words_of_frame(self.wiring);
        self.waiting = self.waiting.saturating_sub(words);
        self.place = (self.place + words) % WORDS;
        self.next = self.next.wrapping_add(frames);
        self.end += u64::from(frames) * u64::from(self.wiring.period.0);
    }

    /// Returns the number of frames lost since the start.
    pub const fn lost(&self) -> u32 {
        self.lost
    }
}

/// Sets up and starts the DMA from the state machine into the ring, and returns its
/// channel. After each [`STRETCH`], `restart` restarts `words`.
fn link_words(
    machine: &StateMachine<'static, PIO0, 0>,
    words: DmaChannel,
    restart: &DmaChannel,
) -> DmaChannel {
    restart.set_up(
        &Transfer {
            from: TransferEnd::Fixed(address(&STRETCH_WORDS)),
            to: TransferEnd::Fixed(words.count_trigger()),
            count: 1,
            unit: DataSize::SIZE_WORD,
            pace: TreqSel::PERMANENT,
        },
        restart,
    );
    words.set_up(
        &Transfer {
            from: TransferEnd::Fixed(machine.rx_fifo_ptr() as u32),
            to: TransferEnd::Ring(CURTAIN.address(), WORD_RING_BITS),
            count: STRETCH,
            unit: DataSize::SIZE_WORD,
            pace: machine.rx_treq(),
        },
        restart,
    );
    words.start();
    words
}

/// Sets up and starts the DMA of the commands to the state machine. After each frame,
/// `restart` restarts `commands` at the first command.
fn link_commands(
    machine: &StateMachine<'static, PIO0, 0>,
    wiring: &curtain::Curtain,
    commands: &DmaChannel,
    restart: &DmaChannel,
) {
    for (read, word) in COMMANDS.iter().enumerate() {
        let rounds = ReadRounds::of_read(wiring, read);
        word.store(command(wiring, read, rounds), Ordering::Relaxed);
    }
    let first = address(&COMMANDS[0]);
    COMMANDS_AT.store(first, Ordering::Relaxed);
    restart.set_up(
        &Transfer {
            from: TransferEnd::Fixed(address(&COMMANDS_AT)),
            to: TransferEnd::Fixed(commands.trigger_address()),
            count: 1,
            unit: DataSize::SIZE_WORD,
            pace: TreqSel::PERMANENT,
        },
        restart,
    );
    commands.set_up(
        &Transfer {
            from: TransferEnd::Table(first),
            to: TransferEnd::Fixed(machine.tx_fifo_ptr() as u32),
            count: READS as u32,
            unit: DataSize::SIZE_WORD,
            pace: machine.tx_treq(),
        },
        restart,
    );
    frame_irq::enable_for(commands);
    commands.start();
}
