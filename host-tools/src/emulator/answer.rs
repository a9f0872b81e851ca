//! What the harness answers to an order: what happened since the last answer.

use serde::{Deserialize, Serialize};

/// One answer. Times are device time in us since the first start.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Answer {
    /// Now.
    pub now: f64,
    /// From the device to the host.
    pub packets: Vec<Packet>,
    /// What the strip was sent.
    pub pictures: Vec<Picture>,
    /// Restarts by the watchdog.
    pub resets: Vec<Reset>,
    /// When the core became ready.
    pub ready: Vec<f64>,
    /// Writes and erases of the flash.
    pub flash: Vec<FlashWork>,
    /// When the power was lost within one of them.
    pub power_lost: Vec<f64>,
    /// When frames begin to be fed.
    pub began: Option<f64>,
    /// The number of the first frame fed.
    pub first_frame: Option<u32>,
    /// The number of the first scan fed.
    pub first_scan: Option<u32>,
    /// Since the last mark.
    pub counts: Counts,
}

/// A packet from the device.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Packet {
    /// When the host had it.
    pub at: f64,
    hex: String,
}

/// What the strip was sent.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Picture {
    /// When its first bit began.
    pub at: f64,
    /// When its last bit ended.
    pub ended: f64,
    hex: String,
    /// Bits that are no whole colour.
    pub rest: u32,
}

/// A restart by the watchdog.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Reset {
    /// When.
    pub at: f64,
    /// 1: nobody fed it; 2: the firmware asked for it.
    pub reason: u32,
}

/// A write or an erase.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct FlashWork {
    /// When it began.
    pub at: f64,
    /// How long it took, in us.
    pub took: f64,
}

/// Counts since the last mark; those of the flash, stack and image are of the
/// whole run.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Counts {
    /// So many us.
    pub span: f64,
    /// Frames of the curtain.
    pub curtain: Stream,
    /// Scans of the analog channels.
    pub hall: Stream,
    /// Frames a second, as the chains were read since the last start.
    pub curtain_hz: f64,
    /// Scans a second, as the multiplexers were stepped since the last start.
    pub hall_hz: f64,
    /// Scans after an overrun of the converter.
    pub overruns: u32,
    /// Share of the time in which the processor did not sleep.
    pub cpu: f64,
    /// From when a frame was handed to the core to when it went on to something
    /// else: with what the frame leads to.
    pub cycles_per_frame: Cycles,
    /// From when a frame of the curtain was handed over to when the ring had taken
    /// it.
    pub cycles_of_frame: Cycles,
    /// The same for a scan.
    pub cycles_of_scan: Cycles,
    /// Bytes of the stack used since the core was ready.
    pub stack: u32,
    /// Bytes of the stack used until then, when it may have those of the samples.
    pub stack_boot: u32,
    /// Reads of the flash by the DMA while it was busy: each would be garbage.
    pub flash_reads_by_dma: u32,
    /// Sectors erased.
    pub erases: u32,
    /// Pages written.
    pub programs: u32,
    /// Bytes written where ones would have to come back.
    pub clashes: u32,
    /// Reads with more than one phase lit.
    pub odd_phases: u32,
    /// Static RAM, in bytes.
    pub ram_static: u32,
    /// The image in flash, in bytes.
    pub flash_bytes: u32,
}

/// One stream of frames, as the core was handed them.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Stream {
    /// How many.
    pub taken: u32,
    /// How many were compared with what was fed.
    pub compared: u32,
    /// How many of these were not the same.
    pub wrong: u32,
    /// Numbers left out.
    pub lost: u32,
    /// The first number.
    pub first: Option<u32>,
    /// The last number.
    pub last: Option<u32>,
}

/// Cycles of the processor.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
pub struct Cycles {
    /// On average.
    pub avg: f64,
    /// At most.
    pub max: f64,
}

impl Packet {
    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        unhex(&self.hex)
    }
}

impl Picture {
    /// Red, green and blue of each LED.
    #[must_use]
    pub fn colours(&self) -> Vec<[u8; 3]> {
        unhex(&self.hex).as_chunks().0.to_vec()
    }
}

/// Bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    let digit = |at: usize| {
        text.get(at..at + 2)
            .and_then(|it| u8::from_str_radix(it, 16).ok())
    };
    (0..text.len()).step_by(2).filter_map(digit).collect()
}
