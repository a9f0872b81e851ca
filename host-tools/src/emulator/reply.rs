//! Replies of the emulator's harness: the events since the previous reply.

use super::chip_model::CacheParameters;
use serde::{Deserialize, Serialize};

/// Reply of the harness to one order. Times are device time in us since the first start.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct HarnessReply {
    /// Present device time.
    pub now: f64,
    /// USB packets from the device to the host.
    pub packets: Vec<Packet>,
    /// Frames sent to the LED strip.
    pub pictures: Vec<Picture>,
    /// Restarts by the watchdog.
    pub resets: Vec<Reset>,
    /// Times at which the engine became ready.
    pub ready: Vec<f64>,
    /// Writes and erases of the flash.
    pub flash: Vec<FlashWork>,
    /// Accesses that the processor could not make.
    pub faults: Vec<ProcessorFault>,
    /// Times at which the power was lost within a write or erase.
    pub power_lost: Vec<f64>,
    /// Time at which the fed frames start; `None` if the order was not to feed frames.
    pub began: Option<f64>,
    /// Number of the first frame fed; `None` without frames.
    pub first_frame: Option<u32>,
    /// Number of the first scan fed; `None` without scans.
    pub first_scan: Option<u32>,
    /// Functions with the most misses of the flash cache since the last
    /// [`mark`](super::Emulator::mark), most first.
    pub misses: Vec<FunctionMisses>,
    /// Place of a HardFault that was ordered; `None` for other orders.
    pub fault: Option<FaultPlace>,
    /// USB descriptor in hexadecimal digits; `None` if the order asked for none, or the
    /// device did not answer.
    descriptor: Option<String>,
    /// Counts since the last [`mark`](super::Emulator::mark).
    pub counts: HarnessCounts,
}

impl HarnessReply {
    /// Returns the USB descriptor that the order asked for; `None` if there is none.
    #[must_use]
    pub fn descriptor_bytes(&self) -> Option<Vec<u8>> {
        self.descriptor.as_deref().map(unhex)
    }
}

/// Place at which the processor met a HardFault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct FaultPlace {
    /// Address of the instruction.
    pub pc: u32,
    /// Link register.
    pub lr: u32,
}

/// USB packet from the device.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Packet {
    /// Device time at which the host received the packet, in us.
    pub at: f64,
    hex: String,
}

/// Frame sent to the LED strip.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Picture {
    /// Device time at which the frame's first bit started, in us.
    pub at: f64,
    /// Device time at which the frame's last bit ended, in us.
    pub ended: f64,
    hex: String,
    /// Number of bits beyond the last whole LED colour; 0 in a correct frame.
    pub rest: u32,
}

/// Restart by the watchdog.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Reset {
    /// Device time of the restart, in us.
    pub at: f64,
    /// Watchdog reason register: 1 after a timeout, 2 if the firmware asked for the
    /// restart.
    pub reason: u32,
}

/// Write or erase of the flash.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct FlashWork {
    /// Device time at which the operation started, in us.
    pub at: f64,
    /// Duration of the operation, in us.
    pub took: f64,
    /// True if sectors were erased.
    pub erases: bool,
}

/// Access that the processor could not make: a HardFault.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct ProcessorFault {
    /// Device time of the fault, in us.
    pub at: f64,
    /// Address of the access.
    pub address: u32,
    /// Address of the instruction.
    pub pc: u32,
}

/// Misses of the flash cache in one function.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct FunctionMisses {
    /// Symbol of the function.
    pub name: String,
    /// Number of misses.
    pub misses: u64,
}

/// Accesses of the processor to the flash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct CacheCounts {
    /// Number of words read.
    pub accesses: u64,
    /// Number of them that the cache had.
    pub hits: u64,
}

/// Counts of the harness since the last mark; those of flash, stack and image cover the
/// whole run.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct HarnessCounts {
    /// Time since the last mark, in us.
    pub span: f64,
    /// Counts of the curtain frames delivered to the engine.
    pub curtain: StreamStats,
    /// Counts of the Hall scans delivered to the engine.
    pub hall: StreamStats,
    /// Curtain frames per second, as the chains were read since the last start.
    pub curtain_hz: f64,
    /// Hall scans per second, as the multiplexers were stepped since the last start.
    pub hall_hz: f64,
    /// Number of scans after an overrun of the ADC.
    pub overruns: u32,
    /// Fraction of the time in which the processor did not sleep, 0 to 1.
    pub cpu: f64,
    /// Accesses to the flash.
    pub cache: CacheCounts,
    /// Model of the flash cache; `None` for a chip without misses.
    pub xip: Option<CacheParameters>,
    /// System clock of the chip, in Hz.
    pub clock_hz: f64,
    /// Cycles from the delivery of a frame until the engine starts other work, including
    /// everything that follows from the frame.
    pub cycles_per_frame: Cycles,
    /// Cycles from the delivery of a curtain frame until the ring has processed it.
    pub cycles_of_frame: Cycles,
    /// Cycles from the delivery of a Hall scan until the ring has processed it.
    pub cycles_of_scan: Cycles,
    /// Stack in bytes used after the engine was ready.
    pub stack: u32,
    /// Stack in bytes used until the engine was ready.
    pub stack_boot: u32,
    /// Size of the stack, in bytes.
    pub stack_size: u32,
    /// Number of flash reads by the DMA while the flash was busy; each would return
    /// garbage.
    pub flash_reads_by_dma: u32,
    /// Number of sectors erased.
    pub erases: u32,
    /// Number of pages written.
    pub programs: u32,
    /// Number of bytes written that would need zero bits to become one.
    pub clashes: u32,
    /// Number of reads with more than one emitter phase lit.
    pub odd_phases: u32,
    /// Number of bits that were clocked while emitters were lit.
    pub lit_shifts: u32,
    /// Shortest times of the chains' lines since the last start.
    pub chain: ChainPulses,
    /// Pad registers of the GPIO pins: slew in bit 0, drive in bits 4 and 5.
    pub pads: [u32; 30],
    /// Size of static RAM, in bytes.
    pub ram_static: u32,
    /// Size of the image in flash, in bytes.
    pub flash_bytes: u32,
}

/// Shortest times of the chains' lines at the pins, in ns; `None` before the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct ChainPulses {
    /// Shortest time for which the clock was high.
    pub clock_high: Option<u32>,
    /// Shortest time for which the clock was low between two bits.
    pub clock_low: Option<u32>,
    /// Shortest load pulse.
    pub load: Option<u32>,
    /// Shortest time from the end of a load pulse to the clock.
    pub recovery: Option<u32>,
    /// Shortest time for which the emitters of a phase were lit.
    pub light: Option<u32>,
}

/// Counts of one stream of frames, as delivered to the engine.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct StreamStats {
    /// Number of frames delivered.
    pub taken: u32,
    /// Number of frames compared with the fed ones.
    pub compared: u32,
    /// Number of compared frames that differed.
    pub wrong: u32,
    /// Number of frames that were not delivered, though the flash was not erased.
    pub lost: u32,
    /// Number of frames that were not delivered because the flash was erased.
    pub skipped: u32,
    /// Number of the first frame; `None` without frames.
    pub first: Option<u32>,
    /// Number of the last frame; `None` without frames.
    pub last: Option<u32>,
}

/// Statistics of processor cycles.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
pub struct Cycles {
    /// Mean number of cycles.
    pub avg: f64,
    /// Largest number of cycles.
    pub max: f64,
}

impl Packet {
    /// Returns the bytes of the packet.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        unhex(&self.hex)
    }
}

impl Picture {
    /// Returns red, green and blue of each LED.
    #[must_use]
    pub fn colours(&self) -> Vec<[u8; 3]> {
        unhex(&self.hex).as_chunks().0.to_vec()
    }
}

/// Returns bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    let digit = |at: usize| {
        text.get(at..at + 2)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok())
    };
    (0..text.len()).step_by(2).filter_map(digit).collect()
}
