//! The scanners of the firmware with looped-back lines.
//!
//! Wires: GP6 (clock) to GP7 (data of the north chain); GP0 (lowest address line) through
//! 10 kilohms to GP26. The clock is low when a bit is sampled, if the state machine sees
//! its inputs late as assumed; the readings of input 0 alternate from address to address,
//! if no reading is lost or doubled.

use crate::board::ScanResources;
use crate::report::{Report, Verdict};
use crate::scan::{ReadyFrame, Scanner};
use embassy_time::{Duration, Instant};
use rules_core::board::hall::INPUTS;
use rules_core::board::{BoardId, Profile};
use rules_core::sensing::frame::{CurtainFrame, HallScan};

/// Time for which the scanners run.
const RUN: Duration = Duration::from_secs(2);

/// Bits of the north chain in a word: one of each four.
const NORTH: u32 = 0x1111_1111;

/// Sums of four readings below and above which a level counts as low and as high.
const LOW: u16 = 4 * 1_024;
const HIGH: u16 = 4 * 3_072;

/// Counts of bits or readings that were as expected, and of others.
#[derive(Default)]
struct Tally {
    right: u32,
    wrong: u32,
    /// Number of those right that an unconnected input never shows.
    driven: u32,
}

impl Tally {
    /// Judges the counts: if the input was never driven, a wire is missing.
    const fn verdict(&self, missing: &'static str) -> Verdict {
        match self.driven {
            0 => Verdict::Unknown(missing),
            _ => Verdict::of(self.wrong == 0),
        }
    }
}

/// Runs the scanners of a ring, and checks what they read.
pub async fn check(report: &mut Report<'_>, resources: ScanResources) {
    let profile = Profile::of(BoardId::Ring);
    let mut scanner = Scanner::start(resources, profile);
    let (mut bits, mut readings) = (Tally::default(), Tally::default());
    let (mut frames, mut scans) = (0_u32, 0_u32);
    let end = Instant::now() + RUN;
    while Instant::now() < end {
        scanner.ready().await;
        while let Some(ready) = scanner.next_frame() {
            match ready {
                ReadyFrame::Curtain(frame) => {
                    frames += 1;
                    tally_frame(&mut bits, frame);
                }
                ReadyFrame::Hall(scan) => {
                    scans += 1;
                    tally_scan(&mut readings, scan, profile.hall.addresses());
                }
            }
        }
    }
    let lost = scanner.lost();
    report
        .line(
            "the clock at GP7 is sampled before it rises",
            "no other bit",
            format_args!(
                "{} bits low, {} high, {frames} frames",
                bits.right, bits.wrong
            ),
            bits.verdict("no wire from GP6 to GP7"),
        )
        .await;
    report
        .line(
            "readings of GP26 follow the address",
            "no slip",
            format_args!(
                "{} right, {} wrong, {scans} scans",
                readings.right, readings.wrong
            ),
            readings.verdict("no 10 kohm from GP0 to GP26"),
        )
        .await;
    report
        .line(
            "no frame or scan is lost",
            "0 lost",
            format_args!(
                "{} frames, {} scans, {} restarts of the converter",
                lost.curtain, lost.hall, lost.restarts
            ),
            Verdict::of(lost.curtain + lost.hall + lost.restarts == 0),
        )
        .await;
}

fn tally_frame(bits: &mut Tally, frame: &CurtainFrame) {
    for word in frame.reads.as_flattened() {
        let high = (word & NORTH).count_ones();
        bits.wrong += high;
        let low = NORTH.count_ones() - high;
        bits.right += low;
        // Without a wire the input is pulled up.
        bits.driven += low;
    }
}

/// Compares the readings of input 0 with the lowest address line.
fn tally_scan(readings: &mut Tally, scan: &HallScan, addresses: usize) {
    for address in 0..addresses {
        let Some(&sum) = scan.sums.get(address * INPUTS) else {
            continue;
        };
        let is_odd = address % 2 == 1;
        if if is_odd { sum > HIGH } else { sum < LOW } {
            readings.right += 1;
            readings.driven += u32::from(is_odd);
        } else {
            readings.wrong += 1;
        }
    }
}
