//! The sensors, read without the processor.
//!
//! ```text
//!            commands            words
//!   RAM ------DMA----> PIO0 SM0 ------DMA----> curtain ring ---+
//!                                                              +--> take()
//!   inputs --> ADC ---DMA----> two rings of readings ----------+
//!               |  every 15 readings
//!               +---DMA----> PIO0 SM1 --> address of the multiplexers
//! ```
//!
//! Channels of the DMA start each other and never stop, so nothing is lost while
//! the processor sleeps, judges, or waits for the flash: the rings hold
//! [109 ms](samples) of the curtain and 65 ms of the converter, longer than a
//! typical erase of a sector. Whoever comes later than that finds frames
//! overwritten; they are counted, and the numbers of the frames say which.
//!
//! The number of a frame is its time: frame `n` began `n` periods after the
//! clock of the chip was at zero. State machines, converter and clock run from
//! one crystal, so that holds until the numbers end, after 16 days or
//! more; the ring has itself restarted before that.
//!
//! | module | what it is |
//! |---|---|
//! | `curtain` | the shift registers and the emitters |
//! | `hall` | the converter and the multiplexers |
//! | `links` | channels of the DMA that start each other |
//! | `samples` | where in RAM they write |
//! | `progress` | how far they have come |
//! | `bell` | the interrupt that wakes whoever waits for frames |

mod bell;
mod curtain;
mod hall;
mod links;
mod progress;
mod samples;

pub use bell::InterruptHandler;

use crate::board;
use core::future::poll_fn;
use core::task::Poll;
use curtain::Curtain;
use embassy_rp::pio::Pio;
use embassy_time::{Duration, Instant, Timer};
use hall::Hall;
use rules_core::board::Profile;
use rules_core::sensing::frame::{CurtainFrame, HallScan};

/// How often a board without a curtain looks whether a scan is there; the
/// interrupt comes with the frames of the curtain.
const GLANCE: Duration = Duration::from_micros(500);

/// What is to be taken from the rings next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A frame of the curtain.
    Curtain,
    /// A scan of the analog channels.
    Hall,
}

/// Who gets what is taken.
pub trait Taker {
    /// A frame of the curtain.
    fn curtain(&mut self, frame: &CurtainFrame);
    /// A scan of the analog channels.
    fn hall(&mut self, scan: &HallScan);
}

/// What was lost since the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, defmt::Format)]
pub struct Lost {
    /// Frames of the curtain that were overwritten before they were taken.
    pub curtain: u32,
    /// Scans that were.
    pub hall: u32,
    /// How often the converter had to be started again because its queue ran
    /// over.
    pub restarts: u32,
}

/// The running sensors.
pub struct Scan {
    curtain: Option<Curtain>,
    hall: Hall,
}

impl Scan {
    /// Starts the sensors of a board.
    pub fn start(parts: board::Scan, profile: &'static Profile) -> Self {
        let Pio {
            mut common,
            sm0,
            sm1,
            ..
        } = Pio::new(parts.pio, board::Irqs);
        let hall = Hall::start(&mut common, sm1, parts.hall, &profile.hall);
        let curtain = profile
            .curtain
            .as_ref()
            .map(|wiring| Curtain::start(&mut common, sm0, parts.curtain, wiring));
        Self { curtain, hall }
    }

    /// Waits until there is something to take.
    pub async fn ready(&mut self) {
        if self.curtain.is_some() {
            poll_fn(|context| {
                bell::register(context.waker());
                self.is_ready()
                    .then_some(())
                    .map_or(Poll::Pending, Poll::Ready)
            })
            .await;
        } else {
            while !self.is_ready() {
                Timer::after(GLANCE).await;
            }
        }
    }

    /// Takes what was complete first; says whether there was anything.
    pub fn take(&mut self, taker: &mut impl Taker) -> bool {
        match (self.next(), &mut self.curtain) {
            (Some(Next::Curtain), Some(curtain)) => taker.curtain(curtain.take()),
            (Some(Next::Hall), _) => taker.hall(self.hall.take()),
            _ => return false,
        }
        true
    }

    /// What was complete first, if anything is.
    fn next(&mut self) -> Option<Next> {
        let scan_end = self.hall.complete();
        let frame_end = self.curtain.as_mut().and_then(Curtain::complete);
        match (frame_end, scan_end) {
            (Some(frame), scan) if scan.is_none_or(|scan| frame <= scan) => Some(Next::Curtain),
            (_, Some(_)) => Some(Next::Hall),
            _ => None,
        }
    }

    /// What was lost so far.
    pub fn lost(&self) -> Lost {
        Lost {
            curtain: self.curtain.as_ref().map_or(0, Curtain::lost),
            hall: self.hall.lost(),
            restarts: self.hall.restarts(),
        }
    }

    fn is_ready(&mut self) -> bool {
        self.next().is_some()
    }
}

/// Waits for the next whole period of the clock, in us, and returns its number.
fn wait_for(period: u32) -> u32 {
    let period = u64::from(period);
    let number = Instant::now().as_micros() / period + 1;
    while Instant::now().as_micros() < number * period {}
    number as u32
}
