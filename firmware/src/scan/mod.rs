//! Sensor scanner: reads all sensors by PIO, ADC and DMA, without the processor.
//!
//! ```text
//!            commands            words
//!   RAM ------DMA----> PIO0 SM0 ------DMA----> curtain ring ---+
//!                                                              +--> next_frame()
//!   inputs --> ADC ---DMA----> two rings of readings ----------+
//!               |  every 15 readings
//!               +---DMA----> PIO0 SM1 --> address of the multiplexers
//! ```
//!
//! DMA channels start each other and never stop, so nothing is lost while the processor
//! sleeps, judges, or waits for a flash write. The rings hold [54 ms](dma_buffers) of the
//! curtain and 33 ms of the ADC, less than a sector erase: the flash is erased only when
//! nothing can fall. Frames that are read later than that have been overwritten; they are
//! counted, and the gap in the frame numbers shows which are missing.
//!
//! The number of a frame is its time: frame `n` began `n` periods after the clock of the
//! chip was at zero. State machines, ADC and clock run from one crystal, so this holds
//! until the numbers wrap, after 16 days or more; the ring requests a restart before
//! that.
//!
//! | module | contents |
//! |---|---|
//! | `curtain` | shift registers and emitters |
//! | `hall` | ADC and multiplexers |
//! | `dma_chain` | DMA channels that start each other |
//! | `dma_buffers` | rings in RAM that the DMA fills |
//! | `dma_progress` | progress of a channel in its ring |
//! | `frame_irq` | interrupt that wakes the engine when a frame is complete |

mod curtain;
mod dma_buffers;
mod dma_chain;
mod dma_progress;
mod frame_irq;
mod hall;

pub use frame_irq::InterruptHandler;

use crate::board;
use core::future::poll_fn;
use core::task::Poll;
use curtain::CurtainScanner;
use embassy_rp::pio::Pio;
use embassy_time::{Duration, Instant, Timer};
use hall::HallScanner;
use rules_core::board::Profile;
use rules_core::sensing::frame::{CurtainFrame, HallScan};

/// Time between two polls for a complete scan on a board without a curtain: 500 us. With
/// a curtain, the interrupt at the end of a frame wakes the engine.
const READY_POLL_INTERVAL: Duration = Duration::from_micros(500);

/// Kind of the input to read next from the DMA buffers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReadyInput {
    /// A frame of the light curtain is next.
    Curtain,
    /// A scan of the analog channels is next.
    Hall,
}

/// A complete frame or scan, copied from the DMA buffers.
pub enum ReadyFrame<'a> {
    /// Frame of the light curtain.
    Curtain(&'a CurtainFrame),
    /// Scan of the analog channels.
    Hall(&'a HallScan),
}

/// Counts of lost sensor data since the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, defmt::Format)]
pub struct LossCounts {
    /// Number of curtain frames that were overwritten before they were read.
    pub curtain: u32,
    /// Number of scans that were overwritten before they were read, or missed by a
    /// restart of the ADC.
    pub hall: u32,
    /// Number of restarts of the ADC after its queue overran.
    pub restarts: u32,
    /// Number of frames and scans that were passed over because the flash was erased, which
    /// the other counts do not contain.
    pub skipped: u32,
}

/// Running scanners of a board's sensors.
pub struct Scanner {
    curtain: Option<CurtainScanner>,
    hall: HallScanner,
    /// Number of frames among the lost ones that count as skipped.
    skipped_frames: u32,
    /// Number of scans among the lost ones that count as skipped.
    skipped_scans: u32,
}

impl Scanner {
    /// Starts the scanners of a board's sensors.
    pub fn start(parts: board::ScanResources, profile: &'static Profile) -> Self {
        let Pio {
            mut common,
            sm0,
            sm1,
            ..
        } = Pio::new(parts.pio, board::Irqs);
        let hall = HallScanner::start(&mut common, sm1, parts.hall, &profile.hall);
        let curtain = profile
            .curtain
            .as_ref()
            .map(|wiring| CurtainScanner::start(&mut common, sm0, parts.curtain, wiring));
        Self {
            curtain,
            hall,
            skipped_frames: 0,
            skipped_scans: 0,
        }
    }

    /// Waits until a frame or a scan is complete.
    pub async fn ready(&mut self) {
        if self.curtain.is_some() {
            poll_fn(|context| {
                frame_irq::register(context.waker());
                self.is_ready()
                    .then_some(())
                    .map_or(Poll::Pending, Poll::Ready)
            })
            .await;
        } else {
            while !self.is_ready() {
                Timer::after(READY_POLL_INTERVAL).await;
            }
        }
    }

    /// Reads and returns the frame or scan that was complete first; `None` if none is
    /// complete.
    pub fn next_frame(&mut self) -> Option<ReadyFrame<'_>> {
        match (self.next()?, &mut self.curtain) {
            (ReadyInput::Curtain, Some(curtain)) => Some(ReadyFrame::Curtain(curtain.read_frame())),
            (ReadyInput::Hall, _) => Some(ReadyFrame::Hall(self.hall.read_scan())),
            (ReadyInput::Curtain, None) => None,
        }
    }

    /// Returns the kind of the input that was complete first; `None` if none is complete.
    fn next(&mut self) -> Option<ReadyInput> {
        let scan_end = self.hall.complete();
        let frame_end = self.curtain.as_mut().and_then(CurtainScanner::complete);
        match (frame_end, scan_end) {
            (Some(frame), scan) if scan.is_none_or(|scan| frame <= scan) => {
                Some(ReadyInput::Curtain)
            }
            (_, Some(_)) => Some(ReadyInput::Hall),
            _ => None,
        }
    }

    /// Returns the counts of lost sensor data since the start.
    pub fn lost(&self) -> LossCounts {
        let lost_frames = self.curtain.as_ref().map_or(0, CurtainScanner::lost);
        LossCounts {
            curtain: lost_frames.saturating_sub(self.skipped_frames),
            hall: self.hall.lost().saturating_sub(self.skipped_scans),
            restarts: self.hall.restarts(),
            skipped: self.skipped_frames.saturating_add(self.skipped_scans),
        }
    }

    /// Counts the frames and scans lost since `before` as skipped, because the flash was
    /// erased meanwhile.
    #[inline(never)]
    pub fn count_as_skipped(&mut self, before: LossCounts) {
        let now = self.lost();
        self.skipped_frames += now.curtain.saturating_sub(before.curtain);
        self.skipped_scans += now.hall.saturating_sub(before.hall);
    }

    /// True if a frame or a scan is complete.
    fn is_ready(&mut self) -> bool {
        self.next().is_some()
    }
}

/// Busy-waits until the clock reaches the next multiple of `period`, in us. Returns the
/// number of that multiple.
fn wait_for(period: u32) -> u32 {
    let period = u64::from(period);
    let number = Instant::now().as_micros() / period + 1;
    while Instant::now().as_micros() < number * period {}
    number as u32
}
